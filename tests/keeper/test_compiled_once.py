"""What was compiled is found again by every process, and made anew where a source has changed.

Numba finds it by what a function holds by itself: that must be the same in every process, and tell of the sources.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import lacking

from dragoman.diplomacy.adjudication import compiled

SOURCE = Path(__file__).parents[2] / "src"


def entries() -> Iterator[Any]:
    """All that is compiled and kept on disk."""
    from dragoman.diplomacy.batch import machine
    from dragoman.diplomacy.scanning import pressing
    from dragoman.keeper import scanner

    yield compiled._run()
    yield machine._entry()
    yield machine._listing()
    yield from pressing.machine()
    yield from scanner.machine()


def keys() -> list[str]:
    """By what each is found again on this machine."""
    return [f"{each.py_func.__qualname__} {each._cache._index_key((), each.targetctx.codegen())}" for each in entries()]


@pytest.fixture(autouse=True)
def _numba() -> None:
    if not compiled.available():
        lacking("Numba is not installed (the extra `fast`)")


@pytest.mark.slow
def test_every_process_finds_what_another_compiled() -> None:
    asking = "from tests.keeper.test_compiled_once import keys; print(*keys(), sep='\\n')"
    paths = os.pathsep.join((str(SOURCE), str(SOURCE.parent)))
    told = [
        subprocess.run([sys.executable, "-c", asking], env={**os.environ, "PYTHONPATH": paths}, capture_output=True,
                       text=True, timeout=120, check=True).stdout
        for _ in range(2)
    ]  # fmt: skip
    assert told[0] == told[1]
    assert len(told[0].splitlines()) == len(keys())


def test_each_holds_the_fingerprint_of_its_sources() -> None:
    """The sum of all the files that it was made from, which changes with each: Numba looks at one of them alone."""
    for each in entries():
        held = dict(zip(each.py_func.__code__.co_freevars, each.py_func.__closure__ or (), strict=True))
        assert isinstance(held["source"].cell_contents, int), each.py_func.__qualname__

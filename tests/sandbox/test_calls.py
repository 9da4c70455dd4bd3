"""The filter of calls: its numbers are the kernel's, every call there is has been thought of, and its program does what
the table says, on either machine."""

from __future__ import annotations

import os
import re
import runpy
import struct
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dragoman.sandbox.process import PROGRAM, available

pytestmark = pytest.mark.skipif(not available(), reason="the extra `sandbox` is not installed")

TABLE = Path(__file__).parents[1] / "cases/sandbox/calls.tsv"
HEADERS = {
    "x86_64": ("/usr/include/x86_64-linux-gnu/asm/unistd_64.h", "/usr/include/asm/unistd_64.h"),
    "aarch64": ("/usr/include/asm-generic/unistd.h",),
}
OTHER_NAMES = {"fstatat": "newfstatat"}
PID = 4711


def published() -> list[tuple[str, int | None, int | None, str]]:
    rows = [line.split("\t") for line in TABLE.read_text().splitlines() if not line.startswith("#")]
    return [(name, _number(one), _number(other), fate) for name, one, other, fate in rows]


def _number(text: str) -> int | None:
    return None if text == "-" else int(text)


@pytest.fixture(scope="module")
def worker() -> dict[str, Any]:
    return runpy.run_path(str(PROGRAM))


def test_each_number_is_the_kernels(worker: dict[str, Any]) -> None:
    for fate, table in (("no", worker["BARRED"]), ("own", worker["OWN"])):
        assert table == {name: (one, other) for name, one, other, said in published() if said == fate}


@pytest.mark.parametrize("machine", HEADERS)
def test_the_table_is_that_of_the_headers_that_are_here(machine: str) -> None:
    """A later kernel's may have more."""
    here = next((Path(path) for path in HEADERS[machine] if Path(path).exists()), None)
    if here is None:
        pytest.skip("no headers of the kernel on this machine")
    found = re.findall(r"^#define __NR(?:3264)?_(\w+)\s+(\d+)$", here.read_text(), re.MULTILINE)
    numbers = {OTHER_NAMES.get(name, name): int(number) for name, number in found}
    column = 1 + list(HEADERS).index(machine)
    ours = {row[0]: row[column] for row in published() if row[column] is not None}
    assert {name: number for name, number in ours.items() if numbers.get(name, number) != number} == {}
    assert len(ours.keys() & numbers.keys()) > 300


def decided(code: bytes, machine: int, number: int, first: int = 0) -> int:
    """What a filter says of a call: its program run as the kernel runs it."""
    lines, data, held, at = list(struct.iter_unpack("=HBBI", code)), {0: number, 4: machine, 16: first}, 0, 0
    while True:
        how, yes, no, value = lines[at]
        at += 1
        if how == 0x06:
            return int(value)
        if how == 0x20:
            held = data[value]
        else:
            at += yes if (held >= value if how == 0x35 else held == value) else no


@pytest.mark.parametrize("machine", HEADERS)
def test_the_program_does_what_the_table_says(worker: dict[str, Any], machine: str) -> None:
    audit, column = worker["MACHINES"][machine], 1 + list(HEADERS).index(machine)
    code, words = worker["call_filter"](audit, PID), {worker["ALLOW"]: "yes", worker["REFUSE"]: "no"}
    assert len(code) // 8 < 255  # no jump is longer
    for row in published():
        number = row[column]
        if number is None:
            continue
        assert words[decided(code, audit, number, PID)] == ("no" if row[3] == "no" else "yes"), row
        assert words[decided(code, audit, number, PID + 1)] == ("yes" if row[3] == "yes" else "no"), row
    for other in worker["MACHINES"].values():
        if other != audit:
            assert decided(code, other, 0) == worker["KILL"]
    if machine == "x86_64":
        assert words[decided(code, audit, 0x40000000 | 2)] == "no"


@pytest.mark.skipif(os.uname().machine not in HEADERS, reason="no filter of calls for this machine")
def test_this_machines_kernel_refuses_each(worker: dict[str, Any]) -> None:
    """All of them are made, of nothing, and none is heard."""
    column = list(HEADERS).index(os.uname().machine)
    numbers = [pair[column] for pair in worker["BARRED"].values() if pair[column] is not None]
    program = (
        "import ctypes, errno, os, runpy\n"
        f"worker = runpy.run_path({str(PROGRAM)!r})\n"
        "libc = ctypes.CDLL(None, use_errno=True)\n"
        "libc.prctl(38, 1, 0, 0, 0)\n"
        "assert worker['filter_calls']()\n"
        f"for number in {numbers}:\n"
        "    ctypes.set_errno(0)\n"
        "    if libc.syscall(number, 0, 0, 0, 0, 0, 0) != -1 or ctypes.get_errno() != errno.EPERM:\n"
        "        os.write(1, b'%d ' % number)\n"
        f"for others, own in {[pair[column] for pair in worker['OWN'].values()]},:\n"
        "    for number in (others, own):\n"
        "        libc.syscall(number, os.getppid(), os.getppid(), 0, 0)\n"
        "        if ctypes.get_errno() != errno.EPERM:\n"
        "            os.write(1, b'other %d ' % number)\n"
        "os._exit(7)\n"
    )
    run = subprocess.run([sys.executable, "-I", "-c", program], check=False, capture_output=True, text=True)
    assert (run.returncode, run.stdout) == (7, ""), run.stderr

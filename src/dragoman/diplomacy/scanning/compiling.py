"""What is compiled from several files, kept on disk: Numba looks for changes at the file of the outermost function
only, so that a checksum of all of them has to stand in its closure."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType
from typing import Any
from zlib import crc32


def checksum(*modules: ModuleType) -> int:
    """Changes whenever the source of one of them does."""
    found = 0
    for module in modules:
        found = crc32(Path(str(module.__file__)).read_bytes(), found)
    return found


def kept_on_disk(function: Any) -> bool:
    """Whether a function was compiled before, so that it need only be loaded; what it calls may have changed since, and
    then is made anew all the same."""
    code = function.py_func.__code__
    python = f"py{sys.version_info.major}{sys.version_info.minor}"
    kept = f"{Path(code.co_filename).stem}.*-{code.co_firstlineno}.{python}*.nbi"
    return any(Path(function.stats.cache_path).glob(kept))

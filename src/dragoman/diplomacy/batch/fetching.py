"""Bids the processor fetch what stands at an address before it is asked for, in compiled code alone.

Boards are read here and there, so that no processor foresees them: it took an eighth of the time to wait for them. This
is a module of its own, loaded with Numba, because what a compiled function holds by itself must be the same in every
process, or what was compiled is not found again; an intrinsic is not, but the module that it is in.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.extending import intrinsic

CACHE_LINE = 64
"""Bytes that a processor fetches at once; where it is otherwise, some are fetched twice or late."""

TO_READ, KEPT_CLOSE, DATA = 0, 3, 1


def _fetch(_context: Any, address: Any) -> Any:
    def build(target: Any, builder: Any, _signature: Any, given: Any) -> Any:
        byte, number = ir.IntType(8).as_pointer(), ir.IntType(32)
        taken = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
        prefetch = builder.module.declare_intrinsic("llvm.prefetch", [byte], taken)
        builder.call(prefetch, [builder.inttoptr(given[0], byte), *map(number, (TO_READ, KEPT_CLOSE, DATA))])
        return target.get_dummy_value()

    return types.void(address), build


fetch: Any = intrinsic(_fetch)
"""LLVM's `prefetch` of the bytes at an address, which never fails, not even beyond the end of an array."""

"""Coroutines run in a thread of their own: the driver of the browser leaves a loop in the thread of the tests."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

T = TypeVar("T")


def ended(coroutine: Coroutine[Any, Any, T]) -> T:
    """What the coroutine comes to; what it raises is raised here."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, coroutine).result()

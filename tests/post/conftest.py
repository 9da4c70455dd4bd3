"""The host of the pages' tests is a host here, too: people with addresses, tables, and a clock of the test's own."""

from __future__ import annotations

from tests.web.conftest import host

__all__ = ["host"]

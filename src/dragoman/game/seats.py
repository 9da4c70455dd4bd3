"""A seat is a part someone plays at a table: a power, the game master, an observer. Persons are ids here."""

from __future__ import annotations

from typing import NewType

Seat = NewType("Seat", str)
"""A power's id (`"Austria"`), `"gm"`, or `"observer NAME"`."""

PersonId = NewType("PersonId", str)
"""An opaque id. Addresses and names live outside the core, so that a person can be erased (a key is deleted)."""

GM = Seat("gm")
"""The human game master where a game has one; otherwise the automatic referee speaks in this seat."""

KEEPER = PersonId("keeper")
"""Whoever runs the host. Speaks as game master where a game has no human one, from the command line alone."""

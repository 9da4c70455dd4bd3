"""A power is one of the nations that contend for the board, with the words people use for it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Power:
    """One contending nation.

    `id` is the English name as written everywhere (`"Austria"`); `names` and `adjectives` map a language to its word;
    `aliases` lists further writings per language (`"Austria-Hungary"`, `"Itävalta"`); `letter` marks its units where
    colour is not enough; `colour` is a CSS colour; `capital` a province id; `ruler` the title used in datelines.
    """

    id: str
    names: Mapping[str, str]
    adjectives: Mapping[str, str]
    aliases: Mapping[str, tuple[str, ...]]
    letter: str
    colour: str
    capital: str | None = None
    ruler: Mapping[str, str] | None = None
    genitives: Mapping[str, str] | None = None
    places: tuple[str, ...] = ()

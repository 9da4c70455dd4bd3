"""House rules in the making: the preset they stand on, and what was chosen besides, in the order it was said.

A draft holds whatever was chosen, also what cannot stand together, so that nothing is lost on the way; only what goes
together becomes a preset file, or the rules of a game.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass

import msgspec

from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.houserules.clause import SheetError
from dragoman.diplomacy.houserules.document import settings_of
from dragoman.diplomacy.houserules.presets import PresetFile, preset, read_preset_file, write_preset
from dragoman.diplomacy.houserules.sheet import Sheet

LONGEST_TITLE = 80
LONGEST_ABOUT = 2000
LONGEST_FILE = 64_000


@dataclass(frozen=True, slots=True)
class Made:
    """What a draft makes: the sheet, and what in it cannot stand together."""

    sheet: Sheet
    errors: tuple[SheetError, ...]

    @property
    def sound(self) -> bool:
        return not self.errors


class Draft(msgspec.Struct, frozen=True, kw_only=True):
    """`base` names the preset; `said` are clauses with what was chosen in them, `seen` those that were looked at;
    `shared` says that whoever has the link may read it."""

    base: str = "datc"
    title: str = ""
    about: str = ""
    said: tuple[tuple[str, str], ...] = ()
    seen: tuple[str, ...] = ()
    shared: bool = False

    @property
    def below(self) -> Sheet:
        """The sheet of the preset on which the draft stands."""
        made = preset(self.base)
        return made if isinstance(made, Sheet) else Sheet()

    def made(self) -> Made:
        return Made(*self.below.composed(self.said))

    def say(self, number: str, written: str) -> Draft:
        """Choose in a clause or point. What was said before about the same settings no longer counts; of a clause that
        ties several, what it said of the others still does."""
        settings, sheet = set(settings_of(CATALOGUE[number])), self.made().sheet
        others: list[tuple[str, str]] = []
        for key, before in self.said:
            own = settings_of(CATALOGUE[key])
            if settings.isdisjoint(own):
                others.append((key, before))
            else:
                others += [(left, str(sheet.choice(left))) for left in own if left not in settings]
        without = msgspec.structs.replace(self, said=tuple(others))
        said = msgspec.structs.replace(self, said=(*others, (number, written)))
        return without if without.made() == said.made() else said

    def look(self, number: str) -> Draft:
        """Remember that a clause was looked at."""
        return self if number in self.seen else msgspec.structs.replace(self, seen=(*self.seen, number))

    def named(self, title: str, about: str) -> Draft:
        """Call it something, in one line, and say what it is for."""
        return msgspec.structs.replace(
            self, title=" ".join(title.split())[:LONGEST_TITLE], about=about.strip()[:LONGEST_ABOUT]
        )

    def show(self, shared: bool) -> Draft:
        """Show it to whoever has the link, or no longer."""
        return msgspec.structs.replace(self, shared=shared)

    def file(self) -> str:
        """The draft as a preset file. Call it only where all of it goes together."""
        return write_preset(self.made().sheet, self.base, self.title, self.about)

    def encoded(self) -> bytes:
        return msgspec.json.encode(self)


def decoded(kept: bytes) -> Draft:
    """A draft as it was kept."""
    return msgspec.json.decode(kept, type=Draft)


def from_file(text: str) -> Draft | tuple[SheetError, ...]:
    """The draft that a preset file makes."""
    read = read_preset_file(text)
    return from_sheet(read) if isinstance(read, PresetFile) else read


def from_sheet(read: PresetFile) -> Draft:
    """The draft of a whole sheet: the preset named, and what the sheet has otherwise."""
    data = tomllib.loads(write_preset(read.sheet, read.base))
    draft = Draft(base=data["rules"], said=tuple(data.get("set", {}).items()))
    return draft.named(read.title, read.about)

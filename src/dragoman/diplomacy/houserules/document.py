"""The whole sheet as a document: numbered, in sections, each clause with what it says under the choice made, what
differs from the preset it stands on, and what the rulebook itself leaves open. It is in no tongue yet.

Two sheets are compared the same way, clause by clause.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from dragoman.diplomacy.houserules.accord import Remark
from dragoman.diplomacy.houserules.catalogue import CATALOGUE, FAMILIES
from dragoman.diplomacy.houserules.clause import Choice, Clause
from dragoman.diplomacy.houserules.editions import Standing, standings
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.houserules.wording import answer, sentences, settled
from dragoman.game.saying import Saying, say

POINT = "4"
"""The number with which DATC's points begin."""

NOTES = {
    Standing.READ_SO: "The rulebook is read so.",
    Standing.PARTLY: "The rulebook says so, and leaves open how it is to be counted.",
    Standing.UNDEFINED: "Not settled by this rulebook, where it is open; this is DATC's preference.",
    Standing.NOT_STATED: "Not settled by this rulebook as far as DATC tells; this is DATC's preference.",
    Standing.CANNOT_ARISE: "Not settled by this rulebook, where it cannot arise; this is DATC's preference.",
}


@dataclass(frozen=True, slots=True)
class Entry:
    """One clause: `letter` is what was chosen ("" where there is nothing to choose, or where `parts` were chosen
    apart).

    `settled` are sentences that this program adds where the list of clauses is silent. `before` is the preset's choice
    in writing if it is another, else None. `standing` tells how the rulebook stands to the choice, where that is not
    plain and the choice is still the rulebook preset's.
    """

    number: str
    title: Saying
    letter: str
    asterisk: bool
    says: tuple[Saying, ...]
    settled: tuple[Saying, ...] = ()
    before: str | None = None
    standing: Standing | None = None
    parts: tuple[Entry, ...] = ()

    @property
    def name(self) -> str:
        """The number with the letter, as it is cited: `VI.4.D`, `VI.2=4.A.3.a`."""
        if not self.letter:
            return self.number
        return f"{self.number}={self.letter}" if "." in self.letter else f"{self.number}.{self.letter}"

    @property
    def note(self) -> Saying | None:
        """How the rulebook stands to the choice, in a sentence."""
        return say(NOTES[self.standing]) if self.standing in NOTES else None

    @property
    def differs(self) -> bool:
        """Whether this clause, or a part of it, is not as in the preset."""
        return self.before is not None or any(part.differs for part in self.parts)


@dataclass(frozen=True, slots=True)
class Chapter:
    """A family of clauses under its numeral."""

    numeral: str
    title: Saying
    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Document:
    """The document: `against` names the preset with which the sheet was compared."""

    chapters: tuple[Chapter, ...]
    against: str
    remarks: tuple[Remark, ...] = ()

    @property
    def entries(self) -> tuple[Entry, ...]:
        return tuple(entry for chapter in self.chapters for entry in chapter.entries)


def document(sheet: Sheet, against: Sheet | None = None, name: str = "") -> Document:
    """The document of a sheet. `against` is the preset it stands on, `name` that preset's; the rulebook of I.2 if none
    is given."""
    year = sheet.choice("I.2").value("year")
    other = rulebook(year) if against is None else against
    chapters = (
        Chapter(_numeral(clauses), say(title), tuple(_entries(clauses, sheet, other))) for title, clauses in FAMILIES
    )
    return Document(tuple(c for c in chapters if c.entries), name or year, sheet.remarks())


@cache
def rulebook(year: str) -> Sheet:
    """The sheet of a rulebook that I.2 names."""
    made = preset(year)
    assert isinstance(made, Sheet)
    return made


def _numeral(clauses: tuple[Clause, ...]) -> str:
    return clauses[0].number.partition(".")[0]


def _entries(clauses: tuple[Clause, ...], sheet: Sheet, other: Sheet) -> Iterator[Entry]:
    for clause in clauses:
        if clause.number not in nested() and not _is_another_name(clause, sheet) and applies(clause, sheet):
            yield _entry(clause, sheet, other)


def applies(clause: Clause, sheet: Sheet) -> bool:
    """Whether a clause means anything under a sheet: of a variant's clauses all but the first only where that chooses
    the variant."""
    number, letter = clause.under
    return not number or sheet.letter(number) == letter


@cache
def nested() -> frozenset[str]:
    """The settings that are told within the clause that ties them."""
    tying = [c for c in CATALOGUE.values() if c.parts and c.number[0] in "IVX"]
    return frozenset(part.setting for c in tying for parts in c.parts.values() for part in parts)


def _is_another_name(clause: Clause, sheet: Sheet) -> bool:
    """Whether a clause is only another name for choices told elsewhere: a DATC point; a Finnish rule not followed."""
    return bool(clause.parts) and (
        clause.number.startswith(POINT) or (clause.number.startswith("F.") and not sheet.letter(clause.number))
    )


def _entry(clause: Clause, sheet: Sheet, other: Sheet) -> Entry:
    if not clause.is_setting and not clause.parts:
        nothing = Choice("")
        return Entry(clause.number, say(clause.title), "", False, sentences(clause, nothing), settled(clause, nothing))
    choice, before = sheet.choice(clause.number), other.choice(clause.number)
    alternative = clause.alternative(choice.letter)
    apart = bool(clause.parts) and not choice.letter
    return Entry(
        clause.number,
        say(clause.title),
        choice.letter,
        alternative is not None and alternative.asterisk,
        sentences(clause, choice),
        () if apart else settled(clause, choice),
        None if choice == before else _written(clause, other),
        None if apart else _standing(clause, sheet),
        tuple(_entry(CATALOGUE[number], sheet, other) for number in settings_of(clause)) if apart else (),
    )


def settings_of(clause: Clause) -> tuple[str, ...]:
    """The settings that a composed clause ties, in order of number; of a setting, itself."""
    tied = sorted({part.setting for parts in clause.parts.values() for part in parts if not part.soft})
    return tuple(tied) or (clause.number,)


def _written(clause: Clause, sheet: Sheet) -> str:
    """The choice in a clause in writing; of one whose parts stand apart, those of its parts."""
    choice = sheet.choice(clause.number)
    if clause.parts and not choice.letter:
        return ", ".join(f"{number}={sheet.choice(number)}" for number in settings_of(clause))
    return str(choice)


def _standing(clause: Clause, sheet: Sheet) -> Standing | None:
    """How the rulebook stands to this clause, if it has not been chosen anew; None if the rulebook plainly says so."""
    year = sheet.choice("I.2").value("year")
    standing = _asked(year).get(clause.number)
    if standing in (None, Standing.STATED) or sheet.choice(clause.number) != rulebook(year).choice(clause.number):
        return None
    return standing


@cache
def _asked(year: str) -> Mapping[str, Standing]:
    """How a rulebook stands to every clause: where it ties several points, by the least settled of them."""
    by_setting: dict[str, Standing] = {}
    for point, standing in standings(year).items():
        for number in settings_of(CATALOGUE[point]):
            by_setting[number] = _less(by_setting.get(number), standing)
    for clause in CATALOGUE.values():
        if clause.parts and clause.number[0] in "IVX":
            for number in settings_of(clause):
                if number in by_setting:
                    by_setting[clause.number] = _less(by_setting.get(clause.number), by_setting[number])
    return by_setting


def _less(one: Standing | None, other: Standing) -> Standing:
    order = list(Standing)
    return other if one is None or order.index(other) > order.index(one) else one


# --- two sheets compared ---


@dataclass(frozen=True, slots=True)
class Difference:
    """A clause in which two sheets differ: what each chose, in writing, and what it then says."""

    number: str
    title: Saying
    one: str
    other: str
    one_says: tuple[Saying, ...]
    other_says: tuple[Saying, ...]


def differences(one: Sheet, other: Sheet) -> tuple[Difference, ...]:
    """Where two sheets differ, in the order of the document; a composed clause chosen whole in both is told as one.
    What they say of a variant that neither plays is told, too: sheets without a difference are equal."""
    found: list[Difference] = []
    for _, clauses in FAMILIES:
        for clause in clauses:
            if clause.number in nested() or (clause.parts and clause.number[0] not in "IVX"):
                continue
            if clause.is_setting or clause.parts:
                found.extend(_differences(clause, one, other))
    return tuple(found)


def _differences(clause: Clause, one: Sheet, other: Sheet) -> Iterator[Difference]:
    here, there = one.choice(clause.number), other.choice(clause.number)
    if clause.parts and not (here.letter and there.letter):
        for number in settings_of(clause):
            yield from _differences(CATALOGUE[number], one, other)
    elif here != there:
        yield Difference(
            clause.number, say(clause.title), str(here), str(there), answer(clause, here), answer(clause, there)
        )

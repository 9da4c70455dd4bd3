"""Which choices go together: what follows from a choice where nothing else is said, what cannot stand together, and
what has no effect beside another choice.

A contradiction is refused, since one of the two could not be followed. A remark is only made: both can be followed, but
one of them says less than it seems to. Both name the two clauses, and choices of which any one mends the matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from dragoman.diplomacy.houserules.clause import Choice, Instead, SheetError
from dragoman.game.saying import Saying, say

Of = Callable[[str], Choice]
"""The choice in a clause by its number."""


@dataclass(frozen=True, slots=True)
class Remark:
    """What a game master should know of two choices that stand together: `keys` are the clauses, `instead` as in a
    contradiction."""

    keys: tuple[str, ...]
    says: Saying
    instead: Instead


@dataclass(frozen=True, slots=True)
class Clash:
    """Two clauses whose choices meet badly when `when` says so, and why, in a sentence.

    A number may name the blank that matters: `VII.4 retreat`. `instead` are choices that mend it, each a clause and
    what to write, in which `{letter}` and the names of blanks stand for what is chosen now.
    """

    one: str
    other: str
    when: Callable[[Of], bool]
    why: str
    instead: Instead


def is_(number: str, *letters: str) -> Callable[[Of], bool]:
    """Whether one of those letters is chosen."""
    return lambda of: of(number).letter in letters


def both(*conditions: Callable[[Of], bool]) -> Callable[[Of], bool]:
    return lambda of: all(condition(of) for condition in conditions)


def days(kind: str, low: int, high: int = 365) -> Callable[[Of], bool]:
    """Whether the length of that kind of phase lies between two numbers of days."""
    return lambda of: low <= of("VII.4").number(kind) <= high


def _revocable(kind: str) -> Callable[[Of], bool]:
    """Whether a phase of that kind is too short for a proxy ever to be revoked in it."""

    def too_short(of: Of) -> bool:
        if of("II.3").letter not in ("C", "D"):
            return False
        length = of("VII.4").number(kind)
        return 0 < length * 24 <= of("II.3").number("hours")

    return too_short


def _either(*conditions: Callable[[Of], bool]) -> Callable[[Of], bool]:
    return lambda of: any(condition(of) for condition in conditions)


CONTRADICTIONS = (
    Clash(
        "III.4 until",
        "VII.3",
        both(lambda of: of("III.4").value("until") == "deadline", is_("VII.3", "B")),
        "Orders that VII.3 accepts after the deadline would not count.",
        (("III.4", "{letter} until=adjudication"), ("VII.3", "A")),
    ),
    Clash(
        "II.5",
        "F.5",
        both(is_("II.5", "A"), is_("F.5", "A", "D")),
        "Retreats cannot be ordered with the moves and have a round of their own.",
        (("F.5", "B"), ("F.5", "C"), ("II.5", "B")),
    ),
    Clash(
        "II.5",
        "F.5",
        both(is_("II.5", "B"), is_("F.5", "B", "C")),
        "Retreats cannot be apart from the moves and share their round.",
        (("II.5", "A"), ("F.5", "A"), ("F.5", "D")),
    ),
    Clash(
        "II.5",
        "VII.4 retreat",
        both(is_("II.5", "A"), is_("F.5", "B", "C"), days("retreat", 1)),
        "Retreats that are ordered with the moves have no length of their own.",
        (("VII.4", "movement={movement} retreat=0 adjustment={adjustment}"), ("II.5", "B")),
    ),
    Clash(
        "II.5",
        "VII.4 retreat",
        both(is_("II.5", "B"), is_("F.5", "A", "D"), days("retreat", 0, 0)),
        "Retreats that are apart from the moves need a length.",
        (("VII.4", "movement={movement} retreat=3 adjustment={adjustment}"), ("II.5", "A")),
    ),
    Clash(
        "F.5",
        "VII.4 adjustment",
        both(is_("F.5", "B"), days("adjustment", 1)),
        "Adjustments that share a round have no length of their own.",
        (("VII.4", "movement={movement} retreat={retreat} adjustment=0"), ("F.5", "C")),
    ),
    Clash(
        "F.5",
        "VII.4 adjustment",
        both(is_("F.5", "D"), days("adjustment", 1)),
        "Adjustments that share a round have no length of their own.",
        (("VII.4", "movement={movement} retreat={retreat} adjustment=0"), ("F.5", "A")),
    ),
    Clash(
        "F.5",
        "VII.4 adjustment",
        both(is_("F.5", "A"), days("adjustment", 0, 0)),
        "Adjustments that have a round of their own need a length.",
        (("VII.4", "movement={movement} retreat={retreat} adjustment=3"), ("F.5", "D")),
    ),
    Clash(
        "F.5",
        "VII.4 adjustment",
        both(is_("F.5", "C"), days("adjustment", 0, 0)),
        "Adjustments that have a round of their own need a length.",
        (("VII.4", "movement={movement} retreat={retreat} adjustment=3"), ("F.5", "B")),
    ),
    Clash(
        "II.6",
        "F.5",
        both(is_("II.6", "B", "C"), is_("F.5", "B")),
        "Where retreats and adjustments are ordered with the moves, none is left to be asked for in public.",
        (("II.6", "A"), ("F.5", "C")),
    ),
    Clash(
        "II.3 hours",
        "VII.4 movement",
        _revocable("movement"),
        "No phase is long enough for a proxy ever to be revoked.",
        (("II.3", "{letter} hours=12"), ("II.3", "B")),
    ),
)
"""What is refused."""

REMARKS = (
    Clash(
        "X.1",
        "X.2",
        both(is_("X.1", "D"), is_("X.2", "B", "C")),
        "Where all press is white there is no author left to be told of.",
        (("X.2", "A"), ("X.1", "C")),
    ),
    Clash(
        "IX.1",
        "IX.5",
        is_("IX.5", "C"),
        "IX.1 goes before IX.5.C: a player to whom a win is to be conceded counts as a Yes all the same.",
        (("IX.5", "D"),),
    ),
    Clash(
        "F.1",
        "IX.3",
        is_("F.1", "B"),
        "F.1 goes before IX.3: what the game master changes alone needs no vote.",
        (("F.1", "A"),),
    ),
    Clash(
        "VI.3",
        "VI.4",
        both(is_("VI.3", "B"), is_("VI.4", "C")),
        "Where no route can be named, VI.4.C says the same as VI.4.D.",
        (("VI.4", "D"), ("VI.3", "A")),
    ),
    Clash(
        "VI.3",
        "VI.4",
        both(is_("VI.3", "B"), is_("VI.4", "B")),
        "Where no route can be named, only the second half of VI.4.B has an effect.",
        (("VI.3", "A"),),
    ),
    Clash(
        "VI.3",
        "VI.4",
        both(is_("VI.3", "A"), is_("VI.4", "A", "D")),
        "A route may be named, but binds nobody.",
        (("VI.4", "B"), ("VI.4", "C"), ("VI.3", "B")),
    ),
    Clash(
        "VI.3",
        "VI.4",
        both(is_("VI.3", "4.A.6.c"), is_("VI.4", "A", "D")),
        "Where the route must be named, it is the only one that counts.",
        (("VI.4", "C"), ("VI.3", "B")),
    ),
    Clash(
        "4.A.2.base",
        "VI.6",
        both(is_("4.A.2.base", "1982"), is_("VI.6", "A")),
        "The rule of 1982 leaves no paradox for VI.6 to decide.",
        (("VI.6", "B"), ("4.A.2.base", "none")),
    ),
    Clash(
        "VI.2",
        "VI.5",
        both(is_("VI.2", "4.A.3.a"), is_("VI.5", "A")),
        "Under 4.A.3.a an army never goes by convoy against a neighbour that stands and supports.",
        (("VI.5", "B"), ("VI.2", "B")),
    ),
    Clash(
        "II.1",
        "VII.2",
        both(is_("II.1", "B"), is_("VII.2", "A")),
        "Where nothing is adjudicated early, it does not matter whether a set is final.",
        (("VII.2", "B"), ("II.1", "A")),
    ),
    Clash(
        "II.5",
        "II.6",
        both(is_("II.5", "A"), is_("II.6", "B", "C"), is_("F.5", "C")),
        "Where retreats are ordered with the moves, only builds and disbands can be asked for in public.",
        (("II.6", "A"), ("II.5", "B")),
    ),
    Clash(
        "II.6",
        "VII.2",
        both(is_("II.6", "C"), is_("VII.2", "A")),
        "Where nothing is adjudicated early, the confirmation must wait for the deadline.",
        (("VII.2", "B"), ("II.6", "B")),
    ),
    Clash(
        "II.3 hours",
        "VII.4",
        both(_either(_revocable("retreat"), _revocable("adjustment")), lambda of: not _revocable("movement")(of)),
        "In the shorter phases a proxy can never be revoked.",
        (("II.3", "{letter} hours=12"),),
    ),
    Clash(
        "III.5",
        "4.D.9",
        is_("4.D.9", "a"),
        "4.D.9.a is an exception: the units of a power in civil disorder cannot be supported, though unordered.",
        (("4.D.9", "b"),),
    ),
)
"""What is only remarked upon."""


def contradictions(of: Of) -> Iterator[SheetError]:
    """What cannot stand together in a sheet."""
    for clash in CONTRADICTIONS:
        if clash.when(of):
            instead = _instead(clash, of)
            text = say(
                "{one} and {other} contradict each other. {said_why} Write one of these: {instead}.",
                one=_shown(clash.one, of), other=_shown(clash.other, of), said_why=clash.why, instead=_listed(instead),
            )  # fmt: skip
            yield SheetError("contradiction", _keys(clash), text, instead)


def remarks(of: Of) -> Iterator[Remark]:
    """What stands together in a sheet, and says less than it seems to."""
    for clash in REMARKS:
        if clash.when(of):
            instead = _instead(clash, of)
            text = say(
                "{one} beside {other}: {said_why} To change it, write one of these: {instead}.",
                one=_shown(clash.one, of), other=_shown(clash.other, of), said_why=clash.why, instead=_listed(instead),
            )  # fmt: skip
            yield Remark(_keys(clash), text, instead)


def _keys(clash: Clash) -> tuple[str, str]:
    return clash.one.partition(" ")[0], clash.other.partition(" ")[0]


def _shown(named: str, of: Of) -> str:
    """The choice as it would be written, with the blank that matters."""
    number, _, blank = named.partition(" ")
    try:
        choice = of(number)
    except KeyError:  # a clause with nothing to choose
        return number
    letter = f"={choice.letter}" if choice.letter else ""
    return f"{number}{letter}" + (f" {blank}={choice.value(blank)}" if blank else "")


def _instead(clash: Clash, of: Of) -> Instead:
    return tuple((number, _filled(written, of(number))) for number, written in clash.instead)


def _filled(written: str, choice: Choice) -> str:
    values = dict(choice.values)
    return written.format(letter=choice.letter, **values) if "{" in written else written


def _listed(instead: Instead) -> str:
    return "; ".join(f"{number}={written}" for number, written in instead)


# --- what follows ---


def followed(choices: Mapping[str, Choice], said: frozenset[tuple[str, str]]) -> dict[str, Choice]:
    """The choices, with what follows from them wherever nothing was said.

    `said` are the settings that were chosen just now, each with "" and with the names of the blanks that were filled.
    """
    settled = dict(choices)

    def unsaid(setting: str, blank: str = "") -> bool:
        return (setting, blank) not in said

    if unsaid("F.5") and not unsaid("II.5"):
        together = settled["II.5"].letter == "A"
        if (settled["F.5"].letter in "BC") != together:
            settled["F.5"] = Choice("C" if together else "A")
    grouping = settled["F.5"].letter
    lengths = dict(settled["VII.4"].values)
    for blank, shared in (("retreat", "BC"), ("adjustment", "BD")):
        if unsaid("VII.4", blank) and (grouping in shared) != (lengths[blank] == "0"):
            lengths[blank] = "0" if grouping in shared else "3"
    settled["VII.4"] = Choice("", tuple(lengths.items()))
    if settled["V.4"].letter == "F.13" and unsaid("4.D.8.ties") and not unsaid("V.4"):
        settled["4.D.8.ties"] = Choice("name")
    return settled

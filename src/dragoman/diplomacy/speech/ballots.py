"""Ballots on builds as people write them (family D): after a heading one line for each choice, the dearest first.

`15 no build Lon`, `F Stp/nc 12`, `12 votes for an army in Moscow`, in any language; a line that is none of this, or for
what cannot be built now, is told, and loses nothing beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from dragoman.diplomacy.board.position import PhaseKind
from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.commands import BreakTie, CastBallot, Command, WithdrawBallot
from dragoman.diplomacy.democracy.ballots import BallotLine
from dragoman.diplomacy.democracy.options import Option
from dragoman.diplomacy.democracy.settings import rules
from dragoman.diplomacy.orders.findings import ReadingContext
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.order import Build
from dragoman.diplomacy.orders.reading import read_order
from dragoman.diplomacy.speech.blocks import Block, opening
from dragoman.diplomacy.speech.sets import context_of
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Speaker, Unread
from dragoman.tongues.lexicon import LANGUAGES, lexicon

ENTRIES = frozenset({"ballot", "withdraw_ballot", "choose"})
EXAMPLES = ("15 no build Lon", "12 F Stp/nc", "3 A Mos")

_NUMBER = re.compile(r"(?<![\w/])(\d{1,9})(?![\w/])")
_BELOW = re.compile(r"(?<![^\s:=(])[-–−](?=\d{1,9}(?![\w/]))")
"""A minus that is one with its number: no number of votes. One that stands apart is a bullet, or a dash."""
_PARTS = re.compile(r"[;,\n]")
_SOUTH = "SC"


def ballot(state: State, by: Speaker, block: Block) -> tuple[Command | Unread, ...]:
    """The command that a block is, and the lines of it that were not read."""
    match block.entry:
        case "withdraw_ballot":
            return (WithdrawBallot(by),)
        case "choose":
            return _choice(state, by, block)
        case _:
            return _ballot(state, by, block)


def joined(commands: Iterable[Command]) -> tuple[Command, ...]:
    """The commands of a letter, where a ballot that goes on further down is one ballot."""
    kept: list[Command] = []
    for command in commands:
        before = next((at for at, each in enumerate(kept) if isinstance(each, CastBallot)), None)
        if isinstance(command, CastBallot) and before is not None:
            earlier = kept[before]
            assert isinstance(earlier, CastBallot)
            kept[before] = replace(earlier, lines=(*earlier.lines, *command.lines))
        else:
            kept.append(command)
    return tuple(kept)


def _ballot(state: State, by: Speaker, block: Block) -> tuple[Command | Unread, ...]:
    written = list(_written(block))
    if not written or (len(written) == 1 and _is_blank(written[0][1])):
        return (CastBallot(by, ()),) if written else (Unread("incomplete", block.line, block.number, "", 0, EXAMPLES),)
    read = [_line(state, text, number) for number, text in written]
    lines = tuple(each for each in read if isinstance(each, BallotLine))
    unread = tuple(each for each in read if isinstance(each, Unread))
    return (*((CastBallot(by, lines),) if lines else ()), *unread)


def _written(block: Block) -> Iterator[tuple[int, str]]:
    """The pieces of a block, each with the number of its line."""
    lines = [block.rest.strip().removeprefix(":"), *block.body.split("\n")]
    for number, line in enumerate(lines, block.number):
        for part in _PARTS.split(line):
            if plain := part.rstrip(" \t.*-•").lstrip(" \t.*•"):
                yield number, plain if _BELOW.match(plain) else plain.lstrip(" \t.*-•")


def _is_blank(text: str) -> bool:
    return any(lexicon(lang).meaning("ballot", text) in ("blank", "nothing") for lang in LANGUAGES)


def _line(state: State, text: str, number: int) -> BallotLine | Unread:
    """One line: a number of votes, before or behind what they are for."""
    found = _NUMBER.findall(text)
    if _BELOW.search(text):
        return Unread("negative-votes", text, number, text, 0, (_BELOW.sub("", text),))
    if len(found) != 1:
        return Unread("no-votes", text, number, text, 0, EXAMPLES)
    choice = option(state, _NUMBER.sub(" ", text))
    if isinstance(choice, Misreading):
        return Unread(choice.code, text, number, choice.word, 0, choice.suggestions or EXAMPLES)
    return BallotLine(choice, int(found[0]), text)


def chooses(state: State, line: str) -> bool:
    """Whether a line without votes names what may be voted for, or nothing: it lacks its votes, and is a ballot's."""
    return _is_blank(line) or not isinstance(option(state, line), Misreading)


def option(state: State, text: str) -> Option | Misreading:
    """What a piece of writing would have stand somewhere: a unit, or nothing."""
    words, nothing = _without_fillers(text)
    kind = "army" if nothing else ""
    context = replace(context_of(state, "", None), kind=PhaseKind.ADJUSTMENT, position=None)
    read = read_order(f"build {kind} {words}", context)
    if isinstance(read, Misreading) and not nothing and not read.word:
        return replace(read, text=text, word=text.strip())
    if isinstance(read, Misreading):
        return read
    order = read.order
    if not isinstance(order, Build) or order.unit.kind is None:
        return Misreading("incomplete", text, text.strip(), 1)
    if nothing:
        return Option(Place(order.unit.place.province))
    return Option(_coast(state, context, order.unit.kind, order.unit.place), order.unit.kind)


def _coast(state: State, context: ReadingContext, kind: UnitKind, place: Place) -> Place:
    """D.16: a fleet that names no coast is for the south coast. An army has none."""
    coasts = context.chart.provinces[place.province].coasts
    if kind is UnitKind.ARMY:
        return Place(place.province)
    if not place.coast and _SOUTH in coasts and rules(state.sheet).south:
        return Place(place.province, _SOUTH)
    return place


def _without_fillers(text: str) -> tuple[str, bool]:
    """The text without words for votes, and whether it says that nothing is to be built."""
    words, nothing = text.strip(" \t:.–-"), False
    while (found := opening("ballot", words)) is not None:
        nothing = nothing or found[0] in ("nothing", "blank")
        words = found[1].strip(" \t:–-")
    tail = words.split()
    for count in range(1, min(4, len(tail))):
        said = " ".join(tail[-count:])
        meant = next((m for lang in LANGUAGES if (m := lexicon(lang).meaning("ballot", said))), None)
        if meant is not None:
            return " ".join(tail[:-count]), nothing or meant in ("nothing", "blank")
    return words, nothing


def _choice(state: State, by: Speaker, block: Block) -> tuple[Command | Unread, ...]:
    """`choose F Stp/nc`, or several, the dearest first."""
    read = [(text, number, option(state, text)) for number, text in _written(block)]
    bad = [Unread(m.code, t, n, m.word, 0, m.suggestions) for t, n, m in read if isinstance(m, Misreading)]
    chosen = tuple(each for _, _, each in read if isinstance(each, Option))
    if bad or not chosen:
        return tuple(bad) or (Unread("incomplete", block.line, block.number, "", 0, ("choose F Stp/nc",)),)
    return (BreakTie(by, chosen),)

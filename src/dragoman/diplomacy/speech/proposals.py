"""Proposals and votes as people write them: `propose draw: England, France`, `propose rule VI.4 = C`, `vote yes on 3`;
and what the game master says of them. A proposal of which one name is not known is not made at all."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import pairwise

from dragoman.diplomacy.commands import (
    CastVote,
    ChangeRules,
    Command,
    DeclareDraw,
    ProposeEnding,
    ProposeRules,
    RefuseProposal,
    WarnOfDraw,
    WithdrawProposal,
)
from dragoman.diplomacy.decide import votes
from dragoman.diplomacy.speech import names
from dragoman.diplomacy.speech.blocks import Block, answers_alone, like_a_vote, only_votes, opening
from dragoman.diplomacy.speech.numbers import first_number, maimed
from dragoman.diplomacy.speech.reasons import parted
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Speaker, Unread
from dragoman.tongues.lexicon import words_of

WORDS = frozenset({"vote", "abstain", "propose", "withdraw_proposal"})
OFFICE_WORDS = frozenset({"rule", "refuse_proposal", "warn_draw", "declare_draw"})

EXAMPLES = {
    "vote": "vote yes on 3",
    "draw": "propose draw: England, France",
    "concession": "propose win: France",
    "ranking": "propose ranking: 1. France, 2. Russia/Turkey",
    "rule": "propose rule VI.4 = C",
    "withdraw_proposal": "withdraw proposal 3",
    "refuse_proposal": "gm refuse proposal 3 because …",
    "gm rule": "gm rule VI.2 = C: …",
}

CLAUSE = r"(?:[IVX]{1,4}\.\d{1,2}|F\.\d{1,2}|4\.[A-E]\.\d{1,2})(?:\.\w+)*"
_BETWEEN = re.compile(rf"\s{{0,20}}(?:[;,\n]|\b(?:and|ja|sekä)\b)\s{{0,20}}(?={CLAUSE}\s*(?:=|:|→|$))", re.IGNORECASE)
_CHANGE = re.compile(rf"({CLAUSE})\s*(?:=|:|→|\bto\b)?\s*(.*)", re.IGNORECASE | re.DOTALL)
_BEFORE_COLON = re.compile(r'((?:"[^"]*"|[^":])*):(?:\s+(.*)|$)', re.DOTALL)
_LISTED = re.compile(r"no\.?\s*\d", re.IGNORECASE)
"""`No. 3` may be a number as well as an answer."""
_SMALL = ("between", "along")
_PLACE = re.compile(r"(?:^|[\s,;])(\d{1,2})\s*[.):]?\s+")


def ballots(state: State, by: Speaker, block: Block) -> tuple[Command | Unread, ...]:
    """The commands that a block about votes is, or why it is none."""
    match block.entry:
        case "vote" | "abstain":
            return tuple(_votes(state, by, block))
        case "withdraw_proposal":
            number = _first_number(block.rest)
            return (WithdrawProposal(by, number) if number else _unread(block, "withdraw_proposal"),)
        case _:
            return (_proposal(state, by, block),)


def office(by: Speaker, block: Block) -> Command | Unread:
    """What the game master says of proposals, of the rules, and of a draw."""
    said, _, why = parted(block.rest.strip(" :"))
    match block.office:
        case "refuse_proposal":
            number = _first_number(said)
            reason = why or said[re.search(r"\d+", said).end() :].strip(" :,.") if number else ""  # type: ignore[union-attr]
            return RefuseProposal(by, number, reason) if number else _unread(block, "refuse_proposal")
        case "rule":
            if not why and (split := _BEFORE_COLON.fullmatch(said)):
                said, why = split[1].strip(), (split[2] or "").strip()
            changed = changes(said)
            return ChangeRules(by, changed, why) if changed else _unread(block, "gm rule")
        case "warn_draw":
            return WarnOfDraw(by, why or said)
        case _:
            return DeclareDraw(by, why or said)


def _unread(block: Block, example: str, word: str = "") -> Unread:
    word = word or block.rest.strip()
    return Unread("unreadable", block.line, block.number, word, block.line.find(word) + 1, (EXAMPLES[example],))


def _first_number(text: str) -> int:
    return first_number(text) or 0


# --- votes ---


def _votes(state: State, by: Speaker, block: Block) -> Iterator[CastVote | Unread]:
    """`vote yes on 3, 4`, `ääni 3 kyllä`, `abstain on 3`, `vote yes on 3, no on 4`: each number with its answer.

    A vote without a number is on the one proposal that is open; of several, or where it says more, it is asked back.
    """
    said = list(_said(block.rest))
    if block.entry == "abstain":
        said = ["abstain", *said]
    numbers = [each for each in said if isinstance(each, int)]
    answers = {each for each in said if isinstance(each, str)}
    asked = open_to(state, by)
    alone = len(answers) == 1 and only_votes(block.rest) and not answers_alone(block)
    if not numbers and alone and len(asked) == 1:
        yield CastVote(by, asked[0], answers.pop())
        return
    if (
        maimed(block.rest)
        or not _whole(said, numbers, answers)
        or not only_votes(block.rest)
        or _LISTED.match(block.line)
    ):
        yield _unanswered(block, answers, asked)
        return
    if isinstance(said[0], int):
        said.reverse()  # the answer stands behind its number
    answer = ""
    found: list[CastVote] = []
    for each in said:
        if isinstance(each, str):
            answer = each
        else:
            found.append(CastVote(by, each, answer))
    yield from sorted(found, key=lambda cast: numbers.index(cast.number))


def _whole(said: Sequence[int | str], numbers: Sequence[int], answers: Set[str]) -> bool:
    """Whether each number has its answer, and each only one."""
    if not numbers or not answers or len(numbers) != len(set(numbers)):
        return False
    runs = [each for at, each in enumerate(said) if at == 0 or isinstance(each, str) or isinstance(said[at - 1], str)]
    return isinstance(said[0], str) != isinstance(said[-1], str) and all(
        isinstance(one, str) != isinstance(two, str) for one, two in pairwise(runs)
    )


def open_to(state: State, by: Speaker) -> tuple[int, ...]:
    """The proposals on which somebody can vote now."""
    return tuple(
        number
        for number, vote in sorted(state.votes.items())
        if vote.open and not votes.sealed(state, vote) and by.seat in votes.asked(state, vote).voters
    )


def unread_votes(state: State, by: Speaker, prose: Iterable[str], text: str) -> Iterator[Unread]:
    """Lines that were passed over though they may be votes, while a proposal waits for this seat's."""
    asked = open_to(state, by)
    lines = text.split("\n")
    for line in prose if asked else ():
        if like_a_vote(line):
            number = next((at for at, each in enumerate(lines, 1) if line in each), 1)
            yield _unanswered(Block("vote", number, line.strip(), line), set(answers(line)), asked)


def answers(line: str) -> Iterator[str]:
    """The answers that a text gives, as they stand."""
    return (each for each in _said(line) if isinstance(each, str) and each)


def _unanswered(block: Block, answers: set[str], asked: tuple[int, ...]) -> Unread:
    """A vote that is not read, and how it is written for each of the first proposals that are open."""
    answer = next(iter(answers)) if len(answers) == 1 else "yes"
    examples = tuple(f"abstain on {n}" if answer == "abstain" else f"vote {answer} on {n}" for n in asked[:3])
    word = block.rest.strip() or block.line
    return Unread(
        "unreadable", block.line, block.number, word, block.line.find(word) + 1, examples or (EXAMPLES["vote"],)
    )


def _said(text: str) -> Iterator[int | str]:
    """The numbers and answers of a text. “For” behind another answer is no answer: “no for 3”."""
    before = False
    for word, _ in words_of(_RANGE.sub(_ranged, text)):
        if word.isdecimal():
            before = False
            yield int(word[:6])
        elif answer := names.meaning("answer", word):
            if not (before and word == "for"):
                yield answer
            before = True


_RANGE = re.compile(r"(?<![\w.])(\d{1,4})\s*(?:[-–—]|\b(?:to|through)\b)\s*(\d{1,4})(?![\w.]\w)", re.IGNORECASE)
"""`1-3`, `1 to 3`: the first number, the last, and all between them."""
LONGEST_RANGE = 50


def _ranged(found: re.Match[str]) -> str:
    """A range written out; one that runs backwards or is long has no meaning that is certain, and is left as a word."""
    first, last = int(found[1]), int(found[2])
    return " ".join(map(str, range(first, last + 1))) if first < last <= first + LONGEST_RANGE else "…range…"


# --- proposals ---


def _proposal(state: State, by: Speaker, block: Block) -> Command | Unread:
    text = "\n".join(part for part in (block.rest.strip(), block.body) if part)
    text = re.sub(r"^(?:a|an|the)\s+", "", text, flags=re.IGNORECASE)
    found = opening("within", text)
    if found is None:
        return _unread(block, "draw")
    what, rest = found[0], found[1].strip(" :\n")
    match what:
        case "draw":
            return _draw(state, by, block, rest)
        case "concession":
            named = _powers(state, block, rest)
            return _ending(by, block, "win", what, (named,) if not isinstance(named, Unread) else named)
        case "ranking":
            return _ending(by, block, "ranking", what, _places(state, block, rest))
        case "rule":
            changed = changes(rest)
            return ProposeRules(by, changed) if changed else _unread(block, "rule")
        case _:
            return _unread(block, "draw")


def _draw(state: State, by: Speaker, block: Block, rest: str) -> ProposeEnding | Unread:
    """Of those named, or of all who remain; “a draw with France” is the writer's and France's (IX.2)."""
    if not _bare(rest) or names.meaning("sharing", _bare(rest)) == "all":
        return ProposeEnding(by, "draw")
    named = _powers(state, block, rest, state.speaks_for(by.seat))
    if isinstance(named, Unread):
        return named
    own = state.speaks_for(by.seat)
    if own and _along(rest):
        named = tuple(dict.fromkeys((own, *named)))
    return _ending(by, block, "draw", "draw", (named,))


def _along(text: str) -> bool:
    """Whether a list names whom its writer would share with: `with France`, `Ranskan kanssa`."""
    words = text.strip(" \t:.,!").split()
    return bool(words) and "along" in (names.meaning("sharing", words[0]), names.meaning("sharing", words[-1]))


def _ending(
    by: Speaker, block: Block, form: str, example: str, places: tuple[tuple[str, ...], ...] | Unread
) -> ProposeEnding | Unread:
    if isinstance(places, Unread):
        return places
    return ProposeEnding(by, form, places) if places and all(places) else _unread(block, example)


def _powers(state: State, block: Block, text: str, own: str = "") -> tuple[str, ...] | Unread:
    """The powers that a list names, each once, or the first that names none. `own` is whom “me” names."""
    found: list[str] = []
    for part in names.parts(text):
        power = names.power(state.chart, _bare(part))
        if power is None and own and names.meaning("sharing", _bare(part)) == "self":
            power = own
        if power is None:
            near = names.near_powers(state.chart, _bare(part))
            return Unread("unknown-power", block.line, block.number, part, block.line.find(part) + 1, near)
        found.append(power)
    return tuple(dict.fromkeys(found))


def _bare(text: str) -> str:
    """A name without the small words around it."""
    words = text.strip(" \t:.,").split()
    while words and names.meaning("sharing", words[0]) in _SMALL:
        words = words[1:]
    while words and names.meaning("sharing", words[-1]) in _SMALL:
        words = words[:-1]
    return " ".join(words)


def _places(state: State, block: Block, text: str) -> tuple[tuple[str, ...], ...] | Unread:
    """`1. France, 2. Russia/Turkey`: places in the order of their numbers. Whoever stands apart under one number shares
    the place."""
    pieces = _PLACE.split(f" {text}")
    if len(pieces) < 3 or pieces[0].strip(" ,;:"):
        return _unread(block, "ranking")
    by_place: dict[int, tuple[str, ...]] = {}
    for number, listed in zip(pieces[1::2], pieces[2::2], strict=True):
        named = _powers(state, block, listed)
        if isinstance(named, Unread):
            return named
        by_place[int(number)] = (*by_place.get(int(number), ()), *named)
    return tuple(by_place[number] for number in sorted(by_place))


def changes(text: str) -> tuple[tuple[str, str], ...]:
    """`VI.4 = C; VI.2 = B`, or `VI.4.C`: clauses with the choice for each; none if any of it cannot be read."""
    found: list[tuple[str, str]] = []
    for part in _BETWEEN.split(text.strip(" .\n")):
        change = _CHANGE.fullmatch(part.strip(" .\n"))
        if change is None:
            return ()
        clause, choice = change[1], change[2].strip()
        if not choice and clause.count(".") > 1:
            clause, _, choice = clause.rpartition(".")
        if not choice:
            return ()
        found.append((_canonical(clause), choice))
    return tuple(found)


def _canonical(clause: str) -> str:
    """The number as the sheet writes it: `f.16.SILENCE` is `F.16.silence`."""
    head, *rest = clause.split(".")
    tail = [piece.upper() if head == "4" and index == 0 else piece.lower() for index, piece in enumerate(rest)]
    return ".".join([head.upper(), *tail])

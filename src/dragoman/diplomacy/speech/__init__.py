"""What a letter says: orders, the status of the set, press, questions, wishes and the game master's words, in any
language that is understood, in any order and any number. Nothing here fails, whatever the text.

A good line is never lost for a bad one beside it. What is prose is passed over; what is neither is told as not read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import datetime

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.commands import ClearOrders, Command, MarkStatus, ProposeRules, Resign, SubmitOrders
from dragoman.diplomacy.decide import misplaced
from dragoman.diplomacy.decide.orders import wrong_phase
from dragoman.diplomacy.democracy.settings import voted
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.speech import (
    ballots,
    bids,
    changes,
    conduct,
    corrections,
    displacing,
    foretold,
    incomplete,
    names,
    nearly,
    proposals,
    signatures,
    statuses,
    swallowed,
    time,
    whole,
)
from dragoman.diplomacy.speech.blocks import PRESS, UNKNOWN, Block, alone, answers_alone, asks, cut, opening
from dragoman.diplomacy.speech.office import office
from dragoman.diplomacy.speech.openly import given
from dragoman.diplomacy.speech.players import PLAYERS_WORDS, players_office
from dragoman.diplomacy.speech.press import OFFICE_WORDS, press_office
from dragoman.diplomacy.speech.proxies import proxy
from dragoman.diplomacy.speech.sets import Orders, Written, orders
from dragoman.diplomacy.speech.wishes import wish
from dragoman.diplomacy.state import Stage, State
from dragoman.game.directions import unmarked
from dragoman.game.protocol import Reading, Speaker, Unread
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import GM
from dragoman.tongues import asides, courtesies
from dragoman.tongues.lexicon import LANGUAGES, denied, lexicon, status, unsettled, words_of

LONGEST = 100_000
"""Characters of a letter that are read at all."""

MOST_LINES = 2_000

OFFICE_EXAMPLES = ("gm preview", "gm deadline 5 March 20:00", "gm pause")


def read(state: State, speaker: Speaker, subject: str, text: str, now: datetime) -> Reading:
    """Understand a letter, already stripped of quotations and signature. `subject` may name the game, the phase and the
    status of the set."""
    if len(text) > LONGEST or text.count("\n") > MOST_LINES:
        return Reading(unread=(Unread("too-long", subject, word=f"{LONGEST}"),))
    blocks, rest = cut(unmarked(text))
    blocks, rest = _unlisted(state, unmarked(text), blocks, rest)
    unknown = tuple(block for block in blocks if block.office == UNKNOWN)
    if speaker.seat != GM:  # with anybody else it is a word to the game master, and prose
        blocks = tuple(block for block in blocks if block not in unknown)
    mere = tuple(block for block in blocks if answers_alone(block) and not proposals.open_to(state, speaker))
    blocks = tuple(block for block in blocks if block not in mere)
    openly = any(block.entry == "public" for block in blocks)
    named = names.phase(state, subject) if state.stage is Stage.RUNNING else None
    public = given(state, speaker, named, blocks, rest)
    blocks, rest, openly = public.blocks, public.rest, openly or public.openly
    said = [(block, each) for block in blocks for each in _wholly(state, speaker, block, now)]
    sent = [block for block, each in said if not isinstance(each, Unread | Refusal | asides.Aside)]
    asked, rest = changes.cut(state, _power(state, speaker), named, rest)
    found = orders(state, _power(state, speaker), named, rest)
    commands = [
        (block.number, _at(named, each))
        for block, each in said
        if not isinstance(each, Unread | Refusal | asides.Aside)
    ]
    sets, refused = _sets(state, speaker, subject, named, rest, found)
    alone = not (found.sets or found.refused or found.unread)
    amended, unchanged = changes.changed(state, speaker, named, asked, alone)
    sets = (*amended, *sets)
    if openly:
        sets, refused = _in_public(state, speaker, sets, refused)
    headless = {line for line in found.ignored if _headless(state, line)}
    heard = {each.line.strip() for each in statuses.given(rest)} if sets else set()
    told = (*proposals.unread_votes(state, speaker, found.ignored, rest), *_without_head(headless, rest))
    signed = signatures.of(found.unread, rest)
    sets, not_final = incomplete.kept_open(state, sets, bool(set(found.unread) - signed))
    reading = Reading(
        commands=ballots.joined(_in_order(commands, sets, found.last)),
        unread=_by_line(
            (*(each for _, each in said if isinstance(each, Unread)), *(set(found.unread) - signed), *told, *unchanged)
        ),
        refused=(*(each for _, each in said if isinstance(each, Refusal)), *found.refused, *refused),
        ignored=(
            *(line for line in found.ignored if line.strip() not in {*heard, *(each.text for each in told)}),
            *(each.text for each in found.unread if each in signed),
            *(each.text for _, each in said if isinstance(each, asides.Aside)),
            *(block.line for block in (*unknown, *mere) if block not in blocks),
        ),
        remarks=(
            *displacing.remarks(state, _power(state, speaker), (*sets, *(each for _, each in commands)), now),
            *foretold.remarks(state, sets),
            *(public.remarks or swallowed.remarks(state, _power(state, speaker), blocks, sent)),
            *not_final,
        ),
    )
    return _or_near(state, speaker, reading, rest)


def _or_near(state: State, speaker: Speaker, reading: Reading, text: str) -> Reading:
    """Of a player's letter that says nothing else, the lines that come near a command."""
    if not _power(state, speaker) or reading.commands or reading.unread or reading.refused:
        return reading
    near = tuple(nearly.meant(reading.ignored, text))
    told = {each.text for each in near}
    return replace(reading, unread=near, ignored=tuple(each for each in reading.ignored if each.strip() not in told))


Said = Command | Unread | Refusal


def _wholly(state: State, speaker: Speaker, block: Block, now: datetime) -> Iterator[Said | asides.Aside]:
    """What a block says, where no word on its line would be passed over but an aside behind it."""
    for each in whole.severally(state, block):
        said = _said(state, speaker, each, now)
        does = _does(state, said)
        if not does and (rest := courtesies.trimmed(each.rest)) != each.rest:
            plain = replace(each, rest=rest)
            again = _said(state, speaker, plain, now)
            does, said, each = (True, again, plain) if _does(state, again) else (False, said, each)
        left = whole.surplus(state, each, now) if does else None
        beside = alone(each.entry) and not courtesies.bare(each.rest)
        if not does or left is not None or beside:
            yield from _before_aside(state, speaker, each, now) or ((left,) if left is not None else said)
        else:
            yield from said


def _before_aside(state: State, speaker: Speaker, block: Block, now: datetime) -> tuple[Said | asides.Aside, ...]:
    """What a block says before an aside behind it, with the aside; nothing where there is none, or where it could
    change what is said."""
    if asks(block):
        return ()
    for head, aside in asides.behind(
        block.entry, block.rest, lambda word: _is_listed(state, block, word), _answer(block)
    ):
        plain = replace(block, rest=head)
        said = _said(state, speaker, plain, now)
        if _does(state, said) and whole.surplus(state, plain, now) is None:
            return *said, aside
    return ()


def _is_listed(state: State, block: Block, word: str) -> bool:
    """Whether a word behind a command may be one of the powers that it is about."""
    return not alone(block.entry) and names.power(state.chart, word) is not None


def _answer(block: Block) -> str:
    """The one answer that a vote gives before anything else is said."""
    if block.entry == "abstain":
        return "abstain"
    return next(iter(proposals.answers(block.rest)), "") if block.entry == "vote" else ""


def _does(state: State, said: Iterable[Said]) -> bool:
    return any(not isinstance(each, Unread | Refusal) and not _cannot_be(state, each) for each in said)


def _cannot_be(state: State, command: Command) -> bool:
    """Whether a proposal names a choice that its clause has not: words behind it may have been read as a part of it."""
    return isinstance(command, ProposeRules) and not isinstance(state.sheet.overlaid(command.changes), Sheet)


def _said(state: State, speaker: Speaker, block: Block, now: datetime) -> tuple[Command | Unread | Refusal, ...]:
    if asks(block):
        return (Unread("asked", block.line, block.number, "?", block.line.rfind("?") + 1),)
    if block.office == UNKNOWN:
        word = next(iter(block.rest.split()), "")
        return (Unread("unreadable", block.line, block.number, word, block.line.find(word) + 1, OFFICE_EXAMPLES),)
    if block.entry == "ballot" and not voted(state.sheet):
        return ballots.ballot(state, speaker, block)
    if block.entry in proposals.WORDS:
        return proposals.ballots(state, speaker, block)
    if block.entry == "gm" and block.office in proposals.OFFICE_WORDS:
        return (proposals.office(speaker, block),)
    if block.entry in time.WORDS:
        return (time.wish(state, speaker, block, now),)
    if block.entry == "gm" and block.office in time.OFFICE:
        return (time.office(state, speaker, block, now),)
    if block.entry == "gm" and block.office == "accept" and (late := time.accept_late(state, speaker, block)):
        return (late,)
    if block.entry == "gm" and block.office in OFFICE_WORDS:
        return (press_office(speaker, block),)
    if block.entry == "gm" and block.office in PLAYERS_WORDS:
        return (players_office(state, speaker, block, now),)
    if block.entry == "gm" and block.office in corrections.OFFICE_WORDS:
        return (corrections.correction_office(state, speaker, block),)
    if block.entry == "gm" and block.office in conduct.OFFICE_WORDS:
        return (conduct.conduct_office(state, speaker, block),)
    if block.entry == "gm":
        return office(state, speaker, block, now)
    if block.entry in ballots.ENTRIES:
        return ballots.ballot(state, speaker, block)
    if block.entry in bids.ENTRIES:
        return bids.bids(state, speaker, block)
    if block.entry == "proxy":
        return proxy(state, speaker, block)
    if block.entry == "public":
        return ()
    return (wish(state, speaker, block, now),)


def _headless(state: State, line: str) -> bool:
    """Whether a line begins as press does, and names who is to read it, but has no colon: it was sent to nobody."""
    found = opening("command", line)
    if found is None or found[0] not in PRESS or len(words_of(line)) < 3:
        return False
    to = opening("within", found[1])
    named = to[1] if to is not None and to[0] == "to" else found[1]
    word = next(iter(named.split()), "").strip(",.")
    return names.power(state.chart, word) is not None or names.meaning("audience", word) is not None


def _without_head(lines: Iterable[str], text: str) -> Iterator[Unread]:
    told = {each.strip() for each in lines}
    for number, line in enumerate(text.split("\n") if told else (), 1):
        if line.strip() in told:
            yield Unread("incomplete", line.strip(), number, "", 0, ("press to France: …",))


def _unlisted(state: State, text: str, blocks: tuple[Block, ...], rest: str) -> tuple[tuple[Block, ...], str]:
    """The blocks and the rest of a letter, where what stands below a ballot and is no choice of it goes to the rest: an
    order, a farewell, a word to somebody. Where builds are not voted on, that is all that gives nothing any votes."""
    lines, found = text.replace("\r\n", "\n").replace("\r", "\n").split("\n"), rest.split("\n")
    kept: list[Block] = []
    for block in blocks:
        body = block.body.split("\n")
        start = next((at for at in range(block.number, len(lines)) if lines[at : at + len(body)] == body), len(lines))
        if block.entry == "ballot" and start < len(lines):
            chosen = [_votes(state, line) for line in body]
            for at, line in enumerate(body):
                found[start + at] = found[start + at] if chosen[at] else line
            mine = (line if votes else "" for line, votes in zip(body, chosen, strict=True))
            block = replace(block, body="\n".join(mine))
        kept.append(block)
    return tuple(kept), "\n".join(found)


def _votes(state: State, line: str) -> bool:
    """Whether a line below a ballot is one of it: it gives votes, or names a choice without them."""
    return bool(_VOTES.search(line)) or (voted(state.sheet) and ballots.chooses(state, line))


_VOTES = re.compile(r"(?<![\w/])\d{1,9}(?![\w/])")


def _at(named: Phase | None, command: Command) -> Command:
    """Taking back is for the phase that the subject names."""
    return replace(command, phase=named) if isinstance(command, ClearOrders) and named is not None else command


def _power(state: State, speaker: Speaker) -> str:
    return state.speaks_for(speaker.seat)


def _by_line(unread: Iterable[Unread]) -> tuple[Unread, ...]:
    return tuple(sorted(unread, key=lambda each: (each.line, each.column)))


def _in_order(
    commands: list[tuple[int, Command]], sets: tuple[SubmitOrders | MarkStatus, ...], last: int
) -> tuple[Command, ...]:
    """The letter's commands as they stand, but the orders after the others: they may end the phase. Only taking back
    keeps its place before or behind the orders; whoever gives up the seat says everything else before it."""
    commands = sorted(commands, key=lambda each: isinstance(each[1], Resign))
    if not sets:
        return tuple(command for _, command in commands)
    late = [
        command
        for number, command in commands
        if isinstance(command, Resign) or (isinstance(command, ClearOrders) and number > last > 0)
    ]
    return (*(command for _, command in commands if command not in late), *sets, *late)


# --- the sets, and their status ---


def _sets(
    state: State, speaker: Speaker, subject: str, named: Phase | None, rest: str, found: Orders
) -> tuple[tuple[SubmitOrders | MarkStatus, ...], tuple[Refusal, ...]]:
    """The sets of orders, those for the current phase last, or only a status for what is on file; and refusals."""
    each_its_own = statuses.given(rest)
    said = status(rest)
    lasting = said == "perpetual" or found.status == "perpetual" or _says(rest, "perpetual")
    final = False if said is None and _denied(rest) else _final(said if said != "perpetual" else _other(rest))
    refused = (_not_perpetual(),) if lasting and state.sheet.letter("II.4") != "B" else ()
    lasting = lasting and not refused
    if found.sets:
        final = final if final is not None else _final(status(subject))
        return tuple(
            _submitted(speaker, each, statuses.of(each.phase, each_its_own, final), lasting) for each in found.sets
        ), refused
    if lasting and named in (None, state.phase) and not any(each.code == misplaced.CODE for each in found.refused):
        return _made_perpetual(state, speaker, final), refused
    if each_its_own and (marked := _marked(state, speaker, each_its_own)):
        return marked, refused
    if final is None or not (_about_the_set(rest, found.status) or _takes_back(state, speaker, rest)):
        return (), refused
    if any(each.code == misplaced.CODE for each in found.refused):
        return (), (*refused, _status_alone())
    wrong = wrong_phase(state, named)
    return ((), (*refused, wrong)) if wrong else ((MarkStatus(speaker, final, named or state.phase),), refused)


def _marked(state: State, speaker: Speaker, those: tuple[statuses.Given, ...]) -> tuple[MarkStatus, ...]:
    """The status of each phase for which something is on file, and is named; the current one last."""
    power = _power(state, speaker)
    on_file = [phase for phase in state.open_phases() if state.received(power, phase)]
    said = [(phase, statuses.of(phase, those)) for phase in reversed(on_file)]
    return tuple(MarkStatus(speaker, final, phase) for phase, final in said if final is not None)


def _takes_back(state: State, speaker: Speaker, rest: str) -> bool:
    """Whether a letter says of a set that was called final that it is not, in a sentence that speaks of nothing else:
    whoever is in doubt keeps the right to think again."""
    return state.marks.get(_power(state, speaker), False) and any(unsettled(each) for each in _sentences(rest))


def _submitted(speaker: Speaker, written: Written, final: bool | None, lasting: bool) -> SubmitOrders:
    perpetual = lasting and not written.giver
    return SubmitOrders(
        speaker, written.lines, written.phase, final, "letter", written.giver, written.choices, perpetual
    )


def _in_public(
    state: State, speaker: Speaker, sets: tuple[SubmitOrders | MarkStatus, ...], refused: tuple[Refusal, ...]
) -> tuple[tuple[SubmitOrders | MarkStatus, ...], tuple[Refusal, ...]]:
    """The set for the current phase is given in public, where that is asked for; else it counts as any other, since it
    has come to the game master, and that it was not shown to anybody is told (II.6.A)."""
    if speaker.seat not in state.asked:
        text = say("No public orders are asked of you: what you sent was shown to nobody.")
        return sets, (*refused, Refusal("not-asked", text, f"II.6.{state.sheet.letter('II.6')}"))
    openly = tuple(
        replace(each, public=True)
        if isinstance(each, SubmitOrders) and each.phase == state.phase and not each.giver
        else each
        for each in sets
    )
    return openly, refused


def _made_perpetual(state: State, speaker: Speaker, final: bool | None) -> tuple[SubmitOrders, ...]:
    """“Perpetual” by itself is for the set on file."""
    power = _power(state, speaker)
    if power not in state.sets:
        return ()
    final = final if final is not None else state.marks.get(power)
    return (SubmitOrders(speaker, state.on_file(power), state.phase, final, "letter", perpetual=True),)


def _status_alone() -> Refusal:
    """A status that was meant for orders of which none was taken is for no other set."""
    return Refusal("status-alone", say("Since none of these orders was taken, your set was not marked either."))


def _not_perpetual() -> Refusal:
    text = say("Perpetual sets are not taken in this game: the orders count for one phase alone.")
    return Refusal("no-perpetual", text, "II.4.A")


def _says(rest: str, wanted: str) -> bool:
    """Whether any clause of a letter gives the set that status."""
    return any(status(each) == wanted for sentence in _sentences(rest) for each in _CLAUSES.split(sentence))


def _other(rest: str) -> str | None:
    """What a letter calls the set besides perpetual."""
    found = [status(each) for sentence in _sentences(rest) for each in _CLAUSES.split(sentence)]
    return next((each for each in reversed(found) if each not in (None, "perpetual")), None)


def _denied(rest: str) -> bool:
    """“Do not treat them as final” is as good as “preliminary”, where no other sentence calls the set final."""
    return denied(rest)


def _final(said: str | None) -> bool | None:
    return {"final": True, "preliminary": False}.get(said or "")


def _about_the_set(rest: str, heading: str) -> bool:
    """Whether a letter without orders speaks of the set on file, not merely with such a word in a sentence: the word
    stands alone, or beside a word for orders, in what is no question."""
    return bool(heading) or any(_speaks_of_orders(sentence) for sentence in _sentences(rest))


def _speaks_of_orders(sentence: str) -> bool:
    if status(sentence) is None or "?" in sentence:
        return False
    words = [word for word, _ in words_of(sentence)]
    return len(words) == 1 or any(word in _SET for word in words)


def _sentences(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        yield from line.replace("!", ".").split(".")


_CLAUSES = re.compile(r"[,;:/&]|\b(?:and|ja|sekä)\b", re.IGNORECASE)

_SET = frozenset(
    word
    for lang in LANGUAGES
    for writing in (*lexicon(lang).entries("phase")["Movement"], "order", "orders", "set", "siirtoni", "siirrot")
    for word, _ in words_of(writing)
    if word != "phase"
)

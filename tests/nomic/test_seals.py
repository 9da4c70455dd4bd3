"""Proposals and votes are sealed when they come, and opened when the game is over: every seal that was told stands in
the proof, and whatever is changed in it, if only in one byte, is found and named."""

from __future__ import annotations

import random
from dataclasses import replace
from datetime import UTC, timedelta
from functools import cache
from pathlib import Path

from tests.nomic.tables import START, Table, speaker

from dragoman.ballots.seals import Opening, holds, seal
from dragoman.game.seats import Seat
from dragoman.keeper.performance import Performance, play
from dragoman.nomic import commands as c
from dragoman.nomic import seals
from dragoman.nomic.events.recorded import Change
from dragoman.nomic.game import NOMIC
from dragoman.nomic.state import Cast, RegulationVote, Stage
from dragoman.referee import proof
from dragoman.referee.proof import Proof
from dragoman.referee.record import Unreadable

GAME = Path(__file__).parent.parent / "cases" / "nomic" / "whole_game.toml"


@cache
def over() -> Performance:
    return play(GAME)


@cache
def made() -> Proof:
    game, entries = over().ledger.record(over().script.name)
    found = proof.proof(over().script.name, game, entries, NOMIC, over().state)
    assert found is not None
    return found


def seals_in(text: str) -> set[str]:
    return set(proof.SEAL.findall(text))


# --- what is told ---


def test_every_seal_that_was_told_stands_in_the_proof() -> None:
    assert proof.faults(made()) == ()
    told = [sent.words.text for sent in over().sent]
    assert [proof.unknown(made(), text) for text in told if proof.unknown(made(), text)] == []
    published = {opening.seal for opening in made().openings}
    assert published <= {each for text in told for each in seals_in(text)}, "each seal was told to somebody"
    assert {opening.form for opening in made().openings} == {seals.PROPOSED, seals.VOTED}


def test_votes_and_proposals_are_answered_with_a_seal_that_is_published_when_they_are_counted() -> None:
    table = Table(gm="Gus")
    table.does(c.Post(speaker("Ann"), Change("enact", text="Everybody is polite.")))
    proposed = NOMIC.sight(table.state, Seat("Bob")).proposal(323).seal
    assert seals_in(receipt(table, "Ann", "propose: Everybody is kind.")) == set(), "it is refused"
    table.until(49)
    told = seals_in(receipt(table, "Bob", "vote against 323"))
    assert told == {NOMIC.sight(table.state, Seat("Bob")).proposal(323).your_seal}
    for seat in (None, Seat("Ann"), Seat("gm")):
        view = NOMIC.sight(table.state, seat).proposal(323)
        assert (view.your_seal, view.seals) == ("", ())
    before = table.state
    first = len(table.events)
    table.votes(323, fors=("Ann", "Cid", "Dee", "Eve"))
    notices = NOMIC.tell(before, tuple(table.events[first:]), table.state)
    for notice in notices:
        assert told < seals_in(words(notice))
    assert dict(NOMIC.sight(table.state, None).proposal(323).seals).keys() == set(table.state.playing)
    table.does(c.End(speaker("gm", "Gus"), "it is late"))
    opened = {opening.seal: opening.sent for opening in seals.openings(table.state) or () if holds(opening)}
    assert opened[told.pop()] == "against"
    assert "Everybody is polite." in opened[proposed]


def receipt(table: Table, seat: str, text: str) -> str:
    """What is answered to a letter."""
    reading = NOMIC.read(table.state, speaker(seat), "", text, table.now)
    heard = tuple(command for command in reading.commands if isinstance(table.does(command), tuple))
    return words(NOMIC.receipt(table.state, speaker(seat), heard, reading, (), table.now))


def words(notice: object) -> str:
    return NOMIC.words(notice, "en", UTC).text  # type: ignore[arg-type]


def test_a_vote_that_never_became_complete_stays_closed() -> None:
    table = Table(gm="Gus")
    table.does(c.Post(speaker("Ann"), Change("enact", text="Everybody is polite.")))
    table.until(49)
    table.votes(323, against=("Bob",))
    assert seals.openings(table.state) is None, "the game goes on"
    table.does(c.End(speaker("gm", "Gus"), "it is late"))
    (proposed, voted) = seals.openings(table.state) or ()
    assert holds(proposed)
    assert (voted.whom, voted.sent, voted.salt) == ("Bob", "", "")
    assert voted.seal == NOMIC.sight(table.state, Seat("Bob")).proposal(323).your_seal


def test_two_votes_on_one_regulation_have_seals_of_their_own() -> None:
    change, state = Change("amend", "R1", text="It is Tuesday."), Table().state
    casts = (Cast("Bob", "for", START), Cast("Bob", "against", START))
    votes = [RegulationVote("R1", "Ann", START + timedelta(days=n), change, ("Bob",), casts, START) for n in (0, 9)]
    found = seals.openings(replace(state, stage=Stage.OVER, regulation_votes=tuple(votes))) or ()
    assert len({opening.seal for opening in found}) == len(found) == 6
    assert all(map(holds, found))


# --- what is changed afterwards ---


def test_a_vote_changed_after_it_was_sealed_is_found_and_named() -> None:
    at, opening = next((n, each) for n, each in enumerate(made().openings) if each.form == seals.VOTED)
    other = "against" if opening.sent == "for" else "for"
    (fault,) = proof.faults(_with(at, replace(opening, sent=other)))
    assert dict(fault.args) == {"whom": opening.whom, "about": opening.about}
    salt = bytes.fromhex(opening.salt)
    anew = replace(opening, sent=other, seal=seal(opening.form, opening.about, opening.whom, other, salt))
    forged = _with(at, anew)
    assert proof.faults(forged) == (), "the host made a seal anew"
    assert opening.seal in {each for sent in over().sent for each in proof.unknown(forged, sent.words.text)}


def _with(at: int, opening: Opening) -> Proof:
    return replace(made(), openings=(*made().openings[:at], opening, *made().openings[at + 1 :]))


def test_one_altered_byte_is_found_and_named(depth: str) -> None:
    """Of the first line, of an event and of an opening every byte; of all others some, by chance, and at full depth
    every one."""
    lines = list(proof.write(made()))
    chance = random.Random(7)
    assert all(opening.salt for opening in made().openings)
    whole = {0, len(made().links) // 2, len(lines) - 1}
    for number, line in enumerate(lines):
        every = range(len(line) - 1)
        for at in every if depth == "full" or number in whole else chance.sample(every, 1):
            altered = line[:at] + bytes([line[at] ^ chance.choice((1, 2, 16, 32))]) + line[at + 1 :]
            assert _named([*lines[:number], altered, *lines[number + 1 :]], number), altered


def _named(lines: list[bytes], number: int) -> bool:
    """Whether it is found where an altered line stands: by the line, the event, or whose seal does not fit."""
    try:
        read = proof.read(lines)
    except Unreadable as fault:
        counts = number == 0 and fault.says.text.startswith("The file is not whole")  # the altered line tells how many
        return counts or fault.line == number + 1
    said = [dict(fault.args) for fault in proof.faults(read)]
    if number <= len(made().links):
        return bool(said) and int(str(said[0].get("n", 1))) in (max(1, number), number + 1)
    opening = read.openings[number - 1 - len(made().links)]
    return {"whom": opening.whom, "about": opening.about} in said


def test_an_older_form_in_the_heading_hides_no_broken_chain() -> None:
    assert [fault.text for fault in proof.faults(replace(made(), form=1))] == [
        "Its first line names an older form of the chain than its events are sealed in."
    ]

"""The proof of a game: what was told of seals stands in it, whatever was changed afterwards is found, and what was
between others stays closed."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from pathlib import Path

import msgspec
import pytest

from dragoman.ballots.seals import Opening, holds
from dragoman.diplomacy.game import Diplomacy
from dragoman.keeper.performance import Performance, play
from dragoman.referee import proof
from dragoman.referee.chain import FORM, digest, follow, form_of, origin
from dragoman.referee.proof import Proof
from dragoman.referee.record import Heading, Unreadable

GAMES = Path(__file__).parent.parent / "cases" / "games"


@cache
def over() -> Performance:
    return play(GAMES / "eighteen_centres.toml")


@cache
def made() -> Proof:
    return of(over())


def of(played: Performance) -> Proof:
    game, entries = played.ledger.record(played.script.name)
    found = proof.proof(played.script.name, game, entries, Diplomacy(), played.state)
    assert found is not None
    return found


def letters() -> list[str]:
    return [sent.words.text for sent in over().sent]


def test_what_is_read_back_is_what_was_written() -> None:
    assert proof.read(proof.write(made())) == made()
    assert proof.is_proof(next(proof.write(made())))


def test_a_sound_proof_has_no_fault_and_knows_every_seal_that_was_told() -> None:
    assert proof.faults(made()) == ()
    told = {seal for text in letters() for seal in proof.SEAL.findall(text)}
    published = {opening.seal for opening in made().openings}
    assert published & told == published
    results = [sent.words.text for sent in over().sent if sent.kind == "results"]
    assert [seal for text in results for seal in proof.unknown(made(), text)] == []


def test_no_proof_is_made_while_the_game_goes_on() -> None:
    played = play(GAMES / "a_year.toml")
    game, entries = played.ledger.record(played.script.name)
    assert proof.proof(played.script.name, game, entries, Diplomacy(), played.state) is None


def test_orders_changed_after_they_were_sealed_are_found() -> None:
    """The host lets Austria have moved elsewhere, and makes everything else fit that it can."""
    for at, opening in enumerate(made().openings):
        changed = replace(opening, sent=opening.sent.replace("[[", '[["A VIE - TYR",', 1))
        forged = replace(made(), openings=(*made().openings[:at], changed, *made().openings[at + 1 :]))
        assert len(proof.faults(forged)) == 1
        resealed = replace(changed, seal="0" * 64)
        forged = replace(made(), openings=(*made().openings[:at], resealed, *made().openings[at + 1 :]))
        assert len(proof.faults(forged)) == 1


def test_a_seal_made_anew_for_other_orders_is_missed_in_the_letters() -> None:
    from dragoman.ballots.seals import seal

    first = made().openings[0]
    other = first.sent.replace("[[", '[["A VIE - TYR",', 1)
    anew = replace(first, sent=other, seal=seal(first.form, first.about, first.whom, other, bytes.fromhex(first.salt)))
    forged = replace(made(), openings=(anew, *made().openings[1:]))
    assert proof.faults(forged) == ()
    assert first.seal in {seal for text in letters() for seal in proof.unknown(forged, text)}


def test_an_event_changed_in_the_chain_is_found() -> None:
    for at, link in enumerate(made().links):
        changed = proof.Link(link.n, "00" * 32, link.seal)
        forged = replace(made(), links=(*made().links[:at], changed, *made().links[at + 1 :]))
        assert len(proof.faults(forged)) == 1


def test_what_was_between_others_stays_closed() -> None:
    """Neither press nor who a person is, nor the seed from which the salts of ballots come, stands in a proof."""
    played = play(GAMES / "press_white_grey_and_black.toml")
    whole = b"".join(proof.write(of(played))).decode()
    _, entries = played.ledger.record(played.script.name)
    for entry in entries:
        event = json.loads(entry.data)
        assert entry.salt.hex() not in whole
        for word in (event.get("person"), event.get("text"), event.get("seed")):
            assert not word or len(str(word)) < 4 or str(word) not in whole


@pytest.mark.parametrize(
    ("lines", "line"),
    [([], 1), ([b"{}\n"], 1), ([b'{"dragoman":"proof","format":9,"table":"x","game":"y"}\n'], 1),
     ([b'{"dragoman":"proof","format":2,"table":"x","game":"y"}\n', b'{"n":"x"}\n'], 2),
     ([b'{"dragoman":"proof","format":2,"table":"x","game":"y"}\n', b'{"opens":7}\n'], 2)],
)  # fmt: skip
def test_what_is_no_proof_is_refused_with_its_line(lines: list[bytes], line: int) -> None:
    with pytest.raises(Unreadable) as refused:
        proof.read(lines)
    assert refused.value.line == line


def test_a_proof_that_was_cut_is_not_taken_for_whole() -> None:
    lines = list(proof.write(made()))
    for kept in range(1, len(lines)):
        with pytest.raises(Unreadable):
            proof.read(lines[:kept])
    older = [msgspec.json.encode(Heading(proof.KIND, made().form, made().table, made().game)) + b"\n", *lines[1:]]
    assert proof.read(older) == made()


def test_a_salt_that_is_no_number_opens_nothing() -> None:
    assert not holds(Opening("a", "b", "c", "d", "xy", "0" * 64))


def test_an_older_chain_is_still_followed() -> None:
    """Records of form 1 were sealed over salt, moment and event at once; they verify, and grow in their own form."""
    _, entries = over().ledger.record(over().script.name)
    old = follow(origin("kalmar", "diplomacy", 1), 0, entries[0].at, [(e.salt, e.data) for e in entries[:3]], 1)
    assert form_of("kalmar", "diplomacy", old) == 1
    new = follow(origin("kalmar", "diplomacy"), 0, entries[0].at, [(e.salt, e.data) for e in entries[:3]])
    assert form_of("kalmar", "diplomacy", new) == FORM
    assert digest(new[0].salt, new[0].at, new[0].data) != new[0].seal

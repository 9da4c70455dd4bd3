"""Whoever kept their letters finds every seal in them again: replaced sets, ballots, orders that nobody ruled upon; and
sees it where a host changed what was sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import timedelta
from email.utils import format_datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from dragoman.cli import main
from dragoman.diplomacy.game import Diplomacy
from dragoman.diplomacy.state import Stage
from dragoman.game.changing import replace
from dragoman.keeper.performance import Performance, Sent, play
from dragoman.referee import proof
from dragoman.referee.chain import Entry, follow, origin
from dragoman.referee.proof import Proof
from dragoman.referee.table import fold

GAMES = Path(__file__).parent.parent / "cases" / "games"
SAMPLE = ("suomeksi", "votes_on_the_end", "democracy_suomeksi", "time_late")


def proved(played: Performance, entries: Sequence[Entry] | None = None) -> Proof:
    """The proof as it were if the game had ended there."""
    game, recorded = played.ledger.record(played.script.name)
    entries, rules = entries or recorded, Diplomacy()
    state = fold(rules, (rules.decode_event(each.data) for each in entries))
    made = proof.proof(played.script.name, game, entries, rules, replace(state, stage=Stage.OVER))
    assert made is not None
    assert not proof.faults(made)
    return made


def strange(made: Proof, sent: Sequence[Sent]) -> Iterator[tuple[str, str]]:
    for each in sent:
        yield from ((each.kind, seal) for seal in proof.unknown(made, each.words.text))
        yield from ((each.kind, seal) for seal in proof.unmade(made, each.words.text))


def test_every_letter_of_every_game_agrees(depth: str) -> None:
    names = sorted(path.stem for path in GAMES.glob("*.toml")) if depth == "full" else SAMPLE
    for name in names:
        played = play(GAMES / f"{name}.toml")
        assert played.sent
        assert not list(strange(proved(played), played.sent)), name


@pytest.fixture(scope="module")
def thought_again() -> Performance:
    return play(GAMES / "sealed_and_thought_again.toml")


def verify(folder: Path, made: Proof, letters: Sequence[Sent]) -> tuple[int, str]:
    """What the command says to whoever kept those letters."""
    kept = folder / "letters"
    kept.mkdir(parents=True)
    (folder / "proof.jsonl").write_bytes(b"".join(proof.write(made)))
    for number, sent in enumerate(letters):
        at = format_datetime(sent.at + timedelta(seconds=number))
        heads = f"From: d@example.org\nReply-To: d+{made.table}+abcdefgh@example.org\nDate: {at}\n"
        heads += 'Content-Type: text/plain; charset="utf-8"\n\n'
        last = f"\nSeal of the record up to here: {made.links[-1].seal}\n" if sent.kind in ("results", "ended") else ""
        (kept / f"{number:03}.eml").write_text(heads + sent.words.text + last)
    done = CliRunner().invoke(main, ["verify", str(folder / "proof.jsonl"), "--letters", str(kept)])
    return done.exit_code, done.output


@pytest.mark.parametrize("seat", ["gm", "austria", "italy", "turkey"])
def test_each_seat_finds_its_letters_in_the_proof(tmp_path: Path, thought_again: Performance, seat: str) -> None:
    mine = [each for each in thought_again.sent if each.to == f"{seat}@example.org"]
    code, said = verify(tmp_path, proved(thought_again), mine)
    assert code == 0, said
    sealed = [each for each in mine if proof.seals(each.words.text) or each.kind in ("results", "ended")]
    assert f"{len(sealed)} letters agree" in said
    assert (f"{len(mine) - len(sealed)} without a seal could not be checked" in said) == (len(mine) > len(sealed))
    assert "note" not in said
    assert ("orders replaced later, or never ruled upon" in said) == (seat != "turkey"), said


def test_replaced_sets_stay_closed(thought_again: Performance) -> None:
    """No salt that is shown opens another set than the one that counted, and no line says whose a closed one was."""
    made = proved(thought_again)
    shown = [each for each in made.openings if each.salt]
    shut = [each for each in made.openings if not each.salt and each.form.startswith(proof.ORDERS)]
    assert len({each.salt for each in shown}) == len(shown)
    assert [each.seal for each in shut] == sorted(each.seal for each in shut)
    assert {(each.about, each.whom, each.sent) for each in shut} == {("", "", "")}


def test_a_host_that_changes_orders_afterwards_is_found(tmp_path: Path, thought_again: Performance) -> None:
    """The record is written anew from that event on, chain and all: only the letters still know better."""
    name = thought_again.script.name
    game, entries = thought_again.ledger.record(name)
    before, forged = origin(name, game), []
    for n, entry in enumerate(entries):
        data = entry.data.replace(b'"to":"TRI"', b'"to":"PIE"')
        forged += follow(before, n, entry.at, [(entry.salt, data)])
        before = forged[-1].seal
    assert forged[-1].seal != entries[-1].seal
    mine = [each for each in thought_again.sent if each.to == "italy@example.org"]
    code, said = verify(tmp_path, proved(thought_again, forged), mine)
    assert code == 1
    assert "stands in this letter, and not in the proof" in said


def test_a_ballot_that_was_changed_is_found(tmp_path: Path, thought_again: Performance) -> None:
    mine = [each for each in thought_again.sent if each.to == "turkey@example.org"]
    told = [
        replace(each, words=replace(each.words, text=each.words.text.replace("no (silent)", "yes (cast)")))
        for each in mine
    ]
    assert told != mine
    code, said = verify(tmp_path, proved(thought_again), told)
    assert code == 1
    assert "do not make the seal" in said


def test_a_set_that_no_letter_knows_of_is_pointed_out(tmp_path: Path, thought_again: Performance) -> None:
    """The answers to the last set are lost, or there never was such a set: only its sender can say."""
    mine = [each for each in thought_again.sent if each.to == "italy@example.org"]
    last = [each for each in mine if "A VEN - TRI" in each.words.text and each.kind == "receipt"]
    assert last
    code, said = verify(tmp_path, proved(thought_again), [each for each in mine if each not in last])
    assert code == 0
    assert "no letter here tells of others after them" in said


def test_a_folder_without_letters_is_said(tmp_path: Path, thought_again: Performance) -> None:
    code, said = verify(tmp_path, proved(thought_again), [])
    assert code == 2
    assert "no letter in this folder" in said


def test_what_holds_no_seal_is_not_counted_as_agreeing(tmp_path: Path, thought_again: Performance) -> None:
    """Nothing was checked, so the answer is no; and a seal on the first line of a text is no head of a letter."""
    code, said = verify(tmp_path, proved(thought_again), [x for x in thought_again.sent if x.kind == "results"])
    assert code == 0, said
    kept = tmp_path / "letters"
    for path in kept.iterdir():
        path.unlink()
    (kept / "x.eml").write_bytes(bytes(range(128, 256)) * 9)
    (kept / "empty.txt").touch()
    (kept / "letter.eml").write_bytes(b"From: d@example.org\nContent-Type: text/plain; charset=nowhere\n\nHello.\n")
    proved_in = str(tmp_path / "proof.jsonl")
    done = CliRunner().invoke(main, ["verify", proved_in, "--letters", str(kept)])
    assert done.exit_code == 1, done.output
    assert "agree" not in done.output
    assert f"{kept / 'x.eml'}: this is no letter that can be read" in done.output
    assert "no letter was checked: there is no seal in any of the 3" in done.output
    (kept / "seal.txt").write_text(f"Seal: {'1' * 64}\n")
    done = CliRunner().invoke(main, ["verify", proved_in, "--letters", str(kept)])
    assert done.exit_code == 1
    assert f"the seal {'1' * 64} stands in this letter, and not in the proof" in done.output

"""`dragoman letter`: every letter in the cases gives just what its case says, alone and in one mailbox with others."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from tests.post.casebook import FOLDER, NAMES, case, raw, wanted

from dragoman.diplomacy.board.mapfile import chart
from dragoman.keeper.letters import Mailroom, letter, standing_state
from dragoman.keeper.rules import sheet_from

FIELDS = ["file", "disposition", "power", "final", "orders", "press", "commands", "warnings", "ignored", "reason"]


def mailroom(*sets: str) -> Mailroom:
    board = chart("standard")
    return Mailroom(standing_state(board, board.opening, sheet_from("datc", ("II.1=B", *sets))))


@pytest.mark.parametrize("name", NAMES)
def test_a_letter_gives_what_its_case_says(name: str) -> None:
    expected, room = case(name), mailroom()
    if "after" in expected:
        room.take(expected["after"], raw(expected["after"]))
    told = room.take(name, raw(name))
    assert {key: told[key] for key in wanted(expected)} == wanted(expected), told
    assert [words for words in expected.get("ignored", ()) if words not in told["ignored"]] == []
    assert [order for order in expected.get("must_not_extract", ()) if order in told["orders"]] == []


def run(*arguments: str) -> tuple[int, list[dict[str, object]], str]:
    done = CliRunner().invoke(letter, list(arguments))
    return done.exit_code, [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def test_all_letters_as_one_mailbox() -> None:
    names = ["sent_once", "top_posted", "sent_once_come_twice", "sent_twice", "bcc_gm", "autoreply_vacation"]
    status, told, _ = run(*(str(FOLDER / f"{name}.eml") for name in names))
    assert [each["file"] for each in told] == [f"{name}.eml" for name in names]
    assert [each["disposition"] for each in told] == ["orders", "orders", "duplicate", "orders", "refused", "autoreply"]
    assert all(list(each) == FIELDS for each in told)
    assert status == 1, "one was refused"


def test_all_is_well_where_every_letter_is_taken() -> None:
    assert run(str(FOLDER / "top_posted.eml"), str(FOLDER / "autoreply_vacation.eml"))[0] == 0


def test_a_line_not_read_shows_in_the_exit_status() -> None:
    status, (told,), _ = run(str(FOLDER / "unreadable_beside_good.eml"))
    assert (status, told["disposition"]) == (1, "orders")


def test_an_unmarked_set_is_what_the_rules_make_it() -> None:
    path = str(FOLDER / "outlook_from_quote.eml")
    assert run(path)[1][0]["final"] is False
    assert run("--set", "II.1=A", path)[1][0]["final"] is True


def test_the_rule_on_addresses_can_be_relaxed() -> None:
    status, (told,), _ = run("--set", "II.2=address=any", str(FOLDER / "bcc_gm.eml"))
    assert (status, told["orders"], told["final"]) == (0, ["F KIE - HOL", "A BER - KIE", "A MUN - RUH"], False)


def test_the_rule_on_subjects_binds() -> None:
    status, (told,), _ = run("--set", 'II.2=subject="lund"', str(FOLDER / "top_posted.eml"))
    assert (status, told["reason"]) == (1, "subject_does_not_meet_the_rules")


def test_the_writer_can_be_named() -> None:
    path = str(FOLDER / "reply_to_spoof.eml")
    _, (told,), _ = run("--as", "Englanti", path)
    assert (told["power"], told["disposition"]) == ("England", "orders")


@pytest.mark.parametrize("to", ["dragoman@example.org", "judge@example.org"])
def test_our_address_can_be_named(to: str) -> None:
    _, (told,), _ = run("--to", to, str(FOLDER / "top_posted.eml"))
    assert told["disposition"] == ("orders" if to.startswith("dragoman") else "refused")


def test_a_letter_about_another_game_is_refused() -> None:
    status, (told,), _ = run("--game", "lund", str(FOLDER / "top_posted.eml"))
    assert (status, told["reason"]) == (1, "unknown_game")


@pytest.mark.parametrize("indent", [None, 2])
def test_the_position_met_can_be_given(tmp_path: Path, indent: int | None) -> None:
    position = {"season": "Fall", "year": 1901, "phase": "Movement", "units": [["England", "F", "NTH"]], "orders": {}}
    (tmp_path / "at.json").write_text(json.dumps(position, indent=indent))
    (tmp_path / "letter.eml").write_bytes(
        b"From: england@example.org\nTo: dragoman@example.org\n\nF Nth - Nwy\nF Lon - Eng\n"
    )
    _, (told,), _ = run("--position", str(tmp_path / "at.json"), str(tmp_path / "letter.eml"))
    assert told["orders"] == ["F NTH - NWY", "F LON - ENG"]


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--as", "Atlantis", "FILE"), "Atlantis"),
        (("--position", "FILE", "FILE"), "--position"),
        (("--rules", "nonsense", "FILE"), "nonsense"),
        (("absent.eml",), "absent.eml"),
        ((), "FILES"),
    ],
)
def test_usage_that_makes_no_sense_is_told_in_a_line(arguments: tuple[str, ...], says: str) -> None:
    path = str(FOLDER / "top_posted.eml")
    status, told, error = run(*(path if each == "FILE" else each for each in arguments))
    assert (status, told) == (2, [])
    assert says in error


@pytest.mark.parametrize(
    ("subject", "taken"),
    [
        ("visby S1901M", False),
        ("Re: visby S1901M: my orders", False),
        ("kalmar S1901M", True),
        ("orders S1901M", True),
        ("Final F1901M", True),
        ("siirrot S1901M", True),
        ("England S1901M", True),
        ("S1901M", True),
        ("visby", True),
    ],
)
def test_a_subject_that_names_another_game_is_refused_where_the_game_is_named(
    tmp_path: Path, subject: str, taken: bool
) -> None:
    letter = raw("top_posted").decode("utf-8").splitlines()
    changed = [f"Subject: {subject}" if line.lower().startswith("subject:") else line for line in letter]
    path = tmp_path / "one.eml"
    path.write_text("\r\n".join(changed) + "\r\n", encoding="utf-8")
    _, (told,), _ = run("--game", "kalmar", str(path))
    assert told["disposition"] == ("orders" if taken else "refused"), told
    assert told["reason"] == (None if taken else "subject_names_another_game")
    assert run(str(path))[1][0]["disposition"] == "orders"

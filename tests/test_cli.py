"""The command line: whatever is wrong with a call is told in one line, with exit status 2."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest
from click.testing import CliRunner
from django.db import InterfaceError, OperationalError

from dragoman.cli import COMMANDS, main
from dragoman.keeper import hosting


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("gronk",), "No such command 'gronk'; see dragoman --help"),
        (("adjudicate", "--gronk"), "No such option '--gronk'; see dragoman adjudicate --help"),
        (("read",), "Missing option '--power'; see dragoman read --help"),
        (("read", "--power", "Mars"), "there is no such power"),
        (("letter",), "Missing argument"),
        (("letter", "nowhere.eml"), "nowhere.eml"),
        (("replay",), "Missing argument"),
        (("replay", "--processes", "0", "x"), "0 is not in the range"),
        (("setup", "--yes", "--settings", "/proc/nowhere/dragoman.toml"), "/proc/nowhere: no such file or directory"),
        (("play", "nowhere.toml"), "nowhere.toml: no such file or directory"),
        (("adjudicate", "nowhere.jsonl"), "nowhere.jsonl cannot be read: no such file or directory"),
        (("adjudicate", "--rules", "nowhere.toml"), "nowhere.toml cannot be read: no such file or directory"),
        (("read", "--power", "Austria", "--position", "nowhere.json"), "nowhere.json cannot be read: no such file"),
        (("adjudicate", "--rules", "nonsense"), "no house rules called nonsense"),
        (("blacklist", "--lift", "x"), "'x' is not a whole number; see dragoman blacklist --help"),
        (("adjudicate", "--set", "XX.9=A"), "there is no clause XX.9; clauses are written like VI.4"),
    ],
)
def test_a_call_that_makes_no_sense_is_told_in_one_line(words: tuple[str, ...], told: str) -> None:
    result = CliRunner().invoke(main, words, prog_name="dragoman", input="")
    assert (result.exit_code, result.stdout) == (2, "")
    assert told in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_refuses_an_unknown_option_in_one_line(command: str) -> None:
    result = CliRunner().invoke(main, [command, "--gronk"], prog_name="dragoman")
    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith("Error: ")
    assert result.stderr.endswith(f"; see dragoman {command} --help\n")


@pytest.mark.parametrize("text", ["{", "[" * 100_000, '{"id": 1.5}', '{"season": "Winter"}'])
def test_a_position_that_is_none_is_told_in_one_line(tmp_path: Path, text: str) -> None:
    (tmp_path / "at.json").write_text(text)
    words = ("read", "--power", "Austria", "--position", str(tmp_path / "at.json"))
    result = CliRunner().invoke(main, words, prog_name="dragoman", input="A Vie H\n")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert "`" not in result.stderr


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (
            OperationalError("attempt to write a readonly database"),
            "the database: attempt to write a readonly database",
        ),
        (OperationalError("database or disk is full"), "the database: database or disk is full"),
        (InterfaceError("connection already closed"), "the database: connection already closed"),
        (OSError(errno.ENOSPC, "No space left on device"), "no space left on device"),
        (
            UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
            "is not written in UTF-8 (byte 1 does not fit)",
        ),
    ],
)
def test_what_machine_and_database_cannot_do_is_told_in_one_line(
    monkeypatch: pytest.MonkeyPatch, fault: Exception, told: str
) -> None:
    def fails(_given: object) -> None:
        raise fault

    monkeypatch.setattr(hosting, "wake_set_up", fails)
    result = CliRunner().invoke(main, ["import", "game.jsonl"], prog_name="dragoman")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
    assert told in result.stderr


def test_a_fault_of_the_programs_own_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_given: object) -> None:
        raise ValueError("a slip of ours")

    monkeypatch.setattr(hosting, "wake_set_up", fails)
    assert isinstance(CliRunner().invoke(main, ["import", "game.jsonl"]).exception, ValueError)


def test_a_file_of_house_rules_is_named_with_what_is_wrong_in_it(tmp_path: Path) -> None:
    (tmp_path / "club.toml").write_text('[set]\n"VI.4" = "Q"\n')
    result = CliRunner().invoke(main, ["adjudicate", "--rules", str(tmp_path / "club.toml")], prog_name="dragoman")
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "club.toml: " in result.stderr

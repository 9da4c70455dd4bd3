"""Setting up: answers are taken, asked for or refused, and the file is written whole or not at all."""

from __future__ import annotations

import errno
from pathlib import Path

import click
import pytest

from dragoman.keeper.setting_up import Senseless, set_up
from dragoman.settings import House, read_house

GIVEN = ("host.address=dragoman@example.org", "host.keeper=gm@example.org", "sending.how=folder")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    set_up(tmp_path / "dragoman.toml", GIVEN, ask=False)
    return tmp_path / "dragoman.toml"


@pytest.mark.parametrize(
    ("answer", "named"),
    [
        ("host.adress=a@example.org", "host.adress"),
        ("nonsense", "nonsense"),
        ("host.secret=known", "host.secret"),
        ("sending.how=pigeon", "pigeon"),
        ("sending.port=many", "port"),
        ("host.address=nobody", "host.address"),
        ("host.zone=Mars", "Mars"),
        ("host.lang=de", "nothing is written in “de”; there are en, fi"),
        ("host.url=games.example.org", "host.url"),
        ("web.listen=here", "web.listen"),
        ("web.proxied=perhaps", "proxied"),
        ("web.listen=127.0.0.1:99999", "web.listen"),
        ("web.listen=8312", "web.listen: “8312” is no place to listen"),
        ("web.listen=:8312", "web.listen"),
        ("watch.listen=9100", "watch.listen: “9100” is no place to listen"),
        ("watch.listen=:9100", "watch.listen"),
        ("receiving.listen=8025", "receiving.listen"),
        ("receiving.how=imap", "receiving.host: it is empty"),
        ("host.url=http://[x", "host.url"),
        ("web.listen=127.0.0.1:0", "web.listen"),
        ("sending.port=-1", "“sending.port” must be a whole number of at least 1"),
        ("receiving.port=65536", "“receiving.port” must be a whole number of at most 65535"),
        ("work.lease=0", "“work.lease” must be a number above 0"),
        ("games.open=maybe", "“games.open” cannot be 'maybe'; write everyone or listed"),
        ("games.openers=a@example.org, junk", "games.openers: “junk” is no address"),
        ("database.url=mysql://x", "database.url: .*mysql"),
        ("database.url=postgresql://host:port/x", "database.url: the port"),
    ],
)
def test_an_answer_that_makes_no_sense_is_refused_and_changes_nothing(path: Path, answer: str, named: str) -> None:
    before = path.read_text()
    with pytest.raises(Senseless, match=named):
        set_up(path, (answer,), ask=False)
    assert path.read_text() == before
    assert [each.name for each in path.parent.iterdir()] == ["dragoman.toml"]


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ('[database]\nurl = "mysql://x"\n', "database.url=sqlite:///dragoman.sqlite3"),
        ("[sending]\nport = -1\n", "sending.port=25"),
        ('[sending]\nport = "many"\n', "sending.port=25"),
        ("[work]\nlease = 0\n", "work.lease=120"),
        ('[games]\nopen = "maybe"\n', "games.open=listed"),
    ],
)
def test_settings_that_make_no_sense_can_be_mended(tmp_path: Path, text: str, answer: str) -> None:
    path = tmp_path / "dragoman.toml"
    path.write_text(text)
    with pytest.raises(Senseless):
        set_up(path, (), ask=False)
    assert path.read_text() == text
    set_up(path, (answer,), ask=False)
    assert read_house(path, {}).host.secret != ""


@pytest.mark.parametrize("text", ["[pigeons]\n", "sending = 3\n", "[sending]\nprot = 25\n", "[sending\n"])
def test_a_file_that_is_no_settings_file_is_left_alone_and_named(tmp_path: Path, text: str) -> None:
    path = tmp_path / "dragoman.toml"
    path.write_text(text)
    with pytest.raises(Senseless, match=r"dragoman\.toml: "):
        set_up(path, ("host.address=dragoman@example.org",), ask=False)
    assert path.read_text() == text


def test_what_stands_is_kept_and_a_secret_is_made_once(path: Path) -> None:
    before = read_house(path, {})
    set_up(path, ("web.proxied=yes", "games.openers=a@example.org, b@example.org"), ask=False)
    after = read_house(path, {})
    assert after.web.proxied is True
    assert after.games.openers == ("a@example.org", "b@example.org")
    assert (after.host, after.sending) == (before.host, before.sending)
    assert len(after.host.secret) >= 40


def asked(monkeypatch: pytest.MonkeyPatch, path: Path, answers: dict[str, str]) -> tuple[House, list[str]]:
    """Set up at a terminal where somebody answers, and otherwise takes what is offered."""
    questions: list[str] = []

    def prompt(question: str, default: str, **_: object) -> str:
        questions.append(question)
        return next((answer for part, answer in answers.items() if part in question), default)

    monkeypatch.setattr(click, "prompt", prompt)
    set_up(path, (), ask=True)
    return read_house(path, {}), questions


def test_only_what_matters_is_asked(monkeypatch: pytest.MonkeyPatch, path: Path) -> None:
    house, questions = asked(monkeypatch, path, {})
    assert house == read_house(path, {})
    assert not any(
        question.startswith("  ") and "opener" not in question and "may" not in question for question in questions
    )
    house, more = asked(monkeypatch, path, {"How letters leave": "smtp", "mail server that takes": "mx.example.org",
                                            "How letters come": "imap", "mailbox's server": "imap.example.org",
                                            "Who may open": "everyone", "Does a web server": "yes"})  # fmt: skip
    assert (house.sending.how, house.sending.host) == ("smtp", "mx.example.org")
    assert (house.receiving.how, house.receiving.host) == ("imap", "imap.example.org")
    assert (house.games.open, house.web.proxied) == ("everyone", True)
    assert len(more) > len(questions)


def test_what_was_given_is_not_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def prompt(question: str, default: str, **_: object) -> str:
        assert "letters reach" not in question
        return default

    monkeypatch.setattr(click, "prompt", prompt)
    set_up(tmp_path / "dragoman.toml", GIVEN, ask=True)
    assert read_house(tmp_path / "dragoman.toml", {}).host.address == "dragoman@example.org"


def test_a_wrong_answer_is_told_at_once_and_asked_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wrong = {"letters reach": "nobody", "address of its pages": "games", "Your own address": "me", "language": "de",
             "time zone": "Helsinki", "The database": "mysql://x", "How letters leave": "pigeon",
             "Where pages": "8000"}  # fmt: skip
    right = {"letters reach": "dragoman@example.org", "Your own address": "gm@example.org"}

    def prompt(question: str, default: str, **_: object) -> str:
        found = next((part for part in (*wrong, *right) if part in question), "")
        return wrong.pop(found, "") or right.get(found, default)

    monkeypatch.setattr(click, "prompt", prompt)
    set_up(tmp_path / "dragoman.toml", (), ask=True)
    told = capsys.readouterr().out
    for each in ("“nobody” is no address", "“games” is no address of pages", "“me” is no address", "written in “de”",
                 "no time zone “Helsinki”", "mysql", "cannot be 'pigeon'", "web.listen: “8000”"):  # fmt: skip
        assert each in told
    house = read_house(tmp_path / "dragoman.toml", {})
    assert (house.host.address, house.host.keeper, house.host.lang) == ("dragoman@example.org", "gm@example.org", "en")


def test_what_was_given_wrongly_is_refused_before_anything_is_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(click, "prompt", lambda *_given, **_named: pytest.fail("something was asked"))
    with pytest.raises(Senseless, match="Helsinki"):
        set_up(tmp_path / "dragoman.toml", ("host.zone=Helsinki",), ask=True)


def test_every_list_is_given_with_commas(path: Path) -> None:
    set_up(path, ("push.services=push.example.org, push.example.net",), ask=False)
    assert read_house(path, {}).push.services == ("push.example.org", "push.example.net")


def test_a_file_that_cannot_be_written_is_told_and_leaves_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = path.read_text()

    def full(*_given: object) -> str:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("dragoman.keeper.setting_up.written", full)
    with pytest.raises(Senseless, match=r"dragoman\.toml: no space left on device"):
        set_up(path, (), ask=False)
    assert path.read_text() == before
    assert [each.name for each in path.parent.iterdir()] == ["dragoman.toml"]

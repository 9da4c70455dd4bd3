"""Settings: one file, changed by the environment, refused with the key that is wrong, strict where none is given."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured
from hypothesis import given
from hypothesis import strategies as st

from dragoman import settings
from dragoman.keeper.setting_up import set_up
from dragoman.settings import (
    POSTGRESQL,
    Games,
    Host,
    House,
    Receiving,
    Sending,
    database,
    listening_place,
    read_house,
    sensible_house,
    settings_file,
    written,
)

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=30)


@given(texts, texts, st.lists(texts, max_size=3), st.integers(1, 65535), st.booleans())
def test_what_was_written_is_read_back(
    tmp_path_factory: pytest.TempPathFactory, address: str, password: str, openers: list[str], port: int, imap: bool
) -> None:
    path = tmp_path_factory.mktemp("settings") / "dragoman.toml"
    house = House(
        host=Host(address=address, secret="s"),
        sending=Sending("smtp", port=port, password=password),
        receiving=Receiving("imap" if imap else "lmtp", listen="/run/lmtp.sock"),
        games=Games("listed", tuple(openers)),
        folder=str(path.parent),
    )
    path.write_text(written(house), "utf-8")
    assert read_house(path, {}) == house


def test_the_environment_changes_what_the_file_says(tmp_path: Path) -> None:
    path = tmp_path / "dragoman.toml"
    path.write_text('[sending]\nhow = "smtp"\nport = 25\n[games]\nopeners = ["a@example.org"]\n')
    house = read_house(
        path,
        {
            "DRAGOMAN_SENDING_PORT": "587",
            "DRAGOMAN_SENDING_PASSWORD": "hush",
            "DRAGOMAN_GAMES_OPENERS": "b@example.org,c@example.org",
            "DRAGOMAN_WEB_PROXIED": "true",
            "DATABASE_URL": "postgresql://localhost/dragoman",
        },
    )
    assert (house.sending.port, house.sending.password, house.sending.how) == (587, "hush", "smtp")
    assert house.games.openers == ("b@example.org", "c@example.org")
    assert house.web.proxied is True
    assert house.database.url == "postgresql://localhost/dragoman"


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[sending]\nprot = 25\n", "prot"),
        ('[sending]\nport = "twenty"\n', "“sending.port” must be a whole number, not text"),
        ('[sending]\nhow = "pigeon"\n', "“sending.how” cannot be 'pigeon'; write folder or none or provider or smtp"),
        ("[sending]\nport = -1\n", "“sending.port” must be a whole number of at least 1"),
        ("[receiving]\nport = 99999\n", "“receiving.port” must be a whole number of at most 65535"),
        ("[receiving]\nseconds = 0\n", "“receiving.seconds” must be a whole number of at least 1"),
        ("[work]\nlease = 0\n", "“work.lease” must be a number above 0"),
        ("[work]\npause = -0.5\n", "“work.pause” must be a number above 0"),
        ("[work]\nlongest_gap = 0\n", "“work.longest_gap” must be a number above 0"),
        ("[pigeons]\n", "pigeons"),
        ("sending = 3\n", "dragoman.toml: “sending” must be a table"),
        ("[sending\n", "line 1"),
    ],
)
def test_a_mistake_is_refused_and_named(tmp_path: Path, text: str, named: str) -> None:
    path = tmp_path / "dragoman.toml"
    path.write_text(text)
    with pytest.raises(ImproperlyConfigured, match=named):
        read_house(path, {})


def test_a_mistake_in_the_environment_is_named() -> None:
    with pytest.raises(ImproperlyConfigured, match="prot"):
        read_house(None, {"DRAGOMAN_SENDING_PROT": "25"})


def test_the_named_file_comes_before_those_that_lie_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert settings_file({}) is None or settings_file({}) == settings.PLACES[1]
    (tmp_path / "dragoman.toml").write_text("")
    assert settings_file({}) == Path("dragoman.toml")
    assert settings_file({"DRAGOMAN_SETTINGS": "elsewhere.toml"}) == Path("elsewhere.toml")


def test_a_named_file_that_is_not_there_is_a_mistake(tmp_path: Path) -> None:
    with pytest.raises(ImproperlyConfigured, match=r"nowhere\.toml"):
        read_house(tmp_path / "nowhere.toml", {})


def test_a_sqlite_file_lies_beside_the_settings(tmp_path: Path) -> None:
    house = House(folder=str(tmp_path))
    assert database("sqlite:///kept.sqlite3", house)["NAME"] == str(tmp_path / "kept.sqlite3")
    assert database("sqlite:////srv/kept.sqlite3", house)["NAME"] == "/srv/kept.sqlite3"
    assert database("sqlite:///:memory:", house)["NAME"] == ":memory:"
    assert database("sqlite:///x", house)["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_a_postgres_address_is_taken_apart() -> None:
    given = database("postgresql://dragoman:p%40ss@db.example:5433/games?sslmode=require", House())
    assert (given["USER"], given["PASSWORD"], given["HOST"], given["PORT"]) == (
        "dragoman", "p@ss", "db.example", "5433",
    )  # fmt: skip
    assert (given["NAME"], given["OPTIONS"]) == ("games", {**POSTGRESQL, "sslmode": "require"})
    asked = database("postgresql://db.example/games?connect_timeout=3&options=", House())["OPTIONS"]
    assert (asked["connect_timeout"], asked["options"]) == ("3", ""), "what the address says comes first"


def test_no_other_database_is_guessed_at() -> None:
    with pytest.raises(ImproperlyConfigured, match="mysql"):
        database("mysql://localhost/x", House())


def test_a_host_that_is_not_set_up_has_a_secret_of_the_moment() -> None:
    assert House().host.secret == ""
    assert len(settings.SECRET) >= 32
    assert settings.DEBUG is False


def test_a_sites_cookies_are_for_its_own_pages() -> None:
    assert settings.SESSION_COOKIE_HTTPONLY is True
    assert settings.SESSION_COOKIE_SAMESITE == "Lax"
    assert settings.X_FRAME_OPTIONS == "DENY"
    assert "*" not in settings.ALLOWED_HOSTS


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('[host]\nzone = "Helsinki"\n', "host.zone: there is no time zone “Helsinki”"),
        ('[host]\nkeeper = "x"\n', "host.keeper: “x” is no address"),
        ('[host]\nurl = "games.example.org"\n', "host.url: “games.example.org” is no address of pages"),
        ('[host]\nlang = "de"\n', "host.lang: nothing is written in “de”"),
        ('[web]\nlisten = "8312"\n', "web.listen: “8312” is no place to listen"),
        ('[watch]\nlisten = "9100"\n', "watch.listen: “9100” is no place to listen"),
        ('[watch]\nlisten = ":9100"\n', "watch.listen: “:9100” is no place to listen"),
        ('[games]\nopeners = ["junk"]\n', "games.openers: “junk” is no address"),
        ('[database]\nurl = "mysql://x"\n', "database.url: .*mysql"),
        ('[receiving]\nhow = "imap"\n', "receiving.host: it is empty"),
    ],
)
def test_what_setup_refuses_is_refused_in_the_file_with_the_same_words(tmp_path: Path, text: str, named: str) -> None:
    path = tmp_path / "dragoman.toml"
    path.write_text(text)
    with pytest.raises(ImproperlyConfigured, match=rf"dragoman\.toml: {named}"):
        sensible_house(path, {})
    with pytest.raises(ValueError, match=named):
        set_up(path, (), ask=False)


@pytest.mark.parametrize(
    ("variable", "value", "named"),
    [
        ("DRAGOMAN_SENDING_PORT", "abc", "DRAGOMAN_SENDING_PORT in the environment: “sending.port” must be"),
        ("DRAGOMAN_SENDING_PROT", "3", "DRAGOMAN_SENDING_PROT in the environment: there is no “prot”"),
        ("DRAGOMAN_WEB_LISTEN", "foo", "DRAGOMAN_WEB_LISTEN in the environment: web.listen: “foo”"),
        ("DRAGOMAN_WATCH_LISTEN", "127.0.0.1:9100x", "DRAGOMAN_WATCH_LISTEN in the environment: watch.listen"),
        ("DATABASE_URL", "mysql://x", "DATABASE_URL in the environment: database.url: .*mysql"),
    ],
)
def test_the_variable_is_named_that_makes_no_sense(tmp_path: Path, variable: str, value: str, named: str) -> None:
    path = tmp_path / "dragoman.toml"
    path.write_text('[host]\nsecret = "s"\n')
    with pytest.raises(ImproperlyConfigured, match=named):
        sensible_house(path, {variable: value})


@pytest.mark.parametrize(
    ("written_", "place"),
    [
        ("127.0.0.1:8000", ("127.0.0.1", 8000)),
        ("[::1]:8000", ("::1", 8000)),
        ("0.0.0.0:9100", ("0.0.0.0", 9100)),
        ("games.example.org:80", ("games.example.org", 80)),
        ("8000", None),
        (":8000", None),
        ("[]:8000", None),
        ("0.0.0.0", None),
        ("foo", None),
        ("127.0.0.1:８０", None),
        ("a b:80", None),
    ],
)
def test_a_place_to_listen_has_host_and_port(written_: str, place: tuple[str, int] | None) -> None:
    assert listening_place(written_) == place

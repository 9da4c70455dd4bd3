"""The keeper's commands for a host, each run as the program that a keeper runs."""

from __future__ import annotations

import os
import shutil
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from dragoman.settings import read_house

pytestmark = pytest.mark.slow  # each command wakes an interpreter of its own

Run = Callable[..., subprocess.CompletedProcess[str]]

ROOT = Path(__file__).parents[2]
OPEN_KALMAR = """
import os
os.environ["DJANGO_SETTINGS_MODULE"] = "dragoman.settings"
import django
django.setup()
from dragoman import assembly
from dragoman.game.protocol import Speaker
from dragoman.game.seats import PersonId
from dragoman.referee.ports import Slip
from tests.diplomacy.tables import opening
reply = assembly.open_table(Slip("kalmar", Speaker(PersonId("host"), None), command=opening()), "diplomacy")
assert reply.version, reply
"""


def program(folder: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("DRAGOMAN_", "DJANGO_", "DATABASE"))
    }
    command = [sys.executable, *(() if words[0] == "-c" else ("-c", "from dragoman.cli import main; main()")), *words]
    return subprocess.run(
        command,
        cwd=folder,
        env=kept | environment,
        capture_output=True,
        text=True,
        timeout=180,
        stdin=subprocess.DEVNULL,
    )


def set_up(folder: Path, *more: str) -> subprocess.CompletedProcess[str]:
    return program(
        folder, "setup", "--yes", "--set", "host.address=dragoman@example.org", "--set", "host.keeper=gm@example.org",
        "--set", "sending.how=folder", *more,
    )  # fmt: skip


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("host")
    done = set_up(folder)
    assert done.returncode == 0, done.stderr
    opened = program(folder, "-c", OPEN_KALMAR, PYTHONPATH=f"{ROOT}{os.pathsep}{ROOT / 'src'}")
    assert opened.returncode == 0, opened.stderr
    return folder


@pytest.fixture
def host(ready: Path, tmp_path: Path) -> Path:
    """The folder of a host that is set up, with a game called kalmar."""
    return Path(shutil.copytree(ready, tmp_path / "host"))


@pytest.fixture
def run(host: Path) -> Run:
    def ran(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
        return program(host, *words, **environment)

    return ran


def test_setting_up_writes_a_file_for_the_keepers_eyes_alone(host: Path) -> None:
    path = host / "dragoman.toml"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE((host / "dragoman.sqlite3").stat().st_mode) == 0o600
    house = read_house(path, {})
    assert house.host.address == "dragoman@example.org"
    assert len(house.host.secret) >= 40


def test_setting_up_again_does_no_harm(host: Path, run: Run) -> None:
    before = (host / "dragoman.toml").read_text()
    assert run("setup", "--yes").returncode == 0
    assert (host / "dragoman.toml").read_text() == before
    assert run("verify", "kalmar").returncode == 0


def test_setting_up_changes_what_is_given_and_keeps_the_rest(host: Path, run: Run) -> None:
    before = read_house(host / "dragoman.toml", {})
    done = run("setup", "--yes", "--set", "web.proxied=yes", "--set", "games.openers=a@example.org, b@example.org")
    assert done.returncode == 0, done.stderr
    after = read_house(host / "dragoman.toml", {})
    assert after.web.proxied is True
    assert after.games.openers == ("a@example.org", "b@example.org")
    assert (after.host, after.sending) == (before.host, before.sending)


def test_an_answer_that_makes_no_sense_is_refused_in_one_line(host: Path, run: Run) -> None:
    before = (host / "dragoman.toml").read_text()
    done = run("setup", "--yes", "--set", "host.adress=a@example.org")
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)
    assert "host.adress" in done.stderr
    assert (host / "dragoman.toml").read_text() == before


def test_all_is_well_after_setting_up(run: Run) -> None:
    done = run("check")
    assert done.returncode == 0, done.stdout
    assert {line[:5] for line in done.stdout.splitlines()} == {"ok   "}


def test_checking_names_what_is_wrong(host: Path, run: Run) -> None:
    (host / "dragoman.toml").chmod(0o644)
    done = run("check", DRAGOMAN_SENDING_HOW="smtp", DRAGOMAN_SENDING_HOST="127.0.0.1", DRAGOMAN_SENDING_PORT="1",
               DRAGOMAN_HOST_ADDRESS="the-dragoman-of-our-club@example.org")  # fmt: skip
    assert done.returncode == 1
    faults = [line.split()[1] for line in done.stdout.splitlines() if line.startswith("FAULT")]
    assert faults == ["settings:", "address:", "sending:"]


def test_the_key_that_signs_letters_is_made_and_its_records_printed(host: Path, run: Run) -> None:
    settings = {"DRAGOMAN_SENDING_HOW": "smtp", "DRAGOMAN_SENDING_DKIM_SELECTOR": "d1"}
    done = run("check", **settings)
    assert "`dragoman dkim` makes one" in done.stdout
    done = run("dkim", **settings)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith('d1._domainkey.example.org. IN TXT ( "v=DKIM1; k=rsa; p=')
    assert "PRIVATE" not in done.stdout
    assert run("dkim", **settings).stdout == done.stdout
    assert "`dragoman dkim` makes one" not in run("check", **settings).stdout


def test_no_secret_is_ever_said(host: Path, run: Run) -> None:
    secret = read_house(host / "dragoman.toml", {}).host.secret
    done = [
        run("check", DRAGOMAN_SENDING_HOW="smtp", DRAGOMAN_SENDING_HOST="127.0.0.1", DRAGOMAN_SENDING_PORT="1",
            DRAGOMAN_SENDING_PASSWORD="hush-hush"),
        run("setup", "--yes", "--set", "sending.password=hush-hush", "--set", "sending.port=x"),
        run("serve", DATABASE_URL="postgresql://dragoman:hush-hush@127.0.0.1:1/dragoman"),
    ]  # fmt: skip
    for each in done:
        assert "hush-hush" not in each.stdout + each.stderr
        assert secret not in each.stdout + each.stderr


def test_what_is_exported_is_verified_and_taken_in_elsewhere(run: Run, tmp_path: Path) -> None:
    assert run("export", "kalmar", "-o", "kalmar.jsonl", "--force").returncode == 0
    exported = run("export", "kalmar").stdout
    verified = run("verify", "kalmar.jsonl")
    assert verified.returncode == 0
    assert verified.stdout == run("verify", "kalmar").stdout
    other = tmp_path / "other"
    other.mkdir()
    set_up(other)
    (other / "kalmar.jsonl").write_text(exported)
    taken = program(other, "import", "--as-it-is", "kalmar.jsonl")
    assert taken.returncode == 0, taken.stderr
    assert program(other, "export", "kalmar").stdout == exported
    again = program(other, "import", "kalmar.jsonl")
    assert again.returncode == 2
    assert "Error: kalmar: there is a game of that name already" in again.stderr


def test_what_was_exported_before_is_not_written_over_unawares(host: Path, run: Run) -> None:
    (host / "taken.jsonl").write_text("mine")
    refused = run("export", "kalmar", "-o", "taken.jsonl")
    assert refused.returncode == 2
    assert "--force" in refused.stderr
    assert (host / "taken.jsonl").read_text() == "mine"


def test_what_cannot_be_taken_in_is_told_with_its_place(host: Path, run: Run) -> None:
    (host / "odd").write_text('{"id": "x",\n "phases": [')
    refused = run("import", "--form", "diplomacy", "odd")
    assert refused.returncode == 2
    assert "Error: odd:2:13: this is no JSON: it cannot be read from here on" in refused.stderr


def test_a_game_whose_people_nobody_knows_here_waits_for_others(run: Run, tmp_path: Path) -> None:
    other = tmp_path / "other"
    other.mkdir()
    set_up(other)
    (other / "kalmar.jsonl").write_text(run("export", "kalmar").stdout)
    taken = program(other, "import", "kalmar.jsonl")
    assert "its clock stands still: nobody here is known as Austria, " in taken.stdout
    assert "gm replace Austria with x@example.org" in taken.stdout
    assert "The clock stands still." in program(other, "say", "kalmar", "--as", "gm", "status").stdout


def test_an_altered_record_is_refused(host: Path, run: Run) -> None:
    exported = run("export", "kalmar").stdout
    (host / "altered.jsonl").write_text(exported.replace("18:00", "19:00", 1))
    for command in ("verify", "import"):
        done = run(command, "altered.jsonl")
        assert done.returncode == 1
        assert "chain is broken" in done.stdout


@pytest.mark.parametrize("words", [("export", "lund"), ("verify", "lund"), ("import", "lund.jsonl"), ("import", ".")])
def test_what_is_not_there_is_told_in_one_line(run: Run, words: tuple[str, ...]) -> None:
    done = run(*words)
    assert (done.returncode, done.stdout, len(done.stderr.splitlines())) == (2, "", 1)


def test_a_file_that_is_no_record_is_told_with_its_line(host: Path, run: Run) -> None:
    (host / "bad.jsonl").write_text(run("export", "kalmar").stdout.splitlines()[0] + "\n{}\n")
    done = run("import", "bad.jsonl")
    assert done.returncode == 2
    assert "bad.jsonl:2: This line is not an event of a record: “n” is missing." in done.stderr


@pytest.mark.parametrize("command", ["serve", "work", "export"])
def test_a_host_that_is_not_set_up_serves_nothing(tmp_path: Path, command: str) -> None:
    done = program(tmp_path, command, *(["kalmar"] if command == "export" else []))
    assert done.returncode == 2
    assert "dragoman setup" in done.stderr


def test_a_database_of_another_form_is_not_touched(host: Path, run: Run) -> None:
    (host / "dragoman.sqlite3").unlink()
    done = run("serve")
    assert done.returncode == 2
    assert "dragoman setup" in done.stderr


def test_checking_tells_a_slip_and_a_database_that_a_later_version_has_been_at(host: Path, run: Run) -> None:
    with closing(sqlite3.connect(host / "dragoman.sqlite3")) as database, database:
        database.execute(
            "INSERT INTO django_migrations (app, name, applied) VALUES ('store', '9999_later', '2027-01-01')"
        )
    told = run("check", DRAGOMAN_SENDNG_PORT="25", DRAGOMAN_CASES="cases").stdout
    assert (
        "FAULT settings: DRAGOMAN_SENDNG_PORT in the environment sets nothing; did you mean DRAGOMAN_SENDING_PORT?"
        in told
    )
    assert "ok    database: sqlite; a later version has been at it (store.9999_later)" in told


def test_checking_tells_an_empty_database_from_an_old_one(host: Path, run: Run) -> None:
    (host / "dragoman.sqlite3").write_bytes(b"")
    told = run("check").stdout
    assert f"FAULT database: nothing is in {host / 'dragoman.sqlite3'}; `dragoman setup` begins a host there" in told


@pytest.mark.parametrize(
    ("command", "setting", "more"),
    [("work", "watch.listen", {}), ("serve", "receiving.listen", {"DRAGOMAN_RECEIVING_HOW": "smtp"})],
)
def test_a_door_that_cannot_be_had_is_named_with_its_setting(
    run: Run, command: str, setting: str, more: dict[str, str]
) -> None:
    variable = f"DRAGOMAN_{setting.upper().replace('.', '_')}"
    with socket.create_server(("127.0.0.1", 0)) as taken, socket.create_server(("127.0.0.1", 0)) as own:
        where, pages = f"127.0.0.1:{taken.getsockname()[1]}", f"127.0.0.1:{own.getsockname()[1]}"
        own.close()
        done = run(command, **more, **{variable: where, "DRAGOMAN_WEB_LISTEN": pages})
    assert done.returncode == 2
    assert f"cannot serve at {where} ({setting}): address already in use; {variable} names another place" in done.stderr
    assert "serves at" not in done.stderr


def test_a_certificate_that_cannot_be_had_is_named(run: Run) -> None:
    settings = {"DRAGOMAN_RECEIVING_HOW": "smtp", "DRAGOMAN_RECEIVING_CERTIFICATE": "/nowhere/cert.pem"}
    assert "FAULT receiving: receiving.certificate: /nowhere/cert.pem: No such file" in run("check", **settings).stdout


def test_settings_that_cannot_be_read_are_told(host: Path, run: Run) -> None:
    (host / "dragoman.toml").write_text("[host\n")
    for words in (("check",), ("serve",), ("setup", "--yes")):
        done = run(*words)
        assert done.returncode == 2
        assert "dragoman.toml" in done.stderr
        assert len(done.stderr.splitlines()) == 1


def test_a_file_of_another_form_is_told_with_the_form_to_name(host: Path, run: Run) -> None:
    (host / "other.json").write_text('{"id": "x", "phases": []}\n')
    done = run("import", "other.json")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "--form diplomacy" in done.stderr
    done = run("import", "other.json", "--as", "again")
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "--as: a sealed record keeps the name it bears" in done.stderr


@pytest.mark.parametrize(
    ("words", "environment", "told"),
    [
        (("serve", "--listen", "foo"), {}, "--listen: “foo” is no place to listen"),
        (("serve", "--listen", "0.0.0.0"), {}, "--listen: “0.0.0.0” is no place to listen"),
        (("serve",), {"DRAGOMAN_WEB_LISTEN": "foo"}, "DRAGOMAN_WEB_LISTEN in the environment: web.listen: “foo”"),
        (("work",), {"DRAGOMAN_WATCH_LISTEN": "9100x"}, "DRAGOMAN_WATCH_LISTEN in the environment: watch.listen"),
        (("check",), {"DRAGOMAN_HOST_ZONE": "Helsinki"}, "host.zone: there is no time zone “Helsinki”"),
        (("work",), {"DRAGOMAN_SENDNG_PORT": "3"}, "did you mean DRAGOMAN_SENDING_PORT?"),
        (("serve",), {"DATABASE_URL": "sqlite:///empty.sqlite3"}, "nothing is in the database yet"),
    ],
)
def test_settings_that_make_no_sense_are_told_in_a_line(
    run: Run, words: tuple[str, ...], environment: dict[str, str], told: str
) -> None:
    done = run(*words, **environment)
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert told in done.stderr


def test_the_proof_of_a_game_is_made_at_its_end_alone(host: Path, run: Run) -> None:
    done = run("export", "kalmar", "--proof")
    assert (done.returncode, done.stdout) == (2, "")
    assert "not over" in done.stderr


def test_a_proof_is_checked_beside_letters(tmp_path: Path, run: Run) -> None:
    """Letters that agree are counted; one with a seal that the proof does not know is named."""
    from dragoman.diplomacy.game import Diplomacy
    from dragoman.keeper.performance import play
    from dragoman.referee import proof

    played = play(Path(__file__).parent.parent / "cases" / "games" / "eighteen_centres.toml")
    game, entries = played.ledger.record(played.script.name)
    made = proof.proof(played.script.name, game, entries, Diplomacy(), played.state)
    assert made is not None
    (tmp_path / "proof.jsonl").write_bytes(b"".join(proof.write(made)))
    letters = tmp_path / "letters"
    letters.mkdir()
    for number, sent in enumerate(each for each in played.sent if each.kind == "results"):
        (letters / f"{number}.txt").write_text(sent.words.text)
    other = f"Reply-To: dragoman+lund+abcdef@example.org\nDragoman-Record: {'1' * 64}\n\nHello.\n"
    (letters / "other.eml").write_text(other)
    (letters / "asked.eml").write_text(f"From: Dragoman <d@example.org>\n\nhttps://example.org/letters/{'2' * 64}/\n")
    sound = run("verify", str(tmp_path / "proof.jsonl"), "--letters", str(letters))
    assert sound.returncode == 0, sound.stdout + sound.stderr
    assert "letters agree" in sound.stdout
    assert "1 letters of other games were passed over" in sound.stdout
    forged = f"From: a@example.org\nDragoman-Record: {'0' * 64}\n\nHello.\n"
    (letters / "forged.eml").write_text(forged)
    found = run("verify", str(tmp_path / "proof.jsonl"), "--letters", str(letters))
    assert found.returncode == 1
    assert "forged.eml" in found.stdout
    assert "0" * 64 in found.stdout


def test_a_game_is_drawn_in_the_form_that_the_file_is_named_by(host: Path, run: Run) -> None:
    assert run("draw", "kalmar").stdout.startswith("<svg")
    for name, begins in (("now.svg", b"<svg"), ("now.png", b"\x89PNG")):
        done = run("draw", "kalmar", "--theme", "print", "--width", "300", "--out", name)
        assert (done.returncode, done.stdout) == (0, ""), done.stderr
        assert (host / name).read_bytes().startswith(begins)


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (("nowhere",), 2, "no game called 'nowhere'"),
        (("kalmar", "F1999M"), 1, "F1999M has not been adjudicated"),
        (("kalmar", "--out", "board.bmp"), 2, ".svg"),
        (("kalmar", "--out", "game.gif"), 1, "nothing has been adjudicated"),
        (("kalmar", "--sheet"), 1, "nothing has been adjudicated"),
        (("kalmar", "S1901M", "--out", "game.gif"), 2, "leave out S1901M"),
    ],
)
def test_what_cannot_be_drawn_is_said(run: Run, words: tuple[str, ...], status: int, says: str) -> None:
    done = run("draw", *words)
    assert (done.returncode, done.stdout) == (status, "")
    assert says in done.stderr
    assert "Traceback" not in done.stderr

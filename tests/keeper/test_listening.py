"""The clerk: real letters to a real table, each heard once and as of its coming, kept where it must be, or answered."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.message import EmailMessage
from pathlib import Path

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from pytest_django.fixtures import Settings
from tests.diplomacy.tables import POWERS, START, opening

from dragoman import assembly
from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM, KEEPER, PersonId, Seat
from dragoman.keeper import listening
from dragoman.keeper.listening import Clerk
from dragoman.keeper.rounds import MACHINE, Bells
from dragoman.people.register import Owner, Register
from dragoman.post.headers import mailboxes
from dragoman.referee.ports import Slip
from dragoman.store.inbox import Arrival, Inbox, State
from dragoman.store.models import Incoming, Outgoing

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


class Scene:
    """A host whose clock is a file, with kalmar under way; what is sent by it is read here."""

    def __init__(self, clock: Path) -> None:
        self._clock = clock
        self.set(START)
        people = {Seat(power): self.person(f"{power.lower()}@example.org") for power in POWERS}
        self.gm = self.person("gm@example.org")
        command = replace(opening(seated=()), seats=people, gm=self.gm)
        assert assembly.open_table(Slip("kalmar", Speaker(self.gm, None), command=command), "diplomacy").version
        self.post()

    def person(self, address: str) -> PersonId:
        return assembly.register().verify(address, assembly.clock().now())

    def set(self, now: datetime) -> None:
        self.now = now
        self._clock.write_text(f'now = {now.isoformat()}\nseed = "7"\n')

    def token(self, seat: str, table: str = "kalmar") -> str:
        person = assembly.register().find(f"{seat.lower()}@example.org")
        assert person is not None
        return assembly.tokens().seat(table, Seat(seat), person)

    def write(self, sender: str, text: str, to: str = "dragoman+kalmar", number: int = 1, **headers: str) -> None:
        """A letter comes, and is stored."""
        letter = EmailMessage()
        letter["From"] = sender
        sender = mailboxes(sender)[0].address  # as whoever posts it says on its cover
        letter["To"] = f"{to}@localhost"
        letter["Message-ID"] = f"<{number}.{sender}>"
        letter["Subject"] = headers.pop("subject", "kalmar")
        for name, value in headers.items():
            letter[name.replace("_", "-")] = value
        letter.set_content(text)
        assembly.receive(letter.as_bytes(), sender, f"<{number}.{sender}>", sender, (f"{to}@localhost",))

    def round(self) -> None:
        """Let the clerk and the bells go round until there is nothing to do."""
        clerk, bells = Clerk(), Bells()
        while clerk.turn() or bells.turn():
            pass

    def post(self) -> dict[str, str]:
        """What was told since the last time, by reader: subject and text; every parcel counts as sent."""
        told: dict[str, str] = {}
        for parcel in assembly.outbox().claim("test", MACHINE.now(), HOUR, 1000):
            letter = assembly.despatch(parcel)
            assembly.outbox().sent(parcel.key, MACHINE.now())
            if letter is not None:
                told[letter.to] = told.get(letter.to, "") + f"{letter.words.subject}\n{letter.words.text}"
                self.reply_to = letter.reply_to
        return told

    def orders(self, power: str) -> list[str]:
        state = assembly.table("kalmar").state
        return [line.text for line in state.on_file(power)]


@pytest.fixture
def scene(tmp_path: Path, settings: Settings) -> Iterator[Scene]:
    settings.CLOCK_FILE = str(tmp_path / "clock.toml")
    (tmp_path / "clock.toml").write_text(f'now = {START.isoformat()}\nseed = "7"\n')
    assembly.forget_assembly()
    yield Scene(tmp_path / "clock.toml")
    assembly.forget_assembly()


def states() -> list[str]:
    return list(Incoming.objects.order_by("counts_from", "id").values_list("state", flat=True))


def test_a_letter_with_token_from_the_seats_address_is_heard_and_answered(scene: Scene) -> None:
    scene.write("austria@example.org", "A Vie - Gal\nA Bud H\n", f"dragoman+kalmar+{scene.token('Austria')}")
    scene.round()
    assert scene.orders("Austria") == ["A Vie - Gal", "A Bud H"]
    assert states() == ["heard"]
    assert "VIE" in scene.post()["austria@example.org"].upper()


def test_the_same_letter_again_is_heard_once(scene: Scene) -> None:
    to = f"dragoman+kalmar+{scene.token('Austria')}"
    scene.write("austria@example.org", "A Vie - Gal\n", to)
    scene.write("austria@example.org", "A Vie - Gal\n", to)
    scene.round()
    scene.write("austria@example.org", "A Vie - Gal\n", to)
    scene.round()
    assert states() == ["heard"]
    assert Incoming.objects.get().repeats == 2
    assert Outgoing.objects.filter(sent_at=None).count() == 1


def test_a_clerk_who_was_killed_after_the_table_heard_leaves_no_trace(scene: Scene) -> None:
    scene.write("austria@example.org", "A Vie - Gal\n", f"dragoman+kalmar+{scene.token('Austria')}")
    from dragoman.keeper.listening import listen

    arrival = assembly.inbox().claim("dead", MACHINE.now(), timedelta(0))
    assert arrival is not None
    listen(arrival)
    version, told = assembly.table("kalmar").version, Outgoing.objects.count()
    scene.round()
    assert (assembly.table("kalmar").version, Outgoing.objects.count()) == (version, told)
    assert states() == ["heard"]


def test_a_letter_without_token_is_kept_until_its_owner_replies(scene: Scene) -> None:
    scene.write("austria@example.org", "A Vie - Gal\n")
    scene.round()
    assert states() == ["kept"]
    assert scene.orders("Austria") == []
    told = scene.post()
    assert list(told) == ["austria@example.org"]
    assert "A Vie - Gal" in told["austria@example.org"]
    scene.set(scene.now + HOUR)
    scene.write("austria@example.org", "yes\n", scene.reply_to.partition("@")[0], 2, subject="Re: ...")
    scene.round()
    assert scene.orders("Austria") == ["A Vie - Gal"]
    assert states() == ["heard", "heard"]
    assert assembly.table("kalmar").at == scene.now


def test_a_machines_reply_confirms_nothing(scene: Scene) -> None:
    scene.write("austria@example.org", "A Vie - Gal\n")
    scene.round()
    scene.post()
    scene.write("austria@example.org", "I am away.", scene.reply_to.partition("@")[0], 2, Auto_Submitted="auto-replied")
    scene.round()
    assert sorted(states()) == ["kept", "passed over"]
    assert "austria@example.org" not in scene.post()


@pytest.mark.parametrize(
    ("sender", "text"),
    [
        ("eve@example.org", "yes"),
        ("italy@example.org", "yes"),
        ("austria@example.org", ""),
        ("austria@example.org", "Thank you for your letter. I am away until Monday."),
        ("austria@example.org", "Your message was received:\n\n> yes\n"),
        ("austria@example.org", "no"),
    ],
)
def test_a_kept_letter_is_confirmed_only_by_a_word_from_the_address_that_was_asked(
    scene: Scene, sender: str, text: str
) -> None:
    scene.write("austria@example.org", "A Vie - Gal\n")
    scene.round()
    scene.post()
    where = scene.reply_to.partition("@")[0]
    scene.write(sender, text, where, 2, subject="Re: [kalmar] Did you write this letter?")
    scene.round()
    assert sorted(states()) == ["kept", "refused"]
    assert list(scene.post()) == [sender]
    scene.write("austria@example.org", "Kyllä!\n\nJudge kirjoitti 3.3.2026 klo 18.00:\n> A Vie - Gal", where, 3)
    scene.round()
    assert scene.orders("Austria") == ["A Vie - Gal"]


def test_a_token_from_a_strange_address_is_kept_and_its_owner_asked(scene: Scene) -> None:
    scene.write("eve@example.org", "A Vie - Gal\n", f"dragoman+kalmar+{scene.token('Austria')}")
    scene.round()
    assert states() == ["kept"]
    assert list(scene.post()) == ["austria@example.org"]


def test_a_word_confirmed_on_the_pages_is_heard_in_the_seat_it_was_kept_for(scene: Scene) -> None:
    scene.write("italy@example.org", "F Nap - ION\n")
    scene.round()
    italy = assembly.register().find("italy@example.org")
    assert italy is not None
    (kept,) = assembly.inbox().kept(italy)
    assert kept.seat == "Italy"
    assembly.confirm(kept, italy, scene.now)
    scene.round()
    assert scene.orders("Italy") == ["F Nap - ION"]


def test_somebody_unknown_is_refused_once_a_day_and_told_why(scene: Scene) -> None:
    for number in (1, 2, 3):
        scene.write("eve@example.org", "A Vie - Gal\n", number=number)
    scene.round()
    assert states() == ["refused"] * 3
    told = scene.post()
    assert list(told) == ["eve@example.org"]
    assert told["eve@example.org"].count("Re:") == 1


def test_somebody_unknown_who_writes_to_no_game_is_told_how_to_begin(scene: Scene) -> None:
    """Once a day, whatever else they wrote of; and machines never are."""
    scene.write("eve@example.org", "A Vie - Gal\n", "dragoman+nowhere")
    for number in (2, 3):
        scene.write("eve@example.org", "help\n", "dragoman", number, subject="")
    scene.write("list@example.org", "help\n", "dragoman", 4, Auto_Submitted="auto-replied")
    scene.round()
    told = scene.post()
    assert list(told) == ["eve@example.org"]
    assert told["eve@example.org"].count("dragoman+NAME@") == 1
    assert told["eve@example.org"].count("`join`") == 1


def test_a_player_who_is_away_from_several_games_is_told_of_once(scene: Scene) -> None:
    people = {Seat(power): scene.person(f"{power.lower()}@example.org") for power in POWERS}
    command = replace(opening(seated=()), name="lund", seats=people, gm=scene.gm)
    assert assembly.open_table(Slip("lund", Speaker(scene.gm, None), command=command), "diplomacy").version
    scene.post()
    for number in (1, 2):
        scene.write("italy@example.org", "I am away.\n", "dragoman+kalmar", number, Auto_Submitted="auto-replied")
    scene.round()
    told = scene.post()
    assert list(told) == ["gm@example.org"]
    assert told["gm@example.org"].count("may not be reading") == 1
    assert "kalmar: Italy" in told["gm@example.org"]
    assert "lund: Italy" in told["gm@example.org"]


def test_somebody_unknown_who_asks_what_anybody_may_is_met_and_known_from_then_on(scene: Scene) -> None:
    scene.write("eve@example.org", "observe as Eve\n")
    scene.round()
    assert states() == ["kept"]
    assert assembly.register().find("eve@example.org") is None
    told = scene.post()
    assert list(told) == ["eve@example.org"]
    assert "observe as Eve" not in told["eve@example.org"]
    scene.write("eve@example.org", "Yes.", scene.reply_to.partition("@")[0], 2)
    scene.round()
    eve = assembly.register().find("eve@example.org")
    assert eve is not None
    assert [table for table, _ in assembly.ledger().tables_of(eve)] == ["kalmar"]


def test_nobodys_mailbox_is_filled_by_letters_in_their_name(scene: Scene) -> None:
    for number in range(12):
        scene.write("austria@example.org", "A Vie - Gal\n", number=number)
    scene.round()
    assert sorted(states()) == ["kept"] * 5 + ["refused"] * 7
    assert scene.post()["austria@example.org"].count("Did you write") == 5


def test_a_letter_to_an_unknown_game_is_answered(scene: Scene) -> None:
    scene.write("austria@example.org", "A Vie - Gal\n", "dragoman+lund")
    scene.round()
    assert states() == ["refused"]
    assert "lund" in scene.post()["austria@example.org"]


def test_no_name_of_a_game_leads_out_of_the_games(scene: Scene) -> None:
    for number, to in enumerate(("dragoman+..", "dragoman+con", "dragoman+%2e%2e", "dragoman+" + "a" * 40)):
        scene.write("austria@example.org", "A Vie - Gal\n", to, number)
    scene.round()
    assert set(states()) == {"refused"}


def test_what_came_in_time_is_heard_in_time_though_the_deadline_has_passed(scene: Scene) -> None:
    deadline = assembly.table("kalmar").state.deadline
    scene.set(deadline - HOUR)
    for number, power in enumerate(POWERS):
        scene.write(f"{power.lower()}@example.org", "final\n", f"dragoman+kalmar+{scene.token(power)}", number)
    scene.write("austria@example.org", "A Vie - Gal\n", f"dragoman+kalmar+{scene.token('Austria')}", 99)
    scene.set(deadline + HOUR)
    assert Bells().turn() is False
    assert str(assembly.table("kalmar").state.phase) == "S1901M"
    scene.round()
    state = assembly.table("kalmar").state
    assert str(state.phase) == "F1901M"
    assert any(str(unit.place.province) == "GAL" for unit in state.position.units)


def test_nothing_strikes_while_all_tables_are_held_not_even_for_a_letter(scene: Scene) -> None:
    deadline = assembly.table("kalmar").state.deadline
    assembly.heart().beat(START)
    assert assembly.heart().beat(START + timedelta(days=400)) is not None
    scene.set(deadline + HOUR)
    scene.write("austria@example.org", "A Vie - Gal\n", f"dragoman+kalmar+{scene.token('Austria')}")
    assert Clerk().turn()
    assert Bells().turn() is False
    assert (states(), str(assembly.table("kalmar").state.phase)) == (["new"], "S1901M")
    assembly.heart().let_go(scene.now)
    Incoming.objects.update(free_at=None)
    scene.round()
    state = assembly.table("kalmar").state
    assert (states(), str(state.phase)) == (["heard"], "S1901M")
    assert state.deadline is not None
    assert state.deadline > deadline, "what fell due while all was held is extended (PB04)"


def test_a_letter_at_which_we_fail_is_tried_again_then_laid_aside(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("dragoman.keeper.listening.listen", broken)
    monkeypatch.setattr("dragoman.keeper.listening.LATER", timedelta(0))
    scene.write("austria@example.org", "A Vie - Gal\n", f"dragoman+kalmar+{scene.token('Austria')}")
    scene.round()
    assert states() == ["fault"]


def test_a_game_masters_word_counts_by_their_seat(scene: Scene) -> None:
    token = assembly.tokens().seat("kalmar", GM, scene.gm)
    scene.write("gm@example.org", "gm announce: The club meets on Monday.\n", f"dragoman+kalmar+{token}")
    scene.round()
    told = scene.post()
    assert set(told) >= {f"{power.lower()}@example.org" for power in POWERS}
    assert "club meets" in told["france@example.org"]


def test_a_letter_from_an_erased_person_is_passed_over(scene: Scene) -> None:
    scene.write("austria@example.org", "A Vie - Gal\n", f"dragoman+kalmar+{scene.token('Austria')}")
    austria = assembly.register().find("austria@example.org")
    assert austria is not None
    assembly.register().erase(austria, scene.now)
    scene.round()
    assert states() == ["passed over"]
    assert assembly.clock().now() == START.astimezone(UTC)


def lund(scene: Scene) -> None:
    """A game that waits for players."""
    command = replace(opening(seated=()), name="lund", seats={}, gm=scene.gm, begin=False)
    assert assembly.open_table(Slip("lund", Speaker(scene.gm, None), command=command), "diplomacy").version
    scene.post()


@pytest.mark.parametrize(("where", "seat", "text"), [("kalmar", "Austria", "A Vie - Gal\n"), ("lund", None, "join\n")])
def test_nor_is_one_heard_that_was_looked_up_before(scene: Scene, where: str, seat: str | None, text: str) -> None:
    lund(scene)
    austria = assembly.register().find("austria@example.org")
    assert austria is not None
    token = assembly.tokens().seat(where, Seat(seat) if seat else None, austria)
    scene.write("austria@example.org", text, f"dragoman+{where}+{token}", subject=where)
    arrivals = assembly.inbox().claim_some("test", MACHINE.now(), HOUR)
    sheaf = listening.Sheaf(arrivals)
    assembly.erase(austria)
    before = assembly.table(where).version
    assert [listening.listen(each, sheaf)[0] for each in arrivals] != [State.HEARD]
    assert assembly.table(where).version == before
    assert "austria@example.org" not in scene.post()


def test_a_seat_that_a_letter_brought_while_its_writer_was_forgotten_is_given_up(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    lund(scene)
    ann, erase = scene.person("ann@example.org"), Register.erase
    token = assembly.tokens().seat("lund", None, ann)
    scene.write("ann@example.org", "join\n", f"dragoman+lund+{token}", subject="lund")
    came = []

    def meanwhile(register: Register, person: PersonId, now: datetime) -> None:
        assert Clerk().turn()
        came.extend(assembly.ledger().tables_of(ann))
        erase(register, person, now)

    monkeypatch.setattr(Register, "erase", meanwhile)
    assembly.erase(ann)
    assert [name for name, _ in came] == ["lund"]
    assert assembly.ledger().tables_of(ann) == ()


def of_everybody(scene: Scene, text: str = "status\n", first: int = 0) -> None:
    for n, power in enumerate(POWERS, first):
        scene.write(f"{power.lower()}@example.org", text, f"dragoman+kalmar+{scene.token(power)}", n)


def test_what_must_be_known_of_letters_is_asked_once_for_all(scene: Scene) -> None:
    of_everybody(scene)
    scene.round()
    of_everybody(scene, first=20)
    with CaptureQueriesContext(connection) as asked:
        assert Clerk().turn()
    assert states() == ["heard"] * 14
    about = [sql for each in asked if (sql := each["sql"]).startswith("SELECT") and "FOR UPDATE" not in sql]
    locked = [sql for sql in about if '"store_table"."seal"' in sql]
    assert len(about) - len(locked) < len(POWERS), "\n".join(about)


def test_letters_that_a_killed_clerk_had_heard_and_not_written_down_are_answered_once(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_everybody(scene, "A Vie - Gal\nA Con - Bul\n")
    with monkeypatch.context() as killed:
        killed.setattr(Inbox, "done_all", lambda *_: None)
        assert Clerk().turn()
    version, told = assembly.table("kalmar").version, Outgoing.objects.count()
    assert (states(), Outgoing.objects.filter(kind="receipt").count()) == (["new"] * 7, 7)
    Incoming.objects.update(free_at=None)  # the lease has run out
    clerk = Clerk()
    assert [clerk.turn() for _ in range(8)] == [True] * 7 + [False], "each by itself, for one of them might kill again"
    assert (states(), assembly.table("kalmar").version, Outgoing.objects.count()) == (["heard"] * 7, version, told)


def test_a_clerk_who_takes_long_lets_go_of_the_rest(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    of_everybody(scene)
    monkeypatch.setattr(listening, "LONGEST", timedelta(0))
    clerk = Clerk()
    assert clerk.turn()
    assert states() == ["heard"] + ["new"] * 6
    assert set(Incoming.objects.filter(state="new").values_list("tries", "free_at")) == {(0, None)}
    scene.round()
    assert states() == ["heard"] * 7


def test_if_letters_cannot_be_looked_up_together_each_is_by_itself(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    of_everybody(scene)
    owners = Register.owners

    def of_one(register: Register, addresses: Iterable[str]) -> Mapping[str, Owner]:
        if len(given := list(addresses)) > 1 or given == ["italy@example.org"]:
            raise OSError
        return owners(register, given)

    monkeypatch.setattr(Register, "owners", of_one)
    assert Clerk().turn()
    assert sorted(states()) == ["heard"] * 6 + ["new"]
    assert Incoming.objects.get(state="new").note == "OSError"


def test_a_later_letter_of_the_same_sender_is_not_heard_over_the_head_of_one_that_failed(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both are taken at once, with another's between them: that one is heard, and the later set of orders counts."""
    for n, (power, text) in enumerate(
        (("Austria", "A Vie - Gal\n"), ("France", "A Par H\n"), ("Austria", "A Vie H\n"))
    ):
        scene.set(START + n * timedelta(minutes=1))
        scene.write(f"{power.lower()}@example.org", text, f"dragoman+kalmar+{scene.token(power)}", n)
    heard, failing = listening.listen, [True]

    def fails_once(arrival: Arrival, sheaf: listening.Sheaf | None = None) -> listening.Outcome:
        if failing and failing.pop():
            raise OSError("the disk is full")
        return heard(arrival, sheaf)

    monkeypatch.setattr(listening, "listen", fails_once)
    assert Clerk().turn()
    assert (states(), scene.orders("Austria"), scene.orders("France")) == (["new", "heard", "new"], [], ["A Par H"])
    assert not Clerk().turn()
    assert list(Incoming.objects.order_by("counts_from").values_list("tries", flat=True)) == [1, 1, 0]
    Incoming.objects.filter(state="new").update(free_at=None)
    scene.round()
    assert (states(), scene.orders("Austria")) == (["heard"] * 3, ["A Vie H"])


@pytest.mark.parametrize(("text", "says"), [("Suomeksi, kiitos!\nA Vie - Gal", "A VIE - GAL"), ("suomeksi", "ohje")])
def test_a_word_on_the_first_line_changes_the_language_of_letters(scene: Scene, text: str, says: str) -> None:
    scene.write("austria@example.org", text, to=f"dragoman+kalmar+{scene.token('Austria')}")
    scene.round()
    person = assembly.register().find("austria@example.org")
    assert person is not None
    to = assembly.register().correspondent(person)
    assert to is not None
    assert to.lang == "fi"
    letters = "\n".join(scene.post().values())
    assert "tästä lähtien suomeksi" in letters
    assert says in letters


def test_the_word_within_a_letter_changes_nothing(scene: Scene) -> None:
    scene.write("austria@example.org", "A Vie - Gal\nsuomeksi", to=f"dragoman+kalmar+{scene.token('Austria')}")
    scene.round()
    person = assembly.register().find("austria@example.org")
    to = assembly.register().correspondent(person) if person is not None else None
    assert to is not None
    assert to.lang == "en"


@pytest.mark.parametrize(
    ("zone", "text", "begins"),
    [
        ("Europe/Helsinki", "absent 20 April to 25 April\n", datetime(2026, 4, 19, 21, tzinfo=UTC)),
        ("Europe/Helsinki", "poissa 20.4.\N{EN DASH}25.4.\n", datetime(2026, 4, 19, 21, tzinfo=UTC)),
        ("America/New_York", "absent 20 April to 25 April\n", datetime(2026, 4, 20, 4, tzinfo=UTC)),
        ("UTC", "absent 20 April to 25 April\n", datetime(2026, 4, 20, tzinfo=UTC)),
    ],
)
def test_a_day_is_read_in_the_zone_that_its_writer_is_told_times_in(
    scene: Scene, zone: str, text: str, begins: datetime
) -> None:
    austria = assembly.register().find("austria@example.org")
    assert austria is not None
    assembly.register().prefer(austria, "en", zone)
    scene.write("austria@example.org", text, f"dragoman+kalmar+{scene.token('Austria')}")
    scene.round()
    (absence,) = assembly.table("kalmar").state.time.absences
    assert absence.begins == begins


def test_the_hour_of_a_deadline_stays_the_games_own_for_a_game_master_in_another_zone(scene: Scene) -> None:
    assembly.register().prefer(scene.gm, "en", "Europe/Helsinki")
    token = assembly.tokens().seat("kalmar", GM, scene.gm)
    scene.write("gm@example.org", "gm deadline 20 April 20:00\n", f"dragoman+kalmar+{token}")
    scene.round()
    assert assembly.table("kalmar").state.deadline == datetime(2026, 4, 20, 17, tzinfo=UTC)
    before = assembly.table("kalmar").state
    scene.write("gm@example.org", "gm deadline 21 April\n", f"dragoman+kalmar+{token}", 2)
    scene.round()
    after = assembly.table("kalmar").state
    hour = before.calendar.hour
    assert hour is None or after.deadline.time() == hour, "said in another zone, the same"


FORMING = replace(opening(seated=()), name="visby")


@pytest.mark.parametrize(("shown", "name"), [('"Äiti, Anna"', "Anna Äiti"), ("eve@example.org", ""), ("", "")])
def test_whoever_joins_by_letter_is_called_as_it_calls_them_and_told(scene: Scene, shown: str, name: str) -> None:
    assembly.open_table(Slip("visby", Speaker(KEEPER, None), command=FORMING), "diplomacy")
    eve = scene.person("eve@example.org")
    to = f"dragoman+visby+{assembly.tokens().seat('visby', None, eve)}"
    scene.write(f"{shown} <eve@example.org>", "help\n", to, 1, subject="visby")
    scene.round()
    assert states() == ["heard"]
    assert not assembly.register().names([eve]), "who asks a question is not at the table"
    scene.write(f"{shown} <eve@example.org>", "join as Italy, any\n", to, 2, subject="visby")
    scene.round()
    assert assembly.register().names([eve]).get(eve, "") == name
    told = " ".join(scene.post()["eve@example.org"].split())
    assert ("my name is" in told) == bool(name)


@pytest.mark.parametrize("own", ["Ann", ""])
def test_a_name_of_ones_own_stays(scene: Scene, own: str) -> None:
    """Whoever plays already, or has a name, is called nothing by a From line; their own word counts."""
    austria = scene.person("austria@example.org")
    assembly.register().rename(austria, own)
    to = f"dragoman+kalmar+{scene.token('Austria')}"
    scene.write("Somebody Else <austria@example.org>", "A Vie - Gal\n", to)
    scene.round()
    assert assembly.register().names([austria]).get(austria, "") == own
    scene.write("austria@example.org", "Nimeni on Anna Äiti.\nA Vie - Tri\n", to, 2)
    scene.round()
    assert assembly.register().names([austria])[austria] == "Anna Äiti"
    assert scene.orders("Austria") == ["A Vie - Tri"]
    assert "“Anna Äiti”" in scene.post()["austria@example.org"]


# --- confirmed late (VII.1) ---


def kept_letter(scene: Scene, text: str, sender: str = "austria@example.org", number: int = 50) -> str:
    """A letter without its token comes and waits; the address at which its owner says yes."""
    scene.write(sender, text, number=number)
    scene.round()
    scene.post()
    return scene.reply_to.partition("@")[0]


def confirmed(scene: Scene, where: str, sender: str = "austria@example.org", number: int = 60) -> str:
    """The owner says yes an hour later; what they are told."""
    scene.set(scene.now + HOUR)
    scene.write(sender, "yes\n", where, number, subject="Re: Did you write this letter?")
    scene.round()
    return " ".join(scene.post().get(sender, "").split())


def spoken(scene: Scene, text: str, seat: str = "Austria", number: int = 70) -> None:
    scene.set(scene.now + HOUR)
    scene.write(f"{seat.lower()}@example.org", text, f"dragoman+kalmar+{scene.token(seat)}", number)
    scene.round()
    scene.post()


@pytest.mark.parametrize("late", ["A Vie - Boh\n", "A Vie - Boh\nfinal\n", "final\n", "clear orders\n"])
def test_newer_orders_stand_before_an_older_letter_that_is_confirmed_later(scene: Scene, late: str) -> None:
    where = kept_letter(scene, late)
    spoken(scene, "A Vie - Gal\npreliminary\n")
    told = confirmed(scene, where)
    assert scene.orders("Austria") == ["A Vie - Gal"]
    assert not assembly.table("kalmar").state.marks["Austria"]
    assert "stands; this letter changed nothing" in told


def test_orders_that_were_taken_back_since_stay_taken_back(scene: Scene) -> None:
    where = kept_letter(scene, "A Vie - Boh\n")
    spoken(scene, "A Vie - Gal\n")
    spoken(scene, "clear orders\n", number=71)
    assert "changed nothing" in confirmed(scene, where)
    assert scene.orders("Austria") == []


def test_of_two_letters_that_are_confirmed_the_one_that_came_later_counts(scene: Scene) -> None:
    first = kept_letter(scene, "A Vie - Boh\n", number=50)
    scene.set(scene.now + HOUR)
    second = kept_letter(scene, "A Vie - Gal\n", number=51)
    confirmed(scene, first, number=60)
    confirmed(scene, second, number=61)
    assert scene.orders("Austria") == ["A Vie - Gal"]


def test_units_that_were_not_ordered_since_follow_the_older_letter(scene: Scene) -> None:
    """III.4.B: the newest order for each unit."""
    where = kept_letter(scene, "A Vie - Boh\nA Bud - Ser\n")
    spoken(scene, "A Vie - Gal\n")
    told = confirmed(scene, where)
    assert sorted(scene.orders("Austria")) == ["A Bud - Ser", "A Vie - Gal"]
    assert "what you have said since of the same stands" in told


@pytest.mark.parametrize("late", ["A Vie - Boh\n", "final\n", "clear orders\n", "delay 2 days because exams\n"])
def test_a_letter_is_about_the_phase_in_which_it_came(scene: Scene, late: str) -> None:
    where = kept_letter(scene, late)
    scene.set(assembly.table("kalmar").state.deadline)
    spoken(scene, "gm process S1901M\n", "gm")
    assert assembly.table("kalmar").state.turns
    told = confirmed(scene, where)
    assert scene.orders("Austria") == []
    assert "Spring 1901" in told
    assert "over" in told
    assert "Austria" not in assembly.table("kalmar").state.marks


def test_the_game_masters_late_word_undoes_none_that_came_since(scene: Scene) -> None:
    where = kept_letter(scene, "gm deadline 20 March 20:00\n", "gm@example.org")
    spoken(scene, "gm deadline 12 March 20:00\n", "gm")
    told = confirmed(scene, where, "gm@example.org")
    assert assembly.table("kalmar").state.deadline.day == 12
    assert "changed nothing" in told


def test_press_that_is_confirmed_late_is_sent(scene: Scene) -> None:
    where = kept_letter(scene, "press to Italy:\nciao\nend press\n")
    scene.set(assembly.table("kalmar").state.deadline)
    spoken(scene, "gm process S1901M\n", "gm")
    scene.set(scene.now + HOUR)
    scene.write("austria@example.org", "yes\n", where, 60, subject="Re: Did you write this letter?")
    scene.round()
    assert "ciao" in scene.post()["italy@example.org"]


def test_a_newer_vote_stands(scene: Scene) -> None:
    spoken(scene, "propose draw\n", "Italy")
    where = kept_letter(scene, "vote yes on 1\n")
    spoken(scene, "vote no on 1\n")
    assert "changed nothing" in confirmed(scene, where)
    (vote,) = assembly.table("kalmar").state.votes.values()
    assert {ballot.voter: ballot.choice for ballot in vote.ballots}["Austria"] == "no"

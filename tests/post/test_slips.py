"""Sorting letters: which table, in whose name, whether it came as the rules want it; and what is neither heard nor
answered."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.post.casebook import Town

from dragoman.game.protocol import SUBJECT_LACKS, Speaker
from dragoman.game.saying import say
from dragoman.game.seats import GM, PersonId, Seat
from dragoman.people.speaking import Acts, Keep, Which
from dragoman.post.addresses import Mailbox, Ours
from dragoman.post.letter import Address, Automatic, Letter, Vouching
from dragoman.post.replies import message_id
from dragoman.post.slips import (
    Confirm,
    Conventions,
    Hear,
    Hold,
    Meet,
    PassOver,
    Reason,
    Refuse,
    Sorted,
    answered_piece,
    bare_subject,
    piece_mark,
    slips,
)

MAILBOX = Mailbox("Dragoman@example.org")
TOKEN = "abcdefghijklmnopqrstuvwx"
ENGLAND = Speaker(PersonId("england@example.org"), Seat("England"))


def boxes(*addresses: str) -> tuple[Address, ...]:
    return tuple(Address("", address) for address in addresses)


def letter(*to: str, sender: str = "england@example.org", subject: str = "[kalmar]", text: str = "A Lvp H") -> Letter:
    return Letter(
        sender=Address("", sender),
        senders=boxes(sender),
        to=boxes(*(to or ("dragoman@example.org",))),
        subject=subject,
        text=text,
        message_id="<1@example.org>",
    )


def sort(one: Letter, town: Town | None = None) -> Sorted:
    (only,) = slips(one, MAILBOX, town or Town(), "mark")
    return only


def reason(one: Letter, town: Town | None = None) -> Reason | None:
    sorted_ = sort(one, town)
    return sorted_.reason if isinstance(sorted_, Refuse) else None


# --- addresses ---


@pytest.mark.parametrize(
    ("address", "ours"),
    [
        ("dragoman@example.org", Ours()),
        ("DRAGOMAN@EXAMPLE.ORG", Ours()),
        ("dragoman+kalmar@example.org", Ours("kalmar")),
        (f"Dragoman+Kalmar+{TOKEN.upper()}@example.org", Ours("kalmar", TOKEN)),
        (f"dragoman+confirm+{TOKEN}@example.org", Ours("", TOKEN, confirming=True)),
        ("kalmar@example.org", Ours("kalmar", certain=False)),
        (f"kalmar+{TOKEN}@example.org", Ours("kalmar", TOKEN, certain=False)),
        ("dragoman+confirm@example.org", None),
        (f"confirm+{TOKEN}@example.org", None),
        ("dragoman@elsewhere.example", None),
        ("dragoman+../etc@example.org", None),
        ("dragoman+kalmar+short@example.org", None),
        (f"dragoman+kalmar+{TOKEN}+more@example.org", None),
        ("dragoman+@example.org", None),
        ("@example.org", None),
        ("", None),
    ],
)
def test_what_an_address_stands_for(address: str, ours: Ours | None) -> None:
    assert MAILBOX.ours(address) == ours


# --- whom it is for ---


@pytest.mark.parametrize(
    "one",
    [
        letter("dragoman+kalmar@example.org", subject=""),
        letter("kalmar@example.org", subject=""),
        letter(f"kalmar+{TOKEN}@example.org", subject="Re: whatever"),
        letter(subject="[kalmar]"),
        letter(subject="Re: [EXTERNAL] [kalmar] orders"),
        letter(subject="orders kalmar s1901m"),
        letter(subject="no name, but I have one seat only"),
        letter("friend@example.org", "dragoman@example.org"),
    ],
)
def test_a_letter_finds_its_table(one: Letter) -> None:
    heard = sort(one)
    assert isinstance(heard, Hear)
    assert (heard.slip.table, heard.slip.speaker, heard.slip.text) == ("kalmar", ENGLAND, "A Lvp H")
    assert (heard.slip.letter, heard.slip.message_id, heard.slip.answer) == ("mark/kalmar", "<1@example.org>", True)


def test_a_token_is_handed_on_wherever_it_stands() -> None:
    town = Town()
    sort(replace(letter("dragoman+kalmar@example.org"), cc=boxes(f"dragoman+kalmar+{TOKEN}@example.org")), town)
    assert town.asked == [("kalmar", TOKEN, "england@example.org", False)]


def test_a_letter_to_two_tables_is_heard_at_both() -> None:
    town = Town(tables=("kalmar", "lund"))
    heard = slips(letter("dragoman+kalmar@example.org", "lund@example.org"), MAILBOX, town, "mark")
    assert [each.slip.letter for each in heard if isinstance(each, Hear)] == ["mark/kalmar", "mark/lund"]


def test_other_addresses_of_our_domain_are_no_tables() -> None:
    assert isinstance(sort(letter("dragoman+kalmar@example.org", "friend@example.org")), Hear)


@pytest.mark.parametrize(
    ("one", "why"),
    [
        (letter("dragoman+lund@example.org"), Reason.UNKNOWN_GAME),
        (letter(subject="[lund] orders"), Reason.UNKNOWN_GAME),
        (letter(sender="stranger@example.org", subject="hello"), Reason.NO_GAME),
        (letter(subject="", sender="stranger@example.org"), Reason.NO_GAME),
    ],
)
def test_an_unknown_game_is_told(one: Letter, why: Reason) -> None:
    assert reason(one) is why


@pytest.mark.parametrize(
    ("subject", "other"),
    [
        ("[visby] S1901M", "visby"),
        ("Re: [visby] Spring 1901", "visby"),
        ("lund S1901M", "lund"),
        ("orders for lund", "lund"),
        ("kalmar S1901M, as in lund", ""),
        ("[urgent] my orders", ""),
        ("orders S1901M", ""),
        ("", ""),
    ],
)
def test_a_subject_that_names_another_game_is_not_heard(subject: str, other: str) -> None:
    sorted_ = sort(letter("dragoman+kalmar@example.org", subject=subject), Town(tables=("kalmar", "lund")))
    if not other:
        assert isinstance(sorted_, Hear)
        return
    assert isinstance(sorted_, Refuse)
    assert (sorted_.reason, dict(sorted_.says.args)) == (Reason.OTHER_GAME, {"other": other, "game": "kalmar"})


@pytest.mark.parametrize(
    ("subject", "also"),
    [("[kalmar] [lund] S1901M", "lund"), ("kalmar and lund", "lund"), ("[kalmar] visby", ""), ("kalmar", "")],
)
def test_whoever_names_two_of_their_games_is_told_which_one_heard(subject: str, also: str) -> None:
    heard_ = sort(letter(subject=subject), Town(tables=("kalmar", "lund")))
    assert isinstance(heard_, Hear)
    assert heard_.slip.table == "kalmar"
    assert [dict(each.args)["games"] for each in heard_.slip.remarks] == ([also] if also else [])


def test_who_plays_in_several_games_is_asked_which() -> None:
    town = Town(tables=("kalmar", "lund"))
    sorted_ = sort(letter(subject="orders"), town)
    assert isinstance(sorted_, Refuse)
    assert sorted_.reason is Reason.WHICH_GAME
    assert dict(sorted_.says.args) == {"games": "kalmar, lund"}


# --- II.2 ---


def copied(one: Letter) -> Letter:
    return replace(one, to=boxes("friend@example.org"), cc=boxes("dragoman@example.org"))


def delivered(one: Letter) -> Letter:
    return replace(one, to=boxes("friend@example.org"), delivered_to=("dragoman+kalmar@example.org",))


@pytest.mark.parametrize("one", [copied(letter()), delivered(letter()), replace(letter(), to=boxes("a@b.example"))])
def test_a_copy_does_not_count(one: Letter) -> None:
    assert reason(one) is Reason.NOT_ADDRESSED


@pytest.mark.parametrize("one", [copied(letter()), delivered(letter())])
def test_a_copy_counts_where_the_rules_say_so(one: Letter) -> None:
    assert isinstance(sort(one, Town(conventions_=Conventions(addressed=False))), Hear)


def test_another_address_will_do_where_the_rules_name_it() -> None:
    town = Town(conventions_=Conventions(address="Friend@example.org"))
    assert isinstance(sort(copied(letter()), town), Hear)


@pytest.mark.parametrize(
    ("subject", "taken"), [("kalmar S1901M", True), ("Re: s1901m of Kalmar", True), ("kalmar", False)]
)
def test_the_subject_must_hold_what_the_rules_want(subject: str, taken: bool) -> None:
    town = Town(conventions_=Conventions(subject="kalmar S1901M"))
    sorted_ = sort(letter(subject=subject), town)
    assert isinstance(sorted_, Hear)
    lacks = sorted_.slip.lacks
    assert (lacks is None) == taken
    assert lacks is None or (lacks.code, lacks.clause) == (SUBJECT_LACKS, "II.2")


def test_what_falls_short_is_brought_to_a_game_master_with_what_it_lacks() -> None:
    town = Town(conventions_=Conventions(subject="orders", keeps=True))
    sorted_ = sort(letter(subject="kalmar"), town)
    assert isinstance(sorted_, Hear)
    assert sorted_.slip.lacks is not None
    assert (sorted_.slip.lacks.clause, dict(sorted_.slip.lacks.says.args)) == ("II.2", {"words": "orders"})
    assert sort(copied(letter(subject="orders")), town).slip.lacks.says.text.startswith("The game's address")  # type: ignore[union-attr]
    assert sort(letter(subject="orders"), town).slip.lacks is None  # type: ignore[union-attr]


def test_a_strangers_letter_that_falls_short_is_refused_as_ever() -> None:
    town = Town(conventions_=Conventions(subject="orders", keeps=True))
    assert reason(letter(sender="mallory@example.org", subject="kalmar"), town) is Reason.SUBJECT


def test_the_game_masters_own_letters_are_no_sets() -> None:
    town = Town(seats={"gm@example.org": GM}, conventions_=Conventions(subject="orders", keeps=True))
    assert sort(letter(sender="gm@example.org", subject="kalmar"), town).slip.lacks is None  # type: ignore[union-attr]


# --- in whose name ---


def test_a_letter_that_lacks_a_half_is_kept() -> None:
    town = Town(standings={("kalmar", "england@example.org"): Keep(PersonId("p"), Seat("England"), "token")})
    assert sort(letter(), town) == Hold("kalmar", PersonId("p"), Seat("England"), "token")


def test_a_writer_of_several_seats_is_asked_which() -> None:
    town = Town(standings={("kalmar", "england@example.org"): Which(PersonId("p"), (Seat("England"), GM))})
    assert reason(letter(), town) is Reason.WHICH_SEAT


def test_a_stranger_who_asks_to_join_is_met_and_others_are_told() -> None:
    stranger = letter(sender="stranger@example.org", text="join as Austria")
    assert sort(stranger, Town(understood=("join",))) == Meet("kalmar")
    assert reason(stranger) is Reason.UNKNOWN_SENDER


def test_several_senders_are_none() -> None:
    town = Town()
    two = replace(letter(), senders=boxes("england@example.org", "france@example.org"))
    assert reason(two, town) is Reason.SEVERAL_SENDERS
    assert town.asked == [("kalmar", "", "", False)]
    assert reason(replace(letter(), senders=())) is Reason.NO_SENDER


def test_a_letter_that_its_domain_disowns_waits_for_its_owner() -> None:
    disowned = replace(letter(f"dragoman+kalmar+{TOKEN}@example.org"), disowned=True)
    assert sort(disowned) == Hold("kalmar", ENGLAND.person, ENGLAND.seat, "address")
    confirmed = Town(standings={("kalmar", ""): Acts(ENGLAND)})
    assert isinstance(sort(disowned, confirmed), Hear)
    assert reason(replace(disowned, senders=boxes("eve@example.org"), sender=Address("", "eve@example.org")))


@pytest.mark.parametrize(
    ("server", "domain", "vouched"),
    [
        ("mx.example.org", "example.org", True),
        ("mx.example.org", "elsewhere.example", False),
        ("other.example", "example.org", False),
    ],
)
def test_a_trusted_server_vouches_for_its_sender_alone(server: str, domain: str, vouched: bool) -> None:
    town = Town()
    sort(replace(letter(), vouchings=(Vouching(server, domain),)), town)
    assert town.asked == [("kalmar", "", "england@example.org", vouched)]


# --- machines, limits, keys ---


@pytest.mark.parametrize("kind", Automatic)
def test_a_machines_letter_is_passed_over_whatever_it_says(kind: Automatic) -> None:
    town = Town(standings={("kalmar", "england@example.org"): Acts(ENGLAND)})
    assert sort(replace(letter(f"dragoman+kalmar+{TOKEN}@example.org"), automatic=kind), town) == PassOver(kind)
    assert town.asked == []


def test_a_letter_that_passes_a_limit_is_not_heard_at_all() -> None:
    assert reason(replace(letter(), oversize=say("too long"))) is Reason.TOO_LONG


def test_an_encrypted_letter_is_answered_unless_it_also_says_something() -> None:
    assert reason(replace(letter(text=""), encrypted=True)) is Reason.ENCRYPTED
    assert isinstance(sort(replace(letter(), encrypted=True)), Hear)


def test_a_kept_letter_is_confirmed_by_its_token() -> None:
    to = f"dragoman+confirm+{TOKEN}@example.org"
    assert sort(letter(to, text="Yes.\nEdmund")) == Confirm(TOKEN, agreed=True)
    assert sort(letter(to, text="I am away. Yes, really.")) == Confirm(TOKEN, agreed=False)


# --- which text, which subject ---


def test_the_html_part_is_read_where_the_plain_one_says_nothing() -> None:
    marked = sort(replace(letter(text="see below"), alternative="A Lvp H"), Town(understood=("Lvp",)))
    assert isinstance(marked, Hear)
    assert (marked.slip.text, marked.read_html) == ("A Lvp H", True)
    plain = sort(replace(letter(), alternative="A Lvp - Wal"), Town(understood=("Lvp",)))
    assert isinstance(plain, Hear)
    assert (plain.slip.text, plain.read_html) == ("A Lvp H", False)


@pytest.mark.parametrize(
    ("subject", "bare"),
    [
        ("Re: kalmar", "kalmar"),
        ("RE: Vs: SV: AW: Antw: Fwd: kalmar", "kalmar"),
        ("Re[2]: Re (3): kalmar", "kalmar"),
        ("[EXTERNAL] Re: [kalmar] S1901M", "[kalmar] S1901M"),
        ("***SPAM*** Re: kalmar", "kalmar"),
        ("Reply: kalmar", "Reply: kalmar"),
        ("kalmar: Re: x", "kalmar: Re: x"),
        ("", ""),
        ("Re:", ""),
    ],
)
def test_prefixes_of_replies_go(subject: str, bare: str) -> None:
    assert bare_subject(subject) == bare


@pytest.mark.parametrize(
    ("subject", "said"),
    [
        ("Re: kalmar: Spring 1901, final", ""),
        ("VS: Kalmar:  spring 1901, final", ""),
        ("Re: kalmar preliminary", "kalmar preliminary"),
    ],
)
def test_our_own_subject_that_comes_back_is_a_quotation(subject: str, said: str) -> None:
    told = message_id("kalmar/3/0/p", "kalmar: Spring 1901, final", "example.org")
    heard = sort(replace(letter(subject=subject), in_reply_to=told))
    assert isinstance(heard, Hear)
    assert heard.slip.subject == said


def test_the_same_subject_in_answer_to_somebody_else_is_the_writers() -> None:
    heard = sort(replace(letter(subject="Re: kalmar final"), in_reply_to="<rem@example.org>"))
    assert isinstance(heard, Hear)
    assert heard.slip.subject == "kalmar final"


# --- replies to press ---


def test_a_reply_answers_the_piece_that_its_reader_was_told() -> None:
    mark = piece_mark("kalmar", "France", 12)
    identifier = message_id("kalmar/3/0/p", "kalmar: press from Italy", "example.org", mark)
    reply = replace(letter(text="Gladly."), in_reply_to=identifier)
    assert answered_piece(reply, "kalmar", "France") == 12
    assert answered_piece(reply, "kalmar", "Italy") == 0, "numbers are each reader's own"
    assert answered_piece(reply, "uppsala", "France") == 0
    assert answered_piece(letter(text="Gladly."), "kalmar", "France") == 0


# --- a letter for two games ---


TWO = Town(tables=("kalmar", "kuopio", "game-of-two"))


def heard(text: str, *to: str, town: Town = TWO) -> list[tuple[str, str, int]]:
    """Each table with what it hears of a letter, lines joined by a stroke, and how many remarks go with it."""
    found = slips(letter(*(to or ("dragoman+kalmar@example.org",)), subject="", text=text), MAILBOX, town, "mark")
    assert all(isinstance(each, Hear) for each in found)
    return [
        (each.slip.table, "|".join(filter(None, each.slip.text.split("\n"))), len(each.slip.remarks))
        for each in found
        if isinstance(each, Hear)
    ]


@pytest.mark.parametrize(
    ("text", "here", "remarks"),
    [
        ("kuopio:\nA Gal - Vie\nA Ukr - Rum\n\nkalmar:\nA Lvp H", "A Lvp H", 1),
        ("A Lvp H\n\nKuopio\nA Gal - Vie", "A Lvp H", 1),
        ("A Lvp H\n[kuopio] F1901M:\nA Gal - Vie", "A Lvp H", 1),
        ("A Lvp H\nFor the game Kuopio, Spring 1901:\nA Gal - Vie", "A Lvp H", 1),
        ("A Lvp H\nkuopio: A Gal - Vie", "A Lvp H", 1),
        ("A Lvp H\nKuopiossa:\nA Gal - Vie", "A Lvp H", 1),
        ("A Lvp H\nkuopio:n siirrot:\nA Gal - Vie", "A Lvp H", 1),
        ("Pelissä kuopio (kevät 1901):\nA Gal - Vie\nPelissä kalmar:\nA Lvp H", "A Lvp H", 1),
        ("game-of-two:\nA Gal - Vie\n*kuopio*\nA Ukr - Rum\nkalmar: A Lvp H", "A Lvp H", 2),
        ("kuopio:\nA Gal - Vie", "", 1),
        ("kalmar:\nA Lvp H", "kalmar:|A Lvp H", 0),
        ("In kuopio I did the same:\nA Lvp H", "In kuopio I did the same:|A Lvp H", 0),
        ("vaasa:\nA Lvp H", "vaasa:|A Lvp H", 0),
    ],
)
def test_the_name_of_another_game_of_the_writers_parts_a_letter(text: str, here: str, remarks: int) -> None:
    assert heard(text) == [("kalmar", here, remarks)]


def test_each_of_two_tables_hears_what_stands_under_its_own_name() -> None:
    both = ("dragoman+kalmar@example.org", "dragoman+kuopio@example.org")
    assert heard("kuopio:\nA Gal - Vie\n\nkalmar:\nA Lvp H", *both) == [
        ("kalmar", "A Lvp H", 0),
        ("kuopio", "A Gal - Vie", 0),
    ]


def test_a_name_parts_no_letter_of_somebody_who_does_not_play_there() -> None:
    town = Town(tables=("kalmar",))
    assert heard("kuopio:\nA Lvp H", town=town) == [("kalmar", "kuopio:|A Lvp H", 0)]

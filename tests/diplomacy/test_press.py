"""Press: which kinds are carried and to whom, what readers and the game master can do about it, and that nothing tells
who wrote what is not signed."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from datetime import UTC
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.diplomacy.games import some_game, some_orders
from tests.diplomacy.tables import HOUR, LETTERS, POWERS, Table, opening, person, speaker

from dragoman.diplomacy.commands import (
    AnswerPress,
    ClaimNames,
    Command,
    DiscloseAuthors,
    EndGame,
    MutePress,
    RefusePress,
    ReportPress,
    SendPress,
    SubmitOrders,
)
from dragoman.diplomacy.game import DIPLOMACY
from dragoman.diplomacy.houserules.press import CARRIED
from dragoman.diplomacy.masks import PieceSeen
from dragoman.diplomacy.report import Press, Results
from dragoman.diplomacy.sight import View, sight
from dragoman.diplomacy.state import Stage
from dragoman.game.press import Colour
from dragoman.game.protocol import Notice, Reading, Speaker
from dragoman.game.seats import GM, Seat
from dragoman.post.replies import message_id
from dragoman.referee.telling import postings

OLGA = "observer Olga"
SEATS = (*POWERS, OLGA)
CASES = tomllib.loads((Path(__file__).parent.parent / "cases" / "speech" / "press.toml").read_text(encoding="utf-8"))


def table(**rules: str) -> Table:
    """A table with a game master and an observer; `X1="A"` chooses in X.1, `F15` in F.15."""
    chosen = {f"{name[0]}.{name[1:]}": choice for name, choice in rules.items()}
    return Table(opening(gm=True, seated=SEATS, rules=LETTERS | chosen))


def send(by: str, to: str, text: str = "Hear!", colour: Colour = Colour.WHITE, **more: str) -> SendPress:
    return SendPress(speaker(by), tuple(to.split(", ")), text, colour=colour, **more)  # type: ignore[arg-type]


def grey(by: str, to: str, text: str = "Hear!", **more: str) -> SendPress:
    return send(by, to, text, Colour.GREY, **more)


def view(at: Table, seat: str | None) -> View:
    return sight(at.state, None if seat is None else Seat(seat))


def last(at: Table, seat: str | None) -> PieceSeen:
    return view(at, seat).press[-1]


def told(at: Table, since: int, seat: str) -> list[Notice]:
    return [each for each in DIPLOMACY.tell(None, tuple(at.events[since:]), at.state) if each.to == seat]


def words(at: Table, since: int, seat: str, lang: str = "en") -> str:
    return "\n".join(DIPLOMACY.words(each, lang, UTC).text for each in told(at, since, seat))


# --- which kinds are carried (X.1) ---


@pytest.mark.parametrize("letter", "ABCD")
@pytest.mark.parametrize("colour", list(Colour))
def test_each_alternative_carries_its_kinds_and_refuses_the_others(letter: str, colour: Colour) -> None:
    at = table(X1=letter)
    name = {Colour.BLACK: "Italy", Colour.DARK_GREY: "the Pope"}.get(colour, "")
    said = send("France", "all", colour=colour, name=name)
    if colour in CARRIED[letter]:
        at.say(said)
    else:
        refusal = at.refused(said)
        assert (refusal.code, refusal.clause) == ("press-kind", f"X.1.{letter}")
        assert "write “press to …:”" in refusal.says.text
        assert at.state.press == ()


def test_unsigned_press_bears_no_author_to_anybody_but_its_own() -> None:
    at = table(X1="B")
    at.say(grey("France", "Italy, gm, observers"))
    at.say(send("France", "all", colour=Colour.DARK_GREY, name="the Pope"))
    for seat in ("Italy", "gm", OLGA):
        grey_seen, dark = view(at, seat).press
        assert (grey_seen.seat, grey_seen.author, grey_seen.colour, grey_seen.mine) == ("", "", Colour.GREY, False)
        assert (dark.seat, dark.name, dark.author) == ("", "the Pope", "")
    assert [piece.author for piece in view(at, "France").press] == ["France", "France"]
    assert [piece.mine for piece in view(at, "France").press] == [True, True]


def test_black_press_is_to_its_readers_what_white_press_of_the_other_is() -> None:
    black, white = table(X1="A"), table(X1="A")
    since = len(black.events)
    black.say(send("France", "Turkey, observers", colour=Colour.BLACK, name="Italy"))
    white.say(send("Italy", "Turkey, observers"))
    for seat in (*POWERS, OLGA, GM, None):
        if seat not in ("France", "Italy"):
            assert view(black, seat) == view(white, seat)
        if seat in ("Turkey", OLGA):
            assert told(black, since, seat) == told(white, since, seat) != []
    assert view(black, "Italy").press == ()


@pytest.mark.parametrize(
    ("said", "code"),
    [
        (send("France", "all", colour=Colour.BLACK, name="gm"), "as-gm"),
        (send("France", "all", colour=Colour.BLACK, name="France"), "own-name"),
        (send("France", "all", colour=Colour.BLACK, name="Narnia"), "unknown-seat"),
        (grey("France", "France"), "no-readers"),
        (grey("France", "Narnia"), "unknown-seat"),
        (grey("France", "all", " "), "empty-press"),
        (grey("France", "all", "x" * 20_001), "press-too-long"),
        (grey("France", "all", dateline="x" * 81), "press-too-long"),
    ],
)
def test_what_can_go_nowhere_is_not_sent(said: SendPress, code: str) -> None:
    at = table(X1="A")
    assert at.refused(said).code == code
    assert at.state.press == ()


def test_dark_grey_press_says_in_whose_name() -> None:
    assert table(X1="B").refused(send("France", "all", colour=Colour.DARK_GREY)).code == "no-name"


def test_one_may_name_oneself_among_the_readers_as_a_disguise() -> None:
    at = table()
    at.say(grey("France", "France, Italy"))
    assert last(at, "Italy").to == ("France", "Italy")


# --- where and when it is published ---


@pytest.mark.parametrize(
    ("letter", "colour", "section"),
    [
        ("A", Colour.WHITE, "press"), ("A", Colour.GREY, "press"), ("A", Colour.BLACK, "press"),
        ("B", Colour.WHITE, "orders"), ("B", Colour.GREY, "unofficial"), ("B", Colour.DARK_GREY, "unofficial"),
        ("C", Colour.WHITE, "orders"), ("C", Colour.GREY, "anonymous"), ("D", Colour.WHITE, "orders"),
    ],
)  # fmt: skip
@pytest.mark.parametrize("sent", ["at once", "with the report"])
def test_press_is_published_where_the_clause_demands(letter: str, colour: Colour, section: str, sent: str) -> None:
    at = table(X1=f"{letter} sent={sent}")
    name = {Colour.BLACK: "Italy", Colour.DARK_GREY: "the Pope"}.get(colour, "")
    at.say(send("France", "all", colour=colour, name=name))
    since = len(at.events)
    at.strike()
    (results,) = [n.body for n in told(at, since, "Turkey") if isinstance(n.body, Results)]
    (piece,) = results.press
    assert piece.section == section
    assert piece.seat == {Colour.WHITE: "France", Colour.BLACK: "Italy"}.get(colour, "")


def test_white_press_stands_beside_its_authors_orders_whether_they_have_any_or_not() -> None:
    at = table(X1="B")
    at.order("Italy", "A VEN H")
    at.say(send("Italy", "all", "Bread and wine."))
    at.say(send(OLGA, "all", "Circus games."))
    at.say(grey("Turkey", "all", "Beware."))
    since = len(at.events)
    at.strike()
    text = words(at, since, "France")
    italy = text[text.index("Italy\n-----") : text.index("Russia\n------")]
    assert "Bread and wine." in italy
    assert "Anonymous or unofficial press\n" in text
    assert text.index("Press\n-----\nFrom observer Olga") < text.index("Circus games.")


def test_what_is_held_is_read_with_the_report_and_no_earlier() -> None:
    at = table(X1="C sent=with the report")
    since = len(at.events)
    at.say(grey("France", "all", "Wait for it."))
    at.say(grey("France", "Italy", "This goes at once."))
    assert [piece.text for piece in view(at, "Italy").press] == ["This goes at once."]
    assert view(at, "Turkey").press == ()
    assert last(at, "France").mine
    assert view(at, "gm").press[0].held
    assert [n.body.piece.held for n in told(at, since, "gm") if isinstance(n.body, Press)] == [True]
    at.strike()
    assert [piece.text for piece in view(at, "Turkey").press] == ["Wait for it."]
    assert [piece.text for piece in view(at, "Italy").press] == ["This goes at once.", "Wait for it."]
    assert last(at, "Turkey").at == at.now


def test_a_game_that_ends_without_a_report_publishes_what_was_held() -> None:
    at = table(X1="C sent=with the report")
    at.say(grey("France", "all", "Farewell."))
    at.now += HOUR
    since = len(at.events)
    at.say(EndGame(speaker("gm"), "enough"))
    assert "Farewell." in words(at, since, "Italy")
    assert last(at, None).text == "Farewell."


def test_after_the_end_nothing_is_held() -> None:
    at = table(X1="C sent=with the report")
    at.say(EndGame(speaker("gm"), "enough"))
    at.say(send("France", "all", "Well played."))
    assert last(at, "Italy").text == "Well played."


# --- the game master refuses (X.1), readers report and mute ---


def test_a_held_piece_that_is_refused_is_never_read_and_its_author_alone_is_told() -> None:
    at = table(X1="C sent=with the report")
    at.say(grey("France", "all", "Slander."))
    at.now += HOUR
    since = len(at.events)
    at.say(RefusePress(speaker("gm"), 1, "not here"))
    assert "Slander." in words(at, since, "France")
    assert "not here" in words(at, since, "France")
    assert all(told(at, since, seat) == [] for seat in SEATS if seat != "France")
    at.strike()
    assert all(view(at, seat).press == () for seat in (*SEATS, None) if seat != "France")
    assert "Slander" not in words(at, since, "Turkey")
    assert at.refused(RefusePress(speaker("gm"), 1)).code == "refused-already"


def test_a_piece_that_is_out_is_withdrawn_but_keeps_its_number() -> None:
    at = table()
    at.say(grey("France", "all", "Slander."))
    at.say(grey("France", "all", "Praise."))
    at.now += HOUR
    at.say(RefusePress(speaker("gm"), 1))
    first, second = view(at, "Italy").press
    assert (first.number, first.text, first.refused) == (1, "", at.now)
    assert (second.number, second.text) == (2, "Praise.")
    since = len(at.events)
    at.strike()
    assert "Slander" not in words(at, since, "Italy")


def test_only_the_game_master_refuses_and_only_what_there_is() -> None:
    at = table()
    at.say(send("France", "all"))
    assert at.refused(RefusePress(speaker("Italy"), 1)).code == "gm-only"
    assert at.refused(RefusePress(speaker("gm"), 2)).code == "unknown-piece"


def test_a_reported_piece_is_shown_to_the_game_master_behind_its_mask() -> None:
    at = table()
    at.say(grey("France", "Italy", "You are a fool."))
    at.say(send("Turkey", "all", "Peace."))
    assert [piece.text for piece in view(at, "gm").press] == ["Peace."]
    since = len(at.events)
    at.say(ReportPress(speaker("Italy"), 1, "rude"))
    assert [piece.text for piece in view(at, "gm").press] == ["Peace.", "You are a fool."]
    assert last(at, "gm").author == ""
    (complaint,) = view(at, "gm").complaints
    assert (complaint.number, complaint.seat, complaint.why) == (2, "Italy", "rude")
    assert "You are a fool." in words(at, since, "gm")
    assert all(told(at, since, seat) == [] for seat in SEATS)
    assert all(view(at, seat).complaints == () for seat in (*SEATS, None))
    at.say(RefusePress(speaker("gm"), 2, "rude"))
    assert [piece.text for piece in view(at, "Italy").press] == ["", "Peace."]


def test_reports_need_a_game_master_and_another_s_piece() -> None:
    at = table()
    at.say(send("France", "all"))
    assert at.refused(ReportPress(speaker("France"), 1)).code == "own-press"
    assert at.refused(ReportPress(speaker("Italy"), 7)).code == "unknown-piece"
    alone = Table(opening())
    alone.say(send("France", "all"))
    refusal = alone.refused(ReportPress(speaker("Italy"), 1))
    assert (refusal.code, "mute" in refusal.says.text) == ("no-gm", True)


def test_whoever_mutes_a_player_is_spared_what_that_player_signs_and_learns_nothing_of_the_rest() -> None:
    at = table(X1="A")
    at.say(MutePress(speaker("Italy"), ("France",)))
    since = len(at.events)
    at.say(send("France", "all", "signed"))
    at.say(grey("France", "all", "unsigned"))
    at.say(send("Turkey", "all", "false", Colour.BLACK, name="France"))
    assert [each.muted for each in view(at, "Italy").press] == [True, False, True]
    assert [n.body.piece.text for n in told(at, since, "Italy") if isinstance(n.body, Press)] == ["unsigned"]
    at.strike()
    (results,) = [n.body for n in told(at, since, "Italy") if isinstance(n.body, Results)]
    assert [piece.text for piece in results.press] == ["unsigned"]
    at.say(MutePress(speaker("Italy"), ("France",), muted=False))
    at.say(MutePress(speaker("Italy"), ("unsigned", "observers")))
    assert [each.muted for each in view(at, "Italy").press] == [False, True, False]
    at.say(send(OLGA, "all"))
    assert last(at, "Italy").muted
    assert view(at, "Italy").mutes == ("observers", "unsigned")
    assert view(at, "France").mutes == ()


def test_the_game_master_cannot_be_muted_nor_oneself() -> None:
    at = table()
    assert at.refused(MutePress(speaker("Italy"), (GM,))).code == "not-the-gm"
    assert at.refused(MutePress(speaker("Italy"), ("Italy",))).code == "unknown-seat"
    assert at.say(MutePress(speaker("Italy"), ("France",), muted=False)) == ()


# --- answers ---


def test_an_answer_goes_to_the_author_and_the_other_readers() -> None:
    at = table()
    at.say(send("France", "Italy, Turkey", "Shall we?"))
    at.say(AnswerPress(speaker("Italy"), 1, "Yes."))
    for seat in ("France", "Turkey"):
        assert (last(at, seat).text, last(at, seat).to, last(at, seat).answers) == ("Yes.", ("France", "Turkey"), 1)
    assert view(at, "Russia").press == ()
    at.say(send("France", "all"))
    at.say(AnswerPress(speaker("Russia"), 1, "Hail."))
    assert last(at, None).text == "Hail."


def test_an_answer_to_unsigned_press_reaches_its_author_unnamed_and_their_answer_is_unsigned() -> None:
    at = table()
    at.say(grey("France", "Italy, Turkey", "Who am I?"))
    since = len(at.events)
    at.say(AnswerPress(speaker("Italy"), 1, "Who indeed?"))
    assert (last(at, "France").unnamed, last(at, "France").text) == (True, "Who indeed?")
    assert last(at, "Turkey").to == ("Turkey",)
    assert view(at, "Russia").press == ()
    assert "its author does not know that it was" in words(at, since, "France")
    at.say(AnswerPress(speaker("France"), 2, "A friend."))
    assert (last(at, "Italy").text, last(at, "Italy").author, last(at, "Italy").colour) == (
        "A friend.",
        "",
        Colour.GREY,
    )
    at.say(AnswerPress(speaker("Italy"), 3, "Are you?"))
    assert last(at, "France").text == "Are you?"


def test_an_answer_to_one_s_own_unsigned_piece_stays_unsigned() -> None:
    at = table()
    at.say(grey("France", "Italy"))
    at.say(AnswerPress(speaker("France"), 1, "And another thing."))
    assert last(at, "Italy").author == ""


def test_an_answer_to_black_press_goes_to_whom_it_was_ascribed_to() -> None:
    at = table(X1="A")
    at.say(send("France", "Turkey", "I, Italy, say", Colour.BLACK, name="Italy"))
    at.say(AnswerPress(speaker("Turkey"), 1, "Do you?"))
    assert last(at, "Italy").text == "Do you?"
    assert len(view(at, "France").press) == 1
    assert at.refused(AnswerPress(speaker("Turkey"), 9, "?")).code == "unknown-piece"


# --- who wrote it (X.2) ---


def ended(letter: str) -> Table:
    at = table(X1="B", X2=letter)
    at.say(grey("France", "all", "one"))
    at.say(grey("Italy", "Turkey", "two"))
    at.say(send("Russia", "all", "three", Colour.DARK_GREY, name="the Pope"))
    at.now += HOUR
    at.say(EndGame(speaker("gm"), "enough"))
    at.now += HOUR
    return at


def authors(at: Table, seat: str | None) -> list[str]:
    return [each.author for each in view(at, seat).press]


def test_under_a_it_is_never_told() -> None:
    at = ended("A")
    for seat in ("gm", "Turkey"):
        assert at.refused(DiscloseAuthors(speaker(seat))).clause == "X.2.A"
    assert authors(at, "Turkey") == ["", "", ""]


def test_under_b_the_game_master_chooses_which() -> None:
    at = ended("B")
    assert at.refused(DiscloseAuthors(speaker("Turkey"))).clause == "X.2.B"
    since = len(at.events)
    at.say(DiscloseAuthors(speaker("gm"), (1,)))
    assert authors(at, "Turkey") == ["France", "", ""]
    assert "(written by France)" in words(at, since, "Turkey")
    at.now += HOUR
    at.say(DiscloseAuthors(speaker("gm")))
    assert authors(at, "Turkey") == ["France", "Italy", "Russia"]
    assert authors(at, "Austria") == ["France", "Russia"], "nobody reads more than they could"
    assert at.refused(DiscloseAuthors(speaker("gm"))).code == "nothing-to-disclose"


def test_under_c_any_player_may_ask_for_what_they_could_read() -> None:
    at = ended("C")
    assert at.refused(DiscloseAuthors(speaker(OLGA))).code == "players-only"
    at.say(DiscloseAuthors(speaker("Austria")))
    assert authors(at, "Turkey") == ["France", "", "Russia"]
    at.say(DiscloseAuthors(speaker("Turkey"), (2,)))
    assert authors(at, "Turkey") == ["France", "Italy", "Russia"]


@pytest.mark.parametrize("letter", "BC")
def test_nothing_is_told_before_the_end(letter: str) -> None:
    at = table(X2=letter)
    at.say(grey("France", "all"))
    refusal = at.refused(DiscloseAuthors(speaker("gm")))
    assert (refusal.code, refusal.clause) == ("not-over", f"X.2.{letter}")


# --- reserved names (Finnish rule 15) ---


@pytest.mark.parametrize(
    ("said", "taken"),
    [
        (send("France", "all", dateline="Paris, 3 March"), True),
        (send("France", "all", dateline="Pariisi, 3.3."), True),
        (send("France", "all", dateline="Marseilles, 3 March"), True),
        (send("France", "all", dateline="Burgundy, 3 March"), True),
        (send("France", "all", dateline="France, 3 March"), True),
        (send("France", "all", dateline="The French Republic, 3 March"), False),
        (send("France", "all", dateline="President of France, 3 March"), True),
        (send("France", "all", dateline="President Loubet, 3 March"), True),
        (send("France", "all", dateline="Versailles, 3 March"), True),
        (send("France", "all"), True),
        (send("France", "all", "Paris is worth a mass: come."), True),
        (send("France", "all", "Dear friends: come."), True),
        (send("France", "all", dateline="Rome, 3 March"), False),
        (send("France", "all", dateline="Belgium, 3 March"), False),
        (send("France", "all", dateline="Switzerland, 3 March"), False),
        (send("France", "all", dateline="Vatican, 3 March"), False),
        (send("France", "all", "Rome: the Pope smiles."), False),
        (grey("France", "all", dateline="Switzerland, 3 March"), True),
        (grey("France", "all", dateline="Amerikka, 3.3."), True),
        (grey("France", "all", dateline="Marseilles, 3 March"), True),
        (grey("France", "all", dateline="Paris, 3 March"), False),
        (grey("France", "all", dateline="A café in Paris, 3 March"), False),
        (grey("France", "all", dateline="Istanbul, 3 March"), False),
        (grey("France", "all", dateline="Constantinople, 3 March"), False),
        (grey("France", "all", dateline="Italy, 3 March"), False),
        (grey("France", "all", dateline="Sultan of Turkey, 3 March"), False),
        (grey("France", "all", dateline="The Vatican, 3 March"), False),
        (grey("France", "all", "Paris, night: hush."), False),
        (grey("France", "all", "Paris is lost: weep."), True),
        (grey(OLGA, "all", dateline="Helsinki, 3 March"), True),
        (send(OLGA, "all", dateline="Berlin, 3 March"), False),
        (send("gm", "all", dateline="Vatican, 3 March"), True),
    ],
)
def test_capitals_and_claimed_names_are_their_owners(said: SendPress, taken: bool) -> None:
    at = table(F15='B claimed="Vatican, Atlantis"')
    if taken:
        at.say(said)
    else:
        assert at.refused(said).clause == "F.15.B"
        assert at.state.press == ()
    table(F15="A").say(said)


def test_a_false_signature_dates_as_the_true_one_would_but_from_no_capital() -> None:
    at = table(X1="A", F15="B")
    at.say(send("France", "all", colour=Colour.BLACK, name="Italy", dateline="Naples, 3 March"))
    for dateline in ("Rome, 3 March", "Paris, 3 March", "Marseilles, 3 March"):
        said = send("France", "all", colour=Colour.BLACK, name="Italy", dateline=dateline)
        assert at.refused(said).clause == "F.15.B"


def test_dark_grey_press_bears_no_reserved_name() -> None:
    at = table(X1="B", F15="B claimed=Vatican")
    at.say(send("France", "all", colour=Colour.DARK_GREY, name="the King of Spain"))
    for name in ("The Vatican", "a Parisian from Paris"):
        assert at.refused(send("France", "all", colour=Colour.DARK_GREY, name=name)).clause == "F.15.B"


def test_the_game_master_claims_names_in_mid_game_and_everybody_is_told() -> None:
    at = table(F15="B claimed=Vatican")
    at.say(grey("France", "all", dateline="Atlantis, 3 March"))
    since = len(at.events)
    at.say(ClaimNames(speaker("gm"), ("Atlantis", "Vatican")))
    assert "The game master claims: Atlantis." in words(at, since, "Italy")
    assert at.state.sheet.choice("F.15").value("claimed") == "Vatican, Atlantis"
    assert at.refused(grey("France", "all", dateline="Atlantis, 3 March")).code == "reserved-name"
    assert at.refused(ClaimNames(speaker("gm"), ("Vatican",))).code == "nothing-claimed"
    assert at.refused(ClaimNames(speaker("Italy"), ("Tibet",))).code == "gm-only"
    assert table().refused(ClaimNames(speaker("gm"), ("Tibet",))).clause == "F.15.A"


@given(st.sampled_from(POWERS), st.sampled_from(POWERS), st.sampled_from(["Paris", "Rome", "Vatican", "Bern", "Tsar"]))
def test_whether_unsigned_press_is_refused_never_hangs_on_who_wrote_it(one: str, other: str, place: str) -> None:
    outcomes = {
        type(table(F15="B claimed=Vatican").hear(grey(power, "observers", dateline=f"{place}, 3 March"))).__name__
        for power in (one, other)
    }
    assert len(outcomes) == 1


# --- two worlds ---

LETTER_RULES = st.sampled_from(["A", "B", "C", "A sent=with the report", "B sent=with the report"])


def script(chance: Random, watcher: str | None, letter: str) -> list[tuple[SendPress, tuple[str, str]]]:
    """Pieces that are not white, each with two seats other than the watcher's that may have written it."""
    made = []
    for number in range(chance.randrange(1, 6)):
        colour = chance.choice(sorted(CARRIED[letter[0]] - {Colour.WHITE}))
        name = {Colour.BLACK: chance.choice(POWERS), Colour.DARK_GREY: "the Pope"}.get(colour, "")
        others = [seat for seat in (*POWERS, OLGA) if seat not in (watcher, name)]
        writers = (chance.choice(others), chance.choice(others))
        some = tuple(seat for seat in chance.sample(POWERS, 3) if seat not in writers)
        to = chance.choice([("all",), ("observers",), some, (watcher or "all",)])
        piece = SendPress(speaker(None), to or ("all",), f"piece {number}", "", colour, name)
        made.append((piece, writers))
    return made


class World(Table):
    """A table at which one seat watches everything that comes to it: notices, keys of letters, receipts."""

    def __init__(self, watcher: str | None, letter: str) -> None:
        self.watcher = watcher
        self.came: list[object] = []
        super().__init__(opening(gm=True, seated=SEATS, rules=LETTERS | {"X.1": letter, "X.2": "A"}))

    def act(self, command: Command, by: str | None = None) -> None:
        before, since = self.standing, len(self.events)
        outcome = self.hear(command)
        out = postings(DIPLOMACY, "kalmar", self.now, DIPLOMACY.tell(before, tuple(self.events[since:]), self.state))
        for posting in out:
            if posting.notice.to == self.watcher:
                said = DIPLOMACY.words(posting.notice, "fi", UTC)
                self.came.append((posting.notice, said, message_id(posting.key, said.subject, "example.org")))
        if by == self.watcher and by is not None:
            refused = () if isinstance(outcome, tuple) else (outcome,)
            who = Speaker(person(by), Seat(by))
            heard = () if refused else (command,)
            self.came.append(DIPLOMACY.receipt(self.state, who, heard, Reading(), refused, self.now))
        self.came.append(sight(self.state, Seat(self.watcher) if self.watcher else None))


def by(said: SendPress, seat: str) -> SendPress:
    return SendPress(speaker(seat), said.to, said.text, said.dateline, said.colour, said.name)


def reactions(watcher: str | None, chance: Random, count: int) -> list[tuple[str, Command]]:
    """What the watcher and the game master do about what they read."""
    made: list[tuple[str, Command]] = []
    for _ in range(chance.randrange(4)):
        number = chance.randrange(1, count + 2)
        if watcher is not None and watcher != GM:
            mute = chance.choice(["unsigned", *(p for p in POWERS if p != watcher)])
            made.append((watcher, chance.choice([
                AnswerPress(speaker(watcher), number, "Well?"), ReportPress(speaker(watcher), number, "rude"),
                MutePress(speaker(watcher), (mute,), chance.random() < 0.7), DiscloseAuthors(speaker(watcher)),
            ])))  # fmt: skip
        made.append((GM, chance.choice([RefusePress(speaker(GM), number, "no"), DiscloseAuthors(speaker(GM))])))
    return made


@given(st.sampled_from([*SEATS, GM, None]), LETTER_RULES, st.integers(0, 100_000))
def test_worlds_that_differ_in_who_wrote_what_are_unsigned_are_one_to_every_other_seat(
    watcher: str | None, letter: str, seed: int
) -> None:
    """Views, notices, words, receipts, and the identifiers that letters bear."""
    worlds = [World(watcher, letter) for _ in range(2)]
    chance = Random(seed)
    pieces = script(chance, watcher, letter)
    after = reactions(watcher, chance, len(pieces))
    orders = {power: some_orders(worlds[0].state, power, chance) for power in POWERS}
    for which, world in enumerate(worlds):
        for piece, writers in pieces:
            world.now += HOUR / 60
            world.act(by(piece, writers[which]))
        for seat, command in after:
            world.now += HOUR / 60
            world.act(command, seat)
        for power, lines in orders.items():
            world.act(SubmitOrders(speaker(power), lines, world.state.phase, False))
        before, since = world.standing, len(world.events)
        world.strike()
        world.came.extend(
            n for n in DIPLOMACY.tell(before, tuple(world.events[since:]), world.state) if n.to == watcher
        )
        world.act(EndGame(speaker(GM), "enough"))
        world.act(DiscloseAuthors(speaker(GM)))
    assert worlds[0].came == worlds[1].came


@given(st.integers(0, 100_000))
def test_numbers_never_change_once_given(seed: int) -> None:
    """A reader's piece 3 is that piece for ever, whatever is held, published, refused or reported meanwhile."""
    chance = Random(seed)
    at = table(X1="B sent=with the report")
    known: dict[str | None, list[tuple[int, str]]] = {seat: [] for seat in (*SEATS, GM, None)}
    for number in range(12):
        at.now += HOUR / 60
        writer = chance.choice(SEATS)
        colour = chance.choice([Colour.WHITE, Colour.GREY])
        to = chance.choice([("all",), ("gm",), (chance.choice([p for p in POWERS if p != writer]),)])
        acts: list[Command] = [
            SendPress(speaker(writer), to, f"piece {number}", "", colour),
            ReportPress(speaker(chance.choice(POWERS)), chance.randrange(1, 4)),
        ]
        at.hear(chance.choice(acts))
        if chance.random() < 0.2 and at.state.stage is Stage.RUNNING:
            at.strike()
        for seat, before in known.items():
            now = [(each.number, each.text) for each in view(at, seat).press]
            assert now[: len(before)] == before
            known[seat] = now


def test_a_game_without_press_keeps_an_empty_sheaf() -> None:
    assert some_game(1, 3).state.papers.pieces == ()


# --- what people write ---


@pytest.mark.parametrize("case", CASES["case"], ids=lambda case: case["id"])
def test_press_is_read(case: Mapping[str, Any]) -> None:
    at = table()
    by = speaker(case.get("from", "Austria"))
    reading = DIPLOMACY.read(at.state, by, "", case["text"], at.now)
    assert [short(command) for command in reading.commands] == case.get("does", [])
    assert [unread.code for unread in reading.unread] == case.get("unread", [])


def short(command: Command) -> str:
    """A command as the cases write it."""
    match command:
        case SendPress(to=to, text=text, dateline=dateline, colour=colour, name=name):
            return _joined(colour.value, f"as {name}" if name else "", f"to {', '.join(to)}:", _dated(dateline), text)
        case AnswerPress(number=number, text=text, dateline=dateline):
            return _joined(f"answer {number}:", _dated(dateline), text)
        case ReportPress(number=number, why=why) | RefusePress(number=number, why=why):
            return _joined(type(command).__name__.removesuffix("Press").lower(), str(number), why)
        case MutePress(whom=whom, muted=muted):
            return f"{'mute' if muted else 'unmute'} {', '.join(whom)}"
        case DiscloseAuthors(numbers=numbers):
            return _joined("disclose", *map(str, numbers))
        case ClaimNames(names=names):
            return f"claim {', '.join(names)}"
        case _:
            return type(command).__name__


def _dated(dateline: str) -> str:
    return f"[{dateline}]" if dateline else ""


def _joined(*parts: str) -> str:
    return " ".join(part for part in parts if part)


def kinds(commands: Iterable[Command]) -> list[str]:
    return [type(command).__name__ for command in commands]


def test_signed_and_unsigned_press_in_one_letter_is_sent_with_a_warning() -> None:
    at = table()
    by = speaker("France")
    text = "press to all: I was here.\nend press\ngrey press to all: Somebody was here."
    reading = DIPLOMACY.read(at.state, by, "", text, at.now)
    assert kinds(reading.commands) == ["SendPress", "SendPress"]
    heard = tuple(command for command in reading.commands if isinstance(at.hear(command), tuple))
    receipt = DIPLOMACY.receipt(at.state, by, heard, reading, (), at.now)
    assert "a reader may guess" in " ".join(DIPLOMACY.words(receipt, "en", UTC).text.split())
    alone = DIPLOMACY.receipt(at.state, by, heard[1:], reading, (), at.now)
    assert "a reader may guess" not in " ".join(DIPLOMACY.words(alone, "en", UTC).text.split())

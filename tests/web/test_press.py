"""Press: written to one, some or all, read by those it names and by nobody else."""

from __future__ import annotations

import re

from tests.web.conftest import Host

from dragoman.diplomacy.commands import EndGame, SendPress
from dragoman.game.press import Colour
from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM, Seat

PATH = "/games/kalmar/press/"


def page(host: Host, who: str | None) -> str:
    """Everything in one list, the newest first."""
    return host.client(who).get(PATH, {"view": "all"}).content.decode()


def writing(host: Host, who: str | None) -> str:
    """The page as one comes to it: the conversations, and a form for a new letter."""
    return host.client(who).get(PATH).content.decode()


def test_a_piece_reaches_those_it_names_and_nobody_else(host: Host) -> None:
    host.table(gm=True)
    data = {"to": ["Italy", "Turkey"], "text": "Shall we meet in Venice?", "dateline": "Vienna, 3 March"}
    answer = host.client("austria").post(f"{PATH}send/", data)
    assert answer["Location"] == PATH
    for who in ("italy", "turkey", "austria"):
        assert "Shall we meet in Venice?" in page(host, who)
        assert "Vienna, 3 March" in page(host, who)
    for other in ("france", "gm", "stranger", None):
        assert "Shall we meet" not in page(host, other)


def test_press_to_everybody_is_read_by_all(host: Host) -> None:
    host.table()
    host.client("austria").post(f"{PATH}send/", {"to": ["all"], "text": "Peace in our time."})
    for who in ("italy", "stranger", None):
        assert "Peace in our time." in page(host, who)


def test_one_can_write_to_the_game_master_where_there_is_one(host: Host) -> None:
    host.table(gm=True)
    assert 'value="gm"' in writing(host, "austria")
    host.client("austria").post(f"{PATH}send/", {"to": ["gm"], "text": "I shall be away."})
    assert "I shall be away." in page(host, "gm")


def test_the_form_does_not_offer_oneself_or_a_game_master_who_is_not_there(host: Host) -> None:
    host.table()
    form = writing(host, "austria")
    assert 'value="Austria"' not in form
    assert 'value="gm"' not in form
    assert 'value="Italy"' in form


def test_to_answer_is_to_write_to_its_author(host: Host) -> None:
    host.table()
    host.press("Italy", ["Austria"], "A word?")
    assert 'href="?answer=1#write"' in page(host, "austria")
    assert "Answer piece 1" in host.client("austria").get(PATH, {"answer": "1"}).content.decode()
    host.client("austria").post(f"{PATH}send/", {"answer": "1", "text": "Two words."})
    assert "Two words." in page(host, "italy")
    assert "Two words." not in page(host, "france")
    form = host.client("austria").get(PATH, {"to": "Italy"}).content.decode()
    assert 'value="Italy" id="id_to_4" checked' in form or "checked" in form.split('value="Italy"')[1][:60]


def test_nothing_is_sent_to_nobody_or_with_nothing_in_it(host: Host) -> None:
    host.table()
    client = host.client("austria")
    answer = client.post(f"{PATH}send/", {"text": "To whom?"})
    assert answer.status_code == 422
    assert "Tick who is to read it" in answer.content.decode()
    assert "To whom?" in answer.content.decode(), "what was written is not lost"
    assert "write something first" in client.post(f"{PATH}send/", {"to": ["all"]}).content.decode()
    assert client.post(f"{PATH}send/", {"to": ["Atlantis"], "text": "x"}).status_code == 422
    assert host.state().press == ()


def test_whoever_has_no_seat_writes_nothing(host: Host) -> None:
    host.table()
    assert 'action="/games/kalmar/press/send/"' not in writing(host, "stranger")
    answer = host.client("stranger").post(f"{PATH}send/", {"to": ["all"], "text": "Hear me!"}, follow=True)
    assert "You hold no seat in this game." in answer.content.decode()
    assert host.state().press == ()
    assert host.client().post(f"{PATH}send/", {"to": ["all"], "text": "x"})["Location"].startswith("/sign-in/")


def test_markup_in_press_stays_writing(host: Host) -> None:
    host.table()
    host.press("Italy", ["all"], "<b>loud</b> & <script>alert(1)</script>")
    assert "&lt;b&gt;loud&lt;/b&gt; &amp; &lt;script&gt;" in page(host, None)


# --- press that is not signed ---


def deed(host: Host, who: str, deed: str, **fields: str) -> str:
    return host.client(who).post(f"{PATH}{deed}/", fields, follow=True).content.decode()


def test_the_kinds_on_offer_are_those_of_the_house_rules(host: Host) -> None:
    for letter, kinds in {"A": 3, "B": 3, "C": 2, "D": 0}.items():
        host.table(f"table-{letter.lower()}", rules={"X.1": letter})
        form = host.client("austria").get(f"/games/table-{letter.lower()}/press/").content.decode()
        assert form.count('name="colour"') == kinds
        assert ('name="false_name"' in form) is (letter == "A")
        assert ('name="name"' in form) is (letter == "B")


def test_unsigned_press_is_sent_and_read_unsigned(host: Host) -> None:
    host.table(gm=True)
    data = {"to": ["all"], "text": "A storm is coming.", "colour": "grey"}
    answer = host.client("austria").post(f"{PATH}send/", data, follow=True).content.decode()
    assert "Your unsigned press to everybody has been sent." in answer
    assert "written by you" in page(host, "austria")
    for who in ("italy", "gm", "stranger", None):
        text = page(host, who)
        assert "A storm is coming." in text
        assert "Unsigned" in text
        assert "written by" not in text


def test_black_and_dark_grey_press_say_in_whose_name(host: Host) -> None:
    host.table(rules={"X.1": "A"})
    data = {"to": ["Turkey"], "text": "I march.", "colour": "black", "false_name": "Italy"}
    host.client("austria").post(f"{PATH}send/", data)
    assert "as if" not in page(host, "turkey").partition("I march.")[0].rpartition("<article")[2]
    assert host.state().press[0].name == "Italy"
    assert "Say in whose name" not in page(host, "austria")
    host.table("narva", rules={"X.1": "B"})
    path = "/games/narva/press/"
    answer = host.client("austria").post(
        f"{path}send/", {"to": ["all"], "text": "Bless you.", "colour": "dark grey"}, follow=True
    )
    assert "Say in whose name" in answer.content.decode()
    host.client("austria").post(
        f"{path}send/", {"to": ["all"], "text": "Bless you.", "colour": "dark grey", "name": "the Pope"}
    )
    assert "unofficially the Pope" in host.client("italy").get(path, {"with": "all"}).content.decode()


def test_a_piece_is_reported_and_refused(host: Host) -> None:
    host.table(gm=True)
    host.press("Austria", ["Italy", "Turkey"], "You fool.")
    assert "You fool." not in page(host, "gm")
    assert "has been brought before the game master" in deed(host, "italy", "report", piece="1", why="rude")
    shown = page(host, "gm")
    assert "You fool." in shown
    assert "rude" in shown
    assert "rude" not in page(host, "turkey")
    assert "Only the game master can do that." in deed(host, "turkey", "refuse", piece="1")
    assert "is refused; its author has been told." in deed(host, "gm", "refuse", piece="1", why="be kind")
    assert "You fool." not in page(host, "turkey")
    assert "be kind" in page(host, "turkey")
    assert "You fool." in page(host, "austria")


def test_whose_press_one_mutes_is_folded_away(host: Host) -> None:
    host.table(gm=True)
    host.press("Austria", ["all"], "Me again.")
    assert "You will read no more press from Austria." in deed(host, "italy", "mute", whom="Austria")
    assert "You do not read such press" in page(host, "italy")
    assert "You do not read such press" not in page(host, "turkey")
    deed(host, "italy", "unmute", whom="Austria")
    assert "You do not read such press" not in page(host, "italy")


def test_after_the_end_players_may_ask_who_wrote_it(host: Host) -> None:
    host.table(gm=True, rules={"X.2": "C"})
    host.client("austria").post(f"{PATH}send/", {"to": ["all"], "text": "Boo.", "colour": "grey"})
    assert "press/disclose/" not in page(host, "italy")
    host.says(GM, EndGame(Speaker(host.person("gm"), Seat(GM)), "enough"))
    assert "press/disclose/" in page(host, "italy")
    assert "press/disclose/" not in page(host, "stranger")
    deed(host, "italy", "disclose", piece="1")
    assert "written by" in page(host, "turkey")


def test_the_game_master_claims_names(host: Host) -> None:
    host.table(gm=True, rules={"F.15": "B"})
    assert "press/claim/" not in page(host, "italy")
    assert "press/claim/" in page(host, "gm")
    assert "Vatican, Atlantis" in deed(host, "gm", "claim", names="Vatican, Atlantis")
    answer = host.client("italy").post(
        f"{PATH}send/",
        {"to": ["all"], "text": "Smoke.", "colour": "grey", "dateline": "Vatican, 3 March"},
        follow=True,
    )
    assert "belongs to the game master here" in answer.content.decode()


def test_nonsense_is_no_deed(host: Host) -> None:
    host.table(gm=True)
    client = host.client("italy")
    assert client.post(f"{PATH}burn/").status_code == 403
    assert "no piece of press with the number" in deed(host, "italy", "report", piece="9" * 400)
    assert client.get(PATH, {"answer": "-1"}).status_code == 200
    assert host.client().post(f"{PATH}report/")["Location"].startswith("/sign-in/")


def test_pages_are_the_same_whoever_wrote_what_is_not_signed(host: Host) -> None:
    """Two tables that differ only in the authors of grey and black press show everybody else the same, but for the
    tables' names and the forms' own tokens."""
    for name, writer in (("kalmar", "Austria"), ("vaasan", "Russia")):
        host.table(name, gm=True, rules={"X.1": "A"})
        who = Speaker(host.person(writer.lower()), Seat(writer))
        host.says(writer, SendPress(who, ("all",), "one", colour=Colour.GREY), name)
        host.says(writer, SendPress(who, ("all",), "two", "", Colour.BLACK, "Italy"), name)
        host.says(writer, SendPress(who, ("Turkey", "gm"), "three", colour=Colour.GREY), name)
    host.later(days=8)
    for path in ("", "S1901M", "press/", "press/?answer=1", "seats/", "desk/"):
        for reader in ("turkey", "italy", "gm", "stranger", None):
            client = host.client(reader)
            one, other = (client.get(f"/games/{name}/{path}").content.decode() for name in ("kalmar", "vaasan"))
            assert _plain(one, "kalmar") == _plain(other, "vaasan"), (path, reader)


def _plain(text: str, name: str) -> str:
    text = re.sub(r'(name="csrfmiddlewaretoken" value=|"X-CSRFToken": )"[^"]*"', "", text)
    return text.replace(name, "NAME").replace(name.capitalize(), "NAME")


# --- conversations ---


def talk(host: Host, who: str, key: str) -> str:
    return host.client(who).get(PATH, {"with": key}).content.decode()


def listed(host: Host, who: str) -> list[str]:
    """The names of the conversations, as they stand in the list."""
    return [
        re.sub(r"<.*", "", each).strip() for each in re.findall(r'<span class="whom">(.*?)</span>', writing(host, who))
    ]


def test_letters_that_the_same_people_read_are_one_conversation(host: Host) -> None:
    host.table(gm=True)
    host.press("Italy", ["Austria"], "A word?")
    host.press("Austria", ["Italy"], "Two words.")
    host.press("Italy", ["Austria", "Turkey"], "All three of us.")
    host.press("Turkey", ["Austria", "Italy"], "Indeed.")
    host.press("Turkey", ["all"], "Peace.")
    assert listed(host, "austria") == ["everybody", "Italy, Turkey", "Italy"]
    two = talk(host, "austria", "Italy").partition('class="talk-of')[2]
    assert two.index("A word?") < two.index("Two words."), "the newest is last, and in sight"
    assert "All three" not in two
    assert "Indeed." in talk(host, "italy", "Austria,Turkey")
    assert listed(host, "france") == ["everybody"]
    assert "All three" not in talk(host, "france", "Austria,Italy,Turkey")


def test_what_was_written_in_a_conversation_goes_to_those_in_it_and_leads_back(host: Host) -> None:
    host.table()
    host.press("Italy", ["Austria", "Turkey"], "All three of us.")
    shown = talk(host, "austria", "Italy,Turkey")
    assert "Write to Italy, Turkey" in shown
    assert re.findall(r'name="to" value="(\w+)"', shown) == ["Italy", "Turkey"]
    data = {"with": "Italy,Turkey", "to": ["Italy", "Turkey"], "text": "Agreed."}
    answer = host.client("austria").post(f"{PATH}send/", data)
    assert answer["Location"] == f"{PATH}?with=Italy%2CTurkey#newest"
    assert "Agreed." in talk(host, "turkey", "Austria,Italy")
    assert "Agreed." not in page(host, "france")


def test_unsigned_letters_lie_by_themselves_whoever_wrote_them(host: Host) -> None:
    host.table()
    host.press("Italy", ["Austria"], "A word?")
    for writer in ("Italy", "Turkey"):
        who = Speaker(host.person(writer.lower()), Seat(writer))
        host.says(writer, SendPress(who, ("Austria",), f"Beware ({writer[0]}).", colour=Colour.GREY))
    assert listed(host, "austria") == ["somebody unsigned", "Italy"]
    unknown = talk(host, "austria", "?,")
    assert "Beware (I)." in unknown
    assert "Beware (T)." in unknown
    assert 'id="write"' not in unknown, "nobody can be named to write to"
    client = host.client("austria")
    assert "Answer piece 2" in client.get(PATH, {"answer": "2"}).content.decode()
    client.post(f"{PATH}send/", {"answer": "2", "with": "?,", "text": "Of whom?"})
    assert "Of whom?" in talk(host, "austria", "?,")
    assert "Of whom?" in page(host, "italy")
    assert "Of whom?" not in page(host, "turkey")


def test_phases_divide_a_conversation(host: Host) -> None:
    host.table()
    host.press("Italy", ["Austria"], "Spring.")
    host.later(days=8)
    host.press("Italy", ["Austria"], "Fall.")
    dividers = re.findall(r'class="divider">(.*?)<', talk(host, "austria", "Italy"))
    assert dividers == ["Spring 1901, moves", "Fall 1901, moves"]


def test_a_draft_is_kept_and_goes_when_it_is_sent(host: Host) -> None:
    host.table()
    client = host.client("austria")
    said = client.post(f"{PATH}draft/", {"with": "Italy", "text": "What if we"})
    assert said.content.decode().startswith("Kept: ")
    assert "What if we</textarea>" in talk(host, "austria", "Italy")
    assert "What if we" not in page(host, "italy")
    client.post(f"{PATH}send/", {"with": "Italy", "to": ["Italy"], "text": "What if we met?"})
    assert "What if we</textarea>" not in talk(host, "austria", "Italy")
    answer = client.post(f"{PATH}send/", {"keep": "yes", "text": "To be continued"})
    assert answer["Location"].startswith(PATH)
    assert "To be continued</textarea>" in writing(host, "austria")


def test_words_are_looked_for_in_what_one_may_read(host: Host) -> None:
    host.table()
    host.press("Italy", ["Austria"], "Meet me in VENICE at dawn.")
    host.press("Italy", ["Turkey"], "Venice is a trap.")
    found = host.client("austria").get(PATH, {"q": "venice"}).content.decode()
    assert "<mark>VENICE</mark>" in found
    assert "trap" not in found
    assert "None of the letters" in host.client("austria").get(PATH, {"q": "<b>"}).content.decode()


def test_who_looks_on_marks_nothing_and_sees_what_is_everybodys(host: Host) -> None:
    host.table()
    host.press("Italy", ["all"], "Peace.")
    for who in ("stranger", None):
        shown = writing(host, who)
        assert "Peace." in shown
        assert "unread" not in shown


def test_the_head_of_every_page_counts_what_is_unread(host: Host) -> None:
    """What one wrote oneself is not counted, nor what one has read, and nothing for those who only look on."""
    host.table()
    for text in ("One.", "Two."):
        host.client("austria").post(f"{PATH}send/", {"to": ["Italy"], "text": text})
    host.client("austria").post(f"{PATH}send/", {"to": ["all"], "text": "To all."})

    def counted(who: str | None) -> list[str]:
        return re.findall(
            r'<span class="count">(\d+) unread', host.client(who).get("/games/kalmar/votes/").content.decode()
        )

    assert (counted("italy"), counted("austria"), counted(None)) == (["3"], [], [])
    host.client("italy").post(f"{PATH}read/")
    assert counted("italy") == []

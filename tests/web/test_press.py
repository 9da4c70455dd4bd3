"""Press: written to one, some or all, read by those it names and by nobody else."""

from __future__ import annotations

from tests.web.conftest import Host

PATH = "/games/kalmar/press/"


def page(host: Host, who: str | None) -> str:
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
    assert 'value="gm"' in page(host, "austria")
    host.client("austria").post(f"{PATH}send/", {"to": ["gm"], "text": "I shall be away."})
    assert "I shall be away." in page(host, "gm")


def test_the_form_does_not_offer_oneself_or_a_game_master_who_is_not_there(host: Host) -> None:
    host.table()
    form = page(host, "austria")
    assert 'value="Austria"' not in form
    assert 'value="gm"' not in form
    assert 'value="Italy"' in form


def test_to_answer_is_to_write_to_its_author(host: Host) -> None:
    host.table()
    host.press("Italy", ["Austria"], "A word?")
    assert 'href="?to=Italy#write"' in page(host, "austria")
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
    assert 'action="/games/kalmar/press/send/"' not in page(host, "stranger")
    answer = host.client("stranger").post(f"{PATH}send/", {"to": ["all"], "text": "Hear me!"}, follow=True)
    assert "You hold no seat in this game." in answer.content.decode()
    assert host.state().press == ()
    assert host.client().post(f"{PATH}send/", {"to": ["all"], "text": "x"})["Location"].startswith("/sign-in/")


def test_markup_in_press_stays_writing(host: Host) -> None:
    host.table()
    host.press("Italy", ["all"], "<b>loud</b> & <script>alert(1)</script>")
    assert "&lt;b&gt;loud&lt;/b&gt; &amp; &lt;script&gt;" in page(host, None)

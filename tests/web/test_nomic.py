"""Nomic on the pages: opened, joined, proposed, foreseen, voted on, judged; the rule book now and then; and nobody sees
how others vote before the vote is complete."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import unescape

import pytest
from django.http import HttpResponse
from tests.web.conftest import Host

from dragoman.people.models import Person
from dragoman.referee import proof
from dragoman.store.models import Outgoing

GAME = "/games/lounge/"
NAMES = ("Ann", "Bob", "Cid")
RULE = {"kind": "enact", "target": "", "title": "Proverbs", "text": "Every letter ends with a proverb.",
        "settings": "", "code": ""}  # fmt: skip

SEAL = re.compile(r"<code>([0-9a-f]{64})</code>")


def page(host: Host, who: str | None, path: str = "") -> str:
    answer = host.client(who).get(GAME + path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def plain(text: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", text)).split())


def post(host: Host, who: str, path: str, data: Mapping[str, str]) -> HttpResponse:
    answer: HttpResponse = host.client(who).post(GAME + path, data)  # type: ignore[assignment]
    assert answer.status_code in (200, 302, 422), answer.content.decode()[:500]
    return answer


@pytest.fixture
def lounge(host: Host) -> Host:
    """A game of three, opened and joined by form."""
    Person.objects.filter(id=host.person("keeper")).update(may_open=True)
    data = {"name": "lounge", "ruleset": "lounge", "own": "", "player": "Ann", "wanted": "3", "master": "referee",
            "zone": "Europe/Helsinki"}  # fmt: skip
    answer = host.client("keeper").post("/open/nomic/", data | {"player": ""})
    assert answer.status_code == 302, answer.content.decode()
    for name in NAMES:
        post(host, name.lower(), "does/join/", {"player": name})
    return host


def test_whoever_opens_a_game_is_told_so_and_invites_by_address(host: Host) -> None:
    Person.objects.filter(id=host.person("keeper")).update(may_open=True)
    data = {"name": "lounge", "ruleset": "lounge", "own": "", "player": "", "wanted": "3", "master": "me",
            "zone": "Europe/Helsinki", "invited": "eve@example.org, Bob <bob@example.org>\nnobody"}  # fmt: skip
    told = plain(host.client("keeper").post("/open/nomic/", data, follow=True).content.decode())
    assert "“lounge” is open, and 2 letters of invitation are on their way." in told
    assert "No letter can reach “nobody”" in told
    assert "Order of turns" not in told, "nobody has joined yet"
    assert Outgoing.objects.filter(kind="host/invitation").count() == 2


def test_a_game_opened_by_form_begins_when_all_have_joined(lounge: Host) -> None:
    told = plain(page(lounge, "ann"))
    assert "It is Ann's turn." in told
    assert "Order of turns: Ann, Bob, Cid." in told
    assert "Propose a rule-change" in told
    assert "Propose a rule-change" not in plain(page(lounge, "bob"))


def test_a_name_that_is_taken_is_told_beside_the_form(lounge: Host) -> None:
    data = {"name": "lounge", "ruleset": "lounge", "own": "", "player": "", "wanted": "3", "master": "referee",
            "zone": "UTC"}  # fmt: skip
    answer = lounge.client("keeper").post("/open/nomic/", data)
    assert answer.status_code == 422
    assert "lounge" in plain(answer.content.decode())


def test_what_a_change_would_do_is_seen_by_its_writer_alone(lounge: Host) -> None:
    data = RULE | {"kind": "amend", "target": "206", "text": "Whoever is defeated loses 5 points.",
                   "settings": "defeat_penalty = 5", "see": "yes"}  # fmt: skip
    told = post(lounge, "ann", "proposals/post/", data).content.decode()
    assert "defeat_penalty" in told
    assert "<del>" in told
    assert "Nothing has been proposed yet." in plain(page(lounge, "bob", "proposals/"))


def test_code_that_cannot_be_read_is_told_by_line_and_column(lounge: Host) -> None:
    data = RULE | {"code": "def on_vote_completed(game, event):\n    return [\n", "see": "yes"}
    told = plain(post(lounge, "ann", "proposals/post/", data).content.decode())
    assert re.search(r"Line \d+, column \d+:", told)


def test_a_rule_without_a_number_is_asked_for(lounge: Host) -> None:
    answer = post(lounge, "ann", "proposals/post/", RULE | {"kind": "repeal"})
    assert answer.status_code == 422
    assert "Say which rule, by its number." in plain(answer.content.decode())


def test_what_the_rules_forbid_is_refused_and_the_writing_is_kept(lounge: Host) -> None:
    answer = post(lounge, "ann", "proposals/post/", RULE | {"kind": "amend", "target": "104"})
    assert answer.status_code == 422
    assert "immutable" in plain(answer.content.decode())
    assert RULE["text"] in answer.content.decode()


def test_a_proposal_from_its_posting_to_the_rule_book(lounge: Host) -> None:
    post(lounge, "ann", "proposals/post/", RULE)
    assert "a new rule" in plain(page(lounge, "bob", "proposals/323/"))
    post(lounge, "bob", "does/argue/", {"number": "323", "text": "I know no proverbs."})
    assert "I know no proverbs." in page(lounge, None, "proposals/323/")
    post(lounge, "ann", "proposals/post/", RULE | {"number": "323", "text": "Every letter ends with a rhyme."})
    assert "rhyme" in page(lounge, "cid", "proposals/323/")
    post(lounge, "ann", "does/announce/", {"number": "323", "at": "2026-03-03T18:00"})
    lounge.later(hours=25)
    for name in NAMES:
        assert "You have not voted." in plain(page(lounge, name.lower(), "proposals/323/"))
        post(lounge, name.lower(), "does/vote/", {"number": "323", "choice": "for"})
    told = plain(page(lounge, None, "proposals/323/"))
    assert "3 of 3 voted for it." in told
    book = plain(page(lounge, None, "rulebook/"))
    assert "Every letter ends with a rhyme." in book
    assert "Enacted by 323." in plain(page(lounge, None, "rulebook/323/"))


def test_a_proposal_about_a_rule_begins_with_its_words(lounge: Host) -> None:
    told = page(lounge, "ann", "proposals/new/?rule=206")
    assert '<option value="amend" selected>' in told
    assert "defeat_penalty = 10" in told
    assert '<option value="enact" selected>' in page(lounge, "ann", "proposals/new/?rule=999")


def test_the_book_is_shown_as_it_stood(lounge: Host) -> None:
    test_a_proposal_from_its_posting_to_the_rule_book(lounge)
    moments = re.findall(r'<option value="([^"]+)"', page(lounge, "ann", "rulebook/"))
    assert len(moments) == 2
    answer = lounge.client("ann").get(f"{GAME}rulebook/", {"at": moments[-1]})
    assert "rhyme" not in answer.content.decode()
    assert "rhyme" in lounge.client("ann").get(f"{GAME}rulebook/", {"at": "nonsense"}).content.decode()


def test_votes_are_secret_until_the_vote_is_complete(lounge: Host) -> None:
    post(lounge, "ann", "proposals/post/", RULE)
    post(lounge, "ann", "does/announce/", {"number": "323", "at": "2026-03-03T18:00"})
    lounge.later(hours=25)
    seen = {}
    for choice in ("for", "against"):
        post(lounge, "ann", "does/vote/", {"number": "323", "choice": choice})
        seen[choice] = [re.sub(r'value="[^"]{60,}"', "", page(lounge, who, path)) for who in ("bob", None)
                        for path in ("", "proposals/323/", "proposals/", "judgments/", "record/")]  # fmt: skip
    assert seen["for"] == seen["against"]
    assert 'aria-pressed="true">' in page(lounge, "ann", "proposals/323/")


def test_seals_are_published_and_opened_at_the_end(lounge: Host) -> None:
    post(lounge, "ann", "proposals/post/", RULE)
    post(lounge, "ann", "does/announce/", {"number": "323", "at": "2026-03-03T18:00"})
    lounge.later(hours=25)
    post(lounge, "ann", "does/vote/", {"number": "323", "choice": "for"})
    (mine,) = SEAL.findall(page(lounge, "ann", "record/"))[1:]
    assert mine not in page(lounge, "bob", "record/")
    for who in ("bob", "cid"):
        post(lounge, who, "does/vote/", {"number": "323", "choice": "against"})
    assert mine in page(lounge, None, "record/")
    assert lounge.client().get(f"{GAME}record/proof.jsonl").status_code == 404
    for name in NAMES:
        post(lounge, name.lower(), "does/forfeit/", {})
    assert "Download the proof" in page(lounge, None, "record/")
    made = proof.read(lounge.client().get(f"{GAME}record/proof.jsonl").content.splitlines(keepends=True))
    assert proof.faults(made) == ()
    assert {each.whom: each.sent for each in made.openings if each.seal == mine} == {"Ann": "for"}


def test_a_question_goes_to_the_judge_and_is_decided(lounge: Host) -> None:
    post(lounge, "bob", "does/invoke/", {"text": "Does a haiku count as a proverb?"})
    judge = next(name for name in NAMES if "Decide" in plain(page(lounge, name.lower(), "judgments/")))
    post(lounge, judge.lower(), "does/judge/", {"number": "1", "text": "It does."})
    assert "It does." in page(lounge, None, "judgments/")


def test_a_regulation_is_proposed_by_form(lounge: Host) -> None:
    data = {"kind": "amend", "target": "102", "text": "The target is 300 points.", "settings": "target = 300"}
    post(lounge, "ann", "regulations/post/", data)
    told = plain(page(lounge, "bob"))
    assert "an amendment of regulation R102" in told
    post(lounge, "bob", "does/vote/", {"number": "R102", "choice": "for"})
    assert "Still to vote: Ann, Cid" in plain(page(lounge, "cid")) or "Still to vote: Cid" in plain(page(lounge, "cid"))


def test_anything_can_be_said_as_in_a_letter(lounge: Host) -> None:
    post(lounge, "ann", "does/say/", {"text": "propose repeal 206\nnonsense 323"})
    assert "the repeal of rule 206" in plain(page(lounge, "bob", "proposals/"))


def test_what_is_written_reaches_those_ticked_whole(lounge: Host) -> None:
    post(lounge, "ann", "does/write/", {"to": "Bob", "text": "Vote with me.\nend\nforfeit"})
    assert "Vote with me." in page(lounge, "bob")
    assert "forfeit" in page(lounge, "bob").partition("Vote with me.")[2][:40]
    assert "Vote with me." not in page(lounge, "cid")
    assert "has forfeited" not in plain(page(lounge, "bob"))
    post(lounge, "ann", "does/write/", {"to": "nobody", "text": "Hello?"})
    assert "Hello?" not in page(lounge, "ann")


def test_whoever_forfeits_plays_no_more(lounge: Host) -> None:
    post(lounge, "cid", "does/forfeit/", {})
    assert "has forfeited" in plain(page(lounge, "ann"))


@pytest.mark.parametrize("path", ["", "rulebook/", "rulebook/206/", "proposals/", "judgments/"])
def test_pages_are_public_and_finnish(lounge: Host, path: str) -> None:
    client = lounge.client()
    assert client.get(GAME + path).status_code == 200
    told = client.get(GAME + path, headers={"accept-language": "fi"}).content.decode()
    assert "Sääntökirja" in told


@pytest.mark.parametrize("path", ["press/", "orders/", "votes/", "desk/", "rules/", "time/", "seats/", "S1901M"])
def test_pages_with_a_board_are_not_there(lounge: Host, path: str) -> None:
    assert lounge.client("ann").get(GAME + path).status_code in (404, 405)


def test_pages_of_nomic_are_not_there_for_a_game_with_a_board(host: Host) -> None:
    host.table("kalmar")
    for path in ("rulebook/", "proposals/", "judgments/", "proposals/323/", "proposals/new/"):
        assert host.client("england").get(f"/games/kalmar/{path}").status_code == 404


def test_strange_numbers_and_deeds_are_refused(lounge: Host) -> None:
    assert lounge.client("ann").get(f"{GAME}proposals/999/").status_code == 404
    assert lounge.client("ann").get(f"{GAME}rulebook/999/").status_code == 404
    assert lounge.client("ann").post(f"{GAME}does/mischief/").status_code == 404
    for number in ("", "x", "99999999999", "-1"):
        assert lounge.client("ann").post(f"{GAME}does/vote/", {"number": number, "choice": "for"}).status_code == 302


def test_the_game_stands_in_lists_with_what_is_to_be_done(lounge: Host) -> None:
    assert "lounge" in lounge.client("ann").get("/").content.decode()
    shown = plain(lounge.client("ann").get("/").content.decode())
    assert "A proposal" in shown
    assert "Ann: a proposal" not in shown
    assert "lounge" in lounge.client().get("/games/").content.decode()


def test_open_readings_are_chosen_as_a_game_is_opened_and_told_on_its_page(host: Host) -> None:
    Person.objects.filter(id=host.person("keeper")).update(may_open=True)
    shown = plain(host.client("keeper").get("/open/nomic/").content.decode())
    assert "How open points of the rules are read" in shown
    assert "Who votes on a proposal?" in shown
    assert "In letters: electorate." in shown
    data = {"name": "lounge", "ruleset": "lounge", "own": "", "player": "Ann", "wanted": "2", "master": "referee",
            "zone": "UTC", "reading-electorate": "opening"}  # fmt: skip
    assert host.client("keeper").post("/open/nomic/", data).status_code == 302
    told = plain(page(host, "keeper"))
    assert "How open points of the rules are read" in told
    assert re.search(r"electorate\s+opening", told) or "electorate = opening" in told


def test_a_reading_that_is_none_is_refused_beside_its_field(host: Host) -> None:
    Person.objects.filter(id=host.person("keeper")).update(may_open=True)
    data = {"name": "lounge", "ruleset": "lounge", "own": "", "player": "", "wanted": "2", "master": "referee",
            "zone": "UTC", "reading-electorate": "the moon"}  # fmt: skip
    assert host.client("keeper").post("/open/nomic/", data).status_code == 422


def test_each_parameter_is_told_with_what_it_means(lounge: Host) -> None:
    told = plain(page(lounge, "ann", "proposals/new/"))
    assert "defeat_penalty Points that a defeat costs the proponent" in told


def test_a_ballot_in_finnish_asks_for_and_against(lounge: Host) -> None:
    post(lounge, "ann", "proposals/post/", RULE)
    lounge.later(days=3)
    client = lounge.client("bob")
    Person.objects.filter(id=lounge.person("bob")).update(lang="fi")
    told = plain(client.get(f"{GAME}proposals/323/").content.decode())
    assert "Puolesta" in told
    assert "Vastaan" in told
    assert "Mille" not in told


def test_rule_sets_are_told_of_in_the_readers_language(host: Host) -> None:
    Person.objects.filter(id=host.person("keeper")).update(may_open=True, lang="fi")
    told = plain(host.client("keeper").get("/open/nomic/").content.decode())
    assert "Lounge-säännöstö" in told
    assert "The Lounge set" not in told
    assert "Miten sääntöjen avoimet kohdat tulkitaan" in told


def test_what_is_owed_waits_at_home_and_is_said_to_oneself(lounge: Host) -> None:
    """Whose turn it is owes a proposal: home counts it, and calls nobody by their own name."""
    pages = [unescape(lounge.client(who.lower()).get("/").content.decode()) for who in NAMES]
    waiting = [shown for shown in pages if "One thing waits for you." in shown]
    assert len(waiting) == 1
    assert "A proposal" in plain(waiting[0])
    assert "Ann: a proposal" not in waiting[0]

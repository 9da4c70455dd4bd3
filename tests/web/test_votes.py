"""Votes on the pages: proposed by form, voted on by a button, changed until they are counted, and told of as far as
IX.4 lets them be."""

from __future__ import annotations

import re
from collections.abc import Mapping

from tests.web.conftest import Host

from dragoman.diplomacy.board.province import Place
from dragoman.diplomacy.board.unit import UnitKind
from dragoman.diplomacy.commands import CastVote, GrantProxy, ProposeEnding, ProposeRules
from dragoman.diplomacy.orders.order import Ordered
from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM, Seat

PATH = "/games/kalmar/votes/"


def page(host: Host, who: str | None, path: str = PATH) -> str:
    return host.client(who).get(path).content.decode()


def plain(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def say(host: Host, seat: str, command: object) -> None:
    assert host.says(seat, command).refused == ()


def by(host: Host, seat: str) -> Speaker:
    return Speaker(host.person(seat.lower()), Seat(seat))


def post(host: Host, who: str, path: str, data: Mapping[str, object]) -> str:
    answer = host.client(who).post(f"{PATH}{path}", data)
    assert answer.status_code in (302, 422), answer.content.decode()[:500]
    return answer.content.decode() if answer.status_code == 422 else ""


def test_a_draw_is_proposed_by_form_and_voted_on_by_buttons(host: Host) -> None:
    host.table(rules={"IX.5": "C"})
    assert "Nothing is put to the vote now." in page(host, "france")
    post(host, "austria", "propose/draw/", {"sharing": ["Austria", "Italy"]})
    seen = plain(page(host, "france"))
    assert "Proposal 1: the game ends in a draw of Austria, Italy." in seen
    assert "A vote not cast counts as a No." in seen
    assert "You have not voted yet." in seen
    post(host, "france", "cast/", {"number": "1", "choice": "yes"})
    assert re.search(r'value="yes" aria-pressed="true"', page(host, "france"))
    post(host, "france", "cast/", {"number": "1", "choice": "no"})
    assert "So far you vote no." in plain(page(host, "france"))
    assert 'value="yes" aria-pressed="true"' not in page(host, "italy")
    assert 'value="no" aria-pressed="true"' not in page(host, "italy")


def test_a_draw_of_one_is_no_draw(host: Host) -> None:
    host.table()
    assert "A draw is of several players" in post(host, "austria", "propose/draw/", {"sharing": ["Italy"]})
    assert "wins the game" not in plain(page(host, "france"))


def test_who_proposed_is_seen_by_nobody_else(host: Host) -> None:
    host.table(gm=True)
    post(host, "austria", "propose/win/", {"winner": "Italy"})
    assert "Withdraw it" in page(host, "austria")
    for who in ("italy", "gm", "stranger", None):
        assert "Withdraw it" not in page(host, who)
        assert "yours" not in page(host, who).partition('class="motion')[2].partition("</h3>")[0]
    post(host, "austria", "withdraw/", {"number": "1"})
    assert "Proposal 1 has been withdrawn by its author." in plain(page(host, "italy"))


def test_a_ranking_is_offered_where_the_rules_admit_one(host: Host) -> None:
    host.table(rules={"F.16": "B"})
    assert "Propose this ranking" in page(host, "austria")
    assert "Give at least one player a place." in post(host, "austria", "propose/ranking/", {})
    post(host, "austria", "propose/ranking/", {"place-Austria": "1", "place-Italy": "2", "place-France": "2"})
    assert "1. Austria 2. France, Italy" in plain(page(host, "italy"))


def test_no_ranking_elsewhere(host: Host) -> None:
    host.table()
    assert "Propose this ranking" not in page(host, "austria")


def test_who_does_not_remain_or_looks_on_proposes_nothing(host: Host) -> None:
    host.table(gm=True)
    for who in ("stranger", None):
        assert "Propose this" not in page(host, who)
    assert "Propose this draw" not in page(host, "gm")
    assert host.client("stranger").get(f"{PATH}rules/").status_code == 403


def test_other_rules_are_put_together_clause_by_clause(host: Host) -> None:
    host.table(gm=True, rules={"II.4": "A", "VI.2": "B"})
    client = host.client("austria")
    assert "Choose a clause" in client.get(f"{PATH}rules/").content.decode()
    chosen = client.get(f"{PATH}rules/", {"clause": "II.4"}).content.decode()
    assert 'name="letter"' in chosen
    answer = client.post(f"{PATH}rules/II.4/", {"letter": "B"})
    shown = plain(client.get(answer["Location"]).content.decode())
    assert "II.4 Perpetual orders − A" in shown
    answer = client.post(f"{PATH}rules/VI.2/", {"letter": "C", "change": ["II.4=B"]})
    assert answer.status_code == 302
    client.post(f"{PATH}rules/propose/", {"change": ["II.4=B", "VI.2=C"]})
    seen = plain(page(host, "italy"))
    assert "Proposal 1: these house rules change." in seen
    assert "II.4 Perpetual orders" in seen


def test_what_cannot_stand_together_is_told_with_both_clauses(host: Host) -> None:
    host.table()
    shown = host.client("austria").get(f"{PATH}rules/", {"change": ["II.5=A", "F.5=A"]}).content.decode()
    assert "II.5.A and F.5.A do not go together" in shown
    (first, *_) = re.findall(r'class="deed second small" href="([^"]+)"', shown)
    mended = host.client("austria").get(f"{PATH}rules/{first.replace('&amp;', '&')}").content.decode()
    assert "do not go together" not in mended
    assert "Put this to the vote" in mended
    assert "Put this to the vote" not in shown
    client = host.client("austria")
    client.post(f"{PATH}rules/propose/", {"change": ["II.5=A", "F.5=A"]})
    assert "Retreats cannot be ordered with the moves" in plain(client.get(PATH).content.decode())
    assert "Nothing is put to the vote now." in page(host, "italy")


def test_the_game_master_refuses_and_changes_rules_alone_where_they_may(host: Host) -> None:
    host.table(gm=True, rules={"F.1": "B", "VI.2": "B"})
    say(host, "Austria", ProposeEnding(by(host, "Austria"), "draw"))
    post(host, GM, "refuse/", {"number": "1", "why": "asked too often"})
    assert "asked too often" in page(host, "italy")
    assert "Change it now" in host.client(GM).get(f"{PATH}rules/", {"change": ["VI.2=C"]}).content.decode()
    assert "Change it now" not in host.client("italy").get(f"{PATH}rules/", {"change": ["VI.2=C"]}).content.decode()
    post(host, GM, "rules/propose/", {"change": ["VI.2=C"], "deed": "change", "why": "several asked"})
    assert host.state().sheet.letter("VI.2") == "C"


def test_a_result_is_told_as_far_as_the_clause_lets(host: Host) -> None:
    host.table(rules={"IX.4": "B", "IX.5": "C"})
    say(host, "Austria", ProposeRules(by(host, "Austria"), (("II.4", "B"),)))
    say(host, "Italy", CastVote(by(host, "Italy"), 1, "no"))
    host.later(days=8)
    seen = plain(page(host, "france"))
    assert "not passed" in seen
    assert "Votes for it: 0; against: 7" in seen
    assert "proposed by" not in seen
    assert "keep this receipt" in seen
    assert "keep this receipt" not in plain(page(host, None))
    assert page(host, None).count("<code>") == 7


def test_the_pages_speak_finnish(host: Host) -> None:
    host.table()
    say(host, "Austria", ProposeEnding(by(host, "Austria"), "draw"))
    client = host.client("italy")
    client.post("/tongue/", {"language": "fi"})
    seen = plain(client.get(PATH).content.decode())
    assert "Äänestettävänä" in seen
    assert "Antamatta jätetty ääni on ei." in seen
    assert "Put to the vote" not in seen


def test_the_final_report_tells_places_years_and_players(host: Host) -> None:
    host.table(rules={"IX.5": "C", "F.16.silence": "B"})
    assert host.client("france").get("/games/kalmar/end/").status_code == 404
    host.orders("Austria", "A VIE - GAL")
    host.later(days=8)
    host.client("france").get("/games/kalmar/")
    host.later(days=8)
    host.client("france").get("/games/kalmar/")
    say(host, "Austria", ProposeEnding(by(host, "Austria"), "draw", (("Austria", "Italy"),)))
    host.later(days=20)
    seen = page(host, "france", "/games/kalmar/end/")
    assert "A draw of Austria, Italy." in seen
    assert '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 760 380"' in seen
    assert "Austria: 1900 3, 1901 3" in seen
    assert '<li value="3">' in seen
    assert "Proposal 1 has passed." in seen
    assert "Who played what" in seen
    assert "/games/kalmar/end/" in page(host, None, "/games/kalmar/")


def test_a_proxy_that_needs_approval_is_voted_on_there_too(host: Host) -> None:
    host.table(rules={"II.3": "D hours=24"})
    say(host, "Austria", GrantProxy(by(host, "Austria"), "Italy", (Ordered(Place("VIE"), UnitKind.ARMY),)))
    seen = plain(page(host, "france"))
    assert "Proposal 1: Austria leaves VIE to Italy to order in Spring 1901, moves." in seen
    assert "Withdraw it" not in page(host, "austria")
    for who in ("france", "italy", "england", "germany", "russia", "turkey"):
        post(host, who, "cast/", {"number": "1", "choice": "yes"})
    assert host.state().proxies[0].in_force
    assert "Proposal 1 has passed." in plain(page(host, "france"))


def test_a_proposal_that_waits_for_a_vote_is_a_duty(host: Host) -> None:
    host.table(rules={"II.1": "A"})
    say(host, "Austria", ProposeEnding(by(host, "Austria"), "draw"))
    host.orders("Italy", "A VEN H", "A ROM H", "F NAP H")
    assert "Proposal 1 waits for your vote." in page(host, "italy", "/games/kalmar/")
    say(host, "Italy", CastVote(by(host, "Italy"), 1, "no"))
    assert "waits for your vote" not in page(host, "italy", "/games/kalmar/")

"""Tokens open what they are for, for as long as they are let, and nothing else opens the API."""

from __future__ import annotations

from datetime import timedelta
from typing import get_args

import pytest
from tests.web.api.conftest import ROOT, Programs
from tests.web.conftest import POWERS, Host

from dragoman import assembly
from dragoman.diplomacy import commands as d
from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM, PersonId, Seat
from dragoman.nomic import commands as n
from dragoman.people.api_tokens import SCOPES
from dragoman.people.models import ApiToken
from dragoman.web.api import scopes

EVERY = [*get_args(d.Command), *get_args(n.Command)]


def kinds(found: list[object]) -> list[type]:
    """Every kind of command, those in unions of their own among them."""
    return [kind for each in found for kind in (kinds(list(get_args(each))) if get_args(each) else [each])]  # type: ignore[misc]


def test_every_kind_of_command_asks_for_a_scope_and_the_office_for_its_own() -> None:
    listed = [kind for some in scopes.KINDS.values() for kind in some]
    assert len(listed) == len(set(listed)), "a command asks for one scope"
    assert set(listed) <= set(kinds(EVERY))
    office = sorted(kind.__name__ for kind in set(kinds(EVERY)) - set(listed))
    assert office == sorted(
        """AcceptKept AcceptLate AcceptOrders AllowDeputy Announce Announce AnswerApplicant AnswerDelay AppointSecond
        AskErrors AskExport AskPublic Begin BlockMail CallStandby Caution ChangeRules ClaimNames ClockStruck ClockStruck
        ConfirmPublic CorrectRuling DeclareDraw EditPosition End EndGame Expel HandOver HoldResults Invite Invite
        ListPlayer Pause Pause Process RefusePress RefuseProposal ReleaseResults Relocate Remind RemoveExtraUnit
        RemovePlayer Replace ReplacePlayer Resume Resume Record RollBack SetDeadline SetDeadline SetPace TakeAdvice
        UpholdRuling Warn WarnOfDraw""".replace("AskErrors AskExport ", "").split()
    )


def test_whoever_presides_acts_as_the_game_master_in_what_others_do_too() -> None:
    master, player = (Speaker(PersonId("p"), Seat(seat)) for seat in (GM, "France"))
    assert scopes.scope_of(d.WithdrawProposal(master, 1)) == "gm"
    assert scopes.scope_of(d.WithdrawProposal(player, 1)) == "votes"
    assert scopes.scope_of(d.SendPress(master, ("all",), "")) == "press"


def test_a_token_is_shown_once_and_kept_as_a_digest(host: Host) -> None:
    host.table()
    client = host.client("france")
    page = client.get("/account/tokens/").content.decode()
    assert "kalmar/France" in page
    made = client.post("/account/tokens/", {
        "token-name": "My bot", "token-where": "kalmar/France", "token-scopes": ["read", "orders"], "token-lasts": "30",
    })  # fmt: skip
    text = made.content.decode()
    token = text.partition('id="token" class="data" value="')[2].partition('"')[0]
    assert token.startswith("dragoman_")
    assert token not in client.get("/account/tokens/").content.decode()
    row = ApiToken.objects.get()
    assert token not in "".join(str(getattr(row, field.name)) for field in ApiToken._meta.fields)
    assert (row.table, row.seat, row.scopes) == ("kalmar", "France", "read orders")
    assert b"My bot" not in bytes(row.sealed)
    assert "My bot" in client.get("/account/tokens/").content.decode()


def test_a_token_lacking_anything_is_not_made(host: Host) -> None:
    host.table()
    client = host.client("france")
    answer = client.post(
        "/account/tokens/", {"token-name": "x", "token-where": "kalmar/Italy", "token-scopes": ["all"]}
    )
    assert answer.status_code == 422
    assert not ApiToken.objects.exists()


def test_a_token_opens_until_it_runs_out_or_is_revoked(host: Host, program: Programs) -> None:
    host.table()
    mine = program("france")
    assert mine.get("/me")["seats"] == [{"game": "kalmar", "seat": "France"}]
    kept = assembly.api_tokens().of(host.person("france"))[0]
    assert not assembly.api_tokens().revoke(host.person("italy"), kept.id)
    host.client("france").post("/account/tokens/revoke/", {"token": kept.id})
    assert mine.ask("GET", "/me").status == 401
    until = host.now + timedelta(days=1)
    passing = assembly.api_tokens().make(host.person("france"), "", SCOPES, host.now, expires_at=until)
    assert assembly.api_tokens().bearer(passing, until - timedelta(minutes=1))
    assert not assembly.api_tokens().bearer(passing, until)


def test_who_is_erased_leaves_no_token(host: Host, program: Programs) -> None:
    host.table()
    mine = program("france")
    assembly.erase(host.person("france"))
    assert mine.ask("GET", "/me").status == 401
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize("token", ["dragoman_nothing", "x", "", "dragoman_" + "ä" * 26])
def test_a_strange_token_opens_nothing_not_even_what_is_public(host: Host, token: str) -> None:
    host.table()
    answer = host.client().get(f"{ROOT}/games", headers={"Authorization": f"Bearer {token}".encode().decode("latin-1")})
    assert answer.status_code == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert answer.json()["code"] == "invalid-token"


def test_a_browsers_cookie_opens_nothing(host: Host) -> None:
    host.table()
    client = host.client("france")
    assert client.get(f"{ROOT}/games/kalmar").json()["seat"] == ""
    assert client.get(f"{ROOT}/games/kalmar/orders").status_code == 401
    said = {"lines": ["A PAR H"]}
    assert client.put(f"{ROOT}/games/kalmar/orders", said, "application/json").status_code == 401


def test_a_token_for_one_seat_speaks_for_no_other(host: Host, program: Programs) -> None:
    host.table("kalmar", seated=["France"])
    host.table("lund", seated=["France"])
    mine = program("france", table="kalmar", seat="France")
    assert mine.get("/games/kalmar")["power"] == "France"
    assert mine.get("/games/lund")["seat"] == ""
    answer = mine.ask("PUT", "/games/lund/orders", {"lines": ["A PAR H"]})
    assert (answer.status, answer.said["code"]) == (403, "other-game")
    assert [line["seat"] for line in mine.get("/games")["items"]] == ["France", ""]
    assert [line["name"] for line in mine.get("/games?mine=true")["items"]] == ["kalmar"]


def test_a_token_falls_silent_when_its_seat_is_lost(host: Host, program: Programs) -> None:
    host.table(gm=True)
    mine = program("france", table="kalmar", seat="France")
    host.says("gm", d.RemovePlayer(Speaker(host.person("gm"), GM), "France", "a test"))
    answer = mine.ask("GET", "/games/kalmar")
    assert (answer.status, answer.said["code"]) == (403, "other-seat")


DEEDS = {
    "orders": ("PUT", "/games/kalmar/orders", {"lines": ["A PAR H"]}),
    "press": ("POST", "/games/kalmar/press", {"to": ["Italy"], "text": "Friends?"}),
    "votes": ("POST", "/games/kalmar/votes", {"form": "draw"}),
    "seat": ("POST", "/games/kalmar/absences", {"first": "2026-04-01", "last": "2026-04-03"}),
}
WRITTEN = {"orders": "A PAR H", "press": "press to Italy: Friends?\nend", "votes": "propose draw", "seat": "resign"}


@pytest.mark.parametrize("scope", list(DEEDS))
def test_what_a_token_is_not_for_it_cannot_do_by_path_or_by_writing(host: Host, program: Programs, scope: str) -> None:
    host.table()
    method, path, said = DEEDS[scope]
    lacking = program("france", tuple(each for each in SCOPES if each != scope))
    answer = lacking.ask(method, path, said)
    assert (answer.status, answer.said["code"]) == (403, "lacks-scope")
    before = assembly.ledger().versions(["kalmar"])
    heard = lacking.ask("POST", "/games/kalmar/say", {"text": WRITTEN[scope]})
    assert [each["code"] for each in (heard.said.get("refused") or heard.said["errors"])] == ["lacks-scope"]
    assert assembly.ledger().versions(["kalmar"]) == before
    program("france", ("read", scope)).done(method, path, said)


def test_in_a_letter_of_many_things_only_what_the_token_lacks_is_refused(host: Host, program: Programs) -> None:
    host.table()
    bot = program("france", ("read", "orders"))
    said = bot.done("POST", "/games/kalmar/say", {"text": "A PAR - BUR\npress to Italy: Friends?\nend\nresign"})
    assert [each["code"] for each in said["refused"]] == ["lacks-scope", "lacks-scope"]
    assert not host.state().papers.pieces
    assert host.state().seats[Seat("France")] == host.person("france")
    assert [each["order"] for each in bot.get("/games/kalmar/orders")["sets"][0]["orders"]] == ["A PAR - BUR"]


def test_without_the_scope_to_read_a_token_sees_what_everybody_does(host: Host, program: Programs) -> None:
    host.table()
    host.press("Italy", ["France"], "A secret")
    blind = program("france", ("orders",))
    assert blind.get("/games/kalmar/press")["items"] == []
    assert blind.ask("GET", "/games/kalmar/orders").status == 403
    assert blind.get("/games/kalmar")["seat"] == ""
    assert program("france", ("read",)).get("/games/kalmar/press")["items"][0]["text"] == "A secret"


def test_nobody_reads_anothers_orders_or_press(host: Host, program: Programs) -> None:
    host.table(gm=True)
    program("france").done("PUT", "/games/kalmar/orders", {"lines": ["A PAR - PIC"]})
    host.press("Italy", ["France"], "Between us two")
    paths = (
        "",
        "/orders",
        "/offers",
        "/press",
        "/votes",
        "/seats",
        "/clock",
        "/phases",
        "/polls",
        "/export",
        "/events",
    )
    for power in POWERS:
        if power not in ("France", "Italy"):
            for path in paths:
                raw = program(power.lower()).ask("GET", f"/games/kalmar{path}").raw.decode()
                assert "PAR - PIC" not in raw
                assert "Between us" not in raw
    master = program("gm")
    assert "A PAR - PIC" in master.ask("GET", "/games/kalmar/orders").raw.decode()
    assert "Between us" not in master.ask("GET", "/games/kalmar/press").raw.decode()

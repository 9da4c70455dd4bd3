"""A vote under way is secret: two games in which somebody voted otherwise look the same to everybody else, to the byte,
until it is complete."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest
from pytest_django.fixtures import Settings
from tests.conftest import Depth
from tests.web.conftest import Host
from tests.web.planted import parcel
from tests.web.roles import NOMIC, _lounge
from tests.web.worlds import MASKED, apart

from dragoman import assembly
from dragoman.game.protocol import Speaker
from dragoman.game.seats import Seat
from dragoman.nomic import commands as n
from dragoman.people.models import Person
from dragoman.post.replies import message
from dragoman.referee.ports import Slip
from dragoman.store.models import Outgoing

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

PLACES = (
    "",
    "proposals/",
    "proposals/323/",
    "rulebook/",
    "press/",
    "seats/",
    "record/",
    "judgments/",
    "time/",
    "notes/",
)


def under_vote(host: Host, votes: Mapping[str, tuple[str, ...]]) -> None:
    """A proposal is voted on; those players have voted, the last of their votes counts. Dan has not."""
    Person.objects.filter(id=host.person("keeper")).update(may_open=True, keeper=True)
    _lounge(host)
    host.later(hours=49)
    for name, choices in votes.items():
        for choice in choices:
            by = Speaker(host.person(name.lower()), Seat(name))
            number = next(iter(assembly.table(NOMIC).state.proposals))
            reply = assembly.hear(Slip(NOMIC, by, command=n.CastVote(by, str(number), choice)))
            assert not reply.refused, reply.refused
    host.later(minutes=30)


def seen(host: Host, who: str | None) -> dict[str, object]:
    """All that comes to somebody: pages, answers to programs and letters."""
    found: dict[str, object] = {}
    client = host.client(who)
    token = assembly.api_tokens().make(host.person(who), "t", ("read",), host.now) if who else ""
    heads = {"Authorization": f"Bearer {token}"} if who else {}
    for path in [f"/games/{NOMIC}/{place}" for place in PLACES] + [f"/api/v1/games/{NOMIC}", "/"]:
        answer = client.get(path, headers=heads if path.startswith("/api") else {})
        text = answer.content.decode()
        for masked in MASKED:
            text = masked.sub("", text)
        found[path] = (answer.status_code, answer.headers.get("ETag"), text)
    if who:
        by = Speaker(host.person(who), Seat(who.capitalize()) if who != "keeper" else None)
        reply = assembly.hear(Slip(NOMIC, by, text="votes\nproposals\nhistory\nscores\n"))
        assert reply.receipt is not None
        game = assembly.games()["nomic"]
        found["answers"] = game.words(reply.receipt, "en", host.now.tzinfo).text  # type: ignore[arg-type]
        for row in Outgoing.objects.filter(person=host.person(who)).order_by("id"):
            assembly.spread(box := parcel(row))
            if (despatch := assembly.despatch(box)) is not None:
                found[row.key] = re.sub(rb"[.][0-9a-f]{12}@", b"@", message(despatch, "d@example.org").as_bytes())
    return found


WORLDS = (
    {"Germany": ("for",), "France": ("against",)},
    {"Germany": ("against",), "France": ("against",)},
    {"Germany": ("for", "against"), "France": ("against",)},
)


def test_how_somebody_votes_changes_nothing_that_others_see(tmp_path: Path, settings: Settings, depth: Depth) -> None:
    watchers = ("france", "dan", "keeper", None) if depth == "full" else ("france", None)
    worlds = []
    for votes in WORLDS if depth == "full" else WORLDS[:2]:
        with apart(tmp_path / "clock.toml", settings) as host:
            under_vote(host, votes)
            assert len(assembly.table(NOMIC).state.proposals) == 1
            worlds.append({who: seen(host, who) for who in watchers})
    one, *others = worlds
    for other in others:
        for who in watchers:
            assert one[who].keys() == other[who].keys(), who
            assert {key for key in one[who] if one[who][key] != other[who][key]} == set(), who


def test_the_voter_sees_it(tmp_path: Path, settings: Settings) -> None:
    """The law above is not kept by pages that show nothing."""
    mine: list[dict[str, object]] = []
    for votes in WORLDS[:2]:
        with apart(tmp_path / "clock.toml", settings) as host:
            under_vote(host, votes)
            mine.append(seen(host, "germany"))
    differ = {key for key in mine[0] if mine[0][key] != mine[1][key]}
    assert f"/games/{NOMIC}/" in differ

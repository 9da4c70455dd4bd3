"""The first letter of a game that somebody reads says what to do next, how to answer it, and where the pages are; what
it gives for an example is an order, or a proposal, that the game takes."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.diplomacy.tables import POWERS, opening

from dragoman import assembly
from dragoman.game.protocol import Speaker
from dragoman.game.seats import KEEPER, PersonId, Seat
from dragoman.nomic.commands import OpenGame
from dragoman.nomic.rulesets import ruleset
from dragoman.referee.ports import Slip

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def fresh() -> Iterator[None]:
    assembly.forget_assembly()
    yield
    assembly.forget_assembly()


def person(name: str, lang: str) -> PersonId:
    return assembly.register().verify(f"{name.lower()}@example.org", assembly.clock().now(), lang)


def letters(command: Any, game: str, name: str) -> dict[str, str]:
    """What each address is written when a game is opened by that command and begins at once."""
    reply = assembly.open_table(Slip(name, Speaker(KEEPER, None), command=command), game)
    assert reply.version, reply
    claimed = assembly.outbox().claim("w", assembly.clock().now(), timedelta(minutes=1), 100)
    sent = [assembly.despatch(parcel) for parcel in claimed]
    return {letter.to.partition("@")[0]: letter.words.text for letter in sent if letter is not None}


def test_the_letter_that_begins_a_game_of_diplomacy_says_how_to_order_and_where() -> None:
    seats = {Seat(power): person(power, "fi" if power == "Italy" else "en") for power in POWERS}
    command = replace(opening(seated=(), gm=True), gm=person("Gm", "en"), seats=seats)
    told = letters(command, "diplomacy", "kalmar")
    host = assembly.house().host.url.rstrip("/")
    for text in told.values():
        assert f"{host}/games/kalmar/" in text
        assert f"{host}/games/kalmar/rules/" in text
    assert "”ohje”" in told["italy"]
    assert "”säännöt”" in told["italy"]
    assert "vastaamalla tähän kirjeeseen" in " ".join(told["italy"].split())
    assert f"{host}/games/kalmar/desk/" in told["gm"]
    assert "game master's words" in " ".join(told["gm"].split())
    for power in POWERS:
        (example,) = re.findall(r"\b[AF] [A-Z]{3}(?:/[A-Z]{2})? - [A-Z]{3}(?:/[A-Z]{2})?", told[power.lower()])
        speaker = Speaker(seats[Seat(power)], Seat(power))
        reply = assembly.hear(Slip("kalmar", speaker, "kalmar", f"{example}\n"))
        assert len(reply.events) == 1, (power, example, reply)


@pytest.mark.parametrize("lang", ["en", "fi"])
def test_the_letter_that_begins_a_game_of_nomic_says_who_proposes_and_how(lang: str) -> None:
    seats = {Seat(name): person(name, lang) for name in ("Ann", "Bob", "Cid")}
    command = OpenGame(by=Speaker(KEEPER, None), name="laki", ruleset=ruleset("lounge"), seats=seats, begin=True)
    told = letters(command, "nomic", "laki")
    assert all("/games/laki/rulebook/" in text for text in told.values())
    at = assembly.table("laki")
    mover = at.game.sight(at.state, Seat("Ann")).turn.mover
    first, last = ("propose enact:", "end") if lang == "en" else ("ehdota sääntö:", "loppu")
    (proposed,) = re.findall(rf"^ *({first}\n.*?\n *{last})$", told[mover.lower()], re.MULTILINE | re.DOTALL)
    assert not any(first in text for name, text in told.items() if name != mover.lower())
    reply = assembly.hear(Slip("laki", Speaker(seats[Seat(mover)], Seat(mover)), "laki", proposed))
    assert any(type(event).__name__ == "ProposalPosted" for event in reply.events), reply

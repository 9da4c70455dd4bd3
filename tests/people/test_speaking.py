"""Who speaks for a seat: token and address together, or a server's word; one alone is kept for its owner to confirm."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM, PersonId, Seat
from dragoman.people.sealing import HostKeys
from dragoman.people.speaking import Acts, Keep, Nobody, Standing, Tokens, Which, standing

ANN, BEN, EVE = PersonId("p-ann"), PersonId("p-ben"), PersonId("p-eve")
AUSTRIA, ITALY, TURKEY = Seat("Austria"), Seat("Italy"), Seat("Turkey")
HOLDERS: Mapping[Seat, PersonId | None] = {AUSTRIA: ANN, ITALY: BEN, TURKEY: None, GM: BEN}
TOKENS = Tokens(HostKeys("a secret"))
ANNS = TOKENS.seat("kalmar", AUSTRIA, ANN)


def letter(token: str = "", sender: PersonId | None = None, vouched: bool = False) -> Standing:
    return standing(TOKENS, "kalmar", token, sender, vouched, HOLDERS)


@pytest.mark.parametrize(
    ("token", "sender", "vouched", "stands"),
    [
        (ANNS, ANN, False, Acts(Speaker(ANN, AUSTRIA))),
        (ANNS.upper(), ANN, False, Acts(Speaker(ANN, AUSTRIA))),
        ("", ANN, True, Acts(Speaker(ANN, AUSTRIA))),
        ("", EVE, True, Acts(Speaker(EVE, None))),
        ("", ANN, False, Keep(ANN, AUSTRIA, "token")),
        ("", EVE, False, Keep(EVE, None, "token")),
        (ANNS, None, False, Keep(ANN, AUSTRIA, "address")),
        (ANNS, EVE, False, Keep(ANN, AUSTRIA, "address")),
        (ANNS, EVE, True, Keep(ANN, AUSTRIA, "address")),
        ("x" * 24, None, False, Nobody()),
        ("x" * 24, ANN, False, Keep(ANN, AUSTRIA, "token")),
        ("", None, True, Nobody()),
        ("", None, False, Nobody()),
        ("", BEN, True, Which(BEN, (ITALY, GM))),
        ("", BEN, False, Keep(BEN, None, "token")),
        (TOKENS.seat("kalmar", GM, BEN), BEN, False, Acts(Speaker(BEN, GM))),
        (TOKENS.seat("kalmar", ITALY, BEN), BEN, False, Acts(Speaker(BEN, ITALY))),
    ],
)
def test_how_a_letter_stands(token: str, sender: PersonId | None, vouched: bool, stands: Standing) -> None:
    assert letter(token, sender, vouched) == stands


def test_who_has_no_seat_yet_speaks_by_a_token_of_their_own() -> None:
    token = TOKENS.seat("kalmar", None, EVE)
    assert letter(token, EVE) == Acts(Speaker(EVE, None))
    assert letter(token, ANN) == Keep(ANN, AUSTRIA, "token")


@pytest.mark.parametrize(
    "token",
    [
        TOKENS.seat("lund", AUSTRIA, ANN),  # another table
        TOKENS.seat("kalmar", ITALY, ANN),  # a seat she does not hold
        TOKENS.seat("kalmar", AUSTRIA, EVE),  # who held the seat before her
        Tokens(HostKeys("another secret")).seat("kalmar", AUSTRIA, ANN),
        ANNS[:-1],
        ANNS + "a",
        "",
    ],
)
def test_no_other_token_will_do(token: str) -> None:
    assert TOKENS.bearer(token, "kalmar", HOLDERS) is None


def test_the_borders_between_table_and_seat_and_person_hold() -> None:
    assert TOKENS.seat("ab", Seat("c"), ANN) != TOKENS.seat("a", Seat("bc"), ANN)


def test_a_token_fits_into_an_address() -> None:
    assert len(f"dragoman+{'a' * 24}+{ANNS}") <= 64
    assert ANNS.isalnum()
    assert ANNS.lower() == ANNS


def test_a_kept_letter_is_confirmed_by_its_own_token_alone() -> None:
    token = TOKENS.confirming("letter-1", ANN)
    assert TOKENS.confirms(token, "letter-1", ANN)
    assert not TOKENS.confirms(token, "letter-2", ANN)
    assert not TOKENS.confirms(token, "letter-1", BEN)

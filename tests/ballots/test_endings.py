"""Endings that are voted on: who wins where one is carried, or several at once (Finnish 16)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dragoman.ballots.endings import Ranking, concession, draw, final_places, winners

RANKED = Ranking((("France",), ("Russia", "Turkey")))
STANDING = [["Turkey"], ["France", "Russia"], ["Austria", "Italy"]]


def test_one_carried_alone_is_won_by_its_first_place() -> None:
    assert winners([RANKED]) == ("France",)
    assert winners([concession("Italy")]) == ("Italy",)
    assert winners([draw(["Turkey", "Italy"])]) == ("Italy", "Turkey")
    assert winners([]) == ()


def test_of_several_all_who_are_mentioned_share_the_win() -> None:
    assert winners([RANKED, concession("Italy")]) == ("France", "Italy", "Russia", "Turkey")


def test_of_several_only_first_places_where_the_rules_say_so() -> None:
    assert winners([RANKED, concession("Italy")], first_only=True) == ("France", "Italy")


def test_everybody_else_keeps_their_place() -> None:
    assert final_places([RANKED], STANDING) == (("France",), ("Russia", "Turkey"), ("Austria", "Italy"))
    assert final_places([concession("Italy")], STANDING) == (
        ("Italy",),
        ("Turkey",),
        ("France", "Russia"),
        ("Austria",),
    )
    assert final_places([], STANDING) == (("Turkey",), ("France", "Russia"), ("Austria", "Italy"))


def test_who_alone_would_win_is_the_beneficiary() -> None:
    assert (RANKED.soloist, concession("Italy").soloist, draw(["Italy", "Turkey"]).soloist) == ("France", "Italy", "")


@pytest.mark.parametrize("places", [(), ((),), (("France",), ()), (("France",), ("Italy", "France"))])
def test_a_ranking_that_makes_no_sense_is_refused(places: tuple[tuple[str, ...], ...]) -> None:
    with pytest.raises(ValueError, match="place"):
        Ranking(places)


names = st.lists(st.sampled_from("ABCDE"), min_size=1, unique=True)
rankings = names.map(lambda found: Ranking(tuple((name,) for name in found)))


@given(st.lists(rankings, max_size=3), st.booleans())
def test_everybody_has_one_place_at_the_end(carried: list[Ranking], first_only: bool) -> None:
    places = final_places(carried, [["A", "B"], ["C", "D", "E"]], first_only)
    assert sorted(name for place in places for name in place) == list("ABCDE")
    assert winners(carried, first_only) == winners(list(reversed(carried)), first_only)
    assert not carried or places[0] == winners(carried, first_only)

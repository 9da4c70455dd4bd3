"""What persons choose of news: nothing that must be told is lost, and every kind of notice is about something."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.web.conftest import Host

from dragoman.diplomacy.report import bodies
from dragoman.nomic.report import bodies as nomic
from dragoman.people.news import ANSWERS, AS_EVER, CARRIED, ENOUGH, MATTERS, Channel, Choices, Deliveries, Matter, ticks
from dragoman.people.news import matter_of as about

TICKS = sorted((matter, channel) for matter, channels in CARRIED.items() for channel in channels)


def kinds() -> set[str]:
    """Every kind of notice that a game sends by itself."""
    found = {body.__struct_config__.tag for body in bodies.Body.__subclasses__()}
    found |= {each.__struct_config__.tag for each in (nomic.News, nomic.Press, nomic.Receipt)}
    return {str(kind) for kind in found}


def test_every_kind_of_notice_is_about_something() -> None:
    assert kinds() - ANSWERS == set(MATTERS)
    assert set(map(str, MATTERS.values())) | {Matter.AWAY} == set(Matter)


def test_an_unknown_kind_is_rather_told_than_not() -> None:
    assert about("of another age") is Matter.MASTER
    assert about("receipt") is None


@given(st.frozensets(st.sampled_from(TICKS)), st.booleans(), st.sampled_from(sorted(ENOUGH)))
def test_what_must_be_told_is_told_whatever_is_ticked(
    ticked: frozenset[tuple[Matter, Channel]], pushable: bool, matter: Matter
) -> None:
    ways = Choices(ticked).ways(matter, pushable)
    assert ways & ENOUGH[matter]
    assert pushable or Channel.PUSH not in ways


@given(st.frozensets(st.sampled_from(TICKS)), st.booleans(), st.sampled_from(sorted(set(Matter) - {Matter.AWAY})))
def test_letters_that_may_be_stopped_stop(
    ticked: frozenset[tuple[Matter, Channel]], pushable: bool, matter: Matter
) -> None:
    choices = Choices(ticked)
    stopped = choices.without_mail(matter)
    assert (Channel.MAIL not in stopped.ways(matter, pushable)) is choices.may_stop(matter, pushable)
    assert Channel.MAIL in stopped.with_mail(matter).ways(matter, pushable)


def test_press_can_be_left_to_the_page_and_results_to_the_feed() -> None:
    assert Choices().may_stop(Matter.PRESS, pushable=False)
    assert Choices().may_stop(Matter.RESULTS, pushable=False), "the feed brings them, as ever"
    assert not Choices().may_stop(Matter.TIME, pushable=False)
    by_push = Choices(AS_EVER | {(Matter.TIME, Channel.PUSH)})
    assert by_push.may_stop(Matter.TIME, pushable=True)
    assert not by_push.may_stop(Matter.TIME, pushable=False), "no device takes pushes: it goes by mail"


@pytest.mark.django_db
def test_choices_are_kept_unless_something_would_not_be_told(host: Host) -> None:
    ann, kept = host.person("ann"), Deliveries()
    assert kept.of(ann) == Choices()
    assert kept.keep(ann, Choices(frozenset())) == tuple(ENOUGH)
    assert kept.of(ann) == Choices(), "nothing was changed"
    chosen = Choices(AS_EVER - {(Matter.PRESS, Channel.MAIL)}, bare=True)
    assert kept.keep(ann, chosen) == ()
    assert kept.of(ann) == chosen


def test_ticks_that_no_channel_carries_are_passed_over() -> None:
    assert ticks(["press.mail", "press.calendar", "nonsense", "csrfmiddlewaretoken"]) == {(Matter.PRESS, Channel.MAIL)}

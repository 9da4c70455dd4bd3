"""What is kept of a template says what Django's own tags say, in each tongue and of each game."""

from __future__ import annotations

from typing import Any

import pytest
from django.template import Context, Template
from django.urls import NoReverseMatch
from django.utils.translation import override

from dragoman.web.steady import Led, Said

SENTENCES = (
    "{% translate 'Board' %}",
    "{% translate 'Board' as it %}{{ it }}",
    "{% translate 'Board'|upper %}",
    "{% translate 'Game master’s desk' %}",
    "{% translate word %}",
    "{% translate 'Board' noop %}",
    "{% translate 'A & B' %}",
    "{% translate '100 %' %}",
)

ADDRESSES = (
    "{% url 'game' name %}",
    "{% url 'press' name %}",
    "{% url 'game' 'kalmar' %}",
    "{% url 'game' name as it %}{{ it }}",
    "{% url 'game' name=name %}",
    "{% url 'moment' name phase %}",
    "{% url page name %}",
    "{% url 'home' %}",
)

NAMES = ("kalmar", "lyon-2", "2026", "KALMAR", "name-of-a-game", "a_b")


def said(text: str, library: str, **about: Any) -> str:
    template = Template("{% load i18n %}" + (f"{{% load {library} %}}" if library else "") + text)
    first = template.render(Context(about))
    assert template.render(Context(about)) == first
    return first


@pytest.mark.parametrize("text", SENTENCES)
def test_a_sentence_is_the_same_as_ever_in_each_tongue(text: str) -> None:
    template = Template("{% load i18n web %}" + text)
    for lang in ("en", "fi", "en"):
        with override(lang):
            assert template.render(Context({"word": "Board"})) == said(text, "", word="Board")


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("text", ADDRESSES)
def test_an_address_is_the_same_as_ever_for_each_game(text: str, name: str) -> None:
    about = {"name": name, "phase": "F1901M", "page": "votes"}
    template = Template("{% load web %}" + text)
    for other in ("first", name, "second"):
        assert template.render(Context(about | {"name": other})) == said(text, "", **about | {"name": other})


@pytest.mark.parametrize("name", ["", "a/b", "å"])
def test_what_no_game_can_be_called_is_refused_as_ever(name: str) -> None:
    with pytest.raises(NoReverseMatch):
        Template("{% load web %}{% url 'game' name %}").render(Context({"name": name}))


def test_what_is_kept_is_kept() -> None:
    nodes = Template("{% load i18n web %}{% translate 'Board' %}{% url 'game' name %}").nodelist
    assert [type(node) for node in nodes if isinstance(node, (Said, Led))] == [Said, Led]

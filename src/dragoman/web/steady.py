"""What a template says alike each time is found once: a sentence in each tongue, and an address but for the name of the
game in it. The tags are Django's own in all else, and make what they cannot keep as ever."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Any

from django.template import Context, defaulttags
from django.template.base import FilterExpression, Node, Parser, Token
from django.templatetags import i18n
from django.urls import NoReverseMatch, get_script_prefix, get_urlconf, reverse
from django.utils.html import conditional_escape
from django.utils.translation import get_language

NAME = re.compile(r"[-a-z0-9]*[a-z][-a-z0-9]*")
"""What a game may be called, and stands in an address as it is written."""

STANDS = "name-of-a-game"
"""Stands for such a name where an address is found."""


class Said(Node):
    """A sentence without anything in it that changes."""

    child_nodelists = ()

    def __init__(self, made: i18n.TranslateNode) -> None:
        self._made = made
        self._known: dict[str | None, str] = {}

    def render(self, context: Context) -> str:
        lang = get_language()
        found = self._known.get(lang)
        if found is None:
            found = self._known[lang] = self._made.render(context)
        return found


class Led(Node):
    """An address in which one thing changes, mostly the name of a game."""

    child_nodelists = ()

    def __init__(self, made: defaulttags.URLNode, called: str, about: FilterExpression) -> None:
        self._made, self._called, self._about = made, called, about

    def render(self, context: Context) -> str:
        about = self._about.resolve(context)
        if not isinstance(about, str) or NAME.fullmatch(about) is None:
            return self._made.render(context)
        around = _around(self._called, get_urlconf(), get_script_prefix())
        if around is None:
            return self._made.render(context)
        return conditional_escape(about.join(around)) if context.autoescape else about.join(around)


@lru_cache(1024)
def _around(called: str, _urlconf: str | None, _prefix: str) -> tuple[str, str] | None:
    """What stands in an address before and after the name of a game; None where no such name can stand in it."""
    try:
        before, found, after = reverse(called, args=[STANDS]).partition(STANDS)
    except NoReverseMatch:
        return None
    return (before, after) if found and STANDS not in after else None


def translate(parser: Parser, token: Token) -> Node:
    """`{% translate %}`: kept by tongue where it is one sentence of the template's own."""
    made: i18n.TranslateNode = i18n.do_translate(parser, token)
    about: Any = made.filter_expression
    varies = made.noop or made.asvar or made.message_context or about.filters
    return made if varies or not isinstance(getattr(about.var, "literal", None), str) else Said(made)


def url(parser: Parser, token: Token) -> Node:
    """`{% url %}`: kept but for the one thing in it, where it is of a page of ours that says which one."""
    made: defaulttags.URLNode = defaulttags.url(parser, token)
    view: Any = made.view_name
    called = getattr(view.var, "literal", view.var)
    plain = isinstance(called, str) and not view.filters and ":" not in called
    if not plain or made.asvar or made.kwargs or len(made.args) != 1:
        return made
    return Led(made, called, made.args[0])


__all__ = ["translate", "url"]

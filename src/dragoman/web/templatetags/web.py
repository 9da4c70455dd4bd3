"""The words of templates: glyphs, times in the reader's zone, and powers with their letter."""

from __future__ import annotations

from datetime import date as Date
from datetime import datetime, timedelta
from functools import lru_cache
from html import escape as plainly
from typing import TYPE_CHECKING, Any

from django import template
from django.templatetags.static import static
from django.utils import timezone, translation
from django.utils.formats import date_format
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dragoman import assembly
from dragoman.diplomacy.board.chart import Chart, once_a_chart
from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.board.power import Power
from dragoman.diplomacy.drawing.ink import colour, contrast
from dragoman.diplomacy.drawing.style import BLACK, WHITE
from dragoman.diplomacy.sight import View
from dragoman.game.repute import Repute
from dragoman.people.leaves import READ
from dragoman.tongues.saying import span as tongues_span
from dragoman.web import marks, players, says, steady, threads
from dragoman.web.door import Visit
from dragoman.web.forms.orders import Group, Option, Row

if TYPE_CHECKING:
    from dragoman.web.views.table import Step

register = template.Library()
register.tag("translate", steady.translate)
register.tag("url", steady.url)

AROUND = 240
"""Characters shown around a word that was looked for."""


@register.simple_tag
def glyph(name: str, means: str = "") -> SafeString:
    """A small picture; `means` is what it says to those who do not see it, empty where words beside it say the same."""
    return _glyph(name, means)


@lru_cache(512)
def _glyph(name: str, means: str) -> SafeString:
    href = f"{static('web/glyphs.svg')}#{name}"
    if means:
        return format_html(
            '<svg class="glyph" viewBox="0 0 24 24" role="img" aria-label="{}"><use href="{}"></use></svg>', means, href
        )
    return format_html('<svg class="glyph" viewBox="0 0 24 24" aria-hidden="true"><use href="{}"></use></svg>', href)


@register.simple_tag
def offered(row: Row) -> SafeString:
    """The orders of a row as options of its box. There are hundreds on a page, so no template goes through them."""
    return SafeString("".join(_group(group, row.chosen) for group in row.groups))


def _group(group: Group, chosen: str) -> str:
    title = plainly(group.title)
    options = "".join(_option(option, title, option.value == chosen) for option in group.options)
    return f'<optgroup label="{title}">{options}</optgroup>' if title else options


def _option(option: Option, title: str, chosen: bool) -> str:
    value, label, mark = plainly(option.value), plainly(option.label), " selected" if chosen else ""
    if not title:
        return f'<option value="{value}"{mark}>{label}</option>'
    short = f"{plainly(option.short)} · " if option.short else ""
    return f'<option value="{value}"{mark} data-goal="{label}">{short}{title} {label}</option>'


@register.simple_tag
def moments(steps: tuple[Step, ...], now: Step) -> SafeString:
    """The moments of a game as options of a box. There are more each turn, so no template goes through them."""
    return SafeString("".join(_moment(step, step is now) for step in steps))


def _moment(step: Step, here: bool) -> str:
    code, mark = plainly(step.code), " selected" if here else ""
    says, href = plainly(capfirst(step.says)), plainly(step.href)
    return f'<option value="{code}" data-says="{says}" data-href="{href}"{mark}>{code}</option>'


@register.simple_tag(takes_context=True)
def here(context: template.Context, name: str) -> SafeString:
    """Marks a link as the page one is on."""
    match = getattr(context.get("request"), "resolver_match", None)
    return SafeString(' aria-current="page"' if match is not None and match.url_name == name else "")


@register.simple_tag
def unread(seen: Visit) -> int:
    """How many pieces of press the reader has not read at that table; a reader without a seat owes none of it."""
    if seen.seat is None or seen.reader.person is None or not any(map(threads.news, seen.view.press)):
        return 0
    return threads.unread(seen, assembly.leaves().of(seen.reader.person, seen.table, READ))


@register.simple_tag
def moment(at: datetime, style: str = "full") -> SafeString:
    """A time in the reader's zone: `full` Mon 9 March 2026, 18:00 EET; `short` 9 March, 18:00."""
    local = timezone.localtime(at)
    iso = at.isoformat(timespec="minutes")
    of_zone = f" {local.tzname()}" if style == "full" else ""
    return format_html('<time datetime="{}">{}{}</time>', iso, written(local, style), of_zone)


def written(local: datetime, style: str = "full") -> str:
    """A local time in the reader's tongue."""
    finnish = (translation.get_language() or "").startswith("fi")
    forms = {
        "full": "D j.n.Y \\k\\l\\o H.i" if finnish else "D j F Y, H:i",
        "short": "j.n. \\k\\l\\o H.i" if finnish else "j F, H:i",
    }
    return date_format(local, forms[style])


@register.simple_tag
def until(at: datetime, now: datetime) -> str:
    """How long it is until then: the two largest measures of it."""
    left = at - now
    if left <= timedelta(0):
        return _("now")
    days, hours, minutes = left.days, left.seconds // 3600, left.seconds % 3600 // 60
    pieces = []
    if days:
        pieces.append(ngettext("%(n)d day", "%(n)d days", days) % {"n": days})
    if hours and days < 8:
        pieces.append(ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours})
    if minutes and not days:
        pieces.append(ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes})
    return _("in %(time)s") % {"time": " ".join(pieces[:2]) or _("less than a minute")}


@register.filter
def day(date: Date) -> str:
    """A day in the reader's tongue, its weekday before it."""
    finnish = (translation.get_language() or "").startswith("fi")
    return date_format(date, "D j.n.Y" if finnish else "D j F Y")


@register.filter
def month_name(date: Date) -> str:
    """A month and its year: `December 2026`."""
    return date_format(date, "F Y")


@register.filter
def around(text: str, word: str) -> SafeString:
    """The part of a text in which a word stands, the word marked; case does not tell."""
    at = text.casefold().find(word.casefold()) if word else -1
    if at < 0:
        return format_html("{}", text[:AROUND])
    begins, ends = max(0, at - AROUND // 2), at + len(word)
    before = ("… " if begins else "") + text[begins:at]
    after = text[ends : ends + AROUND // 2] + (" …" if ends + AROUND // 2 < len(text) else "")
    return format_html("{}<mark>{}</mark>{}", before, text[at:ends], after)


@register.simple_tag
def span(length: timedelta) -> str:
    """How long something is: days and hours."""
    return tongues_span(str(int(length.total_seconds() // 60)), says.lang())


@register.filter
def get(mapping: Any, key: Any) -> Any:
    """What a mapping holds under a key; empty where it holds nothing."""
    return mapping.get(key, "") if hasattr(mapping, "get") else ""


@register.filter
def reliability(repute: Repute) -> str:
    """How reliably somebody has played, with the counts."""
    return players.reliability(repute)


@register.filter
def listing_reason(why: str) -> str:
    """Why somebody stands on the blacklist."""
    return players.reason(why)


@register.filter
def nth(items: Any, n: int) -> Any:
    """The n-th of a row, counted from one; empty where there is none."""
    return items[n - 1] if 0 < n <= len(items) else ""


@register.simple_tag
def power(view: View, name: str) -> SafeString:
    """A power's name behind its sign: its letter on its colour."""
    return power_of(view.chart, name)


@register.simple_tag
def power_of(chart: Chart, name: str) -> SafeString:
    """The same of a map without a game."""
    known = chart.powers.get(name)
    if known is None:
        return format_html("{}", says.seat(chart, name))
    signs, lang = _signs(chart), says.lang()
    if (name, lang) not in signs:
        signs[name, lang] = _sign(known, says.power(chart, name))
    return signs[name, lang]


@once_a_chart
def _signs(_chart: Chart) -> dict[tuple[str, str], SafeString]:
    """The signs of a map's powers in each tongue, as they are asked for."""
    return {}


def _sign(known: Power, called: str) -> SafeString:
    ink = "#ffffff" if contrast(WHITE, colour(known.colour)) > contrast(BLACK, colour(known.colour)) else "#141210"
    return format_html(
        '<span class="power"><svg class="chip" viewBox="0 0 20 20" aria-hidden="true">'
        '<rect width="18" height="18" x="1" y="1" rx="2.5" fill="{}"></rect>'
        '<text x="10" y="14.6" fill="{}">{}</text></svg>{}</span>',
        known.colour, ink, known.letter, called,
    )  # fmt: skip


@register.simple_tag
def seat(view: View, name: str) -> SafeString:
    """A seat: a power with its sign, or what else somebody sits as."""
    return power(view, name)


@register.filter
def seat_name(name: str, view: View) -> str:
    """What a seat is called, without its sign."""
    return says.seat(view.chart, name)


@register.filter
def seat_named(name: str, chart: Chart) -> str:
    """The same of a map without a game."""
    return says.seat(chart, name)


@register.simple_tag
def power_name(view: View, name: str) -> str:
    """A power's name alone."""
    return says.power(view.chart, name)


@register.simple_tag
def mark(view: View) -> str:
    """How the table stands as this page tells it: what is news is another mark."""
    return marks.mark(view)


@register.filter
def minus(number: int) -> str:
    """A number below zero with the sign that is as wide as a plus."""
    return f"−{abs(number)}"


@register.filter
def called(phase: Phase) -> str:
    """A phase in words, to be used on."""
    return says.phase(phase)


@register.filter
def province(name: str, view: View) -> str:
    """A province's full name."""
    return says.province(view.chart, name)


@register.simple_tag
def phase_name(phase: Phase) -> str:
    """A phase in words."""
    return says.phase(phase)

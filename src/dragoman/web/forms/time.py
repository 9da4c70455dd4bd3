"""What is filled in about time: a delay, an absence; and by the game master a pace, a reminder, a warning, a set that
came some other way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from dragoman.diplomacy.sight import View
from dragoman.web import says
from dragoman.web.forms.desk import LONGEST_REASON

WHY = _("Why")

KINDS = (("movement", _("Moves")), ("retreat", _("Retreats")), ("adjustment", _("Adjustments")))
"""The kinds of phase whose length can be set."""

WAYS = (("", _("by mail")), ("post", _("by post")), ("in person", _("in person")), ("phone", _("by phone")))
"""How a set may have come to the game master."""


def _why(label: Any = WHY) -> forms.CharField:
    return forms.CharField(label=label, required=False, max_length=LONGEST_REASON)


def _power(view: View, form: forms.Form, field: str, *, every: bool = False) -> None:
    choices = [(power, says.power(view.chart, power)) for power in view.chart.powers]
    if every:
        choices = [("", _("all whose orders are wanted")), ("all", _("everybody")), *choices]  # type: ignore[list-item]
    form.fields[field].choices = choices  # type: ignore[attr-defined]


class Delay(forms.Form):
    """How much more time, and why."""

    days = forms.IntegerField(label=_("Days"), min_value=0, max_value=365, initial=1, required=False)
    hours = forms.IntegerField(label=_("Hours"), min_value=0, max_value=240, initial=0, required=False)
    why = _why()

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        if not self.errors and not (said.get("days") or said.get("hours")):
            self.add_error("days", _("Write how many days or hours."))
        return said


class Absence(forms.Form):
    """The first and the last day, and who is told."""

    first = forms.DateField(
        label=_("First day away"),
        widget=forms.DateInput(attrs={"type": "date"}),
        error_messages={"required": _("Write the first day."), "invalid": _("Write the day as 2026-03-05.")},
    )
    last = forms.DateField(
        label=_("Last day away"),
        widget=forms.DateInput(attrs={"type": "date"}),
        error_messages={"required": _("Write the last day."), "invalid": _("Write the day as 2026-03-05.")},
    )
    told = forms.ChoiceField(
        label=_("Told"),
        choices=(("gm", _("to the game master alone")), ("all", _("to everybody"))),
        initial="gm",
        widget=forms.RadioSelect,
    )
    why = _why()

    def __init__(self, data: Mapping[str, Any] | None = None, moderated: bool = True, **more: Any) -> None:
        """`moderated`: a game master presides, who is told."""
        super().__init__(data, **more)
        if not moderated:
            told = self.fields["told"]
            assert isinstance(told, forms.ChoiceField)
            told.choices = (("gm", _("to nobody")), ("all", _("to everybody")))

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        first, last = said.get("first"), said.get("last")
        if first is not None and last is not None and last < first:
            self.add_error("last", _("The last day is before the first."))
        return said


class Pace(forms.Form):
    """The days of each kind of phase that has a length of its own; left empty: as the house rules say."""

    why = _why()

    def __init__(self, view: View, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        usual = view.sheet.choice("VII.4")
        for kind, label in KINDS:
            if usual.number(kind):
                self.fields[kind] = forms.IntegerField(
                    label=label, min_value=1, max_value=365, required=False, initial=view.dial.pace.get(kind),
                    widget=forms.NumberInput(attrs={"placeholder": usual.number(kind)}),
                )  # fmt: skip
        self.order_fields([*(kind for kind, _label in KINDS), "why"])


class Reminder(forms.Form):
    """Whom to remind, and in which words."""

    whom = forms.ChoiceField(label=_("Whom"), required=False)
    text = forms.CharField(
        label=_("Your words, if you like"), required=False, max_length=2000, widget=forms.Textarea(attrs={"rows": 2})
    )

    def __init__(self, view: View, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        _power(view, self, "whom", every=True)


class Warning_(forms.Form):
    """Whom to warn that further delays may be refused."""

    seat = forms.ChoiceField(label=_("Power"))
    why = _why(_("Your words, if you like"))

    def __init__(self, view: View, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        _power(view, self, "seat")


class Entered(forms.Form):
    """A set that came to the game master: whose, how, when, and what it says."""

    seat = forms.ChoiceField(label=_("Power"))
    channel = forms.ChoiceField(label=_("How it came"), choices=WAYS, required=False)
    received = forms.DateTimeField(
        label=_("When it came"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        error_messages={"invalid": _("Write the moment as 2026-03-05 20:00.")},
    )
    orders = forms.CharField(
        label=_("The orders"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 5, "class": "data", "spellcheck": "false"}),
        error_messages={"required": _("Write the orders, one a line.")},
    )
    why = forms.CharField(
        label=_("Why you take it"),
        max_length=LONGEST_REASON,
        error_messages={"required": _("Write the reason; its player reads it.")},
    )

    def __init__(self, view: View, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        _power(view, self, "seat")
        if view.sheet.letter("F.2") != "B":
            del self.fields["channel"]
            del self.fields["received"]

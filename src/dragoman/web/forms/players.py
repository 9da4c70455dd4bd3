"""What is filled in about those who play: a deputy, a substitute, and the game master's words on people."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy

from dragoman.diplomacy.sight import View
from dragoman.web import says
from dragoman.web.forms.desk import LONGEST_REASON


def _address(label: Any, required: bool = True) -> forms.CharField:
    return forms.CharField(
        label=label,
        required=required,
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Write an e-mail address.")},
    )


def _why(required: bool = False) -> forms.CharField:
    return forms.CharField(
        label=gettext_lazy("Why"),
        required=required,
        max_length=LONGEST_REASON,
        error_messages={"required": gettext_lazy("Say why; the person concerned reads it.")},
    )


def _until() -> forms.DateTimeField:
    return forms.DateTimeField(
        label=gettext_lazy("Until"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        error_messages={"invalid": gettext_lazy("Write the time as 2026-03-05 20:00.")},
    )


class Deputy(forms.Form):
    """Who is to play for a while."""

    address = _address(gettext_lazy("E-mail address of the deputy"))
    until = _until()


class Substitute(forms.Form):
    """Who might take the seat of somebody who leaves."""

    address = _address(gettext_lazy("E-mail address of a substitute whom you suggest, if you know one"), required=False)


class OfPower(forms.Form):
    """Something about one power's seat."""

    power = forms.ChoiceField(label=gettext_lazy("Power"))

    def __init__(self, view: View, **more: Any) -> None:
        super().__init__(**more)
        self.fields["power"].choices = [(power, says.power(view.chart, power)) for power in view.chart.powers]  # type: ignore[attr-defined]


class Replace(OfPower):
    """Another person for a seat."""

    address = _address(gettext_lazy("E-mail address of the new player"))
    clear = forms.BooleanField(label=gettext_lazy("Drop the orders on file"), required=False)
    why = _why()


class Call(OfPower):
    """A standby for a seat."""

    address = _address(gettext_lazy("E-mail address, if it is nobody who stands by"), required=False)


class Remove(OfPower):
    """A seat taken from its player."""

    disorder = forms.BooleanField(label=gettext_lazy("Into civil disorder: drop whatever is on file"), required=False)
    why = _why(required=True)


class Blacklist(OfPower):
    """Whoever left a seat, on the blacklist."""

    why = _why(required=True)
    until = _until()


class Address(forms.Form):
    """A person by address."""

    address = _address(gettext_lazy("E-mail address"))


class Reason(forms.Form):
    """A reason, which the person concerned reads."""

    why = _why()

"""What a game master fills in: a new deadline, an announcement, a reason, another player for a seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dragoman.diplomacy.sight import View
from dragoman.diplomacy.speech.office import names_result
from dragoman.web import says

LONGEST_REASON = 500


class Deadline(forms.Form):
    """A moment on the game master's own clock."""

    deadline = forms.DateTimeField(
        label=gettext_lazy("New deadline"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        error_messages={
            "required": gettext_lazy("Write a date and a time."),
            "invalid": gettext_lazy("Write the deadline as 2026-03-05 20:00."),
        },
    )
    why = forms.CharField(label=gettext_lazy("Why"), required=False, max_length=LONGEST_REASON)
    sure = forms.BooleanField(
        label=gettext_lazy("Yes, even within six hours, though orders are missing"), required=False
    )


class Announcement(forms.Form):
    """Words to everybody at the table."""

    text = forms.CharField(
        label=gettext_lazy("Announcement"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 4, "class": "letter"}),
        error_messages={"required": gettext_lazy("The announcement is empty; write something first.")},
    )


class Reason(forms.Form):
    """Why something is done; everybody is told."""

    why = forms.CharField(label=gettext_lazy("Why"), required=False, max_length=LONGEST_REASON)


class Ending(Reason):
    """Why the game ends without a result. A result that is named here would be lost."""

    def clean_why(self) -> str:
        why: str = self.cleaned_data["why"].strip()
        if names_result(why):
            raise forms.ValidationError(
                _("The game would end without this result. Declare a draw, or put a result to the vote, on “Votes”.")
            )
        return why


class Stop(Reason):
    """A pause, and when it ends by itself."""

    until = forms.DateTimeField(
        label=gettext_lazy("Until, if you know it"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        error_messages={"invalid": gettext_lazy("Write the moment as 2026-03-05 20:00.")},
    )


class Replacement(forms.Form):
    """Another person for a seat, by their address."""

    seat = forms.ChoiceField(label=gettext_lazy("Seat"))
    address = forms.CharField(
        label=gettext_lazy("E-mail address of the new player"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Write the address of the new player.")},
    )
    why = forms.CharField(label=gettext_lazy("Why"), required=False, max_length=LONGEST_REASON)

    def __init__(self, view: View, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.fields["seat"].choices = [(power, says.power(view.chart, power)) for power in view.chart.powers]  # type: ignore[attr-defined]


class Invitation(forms.Form):
    """A person who may join, by their address."""

    address = forms.CharField(
        label=gettext_lazy("E-mail address"),
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        error_messages={"required": gettext_lazy("Write the address of whoever you invite.")},
    )

"""What can be proposed: an end of the game; and why a proposal is refused. What is offered is what the house rules
admit, to those who remain in the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from dragoman.diplomacy.sight import View
from dragoman.web import says

LONGEST_REASON = 500


class Draw(forms.Form):
    """Who shares a draw."""

    sharing = forms.MultipleChoiceField(
        label=_("Who shares the draw"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": _("Tick at least one player.")},
        help_text=_("Whoever is left out is taken to be eliminated, and votes on it all the same."),
    )

    def __init__(self, view: View, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, initial={"sharing": list(view.remaining)}, **more)
        self.fields["sharing"].choices = _powers(view)  # type: ignore[attr-defined]

    def clean_sharing(self) -> list[str]:
        """IX.2: a draw of one would be a win."""
        sharing: list[str] = self.cleaned_data["sharing"]
        if len(sharing) < 2:
            raise forms.ValidationError(
                _("A draw is of several players: tick all who share it. A win of one is proposed beside it.")
            )
        return sharing


class Win(forms.Form):
    """To whom a win is conceded."""

    winner = forms.ChoiceField(label=_("Who wins"))

    def __init__(self, view: View, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.fields["winner"].choices = _powers(view)  # type: ignore[attr-defined]


class Ranking(forms.Form):
    """A place for each player, or none: whoever has none keeps their own behind the others."""

    def __init__(self, view: View, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        places = [("", _("keeps the place that they have")), *((f"{n}", f"{n}.") for n in _numbers(view))]
        for power, called in _powers(view):
            self.fields[f"place-{power}"] = forms.ChoiceField(label=called, choices=places, required=False)

    def clean(self) -> dict[str, Any]:
        said = super().clean() or {}
        if not any(said.values()):
            raise forms.ValidationError(_("Give at least one player a place."))
        return said

    @property
    def places(self) -> tuple[tuple[str, ...], ...]:
        """The places that were given, the first first; several may share one."""
        given: dict[int, list[str]] = {}
        for field, place in self.cleaned_data.items():
            if place:
                given.setdefault(int(place), []).append(field.removeprefix("place-"))
        return tuple(tuple(sorted(given[place])) for place in sorted(given))


class Reason(forms.Form):
    """Why something is done; everybody is told."""

    why = forms.CharField(label=_("Why"), required=False, max_length=LONGEST_REASON)


def _numbers(view: View) -> range:
    return range(1, len(view.remaining) + 1)


def _powers(view: View) -> list[tuple[str, str]]:
    return [(power, says.power(view.chart, power)) for power in view.remaining]

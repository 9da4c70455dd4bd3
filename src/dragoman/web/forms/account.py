"""How somebody is called, and in which language and on whose clocks they are written to."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dragoman.diplomacy.board.mapfile import chart, chart_names
from dragoman.game.directions import unmarked
from dragoman.tongues.lexicon import LANGUAGES, folded, lexicon
from dragoman.web.reader import Reader, zones_by_region


class Preferences(forms.Form):
    """Name, language and zone."""

    name = forms.CharField(
        label=gettext_lazy("Your name"),
        max_length=80,
        required=False,
        help_text=gettext_lazy("As others at your tables see it. Leave it empty to be known by your power alone."),
        widget=forms.TextInput(attrs={"autocomplete": "name"}),
    )
    lang = forms.ChoiceField(label=gettext_lazy("Language"), choices=settings.LANGUAGES)
    zone = forms.ChoiceField(label=gettext_lazy("Clocks of"))

    def __init__(self, reader: Reader, data: Mapping[str, Any] | None = None, **more: Any) -> None:
        super().__init__(data, **more)
        self.fields["zone"].choices = zones_by_region(reader.zone_name)  # type: ignore[attr-defined]

    def clean_name(self) -> str:
        """A name shows, as it is written, who somebody is: no marks that turn it round, nothing that cannot be seen,
        and not what a seat is called, for whoever reads it would take its bearer for another."""
        name = " ".join(unmarked(self.cleaned_data["name"]).split())
        if self.cleaned_data["name"] and not any(character.isalnum() for character in name):
            raise forms.ValidationError(_("Nobody could see this name: write it with letters or digits."))
        if folded(name).removeprefix("the ") in seats_called():
            raise forms.ValidationError(_("A seat is called that, at this host’s tables; choose another name."))
        return name


@cache
def seats_called() -> frozenset[str]:
    """What seats are called at any table, in every language: the powers of all maps, the game master, the observers."""
    powers = (name for each in chart_names() for power in chart(each).powers.values() for name in power.names.values())
    office = (word for lang in LANGUAGES for words in lexicon(lang).entries("audience").values() for word in words)
    return frozenset(map(folded, (*powers, *office, "Dragoman")))

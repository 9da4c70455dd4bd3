"""How somebody is called, and in which language and on whose clocks they are written to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dragoman.people import naming
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
        """A name shows, as it is written, who somebody is (see `people.naming`)."""
        name = naming.plain(self.cleaned_data["name"])
        if self.cleaned_data["name"] and naming.unseen(name):
            raise forms.ValidationError(_("Nobody could see this name: write it with letters or digits."))
        if naming.of_a_seat(name):
            raise forms.ValidationError(_("A seat is called that, at this host’s tables; choose another name."))
        if "@" in name:
            raise forms.ValidationError(_("That is an address, and others would see it; write a name."))
        return name

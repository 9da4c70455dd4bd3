"""The two short forms of signing in: where to send a code, and the code."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _


class Where(forms.Form):
    """An address to send a code to."""

    address = forms.CharField(
        max_length=254,
        label=_("Your e-mail address"),
        error_messages={"required": _("Write the address at which you read mail.")},
        widget=forms.EmailInput(attrs={"autocomplete": "email", "autofocus": True}),
    )


class Further(Where):
    """One more address of somebody who is in already."""

    address = forms.CharField(
        max_length=254,
        label=_("One more address"),
        error_messages={"required": _("Write the address at which you read mail.")},
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )


class Code(forms.Form):
    """A code as it came by mail; blanks and hyphens in it do no harm."""

    code = forms.CharField(
        max_length=24,
        label=_("The code from the letter"),
        error_messages={"required": _("Write the eight digits from the letter.")},
        widget=forms.TextInput(
            attrs={"inputmode": "numeric", "autocomplete": "one-time-code", "class": "code", "autofocus": True}
        ),
    )

"""What a form says where a field was filled in as it cannot be: in a person's words, with what to write instead.

Fields that say something of their own go before this; whatever else Django's forms would say is said here, once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.core import validators
from django.utils.translation import gettext_lazy as _

SAID: Mapping[type[forms.Field], Mapping[str, Any]] = {
    forms.Field: {"required": _("Nothing stands here yet; fill it in.")},
    forms.ChoiceField: {
        "required": _("Choose one of these."),
        "invalid_choice": _("“%(value)s” is not among these; choose one of them."),
    },
    forms.MultipleChoiceField: {
        "required": _("Choose one of these, or several."),
        "invalid_choice": _("“%(value)s” is not among these; choose one of them."),
        "invalid_list": _("That cannot be read; choose from the list again."),
    },
    forms.IntegerField: {"invalid": _("Write a whole number in figures, such as 3.")},
    forms.TimeField: {"invalid": _("Write the time of day as 18:00.")},
    forms.DateField: {"invalid": _("Write the day as 2026-03-05.")},
    forms.DateTimeField: {"invalid": _("Write the moment as 2026-03-05 20:00.")},
    forms.EmailField: {"invalid": _("That is no address a letter can reach. Write it as ann@example.org.")},
}
"""By the kind of field, for each thing that may be wrong."""


def teach() -> None:
    """Have every form say so. Once is enough, and once more does no harm."""
    for kind, said in SAID.items():
        kind.default_error_messages = {**kind.default_error_messages, **said}
    validators.MinValueValidator.message = _("It cannot be less than %(limit_value)s.")
    validators.MaxValueValidator.message = _("It cannot be more than %(limit_value)s.")
    validators.MaxLengthValidator.message = _("That is %(show_value)d characters; %(limit_value)d fit at most.")
    validators.ProhibitNullCharactersValidator.message = _("There is a character in it that cannot be kept; retype it.")

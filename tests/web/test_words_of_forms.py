"""Whatever is wrong with a field is told in a person's words, with what to write instead, in both tongues."""

from __future__ import annotations

import inspect
import pkgutil
from collections.abc import Iterator
from importlib import import_module

import pytest
from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import override

import dragoman.web.forms

MACHINES = (
    "This field", "valid choice", "Enter a", "Ensure this", "valid value", "Tämä kenttä", "Syötä", "kelvollinen",
)  # fmt: skip
"""How Django would say it, in English and in Finnish."""

AMISS = ("", "x", "-1", "9" * 30, "0", "x" * 30_000, "2026-99-99", "\0")


def fields() -> Iterator[tuple[str, forms.Field]]:
    """Every field of every form."""
    for each in pkgutil.iter_modules(dragoman.web.forms.__path__):
        module = import_module(f"dragoman.web.forms.{each.name}")
        for name, form in inspect.getmembers(module, inspect.isclass):
            if issubclass(form, forms.Form) and form.__module__ == module.__name__:
                yield from ((f"{each.name}.{name}.{key}", field) for key, field in form.base_fields.items())


def complaints(field: forms.Field, lang: str) -> Iterator[str]:
    """What the field says to everything that is amiss."""
    for sent in AMISS:
        value: object = [sent] if isinstance(field, forms.MultipleChoiceField) else sent
        with override(lang):
            try:
                field.clean(value)
            except ValidationError as fault:
                yield from fault.messages


@pytest.mark.parametrize("lang", ["en", "fi"])
def test_no_field_speaks_like_a_machine(lang: str) -> None:
    found = {name: said for name, field in fields() for said in complaints(field, lang)
             if any(word in said for word in MACHINES)}  # fmt: skip
    assert found == {}


def test_what_is_said_tells_what_to_write() -> None:
    assert set(complaints(forms.IntegerField(min_value=1), "en")) >= {
        "Nothing stands here yet; fill it in.",
        "Write a whole number in figures, such as 3.",
        "It cannot be less than 1.",
    }
    assert "Kirjoita kellonaika muodossa 18:00." in set(complaints(forms.TimeField(), "fi"))
    assert "“x” is not among these; choose one of them." in set(complaints(forms.ChoiceField(choices=[]), "en"))

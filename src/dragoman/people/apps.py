"""Tells Django that people are an application: accounts, addresses, codes."""

from __future__ import annotations

from django.apps import AppConfig


class PeopleConfig(AppConfig):
    """Accounts and addresses."""

    name = "dragoman.people"
    label = "people"
    default_auto_field = "django.db.models.BigAutoField"

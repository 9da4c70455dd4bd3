"""Tells Django that the store is an application: models and migrations, and nothing a person could see."""

from __future__ import annotations

from django.apps import AppConfig


class StoreConfig(AppConfig):
    """The ledger, the inbox and the outbox."""

    name = "dragoman.store"
    label = "store"
    default_auto_field = "django.db.models.BigAutoField"

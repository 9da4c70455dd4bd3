"""Tells Django that the store is an application: models and migrations, and nothing a person could see."""

from __future__ import annotations

from typing import Any

from django.apps import AppConfig
from django.db.backends.signals import connection_created

QUICKER = """\
SELECT set_config('default_toast_compression', 'lz4', false) FROM pg_settings
WHERE name = 'default_toast_compression' AND 'lz4' = ANY(enumvals)"""
"""Notices and events are packed by LZ4, where PostgreSQL has that: to pack them its own way takes it as long as all the
rest of their writing."""


def begun(connection: Any, **_told: Any) -> None:
    """What is said at the beginning of every connection."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(QUICKER)


class StoreConfig(AppConfig):
    """The ledger, the inbox and the outbox."""

    name = "dragoman.store"
    label = "store"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        connection_created.connect(begun, dispatch_uid="dragoman.store")

"""The database's form only grows: the version before goes on beside a database that has been brought up to date."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.operations import (
    AddField,
    AlterField,
    DeleteModel,
    RemoveField,
    RenameField,
    RenameModel,
    RunPython,
    RunSQL,
)

OURS = ("store", "people")
BEFORE = {
    ("store", "0005_hidden", "hidden"),
}
"""Made before any version was released: none can be at work beside it."""


def operations() -> Iterator[tuple[str, str, Any]]:
    for (app, name), migration in sorted(MigrationLoader(None, ignore_no_migrations=True).disk_migrations.items()):
        if app in OURS and not name.startswith("0001"):
            for operation in migration.operations:
                yield app, name, operation


def test_nothing_is_renamed_or_taken_away() -> None:
    gone = (RemoveField, DeleteModel, RenameField, RenameModel)
    assert [each for each in operations() if isinstance(each[2], gone)] == []


@pytest.mark.parametrize(
    ("app", "name", "operation"),
    [each for each in operations() if isinstance(each[2], AddField)],
    ids=lambda each: each if isinstance(each, str) else each.name,
)
def test_what_is_added_can_be_left_out_by_old_code(app: str, name: str, operation: AddField) -> None:
    if (app, name, operation.name) in BEFORE:
        return
    field = operation.field
    assert field.null or field.has_db_default(), f"{app}.{name}: {operation.name} needs a db_default, or null"


def test_no_migration_holds_what_cannot_be_judged() -> None:
    unjudged = (AlterField, RunPython, RunSQL)
    assert [(app, name) for app, name, each in operations() if isinstance(each, unjudged)] == []

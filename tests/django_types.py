"""A plugin of mypy: Django's models typed by django-stubs, as soon as the product has settings for it to read."""

from importlib.util import find_spec
from typing import cast

from mypy.plugin import Plugin


def plugin(version: str) -> type[Plugin]:
    """The plugin that mypy is to use; a plain one while there is nothing for Django to read."""
    if find_spec("dragoman.settings") is None:
        return Plugin
    from mypy_django_plugin.main import plugin as django_plugin

    return cast("type[Plugin]", django_plugin(version))

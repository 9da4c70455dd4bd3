"""Tells Django that the pages are an application: templates, static files and catalogues, and no models."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    """The pages."""

    name = "dragoman.web"
    label = "web"

    def ready(self) -> None:
        """Have forms speak like a person."""
        from dragoman.web.forms.words import teach

        teach()

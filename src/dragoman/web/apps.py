"""Tells Django that the pages are an application: templates, static files and catalogues, and no models."""

from __future__ import annotations

from django.apps import AppConfig


class WebConfig(AppConfig):
    """The pages."""

    name = "dragoman.web"
    label = "web"

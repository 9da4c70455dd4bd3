"""Where a mail provider tells afterwards what became of letters: the hook of django-anymail, for the one provider that
the settings name, and only with the secret by which it is known to be the provider."""

from __future__ import annotations

from importlib.util import find_spec

from django.conf import settings
from django.urls import Resolver404, URLPattern, path, resolve

from dragoman.settings import Sending

SECRET = "WEBHOOK_SECRET"
"""The option with the `name:password` that the provider sends (anymail's own name)."""


def patterns(sending: Sending) -> list[URLPattern]:
    """The path of the hook; none where no provider is named, or no secret, or it has no such hook."""
    if sending.how != "provider" or not settings.ANYMAIL.get(SECRET) or find_spec("anymail") is None:
        return []
    try:
        found = resolve(f"/{sending.provider}/tracking/", "anymail.urls")
    except Resolver404:
        return []
    return [path("provider/", found.func, name="provider-tells")]

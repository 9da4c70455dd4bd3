"""A game whose record a later version went on writing is shown to nobody here: the page says so, and says when to ask
again. It is the same answer on every page of the game, whoever asks and whatever they send."""

from __future__ import annotations

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from dragoman import assembly
from dragoman.referee import ports

AGAIN = 60
"""Seconds after which a page may ask again."""


class Ahead:
    """Middleware that answers 503 where a table is ahead of this version."""

    def __init__(self, answer: Callable[[HttpRequest], HttpResponse]) -> None:
        self.answer = answer

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.answer(request)

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """Nothing of the game is in the answer, and nothing that was sent was heard."""
        if not isinstance(fault, ports.Ahead):
            return None
        assembly.leave_alone(fault)
        answer = render(request, "web/errors/503.html", status=503)
        answer.headers["Retry-After"] = str(AGAIN)
        return answer


__all__ = ["AGAIN", "Ahead"]

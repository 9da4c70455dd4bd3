"""Who asks, and as which seat: whoever bears a token is its owner, and nobody else is anybody. The cookie of a browser
opens nothing here."""

from __future__ import annotations

from dataclasses import dataclass, replace
from http import HTTPStatus
from typing import Any

from django.http import Http404, HttpRequest
from django.utils.translation import gettext as _

from dragoman import assembly
from dragoman.game.protocol import Reply
from dragoman.game.seats import PersonId
from dragoman.people.api_tokens import Bearer
from dragoman.people.models import Person
from dragoman.web.api import scopes
from dragoman.web.api.problems import Refused, no_such_game
from dragoman.web.door import GAME, NOMIC, Visit, say_by_leave, visit_any
from dragoman.web.reader import Reader, reader_of_person


@dataclass(frozen=True, slots=True)
class Caller:
    """Somebody who asks. `bearer` is None for whoever has no token; `mark` tells a repetition of the request."""

    bearer: Bearer | None = None
    mark: str = ""

    @property
    def scopes(self) -> frozenset[str]:
        return self.bearer.scopes if self.bearer else frozenset()


class Request(HttpRequest):
    """A request as the API sees it."""

    reader: Reader
    caller: Caller


def bearer_of(request: HttpRequest) -> Bearer | None:
    """Whose token the request bears; None if it bears none. Raises Refused for one that is none, or no more."""
    written = request.headers.get("Authorization", "")
    if not written:
        return None
    kind, _blank, token = written.partition(" ")
    bearer = assembly.api_tokens().bearer(token.strip(), assembly.clock().now()) if kind.lower() == "bearer" else None
    if bearer is None:
        raise unknown_token()
    return bearer


def unknown_token() -> Refused:
    """RFC 6750 3.1."""
    return Refused(
        HTTPStatus.UNAUTHORIZED,
        "invalid-token",
        _("That token is not known here, or it was revoked or has run out."),
        "header.Authorization",
        headers={"WWW-Authenticate": 'Bearer realm="dragoman", error="invalid_token"'},
    )


def reader_of(bearer: Bearer | None, stranger: Reader) -> Reader:
    """For whom the answer is made."""
    if bearer is None:
        return replace(stranger, person=None, name="", may_open=False, keeper=False)
    return reader_of_person(Person.objects.get(id=bearer.person))


def needs(request: Request, scope: str) -> PersonId:
    """Whose token it is. Raises Refused where there is none, or it lacks that scope."""
    bearer = request.caller.bearer
    if bearer is None:
        raise Refused(
            HTTPStatus.UNAUTHORIZED, "token-wanted", _("For this a token is needed: make one on your account's page."),
            "header.Authorization", headers={"WWW-Authenticate": 'Bearer realm="dragoman"'},
        )  # fmt: skip
    if scope not in bearer.scopes:
        raise Refused(
            HTTPStatus.FORBIDDEN, "lacks-scope", scopes.lacks(scope),
            headers={"WWW-Authenticate": f'Bearer realm="dragoman", error="insufficient_scope", scope="{scope}"'},
        )  # fmt: skip
    return bearer.person


def look(request: Request, name: str, kind: str = "") -> Visit:
    """Look at a game: as the seat that the token is for, if it may read there; else as everybody may.

    Raises Refused where there is no such game, or none of that kind, and where the token's owner holds another seat by
    now than the one that it was made for.
    """
    bearer = request.caller.bearer
    blind = bearer is not None and (scopes.READ not in bearer.scopes or bearer.table not in ("", name))
    seen = _seen(request, name, public=blind)
    if kind and seen.game != kind:
        raise no_such_game(name, seen.game)
    return seen


def reads_everywhere(request: Request) -> PersonId | None:
    """Whose seats a list of games may be made for: the owner's of a token for all of them."""
    bearer = request.caller.bearer
    whole = bearer is not None and not bearer.table and scopes.READ in bearer.scopes
    return bearer.person if bearer is not None and whole else None


def speaks(request: Request, name: str, kind: str = "") -> Visit:
    """Look at a game as somebody who is to speak there. Raises Refused as `look` does, and where there is no token."""
    bearer = request.caller.bearer
    if bearer is None:
        needs(request, scopes.READ)
    seen = _seen(request, name)
    if kind and seen.game != kind:
        raise no_such_game(name, seen.game)
    return seen


def _seen(request: Request, name: str, public: bool = False) -> Visit:
    reader = request.reader
    if public:
        request.reader = replace(reader, person=None)
    try:
        seen = visit_any(request, name)  # type: ignore[arg-type]  # a request with a reader is all that it asks for
    except Http404:
        raise no_such_game(name) from None
    finally:
        request.reader = reader
    if not public:
        _fits(request.caller.bearer, seen)
    return seen


def _fits(bearer: Bearer | None, seen: Visit) -> None:
    if bearer is None or not bearer.table:
        return
    if bearer.table != seen.table:
        raise Refused(HTTPStatus.FORBIDDEN, "other-game", _("This token is for another game."), "path.name")
    if bearer.seat is not None and bearer.seat != seen.seat:
        raise Refused(
            HTTPStatus.FORBIDDEN, "other-seat",
            _("This token was made for the seat %(seat)s, which its owner does not hold.") % {"seat": bearer.seat},
        )  # fmt: skip


def bring(
    request: Request, seen: Visit, command: Any = None, text: str = "", subject: str = "", part: str = "",
    only: str = "",
) -> Reply:  # fmt: skip
    """Bring a command or writing to the table, as far as the token may. `part` tells what is brought by one request
    apart, so that each is heard once; `only` is the one scope that counts, where not all of the token's do."""
    given = request.caller.scopes
    permit, mark = scopes.permit(given & {only} if only else given), request.caller.mark
    if mark and part:
        mark = assembly.keys().digest("api part", mark, part)
    return say_by_leave(seen, permit, mark, command=command, text=text, subject=subject)


__all__ = ["GAME", "NOMIC", "Caller", "Request", "bearer_of", "bring", "look", "needs", "reader_of",
           "reads_everywhere", "speaks"]  # fmt: skip

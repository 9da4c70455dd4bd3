"""Who may do what, as one table: every path of the site, every verb, everybody who may come. The table is written in
tests/cases/permissions, each row is tried by all roles, and `docs/permissions.md` is printed from it by
`python -m tests.web.test_permissions`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.urls import URLPattern, get_resolver
from tests.conftest import Depth
from tests.web.conftest import Host
from tests.web.roles import CIRCLES, NOMIC, ROLES, TABLE, Came, Town, town

from dragoman import assembly
from dragoman.people.api_tokens import SCOPES
from dragoman.web.api.site import api

pytestmark = pytest.mark.usefixtures("unpainted")

CASES = Path(__file__).parents[1] / "cases" / "permissions"

ROOT = "/api/v1"

GIVEN = {
    "name": TABLE, "phase": "S1901M", "number": "VI.4", "key": "suomi", "ident": "abc", "sign_in": "abc",
    "letter_id": "abc", "form": "words", "deed": "", "stage": "after", "token": "abc",
}  # fmt: skip
"""What stands in the gaps of a path, if the row says nothing else."""

BY_PAGE: Mapping[str, Mapping[str, str]] = {
    "past": {"number": "1"}, "export": {"form": "json"}, "board-shapes": {"name": "standard"},
    "map-style": {"name": "standard"}, "vote-clause": {"number": "VII.2"}, "clause": {"number": "VII.2"},
    "sandbox-file": {"form": "json"}, "vote-deed": {"number": "1"},
}  # fmt: skip


@dataclass(frozen=True)
class Row:
    """A page, or one deed of it: who may see it, who may do it, and what is sent to do it."""

    page: str
    see: str = "-"
    act: str = "-"
    deed: str = ""
    form: Mapping[str, Any] = field(default_factory=dict)
    shows: int = 200
    otherwise: str = "no"
    leaves: bool = True
    asks: bool | None = None

    @property
    def id(self) -> str:
        return f"{self.page} {self.deed}".strip()

    @property
    def behind(self) -> bool:
        """Whether a stranger is asked to sign in, whatever the verb: said, or plain from whose it is."""
        if self.asks is not None:
            return self.asks
        return {self.see, self.act} - {"-"} <= frozenset(CIRCLES) - {"everybody", "nobody"} and self.otherwise != "page"

    def sees(self, role: str) -> str:
        """What GET comes to: the `page`, to `sign in`, `no`, `none`, or no such `verb`."""
        if role == "stranger" and self.behind:
            return "sign in"
        if self.see == "-":
            return "verb"
        return "page" if role in CIRCLES[self.see] else self.otherwise

    def does(self, role: str) -> str:
        """What POST comes to: something is `done`, or `nothing` is, whatever is answered; or as `sees`."""
        if role == "stranger" and self.behind:
            return "sign in"
        if self.act == "-":
            return "verb"
        return "done" if self.leaves and role in CIRCLES[self.act] else "nothing"


def _row(said: Mapping[str, Any]) -> Row:
    return Row(**{"otherwise" if key == "else" else key: value for key, value in said.items()})


@cache
def rows() -> tuple[Row, ...]:
    return tuple(_row(said) for said in tomllib.loads((CASES / "pages.toml").read_text())["page"])


@cache
def patterns() -> Mapping[str, str]:
    """Every path of the site by its name; those of the API are tried by themselves."""
    return {str(each.name): "/" + str(each.pattern) for each in get_resolver().url_patterns
            if isinstance(each, URLPattern)}  # fmt: skip


def path_of(row: Row, sheet: str) -> str:
    given = GIVEN | BY_PAGE.get(row.page, {})
    if row.page.startswith("nomic"):
        given |= {"name": NOMIC, "number": "101" if row.page == "nomic-rule" else "323"}
    if (sheet and "sheets/mine" in patterns()[row.page]) or row.page == "shared-sheet":
        given |= {"ident": sheet}
    if row.deed:
        given |= {"deed": row.deed, "form": row.deed}
    query = "?to=S1901M" if row.page == "go" else ""
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda gap: given[gap[1]], patterns()[row.page]) + query


# --- the law of a row ---


def wrongs(row: Row, role: str, seen: Came | None, done: Came | None) -> Iterator[str]:
    """What is otherwise than the row says, for one role."""
    sees, does = row.sees(role), row.does(role)
    if seen is not None:
        if seen.says != sees or (sees == "page" and role in CIRCLES[row.see] and seen.status != row.shows):
            yield f"{role} sees {seen.says} ({seen.status}), not {sees}"
        if "store_event" in seen.changed:
            yield f"{role} changes the game by looking"
    if done is not None:
        came = "nothing" if does == "nothing" and done.says not in ("done", "fault") else done.says
        if came != does:
            yield f"{role} does {done.says} ({done.status}, {sorted(done.changed)}), not {does}"


@pytest.fixture
def place(host: Host) -> Town:
    return town(host)


def test_every_page_has_a_row() -> None:
    assert set(patterns()) == {row.page for row in rows()}


@pytest.mark.slow
def test_everybody_may_do_what_the_table_says_and_nothing_else(place: Town, depth: Depth) -> None:
    where = place.clients["player"].post("/sheets/compose/", {"upon": "datc"})["Location"]
    sheet = where.rstrip("/").rpartition("/")[2]
    place.clients["player"].post(f"/sheets/mine/{sheet}/name/", {"name": "Mine", "shared": "yes"})
    wrong = {}
    for number, row in enumerate(rows()):
        path = path_of(row, sheet)
        for role in tried(row, number, depth):
            seen = place.came(role, "GET", path, {}) if depth == "full" or row.see != "-" else None
            done = place.came(role, "POST", path, row.form) if depth == "full" or row.act != "-" else None
            found = list(wrongs(row, role, seen, done))
            if found:
                wrong.setdefault(row.id, []).extend(found)
    assert wrong == {}


def tried(row: Row, number: int, depth: Depth) -> list[str]:
    """All roles; of a sample, one who may not and, where there is something to do, one who may: each row others than
    the last."""
    if depth == "full":
        return list(ROLES)
    may = CIRCLES.get(row.act, frozenset()) | CIRCLES.get(row.see, frozenset())
    kinds = ([role for role in ROLES if role not in may], [role for role in ROLES if role in may])
    some = [kind[number % len(kind)] for kind in kinds if kind]
    return some[:1] if row.act == "-" else some


HOSTILE = ("9" * 5000, "²", "\u202etfel", "\x00", "-1", "[" * 5000, "a" * 100_000)
"""What no form was made for; Python itself reads no number of more than 4,300 digits."""


@pytest.mark.slow
def test_no_value_in_any_form_makes_a_page_fail(place: Town, depth: Depth) -> None:
    """Whoever may do most sends each form with one hostile value in each of its fields in turn."""
    failed = []
    deeds = [row for row in rows() if row.act != "-"]
    for count, row in enumerate(deeds):
        may = [role for role in ROLES if role in CIRCLES[row.act]] or ["player"]
        fields = sorted(row.form) or ["number"]
        pairs = [(name, value) for name in fields for value in HOSTILE]
        for name, value in pairs if depth == "full" else [pairs[count % len(pairs)]]:
            came = place.came(may[0], "POST", path_of(row, ""), {**row.form, name: value})
            if came.status >= 500:
                failed.append((row.id, name, value[:20]))
    assert failed == []


@pytest.mark.parametrize("path", ["desk/accept", "desk/people/approve"])
def test_a_number_of_five_thousand_digits_is_none(place: Town, path: str) -> None:
    came = place.came("game master", "POST", f"/games/{TABLE}/{path}/", {"number": "9" * 5000})
    assert came.says == "page"


# --- programs ---


@dataclass(frozen=True)
class Operation:
    """One operation of the API: the scope it asks for (none: it is everybody's to look at), and who may do it."""

    verb: str
    path: str
    what: str
    who: str
    scope: str = ""
    body: str = ""

    @property
    def id(self) -> str:
        return f"{self.verb} {self.path}"

    def comes_to(self, role: str) -> str:
        """What it comes to for a token of that role's with all scopes."""
        if self.scope and role == "stranger":
            return "sign in"
        if self.verb == "GET":
            return "page"
        return "done" if role in CIRCLES[self.who] else "nothing"


@cache
def operations() -> tuple[Operation, ...]:
    said = tomllib.loads((CASES / "api.toml").read_text())["operation"]
    return tuple(Operation(**each) for each in said)


def test_every_operation_has_a_row() -> None:
    paths = api.get_openapi_schema()["paths"]
    described = {(verb.upper(), path.removeprefix(ROOT)) for path, verbs in paths.items() for verb in verbs}
    assert described == {(each.verb, each.what) for each in operations()}


@pytest.mark.slow
def test_programs_may_do_what_the_table_says_and_nothing_else(place: Town, depth: Depth) -> None:
    wrong = []
    for number, each in enumerate(operations()):
        may = CIRCLES[each.who]
        kinds = ([role for role in ROLES if role in may], [role for role in ROLES if role not in may])
        some = ROLES if depth == "full" else [kind[number % len(kind)] for kind in kinds if kind]
        for role in some:
            came = place.asked(role, each.verb, ROOT + each.path, each.body.encode())
            wants = each.comes_to(role)
            is_ = "nothing" if wants == "nothing" and came.says not in ("done", "fault") else came.says
            if is_ != wants:
                wrong.append(f"{each.id}: {role} {came.says} ({came.status}, {sorted(came.changed)}), not {wants}")
    assert wrong == []


@pytest.mark.slow
def test_a_token_does_nothing_without_its_scope_or_for_another_game(place: Town) -> None:
    """Whoever holds a seat has a token for everything but that, and one for all things at another table."""
    wrong = []
    for each in operations():
        if not each.scope:
            continue
        able = [role for role in ROLES if role in CIRCLES[each.who] and role != "stranger"] or ["player"]
        who = place.host.person(str(ROLES[able[0]]))
        rest = tuple(scope for scope in SCOPES if scope != each.scope)
        elsewhere = "elsewhere" if each.path.startswith("/games/") else ""
        for scopes, table in ((rest, ""), *([(SCOPES, elsewhere)] if elsewhere else [])):
            name = f"{who} {scopes} {table}"
            if name not in place.tokens:
                place.tokens[name] = assembly.api_tokens().make(who, "tried", scopes, place.host.now, table)
            came = place.asked(name, each.verb, ROOT + each.path, each.body.encode())
            heard = each.path.endswith("/say") and not table  # what the token is not for is refused by itself
            if came.says == "done" or (came.status not in (401, 403, 409, 422) and each.verb != "GET" and not heard):
                wrong.append(f"{each.id}: without {each.scope if not table else 'the table'} {came.says} {came.status}")
    assert wrong == []


# --- the page that says so ---

SAYS = {"page": "sees", "sign in": "signs in", "no": "no", "none": "none", "verb": "", "done": "does", "nothing": "no"}
ABOUT = """# Who may do what

Every path of the site and every operation of the API, and what comes of it for everybody who may come. This page is
printed by the tests, which try each cell of it: `python -m tests.web.test_permissions` writes it anew, and a path
without a row fails them.

*sees*: the page is shown. *does*: what the form sends is done. *signs in*: a stranger is asked to sign in first.
*no*: it is refused, and nothing is done. *none*: there is no such page, for that reader. A dash: nothing lasting comes
of it, or nothing could be done in the position in which it was tried (it needs other house rules, or another moment of
the game); what is done is decided by the same rules that hear letters. A `player away` is one whose seat a deputy plays
meanwhile. A `keeper` is who keeps the host and sits at no table: being the keeper opens no game's secrets.

Whoever bears a token is its owner and nobody else, for the scopes that the token has. The cookie of a browser opens
nothing in the API, and a token opens no page.
"""


def test_the_page_of_permissions_says_what_is_tried() -> None:
    assert PAGE.read_text() == printed(), "write it anew: python -m tests.web.test_permissions"


PAGE = Path(__file__).parents[2] / "docs" / "permissions.md"


def printed() -> str:
    """The page."""
    heads = ("page", "to", *ROLES)
    pages = [line for row in rows() for line in _lines(row)]
    programs = [
        (f"`{each.verb} {each.what}`", each.scope or "–", *(_cell(each.comes_to(role)) for role in ROLES))
        for each in operations()
    ]
    return "\n".join((ABOUT, "## Pages", "", *_table(heads, pages), "", "## Programs", "",
                      *_table(("operation", "scope", *ROLES), programs), ""))  # fmt: skip


def _lines(row: Row) -> Iterator[tuple[str, ...]]:
    path = patterns()[row.page].replace("<slug:deed>", row.deed) if row.deed else patterns()[row.page]
    shown = "`" + re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", path) + "`"
    if row.see != "-":
        yield (shown, "look", *(_cell(row.sees(role)) for role in ROLES))
    if row.act != "-":
        yield (shown, "do", *(_cell(row.does(role), row.leaves) for role in ROLES))


def _cell(comes: str, leaves: bool = True) -> str:
    return SAYS[comes] if leaves or comes != "nothing" else "–"


def _table(heads: tuple[str, ...], lines: list[tuple[str, ...]]) -> Iterator[str]:
    yield "| " + " | ".join(heads) + " |"
    yield "| " + " | ".join("---" for _ in heads) + " |"
    yield from ("| " + " | ".join(line) + " |" for line in lines)


if __name__ == "__main__":
    PAGE.write_text(printed())

"""What holds of every page: its headers, its frame, its tongue, its weight, and that nothing comes from elsewhere."""

from __future__ import annotations

import ast
import gettext
import gzip
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import get_resolver
from tests.web.conftest import Host

import dragoman.web
from dragoman.diplomacy.commands import ClaimError
from dragoman.game.protocol import Speaker
from dragoman.game.seats import Seat

HOME = Path(dragoman.web.__file__).parent
STATIC = HOME / "static" / "web"
PATHS = (
    "/", "/games/", "/open/", "/help/", "/account/", "/account/erase/", "/letters/", "/games/kalmar/",
    "/games/kalmar/S1901M", "/games/kalmar/press/", "/games/kalmar/errors/",
    "/games/kalmar/errors/correct/", "/games/kalmar/seats/", "/games/kalmar/rules/",
    "/games/kalmar/desk/", "/games/kalmar/desk/compare/", "/games/kalmar/desk/compare/?clause=VI.4",
    "/sheets/", "/sheets/suomi/", "/sheets/compare/?one=datc&other=1971", "/sheets/clause/VI.4/", "/nothing/here/",
    "/games/kalmar/what-if/", "/sandbox/", "/sandbox/?unit=PAR",
)  # fmt: skip
OWN_LIMIT, ALL_LIMIT, PACKED_LIMIT = 100_000, 107_600, 36_000
"""Bytes of script and style of our own: all that one page loads, what all pages have together, and the same packed."""

VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Page(HTMLParser):
    """What stands in a page: its elements with their attributes, and whether they nest."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.faults: list[str] = []
        self.feed(text)
        self.faults += [f"<{tag}> is never closed" for tag in self.open if tag not in ("p", "li", "option")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.faults.append(f"</{tag}> closes what is not open")

    def every(self, tag: str) -> list[dict[str, str | None]]:
        return [attrs for name, attrs in self.elements if name == tag]


@pytest.fixture
def pages(host: Host) -> dict[str, tuple[int, str, dict[str, str]]]:
    """Every page as a game master and as a player see it, after a phase."""
    host.table(gm=True)
    host.press("Italy", ["all", "Austria"], "Friends?")
    host.later(days=8)
    host.says("Austria", ClaimError(Speaker(host.person("austria"), Seat("Austria")), "A Vie was not asked."))
    seen = {}
    for who in ("gm", "austria"):
        client = host.client(who)
        for path in PATHS:
            answer = client.get(path)
            seen[f"{who} {path}"] = (answer.status_code, answer.content.decode(), dict(answer.items()))
    return seen


def test_every_page_keeps_to_itself(pages: dict[str, tuple[int, str, dict[str, str]]]) -> None:
    for name, (_, text, headers) in pages.items():
        policy = headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy, name
        assert "unsafe" not in policy
        assert headers["Cache-Control"] == "private, no-store", name
        page = Page(text)
        for tag, attrs in page.elements:
            assert "style" not in attrs, f"{name}: an inline style on <{tag}>"
            assert not [key for key in attrs if key.startswith("on")], f"{name}: an inline script on <{tag}>"
            for key in ("src", "href", "action"):
                assert not re.match(r"(?i)(https?:)?//|javascript:", attrs.get(key) or ""), f"{name}: {attrs}"
        assert page.every("style") == [], name
        assert all("src" in attrs for attrs in page.every("script")), name


def test_every_page_is_well_formed_and_framed(pages: dict[str, tuple[int, str, dict[str, str]]]) -> None:
    for name, (status, text, _) in pages.items():
        if status in (302,):
            continue
        page = Page(text)
        assert page.faults == [], name
        for landmark in ("header", "main", "footer"):
            assert page.every(landmark), f"{name} has no <{landmark}>"
        assert len(page.every("h1")) == 1, name
        assert page.every("html")[0]["lang"] == "en"
        assert 'class="skip"' in text
        ids = [attrs["id"] for _, attrs in page.elements if attrs.get("id")]
        assert len(ids) == len(set(ids)), f"{name}: {sorted(i for i in ids if ids.count(i) > 1)}"
        for attrs in page.every("label"):
            assert attrs["for"] in ids, f"{name}: a label for {attrs['for']}"
        for _, attrs in page.elements:
            for key in ("aria-labelledby",):
                assert all(ref in ids for ref in (attrs.get(key) or "").split()), f"{name}: {attrs}"


def test_every_field_has_a_label(pages: dict[str, tuple[int, str, dict[str, str]]]) -> None:
    for name, (_, text, _) in pages.items():
        page = Page(text)
        labelled = {attrs["for"] for attrs in page.every("label")}
        for tag in ("input", "select", "textarea"):
            for attrs in page.every(tag):
                if attrs.get("type") in ("hidden", "submit"):
                    continue
                assert attrs.get("id") in labelled or attrs.get("aria-label"), f"{name}: {attrs}"


def test_own_script_and_style_weigh_little(pages: dict[str, tuple[int, str, dict[str, str]]]) -> None:
    """What one page has a browser load of ours, glyphs and marks included; no page loads what only others need."""
    drawn = sum(path.stat().st_size for path in STATIC.glob("*.svg"))
    for name, (_, text, _) in pages.items():
        page = Page(text)
        linked = [each.get("src") for each in page.every("script")]
        linked += [each.get("href") for each in page.every("link") if each.get("rel") == "stylesheet"]
        own = {STATIC / Path(str(each)).name for each in linked if str(each).startswith("/static/web/")}
        assert drawn + sum(path.stat().st_size for path in own) < OWN_LIMIT, name
    own = {path for path in STATIC.iterdir() if path.suffix in (".css", ".js", ".svg")}
    written = [path.read_bytes() for path in own]
    assert sum(map(len, written)) < ALL_LIMIT, "of all pages together; this may become less and never more"
    assert sum(len(gzip.compress(each)) for each in written) < PACKED_LIMIT, "the same, as it is sent"
    assert not [path for path in own if re.search(r"https?://(?!www\.w3\.org)", path.read_text("utf-8"))]


def test_what_a_script_says_of_the_whole_page_no_template_says_of_a_part() -> None:
    """A rule for the part would lay out the page: a menu opened on the board moved all below it."""
    scripts = "".join(path.read_text("utf-8") for path in STATIC.glob("*.js"))
    said = set(re.findall(r'(?:body|documentElement)\.classList\.\w+\("([\w-]+)"', scripts))
    templates = (STATIC.parents[1] / "templates").rglob("*.html")
    parts = {name for path in templates for some in re.findall(r'class="([^"]*)"', path.read_text("utf-8"))
             for name in some.split()}  # fmt: skip
    assert "ordering" in said
    assert not said & parts


@pytest.mark.parametrize("sheet", sorted(STATIC.glob("*.css")), ids=lambda path: path.stem)
def test_styles_close_what_they_open(sheet: Path) -> None:
    """A browser forgives a block left open, and keeps all that follows for the screens that the block was meant for."""
    deep = 0
    for number, line in enumerate(sheet.read_text("utf-8").splitlines(), 1):
        outer = line[:1] not in (" ", "}", "")
        assert deep == 0 or not outer, f"line {number} stands inside of what an earlier one opened"
        deep += line.count("{") - line.count("}")
    assert deep == 0


@pytest.mark.parametrize(
    "path", ["/games/", "/static/web/style.css", "/static/web/script.js", "/static/web/glyphs.svg"]
)
def test_text_is_sent_packed_to_whoever_can_unpack_it(host: Host, path: str) -> None:
    plain, packed = (Client().get(path, headers={"Accept-Encoding": each}) for each in ("", "gzip"))
    body = {each: each.getvalue() for each in (plain, packed)}
    assert packed["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain
    assert "Accept-Encoding" in plain["Vary"]
    assert len(body[packed]) < len(body[plain])
    unpacked = gzip.decompress(body[packed])
    assert unpacked == body[plain] or path == "/games/", "a page has a token of its own each time"


def test_fonts_come_with_their_licence() -> None:
    for font in STATIC.glob("fonts/*.woff2"):
        name = font.stem.removesuffix("-italic")
        assert "SIL OPEN FONT LICENSE" in (font.parent / f"{name}.LICENSE").read_text("utf-8").upper()


def test_every_page_speaks_finnish(host: Host) -> None:
    host.table(gm=True)
    client = host.client("gm")
    client.post("/tongue/", {"language": "fi", "next": "/games/"})
    for path in ("/games/", "/games/kalmar/", "/games/kalmar/desk/", "/help/"):
        page = client.get(path).content.decode()
        assert '<html lang="fi"' in page
    assert "Pelit" in client.get("/games/").content.decode()
    assert "kevät 1901" in client.get("/games/kalmar/").content.decode().lower()


def test_a_stranger_is_spoken_to_as_the_browser_asks(host: Host) -> None:
    assert '<html lang="fi"' in Client().get("/games/", headers={"Accept-Language": "fi"}).content.decode()
    assert '<html lang="en"' in Client().get("/games/", headers={"Accept-Language": "de"}).content.decode()


CATALOGUES = sorted(HOME.glob("locale/*/fi/LC_MESSAGES/django.po"))
ENTRY = re.compile(r'msgid "(.+)"\n(?:msgid_plural "(.*)"\nmsgstr\[0\] "(.*)"\nmsgstr\[1\] "(.*)"|msgstr "(.*)")\n')


def test_nothing_is_left_untranslated() -> None:
    """Every sentence of templates and code stands in the Finnish catalogue, and none stands there in vain."""
    entries = [entry for path in CATALOGUES for entry in ENTRY.findall(path.read_text("utf-8"))]
    assert [entry[0] for entry in entries if not (entry[4] or (entry[2] and entry[3]))] == []
    known = {entry[0].replace('\\"', '"') for entry in entries}
    assert sentences() == known
    assert len(entries) == len(known), "a sentence stands in two catalogues"


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parts[-4])
def test_the_catalogue_that_is_read_is_the_one_that_was_written(path: Path) -> None:
    with path.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    for said, many, one, other, plain in ENTRY.findall(path.read_text("utf-8")):
        said, many, one, other, plain = (each.replace('\\"', '"') for each in (said, many, one, other, plain))
        if many:
            assert (compiled.ngettext(said, many, 1), compiled.ngettext(said, many, 2)) == (one, other)
        else:
            assert compiled.gettext(said) == plain


def sentences() -> set[str]:
    """What templates and code say, as gettext finds it."""
    said = set()
    for path in HOME.rglob("*.html"):
        text = path.read_text("utf-8")
        said |= set(re.findall(r'{% translate "([^"]+)"', text)) | set(re.findall(r'_\("([^"]+)"\)', text))
        for block in re.findall(r"{% blocktranslate.*?%}(.*?){% endblocktranslate %}", text, re.DOTALL):
            said.add(re.sub(r"{{ (\w+) }}", r"%(\1)s", block.partition("{% plural %}")[0]))
    for path in HOME.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                first = node.args[0] if node.args else None
                if node.func.id in ("_", "gettext_lazy", "ngettext") and isinstance(first, ast.Constant):
                    said.add(str(first.value))
    return said


# --- the law of views ---


def modules() -> list[Path]:
    return sorted(HOME.rglob("*.py"))


@pytest.mark.parametrize("path", modules(), ids=lambda path: path.name)
def test_pages_reach_games_through_the_referee_alone(path: Path) -> None:
    """No page decides, folds or adjudicates, nor asks the store behind the referee's back."""
    forbidden = re.compile(
        r"dragoman\.(store\.models|diplomacy\.(decide|evolve|adjudication\.(?!verdict|reasons)|events))"
    )
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        assert not [name for name in names if forbidden.match(name)], names


@pytest.mark.parametrize("path", sorted((HOME / "views").glob("*.py")), ids=lambda path: path.name)
def test_views_are_short(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 40, node.name


@pytest.mark.usefixtures("unpainted")
def test_every_path_answers_something(host: Host) -> None:
    """No path fails, whatever is asked of it."""
    host.table(gm=True)
    given = {"name": "kalmar", "deed": "preview", "phase": "S1901M", "sign_in": "abc", "letter_id": "abc"}
    given |= {"number": "VI.4", "ident": "abc", "key": "datc", "token": "abc", "form": "njudge", "stage": "after"}
    for who in (None, "gm", "austria"):
        client = host.client(who)
        for pattern in get_resolver().url_patterns:
            path = "/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda gap: given[gap[1]], str(pattern.pattern))
            if "drop" in path or "erase" in path or "sign-out" in path or "resign" in path:
                continue
            for method in (client.get, client.post):
                assert method(path).status_code < 500, (who, path)
    assert settings.DEBUG is False

"""HTML becomes the lines that a person saw: quotations marked as in plain text, and what was hidden or struck out
left out.

The tree is walked without recursion, since a stranger chooses its depth. A table row whose cells hold one line each
becomes one line, so that orders set in a table read as orders; a table that only lays out a page keeps its cells
apart.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import zip_longest
from typing import NamedTuple

from bs4 import BeautifulSoup, MarkupResemblesLocatorWarning, XMLParsedAsHTMLWarning
from bs4.element import CData, NavigableString, Tag

from dragoman.post.letter import CutKind

LARGEST = 500_000
DEEPEST = 20
DROPPED = frozenset({
    "head", "style", "script", "title", "template", "noscript", "svg", "math", "object", "iframe", "audio", "video",
    "canvas", "select", "textarea", "button", "input", "meta", "link",
})  # fmt: skip
BLOCKS = frozenset({
    "p", "div", "li", "blockquote", "td", "th", "tr", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "dl", "dt", "dd",
    "pre", "hr", "section", "article", "header", "footer", "table", "form", "fieldset", "address", "center", "body",
    "tbody", "thead", "tfoot", "caption", "main", "aside", "nav", "figure",
})  # fmt: skip
SPACED = frozenset({"p", "ul", "ol", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "hr", "table"})
STRUCK = frozenset({"s", "strike", "del"})
HIDING = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(hidden|collapse)|mso-hide\s*:\s*all|font-size\s*:\s*[01](\.\d+)?(px|pt|em|rem|%)?\s*(;|!|$)"
    r"|max-height\s*:\s*0(px)?\s*(;|!|$)|opacity\s*:\s*0(\.0+)?\s*(;|!|$)|color\s*:\s*transparent|text-indent\s*:\s*-\d{3,}"
    r"|(left|top)\s*:\s*-\d{3,}",
    re.IGNORECASE,
)
THROUGH = re.compile(r"text-decoration(-line)?\s*:[^;]*line-through", re.IGNORECASE)
INDENTING = re.compile(r"border(-\w+)?\s*:\s*(none|0)|margin(-left)?\s*:", re.IGNORECASE)
SIGNATURE = re.compile(
    r"\b(gmail_signature|moz-signature|ms-outlook-mobile-signature|protonmail_signature_block|tutanota_signature)\b"
)
SIGNATURE_IDS = frozenset({"signature", "applemailsignature", "ms-outlook-mobile-signature", "x_signature"})
RULE = re.compile(r"([^{}]{1,500})\{([^{}]*)\}")
MEDIA = re.compile(r"@[^{}]{0,500}\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
COMMENTS = re.compile(r"/\*.*?(?:\*/|\Z)|<!--|-->", re.DOTALL)
SIMPLE = re.compile(r"[\w-]+|\w*[.#][\w-]+")
BLANKS = re.compile(r"[ \t\n\r\f\v]+")


class Rendered(NamedTuple):
    """The text of a page, and the pieces left out of it with the reason."""

    text: str
    dropped: tuple[tuple[CutKind, str], ...] = ()


def render(html: str) -> Rendered:
    """Turn a page into text; `>` marks quotation, once per depth. At most LARGEST characters are looked at."""
    soup = _parse(html[:LARGEST])
    writer = _Writer(_hidden_by_sheet(soup))
    for node, entering in _walk(soup, writer):
        if isinstance(node, NavigableString):
            writer.text(node)
        elif entering:
            writer.start(node)
        else:
            writer.end(node)
    return Rendered("\n".join(writer.page.finished()), tuple(writer.dropped))


def _parse(html: str) -> BeautifulSoup:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", MarkupResemblesLocatorWarning)
        warnings.simplefilter("ignore", XMLParsedAsHTMLWarning)
        try:
            return BeautifulSoup(html, "lxml")
        except Exception:  # a page that no parser takes is read as the bare text between its tags
            return BeautifulSoup("<pre></pre>" + re.sub(r"[<>]", " ", re.sub(r"<[^<>]*>", " ", html)), "html.parser")


# --- What the reader did not see, or saw struck out ---


def _reason(tag: Tag) -> CutKind | None:
    style = _attribute(tag, "style")
    if tag.name in DROPPED or tag.has_attr("hidden") or HIDING.search(style):
        return CutKind.HIDDEN
    if tag.name in STRUCK or THROUGH.search(style):
        return CutKind.STRUCK
    if SIGNATURE.search(_attribute(tag, "class")) or _attribute(tag, "id").lower() in SIGNATURE_IDS:
        return CutKind.SIGNATURE
    return None


def _attribute(tag: Tag, name: str) -> str:
    value = tag.get(name) or ""
    return value if isinstance(value, str) else " ".join(value)


def _hidden_by_sheet(soup: BeautifulSoup) -> frozenset[str]:
    """Plain selectors (`.class`, `#id`, `tag`, `tag.class`) by which the page's own style sheet hides elements.

    Rules inside @media depend on the screen and are passed over, as are selectors of more than one step.
    """
    sheets = "\n".join(style.get_text() for style in soup.find_all("style"))[:20_000]
    bare = MEDIA.sub("", COMMENTS.sub("", sheets))
    hiding = (selectors for selectors, body in RULE.findall(bare) if HIDING.search(body))
    return frozenset(
        one.strip() for selectors in hiding for one in selectors.split(",") if SIMPLE.fullmatch(one.strip())
    )


def _selectors(tag: Tag) -> set[str]:
    marks = [f".{name}" for name in _attribute(tag, "class").split()] + [
        f"#{name}" for name in _attribute(tag, "id").split()
    ]
    return {tag.name, *marks, *(tag.name + mark for mark in marks)}


# --- Lines ---


@dataclass(slots=True)
class _Page:
    """Lines being written; the last one is open while `open` is not empty."""

    lines: list[str] = field(default_factory=list)
    open: list[str] = field(default_factory=list)
    spaced: bool = False

    def write(self, text: str) -> None:
        if text:
            self.open.append(text)

    def end_line(self) -> None:
        self.lines.append("".join(self.open).strip(" \t"))
        self.open = []

    def block(self, spaced: bool) -> None:
        """Begin or end a block: finish the open line, and leave one blank line where the block stands apart."""
        if "".join(self.open).strip():
            self.end_line()
        self.open = []
        if spaced and self.lines and self.lines[-1]:
            self.lines.append("")

    def finished(self) -> list[str]:
        self.block(spaced=False)
        while self.lines and not self.lines[-1]:
            self.lines.pop()
        return self.lines


@dataclass(slots=True)
class _Writer:
    """Pages within pages: a cell or a quotation is written on a page of its own, then laid into the one around it."""

    hidden: frozenset[str] = frozenset()
    dropped: list[tuple[CutKind, str]] = field(default_factory=list)
    pages: list[_Page] = field(default_factory=lambda: [_Page()])
    own_page: set[int] = field(default_factory=set)
    rows: list[list[list[str]]] = field(default_factory=list)
    counters: list[int] = field(default_factory=list)
    preformatted: int = 0

    @property
    def page(self) -> _Page:
        return self.pages[-1]

    def drops(self, tag: Tag) -> bool:
        """Whether this tag and all within it is left out; what it said is noted."""
        kind = CutKind.HIDDEN if self.hidden & _selectors(tag) else _reason(tag)
        said = "" if kind is None or tag.name in DROPPED else " ".join(tag.get_text(" ").split())
        if kind is not None and said:
            self.dropped.append((kind, said))
        return kind is not None

    def text(self, string: NavigableString) -> None:
        if type(string) not in (NavigableString, CData):
            return  # comments, doctypes and processing instructions were never seen
        if not self.preformatted:
            piece = BLANKS.sub(" ", string)
            self.page.write(piece if self.page.open else piece.lstrip(" "))
            return
        first, *rest = str(string).split("\n")
        self.page.write(first)
        for line in rest:
            self.page.end_line()
            self.page.write(line)

    def start(self, tag: Tag) -> None:
        if tag.name == "br":
            self.page.end_line()
        elif (tag.name in ("td", "th") or _quotes(tag)) and len(self.pages) < DEEPEST:
            self.own_page.add(id(tag))
            self.pages.append(_Page())
        elif tag.name in BLOCKS:
            self.page.block(tag.name in SPACED and not self._tight(tag))
            self._open_block(tag)

    def _open_block(self, tag: Tag) -> None:
        if tag.name == "tr":
            self.rows.append([])
        elif tag.name == "pre":
            self.preformatted += 1
        elif tag.name in ("ul", "ol"):
            self.counters.append(0 if tag.name == "ol" else -1)
        elif tag.name == "li":
            self.page.write(self._bullet())

    def _bullet(self) -> str:
        if not self.counters or self.counters[-1] < 0:
            return "• "
        self.counters[-1] += 1
        return f"{self.counters[-1]}. "

    def end(self, tag: Tag) -> None:
        if id(tag) in self.own_page:
            self._lay_in(tag.name, self.pages.pop().finished())
        elif tag.name in BLOCKS:
            self._close_block(tag)
            self.page.block(tag.name in SPACED and not self._tight(tag))

    def _lay_in(self, name: str, lines: list[str]) -> None:
        if name == "blockquote":
            self.page.block(spaced=False)
            self.page.lines.extend(f"> {line}".rstrip() for line in lines)
        elif self.rows:
            self.rows[-1].append(lines)
        else:
            self.page.lines.extend(lines)

    def _close_block(self, tag: Tag) -> None:
        if tag.name == "tr" and self.rows:
            self.page.lines.extend(_row(self.rows.pop()))
        elif tag.name == "pre":
            self.preformatted -= 1
        elif tag.name in ("ul", "ol"):
            self.counters.pop()

    @staticmethod
    def _tight(tag: Tag) -> bool:
        """Word and Outlook write every line as a paragraph without space around it."""
        return (
            "MsoNormal" in _attribute(tag, "class")
            or re.search(r"margin\s*:\s*0", _attribute(tag, "style")) is not None
        )


def _quotes(tag: Tag) -> bool:
    """Whether a blockquote is a quotation: mail programs also use the tag for text that its writer moved to the
    right."""
    if tag.name != "blockquote":
        return False
    if tag.get("type") == "cite" or tag.has_attr("cite") or "quote" in _attribute(tag, "class"):
        return True
    style = _attribute(tag, "style")
    return not (re.search(r"border(-\w+)?\s*:\s*(none|0)", style) and re.search(r"margin", style))


def _row(cells: list[list[str]]) -> list[str]:
    """A table row as text: one line when each cell is one; line beside line when several cells hold equally many."""
    filled = [cell for cell in cells if any(cell)]
    lengths = {len(cell) for cell in filled}
    beside = len(lengths) == 1 and (lengths == {1} or all(len(line) < 30 for cell in filled for line in cell))
    if beside and not any(line.startswith(">") for cell in filled for line in cell):
        return [" ".join(part for part in line if part) for line in zip_longest(*filled, fillvalue="")]
    return [line for cell in filled for line in cell]


def _walk(soup: BeautifulSoup, writer: _Writer) -> Iterator[tuple[Tag | NavigableString, bool]]:
    """Every tag on the way in and on the way out, and every string between, in the order of the page."""
    stack: list[tuple[object, bool]] = [(child, True) for child in reversed(soup.contents)]
    while stack:
        node, entering = stack.pop()
        if isinstance(node, NavigableString):
            yield node, True
        elif isinstance(node, Tag) and (not entering or not writer.drops(node)):
            yield node, entering
            if entering:
                stack.append((node, False))
                stack.extend((child, True) for child in reversed(node.contents))

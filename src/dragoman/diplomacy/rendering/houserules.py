"""The house-rule document put into words: as plain text for mail and terminals, and as HTML for pages and for print.

Nothing is told by colour or type alone: what differs from the preset says so in words.
"""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterator
from html import escape

from dragoman.diplomacy.houserules.document import Chapter, Difference, Document, Entry
from dragoman.game.page.text import WIDTH
from dragoman.game.saying import Saying, say
from dragoman.tongues.saying import put

TITLE = say("House rules")
LEGEND = say(
    "An asterisk marks an alternative that bears one in the customary list of clauses; a sentence after a dash is"
    " settled here, where that list is silent."
)
REMARKS = say("What these choices mean for each other")


def _stands_on(document: Document) -> Saying:
    count = sum(entry.differs for entry in document.entries)
    if not count:
        return say("These rules are those of the preset {preset}, unchanged.", preset=document.against)
    return say(
        "These rules stand on the preset {preset}. Clauses that differ from it: {count}. Each of them says so.",
        preset=document.against, count=count,
    )  # fmt: skip


def _changed(entry: Entry, preset: str) -> Saying | None:
    """What the preset has in the place of a clause that differs."""
    if entry.before is None:
        return None
    return say(
        "Differs from the preset {preset}, which has {number}: {choice}.",
        preset=preset, number=entry.number, choice=entry.before,
    )  # fmt: skip


def _notes(entry: Entry, preset: str) -> Iterator[tuple[str, Saying]]:
    """What is told under a clause besides its own sentences, by sort."""
    for sentence in entry.settled:
        yield "settled", sentence
    if (changed := _changed(entry, preset)) is not None:
        yield "changed", changed
    if entry.note is not None:
        yield "unsettled", entry.note


# --- text ---


def document_text(document: Document, lang: str) -> str:
    """The document as plain text, no line longer than a mail likes."""
    title = put(TITLE, lang)
    head = [title, "=" * len(title), "", _filled(put(_stands_on(document), lang)), "", _filled(put(LEGEND, lang))]
    chapters = [line for chapter in document.chapters for line in _chapter_text(chapter, document.against, lang)]
    return "\n".join([*head, *chapters, *_remarks_text(document, lang)]) + "\n"


def _chapter_text(chapter: Chapter, preset: str, lang: str) -> Iterator[str]:
    title = f"{chapter.numeral}. {put(chapter.title, lang)}"
    yield from ("", "", title, "-" * len(title))
    for entry in chapter.entries:
        yield from _entry_text(entry, preset, lang, "")


def _entry_text(entry: Entry, preset: str, lang: str, indent: str) -> Iterator[str]:
    yield ""
    yield _filled(f"{entry.name}{'*' if entry.asterisk else ''}  {put(entry.title, lang)}", indent, indent + "    ")
    inner = indent + "    "
    if entry.says:
        yield _filled(" ".join(put(sentence, lang) for sentence in entry.says), inner)
    for sort, sentence in _notes(entry, preset):
        lead = "– " if sort == "settled" else "[" if sort == "changed" else "("
        tail = {"settled": "", "changed": "]", "unsettled": ")"}[sort]
        yield _filled(f"{lead}{put(sentence, lang)}{tail}", inner, inner + ("  " if sort == "settled" else " "))
    for part in entry.parts:
        yield from _entry_text(part, preset, lang, inner)


def _remarks_text(document: Document, lang: str) -> Iterator[str]:
    if document.remarks:
        title = put(REMARKS, lang)
        yield from ("", "", title, "-" * len(title))
    for remark in document.remarks:
        yield from ("", _filled(put(remark.says, lang)))


def differences_text(found: tuple[Difference, ...], one: str, other: str, lang: str) -> str:
    """Two sheets compared, as plain text."""
    if not found:
        return put(say("{one} and {other} have the same rules.", one=one, other=other), lang) + "\n"
    lines: list[str] = []
    for difference in found:
        lines += [f"{difference.number}  {put(difference.title, lang)}"]
        for name, choice, says in (
            (one, difference.one, difference.one_says),
            (other, difference.other, difference.other_says),
        ):
            said = " ".join(put(sentence, lang) for sentence in says)
            lines.append(_filled(f"{name}: {choice}", "    ", "      "))
            lines.append(_filled(said, "      "))
        lines.append("")
    return "\n".join(lines)


def _filled(text: str, indent: str = "", after: str | None = None) -> str:
    return textwrap.fill(
        text, WIDTH, initial_indent=indent, subsequent_indent=indent if after is None else after,
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


# --- HTML ---

STYLE = """
.house-rules { max-width: 44rem; margin: 0 auto; line-height: 1.45; }
.house-rules nav ol { list-style: none; padding: 0; columns: 2; }
.house-rules h2 { margin: 2rem 0 0.5rem; border-bottom: 1px solid currentColor; }
.house-rules h3 { margin: 1.25rem 0 0.25rem; font-size: 1rem; }
.house-rules .number { display: inline-block; min-width: 5rem; font-variant-numeric: tabular-nums; }
.house-rules p { margin: 0.25rem 0; }
.house-rules .settled::before { content: "– "; }
.house-rules .changed { border-left: 3px solid currentColor; padding-left: 0.6rem; }
.house-rules .changed > h3 { text-decoration: underline; }
.house-rules .note { font-style: italic; }
.house-rules .clause .clause { margin-left: 1.5rem; }
.house-rules table { border-collapse: collapse; width: 100%; }
.house-rules td, .house-rules th { border: 1px solid currentColor; padding: 0.3rem 0.5rem; text-align: left;
  vertical-align: top; }
@media print {
  @page { margin: 2cm; }
  body { font-family: serif; font-size: 10.5pt; color: #000; background: #fff; }
  .house-rules { max-width: none; }
  .house-rules nav { display: none; }
  .house-rules .clause { break-inside: avoid; }
  .house-rules h2, .house-rules h3 { break-after: avoid; }
}
"""
"""How the document looks on a screen and on paper; a page that has a style sheet of its own may go without."""


Link = Callable[[str], str]
"""Where more is told of a clause, by its number; "" for one of which there is no more to tell."""


def document_html(document: Document, lang: str, level: int = 1, link: Link | None = None) -> str:
    """The document as one `<article>`, every clause a section with its number for an id. All text is escaped.

    `level` is that of its own heading, on a page that may have others above it; `link` says where a number leads.
    """
    lines = [
        f'<article class="house-rules" lang="{lang}">',
        f"<header><h{level}>{_put(TITLE, lang)}</h{level}>",
        f"<p>{_put(_stands_on(document), lang)}</p>",
        f"<p>{_put(LEGEND, lang)}</p></header>",
        *_contents(document, lang),
    ]
    for chapter in document.chapters:
        lines += [
            f'<section id="{chapter.numeral}" aria-labelledby="title-{chapter.numeral}">',
            f'<h{level + 1} id="title-{chapter.numeral}">{chapter.numeral}. {_put(chapter.title, lang)}</h{level + 1}>',
        ]
        for entry in chapter.entries:
            lines += _entry_html(entry, document.against, lang, level + 2, link)
        lines.append("</section>")
    return "\n".join([*lines, *_remarks_html(document, lang, level + 1), "</article>"]) + "\n"


def _contents(document: Document, lang: str) -> Iterator[str]:
    yield f'<nav aria-label="{_put(say("Contents"), lang)}"><ol>'
    for chapter in document.chapters:
        yield f'<li><a href="#{chapter.numeral}">{chapter.numeral}. {_put(chapter.title, lang)}</a></li>'
    yield "</ol></nav>"


def _entry_html(entry: Entry, preset: str, lang: str, level: int, link: Link | None) -> Iterator[str]:
    kind = "clause changed" if entry.differs else "clause"
    yield f'<section id="{entry.number}" class="{kind}">'
    yield f"<h{level}>{_number(entry, link)} {_put(entry.title, lang)}</h{level}>"
    if entry.says:
        yield f"<p>{' '.join(_put(sentence, lang) for sentence in entry.says)}</p>"
    for sort, sentence in _notes(entry, preset):
        yield f'<p class="{"settled" if sort == "settled" else f"note {sort}-note"}">{_put(sentence, lang)}</p>'
    for part in entry.parts:
        yield from _entry_html(part, preset, lang, level + 1, link)
    yield "</section>"


def _number(entry: Entry, link: Link | None) -> str:
    star = "*" if entry.asterisk else ""
    to = link(entry.number) if link else ""
    number = f'<span class="number">{entry.name}{star}</span>'
    return f'<a href="{escape(to)}">{number}</a>' if to else number


def _remarks_html(document: Document, lang: str, level: int) -> Iterator[str]:
    if document.remarks:
        yield f'<section id="remarks"><h{level}>{_put(REMARKS, lang)}</h{level}><ul>'
        yield from (f"<li>{_put(remark.says, lang)}</li>" for remark in document.remarks)
        yield "</ul></section>"


def differences_html(found: tuple[Difference, ...], one: str, other: str, lang: str) -> str:
    """Two sheets compared, as a table."""
    if not found:
        same = say("{one} and {other} have the same rules.", one=one, other=other)
        return f'<article class="house-rules" lang="{lang}"><p>{_put(same, lang)}</p></article>\n'
    rows = [
        f'<tr><th scope="row">{d.number} {_put(d.title, lang)}</th>'
        f"<td>{_choice(d.one, d.one_says, lang)}</td><td>{_choice(d.other, d.other_says, lang)}</td></tr>"
        for d in found
    ]
    head = f'<tr><th scope="col">{_put(say("Clause"), lang)}</th><th scope="col">{escape(one)}</th>'
    head += f'<th scope="col">{escape(other)}</th></tr>'
    body = "\n".join(rows)
    return (
        f'<article class="house-rules" lang="{lang}"><table>\n<thead>{head}</thead>\n<tbody>\n{body}\n</tbody></table>'
        "</article>\n"
    )


def _choice(written: str, says: tuple[Saying, ...], lang: str) -> str:
    return f"<p><strong>{escape(written)}</strong></p><p>{' '.join(_put(sentence, lang) for sentence in says)}</p>"


def whole_page(article: str, title: Saying, lang: str) -> str:
    """An article as a page by itself, ready to be read, printed or turned into a PDF."""
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{_put(title, lang)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{article}</body>\n</html>\n"
    )


def _put(saying: Saying, lang: str) -> str:
    return escape(put(saying, lang))

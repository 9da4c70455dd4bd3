"""Only what the writer wrote counts: quoted and forwarded text, signatures and footers are found here and cut away,
line by line.

Two errors threaten and they pull apart: to obey old text that a program copied below the answer, and to lose an
answer written between the quoted lines. So a line marked `>` goes alone, and what stands around it stays; text
without any mark goes to the end only where a program announced it: an attribution with a date or an address in it, a
block of From, Sent and Subject, or a line that says "original message". Every cut is kept and told, so that nothing
is lost in silence.

The reply parsers at hand cut at "Thanks," and take `- A Par - Bur` for a signature, which loses orders; hence these
rules.
"""

from __future__ import annotations

import re
from itertools import groupby
from typing import NamedTuple

from dragoman.post.letter import Cut, CutKind
from dragoman.post.phrases import like, literal, roles


class Own(NamedTuple):
    """The writer's own text, and what was cut."""

    text: str
    cuts: tuple[Cut, ...] = ()


QUOTED = re.compile(r"[ \t]{0,3}(?:>|\|(?=[ \t|>]|$)(?!.*[^|>\s].*\|)|[A-Z]{2}>(?=[ \t>]))")
ADDRESS_SHOWN = re.compile(r"[<(\[][^<>()\[\]\s]{1,254}@[^<>()\[\]\s]{1,254}[>)\]]|\bmailto:|\S@\S{1,254}\.\w")
DATED = re.compile(r"\b\d{1,2}[:.]\d{2}\b|\b20\d\d\b|\b\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b")
TIMED = re.compile(r"(?m:^)(?=.*\b(?:\d{4}|\d{1,2}[./-]\d{1,2})\b).*\b\d{1,2}[:.]\d{2}(?![.\d])")
ISO_DATED = re.compile(r"20\d\d-\d\d-\d\d[ T]")
VERB = re.compile(rf"(?<!\w){literal('wrote')}(?!\w)", re.IGNORECASE)
BEGINS = re.compile(rf"[*_]?(?:{literal('beginning')}(?!\w)|\d)", re.IGNORECASE)
ENDS = re.compile(r"\s?[:：]\s*[*_]?$")
LABEL = re.compile(rf"[ \t]*[*_]{{0,2}}{roles()}\s?[:：]", re.IGNORECASE)
SEPARATOR = re.compile(
    rf"[-_=\s*~>]{{2,}}+(?:(?P<forwarded>{literal('forwarded')})|{literal('original')})\b.{{0,80}}", re.IGNORECASE
)
FORWARDING = re.compile(rf"[\s*_]*{literal('forwarding')}\s*:?[\s*_]*", re.IGNORECASE)
DELIMITER = re.compile(r"--\s*")
FOOTER = re.compile(rf"[\s*_\[(>-]{{0,6}}(?:{like('footer_like')}|{like('notice_like')})", re.IGNORECASE)
RULE = re.compile(r"[ \t]*[_=*-]{20,}[ \t]*")
LIST_FOOTER = re.compile(like("list_like"), re.IGNORECASE)
SENTENCE_END = re.compile(r"[.:;!?)]\s*$")
LONG = 65
FIRST_SHOWN = 60


def own(text: str) -> Own:
    """Cut everything that is not the writer's own from text whose line ends are line feeds."""
    lines = text.split("\n")
    marks = _marks(lines)
    kept = [line.rstrip() for line, mark in zip(lines, marks, strict=True) if mark is None]
    return Own(_trim("\n".join(kept)), _cuts(lines, marks))


def _trim(text: str) -> str:
    return re.sub(r"\n{3,}", "\n\n", text).strip("\n")


def _marks(lines: list[str]) -> list[CutKind | None]:
    """For each line why it is cut, or None where it stays. Later steps see only what earlier ones left."""
    marks: list[CutKind | None] = [CutKind.QUOTED if QUOTED.match(line) else None for line in lines]
    _mark_rewrapped(lines, marks)
    _mark_attributions(lines, marks)
    _mark_announced(lines, marks)
    _mark_list_footer(lines, marks)
    _mark_signature(lines, marks)
    _mark_footers(lines, marks)
    return marks


def _cuts(lines: list[str], marks: list[CutKind | None]) -> tuple[Cut, ...]:
    """One cut per run of lines cut for the same reason; blank lines alone are not worth a word."""
    cuts = []
    for kind, run in groupby(zip(marks, lines, strict=True), key=lambda pair: pair[0]):
        said = [line.strip() for _, line in run if line.strip()]
        if kind is not None and said:
            cuts.append(Cut(kind, len(said), said[0][:FIRST_SHOWN]))
    return tuple(cuts)


# --- Marked quotation ---


def _mark_rewrapped(lines: list[str], marks: list[CutKind | None]) -> None:
    """The tail of a long quoted line that a program broke without repeating the mark: alone between two quoted lines,
    where the line above breaks off in mid-sentence and had no room for the next word."""
    for i in range(1, len(lines) - 1):
        above, here = lines[i - 1].rstrip(), lines[i].strip()
        if marks[i] is not None or not here or not (marks[i - 1] and marks[i + 1]):
            continue
        full = len(above) >= LONG and len(above) + 1 + len(here.split()[0]) > 72
        if full and not SENTENCE_END.search(above) and len(here) < LONG:
            marks[i] = CutKind.QUOTED


# --- Attributions: "On … wrote:" ---


def _mark_attributions(lines: list[str], marks: list[CutKind | None]) -> None:
    for i, line in enumerate(lines):
        if marks[i] is not None or not ENDS.search(line):
            continue
        window = _attribution(lines, marks, i)
        if window is None:
            continue
        following = next((j for j in range(i + 1, len(lines)) if lines[j].strip()), None)
        if following is not None and marks[following] is CutKind.QUOTED:
            _mark(marks, window, i + 1, CutKind.QUOTED)
        elif _announces(" ".join(lines[window : i + 1])):
            _mark(marks, window, len(lines), CutKind.QUOTED)
            return


def _attribution(lines: list[str], marks: list[CutKind | None], end: int) -> int | None:
    """Where the attribution that ends in this line begins: at most three lines above, since programs wrap it."""
    for start in range(end, max(end - 4, -1), -1):
        if marks[start] is not None or not lines[start].strip():
            break
        if BEGINS.match(lines[start].strip()) and _attributes(" ".join(lines[start : end + 1])):
            return start
    return end if _attributes(lines[end]) else None


def _attributes(text: str) -> bool:
    return len(text) < 400 and (VERB.search(text) is not None or _verbless(text))


def _verbless(text: str) -> bool:
    """Gmail in some languages writes no verb: `2026-03-03 18:00 GMT+02:00 Judge <dragoman@example.org>:`, or
    `вт, 3 мар. 2026 г. в 18:00, Judge <dragoman@example.org>:`."""
    bare = text.strip()
    dated = ISO_DATED.match(bare) is not None or (BEGINS.match(bare) is not None and TIMED.search(bare) is not None)
    return dated and ADDRESS_SHOWN.search(text) is not None


def _announces(text: str) -> bool:
    """Whether an attribution surely comes from a program, so that unmarked text after it is a quotation: it shows an
    address, begins as attributions do and has a date, or has a date and an hour (`Judge kirjoitti 3.3.2026 klo
    18.00:`)."""
    return ADDRESS_SHOWN.search(text) is not None or (
        DATED.search(text) is not None and (BEGINS.match(text.strip()) is not None or TIMED.search(text) is not None)
    )


# --- Old text announced by a separator or a block of headers ---


def _mark_announced(lines: list[str], marks: list[CutKind | None]) -> None:
    for i, line in enumerate(lines):
        if marks[i] is not None:
            continue
        kind = _announcement(lines, marks, i, line)
        if kind is not None:
            _mark(marks, i, len(lines), kind)
            return


def _announcement(lines: list[str], marks: list[CutKind | None], i: int, line: str) -> CutKind | None:
    separator = SEPARATOR.fullmatch(line) if len(line) < 200 else None
    if separator is not None:
        return CutKind.FORWARDED if separator["forwarded"] else CutKind.QUOTED
    if len(line) < 200 and FORWARDING.fullmatch(line):
        return CutKind.FORWARDED
    return CutKind.QUOTED if _header_block(lines, marks, i) else None


def _header_block(lines: list[str], marks: list[CutKind | None], i: int) -> bool:
    """Whether the headers of another letter begin here: a sender and two more kinds of header within seven lines."""
    first = LABEL.match(lines[i])
    if first is None:
        return False
    near = range(i, min(i + 7, len(lines)))
    labels = [LABEL.match(lines[j]) for j in near if marks[j] is None]
    roles = {label.lastgroup for label in labels if label is not None}
    shown = "\n".join(lines[j] for j in near)
    proven = ADDRESS_SHOWN.search(shown) is not None or DATED.search(shown) is not None
    return "from" in roles and len(roles) >= 3 and (proven or {"from", "sent", "to", "subject"} <= roles)


# --- Signatures and footers ---


def _mark_list_footer(lines: list[str], marks: list[CutKind | None]) -> None:
    """What a mailing list adds below a rule."""
    for i, line in enumerate(lines):
        if marks[i] is None and RULE.fullmatch(line) and LIST_FOOTER.search("\n".join(lines[i + 1 : i + 5])[:1000]):
            _mark(marks, i, len(lines), CutKind.FOOTER)
            return


def _mark_signature(lines: list[str], marks: list[CutKind | None]) -> None:
    """From the delimiter `-- ` (RFC 3676 4.3) to a quotation below it, else to the end. Many programs drop its blank;
    a bare `--` above everything else is a rule that someone drew."""
    above = False
    for i, line in enumerate(lines):
        if marks[i] is not None:
            continue
        if DELIMITER.fullmatch(line) and (above or line != "--"):
            _mark(marks, i, _next_quotation(marks, i), CutKind.SIGNATURE)
            return
        above = above or bool(line.strip(" -"))


def _next_quotation(marks: list[CutKind | None], i: int) -> int:
    return next((j for j in range(i, len(marks)) if marks[j] is CutKind.QUOTED), len(marks))


def _mark_footers(lines: list[str], marks: list[CutKind | None]) -> None:
    """Advertisements of phones and virus scanners, and notices of lawyers: from their first line to the end of the
    paragraph."""
    running = False
    for i, line in enumerate(lines):
        running = bool(line.strip()) and marks[i] is None and (running or _is_footer(line))
        if running:
            marks[i] = CutKind.FOOTER


def _is_footer(line: str) -> bool:
    return FOOTER.match(line[:300]) is not None


def _mark(marks: list[CutKind | None], start: int, end: int, kind: CutKind) -> None:
    for i in range(start, end):
        if marks[i] is None:
            marks[i] = kind

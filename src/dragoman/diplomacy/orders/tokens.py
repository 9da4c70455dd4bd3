"""A line is cut into words and signs, each with its column; every dash and arrow that can mean a move is one sign.

Words are compared without case, accents and apostrophes; invisible characters are as if not there.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from dragoman.tongues.lexicon import folded

MOVE_SIGN = "-"
AND_WORD = "and"
"""What `&` and `+` between words stand for, in the language of the message ids."""
_DASHES = "-‐‑‒–—―−⁃﹣－"
_ARROWS = ">→⇒➔➝➞⟶⟹➜⇨►▶»➡⮕🡒👉⟼↦↣➙➛➤➥➧➨⭢"
_PIECES = re.compile(
    rf"(?P<move>[=~{_DASHES}]{{0,20}}(?:[{_ARROWS}]\uFE0F?)+|[{_DASHES}]+)"
    r"|(?P<word>[^\W_]+(?:['’][^\W_]+)*)"
    r"|(?P<and>(?<=\s)[&+](?=\s))"
    r"|(?P<sign>[/()\[\],;:.!?])"
)
_BULLET = re.compile(r"\s*(?:[*•·◦‣▪●○■□✓+#]|\(?\d{1,3}[.):\]]|\(\d{1,3}\)|[a-z]\)|[-–—>]+(?=\s))\s*")


@dataclass(frozen=True, slots=True)
class Token:
    """A word or sign: `text` as written, `word` as compared (a sign stands for itself), `start` and `end` in the line.

    `tight` tells of a sign with letters on both sides and no space: the dash of `Vie-Gal` and of `Mid-Atlantic`.
    """

    text: str
    word: str
    start: int
    end: int
    is_word: bool
    tight: bool = False


def tokens(line: str) -> tuple[Token, ...]:
    """Cut a line up. Bullets and numbers at its head are left out, and so is what is neither word nor known sign."""
    line = visible(line)
    found: list[Token] = []
    for piece in _PIECES.finditer(line, past_bullets(line)):
        text, (start, end) = piece[0], piece.span()
        if piece["word"]:
            found.append(Token(text, folded(text), start, end, is_word=True))
        elif piece["and"]:
            found.append(Token(text, AND_WORD, start, end, is_word=True))
        else:
            tight = line[start - 1 : start].isalnum() and line[end : end + 1].isalnum()
            found.append(
                Token(text, MOVE_SIGN if piece["move"] else _BRACKETS.get(text, text), start, end, False, tight)
            )
    return tuple(token for token in found if token.word)


def visible(line: str) -> str:
    """The line with invisible characters out, every space plain, and letters composed."""
    shown = "".join(c for c in line if unicodedata.category(c) not in ("Cf", "Cc") or c == "\t")
    return unicodedata.normalize("NFC", "".join(" " if c.isspace() else c for c in shown))


def past_bullets(line: str) -> int:
    """Where a line begins in earnest, after dots, dashes and numbers that make it an entry of a list."""
    place = 0
    while (bullet := _BULLET.match(line, place)) is not None and bullet.end() > place:
        place = bullet.end()
    return place


def columns(line: str) -> tuple[str, ...]:
    """The cells of a line that is the row of a table: between bars or tabs, or between commas in quotation
    marks or without a space."""
    if "|" in line or "\t" in line.strip():
        cells = re.split(r"[|\t]", line)
    elif _QUOTED.fullmatch(line):
        cells = re.split(r"[\"“”]", line)[1::2]
    elif _UNSPACED.fullmatch(line):
        cells = line.split(",")
    else:
        return ()
    return tuple(cell.strip() for cell in cells if cell.strip())


_UNSPACED = re.compile(r"[A-Za-z]+(?:,[^\s,]+(?: [^\s,]+)*){2,}")
_QUOTED = re.compile(r"""\s*(?:["“”][^"“”]*["“”]\s*[,;]\s*)+["“”][^"“”]*["“”]\s*""")
_BRACKETS = {"[": "(", "]": ")"}

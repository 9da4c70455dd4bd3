"""Characters that change how a text looks without being seen themselves are taken out before anything is read from
it.

Spaces of every width become the plain space, every kind of line end becomes the line feed, and marks that reverse or
hide text (Unicode TR 9, TR 36) go: what is obeyed must be what the eye saw.
"""

from __future__ import annotations

import re
import unicodedata

SPACES = re.compile("[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]")
LINE_ENDS = re.compile("\r\n|[\r\n\v\f\x85\u2028\u2029]")
DIRECTION = re.compile("[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
UNSEEN = re.compile(
    "[\u00ad\u034f\u180e\u200b\u200c\u2060-\u2064\ufe00-\ufe0e\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
    "|\u200d(?![\u2190-\U0010ffff])"  # the joiner is kept where it makes one picture of several
)
CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\ud800-\udfff]")
IN_HEADER = re.compile("[\x00-\x08\x0a-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]")


def plain(text: str) -> str:
    """Text with line feeds as the only controls, plain spaces, and in composed form (NFC); tabs stay."""
    text = LINE_ENDS.sub("\n", text)
    text = SPACES.sub(" ", DIRECTION.sub("", UNSEEN.sub("", text)))
    return unicodedata.normalize("NFC", CONTROLS.sub("", text))


def reordered(text: str) -> bool:
    """Whether the text held marks that override the order of its letters, so that it could look other than it
    reads."""
    return re.search("[\u202d\u202e]", text) is not None


def one_line(text: str) -> tuple[str, bool]:
    """The text as one line fit for a header, and whether control or direction characters had to be removed from
    it."""
    told = IN_HEADER.search(text) is not None or DIRECTION.search(text) is not None
    cleaned = plain(IN_HEADER.sub(" ", text))
    return " ".join(cleaned.split()), told

"""Text of type format=flowed gets its paragraphs back: lines that end in a blank run on into the next (RFC 3676)."""

from __future__ import annotations

import re

MARKS = re.compile(r"(?:>)*")


def unflow(text: str, delsp: bool = False) -> str:
    """Join the soft line breaks of each quotation depth; the signature delimiter never joins (RFC 3676 4.3)."""
    out: list[str] = []
    open_depth: int | None = None
    for line in text.split("\n"):
        depth, content = _unstuffed(line)
        soft = content.endswith(" ") and content != "-- "
        body = content[:-1] if soft and delsp else content
        if open_depth == depth and content != "-- ":
            out[-1] += body
        else:
            out.append(_marked(depth, body))
        open_depth = depth if soft else None
    return "\n".join(out)


def _unstuffed(line: str) -> tuple[int, str]:
    """How deep a line is quoted, and what it says once marks and space-stuffing (RFC 3676 4.4) are off."""
    depth = len(MARKS.match(line).group())  # type: ignore[union-attr]  # matches the empty string too
    content = line[depth:]
    return depth, content.removeprefix(" ")


def _marked(depth: int, content: str) -> str:
    return f"{'>' * depth} {content}" if depth else content

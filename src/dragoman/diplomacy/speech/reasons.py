"""Reasons: what stands before the word that introduces one, and what after it."""

from __future__ import annotations

import re

from dragoman.tongues.lexicon import LANGUAGES, lexicon


def parted(text: str) -> tuple[str, bool, str]:
    """A text before the word that introduces a reason, whether there was one, and the reason."""
    words = [word for lang in LANGUAGES for word in lexicon(lang).entries("within").get("because", ())]
    found = re.search(rf"\b(?:{'|'.join(map(re.escape, words))})\b", text, re.IGNORECASE)
    if found is None:
        return text.strip(), False, ""
    return text[: found.start()].strip(" ,\n"), True, text[found.end() :].strip()

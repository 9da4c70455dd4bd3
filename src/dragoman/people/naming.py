"""What a person may be called, and what a letter's From line says of it. A name shows, as it is written, who somebody
is: it is no address, no seat, nothing that cannot be seen; what a mail program made up is no name.
"""

from __future__ import annotations

import re
from functools import cache

from dragoman.diplomacy.board.mapfile import chart, chart_names
from dragoman.game.directions import unmarked
from dragoman.tongues.lexicon import LANGUAGES, folded, lexicon

LONGEST = 80
MOST_WORDS = 4

_ASIDE = re.compile(r"\([^)]*\)|\[[^\]]*\]|\b(?:via|through)\s.*$|\bkautta\s*$", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+(?:['’.-][^\W\d_]+)*\.?")
_OFFICES = frozenset({"admin", "administrator", "contact", "dragoman", "info", "mail", "mailer-daemon", "me", "nobody",
                      "noreply", "no-reply", "office", "postmaster", "root", "support", "undisclosed", "unknown",
                      "user", "webmaster"})  # fmt: skip
"""What mailboxes are called that are nobody's own, and programs that were told no name."""


def plain(name: str) -> str:
    """A name without marks that turn writing round, and with single blanks."""
    return " ".join(unmarked(name).split())[:LONGEST]


def unseen(name: str) -> bool:
    """Whether nothing of a name can be seen."""
    return not any(character.isalnum() for character in name)


def of_a_seat(name: str) -> bool:
    """Whether a seat is called that: whoever reads it would take its bearer for another."""
    return folded(name).removeprefix("the ") in seats_called()


@cache
def seats_called() -> frozenset[str]:
    """What seats are called at any table, in every language: the powers of all maps, the game master, the observers."""
    powers = (name for each in chart_names() for power in chart(each).powers.values() for name in power.names.values())
    office = (word for lang in LANGUAGES for words in lexicon(lang).entries("audience").values() for word in words)
    return frozenset(map(folded, (*powers, *office, "Dragoman")))


def fitting(name: str) -> str:
    """A name as somebody gives it themselves; empty where it is none."""
    said = plain(name).strip(" .,;:!\"'“”‘’„")
    return "" if "@" in said or unseen(said) or of_a_seat(said) or len(said) > LONGEST / 2 else said


def of_sender(shown: str) -> str:
    """What the name beside an address in a From line calls its writer: `Zimmer, Zoë (work)` is Zoë Zimmer. Empty where
    it is an address, an office, or what looks like no name."""
    said = _ASIDE.sub(" ", plain(shown).strip(" \"'“”‘’„"))
    said = _turned(" ".join(said.split()).strip(" \"'“”‘’„"))
    words = said.split()
    if not words or len(words) > MOST_WORDS or not all(_WORD.fullmatch(word) for word in words):
        return ""
    if folded(said) in _OFFICES or (len(words) == 1 and "." in said):
        return ""
    return fitting(" ".join(map(_capital, words)) if said in (said.upper(), said.lower()) else said)


def _turned(said: str) -> str:
    """The surname last; without a title behind a comma."""
    before, comma, after = (part.strip() for part in said.partition(","))
    if not comma or "," in after:
        return before
    return f"{after} {before}" if len(before.split()) == 1 and after else before


def _capital(word: str) -> str:
    """`ÄITI` and `äiti` are written Äiti."""
    return re.sub(r"[^\W\d_]+", lambda found: found[0][0].upper() + found[0][1:].lower(), word)

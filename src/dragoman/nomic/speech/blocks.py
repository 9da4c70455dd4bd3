"""A letter is cut into commands, each with the lines that belong to it, and the rest."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from dragoman.tongues import asides
from dragoman.tongues.lexicon import LANGUAGES, folded, lexicon, words_of

TEXTS = frozenset({"propose", "parallel", "revise", "argue", "regulate", "invoke", "judge", "press"})
"""Commands that may be followed by lines of their own."""

WITHIN = frozenset({"set", "unset", "no_code", "title", "order", "end"})
"""Words that stand only inside other commands."""


@dataclass(frozen=True, slots=True)
class Block:
    """A command as written: which, its number of line (from 1), the line, what follows its words on that line, the
    lines that belong to it, and what stands behind it and is no part of it."""

    entry: str
    number: int
    line: str
    rest: str
    body: tuple[str, ...] = ()
    aside: str = ""


def cut(text: str) -> tuple[tuple[Block, ...], tuple[tuple[int, str], ...]]:
    """The commands of a letter in order, and the other lines with their numbers."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    blocks: list[Block] = []
    rest: list[tuple[int, str]] = []
    index = 0
    while index < len(lines):
        block = command(lines[index], index + 1)
        if block is None:
            rest.append((index + 1, lines[index]))
            index += 1
            continue
        end = _end(block, lines, index)
        body = tuple(lines[index + 1 : end])
        blocks.append(replace(block, body=body))
        index = end + 1 if end < len(lines) and ends(lines[end]) else end
    return tuple(blocks), tuple(rest)


def command(line: str, number: int = 1) -> Block | None:
    """The command that a line begins, if it is one and not a sentence that begins alike."""
    found = opening("nomic", line)
    if found is None or found[0] in WITHIN:
        return None
    entry, rest = found
    if _fits(entry, rest):
        return Block(entry, number, line.strip(), rest.strip())
    before = _before_aside(entry, line, rest)
    return Block(entry, number, line.strip(), before[0].strip(), aside=before[1]) if before else None


def _before_aside(entry: str, line: str, rest: str) -> tuple[str, str] | None:
    """A vote or another answer before a reason, a courtesy or a word to somebody that could not change it, and that;
    `for 323, I think …` may be the beginning of a sentence."""
    answer = VOTES.get(entry, "no" if entry.startswith("not_") else "yes")
    if not (entry in VOTES or entry in BARE) or words_of(line)[0][0] in AMBIGUOUS:
        return None
    for head, aside in asides.parted(rest):
        if asides.turns(aside, answer):
            return None
        if _fits(entry, head) and (entry in VOTES or asides.own(aside)):
            return head, aside
    return None


def opening(section: str, text: str) -> tuple[str, str] | None:
    """What a text begins with, in whichever language says most of it, and the rest; no bullets or quotes before it."""
    plain = text.strip().lstrip("*-•·>").strip()
    found = [each for lang in LANGUAGES if (each := lexicon(lang).opening(section, plain)) is not None]
    return min(found, key=lambda each: len(each[1])) if found else None


def ends(line: str) -> bool:
    """Whether a line is an end mark and nothing else."""
    return any(lexicon(lang).meaning("nomic", line) == "end" for lang in LANGUAGES)


def fence(line: str) -> bool:
    """Whether a line begins or ends a piece of code."""
    return line.strip().startswith("```")


def _end(block: Block, lines: Sequence[str], start: int) -> int:
    """The index of the line that ends a command's own lines: an end mark if there is one before the next command that
    takes lines of its own, else the next command."""
    if block.entry not in TEXTS and not _with_lines(block):
        return start + 1
    coded = False
    first = 0
    for index in range(start + 1, len(lines)):
        if fence(lines[index]):
            coded = not coded
        if coded:
            continue
        if ends(lines[index]):
            return index
        another = command(lines[index])
        if another is not None and not first:
            first = index
        if another is not None and another.entry in TEXTS:
            break
    return first or len(lines)


def _with_lines(block: Block) -> bool:
    """Whether the game master's words go on below the line: after a colon, where it is an order at all."""
    return block.entry == "gm" and ":" in block.rest and opening("nomic_order", block.rest) is not None


ASKING = frozenset({"status", "readings", "help", "help_code", "rules", "rule", "proposal", "gm", *TEXTS})
"""Commands that ask by themselves, or whose text may."""


def asks(block: Block) -> bool:
    """Whether a line only asks about what it names: a deed is not done by a question."""
    return block.entry not in ASKING and block.line.rstrip(" )\"'”’*_").endswith("?")


# --- the shapes that tell a command from a sentence ---

NUMBER = re.compile(r"\s*(?:(?:proposal|ehdotus|rule|sääntö)\s+)?(R?\d{1,6})\b\s*[:.]?", re.IGNORECASE)
"""The number with which a command goes on; what looks like one only once its signs are passed over is none."""

FILLER = frozenset({"please", "thanks", "thank", "you", "now", "kiitos", "nyt", "the", "judge", "to", "this", "sorry",
                    "anteeksi", "pahoittelen", "valitettavasti", "toki"})  # fmt: skip
NUMBERED = ("vote_for", "vote_against", "vote_abstain", "vote", "revise", "announce", "argue", "cancel", "buy_off",
            "rule", "proposal")  # fmt: skip
BESIDE = frozenset({"and", "ja", "sekä", "on", "proposal", "proposals", "ehdotus", "ehdotusta",
                    "ehdotukselle", "ehdotuksen", *FILLER})  # fmt: skip
"""What may stand beside the numbers that are voted on."""

VOTES = {"vote_for": "yes", "vote_against": "no", "vote_abstain": "abstain"}
"""Votes, and the answer that each gives."""

AMBIGUOUS = frozenset({"for", "against", "voting"})
"""Words that begin a vote, and sentences about a proposal as well."""

HEADED = frozenset({"invoke", "judge", "press"})
BARE = frozenset({"overrule", "not_overrule", "consent", "not_consent", "confirm", "not_confirm", "rejoin", "forfeit",
                  "status", "readings", "help", "help_code"})  # fmt: skip


def _fits(entry: str, rest: str) -> bool:
    words = [word for word, _ in words_of(rest)]
    if entry in VOTES:
        return bool(words) and all(word in BESIDE or re.fullmatch(r"r?\d{1,6}", word) for word in words)
    if entry in NUMBERED:
        return bool(words) and re.fullmatch(r"r?\d{1,6}", words[0]) is not None and NUMBER.match(rest) is not None
    if entry in HEADED:
        return ":" in rest
    if entry in BARE:
        return all(word in FILLER or word.isdigit() for word in words)
    if entry in ("propose", "parallel", "regulate"):
        return opening("nomic_change", rest) is not None
    if entry in ("join", "observe"):
        return len(words) <= 4 and not re.search(r"[.!?]\s+\w", rest)
    if entry == "rules":
        return len(words) <= 5
    if entry == "gm":
        return opening("nomic_order", rest) is not None or _ordered(rest, words)
    return bool(folded(rest))


MOST_ORDERED = 12
"""Words that an order has at most that is not understood; longer lines speak about the game master."""


def _ordered(rest: str, words: Sequence[str]) -> bool:
    """Whether a line that begins with `gm` is an order, though of no kind there is, and not a word to or about them."""
    return 0 < len(words) <= MOST_ORDERED and rest[:1].isspace()

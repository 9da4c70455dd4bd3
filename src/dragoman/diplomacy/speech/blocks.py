"""A letter is cut into what begins with a command word, each with the lines that belong to it, and the rest, which
may hold orders. A line that merely happens to begin with such a word stays with the rest.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from dragoman.diplomacy.speech.spans import speaks_of_time
from dragoman.tongues import asides, courtesies
from dragoman.tongues.lexicon import LANGUAGES, folded, lexicon, words_of

PRESS = frozenset({"press", "grey_press", "dark_grey_press", "black_press", "answer"})
"""Commands whose text runs on to an end mark, or to the next piece, or to the end of the letter."""

OPEN = frozenset({"error", "review", "conduct"})
"""Commands whose text may begin on the line below, and then runs to the next empty line."""

OPEN_OFFICE = frozenset({"correct", "edit", "advice"})
"""The same among the game master's."""

UNKNOWN = "unknown"
"""The office of a line that begins as the game master's do, and goes on as none does."""

STATED = frozenset({"resign", "vote", "abstain"})
"""Commands that are read, too, where their writer says of themself that they do it."""

_STATING = re.compile(r"^(?:i|we|minä|me)\s+(?:(?:hereby|do|must|want to|täten)\s+)?", re.IGNORECASE)

ASKING = frozenset(
    {"status", "rules", "map", "history", "help", "proposals", "errors", "export", "press", "answer", "error", "review"}
)
"""Commands that ask by themselves, or whose text may."""

LISTS = frozenset({"ballot", "bids"})
"""Commands with one line each for what follows them, to the next empty line."""


@dataclass(frozen=True, slots=True)
class Block:
    """A command as written: which (`entry` of the lexicon's commands; for the game master's, of its office), its first
    line with its number (from 1), the words after the command's own, and the text that follows on further lines;
    `ended` tells that an end mark closed it."""

    entry: str
    number: int
    line: str
    rest: str
    body: str = ""
    office: str = ""
    ended: bool = False


def cut(text: str) -> tuple[tuple[Block, ...], str]:
    """The commands of a letter in order, and the letter with their lines left empty."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    blocks: list[Block] = []
    index = 0
    while index < len(lines):
        block = command(lines[index], index + 1)
        if block is None:
            index += 1
            continue
        end = _end(block, lines, index)
        blocks.append(_with_body(block, lines[index + 1 : end]))
        lines[index:end] = [""] * (end - index)
        if block.entry == "public":  # what stands behind the colon is orders, as what stands below is
            lines[index] = block.rest.lstrip(" :")
        index = end
    return tuple(block for block in blocks if block.entry != "end_press"), "\n".join(lines)


def command(line: str, number: int = 1) -> Block | None:
    """The command a line begins with, if it is one and not a sentence that begins alike."""
    found = opening("command", line) or _stated(line) or _answering(line)
    if found is None:
        return None
    entry, rest = found
    if entry == "gm":
        office = opening("office", rest)
        if office is None:
            return Block(entry, number, line.strip(), rest.strip(), office=UNKNOWN)
        invited = office[0] == "call" and _INVITED.match(office[1])  # in Finnish one word is for both
        return Block(entry, number, line.strip(), office[1].strip(), office="invite" if invited else office[0])
    fits = SHAPES.get(entry, _bare)
    return Block(entry, number, line.strip(), rest.strip()) if fits(rest) or _with_aside(entry, rest) else None


def _with_aside(entry: str, rest: str) -> bool:
    """Whether a command that stands alone has an aside behind it: `resign, I must go home`."""
    heads = asides.parted(rest) if alone(entry) else ()
    return any(_bare(head) and asides.own(aside) and not asides.turns(aside) for head, aside in heads)


def alone(entry: str) -> bool:
    """Whether nothing need stand behind a command's own words."""
    return SHAPES.get(entry, _bare) is _bare or entry in ("resign", "revoke_proxy")


_INVITED = re.compile(r"[\s<:]*[^\s<>:]{1,254}@")
"""Who is called is named by an address alone, and not by a power."""


def _stated(line: str) -> tuple[str, str] | None:
    """What a sentence about oneself says, of what is said so: `I resign`, `I hereby vote yes on 3`."""
    plain = line.strip().lstrip("*-•·").strip()
    said = _STATING.sub("", plain)
    found = opening("command", said) if said != plain and "?" not in said else None
    return found if found is not None and found[0] in STATED else None


def _answering(line: str) -> tuple[str, str] | None:
    """A vote that begins with its answer, and of which every word belongs to it: `yes on 2, no to 3`, `No.`"""
    plain = line.strip().lstrip("*-•·").strip()
    if "?" in plain:
        return None
    behind = (head for head, _ in asides.parted(plain) if any(character.isdigit() for character in head))
    return next((("vote", plain) for each in (plain, *behind) if _answers(each)), None)


def _answers(text: str) -> bool:
    words = [word for word, _ in words_of(text)]
    bare = len(words) == 1 or any(word.isdecimal() for word in words)
    return bool(words) and meaning("answer", words[0]) is not None and bare and all(_votes(word) for word in words)


def _votes(word: str) -> bool:
    """Whether a word can belong to a vote: an answer, a number, or what stands between them."""
    return word.isdecimal() or meaning("answer", word) is not None or meaning("voting", word) is not None


def meaning(section: str, word: str) -> str | None:
    """What a word means in that section of the lexicon, in whichever language, or None."""
    return next((entry for lang in LANGUAGES if (entry := lexicon(lang).meaning(section, word))), None)


def answers_alone(block: Block) -> bool:
    """Whether a block is a mere `Yes.`: it may answer anything, and is a vote only where one is open."""
    return block.entry == "vote" and meaning("answer", block.line) is not None


LONGEST_VOTE = 12
"""Words of a sentence that may still be a vote written in another way."""


def like_a_vote(line: str) -> bool:
    """Whether a line that is no command speaks of voting and gives an answer: `1: no`, `Please vote no on 1`."""
    words = [word for word, _ in words_of(line)]
    answered = any(meaning("answer", word) is not None and word != "for" for word in words)
    if "?" in line or not answered or not 1 < len(words) <= LONGEST_VOTE:
        return False
    began = meaning("answer", words[0]) is not None and any(word.isdecimal() for word in words)
    return began or only_votes(courtesies.trimmed(line)) or any(meaning("voting", word) == "voting" for word in words)


def only_votes(text: str) -> bool:
    """Whether a text says how somebody votes and not a word more, and asks nothing."""
    return "?" not in text and all(
        _votes(word) or word in courtesies.small_words() for word, _ in words_of(courtesies.without(text))
    )


def opening(section: str, text: str) -> tuple[str, str] | None:
    """What a text begins with, in whichever language says most of it, and the rest; no bullets or quotes before it."""
    plain = text.strip().lstrip("*-•·").strip()
    found = [each for lang in LANGUAGES if (each := lexicon(lang).opening(section, plain)) is not None]
    return min(found, key=lambda each: len(each[1])) if found else None


def asks(block: Block) -> bool:
    """Whether a line only asks about what it names: a question mark ends it, and no text of its own stands before it. A
    deed is not done by a question."""
    if not block.line.rstrip(" )\"'”’*_").endswith("?") or block.entry in ASKING or block.office == "preview":
        return False
    return ":" not in block.rest and not any(_says_why(word) for word, _ in words_of(block.rest))


def _says_why(word: str) -> bool:
    return any(word in lexicon(lang).entries("within").get("because", ()) for lang in LANGUAGES)


# --- where a command's own text ends ---


def _end(block: Block, lines: Sequence[str], start: int) -> int:
    """The index of the first line that is not the command's."""
    following = range(start + 1, len(lines))
    if block.entry in PRESS:
        return _after_mark(lines, following, _is_press)
    if block.office == "accept" and block.rest[:1].isdigit():  # a set by its number has no lines of its own
        return start + 1
    if block.office in ("announce", "end", "warn", "accept"):
        return _after_mark(lines, following, _is_office)
    if block.entry in OPEN or block.office in OPEN_OFFICE:
        return _below(block, lines, following)
    if block.entry in LISTS:
        return _list_end(block, lines, following)
    if block.entry == "propose" and block.rest.endswith(":"):
        first = next((index for index in following if lines[index].strip()), len(lines))
        return next((index for index in range(first, len(lines)) if not lines[index].strip()), len(lines))
    return start + 1


def _list_end(block: Block, lines: Sequence[str], following: range) -> int:
    """Past the lines of a list: to an empty line, past an end mark, or to another command. What is said to be nothing
    has no lines (`ballot: none`), and only below a bare heading may an empty line come first."""
    said = block.rest.strip(" \t:.")
    if said and meaning("ballot", said) in ("blank", "nothing"):
        return following.start
    begun = bool(said)
    for index in following:
        line = lines[index]
        if ends(line):
            return index + 1
        another = command(line)
        if (begun and not line.strip()) or (another is not None and another.entry not in WITHIN_LISTS):
            return index
        begun = begun or bool(line.strip())
    return len(lines)


WITHIN_LISTS = frozenset({"vote", "abstain", "choose", "withdraw_ballot", "pay"})
"""Commands that a line of votes or bids may begin alike."""


def _below(block: Block, lines: Sequence[str], following: range) -> int:
    """What has said all on its own line, after a colon, has no lines below; else they run to an empty line, or to
    another command."""
    _, colon, rest = block.rest.partition(":")
    if rest.strip() or not (colon or block.office):
        return following.start
    return next((i for i in following if not lines[i].strip() or command(lines[i]) is not None), len(lines))


def _after_mark(lines: Sequence[str], following: range, another: Callable[[str], bool]) -> int:
    """Past an end mark; before another piece, so that what is meant for one reader never goes on to another."""
    for index in following:
        if ends(lines[index]):
            return index + 1
        if another(lines[index]):
            return index
    return len(lines)


def ends(line: str) -> bool:
    """Whether a line is an end mark and nothing else: `end press`, `end`."""
    marks = (("command", "end_press"), ("office", "end"))
    return any(lexicon(lang).meaning(section, line) == entry for lang in LANGUAGES for section, entry in marks)


def _is_press(line: str) -> bool:
    found = command(line)
    return found is not None and found.entry in PRESS


def _is_office(line: str) -> bool:
    found = command(line)
    return found is not None and found.entry == "gm"


def _with_body(block: Block, lines: Sequence[str]) -> Block:
    ended = bool(lines) and ends(lines[-1])
    body = "\n".join(lines[:-1] if ended else lines).strip("\n")
    return Block(block.entry, block.number, block.line, block.rest, body, block.office, ended)


# --- the shapes that tell a command from a sentence ---

MOST_NAMES = 24


def _bare(rest: str) -> bool:
    """Nothing follows but a courtesy."""
    return courtesies.bare(rest)


def _headed(rest: str) -> bool:
    """A colon ends the head."""
    return ":" in rest


def _some(rest: str) -> bool:
    return bool(folded(rest))


def _numbered(rest: str) -> bool:
    return any(character.isdigit() for character in rest)


def _timed(rest: str) -> bool:
    """Something of time is said, be it readable or not: a wish that is not understood is told, never passed over."""
    words = [word for word, _ in words_of(rest) if len(word) > 2]
    spoken = any(opening(section, word) for word in words for section in ("weekday", "month", "moment_word"))
    return spoken or speaks_of_time(rest)


def _voting(rest: str) -> bool:
    """A number, an answer, or too few words for a sentence: a vote never counts as prose for its form alone."""
    words = [word for word, _ in words_of(rest)]
    return _numbered(rest) or len(words) <= 4 or any(meaning("answer", word) not in (None, "for") for word in words)


def _suggesting(rest: str) -> bool:
    """Who might take the seat is said, though by no address."""
    found = opening("within", rest)
    return found is not None and found[0] == "suggest"


@cache
def _for_units() -> re.Pattern[str]:
    words = (each for lang in LANGUAGES for each in lexicon(lang).entries("beside").get("units", ()))
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", re.IGNORECASE)


def units_behind(rest: str) -> tuple[str, str]:
    """A list's head and the list: behind a colon, or the word that may stand for it: `to Germany for F Lon, F Edi`."""
    found = None if _headed(rest) else _for_units().search(rest)
    head, _, listed = rest.partition(":") if found is None else (rest[: found.start()], "", rest[found.end() :])
    return head, listed


def _short(rest: str) -> bool:
    return len(words_of(courtesies.without(rest))) <= 3


def _of_phase(rest: str) -> bool:
    """Nothing, or what may be a phase: the Finnish `vie` is Vienna, too."""
    words = words_of(courtesies.without(rest))
    said = any(opening(section, rest) for section in ("season", "turn", "phase"))
    return len(words) <= MOST_OF_PHASE and (_bare(rest) or _numbered(rest) or said)


MOST_OF_PHASE = 5
"""The words of a phase as notices call it (`talvi 1901, rakentamiset ja poistot`)."""


def _named(rest: str) -> bool:
    """A list of names, not a sentence."""
    words = words_of(rest)
    return len(words) <= MOST_NAMES and not re.search(r"[.!?]\s+\w", rest)


def _as(rest: str) -> bool:
    """Nothing, or a name after `as`."""
    return not folded(rest) or opening("within", rest) is not None or len(words_of(rest)) == 1


def _chosen(rest: str) -> bool:
    """A list behind a colon, or a unit, or nothing: not a sentence that begins alike."""
    unit, nothing = opening("order", rest), opening("ballot", rest)
    if rest.strip().startswith(":"):
        return bool(folded(rest))
    return (unit is not None and unit[0] in ("army", "fleet")) or (nothing is not None and nothing[0] == "nothing")


SHAPES: dict[str, Callable[[str], bool]] = {
    "history": lambda rest: _short(rest) or _of_phase(rest),
    "press": _headed,
    "grey_press": _headed,
    "dark_grey_press": _headed,
    "black_press": _headed,
    "join": _named,
    "observe": _as,
    "proxy": lambda rest: _headed(rest) or bool(_for_units().search(rest)),
    "revoke_proxy": _short,
    "vote": _voting,
    "abstain": _voting,
    "propose": _some,
    "withdraw_proposal": lambda rest: _numbered(rest) or _short(rest),
    "absent": lambda rest: _bare(rest) or _timed(rest),
    "delay": _timed,
    "object": _some,
    "withdraw_absence": _numbered,
    "deputy": lambda rest: "@" in rest or _timed(rest),
    "error": lambda rest: _headed(rest) and (rest.lstrip().startswith(":") or _numbered(rest.partition(":")[0])),
    "errors": _bare,
    "conduct": _headed,
    "export": _of_phase,
    "review": _headed,
    "report": _numbered,
    "reports": _short,
    "answer": lambda rest: _headed(rest) and rest.strip()[:1].isdigit(),
    "mute": _named,
    "unmute": _named,
    "disclose": lambda rest: _numbered(rest) or opening("within", rest) is not None or _bare(rest),
    "ballot": lambda rest: rest.strip()[:1] in (":", ""),
    "withdraw_ballot": _bare,
    "bids": lambda rest: rest.strip()[:1] in (":", ""),
    "pay": _numbered,
    "public": lambda rest: _bare(rest) or bool(re.match(r"\s*:", rest)),
    "choose": _chosen,
    "standby": _named,
    "resign": lambda rest: _bare(rest) or "@" in rest or _suggesting(rest),
    "gm": _some,
}


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers."""
    return enumerate(text.split("\n"), 1)

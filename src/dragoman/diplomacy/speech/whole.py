"""A command is read whole or not at all: whatever stands on its line and belongs to nothing that the command can say
makes it unread, and nothing is done. A word of the game master's that is not told of here may be followed by nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import datetime

from dragoman.diplomacy.board.position import SHORT_PHASE
from dragoman.diplomacy.speech import names
from dragoman.diplomacy.speech.blocks import Block
from dragoman.diplomacy.speech.days import end_of
from dragoman.diplomacy.speech.moments import moment
from dragoman.diplomacy.speech.reasons import parted
from dragoman.diplomacy.state import State
from dragoman.game.clock import zone
from dragoman.game.protocol import Unread
from dragoman.tongues import courtesies
from dragoman.tongues.lexicon import LANGUAGES, folded, lexicon, words_of

Left = Callable[[State, str, datetime], str]
"""What a command cannot say of the words before its reason or its text; empty where it says all of them."""

ADDRESS = re.compile(r"[^\s<>,;:()\"]{1,254}@[^\s<>,;:()\"]{1,254}")
_NUMBER = re.compile(r"#?\b\d{1,6}\b\.?")
_COLON = re.compile(r":(?!\d|//)")


def surplus(state: State, block: Block, now: datetime) -> Unread | None:
    """What of a command's line would be passed over, told as unread; None where all of it is read."""
    word = _surplus(state, block, now)
    at = block.line.find(word) + 1 if word else 0
    return Unread("surplus", block.line, block.number, word, at, _example(state, block)) if word else None


def _example(state: State, block: Block) -> tuple[str, ...]:
    """How the game master's command is written, in the language of the line."""
    if block.entry != "gm":
        return ()
    lang = next(
        (each for each in LANGUAGES if (lexicon(each).opening("command", block.line) or ("",))[0] == "gm"), "en"
    )
    because = lexicon(lang).first("within", "because")
    power = state.chart.powers[state.powers()[0]].names[lang]
    shape = SHAPES.get(block.office, " {because} …" if block.office in REASONED else "")
    said = shape.format(power=power, phase=state.phase, because=because)
    return (f"{lexicon(lang).first('command', 'gm')} {lexicon(lang).first('office', block.office)}{said}",)


SHAPES = {
    "end": ": …",
    "announce": ": …",
    "warn": " {power}: …",
    "replace": " {power} x@example.org {because} …",
    "second": " x@example.org",
    "hand_over": " x@example.org",
    "invite": " x@example.org",
    "ask_public": " {power}",
    "disclose": " 1, 2",
    "refuse": " 1 {because} …",
    "advice": " 1: …",
    "correct": " {phase}: …",
    **dict.fromkeys(("grant", "approve"), " 1"),
    **dict.fromkeys(("refuse_delay", "decline", "refuse_proposal"), " 1 {because} …"),
    **dict.fromkeys(("process", "confirm", "release", "export"), " {phase}"),
    **dict.fromkeys(("call", "return", "unlist"), " {power}"),
    **dict.fromkeys(
        ("remove", "disorder", "allow_deputy", "refuse_deputy", "blacklist", "expel", "caution"), " {power} {because} …"
    ),
}
"""What follows the words of a command, as an example."""


def _surplus(state: State, block: Block, now: datetime) -> str:
    if block.entry != "gm":
        left = PLAYERS.get(block.entry)
        return left(state, block.rest.partition(":")[0] if block.entry in HEADED else block.rest, now) if left else ""
    if block.office in ITS_OWN:
        return ""
    rest = block.rest.strip()
    said, because, why = parted(rest)
    colon = _COLON.search(said)
    if colon is not None and (block.office in TEXTS or (why and not said[colon.end() :].strip())):
        said, because = said[: colon.start()], False
    if because and block.office not in REASONED:
        return rest[len(said) :].strip(" ,")
    return OFFICE.get(block.office, nothing)(state, said, now)


def severally(state: State, block: Block) -> Iterator[Block]:
    """A block once for each power of a list that it is about: `gm warn Austria and Italy: …`; for each address that is
    invited."""
    if block.office == "invite":
        left = left_of(ADDRESS.sub(" ", block.rest).replace(",", " "), (), _beside("and", "by"))
        yield from (replace(block, rest=f"{each} {left}") for each in ADDRESS.findall(block.rest) or [block.rest])
        return
    if block.office not in SEVERAL:
        yield block
        return
    said = parted(block.rest)[0]
    ends = [
        len(said),
        *(found.start() for each in (ADDRESS, _COLON, _written("until")) if (found := each.search(said))),
    ]
    head = block.rest[: min(ends)]
    listed = [names.power(state.chart, part) for part in names.parts(head)]
    if len(listed) < 2 or None in listed:
        yield block
        return
    for power in dict.fromkeys(listed):
        yield replace(block, rest=f"{power} {block.rest[len(head) :].lstrip()}")


# --- what each may say ---


def left_of(said: str, drop: Iterable[str | re.Pattern[str]] = (), small: Iterable[str] = ()) -> str:
    """The words of a text without the first of each that is to drop, small words and courtesies."""
    for each in drop:
        said = re.sub(each, " ", said, count=1) if isinstance(each, re.Pattern) else said.replace(each, " ", 1)
    said = courtesies.without(said)
    known = {*courtesies.small_words(), *map(folded, small)}
    return " ".join(word for word in said.split() if folded(word) and not _all_known(word, known)).strip(" ,.:;")


def _all_known(word: str, known: set[str]) -> bool:
    return all(each in known for each, _ in words_of(word))


def writings(section: str, *entries: str) -> tuple[str, ...]:
    """All ways to write these entries of a section, in whichever language."""
    return tuple(
        writing for lang in LANGUAGES for entry in entries for writing in lexicon(lang).entries(section).get(entry, ())
    )


def _beside(*entries: str) -> tuple[str, ...]:
    """Small words that may stand beside what a command is about."""
    return writings("beside", *entries)


def _written(*entries: str, section: str = "within") -> re.Pattern[str]:
    known = sorted(writings(section, *entries), key=len, reverse=True)
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, known))})(?!\w)", re.IGNORECASE)


def nothing(state: State, said: str, now: datetime) -> str:
    """Nothing but a courtesy."""
    return left_of(said)


def _number(*small: str) -> Left:
    """One number, and small words beside it."""

    def number(state: State, said: str, now: datetime) -> str:
        return left_of(said, [_NUMBER], (*_beside("number"), *small)) if _NUMBER.search(said) else ""

    return number


def _numbers(state: State, said: str, now: datetime) -> str:
    """Numbers, or all."""
    every = _written("all")
    if every.search(said):
        return left_of(said, [every], _beside("names"))
    return left_of(re.sub(r"\d{1,6}|[-–—]", " ", said), (), _beside("and"))


def phase(state: State, said: str, now: datetime) -> str:
    """One phase; a text that names none is told by whoever reads it."""
    found = names.phase(state, said)
    return left_of(_without_phase(state, said), (), _beside("phase", "of", "results")) if found is not None else ""


def _without_phase(state: State, said: str) -> str:
    if SHORT_PHASE.search(said):
        return re.sub(SHORT_PHASE, " ", said, count=1)
    words = said.split()
    for start in range(len(words)):
        for end in range(len(words), start, -1):
            if names.is_phase(state, " ".join(words[start:end])):
                return " ".join((*words[:start], *words[end:]))
    return said


def _power(state: State, said: str, now: datetime) -> str:
    """One power, and an address where there is one; a text that names none is told by whoever reads it."""
    return _beside_power(state, re.sub(ADDRESS, " ", said, count=1), ())


def _beside_power(state: State, said: str, small: Iterable[str]) -> str:
    words = said.replace(",", " , ").replace(":", " : ").split()
    for start in range(len(words)):
        for end in range(len(words), start, -1):
            if names.power(state.chart, " ".join(words[start:end])) is not None:
                return left_of(" ".join((*words[:start], *words[end:])), (), small)
    return ""


def _replaced(state: State, said: str, now: datetime) -> str:
    """One power, one address or the substitute, and whether orders are dropped."""
    dropped = re.sub(_written("dropping"), " ", re.sub(ADDRESS, " ", said, count=1), count=1)
    dropped = re.sub(_written("substitute"), " ", dropped, count=1) if not ADDRESS.search(said) else dropped
    return _beside_power(state, dropped, (*writings("within", "with", "to"), *_beside("by")))


def _listed(state: State, said: str, now: datetime) -> str:
    """One power, and until when."""
    around = _beside_power(state, said, ())
    return "" if around and moment(around, now, zone(state.zone), state.calendar.hour) else (
        "" if _written("until").search(around) else around
    )  # fmt: skip


def _address(state: State, said: str, now: datetime) -> str:
    """One address, or the referee."""
    if ADDRESS.search(said):
        return left_of(said, [ADDRESS], writings("within", "to"))
    return ""


def _paused(state: State, said: str, now: datetime) -> str:
    """Until when, or for how long; both are read by whoever reads the pause."""
    return "" if _written("until").search(said) or end_of(state, said, now) else left_of(said)


def _announced(state: State, said: str, now: datetime) -> str:
    """Nobody but all stands before the text; what begins with no name is text."""
    plain = said.strip()
    if not plain:
        return ""
    opened = left_of(plain, (), writings("within", "to"))
    if names.meaning("audience", opened) == "all" or names.meaning("within", opened) == "all":
        return ""
    return plain


def _asked(state: State, said: str, now: datetime) -> str:
    """A list of powers."""
    found = (_beside_power(state, part, _beside("of", "from", "phase")) for part in names.parts(said))
    return next((each for each in found if each), "")


def _off(state: State, said: str, now: datetime) -> str:
    """Off, or no, or nothing."""
    bare = left_of(said, (), _beside("results"))
    return "" if any(names.meaning(section, bare) in ("no", "off") for section in ("about", "answer")) else bare


def _piece(state: State, said: str, now: datetime) -> str:
    """The author of one piece; seats are read whole by whoever reads them."""
    found = _written("author", section="about").search(said)
    if found is None or not _NUMBER.search(said[found.end() :]):
        return ""
    clause = re.compile(r"\(?\bX\.\d{1,2}(?:\.[A-Z])?\b\)?", re.IGNORECASE)
    return left_of(said[found.end() :], [clause, _NUMBER], _beside("number"))


def _blamed(state: State, said: str, now: datetime) -> str:
    """What stands behind the words that tell how a unit came to be too many."""
    found = _written("built", "kept", section="about").search(said)
    after = said[found.end() :] if found else ""
    return phase(state, after, now) if names.phase(state, after) else left_of(after)


def _advised(state: State, said: str, now: datetime) -> str:
    return _number(*writings("about", "publicly"))(state, said, now)


def _reviewed(state: State, said: str, now: datetime) -> str:
    """The number of a claim."""
    return _number(*_beside("claim", "of"))(state, said, now)


def _resigned(state: State, said: str, now: datetime) -> str:
    """An address that is suggested."""
    return left_of(said, [ADDRESS], (*writings("within", "suggest"), *_beside("from", "seat"))) if (
        ADDRESS.search(said)
    ) else ""  # fmt: skip


ITS_OWN = frozenset(
    {
        "accept",
        "pace",
        "deadline",
        "remind",
        "edit",
        "rule",
        "reports",
        "claim",
        "block",
        "unblock",
        "misplaced",
        "unknown",
    }
)
"""The game master's words whose readers read their whole line by themselves."""

OFFICE: Mapping[str, Left] = {
    "grant": _number(),
    "refuse_delay": _number(),
    "approve": _number(),
    "decline": _number(),
    "refuse_proposal": _number(),
    "refuse": _number(),
    "error": _number(*writings("about", "stands")),
    "advice": _advised,
    "process": phase,
    "confirm": phase,
    "release": phase,
    "export": phase,
    "rollback": phase,
    "correct": phase,
    "extra": _blamed,
    "warn": _power,
    "call": _power,
    "allow_deputy": _power,
    "refuse_deputy": _power,
    "return": _power,
    "remove": _power,
    "disorder": _power,
    "unlist": _power,
    "blacklist": _listed,
    "replace": _replaced,
    "second": _address,
    "invite": _address,
    "hand_over": _address,
    "ask_public": _asked,
    "hold": _off,
    "disclose": _numbers,
    "caution": _piece,
    "expel": _piece,
    "pause": _paused,
    "announce": _announced,
}
"""What may stand before the reason, by office. Whatever is neither here nor in `ITS_OWN` says nothing but itself."""

REASONED = frozenset(
    {"grant", "refuse_delay", "approve", "decline", "refuse_proposal", "refuse", "error", "rollback", "correct",
     "extra", "warn", "allow_deputy", "refuse_deputy", "remove", "disorder", "unlist", "blacklist", "replace",
     "caution", "expel", "pause", "end", "warn_draw", "declare_draw", "announce", "advice"}
)  # fmt: skip
"""Those that keep the reason that is given."""

TEXTS = frozenset(
    {"warn", "announce", "end", "advice", "correct", "pause", "warn_draw", "declare_draw", "refuse", "refuse_proposal"}
)
"""Those whose text may follow a colon."""

SEVERAL = frozenset(
    {"warn", "call", "allow_deputy", "refuse_deputy", "return", "remove", "disorder", "unlist", "blacklist"}
)
"""Those that can be done to several powers at once, to each by itself."""

PLAYERS: Mapping[str, Left] = {
    "withdraw_absence": _number(),
    "withdraw_proposal": _number(),
    "answer": _number(),
    "review": _reviewed,
    "error": phase,
    "history": phase,
    "export": phase,
    "disclose": _numbers,
    "resign": _resigned,
}
HEADED = frozenset({"answer", "review", "error"})
"""Players' words whose text stands behind a colon."""

"""Errors as people write of them: `error in S1901M: …`, `review 1: …`; and the game master's words: `gm correct`,
`gm rollback`, `gm edit` and the like."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dragoman.diplomacy.adjudication.amending import Added, Change, Decided, Given, Removed, Reordered
from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.board.unit import Unit
from dragoman.diplomacy.commands import (
    AskErrors,
    AskExport,
    AskReview,
    ClaimError,
    Command,
    CorrectRuling,
    EditPosition,
    HoldResults,
    ReleaseResults,
    Relocate,
    RemoveExtraUnit,
    RollBack,
    TakeAdvice,
    UpholdRuling,
)
from dragoman.diplomacy.houserules.abbreviations import abbreviations
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.order import Hold, Line, Ordered
from dragoman.diplomacy.orders.reading import ReadingContext, read_order
from dragoman.diplomacy.speech import names
from dragoman.diplomacy.speech.blocks import Block, opening
from dragoman.diplomacy.speech.numbers import first_number
from dragoman.diplomacy.speech.reasons import parted
from dragoman.diplomacy.state import State
from dragoman.game.protocol import Speaker, Unread
from dragoman.tongues.lexicon import LANGUAGES, lexicon

WORDS = frozenset({"error", "errors", "review", "export"})
OFFICE_WORDS = frozenset(
    {"correct", "rollback", "edit", "extra", "misplaced", "error", "advice", "hold", "release", "export"}
)

_NUMBER = re.compile(r"\d{1,6}")
_STEPS = re.compile(r"[;\n]")


def correction(state: State, by: Speaker, block: Block) -> Command | Unread:
    """What a player says of an error."""
    match block.entry:
        case "errors":
            return AskErrors(by)
        case "export":
            return _exported(state, by, block)
        case "review":
            head, _, why = block.rest.partition(":")
            found = _NUMBER.search(head)
            return AskReview(by, int(found[0]) if found else 0, _text(why, block.body))
        case _:
            return _claim(state, by, block)


def correction_office(state: State, by: Speaker, block: Block) -> Command | Unread:  # one arm per word
    """What the game master says of errors, and of results that wait."""
    match block.office:
        case "correct":
            return _correct(state, by, block)
        case "rollback":
            said, _, why = parted(block.rest)
            phase = names.phase(state, said)
            return (
                RollBack(by, phase, why)
                if phase or not said
                else _no_phase(block, said, f"gm rollback to {_last(state)}")
            )
        case "edit":
            return _edit(state, by, block)
        case "extra":
            return _extra(state, by, block)
        case "misplaced":
            return _misplaced(state, by, block)
        case "error":
            return _uphold(by, block)
        case "advice":
            return _advice(by, block)
        case "hold":
            return HoldResults(by, not _is("no", block.rest) and not _is("off", block.rest))
        case "export":
            return _exported(state, by, block)
        case _:
            said = block.rest.strip(" :.")
            phase = names.phase(state, said)
            return (
                ReleaseResults(by, phase) if phase or not said else _no_phase(block, said, f"gm release {state.phase}")
            )


def _roll_back(state: State, by: Speaker, block: Block) -> RollBack | Unread:
    said, _, why = parted(block.rest)
    phase = names.phase(state, said)
    if phase is None and said:
        return _no_phase(block, said, f"gm rollback to {_last(state)} because …")
    return RollBack(by, phase, why)


def _uphold(by: Speaker, block: Block) -> UpholdRuling | Unread:
    said, _, why = parted(block.rest)
    number = first_number(said)
    return UpholdRuling(by, number, why) if number else _unread(block, said, "gm error 1 stands because …")


def _last(state: State) -> Phase:
    return state.turns[-1].phase if state.turns else state.phase


def _unread(block: Block, word: str, *examples: str) -> Unread:
    return Unread("unreadable", block.line, block.number, word, block.line.find(word) + 1 if word else 0, examples)


def _no_phase(block: Block, word: str, example: str) -> Unread:
    """No phase of the game has that name."""
    return Unread("unknown-phase" if word else "incomplete", block.line, block.number, word,
                  block.line.find(word) + 1 if word else 0, (example,))  # fmt: skip


def _text(first: str, body: str) -> str:
    return "\n".join(part for part in (first.strip(), body.strip()) if part)


def _is(entry: str, text: str) -> bool:
    """Whether a text is that word of the sections `about` or `answer`."""
    return any(names.meaning(section, text) == entry for section in ("about", "answer"))


# --- players ---


def _claim(state: State, by: Speaker, block: Block) -> ClaimError | Unread:
    """`error: …` of the last phase, `error in S1901M: …` of another."""
    head, _, first = block.rest.partition(":")
    phase = names.phase(state, head)
    if head.strip() and phase is None:
        return _no_phase(block, head.strip(), f"error in {_last(state)}: …")
    return ClaimError(by, _text(first, block.body), phase)


def _exported(state: State, by: Speaker, block: Block) -> AskExport | Unread:
    said = block.rest.strip(" :.")
    phase = names.phase(state, said)
    return AskExport(by, phase) if phase or not said else _no_phase(block, said, f"export {_last(state)}")


# --- the game master: rulings and positions ---


def _correct(state: State, by: Speaker, block: Block) -> CorrectRuling | Unread:
    """`gm correct F1902M: A Vie - Gal succeeds; Italy: A Ven - Tri because …`, or the changes on lines of their own."""
    said, why = _reasoned(block)
    head, steps = _first_colon(said)
    phase = names.phase(state, head)
    if phase is None:
        return _no_phase(block, head.strip(), f"gm correct {_last(state)}: A Vie - Gal succeeds because …")
    changes = _changes(state, by, block, steps, phase)
    return changes if isinstance(changes, Unread) else CorrectRuling(by, phase, changes, why)


def _reasoned(block: Block) -> tuple[str, str]:
    """What is to be changed, and why: the reason may stand on the first line, before the changes, or after them."""
    said, because, why = parted(block.rest.lstrip(" :"))
    if because and block.body.strip():
        return _text(said, block.body), why.strip(" :")
    said, _, why = parted(_text(block.rest.lstrip(" :"), block.body))
    return said, why


def _first_colon(said: str) -> tuple[str, str]:
    """The phase, and what follows it after a colon or a line's end."""
    found = re.search(r"[:\n]", said)
    return (said[: found.start()], said[found.end() :]) if found else (said, "")


def _edit(state: State, by: Speaker, block: Block) -> EditPosition | Unread:
    """`gm edit: remove F Lon; add England A Lon; centre Bel = France: why`, or `because` before the reason."""
    said, why = _reasoned(block)
    if not why:
        said, _, why = said.partition(":")
    changes = _changes(state, by, block, said, state.phase)
    return changes if isinstance(changes, Unread) else EditPosition(by, changes, why.strip())


def _changes(state: State, by: Speaker, block: Block, text: str, phase: Phase) -> tuple[Change, ...] | Unread:
    """All changes of a list, or the first that is none: they are made together or not at all."""
    found = []
    for step in filter(None, (each.strip(" .") for each in _STEPS.split(text))):
        change = _change(state, step, phase)
        if change is None:
            examples = ("A Vie - Gal succeeds", "Italy: A Ven - Tri", "remove F Lon", "add England A Lon",
                        "centre Bel = France")  # fmt: skip
            code, word = _fault(state, step, phase)
            return Unread(code, block.line, block.number, word, block.line.find(word) + 1, examples)
        found.append(change)
    return tuple(found)


def _fault(state: State, step: str, phase: Phase) -> tuple[str, str]:
    """The code and the smallest word at fault in a change that is none; the whole of it where no word alone is."""
    begun = opening("change", step)
    if begun is not None and begun[0] == "centre":
        centre, _, owner = (part.strip() for part in begun[1].partition("="))
        if _unit(state, centre) is None:
            return "unknown-province", centre or step
        return ("unknown-power", owner) if owner else ("incomplete", step)
    if begun is not None:
        return _misnamed(state, begun[1]) or ("incomplete" if _unit(state, begun[1]) else "unreadable", step)
    orders = [*(order for order, _ in _fates(step)), step.partition(":")[2].strip(), step]
    head, colon, _ = step.partition(":")
    if colon and names.power(state.chart, head) is None:
        return "unknown-power", head.strip()
    return next((found for order in orders if order and (found := _misread(state, order, phase))), ("unreadable", step))


def _misnamed(state: State, text: str) -> tuple[str, str] | None:
    """What is at fault with the name of a unit: of a move of it, what is read tells."""
    return _misread(state, f"{text.strip()} - {next(iter(state.chart.provinces))}", Phase("", 0, PhaseKind.MOVEMENT))


def _misread(state: State, text: str, phase: Phase) -> tuple[str, str] | None:
    """Why a text is no order, where a word of it is at fault."""
    read = read_order(text, _context(state, phase.kind or PhaseKind.MOVEMENT))
    return (read.code, read.word) if isinstance(read, Misreading) and read.word else None


def _change(state: State, step: str, phase: Phase) -> Change | None:
    """One change, in whichever form."""
    begun = opening("change", step)
    if begun is not None:
        entry, rest = begun
        if entry == "centre":
            return _given(state, rest)
        unit = _unit(state, rest)
        if unit is None:
            return None
        if entry == "remove":
            return Removed(unit.place, unit.kind, unit.power or "")
        return Added(Unit(unit.power, unit.kind, unit.place)) if unit.power and unit.kind else None
    for order, succeeds in _fates(step):
        line = _line(state, order, phase)
        if line is not None:
            return Decided(line, succeeds)
    return _reordered(state, step, phase)


def _fates(step: str) -> Iterator[tuple[str, bool]]:
    """An order without the word at its end that says what becomes of it."""
    for lang in LANGUAGES:
        for entry, words in lexicon(lang).entries("fate").items():
            for word in words:
                if step.casefold().endswith(" " + word):
                    yield step[: -len(word)].strip(), entry == "succeeds"


def _reordered(state: State, step: str, phase: Phase) -> Reordered | None:
    """`Italy: A Ven - Tri`; where no power is named, the one whose unit stood there is meant."""
    head, colon, order = step.partition(":")
    power = names.power(state.chart, head) if colon else None
    line = _line(state, order.strip() if power else step, phase)
    if line is None:
        return None
    power = power or _owner(state, line, phase)
    return Reordered(power, line) if power else None


def _owner(state: State, line: Line, phase: Phase) -> str | None:
    unit = getattr(line.order, "unit", None)
    if not isinstance(unit, Ordered):
        return None
    index = state.turn_of(phase)
    position = state.turns[index].before if index is not None else state.position
    standing = [*position.units, *(each.unit for each in position.dislodged)]
    owner = next((each.power for each in standing if each.province == unit.place.province), None)
    return unit.power or owner or position.centres.get(unit.place.province)


def _line(state: State, text: str, phase: Phase) -> Line | None:
    read = read_order(text, _context(state, phase.kind))
    return read if isinstance(read, Line) else None


def _context(state: State, kind: PhaseKind) -> ReadingContext:
    return ReadingContext(state.chart, "", kind, None, "B", abbreviations(state.sheet))


def _unit(state: State, text: str) -> Ordered | None:
    """A unit as a game master names it, `England A Lon`: read as if it were to hold."""
    line = _line(state, f"{text.strip()} H", Phase("", 0, PhaseKind.MOVEMENT))
    return line.order.unit if line is not None and isinstance(line.order, Hold) else None


def _given(state: State, text: str) -> Given | None:
    """`Bel = France`; `Bel = nobody` frees a centre."""
    centre, _, owner = text.partition("=")
    unit, power = _unit(state, centre), names.power(state.chart, owner)
    if unit is None or (power is None and not _is("no", owner) and owner.strip(" .").casefold() not in NOBODY):
        return None
    return Given(unit.place.province, power or "")


NOBODY = frozenset({"nobody", "none", "neutral", "ei kukaan", "ei kenenkään", "vapaa"})


# --- the game master: units too many, and in the wrong place ---


def _extra(state: State, by: Speaker, block: Block) -> RemoveExtraUnit | Unread:
    """`gm extra unit Italy F Nap because …`, `gm extra Italy built in W1901A because …`, `gm extra Italy not disbanded
    because …`."""
    said, _, why = parted(block.rest.lstrip(" :"))
    for count in range(len(said.split()), 0, -1):
        words = said.split()
        power, rest = names.power(state.chart, " ".join(words[:count])), " ".join(words[count:])
        begun = opening("about", rest) if power else None
        if power and begun is not None and begun[0] in ("built", "kept"):
            return RemoveExtraUnit(by, power, begun[0], None, names.phase(state, begun[1]), why)
    unit = _standing(state, said)
    if unit is None:
        return _unread(block, said, "gm extra unit Italy F Nap because …", "gm extra Italy built in W1901A because …",
                       "gm extra Italy not disbanded because …")  # fmt: skip
    return RemoveExtraUnit(by, unit.power, "added", unit, None, why)


def _standing(state: State, text: str) -> Unit | None:
    """The unit on the board that a text names."""
    named = _unit(state, text)
    if named is None:
        return None
    there = [*state.position.units, *(each.unit for each in state.position.dislodged)]
    fits = [
        unit for unit in there
        if unit.province == named.place.province and named.kind in (None, unit.kind)
        and named.power in (None, unit.power)
    ]  # fmt: skip
    return fits[0] if len(fits) == 1 else None


def _misplaced(state: State, by: Speaker, block: Block) -> Relocate | Unread:
    """`gm misplaced Austria A Gal rightly Vie because …`, or `rightly disbanded`."""
    said, _, why = parted(block.rest.lstrip(" :"))
    example = "gm misplaced Austria A Gal rightly Vie because …"
    head, place = _around(said, "rightly")
    unit = _standing(state, head.strip(" ,"))
    if unit is None or not place:
        return _unread(block, said, example)
    if _is("off", place):
        return Relocate(by, unit, None, why)
    rightly = _unit(state, place)
    return Relocate(by, unit, rightly.place, why) if rightly is not None else _unread(block, place, example)


def _around(text: str, entry: str) -> tuple[str, str]:
    """A text before and after a word of the section `about`."""
    words = [word for lang in LANGUAGES for word in lexicon(lang).entries("about").get(entry, ())]
    found = re.search(rf"(?<!\w)(?:{'|'.join(map(re.escape, words))})(?!\w)", text, re.IGNORECASE)
    return (text[: found.start()], text[found.end() :].strip(" :.")) if found else (text, "")


def _advice(by: Speaker, block: Block) -> TakeAdvice | Unread:
    """`gm advice 1: …`, `gm advice 1 publicly: …`."""
    head, _, first = block.rest.partition(":")
    number = first_number(head)
    if number is None:
        return _unread(block, head.strip(), "gm advice 1: …")
    return TakeAdvice(by, number, _text(first, block.body), _is("publicly", head.partition(str(number))[2]))

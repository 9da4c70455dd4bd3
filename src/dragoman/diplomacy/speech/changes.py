"""A change of one order, as people write it: `Please change my order for Paris to Picardy`. Where it can mean one order
alone, it stands in the set on file in the place of that unit's, and all others stay; else its writer is told what to
write, and nothing is changed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.commands import SubmitOrders
from dragoman.diplomacy.orders.order import Line
from dragoman.diplomacy.orders.reading import Ignored, ReadingContext, read_line, read_order
from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.speech.sets import context_of
from dragoman.diplomacy.speech.whole import left_of
from dragoman.diplomacy.state import State, ordered_province
from dragoman.game.protocol import Speaker, Unread
from dragoman.tongues.courtesies import small_words
from dragoman.tongues.lexicon import LANGUAGES, lexicon

LONGEST = 24
"""Words of a line that may be a change; a longer one is prose."""

MOST_JOINTS = 8
"""Places at which a line is tried to be parted."""


@dataclass(frozen=True, slots=True)
class Change:
    """A line that asks for a change: its number, from 1, and the order that a unit is to have (None where that cannot
    be told), and whether it only asks; `lent` is an order for a unit that is the writer's by proxy, to be sent as
    it is."""

    number: int
    text: str
    line: Line | None
    asks: bool = False
    lent: Line | None = None


def cut(state: State, power: str, named: Phase | None, text: str) -> tuple[tuple[Change, ...], str]:
    """The changes that a power asks for, and the text with their lines left empty."""
    lines = text.split("\n")
    found: list[Change] = []
    context = context_of(state, power, named) if power else None
    for index, line in enumerate(lines) if context is not None else ():
        wished = _wished(line)
        if wished is None:
            continue
        assert context is not None
        order = _order(state, power, context, wished)
        if order is None and not wished.named and all(isinstance(item, Ignored) for item in read_line(line, context)):
            continue  # prose that begins alike: "Change of plans!"
        lent = _order(state, power, context, wished, by_proxy=True)
        found.append(Change(index + 1, line.strip(), order, wished.asks, lent))
        lines[index] = ""
    return tuple(found), "\n".join(lines)


def changed(
    state: State, by: Speaker, named: Phase | None, changes: tuple[Change, ...], alone: bool
) -> tuple[tuple[SubmitOrders, ...], tuple[Unread, ...]]:
    """The set on file with these changes, or why it is left as it is; `alone` tells that the letter gives no other
    orders, beside which nobody could say which of them counts."""
    power = state.speaks_for(by.seat)
    plain = (
        alone and not any(each.asks for each in changes) and named in (None, state.phase) and not state.choices(power)
    )
    given = [each.line for each in changes if each.line is not None]
    provinces = [ordered_province(line.order) for line in given]
    if not changes or not plain or len(given) < len(changes) or len(set(provinces)) < len(provinces):
        return (), tuple(Unread("changing", each.text, each.number, "", 0, _instead(state, power, each))
                         for each in changes)  # fmt: skip
    wanted = dict(zip(provinces, given, strict=True))
    kept = [wanted.pop(ordered_province(line.order), line) for line in state.on_file(power)]
    final = state.marks.get(power) if state.on_file(power) else None
    return (SubmitOrders(by, (*kept, *wanted.values()), state.phase, final, "letter"),), ()


def _instead(state: State, power: str, change: Change) -> tuple[str, ...]:
    """What to write, as an example: the order that is meant, or one on file, or one of a unit."""
    meant = change.line or change.lent
    if meant is not None:
        return (write(meant.order),)
    on_file = [write(line.order) for line in state.on_file(power)]
    units = [f"{unit.kind.value} {unit.province.upper()} H" for unit in state.due(power).units]
    return tuple([*on_file, *units][:1])


# --- what a line wishes ---


@dataclass(frozen=True, slots=True)
class _Wish:
    """The words of a change without those that say that it is one; `order` holds nothing but an order, else it is
    found among them. `named` tells that it speaks of an order by that word."""

    words: str
    order: bool
    asks: bool
    named: bool = False


def _wished(line: str) -> _Wish | None:
    said = " ".join(line.split()).strip(" *•-")
    if not 2 < len(said.split()) <= LONGEST:
        return None
    first, *rest = (each.strip() for each in _SENTENCES.split(said))
    if not all(_says_nothing(each) for each in rest):
        return None
    asks, first = "?" in first, first.rstrip(" .!?;")
    found, ended = _before().match(first), _after().search(first)
    if found is not None and (words := first[found.end() :].strip(" :")):
        return _Wish(words, False, asks, _named().search(first[: found.end()]) is not None)
    return _Wish(first[: ended.start()].strip(" ,"), True, asks) if ended is not None else None


_SENTENCES = re.compile(r"(?<=\w\w[.!?;])\s+")


def _says_nothing(sentence: str) -> bool:
    """Whether a sentence is a courtesy, or says that all else stays as it is."""
    return left_of(sentence.strip(" .!")) == "" or _stays().fullmatch(sentence.strip(" .!")) is not None


def _order(state: State, power: str, context: ReadingContext, wish: _Wish, *, by_proxy: bool = False) -> Line | None:
    """The one order that a wish can mean, for a unit that the power has, or that was left to it."""
    for tries in (_whole,) if wish.order else (_of_two, _whole, _parted):
        orders = {write(line.order): line for line in tries(context, wish.words)}
        if orders:
            line, *others = orders.values()
            has = {unit.province for unit in state.due(power).units}
            if by_proxy:
                has = {province for proxy in state.believed(power) for province in proxy.provinces}
            return line if not others and ordered_province(line.order) in has else None
    return None


def _of_two(context: ReadingContext, words: str) -> Iterator[Line]:
    """`A Par - Bur to A Par - Pic`: the second of two orders for one unit."""
    for before, after in _joints(words):
        old, new = read_order(before, context), read_order(after, context)
        if isinstance(old, Line) and isinstance(new, Line) and _of_one(old, new):
            yield replace(new, text=after)


def _of_one(old: Line, new: Line) -> bool:
    return len(old.text.split()) > 1 and ordered_province(old.order) == ordered_province(new.order)


def _whole(context: ReadingContext, words: str) -> Iterator[Line]:
    """`Paris to Picardy`, `A Par - Pic`."""
    line = read_order(words, context)
    if isinstance(line, Line):
        yield line


def _parted(context: ReadingContext, words: str) -> Iterator[Line]:
    """`Paris: Picardy`, `Marseilles to hold`, `Pariisin Picardyyn`: the unit, and what it is to do."""
    for before, after in _joints(words):
        for text in (f"{before} {after}", f"{before} - {after}", after):
            line = read_order(text, context)
            if isinstance(line, Line) and (text != after or _about(context, before, line)):
                yield replace(line, text=text)
                break


def _about(context: ReadingContext, words: str, line: Line) -> bool:
    """Whether words before an order name its unit or none: `A Par to A Par - Gas`, `of plans: A Par - Gas`."""
    unit = read_order(f"{words} H", context)
    other = isinstance(unit, Line) and ordered_province(unit.order) != ordered_province(line.order)
    return not other and not isinstance(read_order(words, context), Line)


def _joints(words: str) -> Iterator[tuple[str, str]]:
    """A text parted at each word between, at colons, and in Finnish at any blank."""
    for found in list(_between().finditer(words))[:MOST_JOINTS]:
        before, after = words[: found.start()].strip(" ,:"), words[found.end() :].strip(" ,:")
        before = re.sub(rf"(?<![\s,])[\s,]+(?:{_writings('order')})$", "", before, flags=re.IGNORECASE)
        if before and after:
            yield before, after


# --- the words ---


def _writings(*entries: str) -> str:
    found: Iterable[str] = (each for lang in LANGUAGES for entry in entries
                            for each in lexicon(lang).entries("changing").get(entry, ()))  # fmt: skip
    return "|".join(sorted(map(re.escape, found), key=len, reverse=True))


@cache
def _before() -> re.Pattern[str]:
    """Words that ask for a change at the head of a line, and what they call an order."""
    polite, change, order = _writings("polite"), _writings("change"), _writings("order", "small")
    return re.compile(
        rf"(?:(?:{polite})[\s,]+)*(?:{change})(?![\w-])[\s:]*(?:(?:{order})(?![\w-])[\s:]*)*", re.IGNORECASE
    )


@cache
def _named() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w-])(?:{_writings('order')})(?![\w-])", re.IGNORECASE)


@cache
def _after() -> re.Pattern[str]:
    """Words at the end of an order that say that it stands in another's place."""
    return re.compile(rf"(?<![\s,])[\s,]+(?:{_writings('instead')})$", re.IGNORECASE)


@cache
def _stays() -> re.Pattern[str]:
    return re.compile(rf"(?:{_writings('stays')})(?:[\s,]+(?:{'|'.join(sorted(small_words()))}))*", re.IGNORECASE)


@cache
def _between() -> re.Pattern[str]:
    between = rf"\s*:\s*|\s+(?:{_writings('between')})\s+|\s*(?:→|->|=>)\s*|(?<=n)\s+"
    return re.compile(rf"(?<!\s)(?:{between})", re.IGNORECASE)

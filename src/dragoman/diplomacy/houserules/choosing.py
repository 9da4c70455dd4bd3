"""A choice in writing, as `--set`, preset files and votes give it: a letter and what stands in its brackets.

`"D"`, `"E first"`, `"B bottom to top"`, `"B grace=24 contact=48"`, `"C fallback"`; a number may stand without its name
if it comes in its turn. Writing a choice and reading it again gives the same choice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dragoman.diplomacy.houserules.clause import Choice, Clause, Parameter, Part, SheetError, Sort
from dragoman.game.saying import Saying, say

QUOTED = re.compile(r'"((?:[^"\\]|\\.)*)"')
NAMED = re.compile(r"([a-z][a-z ]*?)\s{0,20}=\s*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A choice as read, and what the words after it say of other settings; `filled` names the blanks that were filled,
    the others have their defaults."""

    choice: Choice
    beside: tuple[Part, ...] = ()
    filled: frozenset[str] = field(default=frozenset(), compare=False)


class _Wrong(Exception):
    """Carries a code and a saying up to `choose`."""

    def __init__(self, code: str, says: Saying) -> None:
        super().__init__(code)
        self.code, self.says = code, says


def choose(clause: Clause, written: str, key: str) -> Chosen | SheetError:
    """Read a choice in that clause. `key` is the clause as its writer named it, for telling of faults."""
    try:
        letter, rest = _letter(clause, " ".join(written.split()), key)
        beside: list[Part] = []
        values: dict[str, str] = {}
        while rest := rest.strip(" ,"):
            after = _phrase(clause, rest, beside)
            rest = _blank(clause, letter, rest, values, key) if after is None else after
    except _Wrong as wrong:
        return SheetError(wrong.code, (key,), wrong.says)
    filled = tuple((p.name, values.get(p.name, p.default)) for p in clause.blanks(letter))
    return Chosen(Choice(letter, filled), tuple(beside), frozenset(values))


def _letter(clause: Clause, written: str, key: str) -> tuple[str, str]:
    """The letter that the writing begins with, and the rest. A DATC label may be written whole (`4.A.3.b`)."""
    if not clause.alternatives:
        return "", written
    first, _, rest = written.partition(" ")
    for word in (first, first.removeprefix(f"{clause.number}."), first.rstrip(":,.")):
        if found := clause.alternative(word):
            return found.letter, rest
    letters = ", ".join(a.letter for a in clause.alternatives)
    raise _Wrong(
        "unknown-alternative",
        say("{key} has no alternative {word}; write one of {letters}", key=key, word=first or "“”", letters=letters),
    )


def _phrase(clause: Clause, rest: str, beside: list[Part]) -> str | None:
    """Take a phrase about another setting off the front; None if there is none there."""
    for phrase in sorted(clause.phrases, key=len, reverse=True):
        if re.match(rf"{re.escape(phrase)}(?![\w-])", rest, re.IGNORECASE):
            beside.append(clause.phrases[phrase])
            return rest[len(phrase) :]
    return None


def _blank(clause: Clause, letter: str, rest: str, values: dict[str, str], key: str) -> str:
    """Fill one blank from the front of the rest: `name=value`, one of its words, or the next number or text in turn."""
    blanks = clause.blanks(letter)
    if named := NAMED.match(rest):
        parameter = next((p for p in blanks if p.name == named[1].casefold()), None)
        if parameter is None:
            names = ", ".join(p.name for p in blanks) or "–"
            text = say("{key} has no value {word}; it has: {names}", key=key, word=named[1], names=names)
            raise _Wrong("unknown-value", text)
        return _fill(parameter, rest[named.end() :], values, key)
    open_blanks = [p for p in blanks if p.name not in values]
    by_word = [p for p in open_blanks if _starts_with_word(p, rest)]
    in_turn = [p for p in open_blanks[:1] if p.sort is Sort.TEXT or (p.sort is Sort.NUMBER and rest[0].isdigit())]
    if not open_blanks:
        raise _Wrong("unknown-value", say("{key}: {word} is not read; nothing more can follow", key=key, word=rest))
    if not by_word and not in_turn:
        wanted = "; ".join(_form(parameter) for parameter in open_blanks)
        raise _Wrong("unknown-value", say("{key}: {word} is not read; {wanted}", key=key, word=rest, wanted=wanted))
    return _fill((by_word or in_turn)[0], rest, values, key)


def _fill(parameter: Parameter, rest: str, values: dict[str, str], key: str) -> str:
    """Read a value for the parameter off the front of the rest."""
    found = _READERS[parameter.sort](parameter, rest)
    if found is None:
        text = say("{key}: {word} is no fit value; {wanted}", key=key, word=rest.strip(), wanted=_form(parameter))
        raise _Wrong("unfit-value", text)
    values[parameter.name], after = found
    return after


def _read_text(parameter: Parameter, rest: str) -> tuple[str, str]:
    """Text in quotation marks, or without them up to the next `name=`."""
    if quoted := QUOTED.match(rest):
        return re.sub(r"\\(.)", r"\1", quoted[1]), rest[quoted.end() :]
    more = re.search(r"(?:^|\s)[a-z]+\s*=", rest)
    end = more.start() if more else len(rest)
    return rest[:end].strip(), rest[end:]


def _read_word(parameter: Parameter, rest: str) -> tuple[str, str] | None:
    found = _starts_with_word(parameter, rest)
    return (found, rest[len(found) :]) if found else None


def _read_number(parameter: Parameter, rest: str) -> tuple[str, str] | None:
    number = re.match(r"\d{1,9}(?![^\s,])", rest)  # whoever writes more digits means no number of ours
    if not number or not parameter.low <= int(number[0]) <= parameter.high:
        return None
    return str(int(number[0])), rest[number.end() :]


_READERS: Mapping[Sort, Callable[[Parameter, str], tuple[str, str] | None]] = {
    Sort.TEXT: _read_text,
    Sort.WORD: _read_word,
    Sort.NUMBER: _read_number,
}


def _starts_with_word(parameter: Parameter, rest: str) -> str:
    """The word of a word parameter that the rest begins with, or ""."""
    longest_first = sorted(parameter.words, key=len, reverse=True)
    return next((w for w in longest_first if re.match(rf"{re.escape(w)}(?!\S)", rest, re.IGNORECASE)), "")


def _form(parameter: Parameter) -> str:
    if parameter.sort is Sort.WORD:
        return f"{parameter.name}={'|'.join(parameter.words)}"
    if parameter.sort is Sort.NUMBER:
        return f"{parameter.name}={parameter.low}–{parameter.high} ({parameter.unit})"
    return f"{parameter.name}=…"

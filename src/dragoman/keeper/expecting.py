"""What a game in a file expects is looked at while it is played: each thing that does not hold gives one clear line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from dragoman.diplomacy.orders.writing import write
from dragoman.diplomacy.polls import votes_seen
from dragoman.diplomacy.state import State
from dragoman.keeper import nomic_expecting, playfile
from dragoman.keeper.performance import Performance, Sent
from dragoman.keeper.playfile import Expected, Unplayable


class Expectations:
    """Looks at the stage each time something is expected, and remembers up to where each reader's letters were seen."""

    def __init__(self, stage: Performance) -> None:
        self._stage = stage
        self._seen: dict[str, int] = {}
        self.failures: list[str] = []

    def look(self, expected: Expected) -> None:
        """Check one expectation, now. Raises Unplayable for one that cannot be understood."""
        where = f"expect {expected.number} at {expected.at.isoformat()}"
        try:
            self.failures.extend(f"{where}: {fault}" for fault in self._faults(expected.holds))
        except (AttributeError, KeyError, TypeError, ValueError) as fault:
            raise Unplayable(f"{where}: {', '.join(expected.holds)}: not in the form that is understood") from fault

    def _faults(self, holds: Mapping[str, Any]) -> Iterator[str]:
        nomic = self._stage.script.game == "nomic"
        known = nomic_expecting.LOOKS.keys() | nomic_expecting.ABOUT if nomic else LOOKS.keys()
        unknown = sorted(holds.keys() - known - _LETTERS)
        if unknown:
            raise Unplayable(f"{unknown[0]!r} cannot be expected; there are {', '.join(sorted([*known, *_LETTERS]))}")
        if holds.keys() & _LETTERS:
            yield from self._letters(holds)
        if nomic:
            yield from nomic_expecting.faults(self._stage, {k: v for k, v in holds.items() if k not in _LETTERS})
            return
        for key, wanted in holds.items():
            if key in LOOKS:
                yield from LOOKS[key](self._stage, wanted)

    def _letters(self, holds: Mapping[str, Any]) -> Iterator[str]:
        """What is said, and what is never said, in the letters since the last look at that address."""
        to = str(holds.get("to", "")).lower()
        since, self._seen[to] = self._seen.get(to, 0), len(self._stage.sent)
        letters = [sent for sent in self._stage.sent[since:] if not to or sent.to == to]
        texts = [_plain(f"{sent.words.subject}\n{sent.words.text}") for sent in letters]
        whom = to or "anybody"
        for phrase in _listed(holds.get("says", ())):
            if not any(_plain(phrase) in text for text in texts):
                yield f"{phrase!r} is said in none of the {len(texts)} letters to {whom}"
        for phrase in _listed(holds.get("never", ())):
            for sent, text in zip(letters, texts, strict=True):
                if _plain(phrase) in text:
                    yield f"{phrase!r} is said to {whom}, in “{sent.words.subject}”"


_LETTERS = frozenset({"to", "says", "never"})


def _listed(phrases: object) -> tuple[str, ...]:
    return (phrases,) if isinstance(phrases, str) else tuple(str(phrase) for phrase in phrases)  # type: ignore[attr-defined]


def _plain(text: str) -> str:
    """Text as it is compared: no case, single spaces, no marks of quotation at the head of lines."""
    return " ".join(re.sub(r"^\| ?", "", text, flags=re.MULTILINE).split()).casefold()


# --- the state ---


def _phase(stage: Performance, wanted: Any) -> Iterator[str]:
    named = playfile.phase(wanted, stage.script.board)
    if stage.state.phase != named:
        yield f"phase is {stage.state.phase}, not {named}"


def _units(stage: Performance, wanted: Any) -> Iterator[str]:
    for power, texts in _by_power(wanted, "units"):
        named = playfile.units({power: texts}, stage.script.board)
        seat = playfile.seat(stage.script.board, power)
        yield from _differ(f"units of {seat}", stage.state.position.units_of(seat), named)


def _dislodged(stage: Performance, wanted: Any) -> Iterator[str]:
    for power, texts in _by_power(wanted, "dislodged"):
        named = playfile.units({power: texts}, stage.script.board)
        seat = playfile.seat(stage.script.board, power)
        standing = [each.unit for each in stage.state.position.dislodged if each.unit.power == seat]
        yield from _differ(f"dislodged units of {seat}", standing, named)


def _centres(stage: Performance, wanted: Any) -> Iterator[str]:
    for power, provinces in _by_power(wanted, "centers"):
        seat = playfile.seat(stage.script.board, power)
        named = playfile.owners({power: provinces}, stage.script.board)
        yield from _differ(f"centers of {seat}", stage.state.position.centres_of(seat), named)


def _orders(stage: Performance, wanted: Any) -> Iterator[str]:
    for power, texts in _by_power(wanted, "orders"):
        seat = playfile.seat(stage.script.board, power)
        standing = [write(line.order) for line in stage.state.on_file(seat)]
        yield from _differ(f"orders on file of {seat}", standing, [text.upper() for text in texts])


def _by_power(wanted: Any, key: str) -> Iterable[tuple[str, list[str]]]:
    if not isinstance(wanted, Mapping):
        raise Unplayable(f'{key} are expected by power: {key}.Austria = ["…"]')
    return wanted.items()


def _differ(what: str, standing: Iterable[object], wanted: Iterable[object]) -> Iterator[str]:
    have, want = sorted(map(str, standing)), sorted(map(str, wanted))
    if have != want:
        yield f"{what} are {', '.join(have) or 'none'}; expected {', '.join(want) or 'none'}"


def _winner(stage: Performance, wanted: Any) -> Iterator[str]:
    ending = stage.state.ending
    won = ending.powers[0] if ending is not None and ending.result == "win" else ""
    named = str(playfile.seat(stage.script.board, wanted)) if wanted else ""
    if won != named:
        yield f"winner is {won or 'nobody'}, not {named or 'nobody'}"


def _stage(stage: Performance, wanted: Any) -> Iterator[str]:
    if stage.state.stage.value != wanted:
        yield f"stage is {stage.state.stage.value}, not {wanted}"


def _seats(stage: Performance, wanted: Any) -> Iterator[str]:
    for name, address in wanted.items():
        seat = playfile.seat(stage.script.board, name)
        person = stage.state.seats.get(seat)
        holder = stage.people.address(person) if person is not None else ""
        if holder != str(address or "").lower():
            yield f"seat {seat} is held by {holder or 'nobody'}, not by {address or 'nobody'}"


def _deadline(stage: Performance, wanted: Any) -> Iterator[str]:
    standing = stage.state.deadline if stage.state.paused is None else None
    named: datetime | None = playfile.when(wanted, stage.script.start, "deadline") if wanted else None
    if standing != named:
        yield f"deadline is {_said(standing)}, not {_said(named)}"


def _said(moment: datetime | None) -> str:
    return moment.isoformat() if moment is not None else "not set"


def _disorder(stage: Performance, wanted: Any) -> Iterator[str]:
    """Which powers are in civil disorder, all of them."""
    named = [playfile.seat(stage.script.board, name) for name in wanted]
    yield from _differ("powers in civil disorder", stage.state.roster.disorder, named)


def _rules(stage: Performance, wanted: Any) -> Iterator[str]:
    for clause, choice in wanted.items():
        standing = str(stage.state.sheet.choice(clause))
        if standing != choice and standing.partition(" ")[0] != choice:
            yield f"rule {clause} is {standing}, not {choice}"


def _votes(stage: Performance, wanted: Any) -> Iterator[str]:
    """How votes stand by their numbers: `votes = { 1 = "carried" }`."""
    standing = {f"{vote.number}": vote.outcome for vote in votes_seen(stage.state, None)}
    for number, outcome in wanted.items():
        if standing.get(str(number)) != outcome:
            yield f"vote {number} is {standing.get(str(number), 'not there')}, not {outcome}"


LOOKS: dict[str, Callable[[Performance, Any], Iterator[str]]] = {
    "phase": _phase,
    "units": _units,
    "dislodged": _dislodged,
    "centers": _centres,
    "centres": _centres,
    "orders": _orders,
    "winner": _winner,
    "stage": _stage,
    "seats": _seats,
    "deadline": _deadline,
    "disorder": _disorder,
    "rules": _rules,
    "votes": _votes,
}


def played(stage: Performance, until: datetime | None = None) -> tuple[str, ...]:
    """Play the script, and look at each expectation at its time; what did not hold, a line each. Raises Unplayable."""
    expectations = Expectations(stage)
    stage.open()
    for at, _, act in _course(stage, expectations):
        if until is not None and at > until:
            break
        stage.until(at)
        act()
    if until is not None:
        stage.until(until)
    return tuple(expectations.failures)


def _course(stage: Performance, expectations: Expectations) -> list[tuple[datetime, int, Callable[[], None]]]:
    """Letters and expectations by time; at one time letters come first, each kind in the order of the file."""
    letters = [(each.at, 0, _writing(stage, each)) for each in stage.script.letters]
    looks = [(each.at, 1, _looking(expectations, each)) for each in stage.script.expected]
    return sorted([*letters, *looks], key=lambda step: step[:2])


def _writing(stage: Performance, letter: playfile.Written) -> Callable[[], None]:
    return lambda: stage.write(letter)


def _looking(expectations: Expectations, expected: Expected) -> Callable[[], None]:
    return lambda: expectations.look(expected)


__all__ = ["Expectations", "Sent", "State", "played"]

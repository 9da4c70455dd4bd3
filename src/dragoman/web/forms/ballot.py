"""A ballot as a form: lines in order, the dearest first, each with its votes; what else there is to vote for; and how
many votes are left. The lines travel with the form, so that their order can be changed without a script, and nothing is
cast before it is sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from dragoman.diplomacy.boxes import PollSeen
from dragoman.diplomacy.democracy import telling
from dragoman.diplomacy.democracy.ballots import BallotLine
from dragoman.diplomacy.democracy.options import Option, offered, option
from dragoman.diplomacy.sight import View
from dragoman.web import says

MOST_VOTES = 9999


@dataclass(frozen=True, slots=True)
class Choice:
    """Something to vote for: `value` as it is written, `label` in words."""

    value: str
    label: str


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the ballot."""

    choice: Choice
    votes: int


@dataclass(frozen=True, slots=True)
class Contest:
    """What is voted on for one power."""

    power: str
    builds: int
    choices: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class Paper:
    """The form. `added` says that something was just put on it, `cast` that it is as it lies in the box."""

    votes: int
    lines: tuple[Line, ...]
    contests: tuple[Contest, ...]
    cast: bool = False

    @property
    def given(self) -> int:
        return sum(line.votes for line in self.lines)

    @property
    def left(self) -> int:
        """Votes still to be given; below zero where there are too many."""
        return self.votes - self.given

    @property
    def over(self) -> int:
        return max(-self.left, 0)


def paper(view: View, poll: PollSeen, sent: Mapping[str, Sequence[str]] | None = None) -> Paper:
    """The form as it was sent, or, where nothing was, as the ballot lies in the box."""
    cast = poll.fitted.lines if poll.fitted is not None else ()
    lines = tuple(Line(_choice(view, each.option), each.votes) for each in cast)
    if sent is not None:
        lines = _changed(view, poll, sent)
    taken = {line.choice.value for line in lines}
    contests = (
        Contest(
            contest.power,
            contest.builds,
            tuple(
                _choice(view, each)
                for centre in contest.centres
                for each in offered(view.chart, centre)
                if str(each) not in taken
            ),
        )
        for contest in poll.contests
    )
    return Paper(poll.votes or 0, lines, tuple(each for each in contests if each.choices), sent is None)


def _choice(view: View, choice: Option) -> Choice:
    return Choice(str(choice), telling.choice(view.chart, choice, says.lang()))


def known(view: View, poll: PollSeen) -> dict[str, Option]:
    """Everything that can be voted for, by its writing."""
    found = (each for contest in poll.contests for centre in contest.centres for each in offered(view.chart, centre))
    return {str(each): each for each in found}


def _changed(view: View, poll: PollSeen, sent: Mapping[str, Sequence[str]]) -> tuple[Line, ...]:
    """The lines as sent, with what was added, moved or dropped by a button."""
    choices = known(view, poll)
    lines = [
        Line(_choice(view, choices[value]), _number(votes))
        for value, votes in zip(sent.get("choice", ()), sent.get("votes", ()), strict=False)
        if value in choices
    ]
    new = next(iter(sent.get("new", ())), "")
    if new in choices and new not in {line.choice.value for line in lines}:
        lines.append(Line(_choice(view, choices[new]), _number(next(iter(sent.get("new-votes", ())), ""))))
    deed, _, at = next(iter(sent.get("deed", ())), "").partition("-")
    if deed in ("up", "down", "drop") and at.isdecimal() and int(at) < len(lines):
        lines = _moved(lines, deed, int(at))
    return tuple(lines)


def _moved(lines: list[Line], deed: str, at: int) -> list[Line]:
    line, rest = lines[at], [*lines[:at], *lines[at + 1 :]]
    if deed == "drop":
        return rest
    to = max(at - 1, 0) if deed == "up" else min(at + 1, len(rest))
    return [*rest[:to], line, *rest[to:]]


def _number(text: str) -> int:
    plain = text.strip()
    return min(int(plain), MOST_VOTES) if plain.isdecimal() else 0


def misread(sent: Mapping[str, Sequence[str]]) -> str:
    """The first number of votes as sent that is none, or an empty text. A field left empty gives no votes."""
    said = (text.strip() for text in (*sent.get("votes", ()), *sent.get("new-votes", ())))
    return next((text for text in said if text and not text.isdecimal()), "")


def lines(filled: Paper) -> tuple[BallotLine, ...]:
    """The ballot that a form makes."""
    return tuple(BallotLine(option(line.choice.value), line.votes) for line in filled.lines)


def tied(view: View, poll: PollSeen) -> tuple[Choice, ...]:
    """The choices among which this seat is asked to choose."""
    return tuple(_choice(view, each) for each in poll.asked.get(view.seat or "", ()))

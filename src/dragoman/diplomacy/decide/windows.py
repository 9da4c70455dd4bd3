"""How long a ruling is open to correction (VIII.1), and what may be corrected even then (F.4)."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from dragoman.diplomacy.state import Stage, State
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say


@dataclass(frozen=True, slots=True)
class Window:
    """The time in which a ruling can be corrected. `letter` is VIII.1's; `hours` when its hours have passed;
    `overtaken` that another adjudication has been published; `due` when the next one is, or was, due (None: nobody
    knows)."""

    letter: str
    hours: datetime
    overtaken: bool
    due: datetime | None
    over: bool

    def stands(self, now: datetime, reported: datetime) -> bool:
        """Whether the ruling stands at that moment, though an error was reported then."""
        match self.letter:
            case "A":
                return self.overtaken or now > self.hours
            case "B":
                return self.overtaken
            case _:
                if self.due is None:
                    return self.over and reported > self.hours
                return reported > max(self.hours, self.due)

    def closes(self) -> datetime | None:
        """When it closes by the clock, as far as that is known."""
        match self.letter:
            case "A":
                return min(self.hours, self.due) if self.due is not None else self.hours
            case "B":
                return self.due
            case _:
                return max(self.hours, self.due) if self.due is not None else self.hours if self.over else None

    @property
    def clause(self) -> str:
        return f"VIII.1.{self.letter}"


def window(state: State, index: int) -> Window:
    """The window of the ruling of that turn. What was adjudicated in one go with it is no other adjudication."""
    turn = state.turns[index]
    choice = state.sheet.choice("VIII.1")
    following = next((each for each in state.turns[index + 1 :] if each.out > turn.out), None)
    over = state.stage in (Stage.OVER, Stage.CLOSED)
    standing = None if state.paused is not None or over else state.deadline
    return Window(
        letter=choice.letter,
        hours=turn.at + timedelta(hours=int(dict(choice.values).get("hours", 0))),
        overtaken=following is not None,
        due=following.deadline if following is not None else standing,
        over=over,
    )


def reported(state: State, index: int, now: datetime) -> datetime:
    """When an error of that ruling was first reported: by a claim that came in time, or now by the game master."""
    claims = [each.at for each in state.corrections.claims if each.phase == state.turns[index].phase and not each.late]
    return min([*claims, now])


def stands(state: State, index: int, now: datetime, at: datetime) -> Refusal | None:
    """Why nothing about a ruling is corrected any more, though it was reported `at` that moment."""
    found = window(state, index)
    if not found.stands(now, at):
        return None
    text = say(
        "{phase_ruled} was adjudicated on {time_ruled}; it is too late to correct it, and what was published stands.",
        phase_ruled=state.turns[index].phase, time_ruled=state.turns[index].at.isoformat(),
    )  # fmt: skip
    return Refusal("stands", text, found.clause, str(state.turns[index].phase))

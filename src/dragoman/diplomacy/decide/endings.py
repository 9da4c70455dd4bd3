"""What is published instead of an adjudication, or ends the game with it: votes carried (IX.1–IX.3, F.16), years in
which nothing changes hands (IX.2), the last year, and the game master's word."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from msgspec import structs

from dragoman.ballots.endings import Ranking, final_places, winners
from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.decide import votes
from dragoman.diplomacy.decide.rules import enacted
from dragoman.diplomacy.events import Event, GameEnded, GameWon, VoteClosed, VoteOpened
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.state import State, Turn, Vote
from dragoman.diplomacy.state.endings import leaders, standing, unchanged_years, year_done


def decided(state: State, now: datetime) -> tuple[Event, ...]:
    """The votes that are due counted, and what they bring about: the end of the game, or other rules.

    Where they do, that is published instead of the adjudication (IX.4); a vote that fails is told together with it.
    """
    due = votes.due(state, now)
    closed = [votes.counted(state, vote, now) for vote in due]
    carried = [vote for vote, each in zip(due, closed, strict=True) if each.carried]
    ended = _ended_by_vote(state, carried, now) or _stalemate(state, due, carried, now)
    if ended is not None:
        return *closed, ended
    return tuple(_with_changes(state, closed))


def _with_changes(state: State, closed: Sequence[VoteClosed]) -> list[Event]:
    """The counts, each change of rules that was carried made in its turn. Of two that cannot stand together the one
    proposed first is made."""
    events: list[Event] = []
    for each in closed:
        vote = state.votes[each.number]
        if vote.about != votes.RULES or not each.carried:
            events.append(each)
            continue
        changed = enacted(state, vote, each.at)
        if isinstance(changed, tuple):
            events.append(structs.replace(each, void=changed))
            continue
        events.append(each)
        if changed is not None:
            events.append(changed)
            state = evolve(state, changed)
    return events


# --- votes on the end ---


def _ended_by_vote(state: State, carried: Sequence[Vote], now: datetime) -> GameEnded | None:
    """The end that was voted for. Of several carried at once F.16.several says what they come to."""
    endings = [vote for vote in carried if vote.about == votes.ENDING]
    if not endings:
        return None
    letter = state.sheet.letter("F.16.several")
    counting = endings[:1] if letter == "A" else endings
    rankings = [Ranking(vote.places) for vote in counting]
    won = winners(rankings, first_only=letter == "C")
    forms = {"win": "concession"}
    return GameEnded(
        at=now,
        result="win" if len(won) == 1 else "draw",
        powers=won,
        cause=forms.get(counting[0].form, counting[0].form) if len(counting) == 1 else "several",
        proposals=tuple(vote.number for vote in counting),
        places=final_places(rankings, _standing(state), first_only=letter == "C"),
    )


def _stalemate(state: State, due: Sequence[Vote], carried: Sequence[Vote], now: datetime) -> GameEnded | None:
    """IX.2.B: the draw of all survivors, unless all voted to go on."""
    asked = next((vote for vote in due if vote.about == votes.GOING_ON and vote not in carried), None)
    return _drawn(state, now, "stalemate", proposals=(asked.number,)) if asked is not None else None


def _drawn(state: State, now: datetime, cause: str, why: str = "", proposals: tuple[int, ...] = ()) -> GameEnded:
    """A draw of all survivors."""
    won = survivors(state)
    return GameEnded(
        at=now,
        result="win" if len(won) == 1 else "draw",
        powers=won,
        why=why,
        cause=cause,
        proposals=proposals,
        places=final_places([Ranking((won,))], _standing(state)) if won else _standing(state),
    )


def declared(state: State, now: datetime, why: str) -> GameEnded:
    """IX.2.A: the draw that the game master declares."""
    return _drawn(state, now, "declared", why)


def survivors(state: State) -> tuple[str, ...]:
    """The players remaining; where nobody plays any more, the powers that are left."""
    there = tuple(p for p in state.powers() if state.position.units_of(p) or state.position.centres_of(p))
    return tuple(sorted(state.remaining() or there))


def _standing(state: State) -> tuple[tuple[str, ...], ...]:
    return standing(state.position, state.turns, state.powers())


# --- the course of play ---


def won(state: State, ruling: Ruling, winner: str, now: datetime) -> tuple[Event, ...]:
    """One power has the centres that win. `state` is as the ruling left it."""
    centres = len(ruling.after.centres_of(winner))
    places = final_places([Ranking(((winner,),))], _standing(state))
    ended = GameEnded(at=now, result="win", powers=(winner,), cause="centres", places=places)
    return GameWon(at=now, power=winner, centres=centres), ended


def last_year(state: State, now: datetime) -> tuple[Event, ...]:
    """IX.2.last: the end of the game, if the ruling that the state comes from has closed its last year."""
    choice = state.sheet.choice("IX.2.last")
    turn = state.turns[-1]
    if choice.letter == "A" or not year_done(state.chart, turn.ruling) or turn.phase.year < choice.number("year"):
        return ()
    if choice.letter == "B":
        return (_drawn(state, now, "year"),)
    best = leaders(state.position)
    if not best:
        return (_drawn(state, now, "year"),)
    places = final_places([Ranking((best,))], _standing(state))
    result = "win" if len(best) == 1 else "draw"
    return (GameEnded(at=now, result=result, powers=best, cause="year", places=places),)


def still(before: Sequence[Turn], after: State, now: datetime) -> tuple[Event, ...]:
    """IX.2.B: so many years without a change are over, and the players are asked whether they go on; again after as
    many more."""
    choice = after.sheet.choice("IX.2")
    years = unchanged_years(after.chart, after.turns)
    if (
        choice.letter != "B"
        or not years
        or years % choice.number("years")
        or years == unchanged_years(after.chart, before)
    ):
        return ()
    if any(vote.open and vote.about == votes.GOING_ON for vote in after.votes.values()):
        return ()
    number = len(after.votes) + 1
    return (VoteOpened(at=now, number=number, seat="", about=votes.GOING_ON, terms=votes.terms(after)),)

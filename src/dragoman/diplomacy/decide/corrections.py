"""Errors claimed, decided and put right (VIII): what is corrected, when it is too late, and how the game goes on.

The automatic referee adjudicates a phase anew when an error in it is claimed, and corrects what comes out otherwise; a
human game master decides. Nothing is erased by a correction, and every order that was sent stays on file.
"""

from __future__ import annotations

from datetime import datetime
from typing import assert_never

from dragoman.diplomacy.adjudication.amending import Change, Misfit, Reordered, edited, open_retreats, relocated
from dragoman.diplomacy.adjudication.verdict import Ruling
from dragoman.diplomacy.commands import (
    AskReview,
    ClaimError,
    CorrectionDeed,
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
from dragoman.diplomacy.decide import endings, extra_units, opening, polls, turn
from dragoman.diplomacy.decide.claims import closed, game_master_only, not_running
from dragoman.diplomacy.decide.keeping import decider
from dragoman.diplomacy.decide.orders import known_phase, ruled_phase
from dragoman.diplomacy.decide.windows import reported, stands, window
from dragoman.diplomacy.events import (
    AdviceTaken,
    ErrorAnswered,
    ErrorClaimed,
    Event,
    HoldingSet,
    PhasesTakenBack,
    PositionEdited,
    ReviewAsked,
    RulingAmended,
    RulingCorrected,
    recorded,
)
from dragoman.diplomacy.events.corrections import change_record
from dragoman.diplomacy.state import Claim, Stage, State
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import Seat

Outcome = tuple[Event, ...] | Refusal

LONGEST = 5_000
"""Characters of a claim, a plea or a reason."""


def decide(state: State, command: CorrectionDeed, now: datetime) -> Outcome:
    """What comes of it. Players claim and ask for a review; all else is the game master's."""
    refused = closed(state) or _too_long(command)
    if refused:
        return refused
    match command:
        case ClaimError():
            return _claim(state, command, now)
        case AskReview():
            return _review(state, command, now)
        case _:
            return game_master_only(command.by) or _office(state, command, now)


def _office(
    state: State,
    command: UpholdRuling | TakeAdvice | CorrectRuling | RollBack | EditPosition | RemoveExtraUnit | Relocate
    | HoldResults | ReleaseResults,
    now: datetime,
) -> Outcome:  # fmt: skip
    match command:
        case UpholdRuling():
            return _uphold(state, command, now)
        case TakeAdvice():
            return _advised(state, command, now)
        case CorrectRuling():
            return _begun(state) or _correct(state, command, now)
        case RollBack():
            return _begun(state) or _roll_back(state, command, now)
        case EditPosition(changes=changes, why=why):
            return _may_edit(state, why) or _edit(state, command.by.seat or "", changes, why, now)
        case RemoveExtraUnit():
            return _may_edit(state, command.why) or _extra(state, command, now)
        case Relocate():
            return _may_edit(state, command.why) or _relocate(state, command, now)
        case HoldResults(held=held):
            return not_running(state) or _hold(state, held, now)
        case ReleaseResults():
            return not_running(state) or _release(state, command, now)
        case _:
            assert_never(command)


def _too_long(command: CorrectionDeed) -> Refusal | None:
    words = getattr(command, "text", "") or getattr(command, "why", "")
    if len(words) <= LONGEST:
        return None
    return Refusal("too-long", say("That may have {most} characters; nothing was recorded.", most=LONGEST))


def _begun(state: State) -> Refusal | None:
    """Nothing has been ruled upon before play begins; a game that ended otherwise than by a ruling stays ended."""
    if state.stage is Stage.OVER and state.ending is not None and state.ending.by_ruling:
        return None
    return not_running(state)


def _misfit(fault: Misfit) -> Refusal:
    return Refusal(fault.code, fault.says, fault.clause)


# --- claiming ---


def _claim(state: State, command: ClaimError, now: datetime) -> Outcome:
    refused = _may_not_claim(state, command)
    if refused:
        return refused
    phase = command.phase or state.turns[-1].phase
    index = state.turn_of(phase)
    assert index is not None, "the phase is known to have been adjudicated"
    late = stands(state, index, now, now)
    if late and state.sheet.letter("F.4") != "B":
        return late
    claimed = ErrorClaimed(
        at=now,
        number=len(state.corrections.claims) + 1,
        person=command.by.person,
        seat=command.by.seat or "",
        phase=recorded.phase_record(phase),
        text=command.text.strip(),
        late=late is not None,
    )
    if state.moderated():
        return (claimed,)
    return claimed, *_re_examined(opening.folded(state, (claimed,)), index, claimed.number, now)


def _may_not_claim(state: State, command: ClaimError) -> Refusal | None:
    if command.by.seat not in state.chart.powers:
        return Refusal("no-power", say("Only those who play a power can claim an error."), "VIII.1")
    if not command.text.strip():
        text = say("Say what is wrong: “error in S1901M: A Vie should have …”.")
        return Refusal("nothing-claimed", text, "VIII.1")
    return _begun(state) or known_phase(state, command.phase)


def _re_examined(state: State, index: int, number: int, now: datetime) -> tuple[Event, ...]:
    """The automatic referee adjudicates the phase anew, from the orders that it was adjudicated by."""
    ruling = turn.ruled(state.as_ruled(index))
    if _fate(ruling) == _fate(state.turns[index].ruling):
        return (ErrorAnswered(at=now, number=number, outcome="stands", by="referee"),)
    clause = _allowed(state, index, ruling, now)
    if isinstance(clause, Refusal):
        return (ErrorAnswered(at=now, number=number, outcome="stands", by="referee", why=clause.clause),)
    return _corrected(state, index, ruling, RulingCorrected(
        at=now, ruling=recorded.ruling_record(ruling), by="referee", claims=(number,), clause=clause,
        judged_by=turn.JUDGE,
    ))  # fmt: skip


def _fate(ruling: Ruling) -> object:
    """What makes a ruling another one: what became of orders and units, not which clause is named for it."""
    verdicts = [(v.power, v.text, v.unit, v.outcome, v.dislodged) for v in ruling.verdicts]
    return verdicts, ruling.after, ruling.retreats, ruling.removed, ruling.built, ruling.winner


# --- reviews (VIII.4) ---


def _review(state: State, command: AskReview, now: datetime) -> Outcome:
    mine = state.corrections.of(Seat(command.by.seat or ""))
    number = command.number or len(mine)
    if not 1 <= number <= len(mine):
        return Refusal("no-such-claim", say("You have claimed no error with the number {number}.", number=number))
    claim = mine[number - 1]
    if claim.review is not None:
        text = say("Your claim {number} has been brought for review already; the decision is final.", number=number)
        return Refusal("final", text, "VIII.4")
    if claim.outcome != "stands":
        text = say("A review is for a claim that was refused; yours with the number {number} was not.", number=number)
        return Refusal("not-refused", text, "VIII.4")
    by = command.by
    return (ReviewAsked(at=now, number=claim.number, person=by.person, seat=by.seat or "", why=command.why.strip()),)


def _known(state: State, number: int) -> Claim | Refusal:
    claim = state.corrections.claim(number)
    return claim or Refusal("no-such-claim", say("No error has been claimed with the number {number}.", number=number))


def _uphold(state: State, command: UpholdRuling, now: datetime) -> Outcome:
    """A claim is refused, or after a review refused finally."""
    claim = _known(state, command.number)
    if isinstance(claim, Refusal):
        return claim
    if not claim.open:
        return Refusal("decided", say("Claim {number} has been decided already.", number=command.number))
    if not command.why.strip():
        text = say("Say why: “gm error {number} stands because …”.", number=command.number)
        return Refusal("no-reason", text)
    return (
        ErrorAnswered(at=now, number=claim.number, outcome="stands", by=decider(command.by), why=command.why.strip()),
    )


def _advised(state: State, command: TakeAdvice, now: datetime) -> Outcome:
    claim = _known(state, command.number)
    if isinstance(claim, Refusal):
        return claim
    if not command.text.strip():
        text = say("Say whom or what you asked, and what came of it: “gm advice {number}: …”.", number=command.number)
        return Refusal("no-reason", text, "VIII.4")
    return (AdviceTaken(at=now, number=claim.number, text=command.text.strip(), public=command.public),)


# --- correcting ---


def _correct(state: State, command: CorrectRuling, now: datetime) -> Outcome:
    """Correct a ruling, or amend one that waits for its release."""
    if command.phase is None:
        text = say("Name the phase: “gm correct {code}: A Vie - Gal succeeds because …”.", code=_last(state))
        return Refusal("phase-missing", text)
    if not command.why.strip():
        return Refusal("no-reason", say("Say why: “gm correct {code}: … because …”.", code=command.phase))
    if command.phase == state.phase and state.stage is Stage.RUNNING:
        return _amend(state, command, now)
    refused = known_phase(state, command.phase)
    if refused:
        return refused
    index = state.turn_of(command.phase)
    assert index is not None, "the phase is known to have been adjudicated"
    was = state.as_ruled(index)
    ruling = turn.ruled_with(was, (*was.corrections.amendments, *command.changes))
    if isinstance(ruling, Misfit):
        return _misfit(ruling)
    if _fate(ruling) == _fate(state.turns[index].ruling):
        text = say("{phase_ruled} comes to the same, adjudicated so; nothing was changed.", phase_ruled=command.phase)
        return Refusal("no-difference", text)
    clause = _allowed(state, index, ruling, now)
    if isinstance(clause, Refusal):
        return clause
    return _corrected(state, index, ruling, RulingCorrected(
        at=now, ruling=recorded.ruling_record(ruling), by=decider(command.by), why=command.why.strip(),
        changes=tuple(map(change_record, (*was.corrections.amendments, *command.changes))),
        claims=tuple(each.number for each in state.corrections.waiting(command.phase)), clause=clause,
        judged_by=turn.JUDGE,
    ))  # fmt: skip


def _last(state: State) -> str:
    return str(state.turns[-1].phase if state.turns else state.phase)


def _allowed(state: State, index: int, ruling: Ruling, now: datetime) -> str | Refusal:
    """The clause that lets a ruling be corrected now. F.4.B: one that stands, where that disturbs nothing: the position
    stays as it is, or nothing has been adjudicated since."""
    refused = stands(state, index, now, reported(state, index, now))
    found = window(state, index)
    if refused is None:
        return found.clause
    old = state.turns[index].ruling
    harmless = (ruling.after, ruling.winner) == (old.after, old.winner) or not found.overtaken
    return "F.4.B" if harmless and state.sheet.letter("F.4") == "B" else refused


def _corrected(state: State, index: int, ruling: Ruling, event: RulingCorrected) -> tuple[Event, ...]:
    """The correction, and how the game goes on from it: with the end, or with a deadline anew."""
    old = state.turns[index].ruling
    if (ruling.after, ruling.winner, ruling.retreats) == (old.after, old.winner, old.retreats):
        return (event,)
    after = opening.folded(state, (event,))
    if ruling.winner is not None:
        return event, *endings.won(after, ruling, ruling.winner, event.at)
    if ended := endings.last_year(after, event.at):
        return event, *ended
    still = endings.still(state.turns[:index], after, event.at)
    return event, *_goes_on(after, event.at, "corrected"), *still


def _goes_on(state: State, now: datetime, cause: str) -> tuple[Event, ...]:
    """The phase that comes has its whole time, in a pause from its end; builds that no vote stands for are voted on
    (D.1)."""
    begins = state.paused or now
    voted = any(each.phase == state.phase for each in state.polls)
    asked = () if voted else polls.on_builds(state, begins, now)
    return asked or (turn.next_deadline(state, begins, now, cause),)


def _amend(state: State, command: CorrectRuling, now: datetime) -> Outcome:
    if state.corrections.held is None:
        text = say("{phase_now} has not been adjudicated yet; “gm preview” shows what is on file.",
                   phase_now=state.phase)  # fmt: skip
        return Refusal("phase-ahead", text)
    before = state.corrections.amendments
    ruling = turn.ruled_with(state, (*before, *command.changes))
    if isinstance(ruling, Misfit):
        return _misfit(ruling)
    if _fate(ruling) == _fate(turn.ruled(state)):
        text = say("{phase_ruled} comes to the same, adjudicated so; nothing was changed.", phase_ruled=state.phase)
        return Refusal("no-difference", text)
    changes = tuple(map(change_record, command.changes))
    phase = recorded.phase_record(state.phase)
    return (RulingAmended(at=now, phase=phase, changes=changes, why=command.why.strip()),)


# --- taking back ---


def _roll_back(state: State, command: RollBack, now: datetime) -> Outcome:
    if command.phase is None:
        text = say("Name the phase: “gm rollback to {code} because …”.", code=_last(state))
        return Refusal("phase-missing", text)
    if not command.why.strip():
        text = say("Say why: “gm rollback to {code} because …”.", code=command.phase)
        return Refusal("no-reason", text)
    index = state.turn_of(command.phase)
    if index is None:
        return known_phase(state, command.phase) or Refusal("no-such-phase", say("There is nothing to take back."))
    refused = stands(state, index, now, reported(state, index, now))
    if refused:
        return refused
    back = PhasesTakenBack(
        at=now,
        phase=recorded.phase_record(command.phase),
        by="gm",
        why=command.why.strip(),
        claims=tuple(each.number for each in state.corrections.claims if each.open and _from(state, each, index)),
        clause=window(state, index).clause,
    )
    after = opening.folded(state, (back,))
    return back, *_goes_on(after, now, "taken-back")


def _from(state: State, claim: Claim, index: int) -> bool:
    """Whether a claim is about what is taken back."""
    at = state.turn_of(claim.phase)
    return at is not None and at >= index


# --- the position ---


def _may_edit(state: State, why: str) -> Refusal | None:
    if not why.strip():
        return Refusal("no-reason", say("Say why: “gm edit: remove F Lon; add England A Lon: …”."))
    if state.corrections.held is not None:
        text = say("The result of {phase_now} waits for its release: “gm correct {phase_now} …” amends it.",
                   phase_now=state.phase)  # fmt: skip
        return Refusal("held", text)
    return not_running(state)


def _edit(
    state: State, by: str, changes: tuple[Change, ...], why: str, now: datetime, clause: str = ""
) -> Outcome:  # fmt: skip
    if not changes or any(isinstance(change, Reordered) for change in changes):
        text = say("Say what is to be changed: “remove F Lon”, “add England A Lon”, “centre Bel = France”.")
        return Refusal("nothing-to-edit", text)
    after = edited(state.chart, state.position, changes)
    if isinstance(after, Misfit):
        return _misfit(after)
    if after == state.position:
        return Refusal("no-difference", say("The position is so already; nothing was changed."))
    retreats = open_retreats(state.chart, after)
    edit = PositionEdited(
        at=now,
        position=recorded.position_record(after),
        changes=tuple(map(change_record, changes)),
        by=by,
        why=why.strip(),
        retreats=tuple((at, tuple(map(str, places))) for at, places in retreats),
        clause=clause,
    )
    return (edit,)


def _extra(state: State, command: RemoveExtraUnit, now: datetime) -> Outcome:
    found = extra_units.noted_or_unit(state, command, now)
    if isinstance(found, Refusal | tuple):
        return found
    return _edit(state, command.by.seat or "", (found,), command.why, now, "VIII.2.B")


def _relocate(state: State, command: Relocate, now: datetime) -> Outcome:
    changes = relocated(state.position, command.unit, command.rightly)
    if isinstance(changes, Misfit):
        return _misfit(changes)
    return _edit(state, command.by.seat or "", changes, command.why, now, "VIII.3")


# --- results that wait for their release ---


def _hold(state: State, held: bool, now: datetime) -> Outcome:
    if not state.moderated():
        return Refusal("no-gm", say("No human game master presides in this game."))
    if held is state.corrections.holding:
        text = say("Results wait for your release already.") if held else say("Results are published at once already.")
        return Refusal("so-already", text)
    if not held and state.corrections.held is not None:
        text = say("A result waits: “gm release {code}” first.", code=state.phase)
        return Refusal("held", text)
    return (HoldingSet(at=now, held=held),)


def _release(state: State, command: ReleaseResults, now: datetime) -> Outcome:
    if command.phase is None:
        return Refusal("phase-missing", say("Name the phase: “gm release {code}”.", code=state.phase))
    refused = ruled_phase(state, command.phase)
    if refused:
        return refused
    if state.corrections.held is None:
        text = say("No result waits for its release; “gm process {code}” adjudicates.", code=state.phase)
        return Refusal("not-held", text)
    return turn.adjudicated(state, now, "gm")


__all__ = ["decide"]

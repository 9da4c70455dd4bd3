"""What a seat is told of errors: that one was claimed, what was decided, what was corrected or taken back; and of
results that wait, and of conduct."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dragoman.diplomacy.commands import (
    AskReview,
    BlockMail,
    Caution,
    ClaimError,
    ConductDeed,
    CorrectionDeed,
    CorrectRuling,
    EditPosition,
    Expel,
    HoldResults,
    ReleaseResults,
    Relocate,
    RemoveExtraUnit,
    ReportConduct,
    RollBack,
    TakeAdvice,
    UpholdRuling,
)
from dragoman.diplomacy.events import (
    AdviceTaken,
    ConductEvent,
    ConductReported,
    CorrectionEvent,
    ErrorAnswered,
    ErrorClaimed,
    Event,
    ExtraUnitNoted,
    HoldingSet,
    MailBlocked,
    PhaseHeld,
    PhasesTakenBack,
    PlayerCautioned,
    PlayerExpelled,
    PositionEdited,
    ReviewAsked,
    RulingAmended,
    RulingCorrected,
    recorded,
)
from dragoman.diplomacy.records import ClaimSeen
from dragoman.diplomacy.report.bodies import AnyBody
from dragoman.diplomacy.report.news import ConductNews, Corrected, ErrorNews
from dragoman.diplomacy.report.parts import file_of, head_of, next_of
from dragoman.diplomacy.report.pieces import ClaimTold
from dragoman.diplomacy.report.results import results
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Stage
from dragoman.game.saying import Saying, filled, say
from dragoman.game.seats import GM


def claim_told(claim: ClaimSeen) -> ClaimTold:
    return ClaimTold(
        claim.number,
        recorded.phase_record(claim.phase),
        claim.text,
        claim.seat,
        claim.at,
        claim.outcome,
        claim.by,
        claim.why,
        claim.late,
        claim.pleads,
        tuple(each.text for each in claim.advice),
        claim.closes,
        claim.open,
    )


def correction_told(view: View, event: CorrectionEvent, events: Sequence[Event]) -> Iterator[AnyBody]:
    """What an event about errors means to the view's seat."""
    match event:
        case ErrorClaimed() | ReviewAsked():
            yield from _claimed(view, event, events)
        case ErrorAnswered():
            yield from _answered(view, event)
        case AdviceTaken(public=True, text=text, number=number):
            yield from _advice(view, number, text)
        case RulingCorrected(claims=claims):
            yield _corrected(view, event)
            yield from _answered_by(view, claims, event)
        case PhasesTakenBack(claims=claims):
            yield _taken_back(view, event)
            yield from _answered_by(view, claims, event)
        case PositionEdited():
            yield Corrected(
                head=head_of(view), change="edited", phase=event.position.phase, why=event.why, clause=event.clause,
                changes=event.changes, position=event.position, next=next_of(view), file=file_of(view),
            )  # fmt: skip
        case ExtraUnitNoted(power=power, why=why):
            phase = recorded.phase_record(view.phase)
            yield Corrected(
                head=head_of(view), change="extra", phase=phase, why=why, clause="VIII.2.A", whose=power
            )  # fmt: skip
        case AdviceTaken() | HoldingSet() | PhaseHeld() | RulingAmended():
            return


def _claimed(view: View, event: ErrorClaimed | ReviewAsked, events: Sequence[Event]) -> Iterator[ErrorNews]:
    if view.seat == GM:
        change = "claimed" if isinstance(event, ErrorClaimed) else "review"
        for claim in view.claims:
            if claim.number == event.number:
                yield ErrorNews(head=head_of(view), claim=claim_told(claim), change=change)


def to_decide(view: View) -> Iterator[ErrorNews]:
    """The reviews that wait for whoever sees them."""
    for claim in view.claims:
        if claim.open and claim.review is not None:
            yield ErrorNews(head=head_of(view), claim=claim_told(claim), change="review")


def _answered(view: View, event: ErrorAnswered) -> Iterator[ErrorNews]:
    """To whoever made the claim, unless they have it in the receipt: the automatic referee answers at once."""
    if event.by == "referee":
        return
    for claim in view.claims:
        if claim.mine and claim.outcome == event.outcome and claim.why == event.why and not claim.open:
            yield ErrorNews(head=head_of(view), claim=claim_told(claim), change="answered")
            return


def _answered_by(view: View, numbers: tuple[int, ...], event: RulingCorrected | PhasesTakenBack) -> Iterator[ErrorNews]:
    """To whoever claimed what is corrected now."""
    if not numbers or event.by == "referee":
        return
    for claim in view.claims:
        if claim.mine and claim.outcome == "corrected" and claim.why == event.why:
            yield ErrorNews(head=head_of(view), claim=claim_told(claim), change="answered")


def _advice(view: View, number: int, text: str) -> Iterator[ErrorNews]:
    """Advice taken in public is told to everybody, and not whose claim it is about."""
    phase = recorded.phase_record(view.phase)
    told = ClaimTold(0, phase, advice=(text,))
    if view.seat != GM:
        yield ErrorNews(head=head_of(view), claim=told, change="advice")


def _corrected(view: View, event: RulingCorrected) -> Corrected:
    phase = recorded.phase(event.ruling.phase)
    turn = next(each for each in view.turns if each.phase == phase)
    gone = tuple(
        recorded.phase_record(each.turn.phase) for each in view.superseded
        if each.at == event.at and each.how == "taken-back"
    )  # fmt: skip
    running = view.stage is Stage.RUNNING
    return Corrected(
        head=head_of(view),
        change="corrected",
        phase=event.ruling.phase,
        why=event.why,
        by=event.by,
        clause=event.clause,
        changes=event.changes,
        gone=gone,
        results=results(view, turn),
        next=next_of(view) if running else None,
        file=file_of(view) if running else None,
    )


def _taken_back(view: View, event: PhasesTakenBack) -> Corrected:
    gone = tuple(recorded.phase_record(each.turn.phase) for each in view.superseded if each.at == event.at)
    return Corrected(
        head=head_of(view),
        change="taken-back",
        phase=event.phase,
        why=event.why,
        by=event.by,
        clause=event.clause,
        gone=gone,
        position=recorded.position_record(view.position),
        next=next_of(view),
        file=file_of(view),
    )


# --- conduct ---


def conduct_told(view: View, event: ConductEvent) -> Iterator[ConductNews]:
    """To whom a report or a sanction is news: the game master has caused it, or is told of the report; others are told
    what concerns them, and everybody that a player was put out."""
    match event:
        case ConductReported():
            if view.seat == GM:
                report = view.reports[event.number - 1]
                yield ConductNews(
                    head=head_of(view), change="reported", whose=report.whose, reporter=report.seat,
                    clause=report.clause, why=report.text, number=report.number,
                )  # fmt: skip
        case PlayerExpelled(seat=seat, why=why, clause=clause):
            if view.seat != GM:
                yield ConductNews(head=head_of(view), change="expulsion", whose=seat, why=why, clause=clause)
        case PlayerCautioned() | MailBlocked():
            found = [each for each in view.sanctions if each.at == event.at and each.why == event.why]
            if found and view.seat != GM:
                last = found[-1]
                yield ConductNews(
                    head=head_of(view), change=last.deed, whose=last.seat, piece=last.piece, to=last.to,
                    sort=last.kind, why=last.why, clause=last.clause,
                )  # fmt: skip


# --- receipts ---

ADVICE = {
    True: say("Advice on claim {number} is recorded, and everybody is told."),
    False: say("Advice on claim {number} is recorded."),
}
EXTRA = {
    "A": say("It is noted that {power_whose} has a unit too many; the next adjustments see to it."),
    "B": say("The unit too many of {power_whose} is removed, and everybody is told."),
}
HOLDING = {
    True: say("Results wait for your release from now on: “gm release S1901M” publishes one."),
    False: say("Results are published at once from now on."),
}


def correction_heard(command: CorrectionDeed, view: View) -> Saying:  # one arm per kind of command
    """That something said of errors was heard, and what came of it."""
    match command:
        case ClaimError():
            return _claim_heard(view)
        case AskReview() if not view.moderated:
            return say("Your wish for a review is recorded; whoever keeps the host decides finally (VIII.4).")
        case AskReview():
            return say("Your wish for a review has been brought before the game master, who decides finally (VIII.4).")
        case UpholdRuling(number=number):
            return say("Claim {number} is refused; the ruling stands.", number=number)
        case TakeAdvice(number=number, public=public):
            return filled(ADVICE[public], number=number)
        case CorrectRuling(phase=phase) if view.held is not None and phase == view.phase:
            return say(
                "The result of {phase_now} is amended; “gm preview” shows it, “gm release {code}” publishes it.",
                phase_now=phase, code=phase,
            )  # fmt: skip
        case CorrectRuling(phase=phase):
            return say("{phase_ruled} is corrected, and everybody is told.", phase_ruled=phase or view.phase)
        case RollBack(phase=phase):
            return say("The game stands before {phase_now} again. Its orders are on file, and everybody is told.",
                       phase_now=phase or view.phase)  # fmt: skip
        case EditPosition() | Relocate():
            return say("The position is changed, and everybody is told.")
        case RemoveExtraUnit(power=power):
            return filled(EXTRA[view.sheet.letter("VIII.2")], power_whose=power)
        case HoldResults(held=held):
            return HOLDING[held]
        case ReleaseResults(phase=phase):
            return say("{phase_ruled} is published.", phase_ruled=phase or view.phase)


def _claim_heard(view: View) -> Saying:
    """To whoever claims: the number, and until when it can be corrected, or what came of it at once."""
    claim = view.claims[-1]
    if claim.outcome == "stands":
        return say(
            "Claim {number}: {phase_ruled} has been adjudicated anew, from the same orders, and comes to the same. The "
            "ruling stands; “review {number}: …” asks for a review (VIII.4).",
            number=claim.number, phase_ruled=claim.phase,
        )  # fmt: skip
    if claim.outcome == "corrected":
        return say("Claim {number}: {phase_ruled} has been adjudicated anew and comes out otherwise; it is corrected.",
                   number=claim.number, phase_ruled=claim.phase)  # fmt: skip
    if claim.late:
        return say(
            "Claim {number} has been brought before the game master. By VIII.1 the ruling stands; by F.4 it may be "
            "corrected if that disturbs nothing.",
            number=claim.number,
        )  # fmt: skip
    if claim.closes is not None:
        return say(
            "Claim {number} has been brought before the game master. By {clause} the ruling is open to correction "
            "until {time_closes}.",
            number=claim.number, clause=f"VIII.1.{view.sheet.letter('VIII.1')}", time_closes=claim.closes.isoformat(),
        )  # fmt: skip
    return say("Claim {number} has been brought before the game master.", number=claim.number)


BLOCKED = {
    (True, True): say("No such mail of whoever wrote piece {number} goes to {seat_to} any more."),
    (True, False): say("Mail of whoever wrote piece {number} goes to {seat_to} again."),
    (False, True): say("No such mail of {seat_whose} goes to {seat_to} any more."),
    (False, False): say("Mail of {seat_whose} goes to {seat_to} again."),
}
"""By whether a piece stands for its author, and whether mail is blocked."""


def conduct_heard(command: ConductDeed, view: View) -> Saying:
    """That conduct was reported, or a sanction has force."""
    match command:
        case ReportConduct():
            return say("Your report has been brought before the game master.")
        case Caution(piece=piece) if piece:
            return say("Whoever wrote piece {number} is cautioned.", number=piece)
        case Caution(seat=seat):
            return say("{seat_whose} is cautioned.", seat_whose=seat)
        case BlockMail(to=to, piece=piece, seat=seat, blocked=blocked):
            return filled(BLOCKED[bool(piece), blocked], number=piece, seat_whose=seat, seat_to=to)
        case Expel(seat=seat):
            return say("{seat_whose} has no player any more, and everybody is told.", seat_whose=seat)

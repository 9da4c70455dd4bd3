"""What a receipt says: that commands were heard and what came of them, and the answers to questions."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from dragoman.diplomacy.board.position import Phase
from dragoman.diplomacy.commands import (
    AcceptKept,
    AcceptOrders,
    Announce,
    AnswerPress,
    AskErrors,
    AskExport,
    AskHelp,
    AskHistory,
    AskMap,
    AskProposals,
    AskPublic,
    AskRules,
    AskStatus,
    BreakTie,
    CastBallot,
    CastVote,
    ChangeRules,
    ChooseReports,
    ClaimNames,
    ClearOrders,
    Command,
    ConductDeed,
    ConfirmPublic,
    CorrectionDeed,
    DeclareDraw,
    DemandPrivate,
    DiscloseAuthors,
    EndGame,
    GiveMoney,
    GrantProxy,
    Invite,
    Join,
    MarkStatus,
    MutePress,
    Observe,
    Pause,
    PlaceBids,
    PlayersCommand,
    Preview,
    Process,
    ProposeEnding,
    ProposeRules,
    RefusePress,
    RefuseProposal,
    ReplacePlayer,
    ReportPress,
    Resign,
    Resume,
    RevokeProxy,
    SendPress,
    SetDeadline,
    SubmitOrders,
    TimeCommand,
    TimeOffice,
    WarnOfDraw,
    WithdrawBallot,
    WithdrawProposal,
)
from dragoman.diplomacy.democracy.telling import short
from dragoman.diplomacy.events import recorded
from dragoman.diplomacy.houserules.provisions import changes
from dragoman.diplomacy.report.bodies import (
    Answer,
    ErrorsAnswer,
    Heard,
    HelpAnswer,
    HistoryAnswer,
    MapAnswer,
    RuleChangeTold,
    RulesAnswer,
    StatusAnswer,
    VotesAnswer,
)
from dragoman.diplomacy.report.corrections import claim_told, conduct_heard, correction_heard
from dragoman.diplomacy.report.exports import exported
from dragoman.diplomacy.report.hearing import players_heard, replaced, resigned
from dragoman.diplomacy.report.news import Results
from dragoman.diplomacy.report.parts import (
    choice_told,
    file_record,
    next_of,
    proxy_told,
    seats_told,
    settled,
    standings,
    written,
)
from dragoman.diplomacy.report.press import press_heard
from dragoman.diplomacy.report.results import no_longer, results
from dragoman.diplomacy.report.time import clock_told, time_heard
from dragoman.diplomacy.report.votes import all_votes, open_votes, vote_heard
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Stage
from dragoman.game.press import is_observer
from dragoman.game.saying import Saying, say
from dragoman.game.seats import GM


def heard(command: Command, view: View, now: datetime) -> Heard | None:
    """That a command was heard and what came of it, as it now stands; None for a question, which its answer tells."""
    if isinstance(command, CorrectionDeed):
        return Heard(correction_heard(command, view))
    if isinstance(command, ConductDeed):
        return Heard(conduct_heard(command, view))
    if isinstance(command, TimeCommand | TimeOffice | SetDeadline | Pause):
        return time_heard(command, view, now)
    match command:
        case SubmitOrders():
            return _heard_orders(command, view)
        case MarkStatus(final=final, phase=phase):
            return Heard(_marked(final, phase or view.phase))
        case ClearOrders(phase=phase):
            return Heard(_cleared(phase))
        case GrantProxy():
            return Heard(_granted(command, view))
        case RevokeProxy():
            return Heard(say("Your proxies for {phase_now} are revoked: {seats_to}.", phase_now=view.phase,
                             seats_to="; ".join(_revoked(command, view))))  # fmt: skip
        case DemandPrivate():
            return Heard(say("Orders are given in private now, to the usual deadline."))
        case (
            CastVote()
            | ProposeEnding()
            | ProposeRules()
            | WithdrawProposal()
            | RefuseProposal()
            | ChangeRules()
            | WarnOfDraw()
            | DeclareDraw()
        ):
            return vote_heard(command, view)
        case PlaceBids():
            return Heard(say("Your bids are taken; they stand below."))
        case GiveMoney(to=to, amount=amount):
            return Heard(say("You have paid {crowns_paid} to {power_to}.", crowns_paid=amount, power_to=to))
        case CastBallot():
            return Heard(say("Your ballot is in the box."))
        case WithdrawBallot():
            return Heard(say("Your ballot is taken back."))
        case BreakTie(order=order):
            return Heard(say("You have chosen: {choices}.", choices=", ".join(map(short, order))))
        case (
            SendPress() | AnswerPress() | ReportPress() | MutePress() | DiscloseAuthors() | RefusePress() | ClaimNames()
        ):
            return Heard(press_heard(command, view))
        case ChooseReports(form=form):
            return Heard(FORMS[form])
        case Join():
            return Heard(_joined(view))
        case Observe():
            return Heard(say("You look on as {seat_yours}.", seat_yours=view.seat or ""))
        case Resign():
            return Heard(resigned(command, view))
        case _ if isinstance(command, PlayersCommand):
            return Heard(players_heard(command, view))
        case _:
            return _heard_office(command, view)


def _marked(final: bool, phase: Phase) -> Saying:
    if final:
        return say("Your orders for {phase_now} are final now.", phase_now=phase)
    return say("Your orders for {phase_now} are preliminary.", phase_now=phase)


FORMS = {
    "words": say("Results are written in words from now on."),
    "codes": say("Results are written with marks and codes from now on."),
    "njudge": say("Results are written as njudge wrote them from now on."),
    "": say("Results are written as the house rules say from now on."),
}


def _cleared(phase: Phase | None) -> Saying:
    if phase is None:
        return say("All your orders have been taken back.")
    return say("Your orders for {phase_now} have been taken back.", phase_now=phase)


def _granted(command: GrantProxy, view: View) -> Saying:
    """II.3: a proxy is in force once this is said."""
    mine = [proxy for proxy in view.proxies if (proxy.giver, proxy.receiver) == (view.power, command.to)]
    units = ", ".join(unit for proxy in mine[-1:] for unit in proxy_told(view, proxy).units)
    if mine and mine[-1].approved is None:
        vote = next((vote.number for vote in view.votes if vote.proxy == mine[-1].number), 0)
        return say(
            "Your proxy to {power_to} for {units} in {phase_now} waits for the vote on proposal {number}.",
            power_to=command.to, units=units, phase_now=view.phase, number=vote,
        )  # fmt: skip
    return say("Your proxy to {power_to} for {units} in {phase_now} is in force.", power_to=command.to, units=units,
               phase_now=view.phase)  # fmt: skip


def _revoked(command: RevokeProxy, view: View) -> list[str]:
    """To whom the proxies were that are revoked now."""
    mine = (proxy for proxy in view.proxies if proxy.giver == view.power and proxy.phase == view.phase)
    return sorted({proxy.receiver for proxy in mine if proxy.revoked and command.to in ("", proxy.receiver)})


def _heard_orders(command: SubmitOrders, view: View) -> Heard:
    """The orders taken; the set on file stands below them, unless the phase was adjudicated at once."""
    phase = command.phase or view.phase
    choices = tuple(choice_told(view.chart, choice) for _, choice in command.choices)
    if command.by.seat in view.dial.late and phase == view.phase:
        says = say(
            "These orders for {phase_now} came after the deadline, {time_deadline}, and do not count (VII.3.A). They "
            "are kept: if you can prove that they were sent in time, write to the game master, who may take them "
            "(VII.1).",
            phase_now=phase, time_deadline=view.deadline.isoformat() if view.deadline else "",
        )  # fmt: skip
    elif any(turn.phase == phase for turn in view.turns[-3:]):
        says = say("Orders for {phase_now}, which has now been adjudicated:", phase_now=phase)
    elif command.public:
        says = say("Orders for {phase_now}, given in public and shown to everybody:", phase_now=phase)
    elif command.giver:
        says = say("Orders for {phase_now} by the proxy of {power_giver}:", phase_now=phase, power_giver=command.giver)
    elif command.perpetual:
        says = say("Orders for {phase_now}, and perpetual for every later phase of its kind until replaced:",
                   phase_now=phase)  # fmt: skip
    else:
        says = say("Orders for {phase_now}:", phase_now=phase)
    lines = settled(view, command.giver or view.power or str(command.by.seat or ""), command.lines, phase)
    return Heard(says, tuple(map(written, lines)), choices)


def _joined(view: View) -> Saying:
    if view.power:
        return say("You play {power_yours}.", power_yours=view.power)
    if view.seat is None or is_observer(view.seat):
        return say("The game master is asked to let you in, since you stand on this host's blacklist (F.9).")
    if view.wishes:
        return say("You wait for a seat; you asked for {seats_wished}.", seats_wished="; ".join(view.wishes))
    return say("You wait for a seat, and take any.")


def _ruled(phase: Phase, view: View) -> Saying:
    """That a phase was adjudicated, or that something else is published in its place (IX.4)."""
    if any(turn.phase == phase for turn in view.turns):
        return say("{phase_ruled} has been adjudicated.", phase_ruled=phase)
    return say(
        "The votes that were due are counted, and what has passed is published in the place of the adjudication of "
        "{phase_ruled}.",
        phase_ruled=phase,
    )


def _heard_office(command: Command, view: View) -> Heard | None:
    """What the game master did."""
    match command:
        case Process(phase=phase):
            return Heard(_ruled(phase or view.phase, view))
        case Announce():
            return Heard(say("Your announcement has been sent to everybody."))
        case Resume():
            return Heard(say("The game goes on."))
        case EndGame():
            return Heard(say("The game is ended.") if view.stage is Stage.OVER else say("The game is closed."))
        case ReplacePlayer(seat=seat, clear=clear):
            return Heard(replaced(seat, clear))
        case AskPublic():
            return Heard(say("Public orders are asked of {seats_asked}.", seats_asked="; ".join(view.asked)))
        case ConfirmPublic(phase=phase):
            return Heard(_ruled(phase or view.phase, view))
        case AcceptOrders(power=power, phase=phase, lines=lines, choices=choices):
            says = say("Orders for {phase_now} taken for {power_whose}:", phase_now=phase or view.phase,
                       power_whose=power)  # fmt: skip
            lines = settled(view, power, lines, phase)
            return Heard(says, tuple(map(written, lines)), tuple(choice_told(view.chart, each) for _, each in choices))
        case AcceptKept(number=number):
            return Heard(say("Set {number} is taken.", number=number))
        case Invite():
            return Heard(say("The invitation is recorded, and a letter with the way to the game is on its way."))
        case _:
            return None


# --- answers ---


def answer(view: View, command: Command, preview: Results | None = None, now: datetime | None = None) -> Answer | None:
    """The answer to a question, given at `now`; None for what is no question. A `preview` is the game master's, made by
    the caller."""
    match command:
        case AskStatus():
            return _status(view, now)
        case AskRules():
            return RulesAnswer(choices=view.sheet.as_rules(), changes=tuple(_rule_changes(view)))
        case AskMap():
            return MapAnswer(position=recorded.position_record(view.position))
        case AskHistory(phase=phase):
            return _history(view, phase)
        case AskErrors():
            keepers = view.game if view.seat == GM and not view.moderated else ""
            return ErrorsAnswer(claims=tuple(map(claim_told, view.claims)), keepers=keepers)
        case AskExport(phase=phase):
            return exported(view, phase)
        case AskHelp():
            return HelpAnswer(gm=view.seat == GM, alone=not view.moderated)
        case AskProposals():
            return VotesAnswer(votes=tuple(all_votes(view)))
        case Preview():
            return HistoryAnswer(results=preview) if preview is not None else None
        case _:
            return None


def _status(view: View, now: datetime | None) -> StatusAnswer:
    before = view.turns[-1].before if view.turns else view.position
    return StatusAnswer(
        stage=view.stage.value,
        next=next_of(view, now),
        paused=view.paused,
        standings=standings(view.chart, view.position, before),
        seats=seats_told(view),
        files=tuple(file_record(view, each) for each in view.on_file.values() if each.due),
        waiting=view.waiting,
        clock=tuple(clock_told(view)),
        votes=open_votes(view),
    )


def _history(view: View, phase: Phase | None) -> HistoryAnswer | None:
    """The ruling in force, and those that were once; of a phase that was taken back, these alone."""
    turn = next((t for t in reversed(view.turns) if phase is None or t.phase == phase), None)
    past = [no_longer(view, each) for each in view.superseded if each.turn.phase == (turn.phase if turn else phase)]
    if turn is None:
        return HistoryAnswer(results=past[-1], superseded=tuple(past[:-1])) if past else None
    return HistoryAnswer(results=results(view, turn), superseded=tuple(past))


def _rule_changes(view: View) -> Iterator[RuleChangeTold]:
    for each in changes(view.provisions):
        yield RuleChangeTold(each.at, each.number, each.before, each.after, each.how, each.by)

"""Facts recorded by hand: what a Judge orders, and what whoever presides enters. All of it is events, and none of it
changes what is recorded already."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import UTC

from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import PersonId
from dragoman.nomic import changes, parameters, standing
from dragoman.nomic.commands import Announce, End, Order, Pause, Record, Replace, Resume, SetDeadline
from dragoman.nomic.decide import scoring, unplayable, waiting, who, winning
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.events.code import CodeRestored, CodeSuspended, ParameterSet
from dragoman.nomic.events.judgment import ConflictFound, ReadingChosen
from dragoman.nomic.events.office import RecordedByHand
from dragoman.nomic.events.players import GameEnded, Paused, PlayerReplaced, Resumed, WinnerDeclared
from dragoman.nomic.events.proposals import RuleChanged, VoteAnnounced
from dragoman.nomic.events.recorded import rule_record
from dragoman.nomic.events.talk import Announced
from dragoman.nomic.events.turns import DeadlineSet
from dragoman.nomic.precedence import IMMUTABLE, MUTABLE, prevails
from dragoman.nomic.state import Stage, State

EFFECTS = ("limit", "no-threshold")
"""What keeps an adopted change from having an effect until a Judge has ruled."""

# --- what can be ordered ---


def unfit(state: State, order: Order) -> Refusal | None:  # one arm for each kind of order
    """Why an order cannot be carried out, or None."""
    match order.what:
        case "points" | "penalty" | "winner" if order.player not in state.players:
            return Refusal("nobody", say("Nobody plays as {name}.", name=order.player or "–"))
        case "winner" if not state.players[order.player].plays:
            return Refusal("nobody", say("Nobody plays as {name}.", name=order.player))
        case "penalty":
            return _unassignable(state, order)
        case "remove penalty" if not any(e.id == order.amount and e.removed is None for e in state.penalties):
            return Refusal("no-such-penalty", say("There is no penalty {number}.", number=order.amount), "313")
        case "reading":
            return parameters.misfit(f"reading {order.name}", order.value)
        case "set":
            return _unsettable(state, order)
        case "suspend" | "restore" | "conflict":
            gone = next((number for number in order.rules if state.book.standing(number) is None), None)
            return Refusal("no-such-rule", say("There is no rule {number}.", number=gone)) if gone else None
        case "opens":
            proposal = state.proposals.get(order.amount)
            if proposal is None or proposal.finished or proposal.opened is not None:
                return Refusal("no-such-proposal", say("No vote on {number} is still to begin.", number=order.amount))
            return None
        case "settled" if order.name and not waiting.named(state, order.name):
            says = say("“{name}” does not wait for a Judge; “status” tells what does.", name=order.name)
            return Refusal("not-held", says, "212")
        case "effect":
            return _ineffective(state, str(order.amount))
        case _:
            return None


def _ineffective(state: State, number: str) -> Refusal | None:
    """A Judge is asked whether a change takes effect, and not of any other."""
    if not any(each.what in EFFECTS and each.about == number for each in state.held):
        says = say("The effect of {number} does not wait for a Judge; “status” tells what does.", number=number)
        return Refusal("not-held", says, "212")
    if isinstance(changes.applied(state, state.proposals[int(number)].change, number, judged=True), changes.Applied):
        return None
    return Refusal("no-effect", say("What {number} would change is in force no more.", number=number), "205")


def _unassignable(state: State, order: Order) -> Refusal | None:
    kind = standing.penalty(state, order.name, order.value)
    if kind is not None and kind.when:
        return None
    says = say("No rule in force says when a ({category}, {severity}) penalty is assigned.", category=order.name,
               severity=order.value)  # fmt: skip
    return Refusal("not-assignable", says, "313")


def _unsettable(state: State, order: Order) -> Refusal | None:
    if standing.giver(state, order.name) is None:
        says = say("No rule in force sets {name}.", name=order.name)
        return Refusal("not-set", says)
    return parameters.misfit(order.name, order.value, own=True)


# --- carrying out ---


def carry_out(p: Proceedings, order: Order, because: str, by: str, why: str = "") -> None:
    """Record what was ordered; `because` is `judgment` or `gm`."""
    CARRIES_OUT[order.what](p, order, because, by or why)


def _points(p: Proceedings, order: Order, because: str, by: str) -> None:
    scoring.score(p, order.player, order.amount, because, "", note=by)


def _penalty(p: Proceedings, order: Order, because: str, by: str) -> None:
    kind = standing.penalty(p.state, order.name, order.value)
    if kind is not None:
        scoring.assign(p, order.player, kind, because)


def _remove_penalty(p: Proceedings, order: Order, because: str, by: str) -> None:
    scoring.remove(p, order.amount, because)


def _reading(p: Proceedings, order: Order, because: str, by: str) -> None:
    p.happen(ReadingChosen, reading=order.name, option=order.value, by=by)


def _set(p: Proceedings, order: Order, because: str, by: str) -> None:
    """The parameter of whichever provision gives it: put right where its words and its number part."""
    provision = standing.giver(p.state, order.name)
    target = standing.whole(p.state, "target")
    if provision is not None:
        p.happen(
            ParameterSet, rule=provision.key, name=order.name, value=order.value, by=by,
            because="gm" if because == "gm" else "",
        )  # fmt: skip
        scoring.target_moved(p, target)


def _suspend(p: Proceedings, order: Order, because: str, by: str) -> None:
    for number in order.rules:
        found = p.state.book.standing(number)
        if found is not None:
            p.happen(CodeSuspended, rule=found.key, why=because, says=by)


def _restore(p: Proceedings, order: Order, because: str, by: str) -> None:
    for number in order.rules:
        found = p.state.book.standing(number)
        if found is not None and found.key in p.state.suspended:
            p.happen(CodeRestored, rule=found.key, by=by)


def _conflict(p: Proceedings, order: Order, because: str, by: str) -> None:
    """110: the mutable one of two is entirely void while the conflict lasts; 211: of two of a kind one prevails."""
    one, other = (p.state.book.standing(number) for number in order.rules[:2])
    if one is None or other is None or one.key == other.key:
        return
    first = prevails(p.state.book, one, other, standing.word(p.state, "precedence") != "highest")
    second = other if first.key == one.key else one
    of_two_kinds = first.now.status == IMMUTABLE and second.now.status == MUTABLE
    whole = standing.reading(p.state, "void") == "rule"
    void = second.key if of_two_kinds and whole else ""
    p.happen(ConflictFound, first=one.key, second=other.key, prevails=first.key, void=void)


def _winner(p: Proceedings, order: Order, because: str, by: str) -> None:
    """213, or one of several who reached the target together (322)."""
    if not winning.at_target(p.state, (order.player,)):
        unplayable.found(p, p.ruling or len(p.state.judgments), order.player)
    elif p.ruling:
        winning.wins(p, order.player, standing.owner(p.state, "winner"), by, named=True)
    else:
        p.happen(WinnerDeclared, player=order.player, rule=standing.owner(p.state, "winner"), why=by)


def _opens(p: Proceedings, order: Order, because: str, by: str) -> None:
    """111: a Judge who was asked to decides when the vote begins."""
    if order.moment is not None:
        p.happen(VoteAnnounced, number=order.amount, opens=max(order.moment, p.at), by=by)


def _effect(p: Proceedings, order: Order, because: str, by: str) -> None:
    """209, 115: what was adopted and waited for a Judge is in force from now on."""
    change = p.state.proposals[order.amount].change
    made = changes.applied(p.state, change, str(order.amount), judged=True)
    if isinstance(made, changes.Applied):
        target = standing.whole(p.state, "target")
        p.happen(
            RuleChanged, key=made.key, was=made.was, how=change.kind, by=str(order.amount),
            rule=rule_record(made.version),
        )  # fmt: skip
        scoring.target_moved(p, target)


def _settled(p: Proceedings, order: Order, because: str, by: str) -> None:
    """That, or all where nothing is named, waits for a Judge no more."""
    waiting.end(p, waiting.named(p.state, order.name), by)


CARRIES_OUT: Mapping[str, Callable[[Proceedings, Order, str, str], None]] = {
    "points": _points,
    "penalty": _penalty,
    "remove penalty": _remove_penalty,
    "reading": _reading,
    "set": _set,
    "suspend": _suspend,
    "restore": _restore,
    "conflict": _conflict,
    "winner": _winner,
    "opens": _opens,
    "effect": _effect,
    "settled": _settled,
}


# --- whoever presides ---


def record(p: Proceedings, command: Record) -> Refusal | None:
    """A fact recorded by hand. That it was, and why, is an event of its own before what comes of it."""
    refused = who.not_presiding(p.state, command.by) or _not_running(p.state) or unfit(p.state, command.order)
    if refused is not None:
        return refused
    said = command.order
    p.happen(
        RecordedByHand, what=said.what, why=command.why, player=said.player, amount=said.amount, name=said.name,
        value=said.value, rules=said.rules, moment=said.moment,
    )  # fmt: skip
    before = p.state
    carry_out(p, said, "gm", command.why or "gm")
    winning.reconsider(p, before)
    return None


def _not_running(state: State) -> Refusal | None:
    if state.stage is Stage.RUNNING:
        return None
    if state.over:
        return Refusal("game-over", say("The game {game} is over.", game=state.name))
    return Refusal("not-begun", say("The game {game} has not begun yet.", game=state.name))


def deadline(p: Proceedings, command: SetDeadline) -> Refusal | None:
    refused = who.not_presiding(p.state, command.by) or _not_running(p.state)
    if refused is not None:
        return refused
    if p.state.paused is not None:
        text = say(
            "The game is paused: its clock stands still, and there is no deadline to move. Write “gm resume” first."
        )
        return Refusal("paused", text)
    if p.state.turn.begun:
        return Refusal("begun", say("{player} has posted: no proposal is waited for.", player=p.state.turn.mover))
    if command.deadline <= p.at:
        says = say("That moment is past: {time_opens}.", time_opens=command.deadline.astimezone(UTC).isoformat())
        return Refusal("past", says)
    p.happen(DeadlineSet, post_by=command.deadline, why=command.why, by="gm")
    return None


def pause(p: Proceedings, command: Pause) -> Refusal | None:
    refused = who.not_presiding(p.state, command.by) or _not_running(p.state)
    if refused is not None:
        return refused
    if p.state.paused is not None:
        return Refusal("paused", say("The game is paused already."))
    p.happen(Paused, why=command.why)
    return None


def resume(p: Proceedings, command: Resume) -> Refusal | None:
    refused = who.not_presiding(p.state, command.by)
    if refused is not None:
        return refused
    if p.state.paused is None:
        return Refusal("not-paused", say("The game is not paused."))
    p.happen(Resumed, paused_at=p.state.paused)
    return None


def end(p: Proceedings, command: End) -> Refusal | None:
    refused = who.not_presiding(p.state, command.by)
    if refused is not None:
        return refused
    if p.state.over:
        return Refusal("game-over", say("The game {game} is over.", game=p.state.name))
    p.happen(GameEnded, why=command.why)
    return None


def announce(p: Proceedings, command: Announce) -> Refusal | None:
    refused = who.not_presiding(p.state, command.by)
    if refused is None:
        p.happen(Announced, text=command.text)
    return refused


def replace(p: Proceedings, command: Replace) -> Refusal | None:
    refused = who.not_presiding(p.state, command.by)
    if refused is not None:
        return refused
    if command.player not in p.state.players:
        return Refusal("nobody", say("Nobody plays as {name}.", name=command.player))
    if command.person is None:
        return Refusal("no-address", say("“{address}” is no address.", address=command.address))
    p.happen(PlayerReplaced, player=command.player, person=PersonId(command.person), why=command.why)
    return None

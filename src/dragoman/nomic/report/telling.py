"""What each event means to a reader: the sentences, tables and quotations that tell it, where it is news at all."""

from __future__ import annotations

from collections.abc import Iterator
from functools import singledispatch
from typing import Any

from dragoman.game.saying import Saying, filled, say
from dragoman.nomic.diffs import GONE, NEW, Piece, Row
from dragoman.nomic.events import Event, talk
from dragoman.nomic.events import code as k
from dragoman.nomic.events import judgment as j
from dragoman.nomic.events import office as o
from dragoman.nomic.events import players as p
from dragoman.nomic.events import proposals as q
from dragoman.nomic.events import turns as t
from dragoman.nomic.events.recorded import Change
from dragoman.nomic.report import faults
from dragoman.nomic.report.bodies import Block, Cell, Quote, Table, Text, text
from dragoman.nomic.report.wording import (
    BECAUSE,
    CHANGED,
    CHOICES,
    ENDINGS,
    FAULTS,
    FINDINGS,
    HELD,
    KINDS,
    NO_EFFECT,
    NOT_TAKEN_BACK,
    ORDERED,
    REGULATED,
    REGULATIONS,
    RULINGS,
    TRANSMUTED,
    UNADOPTED,
    WAITS,
)
from dragoman.nomic.sight import View
from dragoman.nomic.state import Stage, Win

CUT_SHORT = "Evaluation cancelled"
"""What the machine says of code that took more steps than it is given."""


@singledispatch
def told(event: Any, view: View) -> Iterator[Block]:
    """The blocks that tell an event; none where it is no news."""
    return iter(())


# --- what is proposed ---


def description(change: Change) -> Iterator[Block]:
    """A change as it was written: words, parameters, code."""
    if change.text:
        yield Quote("", change.text)
    rows = [(name, "=", value) for name, value in change.settings.items()]
    rows += [(name, "", say("is no longer set")) for name in change.unset]  # type: ignore[misc]
    if rows:
        yield Table(tuple(rows))
    if change.code:
        yield Quote(say("Code:"), change.code)
    elif change.code is not None:
        yield text(say("The rule is to have no code."))


def kind_said(change: Change, regulation: bool = False) -> Saying:
    table = REGULATIONS if regulation else KINDS
    return filled(table.get(change.kind, KINDS["amend"]), target=change.target)


@told.register
def _(event: q.ProposalPosted, view: View) -> Iterator[Block]:
    args = {"player": event.player, "number": event.number, "said_kind": kind_said(event.change).text,
            "target": event.change.target}  # fmt: skip
    if event.assumed_from:
        yield text(
            say("{player} did not post in time and is deemed to have proposed {number}: {said_kind}, as {source} was "
                "voted on.", source=event.assumed_from, **args)
        )  # fmt: skip
    elif event.parallel:
        yield text(say("{player} has begun a parallel turn with proposal {number}: {said_kind}.", **args))
    else:
        yield text(say("{player} has proposed {number}: {said_kind}.", **args))
    yield from description(event.change)
    yield from _sealed(event.number, view)
    yield from _course(event.number, view)


def _sealed(number: int, view: View) -> Iterator[Block]:
    """The seal of the form that counts now: whoever proposed it was told the same."""
    seen = view.proposal(number)
    if seen is not None and seen.seal:
        yield text(say("Its seal: {seal}", seal=seen.seal))


def _seals(seals: tuple[tuple[str, str], ...]) -> Iterator[Block]:
    """By these each voter sees that nobody changed the vote they had been told the seal of."""
    if seals:
        yield text(say("The seals of the votes:"))
        yield Table(seals)


def _course(number: int, view: View) -> Iterator[Block]:
    """When the vote begins as things stand, and warnings."""
    seen = view.proposal(number)
    if seen is None:
        return
    if seen.stage == "debate" and seen.opens is not None and not seen.announced and view.stage is Stage.RUNNING:
        yield text(say("The vote on {number} begins at {time_opens}, if nothing else is announced.", number=number,
                       time_opens=seen.opens.isoformat()))  # fmt: skip
    if seen.rivals:
        yield text(say("Other open proposals are about the same rule: {numbers}.",
                       numbers=", ".join(map(str, seen.rivals))))  # fmt: skip


@told.register
def _(event: q.ProposalRevised, view: View) -> Iterator[Block]:
    yield text(say("Proposal {number} has been revised; this is revision {revision}:", number=event.number,
                   revision=event.revision))  # fmt: skip
    yield from description(event.change)
    yield from _sealed(event.number, view)


@told.register
def _(event: q.CodeTried, view: View) -> Iterator[Block]:
    yield from tried(event.number, event.runs, event.faults)


def tried(number: int, runs: int, faults: tuple[str, ...]) -> Iterator[Block]:
    """What came of trying proposed code on the past."""
    if faults:
        yield text(say("The code of {number} was tried on the past and failed:", number=number), trial_fault(faults[0]))
    elif runs == 1:
        yield text(say("The code of {number} ran without error on one occasion of the past.", number=number))
    elif runs:
        yield text(say("The code of {number} ran without error on {count} occasions of the past.", number=number,
                       count=runs))  # fmt: skip


def trial_fault(fault: str) -> Saying | str:
    """A fault of a trial, recorded as the hook and what its machine says; a run that was cut short is told in words."""
    hook, _, says = fault.partition(": ")
    if says == CUT_SHORT:
        return say("{hook}: it took too many steps", hook=hook)
    return fault


@told.register
def _(event: q.Argued, view: View) -> Iterator[Block]:
    yield Quote(say("{seat} on {number}:", seat=event.seat, number=event.number), event.text)


@told.register
def _(event: q.VoteAnnounced, view: View) -> Iterator[Block]:
    yield text(say("The vote on {number} begins at {time_opens}.", number=event.number,
                   time_opens=event.opens.isoformat()))  # fmt: skip


@told.register
def _(event: q.AnnouncementUndone, view: View) -> Iterator[Block]:
    """Where the moment is past, the vote opens at once, and that is told."""
    seen = view.proposal(event.number)
    if seen is not None and seen.stage == "debate" and seen.opens is not None:
        yield text(say("The vote on {number} begins at {time_opens}, as before the ruling.", number=event.number,
                       time_opens=seen.opens.isoformat()))  # fmt: skip
    else:
        yield text(say("When the vote on {number} begins is as open as before the ruling.", number=event.number))


@told.register
def _(event: q.VoteOpened, view: View) -> Iterator[Block]:
    seen = view.proposal(event.number)
    yield text(
        say("The vote on {number} has begun, on revision {revision}. It needs: {said_needs}.", number=event.number,
            revision=event.revision, said_needs=event.needs),
        say("Write “vote for {number}” or “vote against {number}”.", number=event.number),
    )  # fmt: skip
    if seen is not None and seen.closes is not None:
        yield text(say("It closes at {time_closes}, or once all have voted.", time_closes=seen.closes.isoformat()))
    if seen is not None and seen.base_changed:
        yield text(say("Its rule has been changed since this was written."))


@told.register
def _(event: q.VoteCompleted, view: View) -> Iterator[Block]:
    args = {
        "number": event.number,
        "favourable": event.favourable,
        "entitled": event.entitled,
        "said_needs": event.needs,
    }
    if event.adopted:
        yield text(say("Proposal {number} is adopted: {favourable} of {entitled} for it.", **args))
    else:
        yield text(
            say("Proposal {number} is defeated: {favourable} of {entitled} for it; it needed: {said_needs}.", **args)
        )
    rows: list[tuple[Cell, ...]] = []
    for name, vote in sorted(event.votes.items()):
        cell = CHOICES.get(vote, CHOICES["abstain"])
        rows.append((name, cell, say("did not vote")) if name in event.silent else (name, cell))
    yield Table(tuple(rows))
    seen = view.proposal(event.number)
    yield from _seals(seen.seals if seen is not None else ())


@told.register
def _(event: q.ProposalCancelled, view: View) -> Iterator[Block]:
    yield text(say("Proposal {number} is cancelled with its parallel turn; its number is not used again.",
                   number=event.number))  # fmt: skip


@told.register
def _(event: q.RuleChanged, view: View) -> Iterator[Block]:
    args = {"number": event.rule.number, "was": event.was}
    if event.rule.number.startswith("R"):
        yield text(filled(REGULATED.get(event.how, REGULATED["amend"]), **args))
    elif event.how == "transmute":
        yield text(filled(TRANSMUTED[event.rule.status], **args))
    elif event.how == "overruled" and event.rule.status == "repealed" and event.rule.number == event.was:
        yield text(filled(CHANGED["struck"], **args))
    else:
        yield text(filled(CHANGED.get(event.how, CHANGED["amend"]), **args))


@told.register
def _(event: q.ChangeWithoutEffect, view: View) -> Iterator[Block]:
    yield text(filled(NO_EFFECT[event.why], number=event.number), say("(Rule {number}.)", number=event.rule))


@told.register
def _(event: q.RegulationProposed, view: View) -> Iterator[Block]:
    kind = kind_said(event.change, regulation=True)
    yield text(say("{player} has proposed {said_kind}, to be voted on as {handle}.", player=event.player,
                   said_kind=kind.text, target=event.change.target, handle=event.handle))  # fmt: skip
    yield from description(event.change)
    if view.regulation is not None:
        yield text(say("Its seal: {seal}", seal=view.regulation.seal))
    closes = view.regulation.closes if view.regulation is not None else None
    if closes is not None:
        yield text(say("Write “vote for {handle}” or “vote against {handle}” by {time_closes}.", handle=event.handle,
                       time_closes=closes.isoformat()))  # fmt: skip
    else:
        yield text(say("No rule or regulation says how long a vote on regulations lasts: this one cannot end until one "
                       "does."))  # fmt: skip


@told.register
def _(event: q.RegulationCompleted, view: View) -> Iterator[Block]:
    args = {"handle": event.handle, "favourable": event.favourable, "entitled": event.entitled}
    if event.adopted:
        yield text(say("The change of {handle} is adopted: {favourable} of {entitled} for it.", **args))
    else:
        why = UNADOPTED.get(event.why, UNADOPTED["short"]).text
        yield text(say("The change of {handle} is not adopted: {said_why}.", said_why=why, **args))
    voted = [each.seals for each in view.past_regulations if each.handle == event.handle]
    yield from _seals(voted[-1] if voted else ())


# --- turns and points ---


@told.register
def _(event: t.TurnPassed, view: View) -> Iterator[Block]:
    yours = event.to == view.player
    if event.post_by is None:
        yield text(say("It is your turn.") if yours else say("It is {player}'s turn.", player=event.to))
        return
    by = event.post_by.isoformat()
    if yours:
        yield text(say("It is your turn: post a proposal by {time_by}.", time_by=by))
    else:
        yield text(say("It is {player}'s turn, to post by {time_by}.", player=event.to, time_by=by))


@told.register
def _(event: t.CircuitCompleted, view: View) -> Iterator[Block]:
    yield text(say("A full circuit of turns is complete; circuits so far: {circuits}.", circuits=event.circuits))


@told.register
def _(event: t.DeadlineSet, view: View) -> Iterator[Block]:
    if event.held:
        yield text(say("The next turn may not begin while Judgment is pending; the time to post stands still."))
    elif event.post_by is not None and event.by == "gm":
        moved = (
            say("The game master has moved the deadline: {player} is to post by {time_by}.")
            if view.moderated
            else say("The keeper of the host has moved the deadline: {player} is to post by {time_by}.")
        )
        yield text(filled(moved, player=view.turn.mover, time_by=event.post_by.isoformat()))
    elif event.post_by is not None:
        yield text(say("{player} is to post by {time_by}.", player=view.turn.mover, time_by=event.post_by.isoformat()))
    if event.by:  # else `why` is the rule's own cause, and nobody's words
        yield from reason(event.why, view)


@told.register
def _(event: t.PointsAdded, view: View) -> Iterator[Block]:
    score = event.score if event.score is not None else "–"
    why = BECAUSE.get(event.because, BECAUSE["gm"])
    amount = f"+{event.amount}" if event.amount >= 0 else str(event.amount).replace("-", "−")
    yield text(say("{player}: {amount} {said_why}. Score: {score}.", player=event.player, amount=amount,
                   said_why=why.text, number=event.number, rule=event.rule, note=event.note or "–",
                   score=str(score).replace("-", "−")))  # fmt: skip
    if event.die:
        yield text(say("The die shows {die}.", die=event.die))


@told.register
def _(event: t.PenaltyAssigned, view: View) -> Iterator[Block]:
    yield text(say("{player} gets a penalty: {said_category}, {said_severity} (number {number}, rule {rule}).",
                   player=event.player, said_category=event.category, said_severity=event.severity, number=event.id,
                   rule=event.rule))  # fmt: skip


@told.register
def _(event: t.PenaltyRemoved, view: View) -> Iterator[Block]:
    yield text(say("Penalty {number} is removed.", number=event.id))


@told.register
def _(event: t.PenaltyRestored, view: View) -> Iterator[Block]:
    yield text(say("Penalty {number} is held again.", number=event.id))


# --- judgment ---


@told.register
def _(event: j.JudgmentInvoked, view: View) -> Iterator[Block]:
    yield Quote(say("{player} invokes Judgment, as question {number}:", player=event.player, number=event.id),
                event.question)  # fmt: skip
    if event.judge == view.player:
        yield text(say("You are the Judge: write “judge: …” with your ruling."))
    else:
        yield text(say("The Judge is {judge}.", judge=event.judge or "–"))


@told.register
def _(event: j.JudgmentGiven, view: View) -> Iterator[Block]:
    yield Quote(say("The Judge {judge} decides question {number}:", judge=event.judge, number=event.id), event.ruling)
    yield text(say("It can be overruled only by all other players, before the next turn begins: write “overrule”."))
    if any(each.id == event.id and each.ordered for each in view.judgments):
        yield text(say("If it is overruled, what it orders is taken back."))
    for held in view.held:
        yield text(say("Still waiting:"), filled(HELD.get(held.what, HELD["asked-by-code"]), about=held.about))


@told.register
def _(event: j.JudgeOverruled, view: View) -> Iterator[Block]:
    args = {"judge": event.judge, "number": event.id, "next": event.next or "–"}
    if event.because == "left":
        yield text(say("The Judge {judge} has forfeited; question {number} now has the Judge {next}.", **args))
    else:
        yield text(say("The Judge {judge} is overruled; question {number} now has the Judge {next}.", **args))


@told.register
def _(event: j.NotTakenBack, view: View) -> Iterator[Block]:
    about = _number(view, event.about) if event.matter == "code" else event.about
    yield text(filled(NOT_TAKEN_BACK[event.matter], about=about))


@told.register
def _(event: j.WinWaits, view: View) -> Iterator[Block]:
    yield text(waits(event))


def waits(win: j.WinWaits | Win) -> Saying:
    """Why somebody has not won yet."""
    return filled(WAITS[win.because], player=win.player, rule=win.rule, number=win.id)


@told.register
def _(event: j.WinLapsed, view: View) -> Iterator[Block]:
    yield text(say("{player} has not won: what it hung on holds no more.", player=event.player))


@told.register
def _(event: j.FindingEnded, view: View) -> Iterator[Block]:
    yield text(filled(FINDINGS[event.because], player=event.player))


@told.register
def _(event: j.UnplayableFound, view: View) -> Iterator[Block]:
    yield text(
        say("It is found that play cannot go on, and that {player} is the first who cannot complete a turn: by rule "
            "{rule} {player} would win.", player=event.player, rule=event.rule),
        say("Write “confirm” or “do not confirm”: a majority of the other players decides."),
    )  # fmt: skip


@told.register
def _(event: j.HeldForJudgment, view: View) -> Iterator[Block]:
    says = filled(HELD.get(event.what, HELD["asked-by-code"]), about=event.about)
    yield text(says, *sees_to(event.what, event.about, view))


def sees_to(what: str, about: str, view: View) -> Iterator[Saying]:
    """Who is asked about what waits for a Judge, and the words that see to it. 212 names a Judge only once somebody
    invokes Judgment, and a ruling ends only the waiting that it speaks of."""
    open_ones = [each for each in view.judgments if not each.over and each.given is None and each.judge]
    if open_ones and open_ones[-1].judge == view.player:
        yield say("Question {number} is before you: write “judge: …”.", number=open_ones[-1].id)
    elif open_ones:
        yield say("Question {number} is before {judge}.", number=open_ones[-1].id, judge=open_ones[-1].judge)
    elif view.turn.judge and what != "judges-exhausted":
        yield say("No Judge is asked yet: any player may write “invoke judgment: …”. It would be before {judge}, who "
                  "decides by “judge: …”.", judge=view.turn.judge)  # fmt: skip
    if open_ones or view.turn.judge:
        if what in RULINGS:
            yield filled(RULINGS[what], about=about)
        if what in ENDINGS:
            yield filled(ENDINGS[what], about=about)
    if view.presides and len(view.held) > 1 and what in ENDINGS and what != "asked-by-code":
        yield say("You may see to it yourself: “gm settled {about} because …” ends this waiting.", about=about)
    elif view.presides:
        yield say("You may see to it yourself: “gm settled because …” ends the waiting.")
    elif view.moderated:
        yield say("The game master may see to it, too.")


@told.register
def _(event: j.HeldSettled, view: View) -> Iterator[Block]:
    if event.by == "overruled":
        yield text(say("What had waited for a Judge by the ruling alone waits no more."))
    else:
        yield text(say("What waited for a Judge is seen to."))


@told.register
def _(event: j.ConflictFound, view: View) -> Iterator[Block]:
    first, second, prevails = (_number(view, key) for key in (event.first, event.second, event.prevails))
    yield text(say("Rules {first} and {second} conflict: {prevails} prevails.", first=first, second=second,
                   prevails=prevails))  # fmt: skip
    if event.void:
        yield text(say("Rule {number} is entirely void while the conflict lasts.", number=_number(view, event.void)))


@told.register
def _(event: j.ConflictEnded, view: View) -> Iterator[Block]:
    yield text(say("Rules {first} and {second} do not conflict.", first=_number(view, event.first),
                   second=_number(view, event.second)))  # fmt: skip


@told.register
def _(event: j.ReadingChosen, view: View) -> Iterator[Block]:
    yield text(say("From now on it is read so: {reading} = {option}.", reading=event.reading, option=event.option))


def _number(view: View, key: str) -> str:
    """The number that a provision bears now."""
    return view.book.provisions[key].number if key in view.book.provisions else key


# --- code ---


@told.register
def _(event: k.CodeSuspended, view: View) -> Iterator[Block]:
    number, why = _number(view, event.rule), FAULTS.get(event.why, FAULTS["error"])
    yield text(
        say("The code of rule {number} is suspended: {said_why}. The words of the rule stand.", number=number,
            said_why=why.text),
    )  # fmt: skip
    if event.line:
        yield text(say("Line {line}: {fault}", line=event.line, fault=event.says))
    elif event.says and event.why not in ("judgment", "gm"):
        reason_given = faults.told_in_full(event.says)
        yield Quote("", reason_given) if isinstance(reason_given, str) else text(reason_given)


@told.register
def _(event: k.CodeRestored, view: View) -> Iterator[Block]:
    yield text(say("The code of rule {number} acts again.", number=_number(view, event.rule)))


@told.register
def _(event: k.NoticeGiven, view: View) -> Iterator[Block]:
    yield Quote(say("Rule {number} says:", number=event.rule), event.text)


@told.register
def _(event: k.TaskLeft, view: View) -> Iterator[Block]:
    yield text(
        say("The code of rule {number} was not run at “{hook}”: what it says is to be recorded by a Judge or the game "
            "master.", number=_number(view, event.rule), hook=event.hook)
    )  # fmt: skip


@told.register
def _(event: k.ParameterSet, view: View) -> Iterator[Block]:
    yield text(say("Rule {number}: {name} = {value}.", number=_number(view, event.rule), name=event.name,
                   value=event.value))  # fmt: skip


# --- people ---


@told.register
def _(event: p.GameStarted, view: View) -> Iterator[Block]:
    yield text(say("The game {game} begins. The order of turns: {players}.", game=view.game,
                   players=", ".join(view.order)))  # fmt: skip


def first_words(view: View) -> Iterator[Block]:
    """What the reader of a first letter is to do, and how it is answered."""
    if view.may_post:
        by = view.turn.post_by
        yield text(
            say("It is for you to propose a change of the rules, by {time_by}.", time_by=by.isoformat())
            if by is not None
            else say("It is for you to propose a change of the rules; no time is set for it yet."),
            say("Answer this letter, for instance so:"),
        )
        yield Table(tuple((line,) for line in PROPOSAL))
    elif view.turn.mover and view.player:
        yield text(
            say("{player} proposes a change of the rules now; you are told of it, and when to vote.",
                player=view.turn.mover)
        )  # fmt: skip
    yield text(
        say("Answer this letter to write to the game: “rules” tells the rules as they stand, “help” the words that "
            "work.")
    )  # fmt: skip


PROPOSAL = (say("propose enact:"), say("Every player who votes receives one point."), say("end"))
"""A proposal as it may be written, a line each."""


@told.register
def _(event: p.JoinAsked, view: View) -> Iterator[Block]:
    if event.waits_for:
        yield text(say("{player} would like to join, once the votes on {numbers} are complete.", player=event.player,
                       numbers=", ".join(map(str, event.waits_for))))  # fmt: skip


@told.register
def _(event: p.PlayerJoined, view: View) -> Iterator[Block]:
    if event.returns:
        yield text(say("{player} is back in the game, with the score of before.", player=event.player))
    else:
        yield text(say("{player} has joined the game.", player=event.player))


@told.register
def _(event: p.PlayerForfeited, view: View) -> Iterator[Block]:
    yield text(say("{player} has forfeited the game.", player=event.player))


@told.register
def _(event: p.PlayerReplaced, view: View) -> Iterator[Block]:
    given = (
        say("The game master has given the seat of {player} to somebody else.")
        if view.moderated
        else say("The keeper of the host has given the seat of {player} to somebody else.")
    )
    yield text(filled(given, player=event.player))
    yield from reason(event.why, view)


@told.register
def _(event: p.Paused, view: View) -> Iterator[Block]:
    yield text(
        say("The game master has paused the game: the clock stands still.")
        if view.moderated
        else say("The keeper of the host has paused the game: the clock stands still.")
    )
    yield from reason(event.why, view)


@told.register
def _(event: p.Resumed, view: View) -> Iterator[Block]:
    yield text(
        say("The game master lets the clock go on.")
        if view.moderated
        else say("The keeper of the host lets the clock go on.")
    )


@told.register
def _(event: p.WinnerDeclared, view: View) -> Iterator[Block]:
    yield text(say("{player} has won the game {game}, by rule {rule}.", player=event.player, game=view.game,
                   rule=event.rule))  # fmt: skip


@told.register
def _(event: p.GameEnded, view: View) -> Iterator[Block]:
    if event.abandoned:
        yield text(say("Nobody plays any more: the game {game} ends without a winner.", game=view.game))
    else:
        ended = (
            say("The game master has ended the game {game}.")
            if view.moderated
            else say("The keeper of the host has ended the game {game}.")
        )
        yield text(filled(ended, game=view.game))
    if event.why:
        yield Quote(says(view), event.why)


@told.register
def _(event: talk.Announced, view: View) -> Iterator[Block]:
    yield Quote(says(view), event.text)


# --- whoever presides ---


@told.register
def _(event: o.RecordedByHand, view: View) -> Iterator[Block]:
    yield text(by_hand(event, view))
    yield from reason(event.why, view)


def by_hand(ordered: Any, view: View) -> Saying:
    """Who recorded what; an order and the record of one have the same fields."""
    recorded = (
        say("The game master records by hand: {said_what}.")
        if view.moderated
        else say("The keeper of the host records by hand: {said_what}.")
    )
    return filled(
        recorded, said_what=ORDERED[ordered.what].text, player=ordered.player,
        amount=f"{ordered.amount:+d}".replace("-", "−"), number=ordered.amount, category=ordered.name,
        severity=ordered.value, name=ordered.name, value=ordered.value, rules=", ".join(ordered.rules),
        time_opens=ordered.moment.isoformat() if ordered.moment is not None else "",
    )  # fmt: skip


def reason(why: str, view: View) -> Iterator[Block]:
    """The own words for it of whoever presides, if there are any."""
    if why:
        yield Quote(says(view), why)


def says(view: View) -> Saying:
    """Where nobody presides, only whoever keeps the host acts so."""
    return say("The game master says:") if view.moderated else say("The keeper of the host says:")


# --- what changes look like ---


def diff_blocks(words: tuple[Piece, ...], settings: tuple[Row, ...], code: tuple[Piece, ...]) -> Iterator[Block]:
    """A change as it can be read without colour: what goes in square brackets with a minus, what comes with a plus."""
    if words:
        yield Quote("", "".join(_marked(piece) for piece in words).strip())
    if settings:
        yield Table(tuple((row.name, row.before or "–", "→", row.after or "–") for row in settings))
    if any(piece.fate in (GONE, NEW) for piece in code):
        signs = {GONE: "- ", NEW: "+ "}
        yield Quote(say("Code:"), "\n".join(signs.get(piece.fate, "  ") + piece.text for piece in code))


def _marked(piece: Piece) -> str:
    lead = piece.text[: len(piece.text) - len(piece.text.lstrip())]
    if piece.fate == GONE:
        return f"{lead}[-{piece.text.strip()}-]"
    return f"{lead}[+{piece.text.strip()}+]" if piece.fate == NEW else piece.text


def is_news(event: Event) -> bool:
    """Whether an event may have to be told to anybody."""
    return told.dispatch(type(event)) is not told.dispatch(object)


__all__ = ["Text", "description", "diff_blocks", "is_news", "kind_said", "told"]

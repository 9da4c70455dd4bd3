"""Judgment, told: who is asked, what is ruled, what is overruled and what waits for a Judge."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.game.saying import Saying, filled, say
from dragoman.nomic.events import judgment as j
from dragoman.nomic.report.bodies import Block, Quote, text
from dragoman.nomic.report.telling.news import told
from dragoman.nomic.report.wording import (
    ENDINGS,
    FINDINGS,
    NOT_TAKEN_BACK,
    RULINGS,
    WAITS,
    held_said,
)
from dragoman.nomic.sight import View
from dragoman.nomic.state import Win


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
        yield text(say("Still waiting:"), held_said(held.what, held.about))


@told.register
def _(event: j.JudgeOverruled, view: View) -> Iterator[Block]:
    args = {"judge": event.judge, "number": event.id, "next": event.next or "–"}
    if event.because == "left":
        yield text(say("The Judge {judge} has forfeited; question {number} now has the Judge {next}.", **args))
    else:
        yield text(say("The Judge {judge} is overruled; question {number} now has the Judge {next}.", **args))


@told.register
def _(event: j.NotTakenBack, view: View) -> Iterator[Block]:
    about = number_of(view, event.about) if event.matter == "code" else event.about
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
    yield text(held_said(event.what, event.about), *sees_to(event.what, event.about, view))


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
    first, second, prevails = (number_of(view, key) for key in (event.first, event.second, event.prevails))
    yield text(say("Rules {first} and {second} conflict: {prevails} prevails.", first=first, second=second,
                   prevails=prevails))  # fmt: skip
    if event.void:
        yield text(say("Rule {number} is entirely void while the conflict lasts.", number=number_of(view, event.void)))


@told.register
def _(event: j.ConflictEnded, view: View) -> Iterator[Block]:
    yield text(say("Rules {first} and {second} do not conflict.", first=number_of(view, event.first),
                   second=number_of(view, event.second)))  # fmt: skip


@told.register
def _(event: j.ReadingChosen, view: View) -> Iterator[Block]:
    yield text(say("From now on it is read so: {reading} = {option}.", reading=event.reading, option=event.option))


def number_of(view: View, key: str) -> str:
    """The number that a provision bears now."""
    return view.book.provisions[key].number if key in view.book.provisions else key

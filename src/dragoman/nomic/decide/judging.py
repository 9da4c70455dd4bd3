"""Judgment: who judges, what a Judge decides, how one is overruled, and how it holds up the next turn (212, 213)."""

from __future__ import annotations

from fractions import Fraction

from dragoman.ballots.count import Threshold
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.nomic import standing
from dragoman.nomic.commands import BuyOff, Consent, Invoke, Judge, Order, Overrule
from dragoman.nomic.decide import code, office, scoring, taking_back, traces, unplayable, waiting, who, winning
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.events.judgment import (
    ConsentGiven,
    HeldForJudgment,
    JudgeOverruled,
    JudgmentGiven,
    JudgmentInvoked,
    OrdersCarriedOut,
    OverrulingCast,
)
from dragoman.nomic.events.turns import DeadlineSet
from dragoman.nomic.state import Judgment, State

ALL = Threshold(Fraction(1))
MOST = Threshold(Fraction(1, 2), strictly=True)


# --- who judges ---


def moving(state: State) -> str:
    """Whose turn it is for rule 212. Between two turns it is that of the player whose turn ended, until the next one
    posts or is late (ours)."""
    turn = state.turn
    if turn.begun or not turn.ended or turn.late or standing.reading(state, "between-turns") == "coming":
        return turn.mover
    return turn.ended


def judge_of(state: State, mover: str) -> str:
    """The player before the one moving; empty where there is nobody else."""
    return standing.preceding(state, mover)


def next_judge(state: State, judgment: Judgment, judge: str) -> str:
    """Who judges after one was overruled: the one before, never the mover, and nobody twice (ours)."""
    again = standing.reading(state, "judges-exhausted") == "again"
    candidate = judge
    for _ in state.playing:
        candidate = standing.preceding(state, candidate)
        if candidate not in ("", judgment.moving, judge) and (again or candidate not in judgment.judges):
            return candidate
    return ""


# --- invoking and deciding ---


def invoke(p: Proceedings, command: Invoke) -> Refusal | None:
    """Any player's insistence is disagreement enough. While a Judge's term lasts, that one settles this too."""
    refused = who.not_playing(p.state, command.by)
    if refused is not None:
        return refused
    if not standing.word(p.state, "judge"):
        return Refusal("no-judges", say("No rule in force provides for Judgment."), "116")
    if not command.question.strip():
        return Refusal("no-question", say("Say what is to be decided: “invoke judgment: …”."), "212")
    name = who.player(p.state, command.by)
    number, mover = len(p.state.judgments) + 1, moving(p.state)
    earlier = [each for each in p.state.open_judgments if each.judge and each.moving == mover]
    judge = earlier[-1].judge if earlier else judge_of(p.state, mover)
    p.happen(JudgmentInvoked, id=number, player=name, question=command.question.strip(), moving=mover, judge=judge)
    if not judge:
        p.happen(HeldForJudgment, what="judges-exhausted", about=str(number), clause="212")
    hold(p)
    code.occasion(p, "on_judgment_invoked", {"id": number, "player": name, "judge": judge})
    return None


def question(state: State, number: int, given: bool | None = None) -> Judgment | None:
    """The open question of that number, or the last one (0) that is, or is not, decided."""
    fitting = [each for each in state.open_judgments if given is None or (each.given is not None) == given]
    return next((each for each in reversed(fitting) if number in (0, each.id)), None)


def decide_question(p: Proceedings, command: Judge) -> Refusal | None:
    """The Judge decides, what the ruling orders is recorded, and what it speaks of waits no more."""
    refused = who.not_playing(p.state, command.by)
    if refused is not None:
        return refused
    asked = question(p.state, command.id, None if command.id else False) or question(p.state, command.id)
    if asked is None:
        return Refusal("no-question-open", say("No question waits for a Judge."), "212")
    name = who.player(p.state, command.by)
    if asked.judge != name:
        says = say("You are not the Judge of question {number}; {judge} is.", number=asked.id, judge=asked.judge or "–")
        return Refusal("not-the-judge", says, "212")
    for order in command.orders:
        wrong = office.unfit(p.state, order)
        if wrong is not None:
            return wrong
    before = p.state
    ends = waiting.seen_to(p.state, asked, command)
    p.happen(JudgmentGiven, id=asked.id, judge=name, ruling=command.ruling.strip(), ends=ends)
    _carry_out(p, asked.id, command.orders, before)
    release(p)
    if not p.over:
        code.occasion(p, "on_judgment_given", {"id": asked.id, "judge": name})
    return None


def _carry_out(p: Proceedings, number: int, orders: tuple[Order, ...], before: State) -> None:
    """What a ruling orders is recorded, with what is to be put back if it is overruled. Nobody wins by it meanwhile."""
    p.ruling = number
    for order in orders:
        if not p.over:
            office.carry_out(p, order, "judgment", f"judgment {number}")
    left = traces.left(before, p.state, number)
    if left:
        p.happen(OrdersCarriedOut, id=number, traces=left)
    p.ruling = 0
    winning.reconsider(p, before)


def overrule(p: Proceedings, command: Overrule) -> Refusal | None:
    """All players but the Judge must agree, before the next turn is begun."""
    refused = who.not_playing(p.state, command.by)
    if refused is not None:
        return refused
    asked = question(p.state, command.id, given=True)
    if asked is None:
        says = say("There is no Judgment that can be overruled: none was given since the last turn began.")
        return Refusal("no-judgment", says, "212")
    name = who.player(p.state, command.by)
    if name == asked.judge:
        return Refusal("own-judgment", say("A Judge has no vote on overruling that Judge."), "212")
    p.happen(OverrulingCast, id=asked.id, player=name, overrule=command.agrees)
    _overruled(p, asked.id)
    winning.settle(p)
    return None


def _overruled(p: Proceedings, number: int) -> None:
    asked = next(each for each in p.state.judgments if each.id == number)
    others = [name for name in p.state.playing if name != asked.judge]
    agreed = sum(asked.overruling.get(name, False) for name in others)
    needed = standing.threshold(p.state, "overruling") or ALL
    if not others or not needed.met(agreed, len(others)):
        return
    _replace_judge(p, asked, "overruled")
    if not p.over:
        code.occasion(p, "on_judgment_overruled", {"id": number, "judge": asked.judge})


def _replace_judge(p: Proceedings, asked: Judgment, because: str) -> None:
    following = next_judge(p.state, asked, asked.judge)
    p.happen(JudgeOverruled, id=asked.id, judge=asked.judge, next=following, because=because)
    _taken_back(p, asked)
    if p.over:
        return
    if following:
        hold(p)
        return
    unplayable.found(p, asked.id, asked.moving)


def _taken_back(p: Proceedings, asked: Judgment) -> None:
    """212: what an overruled Judge decided is of no effect. Scores change by that, and so does who has won."""
    before, target = p.state, standing.whole(p.state, "target")
    taking_back.take_back(p, asked)
    winning.reconsider(p, before, asked.id)
    scored = {each.player for each in p.state.points if asked.given is not None and each.at >= asked.given}
    scoring.reached(p, tuple(sorted(scored)))
    if not p.over:
        scoring.target_moved(p, target)


def succeed(p: Proceedings, leaver: str) -> None:
    """A Judge who forfeits is followed by the one before. Without the leaver all others may be agreed by now, on
    overruling a Judge, on the next turn or on whether play can go on."""
    for asked in p.state.open_judgments:
        if p.over:
            return
        if asked.judge == leaver and asked.given is None:
            _replace_judge(p, asked, "left")
        elif asked.given is not None:
            _overruled(p, asked.id)
    unplayable.settle(p)
    winning.settle(p)


# --- the block on the next turn ---


def blocked(state: State) -> bool:
    """212: whether the next turn may not begin, because Judgment was invoked in the one that ended."""
    if state.turn.begun or not state.turn.ended:
        return False
    asked = [each for each in state.open_judgments if each.moving == state.turn.ended and each.judges]
    if standing.reading(state, "block-until") == "given":
        asked = [each for each in asked if each.given is None and not each.exhausted]
    return bool(asked) and not _consented(state)


def _consented(state: State) -> bool:
    others = [name for name in state.playing if name != state.turn.mover]
    agreed = sum(state.consents.get(name, False) for name in others)
    needed = standing.threshold(state, "consent") or MOST
    return needed.met(agreed, len(others))


def consent(p: Proceedings, command: Consent) -> Refusal | None:
    """A majority of the others lets the next turn begin."""
    refused = who.not_playing(p.state, command.by)
    if refused is not None:
        return refused
    name = who.player(p.state, command.by)
    if not any(not each.over for each in p.state.judgments):
        return Refusal("not-blocked", say("The next turn may begin as it is."), "212")
    if name == standing.following(p.state, p.state.turn.mover) if p.state.turn.begun else name == p.state.turn.mover:
        return Refusal("own-turn", say("It is for the others to consent to your turn's beginning."), "212")
    p.happen(ConsentGiven, player=name, consents=command.agrees)
    release(p)
    return None


def hold(p: Proceedings) -> None:
    """The time to post stands still while the turn may not begin (ours)."""
    turn = p.state.turn
    if not blocked(p.state) or turn.blocked_at is not None or turn.post_by is None:
        return
    if standing.reading(p.state, "fallback-in-block") == "paused":
        p.happen(DeadlineSet, post_by=turn.post_by, why="block", held=True)


def release(p: Proceedings) -> None:
    """What was left of the time runs from the end of the block."""
    turn = p.state.turn
    if turn.blocked_at is None or turn.post_by is None or blocked(p.state) or p.over:
        return
    left = turn.post_by - turn.blocked_at
    p.happen(DeadlineSet, post_by=p.at + left, why="block")


# --- penalties one can be rid of ---


def buy_off(p: Proceedings, command: BuyOff) -> Refusal | None:
    """313: a removal condition that is a price in points."""
    refused = who.not_playing(p.state, command.by)
    if refused is not None:
        return refused
    name = who.player(p.state, command.by)
    held = next((e for e in p.state.penalties if e.id == command.id and e.player == name and e.removed is None), None)
    if held is None:
        return Refusal("no-such-penalty", say("You hold no penalty {number}.", number=command.id), "313")
    kind = standing.penalty(p.state, held.category, held.severity)
    if kind is None or kind.removal is None:
        says = say("No rule in force says how penalty {number} can be removed.", number=command.id)
        return Refusal("not-removable", says, "313")
    scoring.remove(p, command.id, "condition")
    scoring.score(p, name, -kind.removal, "penalty", kind.rule.number, note=kind.category)
    return None

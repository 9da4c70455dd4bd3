"""Points and penalties come about, and with them, perhaps, a winner (313, 322, 112)."""

from __future__ import annotations

from dragoman.nomic import standing
from dragoman.nomic.decide import winning
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.events.judgment import HeldForJudgment
from dragoman.nomic.events.turns import PenaltyAssigned, PenaltyRemoved, PointsAdded
from dragoman.nomic.standing import Defined
from dragoman.nomic.state import Player, State

TOGETHER = "several-at-target"


def score(
    p: Proceedings, player: str, amount: int, because: str, rule: str, number: int = 0, die: int = 0, note: str = ""
) -> None:
    """Somebody gains or loses points, and wins if that reaches the target."""
    add(p, player, amount, because, rule, number, die, note)
    reached(p, (player,))


def add(
    p: Proceedings, player: str, amount: int, because: str, rule: str, number: int = 0, die: int = 0, note: str = ""
) -> None:
    """Points are booked; whether they win is not yet looked at."""
    p.happen(
        PointsAdded, player=player, amount=amount, because=because, rule=rule, number=number, die=die, note=note,
        score=p.state.players[player].score + amount,
    )  # fmt: skip


def reached(p: Proceedings, among: tuple[str, ...]) -> None:
    """322: of these, whose scores changed in one moment, the one who has the target score wins; if several have, a
    Judge is asked."""
    if p.over or any(each.what == TOGETHER for each in p.state.held):
        return
    there = winning.at_target(p.state, among)
    if len(there) == 1:
        winning.wins(p, there[0], standing.owner(p.state, "winner"))
    elif there:
        _several(p, there)


def _several(p: Proceedings, there: tuple[str, ...]) -> None:
    players = [p.state.players[name] for name in there]
    best = max(player.score for player in players)
    leading = [player.name for player in players if player.score == best]
    if standing.reading(p.state, "together") == "highest" and len(leading) == 1:
        for player in sorted(
            players, key=lambda each: -each.score
        ):  # should the first not win after all, the next does
            winning.wins(p, player.name, standing.owner(p.state, "winner"))
    else:
        p.happen(HeldForJudgment, what=TOGETHER, about=", ".join(there), clause=standing.owner(p.state, "winner"))


def target_moved(p: Proceedings, before: int | None) -> None:
    """The target may have been lowered to a score that somebody has already."""
    after = standing.whole(p.state, "target")
    if after is None or after == before or standing.reading(p.state, "target-lowered") != "wins":
        return
    reached(p, p.state.playing)


# --- penalties ---


def assign(p: Proceedings, player: str, kind: Defined, because: str) -> int:
    """Somebody gets a penalty, and its immediate effect once (313). Its number."""
    number = len(p.state.penalties) + 1
    p.happen(
        PenaltyAssigned, id=number, player=player, category=kind.category, severity=kind.severity,
        rule=kind.rule.number, because=because,
    )  # fmt: skip
    if kind.immediate:
        score(p, player, kind.immediate, "penalty", _source(p.state, kind, "immediate"), note=kind.category)
    return number


def _source(state: State, kind: Defined, part: str) -> str:
    """The rule that an effect stands in: the defining one, or one that it is delegated to."""
    name = f"penalty {kind.category} {kind.severity} {part}"
    if name in kind.rule.now.settings:
        return kind.rule.number
    return standing.owner(state, name)


def assign_all(p: Proceedings, player: str, when: str) -> None:
    """Every penalty that a rule in force assigns on that condition."""
    for kind in standing.penalties(p.state):
        if when in kind.when and not p.over:
            assign(p, player, kind, when)


def remove(p: Proceedings, number: int, because: str) -> None:
    p.happen(PenaltyRemoved, id=number, because=because)


def held_long(p: Proceedings, ended: str) -> None:
    """Long-term effects, once for each turn in order that is completed, never before so many turns after the penalty
    was assigned, and only while it is held."""
    least = standing.whole(p.state, "long_term_after_turns") or 0
    own = standing.reading(p.state, "long-term") == "own"
    for penalty in p.state.penalties:
        player: Player = p.state.players[penalty.player]
        kind = standing.penalty(p.state, penalty.category, penalty.severity)
        if penalty.removed or not player.plays or kind is None or not kind.long_term or p.over:
            continue
        since = _turns_since(p.state, penalty.player if own else "") - (penalty.own_turns if own else penalty.turns)
        if since >= least and (not own or ended == penalty.player):
            rule = _source(p.state, kind, "long-term")
            score(p, penalty.player, kind.long_term, "penalty", rule, note=penalty.category)


def _turns_since(state: State, player: str) -> int:
    """Turns in order that are completed, of one player or of all."""
    return sum(not parallel and (not player or who == player) for who, parallel in state.turns)

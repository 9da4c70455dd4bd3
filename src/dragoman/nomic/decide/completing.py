"""A vote is complete: the change takes effect or is defeated, the turn is scored and ends, and the next one is known.

The order is that of the rules: completion (205), penalties for silence (307), the effect or the defeat (206), the
second part of the turn (318), its end, the circuit and what hangs on it (306, 203), the next mover, newcomers (306).
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from dragoman.ballots.count import Threshold
from dragoman.game.lots import drawn
from dragoman.nomic import changes, parameters, standing
from dragoman.nomic.changes import Applied
from dragoman.nomic.decide import code, electing, joining, scoring, turns
from dragoman.nomic.decide.electing import Counted, Needs
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.events.judgment import HeldForJudgment
from dragoman.nomic.events.proposals import ChangeWithoutEffect, RuleChanged, VoteCompleted
from dragoman.nomic.events.recorded import rule_record
from dragoman.nomic.state import AGAINST, Proposal, State


def complete(p: Proceedings, number: int) -> None:
    """Everything that follows from the completion of a vote."""
    scored_by = p.state  # the rules as they were, for the reading that scores a turn by these
    needs, counted = _counted(p, p.state.proposals[number])
    p.happen(
        VoteCompleted, number=number, votes=counted.votes, favourable=counted.favourable, entitled=counted.entitled,
        adopted=counted.carried, needs=needs.text, rule=needs.rule, silent=counted.silent,
    )  # fmt: skip
    _absences(p, counted.silent)
    if p.over:
        return
    about = told(p.state.proposals[number])
    if counted.carried:
        take_effect(p, number)
        _dissent(p, number, needs)
    else:
        _defeated(p, number)
    for hook in ("on_vote_completed", "on_proposal_adopted" if counted.carried else "on_proposal_defeated"):
        if not p.over:
            code.occasion(p, hook, about, made_by=str(number))
    if standing.reading(p.state, "joining-at-end") == "before" and not p.over:
        joining.admit(p)
    if not p.over:
        _second_part(p, number, scored_by)
    if not p.over:
        code.occasion(p, "check_winner", {"number": number, "proponent": p.state.proposals[number].player})
    if not p.over:
        turns.end(p, number)


def _counted(p: Proceedings, proposal: Proposal) -> tuple[Needs, Counted]:
    """The count, by the requirement in force, or that of the opening where it is so read, or what code says."""
    opened = electing.as_opened(proposal) if standing.reading(p.state, "threshold-at") == "opening" else None
    needs = opened or electing.needs(p.state, proposal)
    about = {"number": proposal.number, "proponent": proposal.player, "kind": proposal.change.kind,
             "target": proposal.change.target}  # fmt: skip
    said, rule = code.value(p, "threshold", about, needs.rule)
    if isinstance(said, Threshold):
        needs = Needs(f"{said.share}", said, rule)
    counted = electing.counted(p.state, proposal, needs.threshold)
    totals, _ = code.value(p, "tally", {**about, "votes": counted.votes}, standing.owner(p.state, "votes_each"))
    if totals is not None:
        favourable, entitled = totals
        carried = needs.threshold.met(favourable, entitled)
        counted = Counted(counted.votes, counted.silent, favourable, entitled, carried)
    return needs, counted


def told(proposal: Proposal) -> dict[str, Any]:
    """What code is told of a proposal whose vote is complete."""
    count = proposal.count
    assert count is not None
    return {
        "number": proposal.number, "proponent": proposal.player, "kind": proposal.change.kind,
        "target": proposal.change.target, "parallel": proposal.parallel, "adopted": count.adopted,
        "favourable": count.favourable, "entitled": count.entitled, "votes": dict(count.votes),
        "silent": list(count.silent), "needs": count.needs,
    }  # fmt: skip


def _absences(p: Proceedings, silent: tuple[str, ...]) -> None:
    """307: whoever said nothing gets the penalties that rules assign for it."""
    for name in silent:
        if name in p.state.playing and not p.over:
            before = len(p.state.penalties)
            scoring.assign_all(p, name, "silence")
            for number in range(before + 1, len(p.state.penalties) + 1):
                code.assigned(p, number)


# --- adopted ---


def take_effect(p: Proceedings, number: int) -> None:
    """205: the change is in force from this moment, unless something in the rules keeps it from having an effect."""
    change = p.state.proposals[number].change
    made = changes.applied(p.state, change, str(number))
    if isinstance(made, Applied):
        undone = _unadoptable(p.state, made, str(number), change.kind)
        if undone and standing.reading(p.state, "no-threshold") == "held":
            p.happen(ChangeWithoutEffect, number=number, why="threshold", rule="114")
            p.happen(HeldForJudgment, what="no-threshold", about=str(number), clause="114")
            return
        _change(p, made, str(number), change.kind)
        return
    p.happen(ChangeWithoutEffect, number=number, why=made.why, rule=made.rule)
    if made.held:
        p.happen(HeldForJudgment, what=made.why, about=str(number), clause=made.rule)


def _change(p: Proceedings, made: Applied, by: str, how: str) -> None:
    target = standing.whole(p.state, "target")
    p.happen(RuleChanged, key=made.key, was=made.was, how=how, by=by, rule=rule_record(made.version))
    scoring.target_moved(p, target)


def _unadoptable(state: State, made: Applied, by: str, how: str) -> bool:
    """114: whether no rule would say any more what adoption needs."""
    if standing.stands(state, "threshold") is None:
        return False
    after = Proceedings(state, state.last or state.opened)
    after.happen(RuleChanged, key=made.key, was=made.was, how=how, by=by, rule=rule_record(made.version))
    return standing.stands(after.state, "threshold") is None


def _dissent(p: Proceedings, number: int, needs: Needs) -> None:
    """Points for those who voted against what was adopted, where a rule gives them (Suber's 204)."""
    points = standing.whole(p.state, "dissent_points")
    after = standing.word(p.state, "dissent_after")
    if points is None or (after == "majority" and needs.threshold.share == 1):
        return
    count = p.state.proposals[number].count
    assert count is not None
    for name in sorted(name for name, vote in count.votes.items() if vote == AGAINST and name not in count.silent):
        if name in p.state.playing and not p.over:
            scoring.score(p, name, points, "dissent", standing.owner(p.state, "dissent_points"), number)


# --- defeated ---


def _defeated(p: Proceedings, number: int) -> None:
    """206: it costs whoever proposed it."""
    proposal = p.state.proposals[number]
    cost = standing.whole(p.state, "defeat_penalty")
    if cost and _scores(p.state, proposal):
        scoring.score(p, proposal.player, -cost, "defeat", standing.owner(p.state, "defeat_penalty"), number)


def _scores(state: State, proposal: Proposal) -> bool:
    """Whether its proponent's score still changes: who forfeited keeps the score they left with (306)."""
    return state.players[proposal.player].plays or standing.reading(state, "leaver") == "scored"


# --- the second part of the turn ---


def _second_part(p: Proceedings, number: int, before: State) -> None:
    """318: the points of the turn, after every vote."""
    proposal = p.state.proposals[number]
    if not _scores(p.state, proposal):
        return
    state = before if standing.reading(p.state, "own-scoring") == "old" else p.state
    points, die = turn_points(state, proposal)
    rule = standing.owner(state, "turn_points")
    said, by = code.value(p, "turn_points", told(proposal), rule)
    if said is not None:
        points, rule = said, by
    if points is not None and not p.over:
        scoring.score(p, proposal.player, points, "turn", rule, number, die)


def turn_points(state: State, proposal: Proposal) -> tuple[int | None, int]:
    """What a turn is worth by the rules of a state, and the die thrown for it; None where no rule says."""
    count = proposal.count
    assert count is not None
    share = Fraction(count.favourable, count.entitled) if count.entitled else Fraction(0)
    match standing.word(state, "turn_points"):
        case "rate":
            rate = standing.amount(state, "base_rate")
            rate = standing.amount(state, "fallback_base_rate") if rate is None else rate
            return (parameters.rounded(rate * share) if rate is not None else None), 0
        case "flat":
            return standing.whole(state, "flat_points"), 0
        case "die":
            sides = standing.whole(state, "die_sides")
            thrown = throw(state.seed, proposal.number, sides) if sides else 0
            return (thrown or None), thrown
        case "arithmetic":
            less = standing.whole(state, "points_from") or 0
            return parameters.rounded((proposal.number - less) * share), 0
        case _:
            return None, 0


def throw(seed: int, number: int, sides: int) -> int:
    """The die of a turn: it hangs on the seed of the game and the number of the proposal alone."""
    return int(drawn(seed, f"die {number}", [str(side) for side in range(1, sides + 1)])[0])

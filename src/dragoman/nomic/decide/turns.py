"""How a turn ends, circuits are counted, and the next player comes to move (201, 203, 306, 307, 212)."""

from __future__ import annotations

from datetime import datetime

from dragoman.game.rulebook import Provision
from dragoman.nomic import standing
from dragoman.nomic.decide import code, joining, judging, scoring
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.events.proposals import RuleChanged
from dragoman.nomic.events.recorded import RuleRecord, rule_record
from dragoman.nomic.events.turns import CircuitCompleted, TurnCompleted, TurnPassed
from dragoman.nomic.state import State


def end(p: Proceedings, number: int) -> None:
    """A turn ends with its second part. A parallel one changes nothing in the order of the others."""
    proposal = p.state.proposals[number]
    mover, parallel = proposal.player, proposal.parallel
    p.happen(TurnCompleted, player=mover, number=number, parallel=parallel)
    about = {"player": mover, "number": number, "parallel": parallel}
    code.occasion(p, "on_parallel_completed" if parallel else "on_turn_completed", about)
    if not p.over and (not parallel or standing.reading(p.state, "circuits") == "any"):
        _circuit(p, mover)
    if not parallel and not p.over:
        scoring.held_long(p, mover)
        _held(p, mover)
    if not parallel and not p.over:
        pass_on(p, mover)
    if not p.over:
        joining.admit(p)


def _held(p: Proceedings, mover: str) -> None:
    """313: code is told of each penalty that is held as a turn ends, and asked once whether any is to go."""
    for penalty in p.state.penalties:
        if penalty.removed is None and p.state.players[penalty.player].plays and not p.over:
            turns = sum(not parallel for _, parallel in p.state.turns) - penalty.turns
            about = {"id": penalty.id, "player": penalty.player, "category": penalty.category,
                     "severity": penalty.severity, "turns": turns}  # fmt: skip
            code.occasion(p, "on_penalty_held", about)
    if not p.over:
        code.occasion(p, "on_penalty_check", {"player": mover})


def _circuit(p: Proceedings, mover: str) -> None:
    """306: a circuit is complete when the last in the order of turns completes a turn."""
    ring = standing.order(p.state)
    if not ring or ring[-1] != mover:
        return
    p.happen(CircuitCompleted, circuits=p.state.circuits + 1)
    for rule in p.state.book.setting("circuits_until"):
        if _turns_now(p.state, rule):
            changed = rule_record(rule.now)
            p.happen(RuleChanged, key=rule.key, was=rule.number, how="by itself", by="", rule=_sunset(changed))
    code.occasion(p, "on_circuit_completed", {"circuits": p.state.circuits})


UNAMENDED = ("set-up", "enact", "transmute", "by judgment", "overruled")
"""How a rule comes to stand as it does without being amended (103): what a Judge puts right is no amendment."""


def _turns_now(state: State, rule: Provision) -> bool:
    """203: whether a rule changes by itself now: not if it was ever amended, nor if it says already what it would."""
    settings = rule.now.settings
    amended = any(version.how not in UNAMENDED for version in rule.versions)
    due = state.circuits >= int(settings["circuits_until"])
    changes = settings.get("threshold_after", settings.get("threshold")) != settings.get("threshold")
    return due and changes and not amended and rule.key not in state.void


def _sunset(rule: RuleRecord) -> RuleRecord:
    """The rule with the requirement it turns into. Its words foresaw it, and its number stays."""
    after = {**rule.settings, "threshold": rule.settings["threshold_after"]}
    left = {name: value for name, value in after.items() if name not in ("threshold_after", "circuits_until")}
    return RuleRecord(rule.number, rule.text, rule.status, left, rule.code, rule.title, rule.amendments, rule.original)


def pass_on(p: Proceedings, mover: str, post_by: datetime | None = None) -> None:
    """The next player is known at the moment the turn ends. `post_by` is given where they take over another's time."""
    following = standing.following(p.state, mover)
    said, _ = code.value(p, "next_player", {"mover": mover, "next": following}, standing.owner(p.state, "order"))
    following = said if said in p.state.playing else following
    if not following:
        return
    within = standing.hours(p.state, "post_within_h")
    deadline = post_by if post_by is not None else p.at + within if within is not None else None
    p.happen(TurnPassed, to=following, post_by=deadline)
    judging.hold(p)
    code.occasion(p, "on_turn_started", {"player": following})

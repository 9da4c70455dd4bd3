"""Who has won, and from when: a win that hangs on a ruling waits until the ruling can be overruled no more (212), and
any waits while it is being confirmed that play cannot go on (213).

The waiting is ours: a game that is over has nobody left to overrule a Judge. Whoever waits first wins first (322).
"""

from __future__ import annotations

from dragoman.nomic import standing
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.decide.taking_back import take_back
from dragoman.nomic.events.judgment import WinLapsed, WinWaits
from dragoman.nomic.events.players import WinnerDeclared
from dragoman.nomic.state import Judgment, State, Win


def wins(p: Proceedings, player: str, rule: str, why: str = "", named: bool = False) -> None:
    """Somebody wins by that rule, at once or later. `named`: because the ruling that is being carried out says so."""
    if p.over or _waits_already(p, player, named):
        return
    because, question = _waits_for(p, player)
    if because:
        p.happen(WinWaits, player=player, rule=rule, because=because, id=question, named=named, why=why)
        settle(p)
    else:
        p.happen(WinnerDeclared, player=player, rule=rule, why=why)


def _waits_already(p: Proceedings, player: str, named: bool) -> bool:
    """Whoever has the target score waits for nothing by being named, too."""
    return any(each.player == player and not (each.named and not named) for each in p.state.wins)


def _waits_for(p: Proceedings, player: str) -> tuple[str, int]:
    """Why a win has to wait, in a word, and on which question the ruling was; empty if it does not."""
    carried_out = next((each for each in p.state.open_judgments if each.id == p.ruling), None)
    if carried_out is not None and can_be_overruled(p.state, carried_out):
        return "ruling", carried_out.id
    hangs_on = _hangs_on(p.state, player)
    if hangs_on:
        return "ruling", hangs_on
    if p.state.unplayable:
        return "finding", 0
    return ("before", 0) if p.state.wins else ("", 0)


def can_be_overruled(state: State, asked: Judgment) -> bool:
    """Whether a ruling may yet be overruled: the next turn has not begun, and not all others have let it stand."""
    others = (name for name in state.playing if name != asked.judge)
    return asked.given is not None and not asked.over and any(asked.overruling.get(name, True) for name in others)


def _hangs_on(state: State, player: str) -> int:
    """The last question whose ruling can be overruled, where without such rulings the player would not have won."""
    unsettled = [each for each in state.open_judgments if each.ordered and can_be_overruled(state, each)]
    if not unsettled:
        return 0
    p = Proceedings(state, state.last or state.opened)
    for asked in reversed(unsettled):
        take_back(p, asked)
    return 0 if at_target(p.state, (player,)) else unsettled[-1].id


def at_target(state: State, among: tuple[str, ...]) -> tuple[str, ...]:
    """Those of them who have the target score, where rules say that it wins and what it is."""
    target = standing.whole(state, "target")
    if target is None or not standing.word(state, "winner"):
        return ()
    return tuple(name for name in among if state.players[name].plays and state.players[name].score >= target)


# --- those who wait ---


def settle(p: Proceedings) -> None:
    """The first of those who wait wins, once there is nothing left to wait for: not before all of a ruling is known."""
    while p.state.wins and not p.over and not p.ruling:
        first = p.state.wins[0]
        if first.player not in p.state.playing:
            _lapses(p, first)
        elif p.state.unplayable or _unsettled(p.state, first):
            return
        else:
            p.happen(WinnerDeclared, player=first.player, rule=first.rule, why=first.why)


def _unsettled(state: State, win: Win) -> bool:
    named_in = next((each for each in state.open_judgments if win.named and each.id == win.id), None)
    return (named_in is not None and can_be_overruled(state, named_in)) or bool(_hangs_on(state, win.player))


def reconsider(p: Proceedings, before: State, overruled: int = 0) -> None:
    """After a ruling, an overruling or an entry by hand: from whom it took what wins waits no more, and the next may
    win. What was lost otherwise was reached all the same (322)."""
    for win in p.state.wins:
        had, has = (bool(at_target(state, (win.player,))) for state in (before, p.state))
        hung = bool(overruled) and win.because == "ruling"
        if (not has and (had or hung)) or (win.named and win.id == overruled):
            _lapses(p, win)
    settle(p)


def _lapses(p: Proceedings, win: Win) -> None:
    p.happen(WinLapsed, player=win.player, id=win.id, named=win.named)

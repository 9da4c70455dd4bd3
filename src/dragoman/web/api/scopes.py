"""What a token must be for, to bring a command: told by the command's kind and by who brings it, in this one place. It
is asked of every command when it is heard, whether it came by itself or was read in writing."""

from __future__ import annotations

from typing import Any, get_args

from django.utils.translation import gettext as _

from dragoman.diplomacy import commands as d
from dragoman.diplomacy.state.roster import presides
from dragoman.game.protocol import Wanting
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.nomic import commands as n
from dragoman.referee.ports import Permit

READ, ORDERS, PRESS, VOTES, SEAT, MASTER, OPEN = "read", "orders", "press", "votes", "seat", "gm", "open"

KINDS: dict[str, tuple[type, ...]] = {
    READ: (*d.QUESTIONS, *get_args(n.Question)),
    ORDERS: (
        d.SubmitOrders, d.MarkStatus, d.ClearOrders, d.GrantProxy, d.RevokeProxy, d.PlaceBids, d.GiveMoney,
        d.DemandPrivate,
    ),
    PRESS: (
        d.SendPress, d.AnswerPress, d.ReportPress, d.MutePress, d.DiscloseAuthors, d.ReportConduct, n.SendPress,
        n.Argue,
    ),
    VOTES: (
        d.CastVote, d.ProposeEnding, d.ProposeRules, d.WithdrawProposal, d.CastBallot, d.WithdrawBallot, d.BreakTie,
        d.ObjectToPace, d.CallResumption, n.Post, n.Revise, n.AnnounceVote, n.CastVote, n.Cancel, n.Regulate,
        n.Invoke, n.Judge, n.Overrule, n.Consent, n.Confirm, n.BuyOff,
    ),
    SEAT: (
        d.Join, d.Observe, d.Resign, d.StandBy, d.NameDeputy, d.TakeBack, d.AskDelay, d.PlanAbsence,
        d.WithdrawAbsence, d.MakeContact, d.ChooseReports, d.ClaimError, d.AskReview, n.Join, n.Observe, n.Forfeit,
    ),
    OPEN: (d.OpenGame, n.OpenGame),
}  # fmt: skip
"""The kinds of command by scope; whatever stands in none of these is the game master's."""

_SCOPES = {kind: scope for scope, kinds in KINDS.items() for kind in kinds}

ANYBODYS = frozenset({READ, PRESS, SEAT})
"""What is the same in whichever seat: for the rest, whoever presides acts as the game master."""


def scope_of(command: Any) -> str:
    """The scope that a command asks for."""
    if isinstance(command, Wanting):
        return scope_of(command.command)
    scope = _SCOPES.get(type(command), MASTER)
    seat = getattr(getattr(command, "by", None), "seat", None)
    return MASTER if presides(seat) and scope not in (*ANYBODYS, OPEN) else scope


def permit(scopes: frozenset[str]) -> Permit:
    """The leave that these scopes give."""

    def asked(command: Any) -> Refusal | None:
        scope = scope_of(command)
        if scope in scopes:
            return None
        lacking = say(
            "This token is not for that: it lacks the scope “{scope}”. Make one that has it on your account's page.",
            scope=scope,
        )
        return Refusal("lacks-scope", lacking, text=scope)

    return asked


def lacks(scope: str) -> str:
    """What is told where a scope is lacking for a whole request."""
    return _(
        "This token is not for that: it lacks the scope “%(scope)s”. Make one that has it on your account's page."
    ) % {"scope": scope}


__all__ = ["ANYBODYS", "KINDS", "MASTER", "OPEN", "ORDERS", "PRESS", "READ", "SEAT", "VOTES", "lacks", "permit",
           "scope_of"]  # fmt: skip

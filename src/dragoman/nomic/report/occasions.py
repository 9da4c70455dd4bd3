"""What whoever writes code for a rule must know: on which occasions it is called, with what, what it answers, and what
it can do. Nothing is called that does not stand here, and nothing stands here that is not called."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from difflib import get_close_matches

from dragoman.game.saying import Saying, say
from dragoman.nomic.effects import PRELUDE
from dragoman.nomic.hooks import HOOKS, Answers, functions
from dragoman.nomic.report.bodies import Block, Part, Quote, Table, text

_PROPOSED = "number, proponent, kind, target"
_COUNTED = f"{_PROPOSED}, parallel, adopted, favourable, entitled, votes, silent, needs"
_PENALTY = "id, player, category, severity"

OCCASIONS: Mapping[str, tuple[str, Saying]] = {
    "may_post": ("player, kind, target, parallel", say("whether somebody may post a proposal")),
    "on_proposal_posted": (_PROPOSED, say("a proposal is posted")),
    "on_revision": ("number, revision", say("a proposal is revised")),
    "may_open_vote": ("number, proponent", say("whether a vote may be announced")),
    "on_vote_opened": ("number, proponent", say("a vote begins")),
    "on_vote_cast": ("number, player", say("somebody votes")),
    "tally": (f"{_PROPOSED}, votes", say("how the votes on a proposal count")),
    "threshold": (_PROPOSED, say("what a proposal needs")),
    "on_vote_completed": (_COUNTED, say("a vote is complete")),
    "on_proposal_adopted": (_COUNTED, say("a proposal is adopted")),
    "on_proposal_defeated": (_COUNTED, say("a proposal is defeated")),
    "turn_points": (_COUNTED, say("what a turn is worth")),
    "on_turn_started": ("player", say("it is somebody's turn")),
    "on_turn_completed": ("player, number, parallel", say("a turn in order is complete")),
    "on_circuit_completed": ("circuits", say("a full circuit of turns is complete")),
    "next_player": ("mover, next", say("whose turn comes next")),
    "on_parallel_started": (_PROPOSED, say("a parallel turn begins")),
    "on_parallel_hour_passed": ("number, player", say("a parallel turn can be cancelled no more")),
    "on_parallel_cancelled": ("number, player", say("a parallel turn is cancelled")),
    "on_parallel_completed": ("player, number, parallel", say("a parallel turn is complete")),
    "on_missed_posting": ("player", say("nobody posted in time")),
    "on_penalty_assigned": (_PENALTY, say("a penalty is assigned")),
    "on_penalty_held": (f"{_PENALTY}, turns", say("a turn ends, for each penalty that is held")),
    "on_penalty_check": ("player", say("a turn ends, after that")),
    "on_regulation_proposed": ("handle, player, kind", say("a regulation-change is proposed")),
    "on_regulation_decided": ("handle, adopted", say("the vote on a regulation-change is complete")),
    "on_judgment_invoked": ("id, player, judge", say("Judgment is invoked")),
    "on_judgment_given": ("id, judge", say("a Judge decides")),
    "on_judgment_overruled": ("id, judge", say("a Judge is overruled")),
    "may_join": ("player", say("whether somebody may join")),
    "on_join": ("player, returns", say("somebody joins or comes back")),
    "on_forfeit": ("player", say("somebody forfeits")),
    "may_rejoin": ("player", say("whether somebody may come back")),
    "check_winner": ("number, proponent", say("a turn is scored, and somebody may have won")),
    "on_timer": ("key, payload", say("a timer of the rule rings")),
}
"""Each hook, what `event` holds then, and when it is called or what it is asked."""

ANSWERS: Mapping[Answers, Saying] = {
    Answers.EFFECTS: say("a list of effects"),
    Answers.LEAVE: say("[refuse(…)] or [require(…)], or nothing"),
    Answers.THRESHOLD: say("“unanimous”, “majority” or “2/3”"),
    Answers.POINTS: say("a whole number"),
    Answers.PLAYER: say("a player's name"),
    Answers.TALLY: say("[votes for, eligible votes]"),
}

EFFECTS: Mapping[str, Saying] = {
    "add_points": say("gives points, or takes them with a minus"),
    "assign_penalty": say("assigns a penalty that a rule in force defines"),
    "remove_penalty": say("removes a penalty by its number"),
    "set_param": say("sets a parameter that the rule sets itself"),
    "set_var": say("keeps something in the rule's own store, of 4096 bytes; None forgets it"),
    "schedule": say("has on_timer called after so many hours, with that key"),
    "cancel": say("cancels the timer with that key"),
    "require": say("where code is asked for leave: it may be, whatever others say"),
    "refuse": say("where code is asked for leave: it may not be"),
    "declare_winner": say("claims that somebody has won; a Judge decides, but for who has the target score"),
    "notice": say("tells everybody something"),
    "need_judge": say("leaves a question to a Judge"),
}

GAME: Mapping[str, Saying] = {
    "players": say("a list of tables: name, score, penalties (each with id, category, severity)"),
    "turn": say("a table: mover, begun, turns"),
    "circuits": say("full circuits so far"),
    "params": say("the parameters that hold, by name"),
    "rules": say("a list of tables: number, mutable"),
    "own": say("what the rule itself sets"),
    "vars": say("the rule's own store"),
}
"""What `game` holds."""

EXAMPLE = """\
def on_proposal_adopted(game, event):
    return [add_points(name, 10, "dissent") for name, vote in event["votes"].items() if vote == "against"]
"""


def signatures() -> Iterator[tuple[str, Saying]]:
    """Each effect as it is called, and what it does."""
    for name, given in re.findall(r"^def (\w+)\((.*)\):$", PRELUDE, re.MULTILINE):
        yield f"{name}({given})", EFFECTS[name]


def help_parts() -> Iterator[Part]:
    """What can be written as code of a rule."""
    yield Part(say("The code of a rule"), tuple(_preface()))
    yield Part(say("Occasions"), (Table(tuple((hook, _told(hook)) for hook in HOOKS)),))
    yield Part(say("Effects"), (Table(tuple(signatures())),))
    yield Part(say("What “game” holds"), (Table(tuple(GAME.items())),))


def _told(hook: str) -> Saying:
    """When a function is called, what it is told, and, where that is no list of effects, what it answers."""
    keys, when = OCCASIONS[hook]
    if HOOKS[hook] is Answers.EFFECTS:
        return say("{said_when} (event: {keys})", said_when=when.text, keys=keys)
    return say("{said_when} (event: {keys}); it answers: {said_answer}", said_when=when.text, keys=keys,
               said_answer=ANSWERS[HOOKS[hook]].text)  # fmt: skip


def _preface() -> Iterator[Block]:
    yield text(
        say("Code stands in a proposal between two lines of ```. A function named for an occasion is called with a "
            "copy of the game and with what happened (event); where nothing else is said, it answers with a list of "
            "effects. The language is Starlark.")
    )  # fmt: skip
    yield Quote("", EXAMPLE)


# --- functions that nothing calls ---


def uncalled(code: str) -> Iterator[Block]:
    """Functions that are called on no occasion, nor by other code, with the occasion that is called nearly so."""
    for name in functions(code):
        if name in HOOKS or len(re.findall(rf"\b{re.escape(name)}\b", code)) > 1:
            continue
        near = get_close_matches(name, HOOKS, n=1, cutoff=0.5)
        if near:
            yield text(
                say("No occasion is called “{name}”, so that function is never called; the nearest is “{near}”. “help "
                    "code” tells all.", name=name, near=near[0])
            )  # fmt: skip
        else:
            yield text(
                say("No occasion is called “{name}”, so that function is never called. “help code” tells all.",
                    name=name)
            )  # fmt: skip

"""What may be proposed, by whom and how often (IX, F.16); taking a proposal back; and what the game master may do about
proposals and about the end of the game."""

from __future__ import annotations

from datetime import datetime
from typing import assert_never

from dragoman.ballots.endings import Ranking
from dragoman.diplomacy.commands import (
    CastVote,
    ChangeRules,
    DeclareDraw,
    ProposeEnding,
    ProposeRules,
    RefuseProposal,
    VoteCommand,
    WarnOfDraw,
    WithdrawProposal,
)
from dragoman.diplomacy.decide import endings, rules, turn, votes
from dragoman.diplomacy.decide.claims import game_master_only, not_running, past
from dragoman.diplomacy.events import DrawWarned, Event, VoteDropped, VoteOpened
from dragoman.diplomacy.evolve import evolve
from dragoman.diplomacy.state import State, Vote
from dragoman.diplomacy.state.endings import unchanged_years
from dragoman.game.protocol import Speaker
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import GM

Outcome = tuple[Event, ...] | Refusal

MOST_CLAUSES = 20
"""Clauses that one proposal can change: more is another game."""


def decide(state: State, command: VoteCommand, now: datetime) -> Outcome:  # one arm per kind of command
    """What comes of whatever is said about votes."""
    match command:
        case CastVote():
            return _then_early(state, votes.cast(state, command, now), now)
        case ProposeEnding():
            return (
                not_running(state)
                or _no_voice(state, command.by)
                or _past(state, now)
                or _propose_ending(state, command, now)
            )
        case ProposeRules():
            return (
                not_running(state)
                or _no_voice(state, command.by)
                or _past(state, now)
                or _propose_rules(state, command, now)
            )
        case WithdrawProposal():
            return not_running(state) or _withdraw(state, command, now)
        case RefuseProposal():
            return game_master_only(command.by) or not_running(state) or _refuse(state, command, now)
        case ChangeRules():
            return game_master_only(command.by) or not_running(state) or rules.change(state, command, now)
        case WarnOfDraw():
            return game_master_only(command.by) or not_running(state) or _warn(state, command, now)
        case DeclareDraw():
            return game_master_only(command.by) or not_running(state) or _declare(state, command, now)
        case _:
            assert_never(command)


def _then_early(state: State, outcome: Outcome, now: datetime) -> Outcome:
    """Whoever was waited for has voted: what else might be adjudicated early now is."""
    if isinstance(outcome, Refusal):
        return outcome
    for event in outcome:
        state = evolve(state, event)
    return *outcome, *turn.if_all_final(state, now)


def _no_voice(state: State, by: Speaker) -> Refusal | None:
    if by.seat == GM or by.seat in state.remaining():
        return None
    return Refusal("no-voice", say("Only the players remaining in the game, and the game master, can propose."), "IX")


def _past(state: State, now: datetime) -> Refusal | None:
    """Nothing is proposed after the deadline, not even by whoever has grace: nobody else could vote on it (IX.4)."""
    return None if state.corrections.held is not None else past(state, now)


# --- proposing an end ---


def _propose_ending(state: State, command: ProposeEnding, now: datetime) -> Outcome:
    places = command.places or ((tuple(sorted(state.remaining())),) if command.form == "draw" else ())
    form = _form(state, command.form, places)
    refused = _unfit(state, command.by, form, places) or _too_many(state, command.by) or _open_already(state, places)
    if refused:
        return refused
    opened = VoteOpened(
        at=now,
        number=len(state.votes) + 1,
        seat=command.by.seat or "",
        about=votes.ENDING,
        form=form,
        places=places,
        terms=votes.terms(state),
    )
    return (opened,)


def _form(state: State, form: str, places: tuple[tuple[str, ...], ...]) -> str:
    """A win of several is a ranking, where rankings can be proposed."""
    alone = len(places) == 1 and len(places[0]) == 1
    if form == "win" and not alone and state.sheet.letter("F.16") == "B":
        return "ranking"
    return form


def _unfit(state: State, by: Speaker, form: str, places: tuple[tuple[str, ...], ...]) -> Refusal | None:
    """Why an end cannot be proposed at all."""
    ranked = state.sheet.letter("F.16") == "B"
    if by.seat == GM and not ranked:
        return Refusal("gm-proposes-not", say("The game master proposes no end of the game here."), "F.16.A")
    if form == "ranking" and not ranked:
        text = say("No ranking can be proposed in this game: propose a win of one player, or a draw.")
        return Refusal("no-rankings", text, "F.16.A")
    if form == "win" and (len(places) != 1 or len(places[0]) != 1):
        return Refusal(
            "one-winner", say("A win can be conceded to one player only; propose a draw of several."), "IX.1"
        )
    return _misplaced(state, places) or _lone_draw(by, form, places)


def _lone_draw(by: Speaker, form: str, places: tuple[tuple[str, ...], ...]) -> Refusal | None:
    """IX.2: a draw is of several; read as a win it would concede the game (IX.1) unasked."""
    if form != "draw" or len(set(places[0])) != 1:
        return None
    (power,) = set(places[0])
    own = by.seat if by.seat not in (power, GM, None) else ""
    if own:
        text = say(
            "A draw is of several players: for one of you and {power_only} write “propose draw: {own}, {only}”; that "
            "{power_only} wins is proposed with “propose win: {only}”.",
            power_only=power, own=own, only=power,
        )  # fmt: skip
    else:
        text = say(
            "A draw is of several players, and must name them all; that {power_only} wins is proposed with “propose "
            "win: {only}”.",
            power_only=power, only=power,
        )  # fmt: skip
    return Refusal("lone-draw", text, "IX.2", power)


def _misplaced(state: State, places: tuple[tuple[str, ...], ...]) -> Refusal | None:
    try:
        named = Ranking(places).mentioned
    except ValueError:
        text = say("Name each player once, as in “propose ranking: 1. France, 2. Russia/Turkey”.")
        return Refusal("bad-ranking", text)
    for power in named:
        if power not in state.remaining():
            text = say("{seat_named} does not remain in the game, and can share in no end of it.", seat_named=power)
            return Refusal("not-remaining", text, "IX.2", power)
    return None


def _too_many(state: State, by: Speaker) -> Refusal | None:
    """F.16.B: so many a round for each; one taken back or refused was made all the same, unless
    its author took it back before anybody else had voted: a slip mended costs nothing."""
    choice = state.sheet.choice("F.16")
    if choice.letter != "B":
        return None
    made = [
        vote
        for vote in state.votes.values()
        if vote.about == votes.ENDING
        and vote.author == by.seat
        and vote.round == len(state.turns)
        and not _mended(vote)
    ]
    most = choice.number("proposals")
    if len(made) < most:
        return None
    text = say("You have made {proposals_most} in this round, and may make no more.", proposals_most=most)
    return Refusal("too-many-proposals", text, "F.16.B")


def _mended(vote: Vote) -> bool:
    """Whether its author took it back before anybody else had voted on it."""
    return vote.dropped == "withdrawn" and all(ballot.voter == vote.author for ballot in vote.ballots)


def _open_already(state: State, places: tuple[tuple[str, ...], ...]) -> Refusal | None:
    same = [v for v in state.votes.values() if v.open and v.about == votes.ENDING and _same(v.places, places)]
    return _vote_on(same[0]) if same else None


def _same(one: tuple[tuple[str, ...], ...], other: tuple[tuple[str, ...], ...]) -> bool:
    return [sorted(place) for place in one] == [sorted(place) for place in other]


def _vote_on(vote: Vote) -> Refusal:
    text = say("That is proposed already: vote on proposal {number}.", number=vote.number)
    return Refusal("proposed-already", text)


# --- proposing other rules ---


def _propose_rules(state: State, command: ProposeRules, now: datetime) -> Outcome:
    if len(command.changes) > MOST_CLAUSES:
        text = say("One proposal can change {most} clauses; this one names more.", most=MOST_CLAUSES)
        return Refusal("too-many-clauses", text, "IX.3")
    made = rules.altered(state.sheet, command.changes)
    if isinstance(made, Refusal):
        return made
    same = [v for v in state.votes.values() if v.open and v.about == votes.RULES and v.rules == dict(command.changes)]
    if same:
        return _vote_on(same[0])
    opened = VoteOpened(
        at=now,
        number=len(state.votes) + 1,
        seat=command.by.seat or "",
        about=votes.RULES,
        rules=dict(command.changes),
        changes=rules.changes_between(state.sheet, made),
        terms=votes.terms(state),
    )
    return (opened,)


# --- taking back and refusing ---


def _withdraw(state: State, command: WithdrawProposal, now: datetime) -> Outcome:
    """Who is not the author learns no more by it than that."""
    vote = state.votes.get(command.number)
    if vote is None or vote.about == votes.PROXY:
        return votes.no_such(command.number)
    if not vote.open:
        return votes.over(vote)
    if not vote.author or vote.author != command.by.seat:
        return Refusal("not-yours", say("Proposal {number} is not yours to withdraw.", number=vote.number))
    if votes.sealed(state, vote):
        return votes.waits(vote)
    if late := votes.too_late(state, command.by.seat, now):
        return late
    return _then_early(state, (VoteDropped(at=now, number=vote.number),), now)


def _refuse(state: State, command: RefuseProposal, now: datetime) -> Outcome:
    vote = state.votes.get(command.number)
    if vote is None or vote.about == votes.PROXY:
        return votes.no_such(command.number)
    if not vote.open:
        return votes.over(vote)
    if vote.about == votes.GOING_ON:
        return Refusal("no-refusal", say("The house rules themselves ask this; it cannot be refused."), "IX.2.B")
    if not command.why.strip():
        text = say("Say why: “gm refuse proposal {number} because …”. Everybody is told.", number=vote.number)
        return Refusal("no-reason", text, "IX.5")
    return (VoteDropped(at=now, number=vote.number, refused=True, why=command.why.strip()),)


# --- a draw declared ---


def _warn(state: State, command: WarnOfDraw, now: datetime) -> Outcome:
    refused = _too_soon(state)
    if refused:
        return refused
    return (DrawWarned(at=now, years=unchanged_years(state.chart, state.turns), why=command.why.strip()),)


def _declare(state: State, command: DeclareDraw, now: datetime) -> Outcome:
    """After the warning the players have one adjudication in which to show that the game is not dead (ours)."""
    refused = _too_soon(state)
    if refused:
        return refused
    if state.warned is None or state.warned >= len(state.turns):
        text = say(
            "A warning comes first: “gm warn of draw”. Once another phase has been adjudicated the draw can be "
            "declared."
        )
        return Refusal("no-warning", text, "IX.2.A")
    return (endings.declared(state, now, command.why.strip()),)


def declarable(state: State) -> bool:
    """Whether the years without a change are enough for a warning, and then for a draw."""
    return _too_soon(state) is None


def _too_soon(state: State) -> Refusal | None:
    choice, years = state.sheet.choice("IX.2"), unchanged_years(state.chart, state.turns)
    if choice.letter != "A":
        return Refusal("no-declaring", say("Nobody declares a draw in this game: the players are asked."), "IX.2.B")
    if years >= choice.number("years"):
        return None
    text = say(
        "A draw can be declared after {years_most} in which no centre changes hands; so far it is {years_now}.",
        years_most=choice.number("years"), years_now=years,
    )  # fmt: skip
    return Refusal("too-soon", text, "IX.2.A")

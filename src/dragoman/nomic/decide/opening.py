"""How a game is opened: with every rule in full, its players, and what is given of a game in its middle."""

from __future__ import annotations

from datetime import datetime

from dragoman.game.asking import Outcome
from dragoman.game.clock import UnknownZone, zone
from dragoman.game.press import is_observer
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.game.seats import GM
from dragoman.nomic import changes, parameters, rulesets, standing
from dragoman.nomic.commands import Facts, GivenProposal, OpenGame
from dragoman.nomic.decide import electing, joining, proposing, scoring
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.events.players import FactsRecorded, GameOpened, ObserverSeated, PlayerSeated
from dragoman.nomic.events.proposals import ProposalPosted, VoteAnnounced, VoteCast, VoteOpened
from dragoman.nomic.events.turns import TurnBegun
from dragoman.nomic.evolve import evolve
from dragoman.nomic.readings import usual
from dragoman.tongues.lexicon import LANGUAGES


def opened(command: OpenGame, at: datetime, outcomes: tuple[Outcome, ...] = ()) -> Proceedings | Refusal:
    """The opening and what follows from it at once, or why it is refused."""
    refused = _unfit(command)
    if refused is not None:
        return refused
    made = command.ruleset
    begun = GameOpened(
        at=at, name=command.name, by=command.by.person, rules=made.rules, regulations=made.regulations,
        readings={**usual(), **made.readings, **command.readings}, next_number=made.first_number,
        next_regulation=made.first_regulation, lang=command.lang, zone=command.zone, seed=command.seed,
        collation=command.collation or command.lang, entry=command.entry, wanted=command.wanted,
        ruleset=made.name, gm=command.gm,
    )  # fmt: skip
    p = Proceedings(evolve(None, begun), at, outcomes)
    p.events.append(begun)
    _seat(p, command)
    if command.begin:
        facts = command.given or Facts()
        joining.begin(p, facts.mover or "")
    if command.given is not None:
        _given(p, command.given)
    return p


def _unfit(command: OpenGame) -> Refusal | None:
    """What is wrong with the wish to open a game, or None."""
    try:
        zone(command.zone)
    except UnknownZone:
        return Refusal("no-such-zone", say("There is no time zone “{zone}”.", zone=command.zone))
    if command.lang not in LANGUAGES:
        says = say("No language is called “{lang}” here; there are {known}.", lang=command.lang,
                   known=", ".join(LANGUAGES))  # fmt: skip
        return Refusal("no-such-language", says)
    for name, option in command.readings.items():
        wrong = parameters.misfit(f"reading {name}", option)
        if wrong is not None:
            return wrong
    players = [seat for seat in command.seats if seat != GM and not is_observer(seat)]
    if command.begin and not players:
        return Refusal("nobody-plays", say("Nobody plays yet."))
    return rulesets.unfit(command.ruleset)


def _seat(p: Proceedings, command: OpenGame) -> None:
    start = standing.whole(p.state, "start_points") or 0
    for seat, person in command.seats.items():
        if is_observer(seat):
            p.happen(ObserverSeated, person=person, seat=seat)
        elif seat != GM:
            surname = command.surnames.get(seat, "")
            p.happen(PlayerSeated, person=person, player=seat, surname=surname, score=start)


def _given(p: Proceedings, given: Facts) -> None:
    """A game that begins in its middle, as facts recorded by hand. What is open was begun before, at its own times."""
    now = p.at
    for each in sorted(given.proposals, key=lambda each: (each.parallel, each.number)):
        _open(p, each)
        p.at = now
    p.happen(
        FactsRecorded, by="set-up", scores=given.scores, circuits=given.circuits, next_number=given.next_number,
        next_regulation=given.next_regulation,
    )  # fmt: skip
    for player, category, severity in given.penalties:
        kind = standing.penalty(p.state, category, severity)
        if kind is not None and player in p.state.players:
            scoring.assign(p, player, kind, "given")


def _open(p: Proceedings, given: GivenProposal) -> None:
    """A proposal that is open, with what came of it so far."""
    p.at = given.posted
    change = changes.normal(p.state, given.change)
    p.happen(
        ProposalPosted, number=given.number, player=given.player, change=change, parallel=given.parallel,
        basis=proposing.basis(p.state, change),
    )  # fmt: skip
    if not given.parallel:
        p.happen(TurnBegun, player=given.player, number=given.number)
    if given.opens is not None:
        p.happen(VoteAnnounced, number=given.number, opens=given.opens)
    if given.opened is not None:
        p.at = given.opened
        p.happen(
            VoteOpened, number=given.number, revision=1, voters=p.state.playing,
            needs=electing.needs(p.state, p.state.proposals[given.number]).text,
        )  # fmt: skip
        for player, choice in given.votes.items():
            p.happen(VoteCast, number=given.number, player=player, choice=choice)

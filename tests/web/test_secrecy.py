"""Secrecy as a property: whatever others do that is none of a seat's business, all that comes to that seat is the same,
byte for byte: pages, letters, feeds, calendar, and answers as JSON.

Only the published head of the salted chain is masked, and the token that guards forms.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
from pytest_django.fixtures import Settings
from tests.conftest import Depth
from tests.diplomacy.games import some_set
from tests.diplomacy.payola.test_market import bid
from tests.web.conftest import POWERS
from tests.web.worlds import MINUTE, TABLE, Secret, World, apart, begun, everything, finale, strike

from dragoman import assembly
from dragoman.diplomacy.commands import (
    AskDelay,
    BlockMail,
    CastBallot,
    CastVote,
    Caution,
    ChooseReports,
    ClaimError,
    ClearOrders,
    GiveMoney,
    GrantProxy,
    HoldResults,
    MarkStatus,
    MutePress,
    NameDeputy,
    ObjectToPace,
    PlaceBids,
    PlanAbsence,
    ProposeEnding,
    ReportConduct,
    ReportPress,
    RevokeProxy,
    SendPress,
    StandBy,
)
from dragoman.diplomacy.democracy.ballots import BallotLine
from dragoman.diplomacy.democracy.options import option
from dragoman.diplomacy.orders.order import Ordered
from dragoman.diplomacy.payola.bids import Offer
from dragoman.game.press import Colour
from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM
from dragoman.people.leaves import DRAFTS, NOTES, READ
from dragoman.people.news import AS_EVER, Choices

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.usefixtures("unpainted")]

TEXTS = ("We march at dawn.", "Trust nobody.", "The fleet is ready.", "What of Galicia?")


# --- what others may do ---


def orders(world: World, chance: Random) -> None:
    """Sets, revisions, status; taken back or not. None of it is the last set waited for."""
    for power in world.others[:-1]:
        for _ in range(chance.randrange(3)):
            world.order(power, chance)
            chance.choice((lambda p: None, lambda p: world.hear(ClearOrders(world.speaker(p))),
                           lambda p: world.hear(MarkStatus(world.speaker(p), True))))(power)  # fmt: skip


def plans(world: World, chance: Random) -> None:
    """Conditional orders, orders ahead and perpetual ones."""
    for power in chance.sample(world.others[:-1], 3):
        world.hear(replace(some_set(world.state, power, chance), by=world.speaker(power)))


def proxies(world: World, chance: Random) -> None:
    """Proxies among others, given and revoked."""
    for _ in range(chance.randrange(4)):
        giver, receiver = chance.sample(world.others, 2)
        units = world.state.due(giver).units
        world.hear(GrantProxy(world.speaker(giver), receiver, tuple(Ordered(u.place, u.kind) for u in units[:1])))
        if chance.random() < 0.5:
            world.hear(RevokeProxy(world.speaker(giver), receiver))


def letters(world: World, chance: Random) -> None:
    """Press between others."""
    for _ in range(chance.randrange(1, 5)):
        writer, reader = chance.sample(world.others, 2)
        world.hear(SendPress(world.speaker(writer), (reader,), chance.choice(TEXTS)))


def authors(world: World, chance: Random) -> None:
    """The same unsigned pieces, by whomever."""
    for text in TEXTS[:2]:
        world.hear(SendPress(world.speaker(chance.choice(world.others)), ("all",), text, colour=Colour.GREY))


def masks(world: World, chance: Random) -> None:
    """The same pieces in the name of one who did not write them."""
    named, *writers = world.others
    for text in TEXTS[:2]:
        said = SendPress(world.speaker(chance.choice(writers)), ("all",), text, colour=Colour.BLACK, name=named)
        world.hear(said)


def proposed(world: World, chance: Random) -> None:
    """Something to vote on, and something to complain of."""
    world.hear(ProposeEnding(world.speaker(GM if world.watcher != GM else "France"), "draw"))
    world.hear(ProposeEnding(world.speaker("Austria"), "draw"))
    world.hear(SendPress(world.speaker("Austria"), ("all",), TEXTS[3]))


def ballots(world: World, chance: Random) -> None:
    """Votes, cast and changed; somebody has always still to vote."""
    for power in chance.sample(world.others[1:], 4):
        for number in sorted(world.state.votes):
            world.hear(CastVote(world.speaker(power), number, chance.choice(("yes", "no", "abstain"))))


def mutes(world: World, chance: Random) -> None:
    """Whom others read no more."""
    for power in chance.sample(world.others, 3):
        world.hear(MutePress(world.speaker(power), tuple(p for p in chance.sample(world.others, 2) if p != power)))


def complaints(world: World, chance: Random) -> None:
    """What others bring before the game master."""
    for power in chance.sample(world.others, chance.randrange(1, 4)):
        world.hear(ReportPress(world.speaker(power), 1, chance.choice(TEXTS)))


def absences(world: World, chance: Random) -> None:
    """Absences far ahead, of which the game master alone is told."""
    for power in chance.sample(world.others, 3):
        begins = world.host.now + timedelta(days=chance.randrange(200, 400))
        world.hear(PlanAbsence(world.speaker(power), begins, begins + timedelta(days=chance.randrange(1, 9)), "away"))


def delays(world: World, chance: Random) -> None:
    """Who asks for a delay, and why: that the deadline moves, everybody sees."""
    world.hear(AskDelay(world.speaker(chance.choice(world.others)), timedelta(days=2), chance.choice(TEXTS)))


def grace(world: World, chance: Random) -> None:
    """Whose orders were wanted at the deadline, so that the game waits."""
    missing = chance.choice(world.others)
    for power in POWERS:
        if power != missing:
            world.order(power, Random(power), final=True)
        else:
            world.host.at(world.host.now + MINUTE)  # the others' sets come at the same moments all the same
    strike(world)


def deputies(world: World, chance: Random) -> None:
    """Whom others would hand their seats to; the game master has not consented yet."""
    friend = world.host.person("friend")
    for power in chance.sample(world.others, 2):
        world.hear(NameDeputy(world.speaker(power), "friend@example.org", friend))


def standbys(world: World, chance: Random) -> None:
    """For which powers somebody stands by."""
    for name in ("sam", "sue"):
        world.hear(StandBy(Speaker(world.host.person(name), None), tuple(chance.sample(POWERS, 2))))


def pace(world: World, chance: Random) -> None:
    """To whom a faster pace is a hardship."""
    world.hear(ObjectToPace(world.speaker(chance.choice(world.others))))


def claims(world: World, chance: Random) -> None:
    """What others say was adjudicated wrongly."""
    for power in chance.sample(world.others, 2):
        world.hear(ClaimError(world.speaker(power), chance.choice(TEXTS)))


def conduct(world: World, chance: Random) -> None:
    """Whose conduct others bring before the game master."""
    for power in chance.sample(world.others, 2):
        world.hear(ReportConduct(world.speaker(power), chance.choice(TEXTS), chance.choice(POWERS)))


def cautions(world: World, chance: Random) -> None:
    """Whom the game master has cautioned, or keeps from writing to somebody."""
    one, other = chance.sample(world.others, 2)
    world.hear(Caution(world.speaker(GM), one, clause="X.3", why=chance.choice(TEXTS)))
    world.hear(BlockMail(world.speaker(GM), other, seat=one, clause="X.3", why=chance.choice(TEXTS)))


def builds(world: World, chance: Random) -> None:
    """How others vote on builds."""
    for power in chance.sample(world.others[:-1], 4):
        choices = tuple(f"{chance.choice('AF')} {home}" for home in world.state.chart.home_centres(power))
        lines = tuple(BallotLine(option(choice), chance.randrange(1, 7)) for choice in choices)
        world.hear(CastBallot(world.speaker(power), lines))


BIDS = ("3: A VIE - BOH", "1: A BUD H", "2*4: F KIE - BAL", "5: A PAR - BUR", "7#2: F ANK H", "2: A ROM - TUS")


def bids(world: World, chance: Random) -> None:
    """What others offer for whose orders, what they hold back, and whom they would rather have than whom."""
    for power in chance.sample(world.others, 4):
        offered = tuple(bid(text) for text in chance.sample(BIDS, 3))
        accepts = (("", tuple(chance.sample(POWERS, 3))),)
        world.hear(PlaceBids(world.speaker(power), Offer(offered, chance.randrange(9), accepts)))


def gifts(world: World, chance: Random) -> None:
    """What others pay one another."""
    for _ in range(3):
        giver, taker = chance.sample(world.others, 2)
        world.hear(GiveMoney(world.speaker(giver), taker, chance.randrange(1, 9)))


def away(world: World, chance: Random) -> None:
    """Everybody knows who will be away."""
    for power in world.others[:3]:
        begins = world.host.now + timedelta(days=2)
        world.hear(PlanAbsence(world.speaker(power), begins, begins + timedelta(days=3), "away", announced=True))


def left(world: World, chance: Random) -> None:
    """What those who will be away have left to be carried out."""
    for power in world.others[:3]:
        for _ in range(chance.randrange(1, 3)):
            world.order(power, chance, final=True)


def holding(world: World, chance: Random) -> None:
    """Results wait for the game master from now on."""
    world.hear(HoldResults(world.speaker(GM)))


def held(world: World, chance: Random) -> None:
    """What others ordered, once it has been adjudicated and the results wait to be released."""
    for power in POWERS:
        if power != world.watcher:
            world.order(power, chance)
        else:
            world.order(power, Random(0))
    strike(world)


def forms(world: World, chance: Random) -> None:
    """How others like their reports."""
    for power in chance.sample(world.others, 3):
        world.hear(ChooseReports(world.speaker(power), chance.choice(("words", "codes", "njudge"))))


GREY = {"X.1": "A", "X.2": "A"}

SECRETS = (
    Secret("orders", orders),
    Secret("plans", plans, {"II.4": "B", "II.5": "A fallback=finnish", "F.5": "B"}, finale=False),
    Secret("proxies", proxies, {"II.3": "B revocation told to=giver"}, finale=False),
    Secret("letters", letters, master=False),
    Secret("authors", authors, GREY, master=False),
    Secret("masks", masks, GREY, master=False),
    Secret("ballots", ballots, before=proposed, finale=False),
    Secret("mutes", mutes, before=proposed, master=False),
    Secret("complaints", complaints, before=proposed),
    Secret("absences", absences),
    Secret("delays", delays),
    Secret("grace", grace, {"VII.6": "B grace=24 contact=48"}, finale=False),
    Secret("deputies", deputies),
    Secret("standbys", standbys),
    Secret("pace", pace),
    Secret("claims of errors", claims),
    Secret("conduct", conduct),
    Secret("cautions", cautions, {"X.3": "B"}),
    Secret("votes on builds", builds, {"D.1": "B"}, finale=False, past=False),
    Secret("bids", bids, {"P.1": "B"}, finale=False, past=False),
    Secret("gifts of money", gifts, {"P.1": "B"}, finale=False, past=False),
    Secret("orders of those away", left, before=away, finale=False),
    Secret("results held", held, before=holding, finale=False),
    Secret("forms of reports", forms, master=False),
)
"""Every family of secrets, one line each."""


def leaves(world: World, chance: Random) -> None:
    """What others keep for their own eyes, and how they want to be told: no part of the game at all."""
    for power in chance.sample(world.others, 4):
        person, now = world.speaker(power).person, world.host.now
        for kind in (NOTES, DRAFTS, READ):
            assembly.leaves().write(
                person, TABLE, kind, chance.choice(("", "all", "Germany")), chance.choice(TEXTS), now
            )
        assembly.deliveries().keep(person, Choices(AS_EVER, bare=chance.random() < 0.5))


LEAVES = Secret("private leaves", leaves, master=False)

# --- the law ---


def seen(
    secret: Secret, watcher: str | None, seeds: tuple[int, int], path: Path, settings: Settings, share: int = 1
) -> dict[str, object]:
    """All that comes to the watcher in one world, or every so-manieth page of it: after the secret, and, where that
    reveals nothing, after the results."""
    past, own = seeds
    with apart(path, settings) as host:
        world = begun(host, watcher, secret, past)
        phase, begin = world.state.phase, host.now
        secret.act(world, Random(own))
        assert world.state.phase == phase, "a secret that ends the phase is none"
        host.at(begin + 90 * MINUTE)
        found = {f"before: {key}": value for key, value in everything(world, share, secret.name).items()}
        if secret.finale:
            finale(world, past)
            host.at(begin + timedelta(days=12))
            found |= {f"after: {key}": value for key, value in everything(world, share, secret.name).items()}
        return found


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret.name)
def test_what_a_seat_must_not_know_changes_nothing_that_it_sees(
    secret: Secret, tmp_path: Path, settings: Settings, depth: Depth
) -> None:
    """To six who watch, each at a past of their own; of a sample to one, who looks at a fifth of the pages, and not in
    all families at the same."""
    chance, watchers = Random(secret.name), secret.watchers()
    share = 5 if depth == "sample" else 1
    for watcher in [chance.choice(watchers)] if depth == "sample" else chance.sample(watchers, 6):
        past = chance.randrange(1000)
        one, other = (
            seen(secret, watcher, (past, chance.randrange(1000)), tmp_path / "clock.toml", settings, share)
            for _ in range(2)
        )
        assert one.keys() == other.keys(), watcher
        differ = {key: (one[key], other[key]) for key in one if one[key] != other[key]}
        assert differ == {}, (watcher, sorted(differ))


@pytest.mark.parametrize("watcher", ["France", GM, "observer Olga", None])
def test_what_others_keep_for_themselves_changes_nothing(
    watcher: str | None, tmp_path: Path, settings: Settings, depth: Depth
) -> None:
    """Their leaves differ, and neither the record of the game nor anything that anybody else sees. Of a sample each
    watcher looks at a third of the pages, and not all at the same."""
    share = 3 if depth == "sample" else 1
    worlds, kept = [], []
    for own in (1, 2):
        with apart(tmp_path / "clock.toml", settings) as host:
            world = begun(host, watcher, LEAVES, 5)
            LEAVES.act(world, Random(own))
            record = tuple(entry.data for entry in assembly.ledger().record(TABLE)[1])
            worlds.append((record, everything(world, share, str(watcher))))
            people = [world.speaker(power).person for power in world.others]
            kept.append([dict(assembly.leaves().all(person, TABLE)) for person in people])
    assert kept[0] != kept[1]
    assert worlds[0] == worlds[1]


@pytest.mark.parametrize("secret", SECRETS, ids=lambda secret: secret.name)
def test_a_secret_is_something_that_happens(secret: Secret, tmp_path: Path, settings: Settings) -> None:
    """In the two worlds the records differ: the law above is not kept by two equal games."""
    records = []
    for own in (1, 2, 3):
        with apart(tmp_path / "clock.toml", settings) as host:
            world = begun(host, "Turkey", secret, 5)
            secret.act(world, Random(own))
            _, entries = assembly.ledger().record(TABLE)
            records.append(tuple(entry.data for entry in entries))
    assert len(set(records)) > 1

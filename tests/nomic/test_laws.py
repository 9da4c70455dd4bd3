"""Laws of any course of a game of Nomic: replay gives the same without running code, and no rule changes without the
votes that the rules in force demanded."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.nomic.tables import PLAYERS, START, Table, speaker

from dragoman.nomic import commands as c
from dragoman.nomic.events import Event, decoded, encoded
from dragoman.nomic.events.players import PlayerForfeited, PlayerJoined, PlayerSeated
from dragoman.nomic.events.proposals import ProposalPosted, ProposalRevised, RuleChanged, VoteCast, VoteCompleted
from dragoman.nomic.events.recorded import Change
from dragoman.nomic.evolve import evolve
from dragoman.nomic.game import NOMIC
from dragoman.nomic.state import State

CHANGES = (
    Change("enact", text="Everybody is polite."),
    Change("amend", "206", "A defeat costs 3 points.", {"defeat_penalty": "3"}),
    Change("amend", "203", "Two thirds are enough.", {"threshold": "2/3"}),
    Change("amend", "203", "A majority is enough.", {"threshold": "majority"}),
    Change("repeal", "203"),
    Change("repeal", "207"),
    Change("repeal", "307"),
    Change("repeal", "206"),
    Change("transmute", "105"),
    Change("transmute", "109"),
    Change("transmute", "206"),
    Change("amend", "105", "Nobody votes."),
    Change("repeal amendment", "323"),
)

ORDERS = (
    (),
    (c.Order("points", "Ann", 5),),
    (c.Order("points", "Bob", 600),),
    (c.Order("set", name="defeat_penalty", value="3"), c.Order("set", name="target", value="0")),
    (c.Order("conflict", rules=("101", "206")), c.Order("suspend", rules=("206",))),
    (c.Order("reading", name="electorate", value="opening"),),
    (c.Order("winner", "Ann"),),
    (c.Order("settled"),),
)

STEPS = st.lists(
    st.tuples(
        st.integers(0, len(PLAYERS)),
        st.sampled_from(["post", "parallel", "vote", "vote", "vote", "vote", "no", "announce", "revise", "cancel",
                         "forfeit", "rejoin", "wait", "wait", "invoke", "judge", "overrule", "consent", "regulate"]),
        st.integers(0, 12),
        st.integers(0, 30),
    ),
    max_size=60,
)  # fmt: skip


def played(steps: list[tuple[int, str, int, int]]) -> Table:
    """A game in which whatever is tried is tried, allowed or not."""
    table = Table(players=PLAYERS[:4])
    hours = 0.0
    for who, what, pick, later in steps:
        hours += later
        table.until(hours)
        if not table.state.over:
            command = wish(table, PLAYERS[who % 4], what, pick)
            if command is not None:
                table.does(command)
    table.until(hours + 200)
    return table


def wish(table: Table, name: str, what: str, pick: int) -> c.Command | None:
    by = speaker(name)
    waiting = table.state.open_proposals
    number = waiting[pick % len(waiting)].number if waiting else 323
    match what:
        case "post" | "parallel":
            return c.Post(by, CHANGES[pick % len(CHANGES)], what == "parallel")
        case "vote":
            return c.CastVote(by, str(number), "for")
        case "no":
            return c.CastVote(by, str(number), "against")
        case "announce":
            return c.AnnounceVote(by, number, table.now + timedelta(hours=pick * 4))
        case "revise":
            return c.Revise(by, number, CHANGES[pick % len(CHANGES)])
        case "cancel":
            return c.Cancel(by, number)
        case "forfeit":
            return c.Forfeit(by) if pick == 0 else None
        case "rejoin":
            return c.Join(speaker(None, name), name)
        case "invoke":
            return c.Invoke(by, "Is that allowed?")
        case "judge":
            return c.Judge(by, "It is.", ORDERS[pick % len(ORDERS)])
        case "overrule":
            return c.Overrule(by)
        case "consent":
            return c.Consent(by)
        case "regulate":
            return c.Regulate(by, Change("amend", "R100", "The rate is 20.", {"base_rate": "20"}))
        case _:
            return None


def replayed(events: list[Event]) -> State:
    state: State | None = None
    for event in events:
        state = evolve(state, decoded(encoded(event)))
    assert state is not None
    return state


@given(STEPS)
@settings(max_examples=60, deadline=None)
def test_a_replay_gives_the_same_state_and_the_same_texts(steps: list[tuple[int, str, int, int]]) -> None:
    table = played(steps)
    again = replayed(table.events)
    assert again == table.state
    assert [(p.number, p.now.text) for p in again.book.in_force] == [
        (p.number, p.now.text) for p in table.state.book.in_force
    ]
    assert NOMIC.sight(again, None) == NOMIC.sight(table.state, None)


@given(STEPS)
@settings(max_examples=60, deadline=None)
def test_moments_never_go_back(steps: list[tuple[int, str, int, int]]) -> None:
    moments = [event.at for event in played(steps).events]
    assert moments == sorted(moments)
    assert moments[0] == START


@given(STEPS)
@settings(max_examples=120, deadline=None)
def test_no_rule_changes_without_the_votes_that_were_demanded(steps: list[tuple[int, str, int, int]]) -> None:
    """The votes are counted again from the letters alone, against what 203 and 109 said just before."""
    playing: set[str] = set()
    forms: dict[int, Change] = {}
    cast: dict[int, dict[str, str]] = {}
    adopted: set[str] = set()
    needed, special = "unanimous", True
    for event in played(steps).events:
        match event:
            case PlayerSeated(player=name) | PlayerJoined(player=name):
                playing.add(name)
            case PlayerForfeited(player=name):
                playing.discard(name)
            case ProposalPosted(number=number, change=change) | ProposalRevised(number=number, change=change):
                forms[number] = change
            case VoteCast(number=number, player=name, choice=choice):
                cast.setdefault(number, {})[name] = choice
            case VoteCompleted(number=number):
                fors = sum(cast.get(number, {}).get(name) == "for" for name in playing)
                demands = _demanded(forms[number], needed, special)
                assert event.adopted == _enough(fors, len(playing), demands)
                if event.adopted:
                    adopted.add(str(number))
            case RuleChanged(by=by, how=how, rule=rule, key=key) if not key.startswith("R"):
                assert by in adopted or (how == "by itself" and key == "203")
                if key == "203" and rule.status != "repealed":
                    needed = rule.settings["threshold"]
                if key == "109":
                    special = rule.status != "repealed"


IMMUTABLE_AT_FIRST = ("105", "109")


def _demanded(change: Change, needed: str, special: bool) -> str:
    """109 for making an immutable rule mutable: of those tried, 105 and 109 by their first numbers."""
    return "unanimous" if special and change.kind == "transmute" and change.target in IMMUTABLE_AT_FIRST else needed


def _enough(fors: int, of: int, needed: str) -> bool:
    if needed == "unanimous":
        return fors == of > 0
    if needed == "majority":
        return fors * 2 > of
    return fors > 0 and Fraction(fors, of) >= Fraction(needed)

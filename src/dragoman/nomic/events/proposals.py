"""Proposals of rule-changes and regulation-changes, the votes on them, and what came of these."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from dragoman.nomic.events.happened import Happened
from dragoman.nomic.events.recorded import Change, RuleRecord


class ProposalPosted(Happened, frozen=True, kw_only=True, tag="ProposalPosted"):
    """A rule-change was proposed and got its number. `basis` is the text it was written against.

    `assumed_from` is the proposal that it copies where it was deemed proposed (307), and `assumed_revision` in which
    form; `person` is then empty.
    """

    number: int
    player: str
    change: Change
    person: str = ""
    parallel: bool = False
    basis: str = ""
    assumed_from: int = 0
    assumed_revision: int = 0


class CodeTried(Happened, frozen=True, kw_only=True, tag="CodeTried"):
    """The code of a proposal was read and tried on so many occasions of the past; `faults` are what went wrong, and
    `would` what it would have done, a line each."""

    number: int
    revision: int
    runs: int
    faults: tuple[str, ...] = ()
    would: tuple[str, ...] = ()


class ProposalRevised(Happened, frozen=True, kw_only=True, tag="ProposalRevised"):
    """Its proponent gave it another form before the vote."""

    number: int
    revision: int
    change: Change
    basis: str = ""


class Argued(Happened, frozen=True, kw_only=True, tag="Argued"):
    """Somebody spoke to a proposal in its debate (111)."""

    number: int
    seat: str
    text: str


class VoteAnnounced(Happened, frozen=True, kw_only=True, tag="VoteAnnounced"):
    """The proponent announced when the vote begins; `by` a Judge where one was asked to."""

    number: int
    opens: datetime
    by: str = ""


class AnnouncementUndone(Happened, frozen=True, kw_only=True, tag="AnnouncementUndone"):
    """The Judge who had said when a vote begins was overruled: it begins as had been announced before, or, if nothing
    had (None), as the rules say."""

    number: int
    opens: datetime | None = None


class VoteOpened(Happened, frozen=True, kw_only=True, tag="VoteOpened"):
    """The vote began on that revision, of these players."""

    number: int
    revision: int
    voters: tuple[str, ...]
    needs: str = ""


class VoteCast(Happened, frozen=True, kw_only=True, tag="VoteCast"):
    """Somebody voted: `for`, `against`, or `abstain` where that counts as taking part."""

    number: int
    player: str
    choice: str


class VoteCompleted(Happened, frozen=True, kw_only=True, tag="VoteCompleted"):
    """The vote is complete. `votes` has how each eligible voter counted, `silent` who said nothing; `favourable` of
    `entitled` votes were for it, and `needs` is what it needed, by `rule`."""

    number: int
    votes: Mapping[str, str]
    favourable: int
    entitled: int
    adopted: bool
    needs: str
    rule: str = ""
    silent: tuple[str, ...] = ()


class ProposalCancelled(Happened, frozen=True, kw_only=True, tag="ProposalCancelled"):
    """A parallel turn was cancelled with its proposal (319)."""

    number: int


class HourPassed(Happened, frozen=True, kw_only=True, tag="HourPassed"):
    """The time is over in which a parallel turn can be cancelled."""

    number: int


class RuleChanged(Happened, frozen=True, kw_only=True, tag="RuleChanged"):
    """A rule or regulation stands otherwise from now on: the provision begun under `key`, which bore the number `was`.

    `how` is the kind of change, or `by itself`; `by` the proposal, regulation-change or Judgment that did it.
    """

    key: str
    was: str
    how: str
    by: str
    rule: RuleRecord


class ChangeWithoutEffect(Happened, frozen=True, kw_only=True, tag="ChangeWithoutEffect"):
    """An adopted change has no effect, and why: `target-gone`, `limit`, `improper`, `last-mutable`, `threshold`."""

    number: int
    why: str
    rule: str


class RegulationProposed(Happened, frozen=True, kw_only=True, tag="RegulationProposed"):
    """A regulation-change was proposed. It is voted on as `handle`: the regulation's number, or for an enactment the
    one it would get. `voters` are the players then."""

    handle: str
    player: str
    person: str
    change: Change
    voters: tuple[str, ...] = ()


class RegulationCast(Happened, frozen=True, kw_only=True, tag="RegulationCast"):
    """Somebody voted on the regulation-change."""

    handle: str
    player: str
    choice: str


class RegulationCompleted(Happened, frozen=True, kw_only=True, tag="RegulationCompleted"):
    """The period of the vote on a regulation-change has passed; `why` it was not adopted: `no-quorum`, `short`,
    `not-unanimous`, `nobody`, `moot`."""

    handle: str
    votes: Mapping[str, str]
    favourable: int
    entitled: int
    adopted: bool
    why: str = ""

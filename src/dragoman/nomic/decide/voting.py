"""Votes on proposals: announced, opened, cast, and complete once all have voted or the time is over (111, 307)."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from dragoman.ballots.close import Opening
from dragoman.game.refusals import Refusal
from dragoman.game.saying import say
from dragoman.nomic import standing
from dragoman.nomic.commands import AnnounceVote, CastVote
from dragoman.nomic.decide import code, completing, electing, regulating, who
from dragoman.nomic.decide.proceedings import Proceedings
from dragoman.nomic.events.proposals import VoteAnnounced, VoteCast, VoteOpened
from dragoman.nomic.state import ABSTAIN, AGAINST, FOR, Proposal, State, is_regulation

# --- when a vote opens and closes ---


def opens(state: State, proposal: Proposal) -> datetime | None:
    """When the vote begins: as announced, or at the end of the debate; None where neither is said."""
    if proposal.opens is not None:
        return proposal.opens
    latest = standing.hours(state, "vote_open_max_h")
    return proposal.posted + latest if latest is not None else None


def closes(state: State, proposal: Proposal) -> datetime | None:
    """When the vote is complete whoever has voted, as far as it can be said now; None where no rule says."""
    begins = proposal.opened or opens(state, proposal)
    length = standing.hours(state, "vote_length_h")
    return begins + length if begins is not None and length is not None else None


def window(state: State) -> Opening | None:
    """The hours after posting within which a vote may be opened; None where no rule limits them."""
    least, most = standing.hours(state, "vote_open_min_h"), standing.hours(state, "vote_open_max_h")
    if least is None and most is None:
        return None
    latest = most if most is not None else timedelta(days=36500)
    return Opening((least or timedelta(0)) / timedelta(hours=1), latest / timedelta(hours=1))


# --- announcing ---


def announce(p: Proceedings, command: AnnounceVote) -> Refusal | None:
    """The proponent says when debate ends (111), within the window (307)."""
    refused = who.not_playing(p.state, command.by) or _closed_to(p.state, command.number)
    if refused is not None:
        return refused
    proposal = p.state.proposals[command.number]
    if proposal.player != who.player(p.state, command.by):
        says = say("Only {player}, who proposed {number}, can announce the vote.", player=proposal.player,
                   number=command.number)  # fmt: skip
        return Refusal("not-yours", says, "111")
    refused = _announceable(p.state, proposal, command.opens, p.at)
    if refused is not None:
        return refused
    refused = code.leave(p, "may_open_vote", {"number": command.number, "proponent": proposal.player})
    if refused is None:
        p.happen(VoteAnnounced, number=command.number, opens=command.opens)
    return refused


def _closed_to(state: State, number: int) -> Refusal | None:
    """Why nothing more can be done to a proposal before its vote, or None."""
    proposal = state.proposals.get(number)
    if proposal is None:
        return Refusal("no-such-proposal", say("There is no proposal {number}.", number=number))
    if proposal.finished:
        return Refusal("finished", say("Proposal {number} is finished.", number=number))
    if proposal.opened is not None:
        says = say("The vote on {number} has begun; its form and its beginning are fixed.", number=number)
        return Refusal("vote-begun", says, "307")
    return None


def _announceable(state: State, proposal: Proposal, moment: datetime, now: datetime) -> Refusal | None:
    if proposal.opens is not None and standing.reading(state, "reannounce") == "refused":
        says = say("The vote on {number} is announced already.", number=proposal.number)
        return Refusal("announced-already", says, "307")
    if moment < now:
        says = say("That moment is past: {time_opens}.", time_opens=moment.isoformat())
        return Refusal("past", says, "307")
    allowed = window(state)
    if allowed is None or allowed.allows(proposal.posted, moment):
        return None
    first = proposal.posted + timedelta(hours=allowed.earliest)
    last = proposal.posted + timedelta(hours=allowed.latest)
    rule = standing.owner(state, "vote_open_min_h") or standing.owner(state, "vote_open_max_h")
    if moment < first:
        says = say("The vote on {number} may begin no sooner than {hours_least} after it was posted: from "
                   "{time_first} to {time_last}.", number=proposal.number, hours_least=round(allowed.earliest),
                   time_first=first.isoformat(), time_last=last.isoformat())  # fmt: skip
        return Refusal("too-early", says, rule)
    says = say("The vote on {number} may begin no later than {hours_most} after it was posted: from {time_first} to "
               "{time_last}.", number=proposal.number, hours_most=round(allowed.latest),
               time_first=first.isoformat(), time_last=last.isoformat())  # fmt: skip
    return Refusal("too-late", says, rule)


# --- opening ---


def open_vote(p: Proceedings, number: int) -> None:
    """104: every proposal comes to a vote, on its last revision. Votes kept until now may complete it at once."""
    proposal = p.state.proposals[number]
    needs = electing.needs(p.state, proposal)
    p.happen(VoteOpened, number=number, revision=len(proposal.revisions), voters=p.state.playing, needs=needs.text)
    code.occasion(p, "on_vote_opened", {"number": number, "proponent": proposal.player})
    if not p.over:
        settle(p)


def settle(p: Proceedings) -> None:
    """Votes in which everybody has voted are complete (307)."""
    for proposal in p.state.open_proposals:
        now = p.state.proposals[proposal.number]
        if p.over or now.opened is None or now.finished:
            continue
        if not electing.outstanding(p.state, now) and standing.word(p.state, "closes_early") != "never":
            completing.complete(p, now.number)


# --- voting ---


def vote(p: Proceedings, command: CastVote) -> Refusal | None:
    """Somebody votes. The last vote that was waited for completes the vote."""
    if is_regulation(command.number):
        return regulating.vote(p, command)
    refused = who.not_playing(p.state, command.by) or _not_votable(p.state, command)
    if refused is not None:
        return refused
    number, name = int(command.number), who.player(p.state, command.by)
    p.happen(VoteCast, number=number, player=name, choice=command.choice)
    code.occasion(p, "on_vote_cast", {"number": number, "player": name})  # what was cast is still its voter's alone
    if not p.over and p.state.proposals[number].opened is not None:
        settle(p)
    return None


def _not_votable(state: State, command: CastVote) -> Refusal | None:
    number = int(command.number) if re.fullmatch(r"[0-9]{1,9}", command.number) else 0
    proposal = state.proposals.get(number)
    if proposal is None:
        return Refusal("no-such-proposal", say("There is no proposal {number}.", number=command.number))
    if proposal.cancelled is not None:
        return Refusal("cancelled", say("Proposal {number} is cancelled: there is no vote on it.", number=number))
    if proposal.finished:
        return Refusal("vote-over", say("The vote on {number} is over.", number=command.number), "307")
    name = who.player(state, command.by)
    return (
        _early(state, proposal)
        or _not_eligible(state, proposal, name)
        or _bad_choice(state, proposal, name, command.choice)
    )


def _early(state: State, proposal: Proposal) -> Refusal | None:
    if proposal.opened is not None or standing.reading(state, "early-vote") == "held":
        return None
    begins = opens(state, proposal)
    if begins is None:
        says = say("The vote on {number} has not begun; {player} has yet to announce it.", number=proposal.number,
                   player=proposal.player)  # fmt: skip
    else:
        says = say("The vote on {number} begins at {time_opens}: vote then.", number=proposal.number,
                   time_opens=begins.isoformat())  # fmt: skip
    return Refusal("not-open-yet", says, standing.owner(state, "vote_open_min_h"))


def _not_eligible(state: State, proposal: Proposal, name: str) -> Refusal | None:
    if name in electing.electorate(state, proposal):
        return None
    says = say("You have no vote on {number}: you were no player when it began.", number=proposal.number)
    return Refusal("not-entitled", says, "105")


def _bad_choice(state: State, proposal: Proposal, name: str, choice: str) -> Refusal | None:
    voted = electing.standing_votes(state, proposal)
    if choice == ABSTAIN and standing.reading(state, "abstention") == "no-vote":
        says = say("To abstain is not to vote: if you have not voted on {number} when the vote closes, you count as "
                   "against and as absent.", number=proposal.number)  # fmt: skip
        return Refusal("abstention", says, "105")
    if choice not in (FOR, AGAINST, ABSTAIN):
        says = say("Vote for or against {number}.", number=proposal.number)
        return Refusal("no-such-choice", says, "105")
    if name in voted and standing.reading(state, "second-vote") == "first":
        return Refusal("voted-already", say("Your vote on {number} is cast.", number=proposal.number), "207")
    return None

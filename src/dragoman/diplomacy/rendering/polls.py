"""Votes on builds laid out: the ballot paper with how to fill it in, one's own ballot, and the count line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from dragoman.diplomacy.rendering.orders import short
from dragoman.diplomacy.report import BallotTold, ContestTold, PollNews, PollTold, ReceiptTold, VoteLine
from dragoman.diplomacy.state.polls import BEGINNING
from dragoman.game.page import Block, Cell, InTongues, Page, Paragraph, Rows, Section, paragraph
from dragoman.game.saying import filled, say

SUBJECTS = {
    "opened": say("{game} {code}: a vote on builds"),
    "notice": say("{game} {code}: the vote ends soon"),
    "tie": say("{game} {code}: the votes are counted, with a tie"),
    "over": say("{game} {code}: what stands at the beginning"),
}


def news_page(body: PollNews) -> Page:
    """A vote begins, is about to end, waits for a choice, or is over."""
    subject = filled(SUBJECTS[body.change], game=body.head.game, code=short(body.next.phase))
    poll = body.poll
    opening = Section("", tuple(_opening(body)))
    sections = [opening, *_paper(poll)] if body.change == "opened" else [opening]
    if poll.counted:
        sections += count_sections(poll)
    elif poll.ballot is not None:
        sections.append(own_ballot(poll))
    return Page(subject, tuple(section for section in sections if section.blocks))


def _opening(body: PollNews) -> Iterator[Block]:
    poll, deadline = body.poll, body.next.deadline
    ends = deadline.isoformat() if deadline is not None else ""
    phase = short(body.next.phase)
    match body.change:
        case "opened" if poll.about == BEGINNING:
            yield paragraph(say("Before {phase_now} it is voted on what stands in every home centre.", phase_now=phase))
        case "opened":
            yield paragraph(say("In {phase_now} it is voted on what is built.", phase_now=phase))
        case "notice":
            yield paragraph(say("Notice: everybody may still change their ballot until the vote ends."))
        case "tie":
            yield paragraph(say("The ballots are counted. What follows waits for a choice."))
        case _:
            yield paragraph(say("The ballots are counted; so the game begins."))
    yield from _times(body, ends)


def _times(body: PollNews, ends: str) -> Iterator[Block]:
    if not ends:
        return
    if body.change == "over":
        phase = short(body.next.phase)
        yield paragraph(say("{phase_now} falls due on {time_due}.", phase_now=phase, time_due=ends))
    elif body.change == "tie":
        yield paragraph(say("The choice is to be made by {time_due}.", time_due=ends))
    else:
        yield paragraph(say("The vote ends on {time_due}.", time_due=ends))


# --- the ballot paper ---


def _paper(poll: PollTold) -> Iterator[Section]:
    """What there is to vote on, who has how many votes, and how to write a ballot."""
    rows = tuple((_power(contest.power, poll, contest), ", ".join(_choices(contest))) for contest in poll.contests)
    yield Section(say("To be voted on"), (Rows(rows), paragraph(EVERYWHERE)))
    yield Section(say("How many votes each has"), (Rows(tuple(_allotted(poll))), *_yours(poll)))


EVERYWHERE = say("In each of these centres you may vote for nothing, too: “no build Lon”.")
HOW = say(
    "Write a line “ballot:”, and below it a line for each choice, the dearest first: “15 no build Lon”, “12 F Stp/nc”, "
    "“3 A Mos”. A later ballot takes the place of an earlier one; “ballot: none” gives no votes."
)
SECRET = say("Nobody is told how you vote. The order of your lines decides ties over your own home centres alone.")


def _power(power: str, poll: PollTold, contest: ContestTold) -> Cell:
    if poll.about == BEGINNING:
        return say("{power_of}", power_of=power)
    return say("{power_of}, builds: {count}", power_of=power, count=contest.builds)


def _choices(contest: ContestTold) -> Iterator[str]:
    for centre in contest.centres:
        yield from (choice for choice in centre.choices if " " in choice)


def _allotted(poll: PollTold) -> Iterator[tuple[Cell, ...]]:
    for seat, votes in poll.allotted.items():
        yield say("{seat_of}", seat_of=seat), say("{votes_n}", votes_n=votes)


def _yours(poll: PollTold) -> Iterator[Paragraph]:
    if poll.votes is None:
        yield paragraph(say("You have no vote in this."))
    else:
        yield paragraph(say("You have {votes_yours}.", votes_yours=poll.votes), HOW)
        yield paragraph(SECRET)


# --- one's own ballot ---


def own_ballot(poll: PollTold) -> Section:
    """The ballot as it counts, with what was put aside."""
    return Section(say("Your ballot"), tuple(_own(poll, poll.ballot)))


def _own(poll: PollTold, ballot: BallotTold | None) -> Iterator[Block]:
    if ballot is None:
        yield paragraph(say("You have cast no ballot yet; you have {votes_yours}.", votes_yours=poll.votes or 0))
        return
    yield _lines(ballot.lines) if ballot.lines else paragraph(say("Your ballot gives no votes."))
    given = sum(line.votes for line in ballot.lines)
    if poll.votes is not None:
        yield paragraph(say("Votes given: {given} of {all}.", given=given, all=poll.votes))
    if ballot.cut:
        yield paragraph(say("Cut from the bottom, since you have no more votes:"))
        yield _lines(ballot.cut)
    if ballot.impossible:
        yield paragraph(say("Not counted, since this cannot be built now:"))
        yield _lines(ballot.impossible)


def _lines(lines: tuple[VoteLine, ...]) -> Rows:
    return Rows(tuple((str(line.votes), InTongues(line.texts)) for line in lines))


def asked_of(poll: PollTold) -> Section:
    """That the reader must choose, and how."""
    choices = " / ".join(poll.choices)
    until = poll.until.isoformat() if poll.until is not None else ""
    text = say("You must choose by {time_until}, among: {choices}. Write “choose {first}”; you may name several, the "
               "dearest first.", time_until=until, choices=choices, first=poll.choices[0])  # fmt: skip
    return Section(say("A tie waits for you"), (paragraph(text),))


# --- the count ---


def count_sections(poll: PollTold) -> Iterator[Section]:
    """The votes for every choice, why each result is one, what is built, and what voters may check."""
    for contest in poll.contests:
        centres = [Paragraph((InTongues(_ended(each.counts)), InTongues(each.why))) for each in contest.centres]
        says: list[Block] = [Paragraph((InTongues(contest.says),))] if contest.says else []
        if contest.power in poll.asked:
            says = [Paragraph((InTongues(poll.asked[contest.power]),))]
        yield Section(say("The vote: {power_of}", power_of=contest.power), (*centres, *says))
    if poll.choices:
        yield asked_of(poll)
    for voter, lines in poll.ballots.items():
        title = say("The ballot of {seat_of}", seat_of=voter)
        yield Section(title, (_lines(lines) if lines else paragraph(say("No votes.")),))
    yield from _checking(poll)


def _ended(texts: Mapping[str, str]) -> Mapping[str, str]:
    return {lang: f"{text}." for lang, text in texts.items()}


def _checking(poll: PollTold) -> Iterator[Section]:
    """The receipt, for its voter's eyes alone, and all the seals."""
    given = poll.receipt
    if given is not None:
        ballot = given.ballot or NO_BALLOT
        yield Section(
            say("Your receipt"),
            (
                Rows(
                    (
                        (say("vote"), given.question),
                        (say("voter"), given.voter),
                        (say("ballot as counted"), ballot),
                        (say("salt"), given.salt),
                        (say("seal"), given.seal),
                    )
                ),
                paragraph(CHECK),
            ),
        )
    if poll.seals:
        yield Section(say("Seals of all ballots"), (Rows(tuple(_seal(seal, given) for seal in poll.seals)),))


def _seal(seal: str, given: ReceiptTold | None) -> tuple[Cell, ...]:
    """One seal of the roll; the reader's own is marked for them."""
    return (seal, say("yours")) if given is not None and given.seal == seal else (seal,)


NO_BALLOT = say("(none)")
CHECK = say(
    "Keep this to yourself. Your seal stands among those below if your ballot was counted as you cast it, and nobody "
    "without the salt can tell which of them is yours."
)

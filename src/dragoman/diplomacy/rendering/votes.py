"""Votes laid out: what is asked, how to answer and until when, what came of it as far as IX.4 lets that be told, and
which clauses read otherwise: each as it was and as it is, one under the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.houserules.choosing import Chosen, choose
from dragoman.diplomacy.houserules.wording import answer, title_of
from dragoman.diplomacy.rendering.orders import comes, short
from dragoman.diplomacy.rendering.page import Block, Cell, Page, Paragraph, Rows, Section, Words, paragraph
from dragoman.diplomacy.report import BallotReceipt, ClauseChange, DrawWarning, Overruled, Proposal, RulesNews, VoteTold
from dragoman.game.saying import Saying, say

CHOICES = {"yes": say("yes"), "no": say("no"), "abstain": say("abstains")}
HOWS = {
    "cast": say("voted"),
    "silent": say("did not vote"),
    "deemed": say("taken as given"),
    "abstained": say("announced"),
}


# --- what is asked ---


def question(vote: VoteTold) -> Iterator[Block]:
    """The proposal itself."""
    yield Paragraph((_question(vote),))
    if vote.form == "ranking":
        yield places(vote.places)
    yield from changes(vote.changes)


def _question(vote: VoteTold) -> Saying:
    number, first = vote.number, "; ".join(vote.places[0]) if vote.places else ""
    match vote.about, vote.form:
        case "proxy", _:
            return say("Proposal {number}: {power_giver} leaves {units} to {power_receiver} to order in {phase_now}.",
                       number=number, power_giver=vote.giver, units=", ".join(vote.provinces),
                       power_receiver=vote.receiver, phase_now=short(vote.phase or ("", 0, "")))  # fmt: skip
        case "rules", _:
            return say("Proposal {number}: these house rules change.", number=number)
        case "continue", _:
            return say("Proposal {number}: the game goes on, though nothing has changed hands for so long.",
                       number=number)  # fmt: skip
        case _, "win":
            return say("Proposal {number}: {seats_first} wins the game.", number=number, seats_first=first)
        case _, "draw":
            return say("Proposal {number}: the game ends in a draw of {seats_first}.", number=number, seats_first=first)
        case _:
            return say("Proposal {number}: the game ends, with these places:", number=number)


def places(table: tuple[tuple[str, ...], ...]) -> Rows:
    """A ranking, or a final table: those who share a place stand on one line, and the next place counts them all."""
    rows: list[tuple[Cell, ...]] = []
    place = 1
    for powers in table:
        rows.append((f"{place}.", say("{seats_named}", seats_named="; ".join(powers))))
        place += len(powers)
    return Rows(tuple(rows))


def changes(changed: Iterable[ClauseChange]) -> Iterator[Block]:
    """Clauses that read otherwise: under each its old words, marked −, and its new ones, marked +."""
    for change in changed:
        clause = CATALOGUE[change.number]
        yield Paragraph((change.number, title_of(clause)))
        old, new = _reads("−", change.number, change.before), _reads("+", change.number, change.after)
        if old[1:] == new[1:]:  # no sentence tells them apart: the writing does
            old, new = ("−", change.before, ()), ("+", change.after, ())
        yield Rows((old, new))


def _reads(mark: str, number: str, written: str) -> tuple[Cell, ...]:
    """A choice with its words; one that no clause can read any more with its letters alone."""
    chosen = choose(CATALOGUE[number], written, number)
    said = answer(CATALOGUE[number], chosen.choice) if isinstance(chosen, Chosen) else ()
    letter = chosen.choice.letter if isinstance(chosen, Chosen) else written
    return mark, letter, said


# --- how to answer ---


def how_to_vote(vote: VoteTold) -> Iterator[Block]:
    """Who must agree, what silence means, until when one may vote, and with which words."""
    yield from standing(vote)
    if vote.own and vote.about != "proxy":
        yield paragraph(say("The proposal is yours: “withdraw proposal {number}” takes it back.", number=vote.number))
    if vote.entitled and not vote.deemed:
        yield paragraph(_words(vote))


def standing(vote: VoteTold) -> Iterator[Block]:
    """Who must agree, what silence means, when it is counted, and how the reader votes so far."""
    if vote.about == "continue":
        yield paragraph(
            say(
                "All remaining players must vote for it; otherwise the game ends in a draw of all survivors. A vote "
                "not cast is a No."
            )
        )
    elif vote.silence == "yes":
        yield paragraph(say("All who do not abstain must agree: one No defeats it. A vote not cast counts as a Yes."))
    else:
        yield paragraph(say("All who do not abstain must agree: one No defeats it. A vote not cast counts as a No."))
    yield paragraph(_closes(vote))
    if vote.deemed:
        yield paragraph(say("Your own vote counts as a Yes ({clause}).", clause=vote.deemed))
    elif vote.entitled:
        yield paragraph(_mine(vote))


def _closes(vote: VoteTold) -> Saying:
    if vote.about == "proxy":
        return say("It is counted once no vote can change the result, and at the latest with the orders.")
    if vote.closes is not None:
        when = vote.closes.isoformat()
        if vote.early:
            return say(
                "It is counted with the orders due {time_closes}, or before, once all orders are final and all have "
                "voted (VII.2.B); until then votes may be changed.",
                time_closes=when,
            )
        return say(
            "It is counted with the orders due {time_closes}; until then votes may be changed.", time_closes=when
        )
    if vote.held_over:
        return say("It is counted with the orders after those that are due now, so that everybody has time to read it.")
    return say("It is counted with the next orders; until then votes may be changed.")


def _mine(vote: VoteTold) -> Saying:
    match vote.mine:
        case "yes":
            return say("So far you vote yes.")
        case "no":
            return say("So far you vote no.")
        case "abstain":
            return say("So far you abstain.")
        case _:
            return say("You have not voted yet.")


def _words(vote: VoteTold) -> Saying:
    if vote.abstaining:
        return say("Write “vote yes on {number}”, “vote no on {number}” or “abstain on {number}”.", number=vote.number)
    return say("Write “vote yes on {number}” or “vote no on {number}”.", number=vote.number)


# --- what came of it ---


def result(vote: VoteTold) -> Iterator[Block]:
    """What came of a vote that is over, and what may be told of it."""
    yield paragraph(_outcome(vote))
    yield from _reason(vote.why)
    if vote.yes is not None:
        yield paragraph(say("Votes for it: {yes}; against: {no}; left out: {left_out}.",
                            yes=vote.yes, no=vote.no, left_out=vote.left_out))  # fmt: skip
    if vote.author:
        yield paragraph(say("It was proposed by {seat_author}.", seat_author=vote.author))
    elif vote.author_vote and vote.about != "continue":
        yield Paragraph((say("Its author’s vote:"), CHOICES[vote.author_vote]))
    if vote.votes:
        yield Rows(tuple(_vote(seat, option, vote.hows.get(seat, "")) for seat, option in vote.votes.items()))
    if vote.receipt is not None:
        yield from _receipt(vote.receipt)


def _outcome(vote: VoteTold) -> Saying:
    match vote.outcome:
        case "carried":
            return say("Proposal {number} has passed.", number=vote.number)
        case "failed":
            return say("Proposal {number} has not passed.", number=vote.number)
        case "withdrawn":
            return say("Proposal {number} has been withdrawn by its author.", number=vote.number)
        case "refused":
            return say("The game master refuses to have proposal {number} voted on.", number=vote.number)
        case "undone":
            return say("Proposal {number} is off: the phase from which it followed has been taken back.",
                       number=vote.number)  # fmt: skip
        case "void":
            return say("Proposal {number} has passed, but nothing comes of it: {clauses} can no longer stand together.",
                       number=vote.number, clauses=" + ".join(vote.void))  # fmt: skip
        case _:
            return say("The game ended before proposal {number} was counted.", number=vote.number)


def _vote(seat: str, option: str, how: str) -> tuple[Cell, ...]:
    return say("{seat_voter}", seat_voter=seat), CHOICES[option], HOWS.get(how, "")


def _receipt(receipt: BallotReceipt) -> Iterator[Block]:
    yield paragraph(say("Your ballot was counted so; keep this receipt, which is yours alone:"))
    option, _, how = receipt.ballot.partition(" ")
    how_said = HOWS.get(how.strip("()"), "")
    yield Rows((
        (say("your vote"), CHOICES.get(option, option), how_said),
        (say("vote"), receipt.question), (say("voter"), receipt.voter),
        (say("as it is sealed"), receipt.ballot), (say("salt"), receipt.salt), (say("seal"), receipt.seal),
    ))  # fmt: skip


def _reason(why: str) -> Iterator[Block]:
    if why:
        yield Words(say("The game master says:"), why)


def vote_sections(votes: Iterable[VoteTold]) -> Iterator[Section]:
    """The results of votes, as they stand in a report."""
    for vote in votes:
        yield Section(title(vote), (*question(vote), *result(vote)))


def _counted(votes: Iterable[VoteTold]) -> Iterator[Section]:
    """The same beside the changes themselves, which need not be told again."""
    for vote in votes:
        if vote.about == "rules" and vote.outcome == "carried":
            yield Section(title(vote), tuple(result(vote)))
        else:
            yield from vote_sections([vote])


def listed(votes: Iterable[VoteTold]) -> Iterator[Section]:
    """All votes: what is asked, and what came of earlier ones, with the seals of every ballot."""
    for vote in votes:
        if vote.outcome == "open":
            yield Section(title(vote), (*question(vote), *how_to_vote(vote)))
        else:
            roll = Rows(tuple((seal,) for seal in vote.roll))
            sealed = (paragraph(say("The seals of all ballots:")), roll) if vote.roll else ()
            yield Section(title(vote), (*question(vote), *result(vote), *sealed))


def title(vote: VoteTold) -> Saying:
    return say("Vote on proposal {number}", number=vote.number)


# --- pages ---


def proposal_page(body: Proposal) -> Page:
    """A question is put, or taken back."""
    vote, game = body.vote, body.head.game
    code = short(body.next.phase)
    if body.change == "opened":
        subject = say("{game} {code}: proposal {number}", game=game, code=code, number=vote.number)
        return Page(subject, (Section("", (*question(vote), *how_to_vote(vote))),))
    subject = say("{game} {code}: proposal {number} is off", game=game, code=code, number=vote.number)
    return Page(subject, (Section("", (*result(vote), *question(vote))),))


def rules_page(body: RulesNews) -> Page:
    """House rules have changed."""
    subject = say("{game} {code}: the house rules have changed", game=body.head.game, code=short(body.next.phase))
    if body.cause == "vote":
        opening: list[Block] = [
            paragraph(
                say(
                    "The house rules have been changed by vote. That is published in the place of the adjudication: "
                    "the phase begins anew. The orders on file stand, but none is final any more."
                )
            )
        ]
    else:
        opening = [paragraph(say("The game master has changed the house rules.")), *_reason(body.why)]
    opening += [paragraph(_overruled(each)) for each in body.overruled]
    opening.append(comes(body.next))
    changed = Section(say("What is different"), tuple(changes(body.changes)))
    return Page(subject, (Section("", tuple(opening)), changed, *_counted(body.votes)))


def _overruled(each: Overruled) -> Saying:
    """Why, of two changes of one clause that were both carried, the later stands."""
    return say(
        "Proposals {number_first} and {number_last} both change {clause}, each otherwise. Carried proposals are made "
        "in the order of their numbers: what proposal {number_last} says holds.",
        number_first=each.first, number_last=each.last, clause=each.clause,
    )  # fmt: skip


def warning_page(body: DrawWarning) -> Page:
    """IX.2.A: the warning before a draw is declared."""
    text = say(
        "For {years_still} no centre has changed hands. The game master may declare a draw of all survivors once "
        "another phase has been adjudicated, unless somebody still can win.",
        years_still=body.years,
    )
    subject = say("{game} {code}: a draw may be declared", game=body.head.game, code=short(body.next.phase))
    return Page(subject, (Section("", (paragraph(text), *_reason(body.why), comes(body.next))),))

"""The end of a game laid out: how it came about, the final table, the votes, and the centres of every year."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.diplomacy.rendering.page import Block, Cell, Page, Rows, Section, paragraph
from dragoman.diplomacy.rendering.presiding import either, words
from dragoman.diplomacy.rendering.results import standings
from dragoman.diplomacy.rendering.votes import places, vote_sections
from dragoman.diplomacy.report import Ended, YearTold
from dragoman.diplomacy.state.endings import SHARED
from dragoman.game.saying import Saying, say

ABREAST = 8
"""Years beside each other in a table, so that it fits a letter."""


def ended_page(body: Ended) -> Page:
    """How the game ended."""
    game = body.head.game
    if body.closed:
        text = say("The game {game} is closed; nothing more is heard in it.", game=game)
        opening = Section("", (paragraph(text), *_reason(body)))
        table = Section(say("Supply centres"), (standings(body.standings),))
        return Page(say("{game}: the game is closed", game=game), (opening, table))
    blocks: list[Block] = [paragraph(outcome(body), *_cause(body)), *_reason(body)]
    blocks.append(paragraph(say("Press is carried on until the game is closed.")))
    sections = [Section("", tuple(blocks))]
    if body.places:
        sections.append(Section(say("Final places"), (places(body.places),)))
    sections.extend(vote_sections(body.votes))
    sections.append(Section(say("Supply centres"), (standings(body.standings),)))
    if len(body.years) > 1:
        sections.append(Section(say("Centres by year"), tuple(_years(body))))
    return Page(say("{game}: the game is over", game=game), tuple(sections))


def outcome(body: Ended) -> Saying:
    game, sharing = body.head.game, "; ".join(body.powers)
    if body.result == "win" and body.powers:
        return say("{power_winner} has won the game {game}.", power_winner=body.powers[0], game=game)
    if body.result == "draw" and body.cause in SHARED:
        return say("The game {game} is over: {seats_sharing} share the win.", game=game, seats_sharing=sharing)
    if body.result == "draw":
        return say("The game {game} ends in a draw of {seats_sharing}.", game=game, seats_sharing=sharing)
    return either(
        body.head,
        say("The game master has ended the game {game}.", game=game),
        say("The keeper of the host has ended the game {game}.", game=game),
    )


def _cause(body: Ended) -> Iterator[Saying]:
    """What brought the end about, where the sentence before does not say it."""
    match body.cause:
        case "concession" | "draw" | "ranking" if body.proposals:
            yield say("So it was voted: proposal {number} has passed.", number=body.proposals[0])
        case "several":
            numbers = ", ".join(map(str, body.proposals))
            yield say("So it was voted: the proposals {numbers} have passed together.", numbers=numbers)
        case "stalemate":
            yield say("Nothing had changed hands for so long, and not all voted to go on.")
        case "declared":
            yield say("The game master has declared it, since nothing changes hands any more.")
        case "year":
            yield say("It was the last year of the game.")
        case _:
            return


def _reason(body: Ended) -> Iterator[Block]:
    if body.why:
        yield words(body.head, body.why)


def _years(body: Ended) -> Iterator[Block]:
    """A row for each power that ever had a centre, a column for each year."""
    powers = [each.power for each in body.standings if any(each.power in year.centres for year in body.years)]
    for start in range(0, len(body.years), ABREAST):
        yield _table(powers, body.years[start : start + ABREAST])


def _table(powers: list[str], years: tuple[YearTold, ...]) -> Rows:
    head: tuple[Cell, ...] = ("", *(f"{year.year}" for year in years))
    return Rows((head, *(_row(power, years) for power in powers)))


def _row(power: str, years: tuple[YearTold, ...]) -> tuple[Cell, ...]:
    return say("{power_of}", power_of=power), *(f"{year.centres.get(power, 0)}" for year in years)

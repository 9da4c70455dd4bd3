"""Press, laid out: single pieces, those of a report, what was refused or reported, and who wrote what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dragoman.diplomacy.events.recorded import PhaseRecord
from dragoman.diplomacy.report import (
    Claimed,
    Disclosed,
    PieceTold,
    Press,
    PressComplaint,
    PressWithdrawn,
    Results,
)
from dragoman.game.page import Block, Page, Section, Words, paragraph
from dragoman.game.press import ALL, OBSERVERS
from dragoman.game.saying import Saying, say
from dragoman.game.seats import GM

SECTIONS = {
    "press": say("Press"),
    "unofficial": say("Anonymous or unofficial press"),
    "anonymous": say("Anonymous press"),
}
"""The sections that X.1 puts press in which does not stand with its author's orders."""


# --- one piece ---


def piece(told: PieceTold) -> Words:
    """A piece of press: who to whom, the dateline, and the words."""
    text = f"{told.dateline}\n{told.text}" if told.dateline else told.text
    return Words((_by(told), *_written_by(told)), text)


def _by(told: PieceTold) -> Saying:
    to, at = audience(told.to), told.at.isoformat()
    if told.seat and not to:
        return say("From {seat_from} to you, {time_sent}", seat_from=told.seat, time_sent=at)
    if told.seat:
        return say("From {seat_from} to {seats_to}, {time_sent}", seat_from=told.seat, seats_to=to, time_sent=at)
    if told.name:
        return say("Unofficially from {name} to {seats_to}, {time_sent}", name=told.name, seats_to=to, time_sent=at)
    return say("Unsigned, to {seats_to}, {time_sent}", seats_to=to, time_sent=at)


def _written_by(told: PieceTold) -> Iterator[Saying]:
    if told.author:
        yield say("(written by {seat_author})", seat_author=told.author)


def audience(to: tuple[str, ...]) -> str:
    """Those addressed, as an argument of sort `seats_`."""
    return "; ".join(sorted(to, key=lambda seat: (seat not in (ALL, OBSERVERS), seat)))


# --- in a report ---


def beside_orders(press: Iterable[PieceTold], phase: PhaseRecord, power: str) -> Iterator[Words]:
    """The signed press of a power in a phase, which stands with its orders (X.1.B and C)."""
    yield from (piece(told) for told in press if (told.section, told.phase, told.seat) == ("orders", phase, power))


def writers(press: Iterable[PieceTold], phase: PhaseRecord, powers: Iterable[str]) -> set[str]:
    """The powers whose press stands with their orders in that phase."""
    return {told.seat for told in press if (told.section, told.phase) == ("orders", phase)} & set(powers)


def press_sections(body: Results) -> Iterator[Section]:
    """The sections for all other press: that of onlookers and the game master is nobody's orders' companion."""
    powers = next(iter(body.head.names.values()), {})
    for section, title in SECTIONS.items():
        told = [each for each in body.press if each.section == section]
        if section == "press":
            told += [each for each in body.press if each.section == "orders" and each.seat not in powers]
        yield Section(title, tuple(piece(each) for each in told))


# --- letters of their own ---


def page_of(body: Press | PressWithdrawn | PressComplaint | Disclosed | Claimed) -> Page:
    """Whatever is told of press in a letter of its own."""
    match body:
        case Press():
            return press_page(body)
        case PressWithdrawn():
            return withdrawn_page(body)
        case PressComplaint():
            return complaint_page(body)
        case Disclosed():
            return disclosed_page(body)
        case Claimed():
            return claimed_page(body)


def press_page(body: Press) -> Page:
    """A piece of press has come."""
    return Page(_subject(body), (Section("", (piece(body.piece), *_remarks(body))),))


def _subject(body: Press) -> Saying:
    game, told = body.head.game, body.piece
    if told.seat:
        return say("{game}: press from {seat_from}", game=game, seat_from=told.seat)
    if told.name:
        return say("{game}: press, unofficially from {name}", game=game, name=told.name)
    return say("{game}: unsigned press", game=game)


def _remarks(body: Press) -> Iterator[Block]:
    told = body.piece
    if told.unnamed:
        yield paragraph(
            say(
                "It answers what you wrote unsigned; its author does not know that it was you. Your answer is unsigned."
            )
        )
    elif told.answers:
        yield paragraph(say("It answers piece {number}.", number=told.answers))
    if told.held:
        yield paragraph(
            say(
                "It waits for the report of its phase. “gm refuse {number} because …” keeps it out.", number=told.number
            )
        )
    elif body.head.seat:
        yield paragraph(say("Piece {number}. To answer: “answer {number}:” and your words.", number=told.number))


def withdrawn_page(body: PressWithdrawn) -> Page:
    """To its author: a piece was refused."""
    blocks: list[Block] = [paragraph(say("The game master has refused this piece of yours (X.1):")), piece(body.piece)]
    return Page(say("{game}: press refused", game=body.head.game), (Section("", (*blocks, *_reason(body.why))),))


def complaint_page(body: PressComplaint) -> Page:
    """To the game master: a piece was reported."""
    told = say("{seat_whose} has reported a piece of press; for you it has the number {number}.", seat_whose=body.whose,
               number=body.piece.number)  # fmt: skip
    blocks: list[Block] = [paragraph(told), piece(body.piece)]
    if body.why:
        blocks.append(Words(say("{seat_whose} says:", seat_whose=body.whose), body.why))
    blocks.append(
        paragraph(
            say(
                "“gm refuse {number} because …” withdraws it; “gm block the author of {number} to … because …” and "
                "“gm caution the author of {number} because …” act on its author, as the house rules allow, and do not "
                "tell who that is.",
                number=body.piece.number,
            )
        )
    )
    return Page(say("{game}: press reported", game=body.head.game), (Section("", tuple(blocks)),))


def _reason(why: str) -> Iterator[Words]:
    if why:
        yield Words(say("The game master says:"), why)


def disclosed_page(body: Disclosed) -> Page:
    """Who wrote what."""
    blocks: list[Block] = [paragraph(say("It is told who wrote this press (X.2):"))]
    blocks += [piece(told) for told in body.pieces]
    return Page(say("{game}: who wrote it", game=body.head.game), (Section("", tuple(blocks)),))


def claimed_page(body: Claimed) -> Page:
    """Names that are the game master's from now on."""
    blocks: list[Block] = [paragraph(say("The game master claims: {names}.", names=", ".join(body.names)))]
    if body.head.seat != GM:
        blocks.append(paragraph(say("Press that uses them is refused. All claimed so far: {claimed}.",
                                    claimed=body.claimed)))  # fmt: skip
    return Page(say("{game}: names claimed", game=body.head.game), (Section("", tuple(blocks)),))

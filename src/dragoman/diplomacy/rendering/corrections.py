"""Corrections, laid out: rulings corrected, phases taken back, positions changed by hand, results that wait; and
conduct."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.diplomacy.rendering.changes import change
from dragoman.diplomacy.rendering.claims import error_page
from dragoman.diplomacy.rendering.orders import comes, on_file, short
from dragoman.diplomacy.rendering.presiding import SAYS
from dragoman.diplomacy.rendering.receipts import position_sections
from dragoman.diplomacy.rendering.results import results_page
from dragoman.diplomacy.report import ConductNews, Corrected, ErrorNews, ResultsWait
from dragoman.game.page import Block, Page, Rows, Section, Words, paragraph
from dragoman.game.saying import Saying, filled, say
from dragoman.game.seats import GM

TITLES = {
    "corrected": say("{game}: {phase_ruled} is corrected"),
    "taken-back": say("{game}: back to {phase_ruled}"),
    "edited": say("{game}: the position is changed"),
    "extra": say("{game}: a unit too many"),
}
TOLD = {
    ("corrected", GM): say("The game master has corrected {phase_ruled}. What was published of it no longer holds."),
    ("corrected", "keeper"): say(
        "The keeper of the host has corrected {phase_ruled}, after a review (VIII.4). What was published of it no "
        "longer holds."
    ),
    ("corrected", "referee"): say(
        "An error was claimed in {phase_ruled}; it has been adjudicated anew, and what was published of it no longer "
        "holds."
    ),
    ("taken-back", GM): say("The game stands before {phase_ruled} again."),
    ("edited", GM): say("The game master has changed the position by hand, in {phase_ruled}."),
    ("extra", GM): say(
        "{power_whose} has a unit too many. It goes at the next adjustments, if there are more units than centres then."
    ),
}


def correction_page(body: ErrorNews | Corrected | ResultsWait | ConductNews) -> Page:
    """Whatever is told of errors and conduct."""
    match body:
        case ErrorNews():
            return error_page(body)
        case Corrected():
            return corrected_page(body)
        case ResultsWait():
            return held_page(body)
        case ConductNews():
            return conduct_page(body)


def corrected_page(body: Corrected) -> Page:
    """A correction of whatever kind, to everybody."""
    phase = short(body.phase)
    by = body.by if (body.change, body.by) in TOLD else GM
    told = filled(TOLD[body.change, by], phase_ruled=phase, power_whose=body.whose)
    blocks: list[Block] = [paragraph(told, f"({body.clause})") if body.clause else paragraph(told)]
    if body.changes:
        blocks.append(Rows(tuple((change(each),) for each in body.changes)))
    if body.why:
        blocks.append(Words(SAYS[body.by != "keeper"], body.why))
    blocks += _gone(body)
    if body.next is not None:
        blocks.append(comes(body.next))
    sections = [Section("", tuple(blocks)), *_position(body)]
    if body.file is not None and body.results is None:
        sections.append(on_file(body.file))
    return Page(filled(TITLES[body.change], game=body.head.game, phase_ruled=phase), tuple(sections))


def _gone(body: Corrected) -> Iterator[Block]:
    if body.gone:
        phases = ", ".join(short(each) for each in body.gone)
        yield paragraph(say("No longer in force: {phases}.", phases=phases))
        yield paragraph(
            say(
                "All orders that were sent are kept, and are preliminary: look them over, since the position may be "
                "another. What has been published stays known; what was on file for phases to come stays secret."
            )
        )


def _position(body: Corrected) -> Iterator[Section]:
    if body.results is not None:
        yield from results_page(body.results).sections
    elif body.position is not None:
        yield from position_sections(body.position)


def held_page(body: ResultsWait) -> Page:
    """To the game master: a result waits."""
    page = results_page(body.results)
    phase = short(body.results.ruling.phase)
    blocks = (
        paragraph(say("The deadline has passed, and the orders are closed. This is the result; nobody else knows it.")),
        paragraph(
            say(
                "“gm release {code}” publishes it; “gm correct {code}: … because …” amends it first; “gm deadline …” "
                "opens the phase again.",
                code=phase,
            )
        ),
    )
    subject = say("{game}: {phase_ruled} waits for your release", game=body.head.game, phase_ruled=phase)
    return Page(subject, (Section("", blocks), *page.sections))


# --- conduct ---

CONDUCT = {
    "reported": say("{seat_reporter} reports the conduct of {seat_whose}."),
    "reported-nobody": say("{seat_reporter} reports something, and names nobody."),
    "caution": say("The game master cautions you."),
    "block": say("The game master lets no such mail of {seat_whose} go to {seat_to} any more ({said_kind})."),
    "unblock": say("The game master lets mail of {seat_whose} go to {seat_to} again ({said_kind})."),
    "block-piece": say(
        "The game master lets no such mail go to {seat_to} any more from whoever wrote piece {number} ({said_kind})."
    ),
    "unblock-piece": say(
        "The game master lets mail go to {seat_to} again from whoever wrote piece {number} ({said_kind})."
    ),
    "expulsion": say("The game master has put the player of {seat_whose} out of the game."),
}
KINDS = {
    "all": say("all kinds of press"),
    "white": say("white press"),
    "grey": say("grey press"),
    "dark grey": say("dark grey press"),
    "black": say("black press"),
}


def conduct_page(body: ConductNews) -> Page:
    """Conduct reported, or a sanction."""
    key = body.change
    if key == "reported" and not body.whose:
        key = "reported-nobody"
    if key in ("block", "unblock") and not body.whose:
        key += "-piece"
    kind = KINDS.get(body.sort, KINDS["all"])
    told = filled(CONDUCT[key], seat_reporter=body.reporter, seat_whose=body.whose, seat_to=body.to,
                  number=body.piece, said_kind=kind.text)  # fmt: skip
    blocks: list[Block] = [paragraph(told, f"({body.clause})") if body.clause else paragraph(told)]
    if body.why:
        reported = say("{seat_whose} says:", seat_whose=body.reporter)
        blocks.append(Words(reported if body.reporter else say("The game master says:"), body.why))
    if body.change == "reported":
        blocks.append(paragraph(say("“gm caution …”, “gm block …” and “gm expel …” act on it, as the rules allow.")))
    return Page(_subject(body), (Section("", tuple(blocks)),))


def _subject(body: ConductNews) -> Saying:
    if body.change == "reported":
        return say("{game}: conduct reported", game=body.head.game)
    return say("{game}: the game master acts", game=body.head.game)

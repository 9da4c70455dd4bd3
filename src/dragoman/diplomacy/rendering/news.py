"""Everything else that people are told, laid out: the beginning and the end, press, deadlines, seats, announcements."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.diplomacy.rendering.orders import choice_rows, comes, on_file, owed_rows, rows, short
from dragoman.diplomacy.rendering.presiding import words
from dragoman.diplomacy.rendering.receipts import position_sections
from dragoman.diplomacy.rendering.votes import CHOICES
from dragoman.diplomacy.report import (
    AllFinal,
    Announcement,
    OrdersEntered,
    ProxyNews,
    PublicNews,
    SeatChanged,
    SetKept,
    Started,
)
from dragoman.diplomacy.report.news import Head
from dragoman.diplomacy.report.time import VACANT
from dragoman.game.page import Block, Page, Rows, Section, paragraph
from dragoman.game.saying import Saying, filled, say
from dragoman.game.seats import GM


def started_page(body: Started) -> Page:
    """Play begins: what the reader plays, the position, the first deadline."""
    game = body.head.game
    if body.power:
        opening = say("The game {game} begins, and you play {power_yours}.", game=game, power_yours=body.power)
    else:
        opening = say("The game {game} begins.", game=game)
    blocks: list[Block] = [paragraph(opening), comes(body.next)]
    if body.owed is not None:
        blocks.append(owed_rows(body.owed))
    vacant = [seat.seat for seat in body.seats if not seat.held]
    if vacant:
        blocks.append(paragraph(say("Vacant: {seats_vacant}.", seats_vacant="; ".join(vacant))))
    first = Section(say("What to do now"), tuple(_first_words(body.head.seat, body.example)))
    return Page(
        say("{game} {code}: the game begins", game=game, code=short(body.next.phase)),
        (Section("", tuple(blocks)), first, *(position_sections(body.position) if body.position.units else ())),
    )


def _first_words(seat: str, example: str = "") -> Iterator[Block]:
    """How to answer the first letter of a game that somebody reads."""
    if example:
        yield paragraph(say("To give orders, answer this letter with an order on each line, for instance:"), example)
    if seat == GM:
        yield paragraph(say("You preside over this game, and can answer this letter."), MASTERS_HELP)
    else:
        yield paragraph(
            say("Answer this letter to write to the game: “help” tells the words that work, “rules” the house rules.")
        )


MASTERS_HELP = say("“help” tells a game master's words.")


def announcement_page(body: Announcement) -> Page:
    return notice(say("{game}: an announcement", game=body.head.game), [words(body.head, body.text)])


CHANGES = {
    "vacant": say("{seat_whose} has no player any more."),
    "taken": say("{seat_whose} has a player again."),
    "replaced": say("{seat_whose} has another player from now on."),
    "missed": say("{seat_whose} has no player any more: too many rounds in a row were missed."),
    "contact": say("{seat_whose} has no player any more, who could not be reached."),
    "removed": say("The game master has taken {seat_whose} from its player."),
    "standby": say("A standby plays {seat_whose} from now on."),
    "deputy": say("A deputy plays {seat_whose} for a while."),
    "returned": say("The player of {seat_whose} is back from an absence."),
}


def seat_page(body: SeatChanged) -> Page:
    """A power changed hands; to its new holder, with what they find."""
    subject = say("{game}: the seat {seat_whose}", game=body.head.game, seat_whose=body.whose)
    if not body.yours:
        changed = paragraph(filled(CHANGES[body.change], seat_whose=body.whose))
        return notice(subject, [changed, *reason(body.head, body.why), *_open_to_all(body)])
    blocks = [paragraph(_yours(body)), *reason(body.head, body.why)]
    if body.next is not None:
        blocks.append(comes(body.next))
    page = notice(subject, [*blocks, *_first_words(body.whose)])
    return Page(page.subject, (*page.sections, on_file(body.file))) if body.file is not None else page


def _open_to_all(body: SeatChanged) -> Iterator[Block]:
    """Where nobody presides, how a seat that fell vacant is filled, and what waits until it is. (Before that was said,
    letters told neither.)"""
    if not body.open or body.head.presided:
        return
    if body.awaited:
        yield paragraph(say("Until somebody plays it, the phase waits for its orders ({clause}).", clause=body.awaited))
    yield paragraph(filled(VACANT, seats_vacant=body.whose))


def _yours(body: SeatChanged) -> Saying:
    if body.change != "deputy":
        return say("You play {seat_whose} from now on.", seat_whose=body.whose)
    if body.until is None:
        return say("You play {seat_whose} as a deputy, until its player comes back.", seat_whose=body.whose)
    until = body.until.isoformat()
    return say(
        "You play {seat_whose} as a deputy until {time_until}, or until its player comes back.",
        seat_whose=body.whose, time_until=until,
    )  # fmt: skip


PROXIES = {
    "given": say("{power_giver} has given {power_receiver} a proxy for {units} in {phase_now}."),
    "proposed": say("{power_giver} would give {power_receiver} a proxy for {units} in {phase_now}."),
    "revoked": say("{power_giver} has revoked the proxy to {power_receiver} for {units} in {phase_now}."),
    "approved": say("The proxy of {power_giver} to {power_receiver} for {units} in {phase_now} is approved."),
    "refused": say("The proxy of {power_giver} to {power_receiver} for {units} in {phase_now} is not approved."),
}


def proxy_page(body: ProxyNews) -> Page:
    """A proxy, and what came of the vote on it."""
    proxy = body.proxy
    text = filled(PROXIES[body.change], power_giver=proxy.giver, power_receiver=proxy.receiver,
                  units=", ".join(proxy.units), phase_now=short(proxy.phase))  # fmt: skip
    return notice(say("{game}: a proxy", game=body.head.game), [paragraph(text), *_proxy_vote(body)])


def _proxy_vote(body: ProxyNews) -> Iterator[Block]:
    if body.change == "proposed":
        yield paragraph(
            say("All remaining players must approve: write “vote yes on {number}” or “vote no on {number}”.",
                number=body.vote)
        )  # fmt: skip
    if body.change == "given" and body.head.seat == body.proxy.receiver:
        yield paragraph(say("Order them in your letters as you order your own."))
    if body.yes is not None:
        yield paragraph(say("Votes for it: {yes}; against: {no}.", yes=body.yes, no=body.no))
    if body.votes:
        yield Rows(tuple((say("{power_of}", power_of=power), CHOICES[vote]) for power, vote in body.votes.items()))


def public_page(body: PublicNews) -> Page:
    """Public orders: asked for, given, or no longer asked for."""
    blocks: list[Block] = []
    match body.change:
        case "asked":
            asked = say(
                "The game master asks for public orders from {seats_asked}.", seats_asked="; ".join(body.powers)
            )
            blocks += [paragraph(asked), paragraph(PUBLIC), paragraph(BINDING if body.binding else OPEN)]
        case "given":
            given = say("{power_giver} has given these orders in public:", power_giver="; ".join(body.powers))
            blocks += [paragraph(given), rows(body.lines)]
            blocks += [choice_rows(body.choices)] if body.choices else []
            blocks.append(paragraph(BINDING if body.binding else OPEN))
        case _:
            blocks.append(paragraph(say("A player has asked for private orders: send yours to the game master alone.")))
    return notice(say("{game}: public orders", game=body.head.game), [*blocks, comes(body.next)])


PUBLIC = say(
    "Write “public” on a line above yours, and they are shown to everybody at once; so are those sent in press to all "
    "that holds nothing else. Any remaining player may write “demand private orders” instead."
)
BINDING = say("Orders given in public are final, whatever they say.")
OPEN = say("Orders given in public are preliminary, whatever they say, until the game master confirms them.")


def entered_page(body: OrdersEntered) -> Page:
    """The game master has taken a set for the reader."""
    text = say("The game master has taken orders of yours for {phase_now}.", phase_now=short(body.phase))
    page = notice(
        say("{game}: orders taken for you", game=body.head.game), [paragraph(text), *reason(body.head, body.why)]
    )
    return Page(page.subject, (*page.sections, on_file(body.file))) if body.file is not None else page


def kept_page(body: SetKept) -> Page:
    """To the game master: a set that fell short, what was wanting, and how to take it all the same."""
    text = say("{power_writer} has sent orders for {phase_now} that fall short of the rules. "
               "They are kept as set {number}.",
               power_writer=body.power, phase_now=short(body.phase), number=body.number)  # fmt: skip
    blocks: list[Block] = [paragraph(text), paragraph(body.lacks, "(II.2)"), rows(body.lines)]
    blocks += [choice_rows(body.choices)] if body.choices else []
    blocks.append(paragraph(say("“gm accept {number}” takes them all the same.", number=body.number)))
    return notice(say("{game}: set {number} falls short", game=body.head.game, number=body.number), blocks)


def all_final_page(body: AllFinal) -> Page:
    phase = short(body.phase)
    if body.clause and body.until is not None:
        when = body.until.isoformat()
        text = filled(NOT_BEFORE["deadline" if body.clause == "VII.2.A" else "other"], phase_now=phase,
                      clause=body.clause, time_until=when)  # fmt: skip
        return notice(say("{game}: all orders are final", game=body.head.game), [paragraph(text)])
    text = say("Every player has final orders on file for {phase_now}. “gm process {phase}” adjudicates it.",
               phase_now=phase, phase=phase)  # fmt: skip
    return notice(say("{game}: all orders are final", game=body.head.game), [paragraph(text)])


NOT_BEFORE = {
    "deadline": say(
        "Every player has final orders on file for {phase_now}. It is not adjudicated before its deadline, "
        "{time_until} ({clause}); “gm deadline …” moves that."
    ),
    "other": say(
        "Every player has final orders on file for {phase_now}. It is not adjudicated before {time_until} ({clause})."
    ),
}


def notice(subject: Saying, blocks: list[Block]) -> Page:
    return Page(subject, (Section("", tuple(blocks)),))


def reason(head: Head, why: str) -> Iterator[Block]:
    if why:
        yield words(head, why)

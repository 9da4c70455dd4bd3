"""Every body has one layout, and every layout is put into a reader's words as text and as HTML."""

from __future__ import annotations

from datetime import UTC, tzinfo
from typing import assert_never

from dragoman.diplomacy.rendering import (
    corrections,
    endings,
    market,
    news,
    players,
    polls,
    press,
    receipts,
    results,
    time,
    votes,
)
from dragoman.diplomacy.rendering.reader import Called, Reader, unnamed
from dragoman.diplomacy.report import (
    AllFinal,
    Announcement,
    AnyBody,
    Claimed,
    ClockGoesOn,
    ClockNews,
    ClockStopped,
    ConductNews,
    Corrected,
    DeadlineMoved,
    Disclosed,
    DrawWarning,
    Ended,
    ErrorNews,
    MoneyNews,
    OrdersEntered,
    PlayersNews,
    PollNews,
    Press,
    PressComplaint,
    PressWithdrawn,
    Proposal,
    ProxyNews,
    PublicNews,
    Receipt,
    Reminder,
    Results,
    ResultsWait,
    RulesNews,
    SeatChanged,
    SetKept,
    Started,
)
from dragoman.game.page import Page, html, text
from dragoman.game.protocol import Words


def lay_out(body: AnyBody, zone: tzinfo = UTC) -> Page:  # one arm per kind of body
    """The page that tells a body."""
    match body:
        case Results():
            return results.results_page(body, zone)
        case Receipt():
            return receipts.receipt_page(body)
        case Started():
            return news.started_page(body)
        case Ended():
            return endings.ended_page(body)
        case Proposal():
            return votes.proposal_page(body)
        case RulesNews():
            return votes.rules_page(body)
        case DrawWarning():
            return votes.warning_page(body)
        case Press() | PressWithdrawn() | PressComplaint() | Disclosed() | Claimed():
            return press.page_of(body)
        case DeadlineMoved():
            return time.deadline_page(body)
        case ClockStopped():
            return time.stopped_page(body)
        case ClockGoesOn():
            return time.going_on_page(body)
        case ClockNews():
            return time.clock_page(body)
        case Reminder():
            return time.reminder_page(body)
        case Announcement():
            return news.announcement_page(body)
        case SeatChanged():
            return news.seat_page(body)
        case PlayersNews():
            return players.players_page(body)
        case ProxyNews():
            return news.proxy_page(body)
        case PublicNews():
            return news.public_page(body)
        case MoneyNews():
            return market.money_page(body)
        case PollNews():
            return polls.news_page(body)
        case OrdersEntered():
            return news.entered_page(body)
        case SetKept():
            return news.kept_page(body)
        case ErrorNews() | Corrected() | ResultsWait() | ConductNews():
            return corrections.correction_page(body)
        case AllFinal():
            return news.all_final_page(body)
        case _:
            assert_never(body)


def words(body: AnyBody, lang: str, zone: tzinfo, called: Called = unnamed) -> Words:
    """A body in one reader's words: subject, text and HTML. `called` tells what persons are called."""
    page, reader = lay_out(body, zone), Reader(lang, zone, body.head.names, called)
    return Words(reader.read(page.subject), text.render(page, reader), html.render(page, reader))


def as_html(body: AnyBody, lang: str, zone: tzinfo, called: Called = unnamed) -> tuple[str, str]:
    """The same for a page, which needs no text: subject and HTML."""
    page, reader = lay_out(body, zone), Reader(lang, zone, body.head.names, called)
    return reader.read(page.subject), html.render(page, reader)

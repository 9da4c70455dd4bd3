"""News of standbys, deputies, applicants and who presides, laid out."""

from __future__ import annotations

from dragoman.diplomacy.rendering.orders import comes, on_file
from dragoman.diplomacy.rendering.presiding import words
from dragoman.diplomacy.report import PlayersNews
from dragoman.game.page import Block, Page, Section, paragraph
from dragoman.game.saying import Saying, filled, say

SUBJECTS = {
    "vacancy": say("{game}: the seat {seat_whose} is vacant"),
    "missed": say("{game}: a missed round"),
    "standby": say("{game}: a standby"),
    "called": say("{game}: a standby for {seat_whose}"),
    "released": say("{game}: the standby for {seat_whose}"),
    "deputy-named": say("{game}: a deputy for {seat_whose}?"),
    "deputy-refused": say("{game}: no deputy"),
    "away": say("{game}: a deputy plays for you"),
    "applicant": say("{game}: somebody asks to be let in"),
    "disorder": say("{game}: civil disorder"),
    "presiding": say("{game}: who presides"),
    "lost": say("{game}: the seat {seat_whose}"),
    "declined": say("{game}: you are not let in"),
    "welcome": say("{game}: you are let in"),
    "listed": say("{game}: you are on the blacklist"),
    "unlisted": say("{game}: you are off the blacklist"),
    "suggested": say("{game}: would you play {seat_whose}?"),
}
"""Subjects by what the news is."""


def players_page(body: PlayersNews) -> Page:
    """The sentences, the game master's reason, and for whoever is to order now what they find."""
    blocks: list[Block] = [paragraph(each) for each in body.says]
    if body.why:
        blocks.append(words(body.head, body.why))
    if body.next is not None:
        blocks.append(comes(body.next))
    sections = [Section("", tuple(blocks))]
    if body.file is not None:
        sections.append(on_file(body.file))
    return Page(_subject(body), tuple(sections))


def _subject(body: PlayersNews) -> Saying:
    return filled(SUBJECTS[body.change], game=body.head.game, seat_whose=body.whose)

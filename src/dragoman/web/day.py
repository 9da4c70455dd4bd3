"""A person's day: of each of their games what waits for them and by when, in sentences; what presses comes first.

A duty is made of what the seat may see and nothing else; what was read already is known from the person's own leaf.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from dragoman import assembly
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Stage
from dragoman.game import clock
from dragoman.nomic.report import answers
from dragoman.people.leaves import READ, Written
from dragoman.web import threads, wants
from dragoman.web.door import NOMIC, Visit
from dragoman.web.duties import Duty, duty, free, unasked
from dragoman.web.views import nomic


@dataclass(frozen=True, slots=True)
class Thing:
    """One thing: the sentence, where it is done, by when, whether it presses, and the sign beside it."""

    says: str
    href: str
    by: datetime | None = None
    presses: bool = True
    sign: str = "hourglass"


@dataclass(frozen=True, slots=True)
class Away:
    """An absence ahead, by its days in the game's own zone."""

    first: Any
    last: Any


@dataclass(frozen=True, slots=True)
class Card:
    """One game: what waits in it, how it stands in a sentence, the shares of the board, and absences ahead."""

    visit: Visit
    stage: str
    things: tuple[Thing, ...]
    stands: Duty
    shares: tuple[Share, ...] = ()
    away: tuple[Away, ...] = ()
    free: int = 0

    @property
    def pressing(self) -> tuple[Thing, ...]:
        return tuple(thing for thing in self.things if thing.presses)

    @property
    def by(self) -> datetime | None:
        """The earliest moment by which something that presses is to be done."""
        return min((thing.by for thing in self.pressing if thing.by is not None), default=None)

    @property
    def over(self) -> bool:
        return self.stage not in (Stage.RUNNING, Stage.FORMING)

    @property
    def picture(self) -> str:
        """Which moment the small board shows; empty where there is no board."""
        return "" if self.visit.game == NOMIC else str(self.visit.view.phase)


@dataclass(frozen=True, slots=True)
class Share:
    """A power's part of the owned centres: where its bar begins and how wide it is, in hundredths."""

    power: str
    centres: int
    colour: str
    start: str
    width: str
    mine: bool


Ranked = tuple[int, bool, str, bool, str, str]


def rank(card: Card) -> Ranked:
    """What presses before what does not, the earliest first; then games under way by their deadline; those over last.
    What presses without a deadline presses now."""
    by, falls = card.by, card.stands.by
    order = 0 if card.pressing else {Stage.RUNNING: 1, Stage.FORMING: 2}.get(Stage(card.stage), 3)
    return order, by is not None, _iso(by), falls is None, _iso(falls), card.visit.table


def _iso(at: datetime | None) -> str:
    return at.isoformat() if at is not None else ""


def cards(visits: Iterable[Visit]) -> list[Card]:
    """Each game as its reader finds it, the most urgent first."""
    seen = list(visits)
    person = seen[0].reader.person if seen else None
    read = assembly.leaves().everywhere(person, READ) if person is not None else {}
    waiting = assembly.inbox().waiting_at([each.table for each in seen if each.presides])
    found = (card(each, read.get(each.table, {}), waiting.get(each.table, 0)) for each in seen)
    return sorted(found, key=rank)


def card(seen: Visit, read: Written, unheard: int = 0) -> Card:
    """One game. `read` is how far its press was read, `unheard` how many letters to it wait for its game master."""
    stage = str(seen.view.stage)
    if seen.game == NOMIC:
        waiting = 1 if stage == Stage.FORMING else 0
        return Card(seen, stage, tuple(_of_nomic(seen)), nomic.duty(seen), free=waiting)
    view: View = seen.view
    things = tuple(_of_diplomacy(seen, view, read, unheard))
    away = tuple(_away(seen, view)) if view.ending is None else ()
    return Card(seen, stage, things, duty(view), _shares(view), away, free(view))


# --- Nomic ---


def _of_nomic(seen: Visit) -> Iterator[Thing]:
    view: Any = seen.view
    if view.winner or str(view.stage) != Stage.RUNNING:  # a stage of that game, and not of this
        return
    here = reverse("game", args=[seen.table])
    for owed in view.owed:
        if view.player and owed.player == view.player:
            what = nomic.reader(seen).read(answers.owed_to_oneself(replace(owed, by=None)))
            sign = "scales" if owed.what in ("vote", "judge") else "hourglass"
            yield Thing(what, here, owed.by, owed.what != "announce", sign)


# --- Diplomacy ---


def _of_diplomacy(seen: Visit, view: View, read: Written, unheard: int) -> Iterator[Thing]:
    if view.stage is Stage.RUNNING and not seen.presides:
        yield from _ordered(seen, view)
        yield from _votes(seen, view)
        yield from _time(seen, view)
    if seen.presides:
        yield from _office(seen, unheard)
    yield from _letters(seen, view, read)


def _ordered(seen: Visit, view: View) -> Iterator[Thing]:
    """What the seat itself has to order, to choose or to look over."""
    what = unasked(view)
    if what.presses:
        page = "ballot" if view.poll is not None else "game"
        yield Thing(what.says, reverse(page, args=[seen.table]), what.by)


def _votes(seen: Visit, view: View) -> Iterator[Thing]:
    for vote in view.votes:
        if vote.entitled and vote.open and not vote.mine and not vote.deemed:
            said = {
                "draw": _("Vote on the draw: proposal %(n)d."),
                "win": _("Vote on the win: proposal %(n)d."),
                "ranking": _("Vote on the ranking: proposal %(n)d."),
            }.get(vote.form, _("Proposal %(n)d waits for your vote."))
            closes = vote.closes or (None if vote.held_over else view.deadline)
            yield Thing(said % {"n": vote.number}, reverse("votes", args=[seen.table]), closes, sign="scales")


def _time(seen: Visit, view: View) -> Iterator[Thing]:
    here = reverse("time", args=[seen.table])
    contact = next((each for each in view.dial.contacts if each.seat == view.seat), None)
    if contact is not None:
        yield Thing(_("You missed a deadline: say that you are still there."), here, contact.until)


def _office(seen: Visit, unheard: int) -> Iterator[Thing]:
    """What waits for whoever presides, as on the desk."""
    desk = reverse("desk", args=[seen.table])
    for want in wants.wants_at_table(seen):
        href = f"{desk}{want.to}" if want.to.startswith("#") else want.to
        yield Thing(want.says, href, presses=want.presses, sign="hourglass" if want.presses else "unsure")
    if unheard:
        yield Thing(wants.unheard(unheard), f"{desk}#letters-title", presses=False, sign="envelope")
    if seen.view.all_final:
        waits = (
            seen.view.sheet.letter("VII.2") == "A" and seen.view.deadline is not None and seen.now < seen.view.deadline
        )
        done = _("All orders are final: adjudicate when you like.")
        if waits:
            done = _("All orders are final; nothing is adjudicated before the deadline (VII.2.A).")
        yield Thing(done, f"{desk}#ruling-title", presses=False, sign="yes")


def _letters(seen: Visit, view: View, read: Written) -> Iterator[Thing]:
    talks = threads.threads(seen, read) if seen.seat is not None else ()
    unread = [talk for talk in talks if talk.unread]
    count = sum(talk.unread for talk in unread)
    if not count:
        return
    href = reverse("press", args=[seen.table])
    if len(unread) == 1:
        href = threads.address(seen.table, unread[0].key)
        said = ngettext("%(n)d letter unread: %(whom)s.", "%(n)d letters unread: %(whom)s.", count)
        yield Thing(said % {"n": count, "whom": unread[0].called}, href, presses=False, sign="envelope")
        return
    said = ngettext("%(n)d letter unread.", "%(n)d letters unread.", count)
    yield Thing(said % {"n": count}, href, presses=False, sign="envelope")


def _away(seen: Visit, view: View) -> Iterator[Away]:
    there = clock.zone(view.zone)
    for each in view.dial.absences:
        if each.seat == seen.seat and each.ends > seen.now:
            last = (each.ends - timedelta(minutes=1)).astimezone(there).date()
            yield Away(each.begins.astimezone(there).date(), last)


def _shares(view: View) -> tuple[Share, ...]:
    """The powers by their centres, largest first, laid side by side."""
    counts: Mapping[str, int] = {power: len(view.position.centres_of(power)) for power in view.chart.powers}
    whole, start, found = sum(counts.values()), 0, []
    for power in sorted(counts, key=lambda each: (-counts[each], each)):
        if counts[power]:
            at, width = 100 * start / whole, 100 * counts[power] / whole
            colour = view.chart.powers[power].colour
            found.append(Share(power, counts[power], colour, f"{at:.2f}", f"{width:.2f}", power == view.power))
            start += counts[power]
    return tuple(found)


__all__ = ["Away", "Card", "Share", "Thing", "card", "cards"]

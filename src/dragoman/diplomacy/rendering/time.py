"""What is told of the clock, laid out: moved deadlines, pauses, grace, waiting, contact, delays, absences, reminders.

Every moment stands in full: weekday, date, time and zone.
"""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.diplomacy.rendering.news import notice, reason
from dragoman.diplomacy.rendering.orders import comes, on_file, short
from dragoman.diplomacy.rendering.presiding import either
from dragoman.diplomacy.report import ClockGoesOn, ClockNews, ClockStopped, DeadlineMoved, FileNow, Reminder
from dragoman.diplomacy.report.time import VACANT
from dragoman.game.page import Block, Page, Rows, Words, paragraph
from dragoman.game.saying import Saying, filled, say
from dragoman.game.seats import GM

CAUSES = {
    "gm": say("The game master has moved the deadline."),
    "wish": say("At a player’s wish the deadline is moved."),
    "outage": say(
        "The host was away, or its clock wrong, from {time_since} until {time_until}, when the deadline passed. "
        "Nothing was adjudicated; the deadline is moved."
    ),
    "hardship": say("A faster pace is a hardship to a player: the deadline is again that of the house rules (VII.4)."),
    "replacement": say("The seat that the game waited for has a player again: the phase has a new deadline."),
}
"""Why a deadline moved, as everybody may know it."""

FASTER = say(
    "If this pace is a hardship to you, write “object to faster pace”, and the schedule of the house rules holds."
)


def deadline_page(body: DeadlineMoved) -> Page:
    since = body.since.isoformat() if body.since else ""
    until = body.until.isoformat() if body.until else ""
    blocks: list[Block] = [paragraph(filled(CAUSES[body.cause], time_since=since, time_until=until)), comes(body.next)]
    if body.faster and body.cause == "gm":
        blocks.append(paragraph(FASTER))
    return notice(say("{game}: another deadline", game=body.head.game), [*blocks, *reason(body.head, body.why)])


def stopped_page(body: ClockStopped) -> Page:
    phase = short(body.phase)
    text = either(
        body.head,
        say("The game master has paused the game in {phase_now}: the clock stands still.", phase_now=phase),
        say("The keeper of the host has paused the game in {phase_now}: the clock stands still.", phase_now=phase),
    )
    blocks: list[Block] = [paragraph(text), *reason(body.head, body.why)]
    if body.until is not None:
        blocks.append(paragraph(say("It goes on by itself on {time_until}.", time_until=body.until.isoformat())))
    if body.call is not None and (body.until is None or body.call < body.until):
        text = say("From {time_call} on, players may write “resume”; it goes on once more than half of them have.",
                   time_call=body.call.isoformat())  # fmt: skip
        blocks.append(paragraph(text))
    return notice(say("{game}: paused", game=body.head.game), blocks)


GOES_ON = {
    "gm": say("The clock goes on."),
    "lapsed": say("The pause is over: the clock goes on."),
    "called": say("More than half of the players call for it: the clock goes on."),
}


def going_on_page(body: ClockGoesOn) -> Page:
    subject = say("{game}: the game goes on", game=body.head.game)
    return notice(subject, [paragraph(GOES_ON[body.cause]), comes(body.next)])


YOURS = {
    "grace": say(
        "The deadline has passed without orders from you. Once in a game there is grace for it (VII.6.B): orders that "
        "come by {time_until} count. Only you and the game master know of this."
    ),
    "contact": say(
        "No orders came from you for the last deadline. Write to the game by {time_until}, whatever you write, or "
        "“I am here”; otherwise you are to be replaced (VII.6)."
    ),
    "lapsed": say(
        "You have not been heard of in time, and may be replaced (VII.6). Write, if you would go on playing."
    ),
    "delay-granted": say("Your delay is granted."),
    "delay-refused": say("Your delay is refused; the deadline stays."),
    "warned": say("You are warned: your wishes for delay disrupt the game, and further ones may be refused (VII.5)."),
    "warned-first": say("The game master warns you. A wish of yours for delay may be refused from now on (VII.5)."),
}
"""What is said to whom it is about."""

OTHERS = {
    "grace": say("{seat_whose} has grace until {time_until} (VII.6.B). Nobody else is told."),
    "contact": say("{seat_whose} has sent no orders and must make contact by {time_until} (VII.6)."),
    "lapsed": say("{seat_whose} has made no contact in time, and may be replaced: “gm replace … with …” (VII.6)."),
    "warned": say("{seat_whose} is warned that further delays may be refused."),
    "late": say(
        "Orders of {seat_whose} came after the deadline. They do not count, unless you take them on proof that they "
        "were sent in time (VII.1): “gm accept late … because …”."
    ),
    "delay-asked": say(
        "{seat_whose} asks for a delay of {span_asked}. “gm grant delay {number}” grants it, “gm refuse delay "
        "{number}” refuses it, after a warning; unanswered, it is granted at the deadline (VII.5)."
    ),
    "absence": say("{seat_whose} will be away from {time_since} until {time_until}."),
    "absence-off": say("{seat_whose} will not be away as planned."),
    "objected": say("A faster pace is a hardship to {seat_whose} (VII.4). Nobody else is told whose objection it is."),
    "called": say("{seat_whose} calls for the game to go on."),
}
"""What is said to the game master, or to everybody, of somebody else."""

WAITS = {
    "VII.6.C": say(
        "The deadline has passed. The game is not adjudicated without the orders of {seats_missing} (VII.6.C); what is "
        "missing is taken now."
    ),
    "F.7.B": say(
        "The deadline has passed. Play begins once all first orders are in (F.7.B); those of {seats_missing} are "
        "awaited."
    ),
    "VII.2.start": say("The deadline has passed. “gm process {code}” begins the adjudication."),
}
"""Why a phase waits after its deadline."""

LENGTHS = {
    "movement": say("moves: {days_long}"),
    "retreat": say("retreats: {days_long}"),
    "adjustment": say("adjustments: {days_long}"),
}


def clock_page(body: ClockNews) -> Page:
    """One thing of the clock."""
    blocks: list[Block] = [paragraph(_sentence(body)), *_vacant(body), *_words(body)]
    if body.change == "pace":
        blocks = list(_pace(body))
    if body.change in ("delay-granted", "delay-refused", "warned", "warned-first", "grace"):
        blocks.append(comes(body.next))
    return notice(say("{game}: the clock", game=body.head.game), blocks)


def _vacant(body: ClockNews) -> Iterator[Block]:
    """The way out of waiting for a seat that is vacant."""
    if not body.vacant:
        return
    if not body.head.presided:
        yield paragraph(filled(VACANT, seats_vacant="; ".join(body.vacant)))
    elif body.head.seat == GM:
        text = say("Nobody plays {seats_vacant}: “gm call {power}” seats the first standby who would play it, “gm "
                   "replace {power} with x@example.org” anybody.",
                   seats_vacant="; ".join(body.vacant), power=body.vacant[0])  # fmt: skip
        yield paragraph(text)
    else:
        yield paragraph(say("Nobody plays {seats_vacant}; the game master can seat somebody.",
                            seats_vacant="; ".join(body.vacant)))  # fmt: skip


def _words(body: ClockNews) -> Iterator[Block]:
    """The reason that was given: by a player for a wish, otherwise by the game master."""
    if body.why and body.change in ("delay-asked", "absence"):
        yield Words(say("In these words:"), body.why)
    else:
        yield from reason(body.head, body.why)


def _sentence(body: ClockNews) -> Saying:
    if body.change == "waits":
        return filled(WAITS[body.clause], seats_missing="; ".join(body.powers), code=short(body.next.phase))
    until = body.until.isoformat() if body.until else ""
    since = body.since.isoformat() if body.since else ""
    if not body.whose and body.change in YOURS:
        return filled(YOURS[body.change], time_until=until)
    return filled(OTHERS.get(body.change, say("The clock goes on.")), seat_whose=body.whose, time_until=until,
                  time_since=since, span_asked=body.minutes, number=body.number)  # fmt: skip


def _pace(body: ClockNews) -> Iterator[Block]:
    if body.lengths:
        yield paragraph(say("From the next phase on the game master has phases last:"))
        yield Rows(tuple((filled(LENGTHS[kind], days_long=days),) for kind, days in sorted(body.lengths.items())))
        yield paragraph(FASTER)
    else:
        yield paragraph(say("From the next phase on the lengths of the house rules hold (VII.4)."))
    yield from reason(body.head, body.why)


def _wanted(body: Reminder) -> Saying:
    """What the reader still has to send; of one whose preliminary set is complete, only to call it final (II.1.B)."""
    if body.ballot:
        return say("Your ballot is still wanted.")
    if body.file is not None and _complete(body.file):
        return say(
            "Your preliminary set is complete, and is used at the deadline as it stands. Write “final” if it need not "
            "wait for that."
        )
    return say("Your orders are still wanted.")


def _complete(file: FileNow) -> bool:
    """Whether a set has come that leaves nothing open."""
    return file.at is not None and not file.unordered and len(file.lines) >= abs(file.owed.count)


def reminder_page(body: Reminder) -> Page:
    """The deadline draws near."""
    subject = say("{game} {code}: a reminder", game=body.head.game, code=short(body.next.phase))
    blocks: list[Block] = [
        paragraph(say("The deadline draws near; time left: {span_left}.", span_left=body.minutes)), comes(body.next)
    ]  # fmt: skip
    if body.yours:
        blocks.append(paragraph(_wanted(body)))
    page = notice(subject, [*blocks, *reason(body.head, body.text)])
    return Page(page.subject, (*page.sections, on_file(body.file))) if body.file is not None else page

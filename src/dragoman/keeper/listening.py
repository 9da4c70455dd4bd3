"""The clerk takes letters out of the inbox in the order of their coming: each by itself is heard, kept or answered.

A letter is heard as of the moment it came. The clerk may be killed anywhere: the letter is taken up again, and a table
that had heard it knows its mark.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import assert_never

from dragoman import assembly
from dragoman.game.protocol import Speaker
from dragoman.game.saying import say
from dragoman.game.seats import PersonId, Seat
from dragoman.keeper.rounds import MACHINE, worker_name
from dragoman.people.register import NoAddress, normalised
from dragoman.people.speaking import Acts, Standing, Which, standing
from dragoman.post import courtesy, machines, reading
from dragoman.post.addresses import Mailbox
from dragoman.post.conventions import conventions
from dragoman.post.door import checks_itself
from dragoman.post.letter import Envelope, Letter
from dragoman.post.slips import (
    Confirm,
    Conventions,
    Hear,
    Hold,
    Meet,
    PassOver,
    Reason,
    Refuse,
    Sorted,
    bare_subject,
    slips,
)
from dragoman.referee.hearing import unfit, weigh
from dragoman.referee.ports import Ahead, Slip, UnknownTable, Waiting
from dragoman.referee.table import Table
from dragoman.store.inbox import Arrival, Done, State
from dragoman.tongues.saying import put

log = logging.getLogger("dragoman.listening")

SOON = timedelta(seconds=1)
LATER = timedelta(seconds=30)
OTHERS = timedelta(seconds=5)
"""How long a letter is left to others whom this version cannot serve, before it is looked at again."""

AT_ONCE = 20
"""Letters that are looked up at one time: to look for the next one takes as long as to hear it."""

LONGEST = timedelta(seconds=5)
"""How long the clerk goes on with letters that were looked up together, before the clocks have their turn."""

HELD = timedelta(seconds=15)
"""How long a letter waits at the most for a clerk who was killed while hearing it. If one takes longer, another hears
it, too, and the table hears it once."""

MOST_KEPT = 5
"""Letters that wait for one person's word before no more are kept: whoever forges them shall not fill a mailbox."""

Outcome = tuple[State, str, str, str, str]
"""What became of a letter: state, note, table, owner, seat."""


class Clerk:
    """Hears some letters at each turn, one after the other. Only the one that is being heard is taken: a clerk who is
    killed holds up no other."""

    def __init__(self) -> None:
        self._worker = worker_name("clerk")
        self._lease = min(timedelta(seconds=assembly.house().work.lease), HELD)

    def turn(self) -> bool:
        inbox, until = assembly.inbox(), MACHINE.now() + LONGEST
        heard: Done | None = None
        busy = False
        for arrival in inbox.next_ones(MACHINE.now(), AT_ONCE):
            taken = inbox.take(arrival, self._worker, MACHINE.now(), self._lease, heard)
            heard = self._heard(taken) if taken is not None else None
            busy = busy or taken is not None
            if MACHINE.now() > until:
                break
        if heard is not None:
            inbox.done(heard)
        return busy

    def _heard(self, arrival: Arrival) -> Done | None:
        """Hear a letter; what became of it, or None if that is written already."""
        try:
            return (arrival, *listen(arrival))
        except Waiting:
            assembly.inbox().wait(arrival, MACHINE.now() + SOON)
        except Ahead as ahead:  # a machine with the later version hears it, or this one after its upgrade
            assembly.leave_alone(ahead)
            assembly.inbox().wait(arrival, MACHINE.now() + OTHERS)
        except Exception as fault:
            self._failed(arrival, fault)
        return None

    def _failed(self, arrival: Arrival, fault: Exception) -> None:
        """Leave it for later; or, if it has been tried too often, lay it aside."""
        kind = type(fault).__name__
        log.exception("letter %s could not be heard", arrival.id[:12])
        if not assembly.inbox().put_back(arrival, MACHINE.now() + LATER, kind):
            assembly.tell_keeper(arrival.table, f"a letter could not be heard ({kind}) and was laid aside")


def listen(arrival: Arrival) -> Outcome:
    """Have a letter heard, kept or answered; what became of it. Raises Waiting, and whatever a game raises."""
    mail = assembly.opened(arrival)
    if mail.lost:
        return (State.PASSED_OVER, "its sender was erased", "", "", "")
    envelope = None if mail.envelope_sender is None else Envelope(mail.envelope_sender, mail.recipients)
    letter = reading.read(mail.raw, envelope)
    mailbox = Mailbox(assembly.house().host.address)
    done = [_do(arrival, letter, each) for each in slips(letter, mailbox, Host(arrival), arrival.letter)]
    return min(done, key=lambda outcome: RANK[outcome[0]])


RANK: Mapping[State, int] = {State.KEPT: 0, State.HEARD: 1, State.REFUSED: 2, State.PASSED_OVER: 3}
"""A letter to several tables stands as its weightiest part: one that is kept will be gone through again."""


def _do(arrival: Arrival, letter: Letter, what: Sorted) -> Outcome:
    match what:
        case Hear(slip):
            answer = courtesy.may_answer(arrival)
            assembly.referee().hear(replace(slip, answer=answer), arrival.counts_from)
            if not answer:
                courtesy.tell_of_many(arrival, letter.sender.address)
            assembly.reaching().reached(letter.sender.address)
            return (State.HEARD, "", slip.table, "", slip.speaker.seat or "")
        case Hold(table, owner, seat, lacks):
            return _kept(arrival, letter, table, owner, seat, lacks)
        case Meet(table):
            stranger = assembly.person_at(letter.sender.address)
            if not stranger:
                return (State.REFUSED, "", table, "", "")
            return _kept(arrival, letter, table, stranger, None, "word")
        case Confirm(token, agreed):
            return _confirmed(arrival, letter, token, agreed)
        case Refuse(reason, says, table):
            _refuse(arrival, letter, put(says, _tongue(letter)), reason)
            return (State.REFUSED, reason, table, "", "")
        case PassOver(kind):
            machines.tell_masters(letter, arrival)
            return (State.PASSED_OVER, kind, "", "", "")
        case _:
            assert_never(what)


def _kept(
    arrival: Arrival, letter: Letter, table: str, owner: PersonId, seat: Seat | None, lacks: str
) -> Outcome:  # fmt: skip
    if len(assembly.inbox().kept(owner)) >= MOST_KEPT:
        return (State.REFUSED, "too many letters wait for their owner's word", table, "", "")
    assembly.ask_owner(arrival, table, owner, lacks, letter.subject, letter.text or letter.alternative)
    return (State.KEPT, lacks, table, owner, seat or "")


def _confirmed(arrival: Arrival, letter: Letter, token: str, agreed: bool) -> Outcome:
    """The owner of a kept letter confirms it by a word of theirs from the address that was asked, which bears the token
    that was sent there. A machine's answer has token and address, too: the word is what it lacks."""
    kept = next((each for each in assembly.inbox().all_kept()
                 if assembly.tokens().confirms(token, each.id, PersonId(each.owner))), None)  # fmt: skip
    if kept is None:
        return (State.REFUSED, "confirms nothing that waits", "", "", "")
    no = None if _was_asked(letter, PersonId(kept.owner)) else ELSEWHERE
    no = no or (None if agreed else NO_WORD)
    if no is not None:
        _refuse(arrival, letter, put(no, _tongue(letter)), Reason.NOT_CONFIRMED)
        return (State.REFUSED, Reason.NOT_CONFIRMED, kept.table, "", "")
    assembly.confirm(kept, PersonId(kept.owner), arrival.counts_from)
    return (State.HEARD, "confirms another letter", kept.table, "", "")


def _was_asked(letter: Letter, owner: PersonId) -> bool:
    """Whether a letter comes from the address at which its owner was asked, and from nobody else beside."""
    asked = assembly.register().correspondent(owner)
    try:
        sender = normalised(letter.sender.address)
    except NoAddress:
        return False
    return asked is not None and len(letter.senders) == 1 and not letter.disowned and sender == asked.address


ELSEWHERE = say("a letter that waits can be confirmed only from the address at which its owner was asked")
NO_WORD = say("the letter still waits: to confirm that it is yours, reply with the word “yes” alone on the first line")


def _refuse(arrival: Arrival, letter: Letter, why: str, reason: str) -> None:
    """Tell the sender alone why a letter is not heard: whom we know each time, others once a day for each reason."""
    address = letter.sender.address
    try:
        known = assembly.register().find(address) is not None
        digest = assembly.register().digest(address)
    except NoAddress:
        return
    if not (courtesy.may_answer(arrival) if known else courtesy.may_answer_stranger(arrival)):
        courtesy.tell_of_many(arrival, address)
        return
    occasion = arrival.id if known else f"{digest}/{arrival.received_at:%Y-%m-%d}/{reason}"
    parts = {"subject": bare_subject(letter.subject), "why": why}
    if reason == Reason.NO_GAME:
        parts["mailbox"] = "{0}+NAME@{2}".format(*assembly.house().host.address.partition("@"))
    assembly.post_host_letter(f"{assembly.REFUSED}/{occasion}", assembly.REFUSED, address, parts, _tongue(letter),
                              in_reply_to=letter.message_id)  # fmt: skip


def _tongue(letter: Letter) -> str:
    """The language in which to write to a sender: their own if they are known, else the host's."""
    person = assembly.register().find(letter.sender.address)
    to = assembly.register().correspondent(person) if person else None
    return to.lang if to else assembly.house().host.lang


class Host:
    """What sorting must know of this host (see `post.slips.Directory`), for one letter."""

    def __init__(self, arrival: Arrival) -> None:
        self._arrival = arrival
        self._tables: dict[str, Table | None] = {}

    def conventions(self, table: str) -> Conventions | None:
        at = self._table(table)
        return conventions(at.state) if at is not None else None

    def standing(self, table: str, token: str, sender: str, vouched: bool) -> Standing:
        at = self._table(table)
        assert at is not None, "only tables that are known have somebody to speak at them"
        holders = at.game.seats(at.state)
        if self._arrival.confirmed and table == self._arrival.table:
            return self._as_confirmed(holders)
        person = assembly.register().find(sender) if sender else None
        return standing(assembly.tokens(), table, token, person, vouched, holders)

    def sits(self, sender: str) -> tuple[str, ...]:
        person = assembly.register().find(sender)
        return tuple(dict.fromkeys(table for table, _ in assembly.ledger().tables_of(person))) if person else ()

    def vouches(self, server: str) -> bool:
        """Whether a server's word is taken: one that the settings name, or the door's own where it checks itself."""
        receiving = assembly.house().receiving
        own = [Mailbox(assembly.house().host.address).domain] if checks_itself(receiving) else []
        return server.lower() in {trusted.lower() for trusted in (*receiving.trusted, *own)}

    def understands(self, table: str, speaker: Speaker, subject: str, text: str) -> bool:
        at = self._table(table)
        if at is None:
            return False
        now = self._arrival.counts_from
        if not speaker.person:  # somebody unknown: is there anything in it that people without a seat may ask?
            return bool(weigh(at.game, at.state, Slip(table, speaker, subject, text), now).heard)
        found = at.game.read(at.state, speaker, subject, text, now)
        return bool(found.commands or found.refused)

    def _as_confirmed(self, holders: Mapping[Seat, PersonId | None]) -> Standing:
        """Its owner has called it theirs: in the seat it was kept for if they still hold it, or their only one."""
        owner, seat = PersonId(self._arrival.owner), Seat(self._arrival.seat)
        held = tuple(each for each, person in holders.items() if person == owner)
        if seat in held:
            return Acts(Speaker(owner, seat))
        return Which(owner, held) if len(held) > 1 else Acts(Speaker(owner, held[0] if held else None))

    def _table(self, name: str) -> Table | None:
        """The table of that name as it stands, asked of the ledger once for each letter."""
        if name not in self._tables:
            try:
                self._tables[name] = None if unfit(name) else assembly.table(name)
            except UnknownTable:
                self._tables[name] = None
        return self._tables[name]

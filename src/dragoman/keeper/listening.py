"""The clerk takes letters out of the inbox in the order of their coming: each by itself is heard, kept or answered.

A letter is heard as of the moment it came. The clerk may be killed anywhere: the letter is taken up again, and a table
that had heard it knows its mark.
"""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, assert_never

from dragoman import assembly
from dragoman.game.clock import zone
from dragoman.game.protocol import Helpful, Speaker
from dragoman.game.saying import Saying, filled, say
from dragoman.game.seats import GM, PersonId, Seat
from dragoman.keeper.rounds import MACHINE, worker_name
from dragoman.people.naming import of_sender
from dragoman.people.register import NoAddress, Owner, normalised
from dragoman.people.speaking import Acts, Standing, Which, standing
from dragoman.post import courtesy, machines, naming, reading, tongue
from dragoman.post.addresses import Mailbox
from dragoman.post.conventions import conventions
from dragoman.post.door import checks_itself
from dragoman.post.letter import Envelope, Letter
from dragoman.post.parting import headings
from dragoman.post.slips import (
    MOST_WORDS,
    WORD,
    Confirm,
    Conventions,
    Hear,
    Hold,
    Meet,
    PassOver,
    Reason,
    Refuse,
    Sorted,
    addressed,
    bare_subject,
    own_subject,
    slips,
)
from dragoman.referee.hearing import HEARD_BEFORE, unfit, weigh
from dragoman.referee.ports import Ahead, Slip, UnknownTable, Waiting
from dragoman.referee.table import Table
from dragoman.store.inbox import Arrival, Done, State
from dragoman.tongues.saying import put

log = logging.getLogger("dragoman.listening")

SOON = timedelta(seconds=1)
LATER = timedelta(seconds=30)
OTHERS = timedelta(seconds=5)
"""How long a letter is left to others whom this version cannot serve, before it is looked at again."""

LONGEST = timedelta(seconds=5)
"""How long the clerk goes on with letters that were taken together, before the clocks have their turn."""

HELD = timedelta(seconds=15)
"""How long a letter waits at the most for a clerk who was killed. If one takes longer, another hears it, too, and the
table hears it once."""

MOST_KEPT = 5
"""Letters that wait for one person's word before no more are kept: whoever forges them shall not fill a mailbox."""

Outcome = tuple[State, str, str, str, str]
"""What became of a letter: state, note, table, owner, seat."""


class Clerk:
    """Takes some letters at each turn, and hears one after the other. What must be known of them (whose the addresses
    are, how the tables stand, how much somebody has written) is looked up once for all; what became of them is written
    together. Each is heard in a transaction of its own, so that one that fails does so alone."""

    def __init__(self) -> None:
        self._worker = worker_name("clerk")
        self._lease = min(timedelta(seconds=assembly.house().work.lease), HELD)
        self._longest = min(LONGEST, self._lease / 3)
        self._done: list[Done] = []

    def turn(self) -> bool:
        until = MACHINE.now() + self._longest
        arrivals = assembly.inbox().claim_some(self._worker, MACHINE.now(), self._lease)
        sheaf, late = _looked_up(arrivals), False
        behind: set[str] = set()
        left: list[Arrival] = []
        for arrival in arrivals:
            late = late or (arrival is not arrivals[0] and MACHINE.now() > until)
            if late or arrival.sender in behind:
                left.append(arrival)
            elif not self._heard(arrival, sheaf):
                behind.add(arrival.sender)
        self._write_down()
        if left:
            assembly.inbox().put_down(left)
        return bool(arrivals)

    def _heard(self, arrival: Arrival, sheaf: Sheaf | None) -> bool:
        """Hear a letter; False if it is to be heard later, and its sender's others after it."""
        try:
            try:
                outcome = listen(arrival, sheaf)
            except Waiting:
                if not self._done:
                    raise
                self._write_down()  # it may wait for those that were heard just now
                outcome = listen(arrival)
        except Waiting:
            assembly.inbox().wait(arrival, MACHINE.now() + SOON)
        except Ahead as ahead:  # a machine with the later version hears it, or this one after its upgrade
            assembly.leave_alone(ahead)
            assembly.inbox().wait(arrival, MACHINE.now() + OTHERS)
        except Exception as fault:
            self._write_down()
            return self._failed(arrival, fault)
        else:
            self._done.append((arrival, *outcome))
            if outcome[0] is not State.HEARD:
                self._write_down()  # how many letters wait for their owner's word is asked for the next one
            return True
        return False

    def _write_down(self) -> None:
        """Say what became of the letters that were heard. If the clerk is killed before, they are heard once more, and
        the tables know their marks."""
        done, self._done = self._done, []
        assembly.inbox().done_all(done)

    def _failed(self, arrival: Arrival, fault: Exception) -> bool:
        """Leave it for later; or, if it has been tried too often, lay it aside, and let others pass."""
        kind = type(fault).__name__
        log.exception("letter %s could not be heard", arrival.id[:12])
        if assembly.inbox().put_back(arrival, MACHINE.now() + LATER, kind):
            return False
        assembly.tell_keeper(arrival.table, f"a letter could not be heard ({kind}) and was laid aside")
        return True


def _looked_up(arrivals: Sequence[Arrival]) -> Sheaf | None:
    """What is to be known of letters; None if that fails, so that each shows by itself whether it is the one at
    fault."""
    try:
        return Sheaf(arrivals) if arrivals else None
    except Exception:
        log.exception("letters could not be looked up together")
        return None


def listen(arrival: Arrival, sheaf: Sheaf | None = None) -> Outcome:
    """Have a letter heard, kept or answered; what became of it. Raises Waiting, and whatever a game raises. `sheaf`
    holds what was looked up for it and others."""
    sheaf = sheaf or Sheaf([arrival])
    letter = sheaf.letter(arrival)
    if letter is None:
        return (State.PASSED_OVER, "its sender was erased", "", "", "")
    sorted_ = slips(letter, sheaf.mailbox, Host(arrival, sheaf), arrival.letter)
    done = [_do(arrival, letter, each, sheaf) for each in sorted_]
    return min(done, key=lambda outcome: RANK[outcome[0]])


class Sheaf:
    """What is known of some letters, looked up together for as long as it takes to hear them: what they say, who wrote
    them and how much, and how the tables stand that they are for. A table may stand otherwise by the time a letter is
    heard: then it is heard at the table as it stands then."""

    def __init__(self, arrivals: Sequence[Arrival]) -> None:
        self.mailbox = Mailbox(assembly.house().host.address)
        self._letters = {each.id: _opened(each) for each in arrivals} if len(arrivals) == 1 else _all_opened(arrivals)
        read = [letter for letter in self._letters.values() if isinstance(letter, Letter)]
        self._owners = assembly.register().owners(letter.sender.address for letter in read)
        self._asked = {letter.sender.address for letter in read}
        self._sits: dict[str, tuple[str, ...]] | None = None
        self.written = courtesy.written(arrivals)
        self._tables = self._tables_of(read)

    def letter(self, arrival: Arrival) -> Letter | None:
        """What a letter says; None if its sender was erased. Raises what its opening raised."""
        found = self._letters[arrival.id]
        if isinstance(found, Exception):
            raise found
        return found

    def owner(self, address: str) -> Owner | None:
        """Whose an address is."""
        if address not in self._asked:
            self._asked.add(address)
            self._owners = {**self._owners, **assembly.register().owners([address])}
        return self._owners.get(address)

    def sits(self, person: PersonId) -> tuple[str, ...]:
        """The tables where somebody has a seat; asked for all who wrote as soon as it is asked for one."""
        if self._sits is None or person not in self._sits:
            asked = {person, *(owner.person for owner in self._owners.values())}
            self._sits = {**dict.fromkeys(asked, ()), **assembly.ledger().tables_of_each(asked)}
        return self._sits[person]

    def table(self, name: str) -> Table | None:
        """The table of that name, as it was seen last; None if there is none."""
        if name not in self._tables:
            try:
                self._tables[name] = None if unfit(name) else assembly.table(name)
            except UnknownTable:
                self._tables[name] = None
        found = self._tables[name]
        return found and (assembly.referee().tables.recalled(name) or found)

    def _tables_of(self, letters: Sequence[Letter]) -> dict[str, Table | None]:
        """The tables that the letters' addresses name; and of other words in their subjects those that are none."""
        named = {ours.table for letter in letters for address in addressed(letter)
                 if (ours := self.mailbox.ours(address)) is not None and not unfit(ours.table)}  # fmt: skip
        words = {word for letter in letters for word in WORD.findall(letter.subject.lower())[: 2 * MOST_WORDS]}
        words |= {name for letter in letters for text in (letter.text, letter.alternative) for name in headings(text)}
        others = {word for word in words - named if not unfit(word)}
        ledger = assembly.ledger()
        known = assembly.referee().tables.several(sorted(named)) if named else {}
        there = ledger.versions(others) if others else {}
        return {**dict.fromkeys(others - set(there)), **known}


def _all_opened(arrivals: Sequence[Arrival]) -> dict[str, Letter | Exception | None]:
    keys = assembly.register().person_keys(PersonId(each.sealed_for) for each in arrivals if each.sealed_for)
    return {each.id: _opened(each, keys) for each in arrivals}


def _opened(arrival: Arrival, keys: Mapping[PersonId, bytes] | None = None) -> Letter | Exception | None:
    """What a letter says; None if its sender was erased; or why it cannot be opened."""
    try:
        mail = assembly.opened(arrival, keys)
        if mail.lost:
            return None
        envelope = None if mail.envelope_sender is None else Envelope(mail.envelope_sender, mail.recipients)
        return reading.read(mail.raw, envelope)
    except Exception as fault:
        return fault


RANK: Mapping[State, int] = {State.KEPT: 0, State.HEARD: 1, State.REFUSED: 2, State.PASSED_OVER: 3}
"""A letter to several tables stands as its weightiest part: one that is kept will be gone through again."""


def _do(arrival: Arrival, letter: Letter, what: Sorted, sheaf: Sheaf) -> Outcome:
    match what:
        case Hear(slip) if _was_erased(slip.speaker):
            return (State.PASSED_OVER, "its sender was erased", slip.table, "", "")
        case Hear(slip):
            answer = courtesy.may_answer(arrival, sheaf.written)
            slip = _by_their_name(_in_their_tongue(slip), letter, arrival, sheaf)
            owner = sheaf.owner(letter.sender.address)
            meant = owner.zone if owner is not None and owner.person == slip.speaker.person else ""
            came = arrival.received_at if arrival.confirmed else None
            slip = replace(slip, answer=answer, zone=meant, came=came)
            reply = assembly.referee().hear(slip, arrival.counts_from, sheaf.table(slip.table))
            again = reply.error == HEARD_BEFORE and slip.speaker.seat == GM
            events = _since(slip.table, arrival.counts_from) if again else reply.events
            assembly.see_to(slip.table, events, slip.speaker)
            if not answer:
                courtesy.tell_of_many(arrival, letter.sender.address)
            if owner is not None and not owner.verified and owner.person == slip.speaker.person:
                assembly.register().verify(letter.sender.address, arrival.counts_from)
            if owner is not None and owner.failing:
                assembly.reaching().reached(letter.sender.address)
            return (State.HEARD, "", slip.table, "", slip.speaker.seat or "")
        case Hold(table, owner, seat, lacks):
            return _kept(arrival, letter, table, owner, seat, lacks)
        case Meet(table):
            if _helped(arrival, letter, table, sheaf):
                return (State.HEARD, "", table, "", "")
            stranger = assembly.person_at(letter.sender.address)
            if not stranger:
                return (State.REFUSED, "", table, "", "")
            return _kept(arrival, letter, table, stranger, None, "word")
        case Confirm(token, agreed):
            return _confirmed(arrival, letter, token, agreed)
        case Refuse(reason, says, table):
            at = sheaf.table(table) if reason == Reason.UNKNOWN_SENDER else None
            _refuse(arrival, letter, says, reason, at=at)
            return (State.REFUSED, reason, table, "", "")
        case PassOver(kind):
            machines.tell_masters(letter, arrival)
            return (State.PASSED_OVER, kind, "", "", "")
        case _:
            assert_never(what)


def _helped(arrival: Arrival, letter: Letter, table: str, sheaf: Sheaf) -> bool:
    """Whether somebody unknown asked for no more than the words there are. They are told them at once, for it is no
    secret, and nothing that they would have to call theirs."""
    at, nobody = sheaf.table(table), Speaker(PersonId(""), None)
    game: object = at.game if at is not None else None
    if at is None or not isinstance(game, Helpful):
        return False
    slip = Slip(table, nobody, own_subject(letter), letter.text or letter.alternative)
    asked = weigh(at.game, at.state, slip, arrival.counts_from)
    if not asked.heard or asked.events or not all(isinstance(each, game.asks_help) for each in asked.heard):
        return False
    if not courtesy.may_answer_stranger(arrival):
        return True
    house, lang = assembly.house().host, _tongue(letter)
    receipt = at.game.receipt(asked.after, nobody, asked.heard, asked.reading, asked.refused, arrival.counts_from)
    words = at.game.words(receipt, lang, zone(house.zone))
    parts = {"table": table, "subject": words.subject, "text": words.text, "joining": assembly.joining(at, lang)}
    assembly.post_host_letter(f"{assembly.HELP}/{arrival.id}", assembly.HELP, letter.sender.address, parts, lang,
                              in_reply_to=letter.message_id)  # fmt: skip
    return True


def _was_erased(speaker: Speaker) -> bool:
    """Whether somebody without a seat was erased since the letters were looked up. Whoever is erased gives their seats
    up before, so that the tables where they had one stand otherwise, and hear them no more."""
    return bool(speaker.person) and speaker.seat is None and assembly.register().person_key(speaker.person) is None


def _since(table: str, moment: datetime) -> tuple[Any, ...]:
    """What was recorded at a table from a moment on: where a clerk was killed between the hearing of a game master's
    letter and the invitations in it, they go out now. Those that went out are the same, and go once."""
    return tuple(event for event in assembly.ledger().load(table).events if event.at >= moment)


def _in_their_tongue(slip: Slip) -> Slip:
    """Whoever we know may ask for the language in which they are written to; the rest of the letter is heard."""
    lang, text = tongue.asked(slip.text)
    to = assembly.register().correspondent(slip.speaker.person) if lang else None
    if to is None:
        return slip
    assembly.register().prefer(slip.speaker.person, lang, to.zone)
    return replace(slip, text=text, remarks=(*slip.remarks, tongue.TOLD[lang]))


def _by_their_name(slip: Slip, letter: Letter, arrival: Arrival, sheaf: Sheaf) -> Slip:
    """Whoever we know may say what they are called; whoever comes to a table without a name is called what their letter
    calls them, and told so."""
    person = slip.speaker.person
    name, text = naming.asked(slip.text)
    if name is not None and assembly.register().correspondent(person) is not None:
        assembly.register().rename(person, name)
        told = filled(naming.TOLD, name=name) if name else naming.NONE
        return replace(slip, text=text, remarks=(*slip.remarks, told))
    shown = of_sender(letter.sender.name) if slip.speaker.seat is None else ""
    if not shown or assembly.register().names([person]) or not _comes(slip, arrival, sheaf):
        return slip
    assembly.register().rename(person, shown)
    return replace(slip, remarks=(*slip.remarks, filled(naming.TAKEN, name=shown)))


def _comes(slip: Slip, arrival: Arrival, sheaf: Sheaf) -> bool:
    """Whether somebody without a seat at a table comes to sit there by a letter."""
    at = sheaf.table(slip.table)
    if at is None:
        return False
    before, after = at.state, weigh(at.game, at.state, slip, arrival.counts_from).after
    person = slip.speaker.person
    return person in at.game.seats(after).values() and person not in at.game.seats(before).values()


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
        _refuse(arrival, letter, no, Reason.NOT_CONFIRMED, kept if no is NO_WORD else None)
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


def _refuse(
    arrival: Arrival, letter: Letter, says: Saying, reason: str, waits: Arrival | None = None, at: Table | None = None
) -> None:
    """Tell the sender alone why a letter is not heard: whom we know each time, others once a day for each reason.
    `waits` is a letter that still waits for their word, which they may answer with; `at` a table that they may join."""
    address, why = letter.sender.address, put(says, _tongue(letter))
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
    if at is not None:
        parts["joining"] = assembly.joining(at, _tongue(letter))
    if waits is not None:
        parts |= {"letter": waits.id, "owner": waits.owner}
        occasion = arrival.id
    assembly.post_host_letter(f"{assembly.REFUSED}/{occasion}", assembly.REFUSED, address, parts, _tongue(letter),
                              in_reply_to=letter.message_id)  # fmt: skip


def _tongue(letter: Letter) -> str:
    """The language in which to write to a sender: their own if they are known, else the host's."""
    person = assembly.register().find(letter.sender.address)
    to = assembly.register().correspondent(person) if person else None
    return to.lang if to else assembly.house().host.lang


class Host:
    """What sorting must know of this host (see `post.slips.Directory`), for one letter."""

    def __init__(self, arrival: Arrival, sheaf: Sheaf) -> None:
        self._arrival = arrival
        self._sheaf = sheaf

    def conventions(self, table: str) -> Conventions | None:
        at = self._sheaf.table(table)
        return conventions(at.state) if at is not None else None

    def standing(self, table: str, token: str, sender: str, vouched: bool) -> Standing:
        at = self._sheaf.table(table)
        assert at is not None, "only tables that are known have somebody to speak at them"
        holders = at.game.seats(at.state)
        if self._arrival.confirmed and table == self._arrival.table:
            return self._as_confirmed(holders)
        person = (self._person(sender) or self._invited(sender, table, token)) if sender else None
        return standing(assembly.tokens(), table, token, person, vouched, holders)

    def sits(self, sender: str) -> tuple[str, ...]:
        person = self._person(sender)
        return self._sheaf.sits(person) if person else ()

    def vouches(self, server: str) -> bool:
        """Whether a server's word is taken: one that the settings name, or the door's own where it checks itself."""
        receiving = assembly.house().receiving
        own = [Mailbox(assembly.house().host.address).domain] if checks_itself(receiving) else []
        return server.lower() in {trusted.lower() for trusted in (*receiving.trusted, *own)}

    def understands(self, table: str, speaker: Speaker, subject: str, text: str) -> bool:
        at = self._sheaf.table(table)
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

    def _invited(self, address: str, table: str, token: str) -> PersonId | None:
        """Whose an address is that was never seen to be read: of whoever answers a letter sent to it, by the token of a
        person without a seat, which stood in nothing else."""
        owner = self._sheaf.owner(address)
        if owner is None or owner.verified or not assembly.tokens().bearer(token, table, {}, [owner.person]):
            return None
        to = assembly.register().correspondent(owner.person)
        return owner.person if to is not None and to.address == normalised(address) else None

    def _person(self, address: str) -> PersonId | None:
        owner = self._sheaf.owner(address)
        return owner.person if owner is not None and owner.verified else None

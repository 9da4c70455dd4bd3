"""What a machine's letter means for the games of the person it is about: an absence, or an address that fails.

The machine hears nothing of it. The game master of each table concerned is told, once a day for each thing. A letter
counts as come back only if that can be seen by a token that none but its reader's servers know: it returned by its own
path, or with the Reply-To that we had given it. What anybody could make up silences nobody.
"""

from __future__ import annotations

from datetime import datetime

from dragoman import assembly
from dragoman.ballots.seals import Opened
from dragoman.game.seats import GM, PersonId
from dragoman.people.register import NoAddress
from dragoman.post.addresses import Mailbox
from dragoman.post.letter import Automatic, Failure, Letter
from dragoman.referee.ports import UnknownTable
from dragoman.store.inbox import Arrival
from dragoman.store.models import Sitting

MOST_FAILURES = 20


def tell_masters(letter: Letter, arrival: Arrival) -> None:
    """Tell game masters what this letter shows of their players."""
    if letter.automatic is Automatic.AUTOREPLY:
        person = assembly.register().find(letter.sender.address)
        if person is not None:
            _tell(person, {"until": letter.away_until}, arrival.received_at, going=True)
    elif letter.automatic is Automatic.BOUNCE:
        _bounced(letter, arrival.received_at)


def _bounced(letter: Letter, at: datetime) -> None:
    mailbox = Mailbox(assembly.house().host.address)
    paths = (mailbox.ours(address) for address in (*letter.delivered_to, *(box.address for box in letter.to)))
    token = next((path.token for path in paths if path is not None and path.bouncing), "")
    digest = assembly.reaching().returned(token) if token else ""
    if digest:  # the path tells whom it was sent to, whatever address stands in the report
        if any(failure.lasting for failure in letter.failures):
            unreached(digest, at)
        return
    for failure in letter.failures[:MOST_FAILURES]:
        if failure.lasting and _bears_token(failure, mailbox):
            failed(failure.recipient, at)


def _bears_token(failure: Failure, mailbox: Mailbox) -> bool:
    """Whether the letter that came back bears the token of a seat that the one it was sent to holds. Relays that write
    their own name on the envelope have reports sent to the mailbox itself."""
    ours, person = mailbox.ours(failure.reply_to), assembly.register().find(failure.recipient, verified=False)
    if ours is None or person is None or not ours.token or not ours.table:
        return False
    try:
        at = assembly.table(ours.table)
    except UnknownTable:
        return False
    bearer = assembly.tokens().bearer(ours.token, ours.table, at.game.seats(at.state), [person])
    return bearer is not None and bearer.person == person


def failed(address: str, at: datetime, why: str = "") -> None:
    """A letter to that address cannot be delivered: it came back, or the next server would not take it and said
    `why`."""
    try:
        unreached(assembly.register().digest(address), at, why)
    except NoAddress:
        return


def unreached(digest: str, at: datetime, why: str = "") -> None:
    """The same for the address of that digest."""
    for key, _ in assembly.outbox().about(assembly.INVITATION, f"/{digest}"):
        not_invited(key, at, why)
    failing = assembly.reaching().failed(digest, at)
    if failing is not None:
        _tell(failing.person, {"fails": "rested" if failing.rested else "yes"}, at)


def not_invited(key: str, at: datetime, why: str) -> None:
    """The invitation of that key did not arrive: whoever invited, and the game master, are told to which address and
    why, and it can be sent anew. It is told nobody else, for nobody else knows who was invited."""
    table, digest = key.removeprefix(f"{assembly.INVITATION}/").split("/")
    invited, address = assembly.register().of_digest(digest)
    if not address:
        return
    inviters = dict(assembly.outbox().about(assembly.INVITATION, key))
    master = Sitting.objects.filter(table_id=table, seat=GM).values_list("person", flat=True).first()
    told = [to for each in dict.fromkeys((master, inviters.get(key)))
            if each and each != invited and (to := assembly.register().correspondent(PersonId(each)))]  # fmt: skip
    for to in told:
        mark = assembly.keys().digest("uninvited", to.person, table, digest, f"{at:%Y-%m-%d}")
        parts = {"table": table, "address": address, "why": why}
        assembly.post_host_letter(
            f"{assembly.UNINVITED}/{mark}", assembly.UNINVITED, to.address, parts, to.lang, to.zone
        )
    if told:
        assembly.outbox().let_go(key)  # so that the same address can be invited again


def _tell(person: PersonId, what: dict[str, str], at: datetime, going: bool = False) -> None:
    """Each game master is told once of all their tables whose game is not over; `going`: of those whose clock goes."""
    sittings = Sitting.objects.filter(person=person).exclude(seat=GM)
    if going:
        sittings = sittings.filter(table__due__isnull=False)
    of_masters: dict[str, list[tuple[str, str]]] = {}
    for table, seat in sittings.order_by("table_id", "seat").values_list("table_id", "seat"):
        master = Sitting.objects.filter(table_id=table, seat=GM).values_list("person", flat=True).first()
        if master and not _is_over(table):
            of_masters.setdefault(master, []).append((table, seat))
    for master, seats in of_masters.items():
        to = assembly.register().correspondent(PersonId(master))
        if to is not None:
            key = assembly.keys().digest("unreached", master, person, f"{at:%Y-%m-%d}", *what.values())
            parts = {"seats": "\n".join(f"{table}: {seat}" for table, seat in seats), **what}
            assembly.post_host_letter(
                f"{assembly.UNREACHED}/{key}", assembly.UNREACHED, to.address, parts, to.lang, to.zone
            )


def _is_over(name: str) -> bool:
    found = assembly.table(name)
    return isinstance(found.game, Opened) and found.game.openings(found.state) is not None

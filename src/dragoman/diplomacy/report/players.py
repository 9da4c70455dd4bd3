"""What is told of those who play: seats that change hands, standbys called, deputies, civil disorder, who presides.

A person without a seat is told what concerns them alone. In an anonymous game nobody is told of deputies.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import assert_never

from dragoman.diplomacy.events import (
    DeputyNamed,
    DeputyRefused,
    DeputySeated,
    DisorderBegan,
    Event,
    GameStarted,
    JoinAnswered,
    JoinAsked,
    OfficeHandedOver,
    PersonListed,
    PersonSeated,
    PersonUnlisted,
    PlayerExpelled,
    PlayerReplaced,
    PlayersEvent,
    RoundPlayed,
    SeatResigned,
    SeatReturned,
    SecondAppointed,
    SecondDismissed,
    StandbyCalled,
    StandbyReleased,
    StandbySigned,
)
from dragoman.diplomacy.report.bodies import AnyBody
from dragoman.diplomacy.report.news import PlayersNews, SeatChanged
from dragoman.diplomacy.report.parts import file_of, head_of, next_of
from dragoman.diplomacy.sight import View
from dragoman.diplomacy.state import Stage
from dragoman.game.saying import Saying, filled, say
from dragoman.game.seats import GM, PersonId, Seat

# --- a power's seat changes hands: everybody's news ---


def seat_changed(
    view: View, event: SeatResigned | PersonSeated | PlayerReplaced, events: Sequence[Event]
) -> Iterator[AnyBody]:
    """Powers that change hands after play began are everybody's news; observers come and go unannounced."""
    begun = view.stage is not Stage.FORMING and not any(isinstance(each, GameStarted) for each in events)
    if event.seat not in view.chart.powers or not begun:
        return
    if view.seat != GM and any(isinstance(each, PlayerExpelled) for each in events):
        return  # the notice of the expulsion has told them
    yours = event.seat == view.seat and not isinstance(event, SeatResigned)
    yield changed(view, event.seat, _change(event), yours, "" if isinstance(event, PersonSeated) else event.why)
    if isinstance(event, SeatResigned) and view.seat == GM:
        yield from _advice(view, event)


def _change(event: SeatResigned | PersonSeated | PlayerReplaced) -> str:
    match event:
        case SeatResigned(cause=cause):
            return cause or "vacant"
        case PersonSeated():
            return "taken"
        case PlayerReplaced(cause=cause):
            return cause or "replaced"


def changed(
    view: View, whose: str, change: str, yours: bool, why: str = "", until: datetime | None = None
) -> SeatChanged:  # fmt: skip
    """A seat changed hands; whoever holds it now is told what they find."""
    return SeatChanged(
        head=head_of(view),
        whose=whose,
        change=change,
        yours=yours,
        why=why,
        next=next_of(view) if yours else None,
        file=file_of(view) if yours else None,
        until=until if yours else None,
        open=(vacant := view.seats.get(Seat(whose)) is None),
        awaited=_awaited(view) if vacant else "",
    )


def _awaited(view: View) -> str:
    """The clause by which a phase is not adjudicated while the orders of a seat that fell vacant are missing; empty
    where it does not wait."""
    if view.sheet.letter("F.7") == "B" and view.phase == view.chart.first_phase():
        return "F.7.B"
    return "VII.6.C" if view.sheet.letter("VII.6") == "C" else ""


def _advice(view: View, event: SeatResigned) -> Iterator[PlayersNews]:
    """What the game master may do about a seat that fell vacant."""
    says = []
    if event.suggested is not None:
        says.append(
            say("{correspondent_suggested} is suggested for {power_whose}: “gm replace {power} with the substitute” "
                "seats them.", correspondent_suggested=event.suggested, power_whose=event.seat, power=event.seat)
        )  # fmt: skip
    says.append(
        say("“gm call {power}” seats the first standby who would play it, “gm replace {power} with x@example.org” "
            "anybody.", power=event.seat)
    )  # fmt: skip
    if event.cause in ("missed", "contact") and view.sheet.letter("F.9") == "B":
        says.append(
            say("If they left without cause and notice: “gm blacklist {power} because …” (F.9).", power=event.seat)
        )
    yield _news(view, "vacancy", says, event.seat)


def _news(view: View, change: str, says: Sequence[Saying], whose: str = "", why: str = "") -> PlayersNews:
    return PlayersNews(head=head_of(view), change=change, says=tuple(says), whose=whose, why=why)


# --- the rest ---


def players_told(
    view: View, event: PlayersEvent, events: Sequence[Event]
) -> Iterator[AnyBody]:  # one arm per kind of event
    """What is to be told to the view's seat because of that event."""
    match event:
        case RoundPlayed():
            yield from _missed(view, event)
        case DisorderBegan():
            yield from _disordered(view, event, events)
        case StandbySigned() | StandbyCalled() | StandbyReleased():
            yield from _standby(view, event, events)
        case DeputyNamed() | DeputyRefused() | DeputySeated() | SeatReturned():
            yield from _deputy(view, event)
        case JoinAsked():
            if view.seat == GM:
                yield _news(view, "applicant", tuple(_applicant(event)))
        case SecondAppointed() | SecondDismissed() | OfficeHandedOver():
            yield _presiding(view, event)
        case JoinAnswered() | PersonListed() | PersonUnlisted():
            return
        case _:
            assert_never(event)


def _missed(view: View, event: RoundPlayed) -> Iterator[PlayersNews]:
    """F.8: to a player who missed the round, what another one means; to the game master, what may be done."""
    choice = view.sheet.choice("VII.6")
    if choice.letter != "F.8":
        return
    for power in event.absent:
        seated, limit = view.company.seated[power], choice.number("missed")
        if seated.person is None or power in event.excused or not seated.missed:
            continue
        if view.seat == power:
            says = [
                say("Nothing came from you for the round that was just adjudicated: {rounds_missed} in a row. "
                    "{rounds_limit} in a row are a resignation.", rounds_missed=seated.missed, rounds_limit=limit),
                say("Send orders for the next round, and you go on playing, whether a standby sends some or not."),
            ]  # fmt: skip
            yield _news(view, "missed", says, power)
        elif view.seat == GM:
            says = [
                say("Nothing came from {power_whose} for the round: {rounds_missed} in a row.", power_whose=power,
                    rounds_missed=seated.missed),
                say("“gm call {power}” has a standby send orders for the next round, too; the player's own, if any "
                    "come, count before them.", power=power),
            ]  # fmt: skip
            yield _news(view, "missed", says, power)


def _disordered(view: View, event: DisorderBegan, events: Sequence[Event]) -> Iterator[PlayersNews]:
    """One letter for all powers that fell into civil disorder at once."""
    fallen = [each for each in events if isinstance(each, DisorderBegan)]
    if event is fallen[0]:
        powers = "; ".join(each.power for each in fallen)
        says = [
            say("In civil disorder from now on: {seats_powers}.", seats_powers=powers),
            say("Units hold, dislodged units are disbanded, and what must be removed is, by the rule. Whoever would "
                "play may write “standby as {power}”.", power=event.power),
        ]  # fmt: skip
        yield _news(view, "disorder", says, event.power)


def _standby(
    view: View, event: StandbySigned | StandbyCalled | StandbyReleased, events: Sequence[Event]
) -> Iterator[PlayersNews]:
    match event:
        case StandbySigned() if view.seat == GM:
            yield _news(view, "standby", [_signed(event)], event.seat)
        case StandbyCalled():
            yield from _called(view, event)
        case StandbyReleased() if view.seat in (event.seat, GM) or _stood_by_for(view, event, events):
            yield _news(view, "released", [_released(event)], event.power)
        case _:
            return


def _stood_by_for(view: View, event: StandbyReleased, events: Sequence[Event]) -> bool:
    """Whether the seat is that for which the silent standby had been called, and its player still the same: whoever has
    just come to it has nothing to do with them."""
    changes = (SeatResigned, PersonSeated, PlayerReplaced)
    new = any(isinstance(each, changes) and each.seat == event.power for each in events)
    return event.why == "silent" and view.seat == event.power and not new


def _signed(event: StandbySigned) -> Saying:
    if event.powers:
        return say("Somebody stands by for {seats_powers}.", seats_powers="; ".join(event.powers))
    return say("Somebody stands by for any power.")


def _called(view: View, event: StandbyCalled) -> Iterator[PlayersNews]:
    """The standby learns what to do, and the player that there is one."""
    power = event.power
    if view.seat == event.seat:
        says = [
            say("You are called to send orders for {power_whose} in this round, since its player missed the last one.",
                power_whose=power),
            say("Send them as any player does. If the player sends orders, too, those count; otherwise yours do, and "
                "{power_whose} is yours from then on. “resign” declines.", power_whose=power),
        ]  # fmt: skip
        yield PlayersNews(
            head=head_of(view), change="called", says=tuple(says), whose=power, next=next_of(view), file=file_of(view)
        )
    elif view.seat == power:
        says = [
            say("A standby has been asked to send orders for {power_whose} in this round. If you send yours, they "
                "count, and you go on playing; otherwise the seat passes to the standby.", power_whose=power)
        ]  # fmt: skip
        yield _news(view, "called", says, power)
    elif view.seat == GM:
        yield _news(view, "called", [say("A standby has been called for {power_whose}.", power_whose=power)], power)


def _released(event: StandbyReleased) -> Saying:
    if event.why == "replaced":
        return say("Another person has the seat {power_whose}. The standby waits on.", power_whose=event.power)
    if event.why == "silent":
        return say(
            "Nothing came from the standby for {power_whose} either, who is none any more.", power_whose=event.power
        )
    return say("The player of {power_whose} has sent orders after all, and goes on. The standby waits on.",
               power_whose=event.power)  # fmt: skip


# --- deputies ---


def _deputy(view: View, event: DeputyNamed | DeputyRefused | DeputySeated | SeatReturned) -> Iterator[AnyBody]:
    power = event.seat
    match event:
        case DeputyNamed():
            if view.seat == GM:
                yield _news(view, "deputy-named", tuple(_named(event)), power)
        case DeputyRefused(why=why):
            if view.seat == power:
                text = say("The game master does not consent to the deputy that you named.")
                yield _news(view, "deputy-refused", [text], power, why)
        case DeputySeated():
            if view.seat == event.away:
                yield _news(view, "away", tuple(_away(event)), power)
            elif view.seat == power or not view.company.masked:
                yield changed(view, power, "deputy", yours=view.seat == power, until=event.until)
        case SeatReturned():
            if view.seat == power or not view.company.masked:
                yield changed(view, power, "returned", yours=view.seat == power)


def _named(event: DeputyNamed) -> Iterator[Saying]:
    whose = event.seat
    if event.until is None:
        yield say("The player of {power_whose} would hand the seat over to {correspondent_deputy} for a while.",
                  power_whose=whose, correspondent_deputy=event.deputy)  # fmt: skip
    else:
        yield say("The player of {power_whose} would hand the seat over to {correspondent_deputy} until {time_until}.",
                  power_whose=whose, correspondent_deputy=event.deputy, time_until=event.until.isoformat())  # fmt: skip
    yield say("“gm allow deputy {power}” consents; “gm refuse deputy {power} because …” does not.", power=whose)


def _away(event: DeputySeated) -> Iterator[Saying]:
    if event.until is None:
        yield say("A deputy plays {power_whose} for you until you come back.", power_whose=event.seat)
    else:
        yield say("A deputy plays {power_whose} for you until {time_until}; then the seat is yours again by itself.",
                  power_whose=event.seat, time_until=event.until.isoformat())  # fmt: skip
    yield say("“return” gives it back to you at any time. Meanwhile you get what everybody gets.")


# --- applicants, and who presides ---


def _applicant(event: JoinAsked) -> Iterator[Saying]:
    wished = "; ".join(event.wishes)
    if wished:
        yield say("{correspondent_who}, who stands on this host's blacklist, asks for a seat: {seats_wished}.",
                  correspondent_who=event.person, seats_wished=wished)  # fmt: skip
    else:
        yield say(
            "{correspondent_who}, who stands on this host's blacklist, asks for a seat.", correspondent_who=event.person
        )
    yield say(
        "“gm approve {number}” lets them in; “gm decline {number} because …” does not (F.9).", number=event.number
    )


def _presiding(view: View, event: SecondAppointed | SecondDismissed | OfficeHandedOver) -> PlayersNews:
    """Everybody is told who presides."""
    match event:
        case SecondAppointed():
            text = say("The game has a second game master from now on: {person_who}.", person_who=event.person)
        case SecondDismissed():
            text = say("The game has one game master again.")
        case OfficeHandedOver(person=None):
            text = say("The automatic referee presides from now on.")
        case OfficeHandedOver():
            text = say("The game has another game master from now on: {person_who}.", person_who=event.person)
    mine = view.seat == GM and not isinstance(event, SecondDismissed)
    return _news(view, "presiding", [text, say("“help” tells a game master's words.")] if mine else [text], GM)


def installed(view: View, event: Event, person: PersonId | None) -> PlayersNews | None:
    """To whom the office was given, that it is they who preside; None to anybody else."""
    if not isinstance(event, SecondAppointed | OfficeHandedOver) or person is None or event.person != person:
        return None
    if isinstance(event, SecondAppointed):
        text = say("You preside over {game} from now on, beside its first game master, and may do what they may.",
                   game=view.game)  # fmt: skip
    else:
        text = say("You preside over {game} from now on.", game=view.game)
    words = say(
        "Answer this letter to write to the game: “help” tells a game master's words, “status” how things stand."
    )
    return _news(view, "presiding", [text, words], GM)


# --- persons without a seat ---


def to_persons(public: View, events: Sequence[Event]) -> Iterator[tuple[PersonId, PlayersNews]]:
    """What persons are told who hold no seat, or hold it no longer. `public` is what everybody may see."""
    for event in events:
        for person, change, says, why in _to_person(public, event):
            whose = event.power if isinstance(event, StandbyReleased) else getattr(event, "seat", "")
            yield PersonId(person), _news(public, change, says, whose, why)


def _to_person(view: View, event: Event) -> Iterator[tuple[str, str, list[Saying], str]]:
    game = view.game
    match event:
        case SeatResigned(cause=cause, person=person, seat=seat, why=why) if cause in LOST:
            yield person, "lost", [filled(LOST[cause], power_whose=seat, game=game)], why
        case PlayerReplaced(before=before, seat=seat, why=why, person=person) if before not in (None, person):
            assert before is not None
            yield before, "lost", [say("Another person plays {power_whose} in {game} from now on.", power_whose=seat,
                                       game=game)], why  # fmt: skip
        case SeatReturned(before=before, seat=seat):
            yield before, "lost", [say("You stand in for {power_whose} no longer.", power_whose=seat)], ""
        case StandbyReleased(why="silent", person=person, power=power):
            yield person, "released", [
                say("You were called in {game} to send orders for {power_whose}, and nothing came from you that "
                    "counts: you do not stand by any more.", game=game, power_whose=power),
                say("To stand by again, answer this letter with “standby”."),
            ], ""  # fmt: skip
        case SecondDismissed(person=person):
            yield person, "presiding", [say("You do not preside over {game} any more.", game=game)], ""
        case OfficeHandedOver(before=str(before)):
            yield before, "presiding", [say("You do not preside over {game} any more.", game=game)], ""
        case JoinAnswered(welcome=False, person=person, why=why):
            yield person, "declined", [say("The game master of {game} does not let you in.", game=game)], why
        case JoinAnswered(person=person):
            yield person, "welcome", [say("The game master of {game} lets you in.", game=game)], ""
        case PersonListed():
            yield event.person, "listed", list(_listed(game, event)), _words(event.why)
        case PersonUnlisted(person=person, why=why):
            yield (
                person,
                "unlisted",
                [say("The game master of {game} has taken you off the blacklist.", game=game)],
                why,
            )
        case SeatResigned(suggested=str(suggested), seat=seat) if not view.moderated:
            yield suggested, "suggested", [
                say("You are suggested as the new player of {power_whose} in {game}, which has fallen vacant.",
                    power_whose=seat, game=game),
                say("If you would play it, answer this letter with “join as {power}”.", power=seat),
            ], ""  # fmt: skip
        case _:
            return


LOST = {
    "missed": say(
        "You have missed too many rounds in {game}, which is a resignation: {power_whose} is not yours any more."
    ),
    "contact": say("You made no contact in time in {game}: {power_whose} is not yours any more."),
    "removed": say("The game master of {game} has taken {power_whose} from you."),
}

REASONS = {"missed": say("rounds missed without a word"), "contact": say("no contact made in time")}
"""Why the automatic referee puts somebody on the blacklist."""


def _listed(game: str, event: PersonListed) -> Iterator[Saying]:
    """F.9: the person concerned is told, why, and until when."""
    if event.why in REASONS:
        yield say("You left {game} without cause and notice ({said_why}), and stand on this host's blacklist.",
                  game=game, said_why=REASONS[event.why].text)  # fmt: skip
    else:
        yield say("You left {game} without cause and notice, and stand on this host's blacklist.", game=game)
    if event.until is not None:
        yield say("Until {time_until} you can join a game only if its game master lets you in. Your account shows it.",
                  time_until=event.until.isoformat())  # fmt: skip


def _words(why: str) -> str:
    return "" if why in REASONS else why


__all__ = ["changed", "players_told", "seat_changed", "to_persons"]

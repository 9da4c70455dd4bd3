"""What people are told, free of any language: the bodies of notices and receipts, made from events and a view."""

from __future__ import annotations

from collections.abc import Sequence

from dragoman.game.saying import Saying, filled, say
from dragoman.nomic.events import Event, talk
from dragoman.nomic.events import code as k
from dragoman.nomic.events import judgment as j
from dragoman.nomic.events import players as p
from dragoman.nomic.events import proposals as q
from dragoman.nomic.events import turns as t
from dragoman.nomic.report.bodies import (
    AnyBody,
    Block,
    Head,
    News,
    NotRead,
    Part,
    Press,
    Quote,
    Receipt,
    Refused,
    decoded,
    encoded,
    kind_of,
)
from dragoman.nomic.report.telling import first_words, is_news, told
from dragoman.nomic.sight import View

SUBJECTS = (
    (p.WinnerDeclared, "player", say("{game}: {player} has won")),
    (p.GameEnded, "", say("{game}: the game is over")),
    (p.GameStarted, "", say("{game}: the game begins")),
    (j.UnplayableFound, "", say("{game}: can play go on?")),
    (q.VoteCompleted, "number", say("{game}: the vote on {number} is complete")),
    (q.RegulationCompleted, "handle", say("{game}: the vote on {handle} is complete")),
    (q.ProposalPosted, "number", say("{game}: proposal {number}")),
    (q.RegulationProposed, "handle", say("{game}: a regulation-change, {handle}")),
    (q.VoteOpened, "number", say("{game}: the vote on {number} has begun")),
    (q.ProposalRevised, "number", say("{game}: proposal {number} is revised")),
    (q.VoteAnnounced, "number", say("{game}: when {number} is voted on")),
    (q.Argued, "number", say("{game}: debate on {number}")),
    (q.ProposalCancelled, "number", say("{game}: proposal {number} is cancelled")),
    (j.JudgmentInvoked, "", say("{game}: Judgment is invoked")),
    (j.JudgmentGiven, "", say("{game}: a Judgment")),
    (j.JudgeOverruled, "", say("{game}: a Judge is replaced")),
    (p.PlayerJoined, "player", say("{game}: {player} has joined")),
    (p.JoinAsked, "player", say("{game}: {player} would like to join")),
    (p.PlayerForfeited, "player", say("{game}: {player} has forfeited")),
    (k.CodeSuspended, "", say("{game}: code is suspended")),
    (k.CodeRestored, "", say("{game}: code acts again")),
    (t.PostingMissed, "player", say("{game}: {player} is late")),
    (p.Paused, "", say("{game}: paused")),
    (p.Resumed, "", say("{game}: the game goes on")),
    (talk.Announced, "", say("{game}: an announcement")),
    (t.DeadlineSet, "", say("{game}: another deadline")),
    (t.PointsAdded, "", say("{game}: points")),
    (t.PenaltyAssigned, "", say("{game}: a penalty")),
)
"""What a letter is called after: of what came about, that which is named first here."""

OTHER = say("{game}: news")


def news(events: Sequence[Event], view: View) -> News | None:
    """One letter on all that came about at once; None where nothing of it is news."""
    blocks: list[Block] = [block for event in events for block in told(event, view)]
    if not blocks:
        return None
    parts, begins = [Part("", tuple(blocks))], any(_begins(event, view) for event in events)
    if begins:
        parts.append(Part(say("What to do now"), tuple(first_words(view))))
    return News(Head(view.game, view.seat or ""), subject(events, view), tuple(parts), begins)


def _begins(event: Event, view: View) -> bool:
    """Whether an event makes the letter that tells it the first of the game for this reader."""
    return isinstance(event, p.GameStarted) or (isinstance(event, p.PlayerJoined) and event.player == view.player)


def subject(events: Sequence[Event], view: View) -> Saying:
    """What the letter is called."""
    for kind, named, saying in SUBJECTS:
        for event in events:
            if isinstance(event, kind):
                args = [("game", view.game), *([(named, str(getattr(event, named)))] if named else [])]
                return filled(saying, **dict(args))
    return filled(OTHER, game=view.game)


def press(event: talk.PressSent, view: View) -> Press:
    """A piece of press for one of its readers."""
    by = say("From {seat} to {seats}:", seat=event.seat, seats=", ".join(event.to))
    title = say("{game}: a message from {seat}", game=view.game, seat=event.seat)
    return Press(Head(view.game, view.seat or ""), title, (Part("", (Quote(by, event.text),)),))


__all__ = [
    "AnyBody",
    "Head",
    "News",
    "NotRead",
    "Part",
    "Press",
    "Receipt",
    "Refused",
    "decoded",
    "encoded",
    "is_news",
    "kind_of",
    "news",
    "press",
    "subject",
]

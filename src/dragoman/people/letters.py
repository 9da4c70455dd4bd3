"""The letters that a host itself writes: a code, an invitation, a question whether a letter was yours, news of a fault.

None of them says more than its reader knows: not whether an address is known here, nor anything of a game. What a
kept letter says is shown to the person in whose name it came; never to somebody unknown, lest a stranger send their
own words to anybody through us.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import tzinfo

from dragoman.game.protocol import Words
from dragoman.game.saying import Saying, say
from dragoman.tongues.saying import put

SIGN_IN = "host/sign-in"
CONFIRM = "host/confirm"
INVITATION = "host/invitation"
REFUSED = "host/refused"
UNREACHED = "host/unreached"
UNINVITED = "host/uninvited"
FAULT = "host/fault"
MANY = "host/many"
DECIDE = "host/decide"
HELP = "host/help"
BARE = "host/bare"
GREETING = "host/greeting"
KINDS = (SIGN_IN, CONFIRM, INVITATION, REFUSED, UNREACHED, UNINVITED, FAULT, MANY, DECIDE, HELP)


Writer = Callable[[Mapping[str, str]], tuple[Saying | str, ...]]


def words(kind: str, parts: Mapping[str, str], lang: str, zone: tzinfo) -> Words:
    """The letter of that kind in a tongue. `parts` fill its gaps: `host`, the address of its pages, and those that the
    functions below name."""
    subject, *paragraphs = WRITERS[kind](parts)

    def spoken(each: Saying | str) -> str:
        return each if isinstance(each, str) else put(each, lang, zone=zone)

    return Words(spoken(subject), "\n\n".join(map(spoken, paragraphs)) + "\n")


def _sign_in(parts: Mapping[str, str]) -> tuple[Saying, ...]:
    """`code`, `sign_in`, `until`; `adds`: the code makes the address one more of an account's, and signs nobody in."""
    at = "account/addresses" if parts.get("adds") else "sign-in"
    link = f"{parts['host']}/{at}/{parts['sign_in']}/?code={parts['code']}"
    code = f"{parts['code'][:4]} {parts['code'][4:]}"
    if parts.get("adds"):
        what = say("This code shows that you read mail at this address, and adds it to your account: {code}", code=code)
    else:
        what = say("This code signs you in at Dragoman: {code}", code=code)
    return (
        say("Your code: {code}", code=code),
        what,
        say("Enter it on the page where you asked for it, or open {link} and press the button.", link=link),
        say("It is good once, until {time_until}.", time_until=parts["until"]),
        say("If you did not ask for it, somebody has mistaken your address for theirs; you need do nothing."),
    )


def _confirm(parts: Mapping[str, str]) -> tuple[Saying | str, ...]:
    """`table`, `letter`, `lacks` (`token`, `address`, or `word` of somebody not known before), `received`, and of a
    person who is known `subject` and `text` of the letter."""
    shown = [f"    {line}".rstrip() for line in (parts.get("subject", ""), "", *parts.get("text", "").split("\n"))]
    why = {
        "token": say(
            "It came from your address, but was no reply to a letter from the game; anybody could have written it."
        ),
        "address": say(
            "It was a reply to a letter of yours from the game, but came from an address that is not known as yours."
        ),
        "word": say("Nobody is known here by your address; to confirm the letter is to make it known as yours."),
    }[parts["lacks"]]
    return (
        say("[{table}] Did you write this letter?", table=parts["table"]),
        say(
            "A letter to {table} in your name was received on {time_received}.",
            table=parts["table"], time_received=parts["received"],
        ),
        why,
        *((say("It says:"), "\n".join(shown).strip("\n")) if any(shown) else ()),
        say("If it is yours, reply to this letter from this address with the word “yes”, or open {link}: it will be "
            "heard from then on.", link=f"{parts['host']}/letters/{parts['letter']}/"),
        say("If it is not, do nothing: without your word it is never heard."),
    )  # fmt: skip


def _invitation(parts: Mapping[str, str]) -> tuple[Saying | str, ...]:
    """`table`, `by` (the name of whoever invites; may be empty), `joining` (the game's own word on how it is joined by
    letter, already in the reader's tongue; empty in what was posted before it was said)."""
    by = parts.get("by", "")
    invites = (
        say("{by} invites you to the game {table}.", by=by, table=parts["table"])
        if by
        else say("You are invited to the game {table}.", table=parts["table"])
    )
    joining = parts.get("joining", "")
    return (
        say("[{table}] You are invited to a game", table=parts["table"]),
        invites,
        say("Look at it, and take a seat, at {link}; you sign in there with this address.",
            link=f"{parts['host']}/games/{parts['table']}/"),
        *((say("Or answer this letter from this address:"), joining) if joining else ()),
        say("If you would rather not, do nothing: you will get no other letter about it."),
    )  # fmt: skip


def _refused(parts: Mapping[str, str]) -> tuple[Saying | str, ...]:
    """`subject` (the letter's own), `why` (a sentence already in the reader's tongue); of a letter that was for no game
    `mailbox`, the address at which a game called NAME is written to; of a stranger's to a game `joining`, the game's
    own word on how it is joined, already in the reader's tongue."""
    why = parts["why"]
    begins = (
        say("This address belongs to a game master that is a program: it runs games played by letters and on pages. "
            "Write to a game at {mailbox}, with the game's own name in the place of NAME.", mailbox=parts["mailbox"]),
        say("The games that anybody may watch, and those that look for players, are shown at {link}. To take a seat in "
            "one of them, write `join` to it; to look on, `observe`.", link=parts["host"]),
        say("A new game is opened by no letter, but at {link}.", link=f"{parts['host']}/open/"),
    ) if "mailbox" in parts else ()  # fmt: skip
    return (
        say("Re: {subject}", subject=parts["subject"] or "-"),
        say("{why}.", why=why[:1].upper() + why[1:].rstrip(".")),
        *((parts["joining"],) if parts.get("joining") else ()),
        *begins,
        say("Write `help` to a game for the words that work there. Its pages are at {link}.", link=parts["host"]),
    )


def _unreached(parts: Mapping[str, str]) -> tuple[Saying | str, ...]:
    """`seats`, a line `kalmar: Italy` for each, and either `fails` (`rested`: no more letters go there) or `until` (a
    day as an automatic answer gave it; may be empty). Letters posted by an earlier version name one `table` and
    `seat`."""
    seats = (parts.get("seats") or f"{parts.get('table')}: {parts.get('seat')}").split("\n")
    tables = ", ".join(dict.fromkeys(each.partition(": ")[0] for each in seats))
    seat = seats[0].partition(": ")[2]
    several = len(seats) > 1
    return (
        say("[{table}] A player may not be reading", table=tables),
        _of_several(parts) if several else _of_one(parts, seat),
        *(["\n".join(f"    {each}" for each in seats)] if several else []),
        say("Nothing in the game was changed by it, and no absence was asked for."),
    )


def _uninvited(parts: Mapping[str, str]) -> tuple[Saying | str, ...]:
    """`table`, `address` (that was invited, by whoever reads this or in their game), `why` (what the next server
    said; empty where the letter came back)."""
    return (
        say("[{table}] An invitation did not arrive", table=parts["table"]),
        say("The letter that invited {address} to the game {table} could not be delivered.",
            address=parts["address"], table=parts["table"]),
        say("The mail server said: {why}", why=parts["why"]) if parts.get("why") else say("It came back."),
        say("See whether the address is right. It can be invited again at {link}, or, by whoever presides, with "
            "`gm invite {address}` in a letter.",
            address=parts["address"], link=f"{parts['host']}/games/{parts['table']}/"),
    )  # fmt: skip


def _of_one(parts: Mapping[str, str], seat: str) -> Saying:
    if parts.get("fails") == "rested":
        return say(
            "Letters to the player of {seat} have not arrived for days, and no more are sent. The game is told on its "
            "pages until the player is heard from.", seat=seat,
        )  # fmt: skip
    if parts.get("fails"):
        return say("Letters to the player of {seat} do not arrive.", seat=seat)
    if parts.get("until"):
        return say(
            "The player of {seat} seems to be away until {date}: an automatic answer says so.",
            seat=seat, date=parts["until"],
        )  # fmt: skip
    return say("The player of {seat} seems to be away: an automatic answer says so.", seat=seat)


def _of_several(parts: Mapping[str, str]) -> Saying:
    if parts.get("fails") == "rested":
        return say(
            "Letters to one player have not arrived for days, and no more are sent. The games are told on their pages "
            "until the player is heard from. The player has these seats:"
        )
    if parts.get("fails"):
        return say("Letters to one player do not arrive. The player has these seats:")
    if parts.get("until"):
        return say(
            "One player seems to be away until {date}: an automatic answer says so. The player has these seats:",
            date=parts["until"],
        )
    return say("One player seems to be away: an automatic answer says so. The player has these seats:")


def _fault(parts: Mapping[str, str]) -> tuple[Saying, ...]:
    """`table` (may be empty), `what`, `at`."""
    where = parts["table"] or "-"
    return (
        say("[{table}] A fault needs you", table=where),
        say("At {time_at} something went wrong at {table}: {what}.", time_at=parts["at"], table=where,
            what=parts["what"]),
        say("Nothing was recorded of what was under way. The server's log has more; `dragoman check` tells how things "
            "stand. It is tried again by itself, and you are told of this fault once."),
    )  # fmt: skip


def _many(parts: Mapping[str, str]) -> tuple[Saying, ...]:
    """`most`, letters in an hour that are answered."""
    return (
        say("Your letters are heard, and not answered for a while"),
        say("More than {most} letters came from your address within an hour. Each of them is heard, and nothing in "
            "them is lost; only the answers cease for the rest of the hour, so that nobody's mailbox is filled.",
            most=parts["most"]),
        say("What came of them stands on the pages: {link}. If the letters are not yours, somebody may be writing in "
            "your name; tell the game master.", link=parts["host"]),
    )  # fmt: skip


def _decide(parts: Mapping[str, str]) -> tuple[Saying | str, ...]:
    """`subject`, `text`: what a game leaves to whoever keeps the host, in its own words, already in their tongue."""
    return (
        parts["subject"],
        parts["text"].rstrip(),
        say("`dragoman check` names it until it is decided."),
    )


def _help(parts: Mapping[str, str]) -> tuple[Saying | str, ...]:
    """`subject`, `text`: the words that work in the game `table`, and `joining`, by which one comes into it, as it
    tells them, already in the reader's tongue; the reader is not known here."""
    page = f"{parts['host']}/games/{parts['table']}/"
    return (
        parts["subject"],
        parts["text"].rstrip(),
        *((parts["joining"],) if parts.get("joining") else ()),
        say("Nobody is known here by your address. The game, and how to take part in it: {link}", link=page),
    )


def _bare(parts: Mapping[str, str]) -> tuple[Saying, ...]:
    """No more than that something is there, for whoever wants nothing told on a locked screen."""
    return say("Dragoman"), say("There is something new for you.")


def _greeting(parts: Mapping[str, str]) -> tuple[Saying, ...]:
    """The first push to a browser."""
    return say("Dragoman"), say("This browser takes pushes now.")


WRITERS: Mapping[str, Writer] = {
    SIGN_IN: _sign_in,
    CONFIRM: _confirm,
    INVITATION: _invitation,
    REFUSED: _refused,
    UNREACHED: _unreached,
    UNINVITED: _uninvited,
    FAULT: _fault,
    MANY: _many,
    DECIDE: _decide,
    HELP: _help,
    BARE: _bare,
    GREETING: _greeting,
}

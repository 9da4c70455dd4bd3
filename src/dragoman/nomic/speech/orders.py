"""What a Judge orders in a ruling and the game master says after `gm`, read."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta

from dragoman.game.clock import zone
from dragoman.game.protocol import Speaker
from dragoman.nomic import commands as c
from dragoman.nomic import parameters
from dragoman.nomic.parameters import SEVERITIES
from dragoman.nomic.speech.blocks import opening
from dragoman.nomic.speech.names import named
from dragoman.nomic.state import State
from dragoman.tongues.lexicon import LANGUAGES, folded, lexicon, words_of
from dragoman.tongues.moments import moment

NUMBERS = re.compile(r"\bR?\d{1,6}\b", re.IGNORECASE)
BECAUSE = re.compile(r"\b(?:because|koska)\b\s*:?\s*(?P<why>.*)$", re.IGNORECASE | re.DOTALL)
ADDRESS = re.compile(r"[^\s<>,;]{1,254}@[^\s<>,;]{1,254}")
AMOUNT = re.compile(r"[+\-−]?\s{0,9}\d{1,6}\Z")


def order(state: State, text: str, now: datetime) -> c.Order | None:
    """What is to be recorded; None where it is not understood."""
    found = opening("nomic_order", text)
    if found is None:
        return None
    entry, rest = found
    rest = rest.strip(" .:")
    match entry:
        case "points":
            return _points(state, rest)
        case "penalty":
            return _penalty(state, rest)
        case "remove_penalty":
            number = NUMBERS.search(rest)
            alone = number is not None and bare(NUMBERS.sub(" ", rest, count=1))
            return c.Order("remove penalty", amount=int(number[0].lstrip("Rr"))) if number and alone else None
        case "reading":
            name, _, value = rest.partition("=")
            return c.Order("reading", name=_hyphened(name), value=_hyphened(value)) if value.strip() else None
        case "set":
            name, _, value = rest.partition("=")
            return c.Order("set", name=parameters.normal(name), value=value.strip()) if value.strip() else None
        case "suspend" | "restore" | "conflict":
            numbers = tuple(each.upper() for each in NUMBERS.findall(rest))
            wanted = 2 if entry == "conflict" else 1
            alone = bare(NUMBERS.sub(" ", rest), *(("and", "ja", "sekä", "with") if wanted == 2 else ()))
            return c.Order(entry, rules=numbers) if len(numbers) == wanted and alone else None
        case "winner":
            return c.Order("winner", player=named(state, rest) or rest)
        case "opens":
            return _opens(state, rest, now)
        case "effect":
            number = NUMBERS.search(rest)
            alone = number is not None and number[0].isdecimal() and bare(NUMBERS.sub(" ", rest, count=1))
            return c.Order("effect", amount=int(number[0])) if number and alone else None
        case "settled":
            return c.Order("settled", name="" if bare(rest) else rest)
        case _:
            return None


BESIDE = frozenset({"please", "thanks", "thank", "you", "now", "the", "rule", "rules", "kiitos", "nyt", "sääntö",
                    "sääntöä"})  # fmt: skip


def bare(text: str, *small: str) -> bool:
    """Whether a text says nothing, or nothing but a courtesy and what is named: no word is passed over."""
    return all(word in BESIDE or word in map(folded, small) for word, _ in words_of(text))


def _texted(rest: str) -> bool:
    """Whether nothing but a text behind a colon follows."""
    return rest.lstrip().startswith(":") or bare(rest)


def _hyphened(text: str) -> str:
    return text.strip().lower().replace("_", "-").replace(" ", "-")


def _points(state: State, rest: str) -> c.Order | None:
    found = AMOUNT.search(rest)
    name = rest[: found.start()].rstrip() if found is not None else ""
    if found is None or not name:
        return None
    amount = int("".join(found[0].replace("−", "-").split()))
    return c.Order("points", player=named(state, name) or name, amount=amount)


def _penalty(state: State, rest: str) -> c.Order | None:
    """`Eve absence medium`: the player, the category, the severity."""
    words = rest.replace(",", " ").replace("(", " ").replace(")", " ").split()
    for length in range(len(words) - 2, 0, -1):
        player = named(state, " ".join(words[:length]))
        if player is not None:
            category, severity = " ".join(words[length:-1]), words[-1]
            return c.Order("penalty", player=player, name=category.lower(), value=severity.lower())
    known = len(words) > 2 and words[-1].lower() in SEVERITIES
    return c.Order("penalty", player=words[0], name=" ".join(words[1:-1]).lower(), value=words[-1]) if known else None


HOURS = re.compile(r"\b(?:in|after|kuluttua|tunnin|t)?\s*(\d{1,3})\s*(?:h|hours?|tuntia|tunnin|t)\b", re.IGNORECASE)
BESIDE_HOURS = frozenset(
    folded(word)
    for lang in LANGUAGES
    for entry in ("filler", "clock")
    for word in lexicon(lang).entries("moment_word").get(entry, ())
) | {"after", "kuluttua", "paasta"}
"""What may stand around a moment or a number of hours, and says nothing more."""
AT_ONCE = frozenset({"now", "at once", "nyt", "heti"})


def when(state: State, words: str, now: datetime) -> datetime | None:
    """A moment as people write it, at the table's zone; `now`, or so many hours from now."""
    plain = " ".join(word for word, _ in words_of(words) if word not in BESIDE_HOURS)
    if plain in AT_ONCE:
        return now
    found = moment(words, now, zone(state.zone), None)
    if found is not None:
        return found
    hours = HOURS.search(words)
    alone = hours is not None and bare(words.replace(hours[0], " "), *BESIDE_HOURS)
    if (
        hours is not None and alone and len(re.findall(r"\d+", words)) == 1
    ):  # beside a date it may be an hour of the day
        return (now + timedelta(hours=int(hours[1]))).astimezone(UTC)
    return None


def _opens(state: State, rest: str, now: datetime) -> c.Order | None:
    number = NUMBERS.match(rest.strip())
    at = when(state, rest[number.end() :], now) if number else None
    return c.Order("opens", amount=int(number[0]), moment=at) if number and at is not None else None


def office(state: State, by: Speaker, text: str, now: datetime) -> c.Command | None:
    """What the game master says, without the `gm` before it; None where it is not understood."""
    why = BECAUSE.search(text)
    plain = text[: why.start()].strip() if why else text.strip()
    reason = why["why"].strip() if why else ""
    found = opening("nomic_order", plain)
    if found is None:
        return None
    entry, rest = found
    match entry:
        case "begin" | "resume":
            kind = c.Begin if entry == "begin" else c.Resume
            return kind(by) if bare(rest) and not why else None
        case "pause":
            return c.Pause(by, reason or rest.strip(" :")) if _texted(rest) else None
        case "end":
            return c.End(by, (text.partition(":")[2] or reason).strip()) if _texted(rest) else None
        case "announce":
            return c.Announce(by, text.partition(":")[2].strip()) if rest.lstrip().startswith(":") else None
        case "deadline":
            at = moment(rest, now, zone(state.zone), None)
            return c.SetDeadline(by, at, reason) if at is not None else None
        case "invite":
            address = ADDRESS.search(rest)
            alone = address is not None and bare(ADDRESS.sub(" ", rest, count=1)) and not why
            return c.Invite(by, address[0].strip(".")) if address and alone else None
        case "replace":
            return _replace(state, by, rest, reason)
        case _:
            read = order(state, plain, now)
            return c.Record(by, read, reason) if read is not None else None


def _replace(state: State, by: Speaker, rest: str, why: str) -> c.Replace | None:
    address = ADDRESS.search(rest)
    if address is None:
        return None
    before = rest[: address.start()].split()
    withs = {w for lang in LANGUAGES for w in lexicon(lang).entries("within").get("with", ())}
    if not bare(rest[address.end() :], *withs):
        return None
    name = " ".join(word for word in before if word.lower() not in withs)
    return c.Replace(by, named(state, name) or name, address[0].strip("."), why=why)

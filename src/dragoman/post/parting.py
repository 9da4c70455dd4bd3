"""A line that is the name of another game of the writer's parts a letter: what stands below it, up to the name of the
game that the letter came to, is not heard here, for the same unit may stand in both.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache

from dragoman.game.saying import Saying, say
from dragoman.post.phrases import literal, phrases
from dragoman.tongues.lexicon import LANGUAGES, lexicon

_WORD = re.compile(r"[^\W_]+(?:[-’'][^\W_]+)*")
_PHASE = re.compile(r"[^\W\d]?\d{2,4}[^\W\d]?")
_ENDED = re.compile(rf"(?P<name>.+?)[-’']?{literal('game_endings')}")
_ENDING = re.compile(rf"{literal('game_endings')}(?!\w)")
_LONGEST_HEAD = 80
"""Characters of a line that may be the name of a game."""


def parted(text: str, here: str, others: Collection[str]) -> tuple[str, dict[str, tuple[str, ...]]]:
    """What a letter says to the game called `here`, its other lines left empty; and what stands under the names of
    `others`, line by line. A letter that names no other game is as it was."""
    games = {each.lower(): each for each in (*others, here)}
    lines = text.split("\n")
    at, kept = here, list(lines)
    away: dict[str, list[str]] = {}
    for index, line in enumerate(lines):
        named, rest = _heading(line, games)
        at = named or at
        if at == here:
            kept[index] = rest if named else line
            continue
        kept[index] = ""
        away.setdefault(at, []).append(rest.strip())
    if not away:
        return text, {}
    return "\n".join(kept), {game: tuple(filter(None, said)) for game, said in away.items()}


def elsewhere(game: str, lines: Collection[str]) -> Saying:
    """What the writer is told of the lines that stand under the name of another game."""
    quoted = ", ".join(f"“{line}”" for line in [*lines][:MOST_QUOTED])
    return say(
        "Your letter names the game {game}, and what stands under that name was not heard here: {lines}. Send it to "
        "{game} in a letter of its own.",
        game=game, lines=f"{quoted}, …" if len(lines) > MOST_QUOTED else quoted,
    )  # fmt: skip


MOST_QUOTED = 12
"""Lines that are quoted at most."""


def headings(text: str) -> frozenset[str]:
    """Every word that heads lines, and so may be the name of a game; no more of them than a person would write."""
    found: dict[str, None] = {}
    for line in text.split("\n"):
        name = _name(line)[0]
        ended = _ENDED.fullmatch(name)
        found |= dict.fromkeys(filter(None, (name, ended["name"] if ended else "")))
    return frozenset([name for name in found if not _means(name)][:MOST_HEADINGS])


def _means(word: str) -> bool:
    """Whether a word by itself says something to a game: `status`, `final`."""
    return any(lexicon(lang).meaning(section, word) for lang in LANGUAGES for section in ("command", "status"))


MOST_HEADINGS = 40


def _heading(line: str, games: dict[str, str]) -> tuple[str, str]:
    """The game that a line names before its colon, or with all of it; and what follows on it. Empty if it names none,
    or says anything else there."""
    name, rest = _name(line)
    ended = _ENDED.fullmatch(name)
    found = games.get(name, "") or (games.get(ended["name"], "") if ended else "")
    return (found, rest.strip()) if found else ("", line)


def _name(line: str) -> tuple[str, str]:
    """The one word of a line, or of it before its colon, beside small words and a phase; and what follows on it."""
    head, _, rest = line.partition(":")
    if ending := _ENDING.match(rest):  # a case of the name: `kuopio:n siirrot:`
        inflected, _, rest = rest[ending.end() :].partition(":")
        head = f"{head} {inflected}"
    if len(head) > _LONGEST_HEAD:
        return "", line
    words = [word for word in _WORD.findall(head.lower()) if word not in _beside() and not _PHASE.fullmatch(word)]
    return (words[0], rest) if len(words) == 1 else ("", line)


@cache
def _beside() -> frozenset[str]:
    """Words that may stand beside the name of a game in a heading."""
    writings = (
        each
        for lang in LANGUAGES
        for section in ("season", "phase")
        for written in lexicon(lang).entries(section).values()
        for each in written
    )
    return frozenset((*phrases("beside_game"), *(word for each in writings for word in _WORD.findall(each.lower()))))

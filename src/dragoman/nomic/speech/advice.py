"""What to write instead of a line that was not read. Every line that is advised is read as it stands, and does what the
writer seems to have meant.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches

from dragoman.nomic.decide import judging
from dragoman.nomic.speech.blocks import AMBIGUOUS, BARE, BESIDE, FILLER, HEADED, NUMBERED, VOTES, opening
from dragoman.nomic.state import State
from dragoman.tongues.lexicon import LANGUAGES, folded, lexicon, words_of

NUMERAL = re.compile(r"r?\d{1,6}")
MOST_WORDS = 8
"""Words that a line has at most which is meant as a command and misspelt."""
LONGEST = 12
"""Words that a line has at most which begins as an answer to what is asked just now, and goes on as none."""

LEAVING = {"resign": "forfeit", "i resign": "forfeit", "eroa": "luovuta", "eroan": "luovuta"}
"""Lines that give up a seat in the words of other games, and the word that does it here."""

PROPOSING = ("propose", "parallel", "regulate")
BEGUN = (*VOTES, "vote", "revise", "announce", "cancel", *PROPOSING)


def instead(state: State, seat: str | None, line: str) -> tuple[str, ...]:
    """What whoever sits there is to write instead of a line that is no command; nothing where it is prose."""
    words = [word for word, _ in words_of(line)]
    if " ".join(words) in LEAVING:
        return (LEAVING[" ".join(words)],)
    return _misspelt(words) or _begun(line, words) or _unfinished(state, line, words) or _headless(state, seat, line)


def written(lang: str, entry: str, number: str) -> Iterator[str]:
    """The lines that do what an entry of the lexicon says, about what bears that number."""
    known = lexicon(lang).entries("nomic_example")
    for each in known.get(entry, ()):
        yield each.replace("{number}", number)


def proposing(lang: str, entry: str, kind: str, number: str) -> str:
    """A line that proposes a change of that kind."""
    shown = lexicon(lang).first("nomic_change_example", kind).replace("{number}", number)
    return f"{lexicon(lang).first('nomic', entry)} {shown}"


def change(line: str, entry: str, kind: str) -> tuple[str, ...]:
    """What to write for a proposal of that kind that says no number."""
    number = "R102" if entry == "regulate" else "206"
    return tuple(proposing(lang, entry, kind, number) for lang in _langs(line)) if entry in PROPOSING else (number,)


def votes(line: str, number: str) -> tuple[str, ...]:
    """What to write for a vote that does not say which way."""
    return tuple(each for lang in _langs(line) for each in written(lang, "vote", number))


def moments(line: str, entry: str, number: str, examples: tuple[str, ...]) -> tuple[str, ...]:
    """What to write for a command that names no moment."""
    first = [lexicon(lang).first("nomic", entry) for lang in _langs(line)]
    return tuple(f"{each} {number}: {example}" for each in first[:1] for example in examples)


# --- a first word that is nearly one of command ---


def _misspelt(words: list[str]) -> tuple[str, ...]:
    """The commands that a short line is likely to mean, if its first word is nearly theirs and a number follows."""
    number = next((word.upper() for word in words[1:] if NUMERAL.fullmatch(word)), "")
    if not number or len(words) > MOST_WORDS:
        return ()
    known: dict[str, list[str]] = {}
    for lang in LANGUAGES:
        for entry in NUMBERED:
            first = lexicon(lang).first("nomic", entry).split()[0]
            known.setdefault(first, []).extend(written(lang, entry, number))
    near = get_close_matches(words[0], known, n=2, cutoff=0.7)
    return tuple(dict.fromkeys(line for each in near if each != words[0] for line in known[each]))


# --- a line that begins as a command ---


def _begun(line: str, words: list[str]) -> tuple[str, ...]:
    """What to write instead of a line that begins as a command, names a number and goes on as none."""
    found = opening("nomic", line)
    numbers = [word.upper() for word in words if NUMERAL.fullmatch(word)]
    if found is None or found[0] not in BEGUN or not numbers or _speaks_of_it(words):
        return ()
    if found[0] in PROPOSING:
        return tuple(proposing(lang, found[0], _kind(found[1]), numbers[0]) for lang in _langs(line))
    return tuple(each for lang in _langs(line) for each in written(lang, found[0], numbers[0]))


def _speaks_of_it(words: list[str]) -> bool:
    """Whether a line that begins like a vote is rather a sentence about one."""
    return words[0] in AMBIGUOUS and (words[0] != "voting" or len(words) > MOST_WORDS)


def _langs(line: str) -> tuple[str, ...]:
    """The languages in whose words a line begins; all where it is in none."""
    return tuple(lang for lang in LANGUAGES if lexicon(lang).opening("nomic", line.strip()) is not None) or LANGUAGES


def _kind(rest: str) -> str:
    """The kind of change that words speak of, in whatever form: `to repeal the amendment 311`."""
    said = [stem for word, _ in words_of(rest) if (stem := _stem(word))]
    kind = next((each for each in said if each != "amendment"), "amend")
    of_amendment = "amendment" in said and kind in ("amend", "repeal")
    return f"{kind}_amendment" if of_amendment else kind


def _stem(word: str) -> str:
    for lang in LANGUAGES:
        for entry, stems in lexicon(lang).entries("nomic_stem").items():
            if any(word.startswith(stem) for stem in stems):
                return entry
    return ""


# --- answers to what is asked just now ---


def _unfinished(state: State, line: str, words: list[str]) -> tuple[str, ...]:
    """What to write instead of a vote that names no number while there are votes, or of an answer with more behind it
    than can be passed over while somebody waits for it: whoever is not heard counts as silent."""
    found = opening("nomic", line)
    if found is None or not words or len(words) > LONGEST or line.rstrip().endswith("?"):
        return ()
    entry, rest = found
    if entry in VOTES and all(word in BESIDE or word in FILLER for word, _ in words_of(rest)):
        numbers = [str(each.number) for each in state.open_proposals if each.opened is not None]
        numbers += [state.open_regulation.handle] if state.open_regulation is not None else []
        return tuple(each for number in numbers for lang in _langs(line) for each in written(lang, entry, number))
    if entry in BARE and _asked(state, entry.removeprefix("not_")):
        return tuple(lexicon(lang).first("nomic", entry) for lang in _langs(line))
    return ()


def _headless(state: State, seat: str | None, line: str) -> tuple[str, ...]:
    """What to write instead of words for a Judge, of a Judge or to others that no colon heads."""
    found = opening("nomic", line)
    entry = found[0] if found is not None else ""
    words = [word for word, _ in words_of(line)]
    if entry not in HEADED or len(words) > LONGEST or not _fits(state, seat, entry, words):
        return ()
    return tuple(each for lang in _langs(line) for each in written(lang, entry, ""))


def _fits(state: State, seat: str | None, entry: str, words: list[str]) -> bool:
    """A ruling is the Judge's alone to give, and press names somebody."""
    if entry == "judge":
        return any(each.judge == seat and each.given is None for each in state.open_judgments)
    names = tuple(map(folded, state.players))
    return entry != "press" or any(word.startswith(names) for word in words)


def _asked(state: State, deed: str) -> bool:
    """Whether anybody is asked just now to do that."""
    match deed:
        case "overrule":
            return any(each.given is not None for each in state.open_judgments)
        case "consent":
            return judging.blocked(state)
        case "confirm":
            return bool(state.unplayable)
        case _:
            return False

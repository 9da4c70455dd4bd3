"""Powers, phases and audiences as people name them, in any of the languages."""

from __future__ import annotations

import difflib
import re

from dragoman.diplomacy.board.chart import Chart
from dragoman.diplomacy.board.position import SHORT_PHASE, Phase, PhaseKind
from dragoman.diplomacy.orders.likeness import SHORTEST_STUB
from dragoman.diplomacy.orders.vocabulary import Role, vocabulary
from dragoman.diplomacy.state import State
from dragoman.game.press import ALL, OBSERVER, OBSERVERS, is_observer
from dragoman.game.seats import GM
from dragoman.tongues.lexicon import LANGUAGES, folded, lexicon, words_of

_PARTS = re.compile(r"[,;/&+]|\b(?:and|ja|sekä)\b", re.IGNORECASE)
_SHORT_KINDS = {"M": PhaseKind.MOVEMENT, "R": PhaseKind.RETREAT, "A": PhaseKind.ADJUSTMENT}


def parts(text: str) -> tuple[str, ...]:
    """The names of a list, parted by commas or “and”."""
    return tuple(part for piece in _PARTS.split(text) if (part := piece.strip(' \t:.!?"“”')))


def meaning(section: str, writing: str) -> str | None:
    """The entry of a lexicon's section that a writing stands for, in whichever language."""
    return next((entry for lang in LANGUAGES if (entry := lexicon(lang).meaning(section, writing))), None)


def power(chart: Chart, writing: str) -> str | None:
    """The power that a writing names, exactly."""
    meanings = vocabulary(chart).phrases.get(folded(writing), ())
    return next((each.value for each in meanings if each.role is Role.POWER), None)


def near_powers(chart: Chart, writing: str) -> tuple[str, ...]:
    """Powers whose names come near a writing, or begin with it: what merely shares letters is none, as Narnia."""
    names = {folded(name): each.id for each in chart.powers.values() for name in each.names.values()}
    said = folded(writing)
    near = difflib.get_close_matches(said, names, n=2, cutoff=NEAR)
    begun = [each for each in names if len(said) >= SHORTEST_STUB and each.startswith(said)]
    return tuple(dict.fromkeys(names[each] for each in (*near, *begun)))[:2]


NEAR = 0.7
"""How much of a name must be there, in order, to come near it."""


def seat(state: State, writing: str) -> str | None:
    """Whom a piece of press may be addressed to: a power, the game master, all, the observers, or one of them by
    name."""
    known = power(state.chart, writing)
    if known is not None:
        return known
    audience = meaning("audience", writing)
    if audience is not None:
        return {"all": ALL, "gm": GM, "observers": OBSERVERS}[audience]
    return next((each for each in state.seats if is_observer(each) and _same_observer(each, writing)), None)


def _same_observer(observer: str, writing: str) -> bool:
    return folded(writing) in (folded(observer), folded(observer.removeprefix(OBSERVER)))


# --- phases ---


def phase(state: State, text: str) -> Phase | None:
    """The first phase that a text names, short (`S1901M`) or in words (`Fall 1901`, `kevät 1901`), or None.

    Where the kind is not said, that of the current phase is meant if the season is the current one, else the moves, or
    in the season of adjustments those.
    """
    found = SHORT_PHASE.search(text)
    if found is not None and not _within_word(text, found):
        season = _season(state.chart, found[1])
        if season is not None:
            return Phase(season, int(found[2]), _SHORT_KINDS[found[3].upper()])
    return _in_words(state, text)


def is_phase(state: State, text: str) -> bool:
    """Whether a text names a phase in words, and says nothing else."""
    words = [word for word, _ in words_of(text)]
    if len(words) < 2 or _turn(words[0]) is None or _in_words(state, text) is None:
        return False
    return len(words) == 2 or meaning("phase", " ".join(words[2:])) is not None


def _within_word(text: str, found: re.Match[str]) -> bool:
    before, after = text[: found.start()][-1:], text[found.end() :][:1]
    return before.isalnum() or after.isalnum()


def _season(chart: Chart, letter: str) -> str | None:
    seasons = (*chart.turns, chart.adjustment_season)
    own = next((season for season in seasons if season[:1].casefold() == letter.casefold()), None)
    known = own or _turn(letter)
    return known if known in seasons else None


def _turn(word: str) -> str | None:
    """The season that a word means, or the turn of maps that have none."""
    return meaning("season", word) or meaning("turn", word)


def _in_words(state: State, text: str) -> Phase | None:
    words = [word for word, _ in words_of(text)]
    seasons = (*state.chart.turns, state.chart.adjustment_season)
    for index, word in enumerate(words[:-1]):
        season = _turn(word)
        if len(word) > 1 and season in seasons and state.chart.is_year(words[index + 1]):
            return completed(state, season, int(words[index + 1]), _kind(" ".join(words[index + 2 :])))
    return None


def _kind(said: str) -> PhaseKind | None:
    """The kind of phase that a text begins with. Orders may be of any kind; moves are movement, as notices call it."""
    found = [each for lang in LANGUAGES if (each := lexicon(lang).opening("phase", said)) is not None]
    entry = min(found, key=lambda each: len(each[1]))[0] if found else ""
    return KINDS.get(entry)


KINDS = {"Moves": PhaseKind.MOVEMENT, **{str(kind): kind for kind in PhaseKind}}
"""The kinds of phases by the lexicon's entries for them; what else it has there (`Orders`) tells no kind."""


def completed(state: State, season: str, year: int, kind: PhaseKind | None) -> Phase:
    """A phase of which the season is known; where the kind is not, the likeliest."""
    now = state.phase
    if kind is PhaseKind.MOVEMENT and season not in state.chart.turns:
        kind = None  # “talven siirrot”
    if kind is not None:
        return Phase(season, year, kind)
    if (season, year) == (now.season, now.year):
        return now
    return Phase(season, year, PhaseKind.MOVEMENT if season in state.chart.turns else PhaseKind.ADJUSTMENT)

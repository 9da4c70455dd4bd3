"""Sheets drawn at random, for what must hold of any."""

from __future__ import annotations

from hypothesis import strategies as st

from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.houserules.clause import Choice, Clause, Parameter, Sort
from dragoman.diplomacy.houserules.presets import preset, preset_names
from dragoman.diplomacy.houserules.sheet import Sheet

CHOOSABLE = [clause for clause in CATALOGUE.values() if clause.alternatives or clause.parameters]


def named(name: str) -> Sheet:
    """A preset that must be there."""
    made = preset(name)
    assert isinstance(made, Sheet), made
    return made


def under(*said: str) -> Sheet:
    """A sheet with these sayings (`VI.4=D`) over the default."""
    made = Sheet().overlaid((key, value) for key, _, value in (s.partition("=") for s in said))
    assert isinstance(made, Sheet), made
    return made


def values(parameter: Parameter) -> st.SearchStrategy[str]:
    match parameter.sort:
        case Sort.NUMBER:
            return st.integers(parameter.low, parameter.high).map(str)
        case Sort.WORD:
            return st.sampled_from(parameter.words)
        case Sort.TEXT:
            return st.text(max_size=20).map(lambda text: " ".join(text.split()))


@st.composite
def choices(draw: st.DrawFn) -> tuple[Clause, Choice]:
    """A clause or point and any choice in it."""
    clause = draw(st.sampled_from(CHOOSABLE))
    letter = draw(st.sampled_from([a.letter for a in clause.alternatives])) if clause.alternatives else ""
    return clause, Choice(letter, tuple((p.name, draw(values(p))) for p in clause.blanks(letter)))


@st.composite
def sheets(draw: st.DrawFn) -> Sheet:
    """A preset with some clauses chosen anew, as far as they go together."""
    sheet = named(draw(st.sampled_from(preset_names())))
    for clause, choice in draw(st.lists(choices(), max_size=12)):
        made = sheet.with_choice(clause.number, str(choice))
        sheet = made if isinstance(made, Sheet) else sheet
    return sheet

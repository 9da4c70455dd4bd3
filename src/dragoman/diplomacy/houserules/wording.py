"""What a clause says: its sentences under a choice, with every gap filled, in no tongue yet."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dragoman.diplomacy.houserules.clause import Alternative, Choice, Clause, Parameter
from dragoman.game.saying import Saying, say

ANOTHER_NAME = "Another name, with the letters of DATC, for what is chosen in {clauses}."


def sentences(clause: Clause, choice: Choice) -> tuple[Saying, ...]:
    """All that the clause says under a choice, in the order in which it is printed.

    A composed clause whose parts stand apart says nothing itself.
    """
    alternative = clause.alternative(choice.letter)
    if alternative is None and clause.alternatives:
        return ()
    return tuple(_sentences(clause, alternative, choice))


def _sentences(clause: Clause, alternative: Alternative | None, choice: Choice) -> Iterator[Saying]:
    blanks, values = clause.blanks(choice.letter), dict(choice.values)
    texts = [] if alternative is None else [alternative.text]
    said = [blank.sentence(values[blank.name]) for blank in blanks]
    texts += [clause.text, *said] if alternative is None else [*said, *alternative.more, clause.text]
    for text in texts:
        if text:
            yield filled(text, blanks, values.__getitem__)


def answer(clause: Clause, choice: Choice) -> tuple[Saying, ...]:
    """What a choice says by itself, without what the clause says under every choice; all of it if that is all. A
    sentence with a number of the choice in it is the choice's own."""
    said = sentences(clause, choice)
    common = filled(clause.text, clause.blanks(choice.letter), dict(choice.values).__getitem__)
    if not clause.text or common.args:
        return said
    return tuple(sentence for sentence in said if sentence != common) or said


def settled(clause: Clause, choice: Choice) -> tuple[Saying, ...]:
    """What this program adds to the clause under a choice, where the list of clauses is silent."""
    alternative = clause.alternative(choice.letter)
    own = alternative.settled if alternative is not None else ()
    return tuple(say(text) for text in (*own, *clause.settled))


def offered(clause: Clause, alternative: Alternative, choice: Choice | None = None) -> Saying:
    """What an alternative says in one sentence, its blanks as in the choice if it is the one chosen, else at their
    defaults."""
    blanks = clause.blanks(alternative.letter)
    values = {blank.name: blank.default for blank in blanks}
    if choice is not None and choice.letter == alternative.letter:
        values.update(choice.values)
    return filled(alternative.text, blanks, values.__getitem__)


def filled(text: str, blanks: tuple[Parameter, ...], value: Callable[[str], str]) -> Saying:
    """A sentence with the values of those blanks for which it has a gap."""
    return say(text, **{b.gap: value(b.name) for b in blanks if f"{{{b.gap}" in text})


def title_of(clause: Clause) -> Saying:
    return say(clause.title)


def help_of(clause: Clause) -> Saying:
    """What tells a game master what the choice is about; of a DATC point that a clause answers, which clause it is."""
    if clause.help:
        return say(clause.help)
    settings = sorted({part.setting for parts in clause.parts.values() for part in parts if not part.soft})
    return say(ANOTHER_NAME, clauses=", ".join(settings))

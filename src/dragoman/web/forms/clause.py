"""A clause as a form: its alternatives, each with the blanks it has, filled in as the sheet has them or as typed."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dragoman.diplomacy.houserules.catalogue import default
from dragoman.diplomacy.houserules.choosing import Chosen, choose
from dragoman.diplomacy.houserules.clause import Alternative, Choice, Clause, Parameter, Sort
from dragoman.diplomacy.houserules.wording import filled, help_of, offered
from dragoman.game.saying import say
from dragoman.tongues.saying import put
from dragoman.web import says

LONGEST = 400
"""Characters of a blank that holds text."""

LETTER = "letter"
"""The field in which the alternative is chosen."""


@dataclass(frozen=True, slots=True)
class Word:
    """One of the words that a blank may hold, and the sentence it stands for."""

    value: str
    says: str


@dataclass(frozen=True, slots=True)
class Blank:
    """A blank to fill. `value` is what stands in it now, however unfit; `wrong` what is unfit about it."""

    field: str
    title: str
    sort: str
    value: str
    words: tuple[Word, ...] = ()
    low: int = 0
    high: int = 0
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    """An alternative. `of_preset` marks the one that the preset has."""

    letter: str
    says: str
    asterisk: bool
    chosen: bool
    of_preset: bool
    blanks: tuple[Blank, ...]
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Form:
    """The whole clause. `text` holds under every alternative, `blanks` belong to all of them; `wrong` is what is unfit
    about the choice itself."""

    number: str
    title: str
    text: str
    help: str
    settled: tuple[str, ...]
    options: tuple[Option, ...]
    blanks: tuple[Blank, ...]
    wrong: str = ""

    @property
    def sound(self) -> bool:
        every = [*self.blanks, *(blank for option in self.options if option.chosen for blank in option.blanks)]
        return not self.wrong and not any(blank.wrong for blank in every)


def shown(clause: Clause, choice: Choice, of_preset: Choice) -> Form:
    """The form as the sheet has it. Blanks of alternatives that are not chosen hold their defaults."""
    return _form(clause, choice.letter, of_preset, _values(clause, choice), {})


def read(clause: Clause, sent: Mapping[str, str], of_preset: Choice) -> tuple[Choice | None, Form]:
    """What was sent: the choice, or None where it is unfit; and the form as it was filled in."""
    alternative = clause.alternative(sent.get(LETTER, ""))
    letter = alternative.letter if alternative else ""
    values = _typed(clause, sent)
    if clause.alternatives and alternative is None:
        form = _form(clause, "", of_preset, values, {})
        return None, replace(form, wrong=_("Choose one of the alternatives."))
    wrong = {
        _field(owner, blank): _unfit(blank, values[_field(owner, blank)])
        for owner, blank in _blanks(clause)
        if owner in ("", letter)
    }
    form = _form(clause, letter, of_preset, values, wrong)
    if not form.sound:
        return None, form
    made = Choice(letter, tuple((b.name, values[_field(_owner(clause, b), b)]) for b in clause.blanks(letter)))
    chosen = choose(clause, str(made), clause.number)
    if isinstance(chosen, Chosen):
        return chosen.choice, form
    return None, replace(form, wrong=put(chosen.says, says.lang()))


# --- blanks ---


def _blanks(clause: Clause) -> list[tuple[str, Parameter]]:
    """Every blank with the letter it belongs to ("" for those of the whole clause)."""
    own = [(alternative.letter, blank) for alternative in clause.alternatives for blank in alternative.parameters]
    return [*own, *(("", blank) for blank in clause.parameters)]


def _owner(clause: Clause, blank: Parameter) -> str:
    return "" if blank in clause.parameters else next(owner for owner, each in _blanks(clause) if each is blank)


def _field(owner: str, blank: Parameter) -> str:
    return f"{owner}-{blank.name}".replace(" ", "-").replace(".", "-") if owner else blank.name


def _values(clause: Clause, choice: Choice) -> dict[str, str]:
    """What the sheet has in every blank."""
    kept = dict(choice.values)
    if not kept and clause.is_setting:  # nothing was chosen in its own name
        kept = dict(default(clause.number).values)
    return {
        _field(owner, blank): kept.get(blank.name, blank.default) if owner in ("", choice.letter) else blank.default
        for owner, blank in _blanks(clause)
    }


def _typed(clause: Clause, sent: Mapping[str, str]) -> dict[str, str]:
    return {
        field: " ".join(sent.get(field, blank.default).split())[:LONGEST]
        for field, blank in ((_field(owner, blank), blank) for owner, blank in _blanks(clause))
    }


def _unfit(blank: Parameter, value: str) -> str:
    """What is unfit about a value; empty where nothing is."""
    match blank.sort:
        case Sort.NUMBER:
            fits = value.isascii() and value.isdecimal() and blank.low <= int(value) <= blank.high
            bounds = {"low": blank.low, "high": blank.high}
            return "" if fits else _("Write a whole number from %(low)d to %(high)d.") % bounds
        case Sort.WORD:
            return "" if value in blank.words else _("Choose one of these.")
        case Sort.TEXT:
            return ""


# --- the form ---


def _form(
    clause: Clause, letter: str, of_preset: Choice, values: Mapping[str, str], wrong: Mapping[str, str]
) -> Form:  # fmt: skip
    lang = says.lang()
    common = {blank.name: values[blank.name] for blank in clause.parameters}
    text = filled(clause.text, clause.parameters, common.__getitem__)
    return Form(
        clause.number,
        _put(clause.title),
        put(text, lang) if clause.text else "",
        put(help_of(clause), lang),
        tuple(_put(sentence) for sentence in clause.settled),
        tuple(_option(clause, each, letter, of_preset, values, wrong) for each in clause.alternatives),
        tuple(_blank("", blank, values, wrong) for blank in clause.parameters),
    )


def _option(
    clause: Clause, alternative: Alternative, letter: str, of_preset: Choice, values: Mapping[str, str],
    wrong: Mapping[str, str],
) -> Option:  # fmt: skip
    own = alternative.letter
    typed = tuple((blank.name, values[_field(own, blank)]) for blank in alternative.parameters)
    unfit = any(wrong.get(_field(own, blank)) for blank in alternative.parameters)
    sentence = offered(clause, alternative, None if unfit else _whole(clause, Choice(own, typed)))
    return Option(
        own,
        put(sentence, says.lang()),
        alternative.asterisk,
        own == letter,
        own == of_preset.letter,
        tuple(_blank(own, blank, values, wrong) for blank in alternative.parameters),
        tuple(_put(note) for note in (*_gapless(alternative), *alternative.settled)),
    )


def _whole(clause: Clause, choice: Choice) -> Choice:
    """The choice with every blank of the clause in it, those not given at their defaults."""
    given = dict(choice.values)
    return Choice(choice.letter, tuple((b.name, given.get(b.name, b.default)) for b in clause.blanks(choice.letter)))


def _gapless(alternative: Alternative) -> tuple[str, ...]:
    """What the alternative says besides, where no number stands in it."""
    return tuple(sentence for sentence in alternative.more if "{" not in sentence)


def _blank(owner: str, blank: Parameter, values: Mapping[str, str], wrong: Mapping[str, str]) -> Blank:
    field = _field(owner, blank)
    title = _put(blank.title)
    return Blank(
        field,
        title[:1].upper() + title[1:],
        blank.sort.value,
        values[field],
        tuple(Word(word, _put(blank.sentence(word))) for word in blank.words),
        blank.low,
        blank.high,
        wrong.get(field, ""),
    )


def _put(text: str) -> str:
    return put(say(text), says.lang())


def label(clause: Clause, written: str) -> str:
    """A choice as it is cited beside an example: its letter, the words in its own blanks, and what else is filled in
    otherwise than usual; a dash where nothing is."""
    made = choose(clause, written, clause.number)
    assert isinstance(made, Chosen)
    alternative = clause.alternative(made.choice.letter)
    own = alternative.parameters if alternative else clause.parameters
    filled = [
        _filled(blank, made.choice.value(blank.name), blank in own) for blank in clause.blanks(made.choice.letter)
    ]
    return ", ".join(filter(None, (made.choice.letter, *filled))) or "–"


def _filled(blank: Parameter, value: str, own: bool) -> str:
    """What stands in a blank, as far as it is cited."""
    if blank.sort is Sort.WORD:
        return spoken_word(value) if own else ""
    if value == blank.default:
        return ""
    counted = put(say(f"{{{blank.gap}}}", **{blank.gap: value}), says.lang())
    return counted if blank.sort is Sort.NUMBER else f"{_put(blank.title)}: {value}"


WORDS = {
    "first": gettext_lazy("the first"),
    "last": gettext_lazy("the last"),
    "top to bottom": gettext_lazy("from the top"),
    "bottom to top": gettext_lazy("from the bottom"),
    "whole convoys": gettext_lazy("whole convoys"),
    "all spaces": gettext_lazy("all spaces"),
}
"""What a word that stands in a blank is called beside an example."""


def spoken_word(word: str) -> str:
    """A word of a blank in the reader's tongue; as it is written where it has no name of its own."""
    return str(WORDS.get(word, word))


__all__ = ["LETTER", "Blank", "Form", "Option", "Word", "label", "read", "shown"]

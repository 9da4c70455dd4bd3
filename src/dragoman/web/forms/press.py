"""A piece of press: to whom, of which kind, what, and an optional dateline; and what is said of one that came."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from dragoman.diplomacy.democracy.settings import rules, voted
from dragoman.diplomacy.houserules.press import CARRIED
from dragoman.diplomacy.sight import View
from dragoman.game.press import ALL, OBSERVERS, Colour, is_observer
from dragoman.game.seats import GM
from dragoman.web import says

LONGEST_REASON = 500

KINDS: dict[Colour, str | Promise] = {
    Colour.WHITE: _("White: signed by you"),
    Colour.GREY: _("Grey: nobody is told who wrote it"),
    Colour.DARK_GREY: _("Dark grey: unofficially from whomever you name"),
    Colour.BLACK: _("Black: as if another had written it"),
}


class Words(forms.Form):
    """What is written, and where it is dated from."""

    dateline = forms.CharField(
        label=_("Dateline"), max_length=80, required=False, help_text=_("If you like: “Paris, 3 March”.")
    )
    text = forms.CharField(
        label=_("Your words"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 7, "class": "letter"}),
        error_messages={"required": _("The page is empty; write something first.")},
    )


class Press(Words):
    """The readers on offer are everybody at the table but oneself; the kinds are those that clause X.1 carries."""

    to = forms.MultipleChoiceField(
        label=_("To"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": _("Tick who is to read it; nothing goes to anybody you did not tick."),
            "invalid_choice": _("Nobody at this table is called that."),
        },
    )
    colour = forms.ChoiceField(label=_("Kind"), widget=forms.RadioSelect, initial=Colour.WHITE.value, required=False)
    false_name = forms.ChoiceField(
        label=_("As"), required=False, help_text=_("For black press: who seems to write it.")
    )
    name = forms.CharField(
        label=_("In whose name"), max_length=80, required=False, help_text=_("For dark grey press: “the Pope”.")
    )

    def __init__(self, view: View, data: Mapping[str, object] | None = None, **more: object) -> None:
        super().__init__(data, **more)  # type: ignore[arg-type]  # Django's own QueryDict
        self.fields["to"].choices = audience(view)  # type: ignore[attr-defined]
        carried = CARRIED[view.sheet.letter("X.1")]
        self.fields["colour"].choices = [(c.value, KINDS[c]) for c in Colour if c in carried]  # type: ignore[attr-defined]
        self.fields["false_name"].choices = [("", "–"), *seats(view)]  # type: ignore[attr-defined]
        for field, colour in (("name", Colour.DARK_GREY), ("false_name", Colour.BLACK)):
            if colour not in carried:
                del self.fields[field]
        if len(carried) == 1:
            del self.fields["colour"]

    @property
    def kind(self) -> Colour:
        """The kind of press that was chosen."""
        return Colour(self.cleaned_data.get("colour") or Colour.WHITE)

    @property
    def ascribed(self) -> str:
        """Whom it is to be ascribed to."""
        field = {Colour.BLACK: "false_name", Colour.DARK_GREY: "name"}.get(self.kind, "")
        return str(self.cleaned_data.get(field, ""))


class Answering(Press):
    """The same into a conversation: to whom it goes is said already."""

    def __init__(self, view: View, data: Mapping[str, object] | None = None, **more: object) -> None:
        super().__init__(view, data, **more)
        del self.fields["to"]


class Reason(forms.Form):
    """Why a piece is refused, or brought before the game master."""

    why = forms.CharField(required=False, max_length=LONGEST_REASON)


class Names(forms.Form):
    """Names and places that the game master claims."""

    names = forms.CharField(
        label=_("Names and places to claim"),
        max_length=LONGEST_REASON,
        help_text=_("Parted by commas: “Vatican, Atlantis”."),
        error_messages={"required": _("Name what you claim.")},
    )


def audience(view: View) -> list[tuple[str, str]]:
    """Whom one can write to, and what they are called."""
    if voted(view.sheet) and rules(view.sheet).broadcast and view.seat != GM:  # D.15: nothing between single seats
        return [(seat, says.seat(view.chart, seat)) for seat in (ALL, *([GM] if view.moderated else []))]
    powers = [power for power in view.chart.powers if power != view.power]
    lookers = [seat for seat in view.seats if is_observer(seat)]
    named = [ALL, *powers, *([GM] if view.moderated and view.seat != GM else []), *([OBSERVERS] if lookers else [])]
    return [(seat, says.seat(view.chart, seat)) for seat in named]


def seats(view: View) -> list[tuple[str, str]]:
    """In whose name black press may go: that of everybody else but the game master."""
    others = (*view.chart.powers, *(seat for seat in view.seats if is_observer(seat)))
    return [(seat, says.seat(view.chart, seat)) for seat in others if seat != view.seat]

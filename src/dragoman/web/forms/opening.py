"""Opening a game: its name, map and rules, and the few choices of the sheet that every table makes anew."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dragoman.diplomacy.board.mapfile import chart, chart_names
from dragoman.diplomacy.houserules.clause import SheetError
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.tongues.saying import put
from dragoman.web import says, sources
from dragoman.web.reader import Request, zones_by_region


def days(label: Any, low: int = 0) -> forms.IntegerField:
    """A field for a number of whole days; empty, it is as the house rules have it."""
    return forms.IntegerField(label=label, required=False, min_value=low, max_value=365)


LEAST = (50, 70, 80, 90)
"""The figures of reliability that can be asked for."""

RHYTHMS: dict[str, tuple[Any, tuple[int, int, int]]] = {
    "1": (gettext_lazy("a day for every phase"), (1, 1, 1)),
    "2": (gettext_lazy("two days for moves, one for the rest"), (2, 1, 1)),
    "3": (gettext_lazy("three days for moves, one for the rest"), (3, 1, 1)),
    "7": (gettext_lazy("a week for moves, two days for the rest"), (7, 2, 2)),
}
"""Paces to choose from, with days for moves, retreats and builds."""

LENGTHS = ("movement", "retreat", "adjustment")
"""The kinds of phase, each with a length of its own in VII.4."""


FOLDED = (*LENGTHS, "hour", "zone", "early", "hold", "entry", "anonymous", "least")
"""What can be chosen, and need not be looked at."""


class Opening(forms.Form):
    """Everything asked when a game is opened. Names and lengths are the referee's to judge; this only reads them."""

    name = forms.CharField(
        label=gettext_lazy("Name of the game"),
        max_length=40,
        help_text=gettext_lazy("One word in small letters, such as kalmar. It becomes the game's address."),
        error_messages={"required": gettext_lazy("Give the game a name; people will write to it.")},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}),
    )
    map = forms.ChoiceField(label=gettext_lazy("Map"))
    rules = forms.ChoiceField(
        label=gettext_lazy("House rules"),
        help_text=gettext_lazy("Where the rulebooks differ, these decide. The whole sheet stands on the game's page."),
    )
    rhythm = forms.ChoiceField(
        label=gettext_lazy("Pace"),
        required=False,
        choices=lambda: [
            ("", _("as the house rules have it")),
            *((key, called) for key, (called, _l) in RHYTHMS.items()),
        ],
    )
    movement = days(gettext_lazy("Days for moves"), 1)
    retreat = days(gettext_lazy("for retreats"))
    adjustment = days(gettext_lazy("for builds"))
    hour = forms.TimeField(
        label=gettext_lazy("Deadlines fall at"), initial="18:00", widget=forms.TimeInput(attrs={"type": "time"})
    )
    zone = forms.ChoiceField(label=gettext_lazy("on the clocks of"))
    early = forms.ChoiceField(
        label=gettext_lazy("When everybody has sent final orders"),
        required=False,
        choices=[
            ("", gettext_lazy("as the house rules have it")),
            ("B", gettext_lazy("adjudicate at once")),
            ("A", gettext_lazy("wait for the deadline all the same")),
        ],
        widget=forms.RadioSelect,
        initial="",
    )
    master = forms.ChoiceField(
        label=gettext_lazy("Who presides"),
        choices=[
            ("referee", gettext_lazy("the automatic referee")),
            ("me", gettext_lazy("I do, as game master, and play no power myself")),
        ],
        widget=forms.RadioSelect,
        initial="referee",
    )
    hold = forms.BooleanField(
        label=gettext_lazy("Results wait until I have looked them over"),
        required=False,
        help_text=gettext_lazy(
            "For a game master: you see each result first, and publish it. You can change this later."
        ),
    )
    entry = forms.ChoiceField(
        label=gettext_lazy("Who may join"),
        choices=[
            ("open", gettext_lazy("anybody on this host")),
            ("invited", gettext_lazy("only those I invite")),
        ],
        widget=forms.RadioSelect,
        initial="open",
    )
    anonymous = forms.BooleanField(
        label=gettext_lazy("Anonymous: nobody but a game master learns who plays which power before the end"),
        required=False,
        help_text=gettext_lazy("This is for the whole game; it cannot be changed once somebody has seen a name."),
    )
    least = forms.ChoiceField(
        label=gettext_lazy("Reliability asked of players"),
        required=False,
        choices=lambda: [("0", _("none"))] + [(str(n), _("%(n)d %% of rounds kept") % {"n": n}) for n in LEAST],
        help_text=gettext_lazy("Whoever is new here may always come, and so may whoever you invite."),
    )
    invited = forms.CharField(
        label=gettext_lazy("Invitations"),
        required=False,
        help_text=gettext_lazy("Paste e-mail addresses as you have them. Each gets a letter with a link to the game."),
        widget=forms.Textarea(attrs={"rows": 3, "class": "data", "spellcheck": "false"}),
    )

    def __init__(self, request: Request, data: Mapping[str, Any] | None = None, rules: str = "") -> None:
        super().__init__(data)
        self.request = request
        maps = [(name, chart(name).names.get(says.lang(), name)) for name in sorted(chart_names(), key=_usual_first)]
        clocks = zones_by_region(request.reader.zone_name)
        for field, choices in (("map", maps), ("rules", [*sources.offered(request)]), ("zone", clocks)):
            self.fields[field].choices = choices  # type: ignore[attr-defined]
        self.fields["zone"].initial = request.reader.zone_name
        self.fields["rules"].initial = rules or "datc"

    @property
    def more_amiss(self) -> bool:
        """Whether something is wrong with what lies folded away."""
        return any(name in self.errors for name in FOLDED)

    def clean_name(self) -> str:
        return str(self.cleaned_data["name"]).strip().lower()

    def clean_invited(self) -> tuple[str, ...]:
        return addresses(str(self.cleaned_data["invited"]))

    def clean(self) -> dict[str, Any]:
        """The preset with the table's own choices laid over it becomes `sheet`."""
        said = super().clean() or self.cleaned_data
        if said.get("entry") == "invited" and said.get("master") == "referee":
            self.add_error(
                "entry", _("A game for invited people needs a game master, who lets them in. Preside yourself.")
            )
        if not self.errors:
            sheet = self._sheet(said)
            if isinstance(sheet, Sheet):
                said["sheet"] = sheet
            else:
                self.add_error("rules", [put(error.says, says.lang()) for error in sheet])
        return said

    def _sheet(self, said: Mapping[str, Any]) -> Sheet | tuple[SheetError, ...]:
        """The sheet chosen, with what the form itself asks laid over it."""
        base = sources.find(self.request, said["rules"])
        if base.errors:
            return base.errors
        usual = base.sheet.choice("VII.4")  # a phase without a length of its own goes with another (II.5, F.5)
        paced = dict(zip(LENGTHS, RHYTHMS[said["rhythm"]][1], strict=True)) if said.get("rhythm") else {}
        told = paced | {kind: said[kind] for kind in LENGTHS if said.get(kind) is not None}
        asked = {kind: days for kind, days in told.items() if usual.number(kind)}
        pairs = [("VII.4", _written(dict(usual.values) | asked))] if asked else []
        return base.sheet.overlaid([*pairs, *([("VII.2", said["early"])] if said.get("early") else [])])


def _usual_first(name: str) -> tuple[bool, str]:
    """The map that everybody knows stands before the variants."""
    return name != "standard", name


def addresses(pasted: str) -> tuple[str, ...]:
    """Addresses as people paste them: from a line of recipients, a list or a table, with or without names. What has
    none in it stays as it is, to be told of."""
    found = []
    pasted = re.sub(r'"[^"\n]*"(?=\s*<)', "", pasted)  # a quoted name may hold what parts addresses (RFC 5322 3.4)
    for piece in re.split(r"[\n,;\t]", pasted):
        marked = re.search(r"<([^<>]{1,254}@[^<>]{1,254})>", piece)
        words = [marked[1]] if marked else [word for word in piece.split() if "@" in word] or [piece]
        found += [word.strip(" \r\"'()<>").removeprefix("mailto:") for word in words]
    return tuple(dict.fromkeys(word for word in found if word))


def _written(lengths: Mapping[str, object]) -> str:
    return " ".join(f"{kind}={days}" for kind, days in lengths.items())

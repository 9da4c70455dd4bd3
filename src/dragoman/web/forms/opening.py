"""Opening a game: its name, map and rules, and the few choices of the sheet that every table makes anew."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dragoman.diplomacy.board.mapfile import chart, chart_names
from dragoman.diplomacy.houserules.clause import SheetError
from dragoman.diplomacy.houserules.presets import preset, preset_names
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.web import says
from dragoman.web.reader import Reader, zones

PRESETS = {
    "datc": gettext_lazy("DATC 3.0: what the adjudicators' test cases prefer"),
    "2023": gettext_lazy("the rulebook of 2023"),
    "2000": gettext_lazy("the rulebook of 2000"),
    "1992": gettext_lazy("the rulebook of 1992"),
    "1982": gettext_lazy("the rulebook of 1982"),
    "1976": gettext_lazy("the rulebook of 1976"),
    "1971": gettext_lazy("the rulebook of 1971"),
    "droidippy": gettext_lazy("as played at Droidippy"),
    "webdiplomacy": gettext_lazy("as played at webDiplomacy"),
}


def days(label: Any, initial: int) -> forms.IntegerField:
    """A field for a number of whole days."""
    return forms.IntegerField(label=label, initial=initial, min_value=1, max_value=365)


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
    movement = days(gettext_lazy("Days for moves"), 7)
    retreat = days(gettext_lazy("for retreats"), 3)
    adjustment = days(gettext_lazy("for builds"), 3)
    hour = forms.TimeField(
        label=gettext_lazy("Deadlines fall at"), initial="18:00", widget=forms.TimeInput(attrs={"type": "time"})
    )
    zone = forms.ChoiceField(label=gettext_lazy("on the clocks of"))
    early = forms.ChoiceField(
        label=gettext_lazy("When everybody has sent final orders"),
        choices=[
            ("B", gettext_lazy("adjudicate at once")),
            ("A", gettext_lazy("wait for the deadline all the same")),
        ],
        widget=forms.RadioSelect,
        initial="B",
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
    entry = forms.ChoiceField(
        label=gettext_lazy("Who may join"),
        choices=[
            ("open", gettext_lazy("anybody on this host")),
            ("invited", gettext_lazy("only those I invite")),
        ],
        widget=forms.RadioSelect,
        initial="open",
    )
    invited = forms.CharField(
        label=gettext_lazy("Invitations"),
        required=False,
        help_text=gettext_lazy("E-mail addresses, one to a line. Each gets a letter with a link to the game."),
        widget=forms.Textarea(attrs={"rows": 4, "class": "data"}),
    )

    def __init__(self, reader: Reader, data: Mapping[str, Any] | None = None) -> None:
        super().__init__(data)
        maps = [(name, chart(name).names.get(says.lang(), name)) for name in chart_names()]
        rules = [(name, PRESETS.get(name, name)) for name in preset_names()]
        clocks = [(zone, zone.replace("_", " ")) for zone in zones(reader.zone_name)]
        for field, choices in (("map", maps), ("rules", rules), ("zone", clocks)):
            self.fields[field].choices = choices  # type: ignore[attr-defined]
        self.fields["zone"].initial = reader.zone_name

    def clean_name(self) -> str:
        return str(self.cleaned_data["name"]).strip().lower()

    def clean_invited(self) -> tuple[str, ...]:
        lines = str(self.cleaned_data["invited"]).replace(",", "\n").replace(";", "\n").splitlines()
        return tuple(dict.fromkeys(line.strip() for line in lines if line.strip()))

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
                self.add_error("rules", _("These choices do not go together: %(keys)s.") % {"keys": _keys(sheet)})
        return said

    def _sheet(self, said: Mapping[str, Any]) -> Sheet | tuple[SheetError, ...]:
        base = preset(said["rules"])
        if not isinstance(base, Sheet):
            return base
        usual = base.choice("VII.4")  # a phase without a length of its own goes with another (II.5, F.5)
        asked = {kind: said[kind] if usual.number(kind) else 0 for kind in ("movement", "retreat", "adjustment")}
        lengths = " ".join(f"{kind}={days}" for kind, days in asked.items())
        return base.overlaid([("VII.2", said["early"]), ("VII.4", lengths)])


def _keys(errors: tuple[SheetError, ...]) -> str:
    return ", ".join(key for error in errors for key in error.keys)

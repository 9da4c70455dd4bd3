"""What is asked of a player of Nomic: a rule-change, a moment, a question, a ruling. What the words mean is for the
referee to say; these only read them."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dragoman.game.press import ALL
from dragoman.nomic import parameters
from dragoman.nomic.events.recorded import Change
from dragoman.nomic.readings import READINGS, Reading
from dragoman.nomic.rulesets import NAMES, ruleset
from dragoman.nomic.sight import View
from dragoman.tongues.saying import put
from dragoman.web.forms.opening import addresses
from dragoman.web.reader import Request, zones_by_region

KINDS = (
    ("enact", gettext_lazy("enact a new rule")),
    ("amend", gettext_lazy("amend a rule")),
    ("repeal", gettext_lazy("repeal a rule")),
    ("transmute", gettext_lazy("transmute a rule")),
    ("amend amendment", gettext_lazy("amend an amendment")),
    ("repeal amendment", gettext_lazy("repeal an amendment")),
)
REGULATION_KINDS = KINDS[:3]

RULESETS = {
    "lounge": gettext_lazy("The Lounge set: 33 rules and three regulations for play by letter."),
    "classic": gettext_lazy("The classic set: points by arithmetic or a die, judges, and rewards for dissent."),
}
"""What the rule sets of the program are called."""

LONGEST = 20_000
SETTING = re.compile(r"([^=]+)=(.*)")


def words(label: Any, help_text: Any = "", rows: int = 4, required: bool = True) -> forms.CharField:
    """A field for what is written to others."""
    return forms.CharField(
        label=label,
        help_text=help_text,
        required=required,
        max_length=LONGEST,
        widget=forms.Textarea(attrs={"rows": rows, "class": "letter"}),
        error_messages={"required": gettext_lazy("Nothing is written here yet.")},
    )


class Proposing(forms.Form):
    """A rule-change, or a change of a regulation."""

    kind = forms.ChoiceField(label=gettext_lazy("What it does"))
    target = forms.CharField(
        label=gettext_lazy("Which rule, or amendment"),
        required=False,
        max_length=8,
        help_text=gettext_lazy("By its number. A new rule needs none."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false", "list": "rules"}),
    )
    title = forms.CharField(label=gettext_lazy("Title"), required=False, max_length=80)
    text = words(gettext_lazy("Its words"), gettext_lazy("The whole rule as it is to read."), 8, required=False)
    settings = forms.CharField(
        label=gettext_lazy("Parameters"),
        required=False,
        max_length=4000,
        help_text=gettext_lazy("One to a line: defeat_penalty = 5. A name alone takes the parameter away."),
        widget=forms.Textarea(attrs={"rows": 3, "class": "data", "spellcheck": "false"}),
    )
    code = forms.CharField(
        label=gettext_lazy("Code"),
        required=False,
        max_length=LONGEST,
        strip=False,
        help_text=gettext_lazy("What the referee is to do by itself. Most rules need none."),
        widget=forms.Textarea(attrs={"rows": 8, "class": "data code", "spellcheck": "false", "autocapitalize": "none"}),
    )

    def __init__(self, *args: Any, regulation: bool = False, **named: Any) -> None:
        super().__init__(*args, **named)
        self.regulation = regulation
        self.fields["kind"].choices = REGULATION_KINDS if regulation else KINDS  # type: ignore[attr-defined]
        if regulation:
            self.fields["target"].label = _("Which regulation")
            self.fields["target"].help_text = _("By its number, as R102. A new one needs none.")
            del self.fields["title"], self.fields["code"]

    def clean_target(self) -> str:
        target = str(self.cleaned_data["target"]).strip().upper()
        if target and not re.fullmatch(r"R?\d{1,6}", target):
            raise forms.ValidationError(_("That is no number of a rule."))
        return f"R{target}" if self.regulation and target and not target.startswith("R") else target

    def clean_settings(self) -> tuple[dict[str, str], tuple[str, ...]]:
        """What is set, and what is no longer set."""
        settings, unset = dict[str, str](), list[str]()
        for line in str(self.cleaned_data["settings"]).splitlines():
            found = SETTING.fullmatch(line)
            if found and found[1].strip():
                settings[parameters.normal(found[1].strip())] = found[2].strip()
            elif line.strip():
                unset.append(parameters.normal(line))
        return settings, tuple(unset)

    def clean(self) -> dict[str, Any]:
        said = super().clean() or self.cleaned_data
        if said.get("kind") != "enact" and "target" in said and not said["target"]:
            self.add_error("target", _("Say which rule, by its number."))
        return said

    def change(self) -> Change:
        """The change that is written here."""
        said = self.cleaned_data
        settings, unset = said["settings"]
        code = str(said.get("code", "")).replace("\r\n", "\n").strip("\n")
        enacting = said["kind"] == "enact"
        return Change(
            said["kind"],
            "" if enacting else said["target"],
            said["text"].replace("\r\n", "\n").strip(),
            settings,
            unset,
            f"{code}\n" if code else None if enacting or not self._had_code() else "",
            said.get("title", ""),
        )

    def _had_code(self) -> bool:
        """Whether the form came with code, so that an empty field means that there is to be none."""
        return bool(self.data.get("had_code"))


def filled(view: View, kind: str, target: str) -> dict[str, str]:
    """What a form begins with: the rule as it stands, by the number it bears or last bore."""
    provision = view.book.once(target)
    if provision is None or not provision.in_force:
        return {"kind": kind or "enact", "target": target}
    now = provision.now
    settings = "\n".join(f"{name} = {value}" for name, value in sorted(now.settings.items()))
    return {
        "kind": kind or "amend", "target": now.number, "title": now.title, "text": now.text, "settings": settings,
        "code": now.code,
    }  # fmt: skip


def of_change(change: Change) -> dict[str, str]:
    """What a form begins with: a change that was written before."""
    settings = [f"{name} = {value}" for name, value in change.settings.items()] + list(change.unset)
    return {
        "kind": change.kind, "target": change.target, "title": change.title, "text": change.text,
        "settings": "\n".join(settings), "code": change.code or "",
    }  # fmt: skip


class Arguing(forms.Form):
    text = words(gettext_lazy("Your words"))


class Announcing(forms.Form):
    at = forms.DateTimeField(
        label=gettext_lazy("When the vote begins"),
        help_text=gettext_lazy("In your own time."),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        error_messages={"required": gettext_lazy("Say when."), "invalid": gettext_lazy("Say a date and a time.")},
    )


class Asking(forms.Form):
    text = words(gettext_lazy("The question"), gettext_lazy("What the players disagree about, in words."))


class Ruling(forms.Form):
    text = words(
        gettext_lazy("The ruling"),
        gettext_lazy("A line “order points Ann +5” has the referee record it."),
        5,
    )


class Writing(forms.Form):
    """Something written to others: to those ticked."""

    to = forms.MultipleChoiceField(
        label=gettext_lazy("To"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Nothing is written here yet.")},
    )
    text = words(gettext_lazy("Your words"))

    def __init__(self, view: View, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        others = [(each.name, each.name) for each in view.players if each.plays and each.name != view.player]
        self.fields["to"].choices = [(ALL, _("everybody")), *others]  # type: ignore[attr-defined]


READING = "reading-"
"""What the names of the fields of open points begin with."""


def _reading(of: Reading, lang: str) -> forms.ChoiceField:
    """An open point of the rules: its question, and the ways to read it."""
    return forms.ChoiceField(
        label=put(of.asks, lang),
        choices=[(option, put(says, lang)) for option, says in of.options.items()],
        initial=of.usual,
        required=False,
        help_text=_("Rules %(rules)s. In letters: %(name)s.") % {"rules": ", ".join(of.rules), "name": of.name},
    )


class OpeningNomic(forms.Form):
    """What is asked when a game of Nomic is opened."""

    name = forms.CharField(
        label=gettext_lazy("Name of the game"),
        max_length=40,
        help_text=gettext_lazy("One word in small letters, such as lounge. It becomes the game's address."),
        error_messages={"required": gettext_lazy("Give the game a name; people will write to it.")},
        widget=forms.TextInput(attrs={"autocapitalize": "none", "spellcheck": "false", "autocomplete": "off"}),
    )
    ruleset = forms.ChoiceField(label=gettext_lazy("Rules to begin with"))
    own = forms.CharField(
        label=gettext_lazy("Or rules of your own"),
        required=False,
        max_length=200_000,
        help_text=gettext_lazy("Plain text, each rule under its number; it goes before the choice above."),
        widget=forms.Textarea(attrs={"rows": 5}),
    )
    player = forms.CharField(
        label=gettext_lazy("Your name in the game"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("Leave it empty if you do not play yourself."),
    )
    wanted = forms.IntegerField(label=gettext_lazy("Players it begins with"), min_value=2, max_value=40, initial=4)
    master = forms.ChoiceField(
        label=gettext_lazy("Who presides"),
        choices=(("referee", gettext_lazy("the referee alone")), ("me", gettext_lazy("I do"))),
        initial="referee",
        widget=forms.RadioSelect,
    )
    zone = forms.ChoiceField(label=gettext_lazy("Times are given in"))
    invited = forms.CharField(
        label=gettext_lazy("Invitations"),
        required=False,
        help_text=gettext_lazy("Paste e-mail addresses as you have them. Each gets a letter with a link to the game."),
        widget=forms.Textarea(attrs={"rows": 3, "class": "data", "spellcheck": "false"}),
    )

    def __init__(self, request: Request, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        known = [(name, RULESETS.get(name, ruleset(name).says)) for name in NAMES]
        clocks = zones_by_region(request.reader.zone_name)
        self.fields["ruleset"].choices = known  # type: ignore[attr-defined]
        self.fields["zone"].choices = clocks  # type: ignore[attr-defined]
        self.fields["zone"].initial = request.reader.zone_name
        lang = request.reader.lang
        for each in READINGS.values():
            self.fields[f"{READING}{each.name}"] = _reading(each, lang)

    @property
    def readings(self) -> list[forms.BoundField]:
        """The fields of the open points, which the page keeps together."""
        return [field for field in self if field.name.startswith(READING)]

    @property
    def others(self) -> list[forms.BoundField]:
        """All other fields."""
        return [field for field in self if not field.name.startswith(READING)]

    def chosen(self) -> dict[str, str]:
        """The readings that are chosen, by name."""
        said = self.cleaned_data
        return {name: said[f"{READING}{name}"] for name in READINGS if said.get(f"{READING}{name}")}

    def clean_invited(self) -> tuple[str, ...]:
        return addresses(str(self.cleaned_data["invited"]))

    def clean_name(self) -> str:
        return str(self.cleaned_data["name"]).strip().lower()

"""Sheets that a page can show, compare or begin with: the program's presets, one's own, those shared, and games'."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

import msgspec
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from dragoman import assembly
from dragoman.diplomacy.houserules.clause import SheetError
from dragoman.diplomacy.houserules.presets import preset, preset_names
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.game.seats import PersonId
from dragoman.web.door import GAME, visit
from dragoman.web.draft import Draft, decoded
from dragoman.web.reader import Request

PRESETS = {
    "datc": gettext_lazy("DATC 3.0: what the adjudicators' test cases prefer"),
    "2023": gettext_lazy("the rulebook of 2023"),
    "2000": gettext_lazy("the rulebook of 2000"),
    "1992": gettext_lazy("the rulebook of 1992"),
    "1982": gettext_lazy("the rulebook of 1982"),
    "1976": gettext_lazy("the rulebook of 1976"),
    "1971": gettext_lazy("the rulebook of 1971"),
    "dptg": gettext_lazy("the Players Technical Guide of 1998"),
    "droidippy": gettext_lazy("as played at Droidippy"),
    "webdiplomacy": gettext_lazy("as played at webDiplomacy"),
    "suomi": gettext_lazy("the rules of Finnish play by mail"),
    "democracy": gettext_lazy("Democracy: the table votes on builds"),
    "payola": gettext_lazy("Payola: orders are for sale"),
}
"""What the presets of the program are called."""

ABOUT = {
    "datc": gettext_lazy("Every point has an answer here. A good start where nothing else is agreed."),
    "2023": gettext_lazy("The newest rulebook; what it leaves open is filled in, and marked."),
    "2000": gettext_lazy("Much as 2023, but for convoys and removals."),
    "1992": gettext_lazy("The rules of 1982 in a new dress."),
    "1982": gettext_lazy("A convoyed army cuts no support against what convoys."),
    "1976": gettext_lazy("The rules of 1971 by another publisher."),
    "1971": gettext_lazy("A convoy breaks as soon as one possible route does."),
    "dptg": gettext_lazy("An army goes next door by sea only if its order says so."),
    "droidippy": gettext_lazy("A convoy next door that fails goes by land."),
    "webdiplomacy": gettext_lazy("Convoys next door must be said to be convoys."),
    "suomi": gettext_lazy("Two rounds a year, retreats ordered ahead, rankings voted on, and silence for a Yes."),
    "democracy": gettext_lazy("Powers and observers vote in secret on what is built, and all press goes to everybody."),
    "payola": gettext_lazy("Everybody bids for what every unit does; the dearest order is carried out."),
}
"""What sets each of them apart, in a sentence."""

OWN, SHARED, AT_GAME = "own-", "shared-", "game-"


@dataclass(frozen=True, slots=True)
class Source:
    """A sheet by the key that pages name it with. `against` is the sheet it stands on, `base` what that is called."""

    key: str
    name: str
    sheet: Sheet
    against: Sheet
    base: str
    errors: tuple[SheetError, ...] = ()


def find(request: Request, key: str) -> Source:
    """The sheet of that key. Raises Http404 where this reader cannot see one."""
    for start, of in ((OWN, _own), (SHARED, _shared), (AT_GAME, _of_game)):
        if key.startswith(start):
            return of(request, key.removeprefix(start))
    made = preset(key) if key in preset_names() else None
    if not isinstance(made, Sheet):
        raise Http404(key)
    return Source(key, str(PRESETS.get(key, key)), made, made, key)


def offered(request: Request, games: bool = True) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    """What there is to choose from in a list, in groups, each sheet with its key; with one's games or without."""
    mine = [(f"{OWN}{ident}", titled(draft)) for ident, draft, _at in own_drafts(request)]
    if mine:
        yield _("My own"), mine
    yield _("Presets"), [(name, str(PRESETS.get(name, name))) for name in ordered_presets()]
    at = [(f"{AT_GAME}{name}", name) for name in _my_games(request)] if games else []
    if at:
        yield _("My games"), at


def ordered_presets() -> list[str]:
    """The presets in the order in which people look for them: what is newest first."""
    return [name for name in PRESETS if name in preset_names()] + [n for n in preset_names() if n not in PRESETS]


# --- one's own ---


def own_draft(request: Request, ident: str) -> Draft:
    """A draft of the reader's own. Raises Http404 if there is none of that id."""
    person = request.reader.person
    kept = assembly.presets().find(person, ident) if person else None
    if kept is None:
        raise Http404(ident)
    return decoded(kept)


def own_drafts(request: Request) -> list[tuple[str, Draft, datetime]]:
    """All of the reader's own, the latest first."""
    person = request.reader.person
    return [(ident, decoded(kept), at) for ident, kept, at in assembly.presets().of(person)] if person else []


def keep(request: Request, ident: str, draft: Draft) -> None:
    """Keep a changed draft of the reader's own."""
    assembly.presets().change(_person(request), ident, draft.encoded(), assembly.clock().now())


def keep_new(request: Request, draft: Draft) -> str:
    """Keep a new draft; its id. Raises TooMany."""
    return assembly.presets().add(_person(request), draft.encoded(), assembly.clock().now())


def drop(request: Request, ident: str) -> None:
    """Keep one of the reader's own no longer."""
    assembly.presets().drop(_person(request), ident)


def titled(draft: Draft) -> str:
    """What a draft is called; one without a title by what it stands on."""
    return draft.title or _("untitled, on %(preset)s") % {"preset": draft.base}


def _person(request: Request) -> PersonId:
    person = request.reader.person
    assert person is not None, "whoever comes here has signed in"
    return person


# --- sources ---


def source_of(key: str, draft: Draft) -> Source:
    """A draft as a sheet to show."""
    made = draft.made()
    return Source(key, titled(draft), made.sheet, draft.below, draft.base, made.errors)


def _own(request: Request, ident: str) -> Source:
    return source_of(f"{OWN}{ident}", own_draft(request, ident))


def _shared(request: Request, ident: str) -> Source:
    return source_of(f"{SHARED}{ident}", shared_draft(ident))


def shared_draft(ident: str) -> Draft:
    """A draft that its owner shows to whoever has the link. Raises Http404 for any other."""
    kept = assembly.presets().shown(ident)
    draft = decoded(kept) if kept is not None else None
    if draft is None or not draft.shared:
        raise Http404(ident)
    return msgspec.structs.replace(draft, shared=False)


def _of_game(request: Request, name: str) -> Source:
    sheet = visit(request, name).view.sheet
    year = sheet.choice("I.2").value("year")
    rulebook = preset(year)
    assert isinstance(rulebook, Sheet)
    return Source(f"{AT_GAME}{name}", name, sheet, rulebook, year)


def _my_games(request: Request) -> list[str]:
    if request.reader.person is None:
        return []
    at = assembly.ledger().tables_of(request.reader.person)
    diplomacy = {name for name, game, _ in assembly.ledger().tables() if game == GAME}
    return list(dict.fromkeys(name for name, _seat in at if name in diplomacy))

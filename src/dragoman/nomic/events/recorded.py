"""How rules and changes of them stand in the ledger: whole, in plain words, and read back to the same for ever."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from msgspec import Struct

from dragoman.game.rulebook import Amendment, Version


class Change(Struct, frozen=True, omit_defaults=True):
    """What a proposal would do. `kind` is `enact`, `amend`, `repeal`, `transmute`, `amend amendment` or `repeal
    amendment`; `target` the number of the rule, or of the amendment.

    `text` is the whole new text (empty: the words stay; of an amendment: what the rule would have read after it);
    `settings` are parameters it sets and `unset` those it takes away; `code` is its code (empty: without any; None: as
    it is). `also` is a second kind, where a proposal is two changes and that is let pass.
    """

    kind: str
    target: str = ""
    text: str = ""
    settings: Mapping[str, str] = {}
    unset: tuple[str, ...] = ()
    code: str | None = None
    title: str = ""
    also: str = ""


class AmendmentRecord(Struct, frozen=True, omit_defaults=True):
    """A change of a rule that can itself be amended or repealed."""

    number: str
    before: str
    after: str
    settings: Mapping[str, str] = {}
    code: str | None = None


class RuleRecord(Struct, frozen=True, omit_defaults=True):
    """A rule or regulation as it stands from now on. `status` is `mutable`, `immutable` or `repealed`; `original` what
    stood before its amendments."""

    number: str
    text: str
    status: str = "mutable"
    settings: Mapping[str, str] = {}
    code: str = ""
    title: str = ""
    amendments: tuple[AmendmentRecord, ...] = ()
    original: RuleRecord | None = None


def version(record: RuleRecord, at: datetime, how: str = "set-up", by: str = "") -> Version:
    """The version of a provision that a record tells of."""
    return Version(
        at=at, number=record.number, text=record.text, status=record.status, settings=dict(record.settings),
        code=record.code, title=record.title, how=how, by=by,
        amendments=tuple(Amendment(a.number, a.before, a.after, dict(a.settings), a.code) for a in record.amendments),
        original=version(record.original, at) if record.original is not None else None,
    )  # fmt: skip


def rule_record(of: Version) -> RuleRecord:
    """The record of a version."""
    return RuleRecord(
        of.number, of.text, of.status, of.settings, of.code, of.title,
        tuple(AmendmentRecord(a.number, a.before, a.after, a.settings, a.code) for a in of.amendments),
        rule_record(of.original) if of.original is not None else None,
    )  # fmt: skip

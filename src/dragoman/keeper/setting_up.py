"""Setting a host up: what must be known is asked, what stands is kept, and the file is written whole or not at all."""

from __future__ import annotations

import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

import click
import msgspec

from dragoman.settings import SECTIONS, House, senseless, toml, written
from dragoman.tongues.misfits import misfit


class Senseless(ValueError):
    """An answer that cannot be used: one line that names it."""


def set_up(path: Path, given: Sequence[str], ask: bool) -> None:
    """Write the settings file. `given` are answers in the form KEY=VALUE; `ask` for the others at the terminal.

    Raises Senseless, and ImproperlyConfigured for a file that cannot be read; then nothing is changed.
    """
    values = _standing(path)
    known = {_answer(values, each) for each in given}
    if ask:
        for name in sorted(known):  # what cannot be asked again
            if wrong := _wrong(values, name):
                raise Senseless(wrong)
        _ask(values, known)
    values["host"]["secret"] = values["host"]["secret"] or secrets.token_urlsafe(32)
    _write(path, values)


Values = dict[str, dict[str, Any]]

QUESTIONS = (
    ("host.address", "The address at which letters reach this host"),
    ("host.url", "The address of its pages"),
    ("host.keeper", "Your own address, as its keeper and first game master"),
    ("host.lang", "The language of letters to people who have chosen none (en, fi)"),
    ("host.zone", "Their time zone"),
    ("database.url", "The database"),
    ("sending.how", "How letters leave: smtp, provider, folder or none"),
    ("sending.host", "  the mail server that takes them"),
    ("sending.port", "  its port"),
    ("sending.security", "  how the way there is kept secret: starttls, tls or none"),
    ("sending.user", "  your name there (empty: none is needed)"),
    ("sending.password", "  your password there"),
    ("receiving.how", "How letters come: smtp, lmtp, imap or none"),
    ("receiving.listen", "  where to listen for them"),
    ("receiving.dkim", "  are DKIM signatures to be checked here, as no server before this one does (yes, no)"),
    ("receiving.host", "  the mailbox's server"),
    ("receiving.port", "  its port"),
    ("receiving.user", "  your name there"),
    ("receiving.password", "  your password there"),
    ("games.open", "Who may open games: everyone, or those who are listed"),
    ("games.openers", "  the addresses of those who may (with commas)"),
    ("web.listen", "Where pages are served"),
    ("web.proxied", "Does a web server of yours stand before it (yes, no)"),
)
"""What is asked, in this order. What begins with blanks is asked only where the answer before it makes it matter."""


def _standing(path: Path) -> Values:
    """The settings as they stand, or as they usually are. What makes no sense is taken along: an answer can mend it."""
    values = {section: msgspec.structs.asdict(getattr(House(), section)) for section in SECTIONS}
    for section, kept in (_written(path) if path.exists() else {}).items():
        if section not in values or not isinstance(kept, dict):
            raise Senseless(f"{path}: there is no section “{section}”; strike it out, or name another file")
        if strange := sorted(kept.keys() - values[section].keys()):
            raise Senseless(f"{path}: there is no “{section}.{strange[0]}”; strike it out, or name another file")
        values[section] |= {
            key: tuple(map(str, each)) if isinstance(each, list) else each for key, each in kept.items()
        }
    return values


def _written(path: Path) -> dict[str, Any]:
    try:
        return toml(path)
    except (OSError, msgspec.MsgspecError, RecursionError) as fault:
        raise Senseless(f"{path}: {misfit(fault)}; mend it by hand, or move it away") from fault


def _answer(values: Values, text: str) -> str:
    """Take an answer in the form KEY=VALUE. Raises Senseless where there is no such key."""
    name, equals, value = text.partition("=")
    section, _, key = name.partition(".")
    if name == "host.secret":
        raise Senseless("--set host.secret: it is made here and never given; strike it out of the file for another")
    if not equals or key not in values.get(section, {}):
        raise Senseless(
            f"--set {name}: there is no such setting; write section.key=value, such as host.address=a@b.org"
        )
    _put(values, name, value)
    return name


def _put(values: Values, name: str, value: str) -> None:
    section, _, key = name.partition(".")
    parts = tuple(part.strip() for part in value.split(",") if part.strip())
    if isinstance(values[section][key], bool):
        value = {"yes": "true", "no": "false"}.get(value.strip().lower(), value)
    values[section][key] = parts if isinstance(values[section][key], tuple) else value.strip()


def _ask(values: Values, known: set[str]) -> None:
    for name, question in QUESTIONS:
        if name in known or (question.startswith(" ") and not _matters(values, name)):
            continue
        section, _, key = name.partition(".")
        hidden, standing = key == "password", values[section][key]
        while True:
            shown = ", ".join(standing) if isinstance(standing, tuple) else _yes_no(standing)
            answer = click.prompt(question, default=shown, hide_input=hidden, show_default=not hidden, type=str)
            _put(values, name, answer)
            if not (wrong := _wrong(values, name)):
                break
            click.echo(wrong)
            values[section][key] = standing


def _wrong(values: Values, name: str) -> str:
    """Why an answer cannot be used, whatever the others are; empty if it can."""
    section, _, key = name.partition(".")
    own = {each: value for each, value in values[section].items() if each in (key, "how")}
    try:
        house = msgspec.convert({section: own}, House, strict=False)
    except msgspec.ValidationError as fault:
        return misfit(fault, House)
    return next((each for each in senseless(house) if each.startswith(f"{name}:")), "")


def _yes_no(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _matters(values: Values, name: str) -> bool:
    """Whether a question has a meaning, given the answers before it."""
    section, _, key = name.partition(".")
    match section, key:
        case "sending", _:
            return bool(values["sending"]["how"] == "smtp")
        case "receiving", "listen" | "dkim":
            return values["receiving"]["how"] in ("smtp", "lmtp")
        case "receiving", _:
            return bool(values["receiving"]["how"] == "imap")
        case _:
            return bool(values["games"]["open"] == "listed")


def _write(path: Path, values: Values) -> None:
    """Write the file whole or not at all, for its owner's eyes alone. Raises Senseless for answers without sense."""
    try:
        house = msgspec.convert(values, House, strict=False)
    except msgspec.ValidationError as fault:
        raise Senseless(misfit(fault, House)) from fault
    problems = senseless(house)
    if problems:
        raise Senseless("; ".join(problems))
    beside = path.with_name(path.name + ".new")
    try:
        path.absolute().parent.mkdir(parents=True, exist_ok=True)
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="utf-8") as file:
            file.write(written(house))
        beside.replace(path)
    except OSError as fault:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        where = path if fault.filename in (None, str(beside)) else fault.filename
        raise Senseless(f"{where}: {(fault.strerror or str(fault)).lower()}") from fault

"""A backup is one file with every row of one moment, whichever database it lay in, and a sum that proves it whole.

It is taken while games go on, and can be read back into either kind of database, by this version or a later one. What
names persons is in it as it is kept: sealed with keys that only the host's secret opens. The secret is in it when asked
for, and then the file itself is sealed. The way of the bytes: rows, lines of JSON, packed, sealed.
"""

from __future__ import annotations

import base64
import hashlib
import os
import sqlite3
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

import msgspec
from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from django.apps import apps
from django.db import connections, models, transaction

FORMAT = 1
OURS = ("people", "store")
"""The applications whose rows are kept. Open sessions are not: whoever was signed in signs in again. Nor are folds of
games: they follow from the events."""
FOLLOWING = frozenset({"store.snapshot"})
CHUNK = 1 << 16
BATCH = 500
SCRYPT = {"n": 1 << 15, "r": 8, "p": 1, "maxmem": 1 << 26}


class Unfit(Exception):
    """A file that cannot be read back here, and why, in one line."""


class Outside(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The first line, open to all: that it is a backup, and the salt of the passphrase it is sealed with, if it is."""

    dragoman: str
    format: int
    salt: str = ""


class Head(msgspec.Struct, frozen=True):
    """The first line within: when and by which version it was made, of a host with which secret, and its settings."""

    version: str
    made_at: datetime
    secret: str
    settings: str = ""


class Rows(msgspec.Struct, frozen=True):
    """A line before the rows of one model."""

    model: str
    columns: tuple[str, ...]


class Foot(msgspec.Struct, frozen=True):
    """The last line: how many rows there are of each model, and the SHA-256 of all lines within before it."""

    rows: dict[str, int]
    sha256: str


@dataclass(frozen=True, slots=True)
class Contents:
    """What a backup holds, as far as it is known without a database."""

    head: Head
    rows: dict[str, int]
    sha256: str
    sealed: bool


# --- taking one ---


def write(file: IO[bytes], head: Head, passphrase: str = "") -> None:
    """Write a backup of the host's database, as it stands at one moment."""
    salt = os.urandom(16) if passphrase else b""
    outside = msgspec.json.encode(Outside("backup", FORMAT, salt.hex())) + b"\n"
    file.write(outside)
    with snapshot() as using:
        packed = _packed(_lines(head, using))
        file.writelines(_sealed(packed, _key(passphrase, salt), outside) if passphrase else packed)


def _lines(head: Head, using: str) -> Iterator[bytes]:
    digest = hashlib.sha256()
    counted: dict[str, int] = {}
    for line in _body(head, using, counted):
        digest.update(line)
        yield line
    yield msgspec.json.encode(Foot(counted, digest.hexdigest())) + b"\n"


def _body(head: Head, using: str, counted: dict[str, int]) -> Iterator[bytes]:
    yield msgspec.json.encode(head) + b"\n"
    for model in kept_models():
        columns = tuple(field.attname for field in model._meta.concrete_fields)
        yield msgspec.json.encode(Rows(model._meta.label_lower, columns)) + b"\n"
        rows = model._default_manager.using(using).order_by("pk").values_list(*columns)
        counted[model._meta.label_lower] = 0
        for row in rows.iterator(chunk_size=BATCH):
            counted[model._meta.label_lower] += 1
            yield msgspec.json.encode([_plain(value) for value in row]) + b"\n"


def kept_models() -> list[type[models.Model]]:
    """Every model whose rows are kept, in an order that is always the same."""
    found = [model for app in OURS for model in apps.get_app_config(app).get_models()]
    found = [model for model in found if model._meta.label_lower not in FOLLOWING]
    return sorted(found, key=lambda model: model._meta.label_lower)


def _plain(value: Any) -> Any:
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode()
    return value.isoformat() if isinstance(value, datetime) else value


@contextmanager
def snapshot() -> Iterator[str]:
    """The alias of a database that stands still: a copy of the SQLite file, or a transaction that sees one moment."""
    settings = connections["default"].settings_dict
    if connections["default"].vendor == "sqlite":
        with tempfile.TemporaryDirectory(prefix="dragoman-backup-") as folder:
            name = str(Path(folder) / "copy.sqlite3")
            connections["default"].ensure_connection()
            copy = sqlite3.connect(name)
            try:
                connections["default"].connection.backup(copy)
            finally:
                copy.close()
            with _beside({**settings, "NAME": name}) as using:
                yield using
        return
    from psycopg import IsolationLevel

    options = {**settings["OPTIONS"], "isolation_level": IsolationLevel.REPEATABLE_READ}
    with _beside({**settings, "OPTIONS": options}) as using, transaction.atomic(using):
        with connections[using].cursor() as cursor:
            cursor.execute("SET TRANSACTION READ ONLY")
        yield using


@contextmanager
def _beside(settings: dict[str, Any], alias: str = "snapshot") -> Iterator[str]:
    """One more database for a while."""
    connections.databases[alias] = settings
    try:
        yield alias
    finally:
        connections[alias].close()
        del connections[alias]
        del connections.databases[alias]


# --- reading one ---


def contents(file: IO[bytes], passphrase: str = "") -> Contents:
    """Read a whole backup, and prove by its sum that it is whole. Raises Unfit."""
    sealed = bool(_outside(file)[0].salt)
    file.seek(0)
    digest, last, head, rows = hashlib.sha256(), b"", None, 0
    for line in _within(file, passphrase):
        if last:
            digest.update(last)
            rows += last.startswith(b"[")
        head = head or _decoded(line, Head)
        last = line
    foot = _decoded(last, Foot)
    if head is None or foot.sha256 != digest.hexdigest() or rows != sum(foot.rows.values()):
        raise Unfit("its sum does not fit what is in it: it was altered, or damaged on its way")
    return Contents(head, foot.rows, foot.sha256, sealed)


def load(file: IO[bytes], passphrase: str = "", using: str = "default") -> None:
    """Put every row into an empty database. Whoever calls has a transaction open. Raises Unfit."""
    lines = _within(file, passphrase)
    next(lines)
    model, columns, batch = None, (), []
    for line in lines:
        if line.startswith(b"["):
            assert model is not None
            batch.append(_made(model, columns, msgspec.json.decode(line)))
            if len(batch) < BATCH:
                continue
        _put(model, batch, using)
        batch = []
        if line.startswith(b'{"model"'):
            rows = _decoded(line, Rows)
            model, columns = _model(rows), rows.columns
    _number_on(using)


def _put(model: type[models.Model] | None, batch: list[models.Model], using: str) -> None:
    if model is not None and batch:
        model._default_manager.using(using).bulk_create(batch)


def _model(rows: Rows) -> type[models.Model]:
    found = {model._meta.label_lower: model for model in kept_models()}.get(rows.model)
    if found is None or not set(rows.columns) <= {field.attname for field in found._meta.concrete_fields}:
        raise Unfit(f"a later version of Dragoman made it: {rows.model} is not known here in this form")
    return found


def _made(model: type[models.Model], columns: Iterable[str], values: list[Any]) -> models.Model:
    fields = {field.attname: field for field in model._meta.concrete_fields}
    given = dict(zip(columns, values, strict=True))
    return model(**{name: _full(fields[name], value) for name, value in given.items()})


def _full(field: Any, value: Any) -> Any:
    if value is None:
        return None
    if isinstance(field, models.BinaryField):
        return base64.b64decode(value)
    return datetime.fromisoformat(value) if isinstance(field, models.DateTimeField) else value


def _number_on(using: str) -> None:
    """Let the database number new rows after those that were put in."""
    from django.core.management.color import no_style

    with connections[using].cursor() as cursor:
        for statement in connections[using].ops.sequence_reset_sql(no_style(), kept_models()):
            cursor.execute(statement)


def _outside(file: IO[bytes]) -> tuple[Outside, bytes]:
    line = file.readline(1000)
    outside = _decoded(line, Outside)
    if outside.dragoman != "backup":
        raise Unfit("this is no backup: its first line does not say so")
    if outside.format != FORMAT:
        raise Unfit("it is of a form that this version does not know")
    return outside, line


def _decoded(line: bytes, kind: type[Any]) -> Any:
    try:
        return msgspec.json.decode(line, type=kind)
    except (msgspec.MsgspecError, RecursionError) as fault:
        what = "this is no backup" if kind is Outside else "it is not whole"
        raise Unfit(f"{what}: {fault}") from fault


def _within(file: IO[bytes], passphrase: str) -> Iterator[bytes]:
    """The lines within. Raises Unfit."""
    outside, line = _outside(file)
    if outside.salt and not passphrase:
        raise Unfit("it is sealed; name the file with its passphrase by --passphrase-file")
    packed: Iterator[bytes] = iter(lambda: file.read(CHUNK), b"")
    if outside.salt:
        packed = _opened(file, _key(passphrase, bytes.fromhex(outside.salt)), line)
    return _unpacked(packed)


# --- packing and sealing ---


def _packed(lines: Iterator[bytes]) -> Iterator[bytes]:
    packer = zlib.compressobj(6)
    for line in lines:
        if part := packer.compress(line):
            yield part
    yield packer.flush()


def _unpacked(packed: Iterator[bytes]) -> Iterator[bytes]:
    unpacker, rest = zlib.decompressobj(), b""
    try:
        for part in packed:
            while part:
                rest += unpacker.decompress(part, 1 << 20)
                part = unpacker.unconsumed_tail
                *lines, rest = rest.split(b"\n")
                yield from (line + b"\n" for line in lines)
    except zlib.error as fault:
        raise Unfit(f"it is not whole: {fault}") from fault
    if not unpacker.eof or rest:
        raise Unfit("it is not whole: its end is missing")


def _key(passphrase: str, salt: bytes) -> AESGCM:
    return AESGCM(hashlib.scrypt(passphrase.encode(), salt=salt, dklen=32, **SCRYPT))


def _nonce(number: int, last: bool) -> bytes:
    """Chunks are numbered, and the last says so: none can be left out, put elsewhere, or cut off unseen."""
    return number.to_bytes(11, "big") + bytes([last])


def _sealed(packed: Iterator[bytes], key: AESGCM, outside: bytes) -> Iterator[bytes]:
    kept, number = b"", 0
    for part in packed:
        kept += part
        while len(kept) > CHUNK:
            chunk, kept = kept[:CHUNK], kept[CHUNK:]
            yield key.encrypt(_nonce(number, False), chunk, outside)
            number += 1
    yield key.encrypt(_nonce(number, True), kept, outside)


def _opened(file: IO[bytes], key: AESGCM, outside: bytes) -> Iterator[bytes]:
    number, chunk = 0, file.read(CHUNK + 16)
    while chunk:
        after = file.read(CHUNK + 16)
        try:
            yield key.decrypt(_nonce(number, not after), chunk, outside)
        except InvalidTag as fault:
            why = "the passphrase is another, or the file was altered" if not number else "it was altered, or cut off"
            raise Unfit(why) from fault
        number, chunk = number + 1, after


__all__ = ["Contents", "Head", "Unfit", "contents", "kept_models", "load", "snapshot", "write"]

"""Statements that are composed once and filled with values each time.

To compose a query takes Django longer than to answer it takes the database. What is asked with every letter, tick and
page is composed here at its first use by each connection; what comes back is what Django's own query would give.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import chain, islice
from typing import Any, Generic, TypeVar

from django.db import connections, models, transaction

M = TypeVar("M", bound=models.Model)

MOST_VALUES = 20_000
"""Values in one statement: SQLite takes some thirty thousand."""

FIRST = datetime(1, 1, 1, tzinfo=UTC)


class Lookup(Generic[M]):
    """A query for rows of one model. `make` composes it, given the database's alias and a stand-in for each value.

    The kinds of values are `str`, `int` and `datetime`; each must stand in the query as it is given.
    """

    def __init__(self, make: Callable[..., models.QuerySet[M]], *kinds: type) -> None:
        self._make = make
        self._kinds = kinds

    def rows(self, using: str, *values: Any) -> list[M]:
        """The rows that the query finds with these values."""
        connection = connections[using]
        ready: dict[Any, _Composed] = connection.__dict__.setdefault("_statements", {})
        if self not in ready:
            ready[self] = _Composed(self._make, self._kinds, using)
        return ready[self].rows(connection, using, values)

    def first(self, using: str, *values: Any) -> M | None:
        """The first of them."""
        return next(iter(self.rows(using, *values)), None)


class _Composed:
    """A query as one connection asks it."""

    def __init__(self, make: Callable[..., models.QuerySet[Any]], kinds: Sequence[type], using: str) -> None:
        connection = connections[using]
        marks = [_mark(kind, number) for number, kind in enumerate(kinds)]
        query = make(using, *marks).query
        compiler = query.get_compiler(connection=connection)
        self.sql, params = compiler.as_sql()
        asked = [_adapted(connection, mark) for mark in marks]
        self.fixed = [(None, asked.index(each)) if each in asked else (each, -1) for each in params]
        found = {place for _, place in self.fixed if place >= 0}
        assert len(found) == len(kinds), f"not every value stands in {self.sql}"
        self.model: Any = query.model
        assert compiler.klass_info is not None
        columns = [compiler.select[place][0] for place in compiler.klass_info["select_fields"]]
        self.names = [column.target.attname for column in columns]
        self.converters = list(compiler.get_converters(columns).items())

    def rows(self, connection: Any, using: str, values: Sequence[Any]) -> list[Any]:
        given = [_adapted(connection, value) for value in values]
        with connection.cursor() as cursor:
            cursor.execute(self.sql, [given[place] if place >= 0 else value for value, place in self.fixed])
            found = cursor.fetchall()
        return [self.model.from_db(using, self.names, self._converted(connection, row)) for row in found]

    def _converted(self, connection: Any, row: Sequence[Any]) -> Sequence[Any]:
        if not self.converters:
            return row
        values = list(row)
        for place, (converters, column) in self.converters:
            for converter in converters:
                values[place] = converter(values[place], column, connection)
        return values


class Insert:
    """New rows of a model, of which every field but a number of its own is given. A row that is there already, by its
    key, is left as it is where `ignoring`."""

    def __init__(self, model: type[models.Model], *names: str, ignoring: bool = False) -> None:
        self._width = len(names)
        columns = (model._meta.get_field(name).column for name in names)  # type: ignore[union-attr]
        named = ", ".join(f'"{column}"' for column in columns)
        self._sql = f'INSERT INTO "{model._meta.db_table}" ({named}) VALUES '  # noqa: S608 - names of models alone
        self._row = f"({', '.join(['%s'] * self._width)})"
        self._end = " ON CONFLICT DO NOTHING" if ignoring else ""
        self._copy = f'COPY "{model._meta.db_table}" ({named}) FROM STDIN'

    def run(self, using: str, *rows: Sequence[Any]) -> int:
        """How many rows were new."""
        connection, rest, made = connections[using], iter(rows), 0
        while some := list(islice(rest, MOST_VALUES // self._width)):
            sql = self._sql + ", ".join([self._row] * len(some)) + self._end
            with connection.cursor() as cursor:
                cursor.execute(sql, [_adapted(connection, value) for value in chain.from_iterable(some)])
                made += cursor.rowcount
        return made

    def copy(self, using: str, rows: Sequence[Sequence[Any]]) -> None:
        """Many new rows, none of which is there: on PostgreSQL by COPY, a quarter of the time of a statement of values.
        Raises IntegrityError where one is there already; COPY does even where `ignoring`."""
        connection = connections[using]
        if connection.vendor != "postgresql" or not rows:
            self.run(using, *rows)
            return

        def executed(sql: str, _params: Any, _many: bool, context: Mapping[str, Any]) -> None:
            with connection.wrap_database_errors, context["cursor"].copy(sql) as copy:
                for row in rows:
                    copy.write_row(row)

        with connection.cursor() as cursor:
            watched(connection, executed)(self._copy, None, False, {"connection": connection, "cursor": cursor})

    def kept(self, using: str, returning: str, *rows: Sequence[Any]) -> set[Any]:
        """The values in the column `returning` of the rows that were new, of so few that one statement takes them."""
        connection = connections[using]
        sql = self._sql + ", ".join([self._row] * len(rows)) + f'{self._end} RETURNING "{returning}"'
        with connection.cursor() as cursor:
            cursor.execute(sql, [_adapted(connection, value) for value in chain.from_iterable(rows)])
            return {row[0] for row in cursor.fetchall()}


Executed = Callable[[str, Any, bool, Mapping[str, Any]], Any]


def watched(connection: Any, executed: Executed) -> Executed:
    """What is sent in a way of our own, seen by all who look at what is sent (`execute_wrapper`), as any statement."""
    for wrapper in reversed(connection.execute_wrappers):
        executed = partial(wrapper, executed)
    return executed


def execute(using: str, sql: str, values: Sequence[Any]) -> int:
    """A statement with these values; how many rows it changed."""
    connection = connections[using]
    with connection.cursor() as cursor:
        cursor.execute(sql, [_adapted(connection, value) for value in values])
        return int(cursor.rowcount)


def answers(using: str, sql: str, values: Sequence[Any]) -> list[Any]:
    """The rows by which a question with these values is answered."""
    connection = connections[using]
    with connection.cursor() as cursor:
        cursor.execute(sql, [_adapted(connection, value) for value in values])
        return list(cursor.fetchall())


def execute_many(using: str, sql: str, rows: Sequence[Sequence[Any]]) -> None:
    """The same statement with the values of each row."""
    if not rows:
        return
    connection = connections[using]
    with connection.cursor() as cursor:
        cursor.executemany(sql, [[_adapted(connection, value) for value in row] for row in rows])


@contextmanager
def unhurried(using: str) -> Iterator[None]:
    """A transaction for which the disk is not waited: after a power cut it may be as if it had not been, never half of
    it, and never without what came before. Only for what may be done again. All others stay written through."""
    connection = connections[using]
    outermost = not connection.in_atomic_block
    if not outermost or connection.vendor not in UNHURRIED:
        with transaction.atomic(using):
            yield
    elif connection.vendor == "postgresql":
        with transaction.atomic(using):
            execute(using, "SET LOCAL synchronous_commit TO off", ())
            yield
    else:
        execute(using, "PRAGMA synchronous=NORMAL", ())
        try:
            with transaction.atomic(using):
                yield
        finally:
            _written_through(connection)


UNHURRIED = ("sqlite", "postgresql")


def _written_through(connection: Any) -> None:
    """From now on each transaction waits for the disk again. A connection that cannot say so is not used again."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA synchronous=FULL")
    except Exception:
        connection.close()
        raise


def _adapted(connection: Any, value: Any) -> Any:
    """A value as that connection's database takes it."""
    return connection.ops.adapt_datetimefield_value(value) if isinstance(value, datetime) else value


def _mark(kind: type, number: int) -> Any:
    """A value that no query holds but where we put it."""
    if issubclass(kind, datetime):
        return FIRST + timedelta(seconds=number)
    made: Callable[[int], Any] = kind
    return made(2_000_000_011 + number)

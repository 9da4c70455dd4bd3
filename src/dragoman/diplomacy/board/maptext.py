"""Where things stand in a map file's text: line and column of a key, or of a word in its value, to tell of faults."""

from __future__ import annotations

import re
from dataclasses import dataclass

from dragoman.game.saying import Saying

HEADING = re.compile(r"\s*\[++([^\]]+)\]+\s*(#.*)?$")
KEY = re.compile(r"""\s*+([\w.\-"'][\w.\-"' \t]*+)=""")
TOML_PLACE = re.compile(r"\(at line (\d+), column (\d+)\)")


@dataclass(frozen=True, slots=True)
class MapError:
    """One fault of a map file: where (`source`, 1-based `line` and `column`), which `word`, what is wrong and what to
    write in its place (both in `says`). `code` is short and stable."""

    code: str
    source: str
    line: int
    column: int
    word: str
    says: Saying


class MapText:
    """The lines of a TOML text by table and key. It knows only as much TOML as it takes to point at a place."""

    def __init__(self, text: str) -> None:
        self.lines = text.splitlines()
        self._keys: dict[tuple[str, str], tuple[int, int]] = {}
        self._tables: dict[str, int] = {}
        self._scan()

    def _scan(self) -> None:
        table = ""
        last: tuple[str, str] | None = None
        for number, line in enumerate(self.lines, start=1):
            if heading := HEADING.fullmatch(line):
                table, last = _bare(heading[1].strip()), None
                self._tables.setdefault(table, number)
            elif key := KEY.match(line):
                last = (table, _bare(key[1].strip()))
                self._keys.setdefault(last, (number, number))
            elif last and line.strip():
                self._keys[last] = (self._keys[last][0], number)

    def find(self, table: str, key: str = "", word: str = "") -> tuple[int, int]:
        """Line and column of `word` in the value of `key` in `[table]`; else of the key; else of the heading."""
        if (table, key) not in self._keys:
            line = self._tables.get(table) or self._first_within(table)
            return line, self._column(line, table.rpartition(".")[2], 0)
        first, last = self._keys[table, key]
        for line in range(first, last + 1):
            start = self.lines[line - 1].find("=") + 1 if line == first else 0
            if word and (column := self._column(line, word, start)):
                return line, column
        return first, self._column(first, key, 0) or 1

    def _first_within(self, table: str) -> int:
        """The line of the first heading that is within the table; the file's first line if there is none."""
        return min((line for name, line in self._tables.items() if name.startswith(f"{table}.")), default=1)

    def _column(self, line: int, word: str, start: int) -> int:
        """Where the word stands in the line as a whole word, 1-based; 0 if it does not."""
        text = self.lines[line - 1] if line <= len(self.lines) else ""
        found = re.compile(rf"(?<![\w/]){re.escape(word)}(?![\w/])").search(text, start)
        return found.start() + 1 if found else 0


def _bare(key: str) -> str:
    """A key without quotes and without spaces around its dots."""
    return ".".join(part.strip().strip("\"'") for part in key.split("."))

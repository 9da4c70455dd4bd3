"""Other adjudicators, each in a process of its own in the bench's own environment, holding the sample ready."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any


class Peer:
    """One of the scripts beside this file, run by that Python with those phases; `said` is what it told when ready."""

    def __init__(self, python: str, script: str, phases: Iterable[Mapping[str, Any]]) -> None:
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
            for phase in phases:
                file.write(json.dumps(phase) + "\n")
            file.flush()
            command = [python, str(Path(__file__).with_name(script)), file.name]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
            self.said = self._answer()

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            sys.exit("The peer stopped. Is it installed in its environment (make bench does that)?")
        return json.loads(line)

    def ask(self, word: str) -> Any:
        assert self._process.stdin is not None
        self._process.stdin.write(word + "\n")
        self._process.stdin.flush()
        return self._answer()

    def seconds(self) -> float:
        """Of processor time, for one pass over the phases."""
        return float(self.ask("go"))

    def close(self) -> None:
        self._process.communicate()

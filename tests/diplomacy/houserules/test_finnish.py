"""Every sentence of the house rules has its Finnish, with the same gaps, and nothing else is kept."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import dragoman.diplomacy.houserules
from dragoman.diplomacy.houserules import accord, document, wording
from dragoman.diplomacy.houserules.catalogue import FAMILIES
from dragoman.diplomacy.houserules.clause import Clause, Parameter
from dragoman.diplomacy.houserules.presets import preset
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.rendering import houserules as rendering
from dragoman.tongues.catalogue import read_catalogue

CATALOGUE = resources.files("dragoman.tongues") / "fi" / "LC_MESSAGES" / "houserules.po"
GAP = re.compile(r"\{(\w+)(?::\w+)?\}")


def test_every_sentence_has_its_finnish_and_no_other() -> None:
    english = set(sentences())
    assert english - finnish().keys() == set()
    assert finnish().keys() - english == set()


def test_the_gaps_are_the_same() -> None:
    for english, said in finnish().items():
        assert set(GAP.findall(english)) == set(GAP.findall(said)), english


def test_nothing_is_left_english() -> None:
    assert [english for english, said in finnish().items() if english == said] == []


def test_the_finnish_preset_reads_finnish() -> None:
    sheet = preset("suomi")
    assert isinstance(sheet, Sheet)
    text = " ".join(rendering.document_text(document.document(sheet), "fi").split())
    assert "F.5.B Vaiheet kierroksina Vuodessa on kaksi kierrosta" in text
    assert "pelaaja, jolta jää peräkkäin väliin 2 kierrosta, on eronnut" in text


def finnish() -> dict[str, str]:
    return dict(read_catalogue(CATALOGUE.read_text(encoding="utf-8")))


def sentences() -> Iterator[str]:
    """Every sentence: the clauses', those that go with them, and the code's own."""
    for title, clauses in FAMILIES:
        yield title
        for clause in clauses:
            yield from filter(None, of_clause(clause))
    yield from (clash.why for clash in (*accord.CONTRADICTIONS, *accord.REMARKS))
    yield from document.NOTES.values()
    yield wording.ANOTHER_NAME
    (folder,) = dragoman.diplomacy.houserules.__path__
    for path in [*sorted(Path(folder).glob("*.py")), Path(rendering.__file__)]:
        yield from spoken(path)


def of_clause(clause: Clause) -> Iterator[str]:
    yield from (clause.title, clause.text)
    for parameter in clause.parameters:
        yield from of_parameter(parameter)
    for alternative in clause.alternatives:
        yield alternative.text
        for parameter in alternative.parameters:
            yield from of_parameter(parameter)
        yield from (*alternative.more, *alternative.settled)
    yield from (*clause.settled, clause.help)


def of_parameter(parameter: Parameter) -> Iterator[str]:
    yield parameter.title
    yield from (sentence for _, sentence in parameter.says)


def spoken(path: Path) -> Iterator[str]:
    """The sentences that the code says where it stands: `say("…")`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "say":
            (first, *_) = node.args
            if isinstance(first, ast.Constant):
                yield str(first.value)

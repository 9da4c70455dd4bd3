"""The catalogues: read as `.po` files are written, and every translation keeps the gaps of its sentence."""

from __future__ import annotations

import pytest

from dragoman.tongues.catalogue import catalogue, read_catalogue
from dragoman.tongues.lexicon import LANGUAGES
from dragoman.tongues.saying import GAP

PO = r"""
# A remark.
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\n"

#: somewhere.py
msgid "The {unit} holds."
msgstr "{unit} pysyy."

msgid ""
"One line\n"
"and \"another\""
msgstr ""
"Yksi rivi\n"
"ja \"toinen\""
#, fuzzy
msgid "Perhaps"
msgstr "Ehkä"

msgid "Not yet"
msgstr ""

msgid "Back\\slash\t."
msgstr "Keno\\viiva."
"""


def test_a_catalogue_is_read() -> None:
    assert read_catalogue(PO) == {
        "The {unit} holds.": "{unit} pysyy.",
        'One line\nand "another"': 'Yksi rivi\nja "toinen"',
        "Back\\slash\t.": "Keno\\viiva.",
    }


@pytest.mark.parametrize("line", ['msgid "open', "nonsense", '"a string before any msgid"', 'msgctxt "x"'])
def test_a_line_that_is_no_entry_is_told_by_its_number(line: str) -> None:
    with pytest.raises(ValueError, match="line 2"):
        read_catalogue(f"\n{line}")


def test_english_needs_no_catalogue() -> None:
    assert catalogue("en") == {}
    assert catalogue("xx") == {}


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_a_translation_keeps_the_gaps_of_its_sentence(lang: str) -> None:
    def gaps(text: str) -> set[str]:
        return {gap[1] for gap in GAP.finditer(text)}

    wrong = {english: said for english, said in catalogue(lang).items() if gaps(english) != gaps(said)}
    assert wrong == {}
    assert catalogue(lang)

"""What the keeper's commands remark on writing is remarked in Finnish where that is asked for."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.keeper.test_results import run

TEXT = "A Vie - Gal\nA Vie - Spa\nA Bud - Ser ja F Tri - Foo\nArmy Budapest moves to Serbiaa\n"


def told(lang: str, text: str = TEXT) -> list[dict[str, object]]:
    _, printed = run("read", "--power", "Austria", "--lang", lang, stdin=text)
    return [json.loads(line) for line in printed.splitlines()]


def test_reading_remarks_in_finnish() -> None:
    english, finnish = told("en"), told("fi")
    assert [line["order"] for line in english] == [line["order"] for line in finnish]
    assert [line["status"] for line in english] == [line["status"] for line in finnish]
    both = [(one["why"], other["why"]) for one, other in zip(english, finnish, strict=True) if one["why"]]
    assert both
    assert all(one != other for one, other in both)
    assert "The order is impossible on this board." in {why for why, _ in both}
    assert "Siirto on tällä laudalla mahdoton." in {why for _, why in both}


def test_letters_are_remarked_on_in_finnish(tmp_path: Path) -> None:
    file = tmp_path / "letter.eml"
    file.write_text(
        "From: ann@example.org\nTo: dragoman+kalmar@example.org\nSubject: kalmar\nMessage-ID: <1@example.org>\n\n"
        "A Vie - Gal\nA Ven - Tri\nA Bud - Foo\n"
    )
    warnings = []
    for lang in ("en", "fi"):
        _, printed = run("letter", str(file), "--as", "Austria", "--game", "kalmar", "--lang", lang)
        warnings.append(json.loads(printed)["warnings"])
    english, finnish = warnings
    assert len(english) == len(finnish) > 0
    assert not set(english) & set(finnish)


@pytest.mark.parametrize("command", ["read", "letter", "houserules", "results"])
def test_a_language_that_there_is_not_is_told(command: str) -> None:
    status, _ = run(command, "--lang", "sv")
    assert status

"""The words of each tongue: every tongue has a word for everything, no word means two things, statuses hear denials."""

from __future__ import annotations

import pytest

from dragoman.tongues.lexicon import LANGUAGES, folded, lexicon, read_lexicon, status, words_of

ENGLISH = lexicon("en")
MAY_BE_WORDLESS = {
    ("within", "to"),
    ("within", "on"),
    ("moment_word", "of"),
    *(("day_word", each) for each in ("between", "and", "since", "weekday")),
}
"""What a language may say by an ending."""

ONE_MEANING = ("status", "month", "weekday", "command", "office", "coast", "season", "answer")
"""Sections in which a writing stands for one thing only."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_tongue_has_a_word_for_whatever_english_has(lang: str) -> None:
    words = lexicon(lang)
    lacking = [
        (section, entry)
        for section, entries in ENGLISH.sections.items()
        for entry in entries
        if not words.entries(section).get(entry) and (section, entry) not in MAY_BE_WORDLESS and section != "number"
    ]
    assert lacking == []
    assert set(words.shown) == set(ENGLISH.shown)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("section", ONE_MEANING)
def test_no_word_means_two_things(lang: str, section: str) -> None:
    said = [folded(writing) for writings in lexicon(lang).entries(section).values() for writing in set(writings)]
    assert sorted(said) == sorted(set(said))


def test_words_are_found_whatever_their_case_and_accents() -> None:
    assert ENGLISH.meaning("month", "MARCH") == "3"
    assert lexicon("fi").meaning("season", "kevat") == "Spring"
    assert lexicon("fi").meaning("season", "KEVÄT") == "Spring"
    assert ENGLISH.meaning("season", "monsoon") is None
    assert ENGLISH.meaning("no such section", "spring") is None


def test_the_longest_opening_is_found() -> None:
    assert ENGLISH.opening("command", "Grey press to France: hello") == ("grey_press", " France: hello")
    assert ENGLISH.opening("command", "clear my orders, please") == ("clear", ", please")
    assert lexicon("fi").opening("command", "Peru valtakirja") == ("revoke_proxy", "")
    assert ENGLISH.opening("command", "A Vie - Gal") is None
    assert ENGLISH.opening("command", "") is None


def test_an_unknown_tongue_is_told_with_those_there_are() -> None:
    with pytest.raises(LookupError, match="en, fi"):
        lexicon("sv")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't go, Åke!", ["dont", "go", "ake"]),
        ("  ", []),
        ("Türkiye—Ōsaka", ["turkiye", "osaka"]),
        ("so\u00adft\u200b hy\u0301phen", ["soft", "hyphen"]),
        ("ﬁnal", ["final"]),
    ],
)
def test_words_are_compared_without_what_does_not_matter(text: str, words: list[str]) -> None:
    assert [word for word, _ in words_of(text)] == words
    assert all(0 < end <= len(text) for _, end in words_of(text))


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("final", "final"),
        ("here are my orders for Spring 1901, please treat them as FINAL.", "final"),
        ("I may still change them, so do not treat them as final.", None),
        ("I don't want these to be final", None),
        ("not yet final. These are preliminary!", "preliminary"),
        ("final, not preliminary", "final"),
        ("ENGLAND preliminary", "preliminary"),
        ("perpetual", "perpetual"),
        ("preliminary\nOn second thoughts: final", "final"),
        ("Siirrot ovat lopulliset", "final"),
        ("Nämä eivät ole lopullisia", None),
        ("alustavat siirrot", "preliminary"),
        ("pysyvä", "perpetual"),
        ("finally, some orders", None),
        ("I have my finals next week", None),
        ("I met my final deadline at work, so I am free.", None),
        ("This is my final offer to Italy.", None),
        ("That was my final word.", None),
        ("a semi-final", None),
        ("final?", None),
        ("Are these final", None),
        ("Onko tämä lopullinen?", None),
        ("nothing is final", None),
        ("My orders are final, unless Italy writes.", None),
        ("I will send my final orders tomorrow", None),
        ("My final orders are due on Friday.", None),
        ("Tämä on lopullinen tarjoukseni Italialle.", None),
        ("treat as FINAL", "final"),
        ("These are final.", "final"),
        ("My final orders are A Vie - Gal, A Bud - Ser", "final"),
        ("A Vie-Gal final", "final"),
        ("A Vie - Gal (final)", "final"),
        ("[kalmar] F1902M FINAL orders of Austria", "final"),
        ("pidä näitä lopullisina", "final"),
        ("", None),
    ],
)
def test_a_status_is_heard_unless_it_is_denied(text: str, wanted: str | None) -> None:
    assert status(text) == wanted


def test_a_tongue_without_some_section_has_nothing_in_it() -> None:
    plain = read_lexicon("xx", 'name = "X"\n[order]\nhold = ["h"]\n')
    assert plain.entries("coast") == {}
    assert plain.first("order", "hold") == "h"
    assert list(plain.inflection.forms("viena")) == []

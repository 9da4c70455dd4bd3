"""Names bent as Finnish bends them, each with the question its ending answers."""

from __future__ import annotations

import pytest

from dragoman.tongues.lexicon import lexicon

FINNISH = lexicon("fi").inflection


@pytest.mark.parametrize(
    ("name", "goal", "source", "plain"),
    [
        ("Galicia", "Galiciaan", "Galiciasta", "Galician"),
        ("Wien", "Wieniin", "Wienistä", "Wienin"),
        ("Lontoo", "Lontooseen", "Lontoosta", "Lontoon"),
        ("Hollanti", "Hollantiin", "Hollannista", "Hollannin"),
        ("Kreikka", "Kreikkaan", "Kreikasta", "Kreikan"),
        ("Itävalta", "Itävaltaan", "Itävallasta", "Itävallan"),
        ("Liivinmaa", "Liivinmaahan", "Liivinmaalta", "Liivinmaan"),
        ("Suomi", "Suomeen", "Suomesta", "Suomen"),
        ("Pohjanmeri", "Pohjanmerelle", "Pohjanmereltä", "Pohjanmeren"),
        ("Pohjanlahti", "Pohjanlahdelle", "Pohjanlahdelta", "Pohjanlahden"),
        ("Itäinen Välimeri", "Itäiselle Välimerelle", "Itäiseltä Välimereltä", "Itäisen Välimeren"),
        ("Englannin kanaali", "Englannin kanaaliin", "Englannin kanaalista", "Englannin kanaalin"),
        ("Keski-Atlantti", "Keski-Atlantille", "Keski-Atlantilta", "Keski-Atlantin"),
        ("Skagerrakki", "Skagerrakkiin", "Skagerrakista", "Skagerrakin"),
        ("Trieste", "Triesteen", "Triestestä", "Triesten"),
        ("Mustameri", "Mustallemerelle", "Mustaltamereltä", "Mustanmeren"),
        ("Mustameri", "Mustaanmereen", "Mustaltamereltä", "Mustanmeren"),
        ("Mustameri", "Mustalle merelle", "Mustasta merestä", "Mustan meren"),
        ("Mustameri", "Mustamerelle", "Mustamereltä", "Mustameren"),
        ("Punainenmeri", "Punaisellemerelle", "Punaiseltamereltä", "Punaisenmeren"),
        ("Läntinen Tyynimeri", "Läntiselle Tyynellemerelle", "Läntiseltä Tyyneltämereltä", "Läntisen Tyynenmeren"),
        ("Brest", "Brestiin", "Brestistä", "Brestin"),
    ],
)
def test_a_name_is_bent(name: str, goal: str, source: str, plain: str) -> None:
    forms = {(form, answers) for form, answers in FINNISH.forms(name)}
    assert {(goal, "goal"), (source, "source"), (plain, "plain")} <= forms
    assert name not in {form for form, _ in forms}


def test_english_bends_nothing() -> None:
    assert list(lexicon("en").inflection.forms("Vienna")) == []

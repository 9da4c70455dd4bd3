"""House rules to read: documents, comparisons, files, each clause with its examples; and games opened with them."""

from __future__ import annotations

import re
import tomllib

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from tests.web.conftest import Host
from tests.web.test_house_of_pages import Page
from tests.web.test_opening import FILLED, allow

from dragoman import assembly
from dragoman.diplomacy.examples import examples
from dragoman.diplomacy.houserules.catalogue import CATALOGUE
from dragoman.diplomacy.houserules.presets import PresetFile, preset, preset_names, read_preset_file
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.plays import plays_of
from dragoman.web.draft import Draft, decoded
from dragoman.web.stops import stops
from dragoman.web.years import of_clause


def sound(page: str) -> str:
    """A page that nests as it should and says every id once."""
    read = Page(page)
    assert read.faults == []
    ids = [attrs["id"] for _, attrs in read.elements if attrs.get("id")]
    assert len(ids) == len(set(ids)), sorted(each for each in ids if ids.count(each) > 1)
    return page


def begun(host: Host, upon: str = "datc", who: str = "ann") -> str:
    """The path of a new draft."""
    return str(host.client(who).post("/sheets/compose/", {"upon": upon})["Location"])


def draft_at(host: Host, path: str, who: str = "ann") -> Draft:
    kept = assembly.presets().find(host.person(who), path.split("/")[3])
    assert kept is not None
    return decoded(kept)


@pytest.mark.parametrize("name", preset_names())
@pytest.mark.parametrize("lang", ["en", "fi"])
def test_every_preset_is_a_document_for_all(host: Host, name: str, lang: str) -> None:
    client = host.client()
    client.post("/tongue/", {"language": lang})
    answer = client.get(f"/sheets/{name}/")
    assert answer.status_code == 200
    page = sound(answer.content.decode())
    for number in ("II.5", "VI.4", "X.6"):
        assert f'<section id="{number}"' in page
    assert f'lang="{lang}"' in page


def test_a_preset_is_a_file_that_reads_back_the_same(host: Host) -> None:
    for name in preset_names():
        answer = host.client().get(f"/sheets/{name}/file/")
        assert f'filename="{name}.toml"' in answer["Content-Disposition"]
        read = read_preset_file(answer.content.decode())
        assert isinstance(read, PresetFile)
        assert read.sheet == preset(name)


def test_a_games_sheet_is_a_document_and_tells_what_sets_it_apart(host: Host) -> None:
    host.table(rules={"VI.4": "A", "VI.8": "B"})
    page = sound(host.client().get("/games/kalmar/rules/").content.decode())
    assert "Clauses that differ from it: 2." in page
    assert "Differs from the preset datc, which has VI.4: D." in page
    kept = host.client().get("/games/kalmar/rules/file/").content.decode()
    assert tomllib.loads(kept)["set"] == {"VI.4": "A", "VI.8": "B"}


def test_two_sheets_are_compared(host: Host) -> None:
    page = sound(host.client().get("/sheets/compare/?one=datc&other=1971").content.decode())
    assert "differ in 5 clauses" in page
    assert page.count("<tr>") == 1 + 5
    assert "Nothing sets them apart" in host.client().get("/sheets/compare/?one=datc&other=datc").content.decode()
    host.table(rules={"VI.4": "A"})
    page = host.client("austria").get("/sheets/compare/?one=datc&other=game-kalmar").content.decode()
    assert "differ in 1 clause." in page


def test_what_is_no_sheet_is_not_found(host: Host) -> None:
    for path in ("/sheets/atlantis/", "/sheets/atlantis/file/", "/sheets/compare/?one=datc&other=atlantis",
                 "/sheets/compare/?one=datc&other=game-nowhere", "/sheets/clause/VI.44/", "/sheets/clause/VII.1/",
                 "/sheets/shared/abc/", "/boards/atlantis.css"):  # fmt: skip
        assert host.client("ann").get(path).status_code == 404, path


@pytest.mark.parametrize("number", stops())
def test_every_clause_is_told_with_its_alternatives_and_examples(host: Host, number: str) -> None:
    page = sound(host.client().get(f"/sheets/clause/{number}/").content.decode())
    assert page.count('class="alternative') - page.count('class="alternatives') == len(CATALOGUE[number].alternatives)
    shown = examples().get(number, ())
    assert page.count('<article class="example">') == len(shown)
    years = [year for year in of_clause(number, Sheet()) if not year.mine]
    played = plays_of(number)
    assert page.count('<article class="example play">') == len(played)
    told = sum(len(each.outcome) for each in (*shown, *played))
    assert page.count('<section class="outcome"') == told + len(years)
    for example in (*shown, *played):
        assert example.id[1:].replace("'", "&#x27;") in page
        for outcome in example.outcome:
            assert outcome.says.replace("'", "&#x27;") in page


def test_an_example_is_drawn_once_and_shown_under_each_choice(host: Host) -> None:
    page = host.client().get("/sheets/clause/VI.7/").content.decode()
    boards = re.findall(r'<svg[^>]* id="(example-0-\d)"', page)
    assert boards == ["example-0-0", "example-0-1", "example-0-2"]
    assert page.count('id="example-0-0-ground"') == 1
    assert page.count('<use href="#example-0-0-ground"/>') == 2
    assert "/boards/standard.css" in page
    assert ".ground .sea" in host.client().get("/boards/standard.css").content.decode()


def test_what_differs_in_retreats_alone_is_seen_after_the_moves(host: Host) -> None:
    page = host.client().get("/sheets/clause/VI.1/").content.decode()
    assert "Russia A SWE is dislodged and may retreat to DEN." in page
    assert "Russia A SWE is dislodged and may retreat to DEN, NWY." in page
    assert 'id="example-0-0-dislodged-SWE"' in page


def test_examples_speak_finnish(host: Host) -> None:
    client = host.client()
    client.post("/tongue/", {"language": "fi"})
    page = client.get("/sheets/clause/VI.4/").content.decode()
    assert "Nimetyn reitin laivasto menetetään" in page
    assert "kuljetus katkesi, katkaisijana Ranska F MAO" in page


def test_a_play_tells_who_wrote_what_and_when(host: Host) -> None:
    client = host.client()
    page = client.get("/sheets/clause/II.3/").content.decode()
    for said in (
        "Spring 1903, moves:",
        "F NTH, A YOR, F ENG",
        "proxy to Germany: F Nth, A Yor",
        "1 day",
        "C, 96 hours",
    ):
        assert said in page, said
    assert "to club@example.org, a copy to the game" in client.get("/sheets/clause/II.2/").content.decode()
    client.post("/tongue/", {"language": "fi"})
    page = client.get("/sheets/clause/II.3/").content.decode()
    for said in ("Valtakirja, joka perutaan", "1 päivä", "Kaikille kerrotaan valtakirjasta ja sen perumisesta."):
        assert said in page, said


# --- files ---


def test_a_preset_file_is_loaded_by_upload_or_pasted(host: Host) -> None:
    text = 'title = "Kalmar"\nabout = "For us."\nrules = "suomi"\n"VI.4" = "B"\n'
    client = host.client("ann")
    for sent in ({"file": SimpleUploadedFile("kalmar.toml", text.encode())}, {"text": text}):
        path = client.post("/sheets/load/", sent)["Location"]
        draft = draft_at(host, path)
        assert (draft.base, draft.title, draft.about, draft.said) == ("suomi", "Kalmar", "For us.", (("VI.4", "B"),))


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Choose a file, or paste what it holds."),
        ("rules = ", "is not TOML"),
        ('rules = "atlantis"', "there are no house rules called atlantis"),
        ('"VI.4" = "Z"', "VI.4 has no alternative Z"),
        ('"II.5" = "A"\n"F.5" = "A"', "Retreats cannot be ordered with the moves and have a round of their own."),
    ],
)
def test_a_file_that_cannot_be_read_is_told_why_and_is_not_lost(host: Host, text: str, says: str) -> None:
    answer = host.client("ann").post("/sheets/load/", {"text": text})
    assert answer.status_code == 422
    page = sound(answer.content.decode())
    assert says in page
    assert text.replace('"', "&quot;") in page


# --- whose they are ---


def test_only_its_owner_sees_a_draft_and_whoever_has_the_link_if_shared(host: Host) -> None:
    path = begun(host)
    ident = path.split("/")[3]
    own = [path, f"{path}document/", f"{path}file/", f"{path}clause/VI.4/", f"{path}drop/"]
    for each in own:
        assert host.client("eve").get(each).status_code == 404, each
        assert host.client().get(each)["Location"].startswith("/sign-in/"), each
    assert host.client("eve").post(f"{path}clause/VI.4/", {"letter": "A"}).status_code == 404
    assert host.client("eve").post(f"{path}mend/", {"clause": "VI.4", "written": "A"}).status_code == 404
    assert host.client("eve").get(f"/sheets/compare/?one=datc&other=own-{ident}").status_code == 404
    assert host.client("eve").post("/sheets/compose/", {"upon": f"own-{ident}"}).status_code == 404
    assert host.client().get(f"/sheets/shared/{ident}/").status_code == 404

    host.client("ann").post(f"{path}name/", {"title": "Kalmar", "about": "For us."})
    host.client("ann").post(f"{path}name/", {"shared": "yes"})
    page = host.client().get(f"/sheets/shared/{ident}/").content.decode()
    assert "Kalmar" in page
    assert "For us." in page
    copied = begun(host, f"shared-{ident}", "eve")
    assert draft_at(host, copied, "eve") == Draft(title="Kalmar", about="For us.")
    host.client("ann").post(f"{path}name/", {"shared": "no"})
    assert host.client().get(f"/sheets/shared/{ident}/").status_code == 404


def test_an_own_sheet_is_discarded_after_asking_once(host: Host) -> None:
    path = begun(host)
    client = host.client("ann")
    assert "Discard" in client.get(f"{path}drop/").content.decode()
    client.post(f"{path}drop/")
    assert client.get(path).status_code == 200
    client.post(f"{path}drop/", {"sure": "yes"})
    assert client.get(path).status_code == 404


def test_a_person_keeps_so_many_and_no_more(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dragoman.people.presets.MOST", 1)
    begun(host)
    answer = host.client("ann").post("/sheets/compose/", {"upon": "datc"})
    assert answer.status_code == 422
    assert "Discard one first" in answer.content.decode()


# --- opening a game ---


def test_a_game_is_opened_under_ones_own_rules(host: Host) -> None:
    path = begun(host, "suomi")
    client = host.client("ann")
    client.post(f"{path}clause/VI.4/", {"letter": "A", "go": "on"})
    allow(host)
    ident = path.split("/")[3]
    page = client.get(f"/open/?rules=own-{ident}").content.decode()
    assert f'<option value="own-{ident}" selected>' in page
    own = FILLED | {"rules": f"own-{ident}", "movement": "", "retreat": "", "adjustment": "", "early": ""}
    assert client.post("/open/", own)["Location"] == "/games/kalmar/"
    suomi = preset("suomi")
    assert isinstance(suomi, Sheet)
    assert host.state().sheet == suomi.with_choice("VI.4", "A")


def test_rules_that_do_not_go_together_open_no_game(host: Host) -> None:
    path = begun(host)
    client = host.client("ann")
    for number in ("II.5", "F.5"):
        client.post(f"{path}clause/{number}/", {"letter": "A"})
    allow(host)
    answer = client.post("/open/", FILLED | {"rules": f"own-{path.split('/')[3]}"})
    assert answer.status_code == 422
    assert "II.5=A and F.5=A contradict each other" in answer.content.decode()
    assert not assembly.ledger().tables()


def test_anothers_rules_are_not_on_offer(host: Host) -> None:
    path = begun(host)
    allow(host, "eve")
    answer = host.client("eve").post("/open/", FILLED | {"rules": f"own-{path.split('/')[3]}"})
    assert answer.status_code == 422
    assert "is not among these; choose one of them" in answer.content.decode()


def test_a_game_begins_a_sheet_of_ones_own(host: Host) -> None:
    host.table(rules={"VI.4": "A"})
    draft = draft_at(host, begun(host, "game-kalmar", "austria"), "austria")
    assert (draft.title, draft.said) == ("kalmar", (("VI.4", "A"),))


# --- years ---


def test_a_year_is_told_for_the_clauses_it_hangs_on(host: Host) -> None:
    with_years = [n for n in stops() if "A year under these rules" in at_clause(host, n)]
    assert with_years == ["II.5", "VII.4", "F.5"]


def at_clause(host: Host, number: str) -> str:
    return host.client().get(f"/sheets/clause/{number}/").content.decode()


def test_a_year_has_the_rounds_and_lengths_of_its_sheet(host: Host) -> None:
    sheet = Sheet().overlaid([("VII.4", "movement=7 retreat=2 adjustment=3")])
    assert isinstance(sheet, Sheet)
    told = {year.choice: [(len(each.phases), each.days) for each in year.rounds] for year in of_clause("F.5", sheet)}
    assert told == {
        "A": [(1, 7), (1, 2), (1, 7), (1, 2), (1, 3)],
        "B": [(2, 7), (3, 7)],
        "C": [(2, 7), (2, 7), (1, 3)],
        "D": [(1, 7), (1, 2), (1, 7), (2, 2)],
    }
    (own,) = of_clause("VII.4", sheet)
    assert (own.days, own.mine) == (21, True)
    assert [year.mine for year in of_clause("II.5", sheet)] == [False, True]
    assert of_clause("VI.4", sheet) == ()

"""Composing house rules, with and without a script: kept at once, told when it clashes, mended, and never lost."""

from __future__ import annotations

import json

import pytest
from django.test import Client
from tests.web.conftest import Host
from tests.web.test_house_of_pages import Page
from tests.web.test_sheets import begun, draft_at, sound

from dragoman.diplomacy.houserules.catalogue import CATALOGUE, choices_of
from dragoman.diplomacy.houserules.choosing import Chosen, choose
from dragoman.diplomacy.houserules.presets import PresetFile, preset, preset_names, read_preset_file
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.web.stops import stops, way


def chosen(page: str) -> list[str]:
    """The letters whose radio buttons are pressed."""
    radios = [attrs for attrs in Page(page).every("input") if attrs.get("name") == "letter"]
    return [str(attrs["value"]) for attrs in radios if "checked" in attrs]


def at(client: Client, path: str) -> str:
    return sound(client.get(path, follow=True).content.decode())


@pytest.mark.parametrize("number", stops())
def test_every_clause_can_be_chosen_in(host: Host, number: str) -> None:
    """Each of its choices is sent as the form would, kept, and shown again."""
    path, client = begun(host), host.client("ann")
    for choice in choices_of(CATALOGUE[number]):
        made = choose(CATALOGUE[number], choice, number)
        assert isinstance(made, Chosen)
        fields = {field(number, made.choice.letter, name): value for name, value in made.choice.values}
        answer = client.post(f"{path}clause/{number}/", {"letter": made.choice.letter, "go": "stay", **fields})
        assert answer.status_code == 302, choice
        assert draft_at(host, path).made().sheet.choice(number) == made.choice
    page = at(client, f"{path}clause/{number}/")
    assert chosen(page) == ([made.choice.letter] if made.choice.letter else [])


def field(number: str, letter: str, name: str) -> str:
    own = CATALOGUE[number].alternative(letter)
    mine = own is not None and any(parameter.name == name for parameter in own.parameters)
    return (f"{letter}-{name}" if mine else name).replace(" ", "-").replace(".", "-")


@pytest.mark.parametrize("base", preset_names())
def test_going_through_without_choosing_changes_nothing(host: Host, base: str, depth: str) -> None:
    if depth == "sample" and base != "suomi":
        pytest.skip("one preset is enough for a sample")
    path, client = begun(host, base), host.client("ann")
    steps = way(draft_at(host, path).made().sheet)
    page = at(client, f"{path}clause/{steps[0]}/")
    for number in steps:
        fields = {str(a["name"]): str(a.get("value") or "") for a in Page(page).every("input")
                  if a.get("name") and (a.get("type") != "radio" or "checked" in a)}  # fmt: skip
        answer = client.post(f"{path}clause/{number}/", fields | {"go": "on"}, follow=True)
        page = answer.content.decode()
    draft = draft_at(host, path)
    assert draft.said == ()
    assert draft.made().sheet == preset(base)
    assert set(draft.seen) == set(steps)
    assert f"{len(steps)} of {len(steps)} clauses looked at" in page


def test_the_clauses_of_a_variant_come_up_once_it_is_chosen(host: Host) -> None:
    path, client = begun(host), host.client("ann")
    assert "clause/D.1/" in at(client, path)
    assert "clause/D.2/" not in at(client, path)
    client.post(f"{path}clause/D.1/", {"letter": "B", "go": "on"})
    assert "clause/D.16/" in at(client, path)
    assert "clause/P.2/" not in at(client, path)


def test_the_buttons_lead_on_back_and_anywhere(host: Host) -> None:
    path, client = begun(host), host.client("ann")
    for go, to, lands in (
        ("on", "", "clause/VI.5/"), ("back", "", "clause/VI.3/"), ("jump", "X.1", "clause/X.1/"),
        ("stay", "", "clause/VI.4/"), ("sheet", "", ""), ("jump", "nowhere", ""),
    ):  # fmt: skip
        answer = client.post(f"{path}clause/VI.4/", {"letter": "A", "go": go, "to": to})
        assert answer["Location"] == path + lands
    assert draft_at(host, path).said == (("VI.4", "A"),)


def test_a_clause_in_halves_may_stay_so(host: Host) -> None:
    path, client = begun(host), host.client("ann")
    page = at(client, f"{path}clause/IV.4/")
    assert chosen(page) == []
    assert "Its halves are chosen apart now" in page
    assert client.post(f"{path}clause/IV.4/", {"go": "on"})["Location"] == f"{path}clause/IV.5/"
    assert draft_at(host, path).said == ()


# --- what is unfit ---


@pytest.mark.parametrize("value", ["", "many", "-1", "1441", "4.5", "٣"])
def test_an_unfit_number_is_told_and_stays_as_it_was_typed(host: Host, value: str) -> None:
    path, client = begun(host), host.client("ann")
    sent = {"letter": "B", "B-grace": value, "B-contact": "72", "go": "on"}
    answer = client.post(f"{path}clause/VII.6/", sent)
    assert answer.status_code == 422
    page = sound(answer.content.decode())
    assert "Write a whole number from 0 to 1440." in page
    assert chosen(page) == ["B"]
    fields = {attrs.get("name"): attrs.get("value") for attrs in Page(page).every("input")}
    assert (fields["B-grace"], fields["B-contact"]) == (value, "72")
    assert draft_at(host, path).said == ()


def test_text_of_any_kind_is_kept_and_escaped(host: Host) -> None:
    path, client = begun(host), host.client("ann")
    for subject in ("[kalmar]", '"<b>&', "a=b, c", "back\\slash", "  two\n lines "):
        client.post(f"{path}clause/II.2/", {"address": "gm@example.org", "subject": subject, "go": "stay"})
        kept = draft_at(host, path).made().sheet.choice("II.2")
        assert kept.value("subject") == " ".join(subject.split())
        assert "<b>&" not in at(client, f"{path}clause/II.2/")
        assert "<b>&" not in at(client, f"{path}document/")
        assert isinstance(read_preset_file(client.get(f"{path}file/").content.decode()), PresetFile)


def test_no_choice_and_a_choice_that_is_none_are_told(host: Host) -> None:
    path, client = begun(host), host.client("ann")
    for sent in ({}, {"letter": "Z"}):
        answer = client.post(f"{path}clause/VI.4/", sent)
        assert answer.status_code == 422
        assert "Choose one of the alternatives." in answer.content.decode()


# --- what clashes ---


def clash(host: Host) -> tuple[str, Client]:
    path, client = begun(host), host.client("ann")
    client.post(f"{path}clause/II.5/", {"letter": "A", "go": "on"})
    answer = client.post(f"{path}clause/F.5/", {"letter": "A", "go": "on"})
    assert answer["Location"] == f"{path}clause/F.5/", "one is not led away from a clash that has just come up"
    return path, client


def test_a_clash_names_both_clauses_and_what_mends_it(host: Host) -> None:
    path, client = clash(host)
    for where in (path, f"{path}clause/F.5/", f"{path}clause/II.5/"):
        page = at(client, where)
        assert "II.5.A and F.5.A do not go together" in page
        assert "Retreats cannot be ordered with the moves and have a round of their own." in page
        for way_out in ("Choose F.5.B", "Choose F.5.C", "Choose II.5.B"):
            assert way_out in page
    elsewhere = at(client, f"{path}clause/VI.4/")
    assert "II.5.A and F.5.A do not go together" in elsewhere
    assert "Choose F.5.B" not in elsewhere
    assert client.post(f"{path}clause/F.5/", {"letter": "A", "go": "on"})["Location"] == f"{path}clause/F.6/"


def test_a_clash_makes_no_file_and_loses_nothing(host: Host) -> None:
    path, client = clash(host)
    client.post(f"{path}clause/VI.4/", {"letter": "B", "go": "on"})
    assert "Mend them, and then take the file." in at(client, f"{path}file/")
    assert "II.5.A and F.5.A do not go together" in at(client, f"{path}document/")
    client.post(f"{path}mend/", {"clause": "F.5", "written": "C", "back": "F.5"})
    sheet = draft_at(host, path).made().sheet
    assert [sheet.letter(number) for number in ("II.5", "F.5", "VI.4")] == ["A", "C", "B"]
    assert client.get(f"{path}file/").status_code == 200


def test_every_way_out_of_every_clash_mends_it(host: Host) -> None:
    """Press each button that is offered, one after another."""
    path, client = clash(host)
    page = at(client, path)
    ways = [(attrs["value"]) for attrs in Page(page).every("input") if attrs.get("name") == "written"]
    clauses = [(attrs["value"]) for attrs in Page(page).every("input") if attrs.get("name") == "clause"]
    assert len(ways) == 3
    for number, written in zip(clauses, ways, strict=True):
        path, client = clash(host)
        answer = client.post(f"{path}mend/", {"clause": number, "written": written, "back": ""}, follow=True)
        assert "do not go together" not in answer.content.decode(), (number, written)


def test_nothing_is_mended_by_what_is_no_choice(host: Host) -> None:
    path, client = clash(host)
    for sent in ({"clause": "F.5", "written": "Z"}, {"clause": "nowhere", "written": "A"}, {}):
        assert client.post(f"{path}mend/", sent).status_code == 404


def test_what_a_choice_brings_with_it_is_told(host: Host) -> None:
    path, client = begun(host), host.client("ann")
    page = client.post(f"{path}clause/II.5/", {"letter": "A", "go": "on"}, follow=True).content.decode()
    assert "With it: F.5.C: Moves and their retreats are one round" in page


def test_what_says_less_than_it_seems_is_remarked_upon(host: Host) -> None:
    path, client = begun(host), host.client("ann")
    client.post(f"{path}clause/VI.4/", {"letter": "C", "go": "stay"})
    said = "Where no route can be named, VI.4.C says the same as VI.4.D."
    assert said in at(client, f"{path}clause/VI.4/")
    assert said in at(client, path)
    assert said not in at(client, f"{path}clause/VI.5/")


# --- with a script ---


def test_a_script_is_answered_with_how_it_stands(host: Host) -> None:
    path, client = begun(host), host.client("ann")
    client.post(f"{path}clause/II.5/", {"letter": "A"})
    answer = client.post(f"{path}clause/F.5/", {"letter": "A"}, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert json.loads(answer["HX-Trigger"]) == {"chosen": {"choice": "A"}}
    part = answer.content.decode()
    assert part.lstrip().startswith('<div id="standing"')
    assert "II.5.A and F.5.A do not go together" in part
    assert draft_at(host, path).made().sheet.letter("F.5") == "A"


def test_a_script_is_told_of_what_is_unfit(host: Host) -> None:
    path, client = begun(host), host.client("ann")
    sent = {"letter": "B", "B-grace": "x", "B-contact": "72"}
    answer = client.post(f"{path}clause/VII.6/", sent, headers={"HX-Request": "true"})
    assert answer.status_code == 200
    assert "Hours of grace: Write a whole number from 0 to 1440." in answer.content.decode()
    assert draft_at(host, path).said == ()


# --- the whole sheet ---


def test_the_whole_sheet_tells_how_far_one_has_come(host: Host) -> None:
    path, client = begun(host, "1971"), host.client("ann")
    page = at(client, path)
    assert "Begin with the first clause" in page
    assert f"0 of {len(way(Sheet()))} clauses looked at" in page
    client.post(f"{path}clause/I.2/", {"year": "1971", "publisher": "Games Research", "go": "on"})
    page = at(client, path)
    assert "Go on with II.1" in page
    assert "It is the edition published by Games Research." in page
    assert page.count('<span class="tag">anew</span>') == 1


def test_the_examples_show_which_outcome_is_the_one_chosen(host: Host) -> None:
    path, client = begun(host), host.client("ann")
    client.post(f"{path}clause/VI.4/", {"letter": "B", "go": "stay"})
    page = Page(at(client, f"{path}clause/VI.4/"))
    mine = [str(a["data-choices"]).split("|") for a in page.every("section") if a.get("class") == "outcome mine"]
    assert mine == [["A", "B"], ["B", "C", "D"], ["A", "B", "C"]]


def test_the_plays_show_which_outcome_is_the_one_chosen(host: Host) -> None:
    path, client = begun(host), host.client("ann")
    client.post(f"{path}clause/II.4/", {"letter": "B", "go": "stay"})
    page = Page(at(client, f"{path}clause/II.4/"))
    mine = [str(a["data-choices"]) for a in page.every("section") if a.get("class") == "outcome mine"]
    assert mine == ["B"]


def test_a_sheet_on_another_rulebook_is_that_rulebooks(host: Host) -> None:
    path, client = begun(host), host.client("ann")
    client.post(f"{path}clause/VI.5/", {"letter": "A", "go": "on"})
    client.post(f"{path}clause/I.2/", {"year": "1971", "publisher": "", "go": "on"})
    made = draft_at(host, path).made()
    rulebook = preset("1971")
    assert isinstance(rulebook, Sheet)
    assert made.sheet == rulebook.with_choice("VI.5", "A")


def test_everything_speaks_finnish(host: Host) -> None:
    path, client = begun(host), host.client("ann")
    client.post("/tongue/", {"language": "fi"})
    page = at(client, f"{path}clause/VI.4/")
    for said in ("Kuljetuksen katkeaminen", "Mitä eroa sillä on", "Eteenpäin: VI.5", f"kohta 29/{len(way(Sheet()))}"):
        assert said in page
    assert "Vain jos mitään reittiä ei jää." in page

"""Orders for phases to come, conditions, proxies and public orders by form: each says what a letter would say."""

from __future__ import annotations

import re

import pytest
from tests.web.conftest import Host

from dragoman.diplomacy.board.position import Phase, PhaseKind
from dragoman.diplomacy.commands import AskPublic
from dragoman.diplomacy.orders.condition_writing import write as written
from dragoman.diplomacy.orders.writing import write
from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM
from dragoman.web.says import read_phase

PATH = "/games/kalmar/plans/"
RULES = {"II.1": "B", "F.6": "B"}


def page(host: Host, who: str = "austria") -> str:
    return host.client(who).get(PATH).content.decode()


def send(host: Host, deed: str, who: str = "austria", /, **fields: object) -> str:
    return host.client(who).post(f"{PATH}{deed}/", fields, follow=True).content.decode()  # type: ignore[arg-type]


def ahead(host: Host, phase: str, power: str = "Austria") -> list[str]:
    return [write(line.order) for line in host.state().on_file(power, read_phase(phase))]


def conditions(host: Host, phase: str, power: str = "Austria") -> list[list[tuple[str, list[str]]]]:
    return [
        [(written(b.condition) if b.condition else "", [write(line.order) for line in b.lines]) for b in each.branches]
        for each in host.state().choices(power, read_phase(phase))
    ]


@pytest.mark.parametrize("who", ["stranger", "gm"])
def test_only_who_plays_a_power_has_plans(host: Host, who: str) -> None:
    host.table(gm=True, rules=RULES)
    assert host.client(who).get(PATH).status_code == 403
    assert host.client(who).post(f"{PATH}private/").status_code == 403


def test_each_phase_to_come_has_its_form(host: Host) -> None:
    host.table(rules=RULES)
    phases = re.findall(r'name="phase" value="([A-Z]\d+[MRA])"', page(host))
    assert phases[:3] == ["S1901R", "F1901M", "F1901R"]
    assert "Orders ahead, conditions, proxies" in host.client("austria").get("/games/kalmar/").content.decode()
    assert "Orders ahead" not in host.client("stranger").get("/games/kalmar/").content.decode()


def test_orders_ahead_are_chosen_and_written(host: Host) -> None:
    host.table(rules=RULES)
    told = send(host, "ahead", phase="F1901M", status="final", text="A Gal - Rum", **{"F1901M-VIE": "A VIE - GAL"})
    assert "A VIE - GAL" in told
    assert sorted(ahead(host, "F1901M")) == ["A GAL - RUM", "A VIE - GAL"]
    again = page(host)
    assert '<option value="A VIE - GAL" selected' in again
    assert "A GAL - RUM</textarea>" in again
    send(host, "ahead", phase="S1901R", **{"S1901R-VIE": "A VIE R TYR", "S1901R-BUD": "A BUD D"})
    assert sorted(ahead(host, "S1901R")) == ["A BUD D", "A VIE R TYR"]
    send(host, "ahead", phase="F1901M", deed="clear")
    assert (ahead(host, "F1901M"), len(ahead(host, "S1901R"))) == ([], 2)


def test_builds_and_removals_are_chosen_ahead(host: Host) -> None:
    host.table(rules=RULES)
    send(host, "ahead", phase="W1901A", **{"build-TRI": "F TRI B", "remove-0": "A BUD D"})
    assert sorted(ahead(host, "W1901A")) == ["A BUD D", "F TRI B"]
    assert page(host).count('<option value="F TRI B" selected') == 1


def test_a_conditional_order_is_filled_in(host: Host) -> None:
    host.table(rules=RULES)
    fields = {
        "phase": "F1901M", "status": "preliminary", "join": "or", "then": "A Vie - Tyr\nA Bud H",
        "otherwise": "A Vie H", "who-1": "Italy", "event-1": "moves", "where-1": "TYR",
        "event-2": "empty", "where-2": "BOH", "unless-2": "yes", "who-3": "Italy",
    }  # fmt: skip
    told = send(host, "ahead", **fields)
    assert "Italy moves to TYR" in told
    assert conditions(host, "F1901M") == [
        [("Italy moves to TYR or BOH is occupied", ["A VIE - TYR", "A BUD H"]), ("", ["A VIE H"])]
    ]
    again = page(host)
    assert "if Italy moves to TYR or BOH is occupied: A VIE - TYR; A BUD H; otherwise: A VIE H</textarea>" in again
    text = re.search(r"(if Italy moves .*?)</textarea>", again)
    assert text is not None
    send(host, "ahead", phase="F1901M", text=text[1])
    assert len(conditions(host, "F1901M")) == 1


@pytest.mark.parametrize("event", ["moves", "tries", "bounces", "occupies", "holds", "dislodges", "dislodged", "empty"])
def test_every_event_of_the_form_is_read(host: Host, event: str) -> None:
    host.table(rules=RULES)
    fields = {"who-1": "Italy", "event-1": event, "where-1": "TRI", "then": "A Vie H"}
    told = send(host, "ahead", phase="F1901M", **fields)
    assert "Not read" not in told
    assert len(conditions(host, "F1901M")) == 1


@pytest.mark.parametrize(
    "fields",
    [
        {}, {"phase": "F1901M"}, {"phase": "F1801M", "text": "A Vie H"},
        {"phase": "F1901M", "F1901M-VIE": "A VIE - LON"},
        {"phase": "F1901M", "who-1": "Atlantis", "event-1": "moves", "where-1": "TYR", "then": "A Vie H"},
        {"phase": "F1901M", "who-1": "Italy", "event-1": "eats", "where-1": "TYR", "then": "A Vie H"},
        {"phase": "F1901M", "who-1": "Italy", "event-1": "moves", "where-1": "XYZ", "then": "A Vie H"},
    ],
)  # fmt: skip
def test_what_no_form_offered_is_not_sent(host: Host, fields: dict[str, str]) -> None:
    host.table(rules=RULES)
    assert "nothing was sent" in send(host, "ahead", **fields)
    assert host.state().ahead == {}


# --- proxies ---


def test_a_proxy_is_given_ordered_by_and_taken_back(host: Host) -> None:
    host.table(rules={"II.1": "B", "II.3": "B revocation told to=both"})
    told = send(host, "grant", to="Italy", unit=["VIE", "TRI"])
    assert "Your proxy to Italy for A VIE, F TRI" in told
    assert 'id="unit-VIE"' not in told
    assert 'id="unit-BUD"' in told
    italy = page(host, "italy")
    assert "By proxy of" in italy
    assert '<option value="F TRI - ALB"' in italy
    told = send(host, "order", "italy", giver="Austria", **{"Austria-TRI": "F TRI - ALB", "Austria-VIE": "A VIE - LON"})
    assert "by the proxy of Austria: F TRI - ALB" in " ".join(re.sub(r"<[^>]+>", " ", told).split())
    assert [write(line.order) for line in host.state().orders("Austria")] == ["F TRI - ALB"]
    assert '<option value="F TRI - ALB" selected' in page(host, "italy")
    send(host, "revoke", to="Italy")
    assert host.state().orders("Austria") == ()
    assert "By proxy of" not in page(host, "italy")


def test_centres_are_left_to_another_for_builds(host: Host) -> None:
    host.table(rules={"II.1": "B", "II.3": "B"})
    host.orders("Austria", "A BUD - SER", "F TRI - ALB")
    host.later(days=8)
    host.later(days=8)
    while host.state().phase != Phase("Winter", 1901, PhaseKind.ADJUSTMENT):
        host.later(days=8)
    send(host, "grant", to="Italy", unit=["BUD"])
    send(host, "order", "italy", giver="Austria", **{"Austria-BUD": "A BUD B"})
    assert [write(line.order) for line in host.state().orders("Austria")] == ["A BUD B"]


def test_without_proxies_the_page_says_so(host: Host) -> None:
    host.table(rules=RULES)
    assert "There are no proxies in this game." in page(host)
    assert "There are no proxies in this game" in send(host, "grant", to="Italy", unit=["VIE"])


# --- public orders ---


def test_public_orders_are_ticked_and_private_ones_demanded(host: Host) -> None:
    host.table(gm=True, rules={"II.1": "B", "II.6": "B", "VII.2": "A"})
    host.orders("Austria", "A BUD - SER", "F TRI - ALB")
    while host.state().phase != Phase("Winter", 1901, PhaseKind.ADJUSTMENT):
        host.later(days=8)
    assert 'name="public"' not in host.client("austria").get("/games/kalmar/").content.decode()
    host.says(GM, AskPublic(Speaker(host.person("gm"), GM), ()))
    game = host.client("austria").get("/games/kalmar/").content.decode()
    assert 'name="public"' in game
    assert "public orders are asked for" in game
    host.client("austria").post(
        "/games/kalmar/orders/", {"phase": "W1901A", "order-0": "A BUD B", "public": "yes", "status": "preliminary"}
    )
    given = host.state().public_set("Austria")
    assert given is not None
    assert given.final
    assert "Orders are given in private now" in send(host, "private", "italy")
    assert host.state().asked == ()


def test_everything_speaks_finnish(host: Host) -> None:
    host.table(rules={"II.1": "B", "II.3": "B", "F.6": "B"})
    client = host.client("austria")
    client.post("/tongue/", {"language": "fi"})
    fields = {"phase": "F1901M", "who-1": "Italy", "event-1": "moves", "where-1": "TYR", "then": "A Vie H"}
    client.post(f"{PATH}ahead/", fields)
    told = client.get(PATH).content.decode()
    for said in ("Siirrot tuleviin vaiheisiin", "Valtakirjat", "Suunnitelmat"):
        assert said in told, said
    text = re.search(r"(jos Italia .*?)</textarea>", told)
    assert text is not None
    client.post(f"{PATH}ahead/", {"phase": "F1901M", "text": text[1]})
    assert len(conditions(host, "F1901M")) == 1

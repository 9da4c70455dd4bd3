"""Nobody's writing turns round what stands beside it: no door takes marks of direction, and letters from right to left
are shut off on every page and in every letter."""

from __future__ import annotations

import re
from datetime import timedelta
from email import message_from_bytes
from email.message import Message
from email.policy import default

import pytest
from django.test import Client
from tests.conftest import Depth
from tests.game.test_directions import MEN, open_letters
from tests.web.conftest import Host
from tests.web.planted import parcel
from tests.web.roles import NOMIC, TABLE, town

from dragoman import assembly
from dragoman.diplomacy import commands as c
from dragoman.game.directions import HIDDEN, MARKS
from dragoman.game.protocol import Speaker
from dragoman.game.seats import GM, Seat
from dragoman.nomic import commands as n
from dragoman.post.replies import message
from dragoman.referee.ports import Slip
from dragoman.store.models import Event, Outgoing

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

EVIL = f"\u202eab\u202c {MEN} 12 \u2067cd\u2069\u200f"
"""An override, an isolate and a mark; and letters that may stay, before a number."""
LINES = "\r\nBcc: everyone@example.org\r\n\r\nX-Evil: yes"
"""What would begin heads of its own, if any field of ours let line ends into one."""
TAG = re.compile(HIDDEN, re.DOTALL | re.IGNORECASE)


def hears(host: Host, who: str, seat: str | None, command: object, table: str = TABLE) -> None:
    by = Speaker(host.person(who), Seat(seat) if seat else None)
    reply = assembly.hear(Slip(table, by, command=command))
    assert not reply.refused, (command, reply.refused)


def by(host: Host, who: str, seat: str | None) -> Speaker:
    return Speaker(host.person(who), Seat(seat) if seat else None)


def evil(host: Host) -> str:
    """What everybody can write, everywhere; where the sheet is."""
    town(host)
    begins = host.now + timedelta(days=70)
    hears(host, "ann", None, c.Observe(by(host, "ann", None), EVIL + LINES))
    france, gm = by(host, "france", "France"), by(host, "gm", GM)
    for command in (
        c.SendPress(france, ("all",), EVIL + LINES, dateline=EVIL + LINES),
        c.SendPress(france, ("Germany",), f"{EVIL}\n{EVIL}"),
        c.AskDelay(france, timedelta(days=2), EVIL),
        c.PlanAbsence(france, begins, begins + timedelta(days=2), EVIL, announced=True),
        c.ClaimError(france, EVIL),
        c.ReportConduct(france, EVIL + LINES, "Austria"),
    ):
        hears(host, "france", "France", command)
    hears(host, "gm", GM, c.Announce(gm, EVIL))
    hears(host, "gm", GM, c.Caution(gm, "Germany", clause="X.3", why=EVIL))
    named = EVIL + LINES.replace("@", " at ")  # no address passes for a name
    host.client("france").post("/account/", {"name": named, "lang": "en", "zone": "UTC"})
    where = host.client("france").post("/sheets/compose/", {"upon": "datc"})["Location"]
    host.client("france").post(f"{where}name/", {"title": EVIL + LINES, "about": EVIL})
    rule = {"kind": "enact", "target": "", "title": EVIL + LINES, "text": f"{EVIL}\n{EVIL}", "settings": "", "code": ""}
    host.client("france").post(f"/games/{NOMIC}/proposals/post/", rule)
    hears(host, "france", "France", n.SendPress(france, ("Germany",), EVIL), NOMIC)
    parts = {"subject": EVIL + LINES, "why": EVIL + LINES, "mailbox": "dragoman+NAME@example.org"}
    assembly.post_host_letter("refused/evil", assembly.REFUSED, "eve@example.org", parts, in_reply_to=f"<a@b>{LINES}")
    return where


def pages(depth: Depth) -> list[str]:
    few = [f"/games/{TABLE}/", f"/games/{TABLE}/press/", f"/games/{TABLE}/desk/", f"/games/{NOMIC}/proposals/", "/"]
    more = [f"/games/{TABLE}/{page}/" for page in ("seats", "time", "errors", "S1901M", "orders", "conduct")]
    more += [f"/games/{NOMIC}/", f"/games/{NOMIC}/press/", f"/games/{NOMIC}/rulebook/", "/account/", "/sheets/"]
    return few + more if depth == "full" else few


def text_of(html: str) -> str:
    """The text that is shown, each piece between two tags on its own line."""
    return TAG.sub("\n", html)


def test_nothing_written_turns_round_what_stands_beside_it(host: Host, depth: Depth) -> None:
    where = evil(host)
    for row in Event.objects.all():
        assert not MARKS.search(str(row.data)), row.data
    seen = 0
    for who in ("france", "germany", "gm", "ann") if depth == "full" else ("gm",):
        client: Client = host.client(who)
        for page in pages(depth):
            answer = client.get(page)
            html = answer.content.decode()
            assert not {"Bcc", "X-Evil"} & set(answer.headers)
            assert open_letters(text_of(html)) == [], page
            assert not re.search("[\u061c\u200e\u200f\u202a-\u202e\u2066\u2067]", html), page
            seen += MEN in html
    file = host.client("france").get(f"{where}file/")
    assert not {"Bcc", "X-Evil"} & set(file.headers)
    assert seen > (5 if depth == "full" else 2)


def test_no_letter_turns_round_what_stands_beside(host: Host, depth: Depth) -> None:
    evil(host)
    seen = 0
    for row in Outgoing.objects.order_by("-id")[: 200 if depth == "full" else 40]:
        box = parcel(row)
        assembly.spread(box)
        despatch = assembly.despatch(box)
        if despatch is None:
            continue
        raw: Message = message_from_bytes(message(despatch, "dragoman@example.org").as_bytes(), policy=default)
        for part in raw.walk():
            if part.get_content_maintype() != "text":
                continue
            text = part.get_content()  # type: ignore[attr-defined]
            shown = text_of(text) if part.get_content_subtype() == "html" else text
            assert open_letters(shown) == [], (row.kind, shown)
            seen += MEN in shown
        assert not MARKS.search(str(raw["Subject"]))
        assert not {"Bcc", "X-Evil"} & set(raw.keys())
    assert seen > 5

"""A leak test: every secret of a host bears a word of its own, and whatever anybody can get from it is searched for the
words of all others."""

from __future__ import annotations

import base64
import gzip
import logging
import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from zlib import crc32

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver
from tests.conftest import Depth
from tests.diplomacy.payola.test_market import bid
from tests.web.conftest import Host
from tests.web.planted import EYES, MASKED, Document, Garden, garden, heads, mails, pushes, unwrapped
from tests.web.roles import NOMIC, TABLE, Town, undone
from tests.web.test_permissions import BY_PAGE, GIVEN, ROOT, operations, path_of, rows

from dragoman import assembly
from dragoman.diary import Plain
from dragoman.diplomacy import masks, records, seating
from dragoman.diplomacy import sight as sights
from dragoman.diplomacy.commands import CastBallot, PlaceBids, SendPress
from dragoman.diplomacy.democracy.ballots import BallotLine
from dragoman.diplomacy.democracy.options import option
from dragoman.diplomacy.payola.bids import Offer
from dragoman.game.press import Colour
from dragoman.game.seats import GM, Seat
from dragoman.web import door
from dragoman.web.views import table

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unpainted")]

LEFT_OUT = ("sign-out",)


# --- all that can be asked for ---


def addresses(made: Garden) -> Iterator[str]:
    """Every address of the site, with every game, phase, sheet, letter and way in that there is."""
    idents = [*made.sheets.values(), "abc"]
    letters = [word for word, plant in made.plants.items() if plant.what.startswith("where a letter")]
    gaps = {
        "name": (TABLE, MASKED, NOMIC), "phase": ("S1901M", "F1901M"), "key": ("datc",), "ident": idents,
        "letter_id": letters, "sign_in": ("abc",), "stage": ("orders", "moves", "after"), "token": ("abc",),
    }  # fmt: skip
    for pattern in get_resolver().url_patterns:
        if not isinstance(pattern, URLPattern) or pattern.name in LEFT_OUT:
            continue
        found = [_filled(pattern)]
        for gap, values in gaps.items():
            found = [
                each.replace(f"<{gap}>", value) for each in found for value in (values if f"<{gap}>" in each else [""])
            ]
        yield from found
    for name in (TABLE, MASKED):
        yield from (
            f"/games/{name}/press/?{asked}" for asked in ("view=all", "with=all", "with=Germany", "with=gm", "q=xq")
        )
        yield from (f"/games/{name}/S1901M/{form}.txt" for form in ("codes", "njudge"))
    yield f"/games/{NOMIC}/rulebook/101/"


def _filled(pattern: URLPattern) -> str:
    """Its path with its own gaps filled, and those that have several values left open."""
    plain = "/" + re.sub(r"<\w+:(\w+)>", r"<\1>", str(pattern.pattern))
    given = GIVEN | BY_PAGE.get(str(pattern.name), {})
    if str(pattern.name).startswith("nomic"):
        given = given | {"name": NOMIC, "number": "323"}
    if "/boards/" in plain:
        given = given | {"name": "standard"}
    open_ = {"name", "phase", "ident", "letter_id", "stage", "sign_in", "token", "key"} - set(
        BY_PAGE.get(str(pattern.name), {})
    )
    if str(pattern.name).startswith("nomic") or "/boards/" in plain:
        open_.discard("name")
    return re.sub(r"<(\w+)>", lambda gap: gap[0] if gap[1] in open_ else given[gap[1]], plain)


@dataclass(frozen=True)
class Look:
    """How much is looked at. In full everybody looks at every page, and each deed, part and other verb is tried by one;
    of a sample every so-manieth page is looked at by one. Which one: their names decide."""

    depth: str
    share: int = 8

    def page(self, eye: str, address: str) -> bool:
        if self.depth == "full":
            return True
        drawn = not address.endswith((".png", ".gif")) and crc32(address[::-1].encode()) % self.share == 0
        return drawn and self.one(eye, address)

    def rest(self, eye: str, what: str) -> bool:
        return self.one(eye, what) and (self.depth == "full" or crc32(what[::-1].encode()) % (4 * self.share) == 0)

    @staticmethod
    def one(eye: str, what: str) -> bool:
        return crc32(what.encode()) % len(EYES) == EYES.index(eye)


def pages(made: Garden, eye: str, look: Look) -> Iterator[Document]:
    """What comes of asking for every page, in part and whole; and of every verb that is none there."""
    client = made.client(eye)
    feed = assembly.feeds().of(made.host.person(eye), made.host.now) if eye else "none"
    own = [f"/feeds/{feed}/deadlines.ics", f"/feeds/{feed}/results.atom", f"/feeds/{feed}/{TABLE}/deadlines.ics"]
    if eye:
        own.append(f"/feeds/absences/{assembly.absences_token(made.host.person(eye))}/absences.ics")
    asked = [path for path in dict.fromkeys(addresses(made)) if look.page(eye, path)]
    for path in [f"/games/{TABLE}/", f"/games/{MASKED}/", "/", *own, *asked]:
        yield from _answer(client, "GET", path)
        if look.rest(eye, f"part of {path}"):
            yield from _answer(
                client, "GET", path, {"HX-Request": "true", "Accept-Language": "fi", "Accept-Encoding": "gzip"}
            )
        for verb in ("HEAD", "OPTIONS", "PUT", "PATCH", "DELETE"):
            if look.rest(eye, f"{verb} {path}"):
                yield from _answer(client, verb, path)


def deeds(made: Garden, eye: str, look: Look) -> Iterator[Document]:
    """What is answered to every form, and to whom letters go because of it; it is undone."""
    for row in rows():
        if row.act == "-" or row.page in LEFT_OUT or not look.rest(eye, f"form {row.id}"):
            continue
        with undone():
            yield from _answer(made.client(eye), "POST", path_of(row, made.sheets["france"]), form=row.form)


def programs(made: Garden, eye: str, look: Look) -> Iterator[Document]:
    """What a program is told, at every game."""
    token = assembly.api_tokens().make(made.host.person(eye), "all", ("read",), made.host.now) if eye else ""
    given = {"Authorization": f"Bearer {token}"} if token else {}
    for each in operations():
        paths = {each.path.replace(f"/{TABLE}", f"/{name}") for name in (TABLE, MASKED)} if each.verb == "GET" else ()
        for path in sorted(paths):
            if look.page(eye, f"program {path}"):
                assembly.rates().forget()
                yield from _answer(Client(raise_request_exception=False), "GET", ROOT + path, given)


def _answer(
    client: Client, verb: str, path: str, given: dict[str, str] | None = None, form: object = None
) -> Iterator[Document]:
    """An answer with its heads, its cookies aside: they are the reader's own."""
    if verb == "POST":
        answer = client.post(path, form or {}, headers=given or {})
    else:
        answer = client.generic(verb, path, headers=given or {})
    kept = {name: value for name, value in answer.headers.items() if name != "Set-Cookie"}
    way = f"{verb} {path} ({answer.status_code})"
    yield Document(f"the heads of {way}", heads(kept), path)
    if answer.streaming:
        answer.close()  # type: ignore[attr-defined]  # a stream of news tells the mark that its page tells
    else:
        yield Document(way, answer.content, path)


def everything(made: Garden, look: Look, eyes: tuple[str, ...] = EYES) -> Iterator[tuple[str, Document]]:
    for eye in eyes:
        for source in (pages, programs, deeds):
            for document in source(made, eye, look):
                yield eye, document
    full = look.depth == "full"
    yield from mails(made, full, 1 if full else 4)
    yield from pushes(made)


def leaks(made: Garden, look: Look, eyes: tuple[str, ...] = EYES) -> tuple[list[str], set[str]]:
    """All that anybody learns and may not, and the secrets that were seen by those who may."""
    seen: set[str] = set()
    wrong = [each for eye, document in everything(made, look, eyes) for each in made.leaks(eye, [document], seen)]
    return list(dict.fromkeys(wrong)), seen


@pytest.mark.slow
def test_nobody_learns_a_secret_of_anybody_else(host: Host, depth: Depth, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    made = garden(host)
    wrong, seen = leaks(made, Look(depth))
    assert wrong == []
    log = Document("the log", "\n".join(map(Plain().format, caplog.records)).encode())
    assert {made.plants[word].what for word in made.found(log)} == set()
    if depth == "full":  # whoever may know finds it: what nobody ever finds would never be missed
        assert [p.what for word, p in made.plants.items() if p.shown and word not in seen] == []


# --- bids and ballots ---

BOURSE, AULA = "bourse", "aula"


def counters(host: Host) -> Garden:
    """A game of Payola and one of Democracy: what is bid and voted holds a word, as it was written."""
    made = Garden(Town(host))
    host.table(BOURSE, gm=True, rules={"P.1": "B", "X.1": "A", "X.2": "A"})
    host.table(AULA, gm=True, rules={"D.1": "B"})
    for power in ("France", "Germany", "Italy"):
        who = power.lower()
        by = made.speaker(who, power)
        word = made.word(f"a bid of {power}", who, "gm", shown=False)
        offer = Offer((replace(bid("3: A VIE - BOH"), text=f"3: A VIE - BOH {word}"),), 1)
        made.say(who, power, PlaceBids(by, offer), BOURSE)
        word = made.word(f"a ballot of {power}", who, "gm", shown=False)
        home = host.state(AULA).chart.home_centres(power)[0]
        made.say(who, power, CastBallot(by, (BallotLine(option(f"A {home}"), 2, f"2 A {home} {word}"),)), AULA)
        word = made.word(f"what {power} wrote behind a mask to Turkey", who, "turkey")
        said = SendPress(by, ("Turkey",), word, colour=Colour.BLACK, name="Austria")
        made.say(who, power, said, BOURSE)
    return made


@pytest.mark.slow
def test_nobody_learns_what_others_bid_and_vote(host: Host, depth: Depth) -> None:
    made, wrong, seen = counters(host), [], set[str]()
    eyes = ("", "france", "turkey", "ann", "gm") if depth == "full" else ("turkey",)
    for eye in eyes:
        client = made.client(eye)
        asked = dict.fromkeys(path.replace(f"/{TABLE}", f"/{name}") for path in addresses(made) if f"/{TABLE}" in path
                              for name in (BOURSE, AULA))  # fmt: skip
        for path in asked:
            if path.count("/") > 3 and not Look(depth, 6).page(eye, path):
                continue
            for document in _answer(client, "GET", path):
                wrong += made.leaks(eye, [document], seen)
    for eye, document in (*mails(made, False), *pushes(made)):
        wrong += made.leaks(eye, [document], seen)
    assert wrong == []
    assert len(seen) >= 3


# --- the test can fail ---

FAULTS = (
    ("everybody is the master", door, "_seat", lambda table, person: GM, TABLE, "desk",
     "the conduct that Turkey complains of"),
    ("everybody is Turkey", door, "_seat", lambda table, person: Seat("Turkey"), TABLE, "", "the orders of Turkey"),
    ("press is shown to all", sights, "press_seen", lambda papers, seat: masks.press_seen(papers, Seat("Germany")),
     TABLE, "press", "a letter of France to Germany"),
    ("players of an anonymous game are shown", sights, "company", lambda state, seat: seating.company(state, GM),
     MASKED, "seats", "the name of m-france"),
    ("errors claimed are shown", sights, "claims_seen", lambda state, seat: records.claims_seen(state, GM),
     TABLE, "errors", "what Austria says was adjudicated wrongly"),
)  # fmt: skip
"""Ways in which `sight` could break: what breaks, and where which secret is then found by whoever may not know."""


@pytest.mark.slow
def test_a_broken_sight_is_found(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    made = garden(host)
    _nothing_is_learnt_of_a_fault(made, monkeypatch)
    missed = []
    for what, where, name, broken, at, page, secret in FAULTS:
        with monkeypatch.context() as patch:
            patch.setattr(where, name, broken)
            found = set()
            for eye in ("m-italy",) if at == MASKED else ("italy", "gm"):
                for document in _answer(made.client(eye), "GET", f"/games/{at}/{page}/".replace("//", "/")):
                    found |= set(made.leaks(eye, [document], set()))
        if not any(secret in each for each in found):
            missed.append((what, found))
    assert missed == [], missed


SECRET = b"xqabcdefghijkl"
WRAPPED = {
    "plain": SECRET,
    "capitals": SECRET.upper(),
    "base64": base64.b64encode(b"a letter: " + SECRET),
    "base64 in an address": b"/x/" + base64.urlsafe_b64encode(b"??>" + SECRET).rstrip(b"="),
    "base64 in lines": base64.encodebytes(b"x" * 50 + SECRET),
    "base64 twice": base64.b64encode(base64.b64encode(SECRET)),
    "packed": gzip.compress(SECRET),
    "packed in base64": base64.b64encode(gzip.compress(SECRET)),
    "packed amidst bytes": b"\0\1\2" + zlib.compress(SECRET) + b"\3",
    "per cent": "".join(f"%{letter:02x}" for letter in SECRET).encode(),
    "entities": "".join(f"&#{letter};" for letter in SECRET).encode(),
    "quoted-printable": b"xqabc=\r\ndefghijk=6C",
    "JSON": b'"xqabcdefghijk\\u006c"',
    "hexadecimal": b"#" + SECRET.hex().encode(),
    "two bytes a letter": SECRET.decode().encode("utf-16-le"),
}


@pytest.mark.parametrize("wrapping", WRAPPED)
def test_no_wrapping_hides_a_word(wrapping: str) -> None:
    assert any(SECRET.decode() in text for text in unwrapped(b'<p data-x="' + WRAPPED[wrapping] + b'">'))


def _nothing_is_learnt_of_a_fault(made: Garden, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that fails with a secret in its hand does not say it."""

    def fails(*args: object, **named: object) -> None:
        raise RuntimeError(f"it fails over {list(made.plants)}")

    with monkeypatch.context() as patch:
        patch.setattr(table, "render", fails)
        for eye in ("", "france", "gm"):
            answers = list(_answer(made.client(eye), "GET", f"/games/{TABLE}/"))
            assert "(500)" in answers[-1].way
            assert list(made.leaks("nobody", answers, set())) == []

"""Whether a machine may send for a domain (SPF, RFC 7208): by records of every form, within so many questions, and
never more than a word on top of the letter."""

from __future__ import annotations

from email.message import EmailMessage
from email.policy import SMTP
from functools import partial
from ipaddress import ip_address
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.post.test_signatures import DNS, HOST, REJECT, letter, theirs

from dragoman.post import origins
from dragoman.post.door import Doorkeeper
from dragoman.post.origins import Mistaken, Origin, found, origin_of, parsed
from dragoman.post.reading import read
from dragoman.post.signatures import Unknown, stamped

ANN = "ann@example.org"

ZONE: dict[tuple[str, str], tuple[str, ...]] = {
    ("example.org", "MX"): ("mail.example.org",),
    ("example.org", "A"): ("192.0.2.10",),
    ("mail.example.org", "A"): ("192.0.2.20", "192.0.2.21"),
    ("mail.example.org", "AAAA"): ("2001:db8::20",),
    ("20.2.0.192.in-addr.arpa", "PTR"): ("mail.example.org", "elsewhere.example.net"),
    ("66.2.0.192.in-addr.arpa", "PTR"): ("mail.example.org",),
    ("ann._spf.example.org", "A"): ("127.0.0.2",),
    ("org.example.20.2.0.192._ip.example.org", "A"): ("127.0.0.2",),
    ("pass.example.net", "TXT"): ("v=spf1 ip4:192.0.2.0/24 -all",),
    ("fail.example.net", "TXT"): ("v=spf1 -all",),
    ("loop.example.net", "TXT"): ("v=spf1 include:loop.example.net -all",),
    ("two.example.net", "TXT"): ("v=spf1 -all", "v=spf1 +all"),
}


def asked(*records: str, more: Any = None) -> origins.Ask:
    zone = ZONE | {("example.org", "TXT"): records} | (more or {})
    return lambda name, kind: zone.get((name.lower(), kind), ())


def result(record: str, machine: str = "192.0.2.20", path: str = ANN, more: Any = None) -> str:
    return found(Origin(ip_address(machine), "mail.example.org", path), asked(record, more=more))


@pytest.mark.parametrize(
    ("record", "says"),
    [
        ("v=spf1 mx -all", "pass"),
        ("V=SPF1 MX -ALL", "pass"),
        ("v=spf1 -mx +all", "fail"),
        ("v=spf1 a ~all", "softfail"),
        ("v=spf1 a/24 -all", "pass"),
        ("v=spf1 a:mail.example.org -all", "pass"),
        ("v=spf1 a:nowhere.example.org -all", "fail"),
        ("v=spf1 mx/30//64 -all", "pass"),
        ("v=spf1 ip4:192.0.2.20 -all", "pass"),
        ("v=spf1 ip4:192.0.2.0/28 -all", "fail"),
        ("v=spf1 ip6:2001:db8::/32 ?all", "neutral"),
        ("v=spf1 ptr -all", "pass"),
        ("v=spf1 ptr:example.net -all", "fail"),
        ("v=spf1 exists:%{l}._spf.%{d} -all", "pass"),
        ("v=spf1 exists:%{dr}.%{ir}._ip.%{d2} -all", "pass"),
        ("v=spf1 include:pass.example.net -all", "pass"),
        ("v=spf1 include:fail.example.net ?all", "neutral"),
        ("v=spf1 include:nothing.example.net -all", "permerror"),
        ("v=spf1 redirect=fail.example.net", "fail"),
        ("v=spf1 redirect=fail.example.net mx", "pass"),
        ("v=spf1 redirect=nothing.example.net", "permerror"),
        ("v=spf1 redirect=a.example redirect=b.example mx", "permerror"),
        ("v=spf1 include:loop.example.net -all", "permerror"),
        ("v=spf1 include:two.example.net -all", "permerror"),
        ("v=spf1", "neutral"),
        ("v=spf1 unknown=%{d} exp=why.example.org", "neutral"),
        ("v=spf10 -all", "none"),
        ("v=sender", "none"),
        ("v=spf1 mx ip4:192.0.2.300", "permerror"),
        ("v=spf1 mx ip4:2001:db8::1", "permerror"),
        ("v=spf1 mx a/33", "permerror"),
        ("v=spf1 mx ptr/24", "permerror"),
        ("v=spf1 mx all:example.org", "permerror"),
        ("v=spf1 mx include", "permerror"),
        ("v=spf1 mx a:", "permerror"),
        ("v=spf1 mx forged", "permerror"),
        ("v=spf1 mx exists:%x", "permerror"),
        ("v=spf1 exists:%{d0} -all", "permerror"),
        ("v=spf1 a:1.example.org a:2.example.org a:3.example.org -all", "permerror"),
    ],
)  # fmt: skip
def test_what_a_record_says_of_a_machine(record: str, says: str) -> None:
    assert result(record) == says


def test_of_two_records_neither_is_followed() -> None:
    origin = Origin(ip_address("192.0.2.20"), "", ANN)
    assert found(origin, asked("v=spf1 +all", "v=spf1 -all")) == "permerror"
    assert found(origin, asked("other words", "v=spf1 -all")) == "fail"
    assert found(Origin(ip_address("192.0.2.20"), "", "nobody"), asked("v=spf1 -all")) == "none"


def test_a_machine_with_a_long_address_is_looked_for_by_it() -> None:
    assert result("v=spf1 mx -all", "2001:db8::20") == "pass"
    assert result("v=spf1 mx//64 -all", "2001:db8::21") == "pass"
    assert result("v=spf1 a mx -all", "2001:db8::21") == "fail"
    assert result("v=spf1 ip4:192.0.2.0/24 -all", "2001:db8::21") == "fail"


def test_a_name_that_does_not_lead_back_is_nobodys() -> None:
    assert result("v=spf1 ptr -all", "192.0.2.66") == "fail"


def test_so_many_questions_and_no_more() -> None:
    chain = {(f"{n}.example.net", "TXT"): (f"v=spf1 include:{n + 1}.example.net -all",) for n in range(40)}
    count = 0

    def ask(name: str, kind: str) -> tuple[str, ...]:
        nonlocal count
        count += 1
        return asked("v=spf1 include:0.example.net -all", more=chain)(name, kind)

    assert found(Origin(ip_address("192.0.2.20"), "", ANN), ask) == "permerror"
    assert count <= origins.MOST_TERMS + 2
    many = {("example.org", "MX"): tuple(f"m{n}.example.org" for n in range(11))}
    assert result("v=spf1 mx -all", more=many) == "permerror"


def test_where_nobody_answers_nothing_is_known() -> None:
    def silent(name: str, kind: str) -> tuple[str, ...]:
        raise Unknown(name)

    assert found(Origin(ip_address("192.0.2.20"), "", ANN), silent) == "temperror"
    with pytest.raises(Unknown):
        origins.in_time(0)("example.org", "TXT")


@given(st.text(alphabet="%{}slodiphvr0123456789.+-/=: \t\0äaxmcludeip46tr", max_size=200))
def test_any_record_comes_to_one_of_the_words(record: str) -> None:
    says = {"pass", "fail", "softfail", "neutral", "none", "permerror"}
    assert result(f"v=spf1 {record}") in says
    try:
        parsed(f"v=spf1 {record}")
    except Mistaken:
        assert result(f"v=spf1 {record}") == "permerror"


# --- what becomes of it ---


def top(raw: bytes, known: Any, record: str, path: str = ANN, machine: str = "192.0.2.20") -> str:
    stands = partial(found, Origin(ip_address(machine), "", path), asked(record))
    line = stamped(raw, HOST, known.get, path, stands).partition(b"\r\n")[0].decode()
    return line.removeprefix(f"Authentication-Results: {HOST}; ")


@pytest.mark.parametrize(
    ("raw", "known", "record", "path", "says"),
    [
        (letter(), REJECT, "v=spf1 mx -all", ANN,
         "dkim=none; spf=pass smtp.mailfrom=example.org; dmarc=pass header.from=example.org"),
        (letter(), {}, "v=spf1 mx -all", ANN,
         "dkim=none; spf=pass smtp.mailfrom=example.org; dmarc=none header.from=example.org"),
        (letter(), REJECT, "v=spf1 mx -all", "eve@example.org",
         "dkim=none; spf=pass smtp.mailfrom=example.org; dmarc=fail header.from=example.org"),
        (letter(), REJECT, "v=spf1 mx -all", "ann@example.net", "dkim=none; dmarc=fail header.from=example.org"),
        (letter(), {}, "v=spf1 -all", ANN,
         "dkim=none; spf=fail smtp.mailfrom=example.org; dmarc=none header.from=example.org"),
        (theirs(letter()), DNS | REJECT, "v=spf1 -all", ANN,
         "dkim=pass header.d=example.org; spf=fail smtp.mailfrom=example.org; dmarc=pass header.from=example.org"),
    ],
)  # fmt: skip
def test_a_path_stands_by_its_very_author_where_the_domain_has_a_word_on_it(
    raw: bytes, known: Any, record: str, path: str, says: str
) -> None:
    assert top(raw, known, record, path) == says


def test_a_letter_that_its_domain_disowns_is_marked_and_kept() -> None:
    for record, disowned in (("v=spf1 -all", True), ("v=spf1 mx -all", False), ("v=spf1 ?all", False)):
        line = top(letter(), {}, record)
        raw = f"Authentication-Results: {HOST}; {line}\r\n".encode() + letter()
        assert read(raw).disowned is disowned, record
        assert "A Vie - Gal" in read(raw).text


@pytest.mark.parametrize(
    ("peer", "path", "seen"),
    [
        (("8.8.8.8", 25), ANN, "8.8.8.8"),
        (("::ffff:8.8.8.8", 25, 0, 0), ANN, "8.8.8.8"),
        (("2600::1%eth0", 25, 0, 0), ANN, "2600::1"),
        (("127.0.0.1", 25), ANN, ""),
        (("10.1.2.3", 25), ANN, ""),
        (("8.8.8.8", 25), "", ""),
        ("", ANN, ""),
        (("unix", 0), ANN, ""),
    ],
)
def test_only_what_comes_from_elsewhere_has_an_origin(peer: object, path: str, seen: str) -> None:
    made = origin_of(peer, "mail.example.org", path)
    assert (str(made.machine) if made else "") == seen


@pytest.mark.parametrize(("lmtp", "says"), [(False, b"spf=pass smtp.mailfrom=example.org"), (True, b"dkim=none")])
def test_the_door_asks_for_what_a_stranger_hands_in_and_not_for_our_own_server(
    lmtp: bool, says: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    from dragoman import assembly

    house = SimpleNamespace(host=SimpleNamespace(address=f"dragoman@{HOST}"))
    monkeypatch.setattr(assembly, "house", lambda: house)
    monkeypatch.setattr("dragoman.post.door.found", lambda origin: "pass")
    monkeypatch.setattr("dragoman.post.signatures.text_record", lambda name: None)
    session: Any = SimpleNamespace(peer=("8.8.8.8", 25), host_name="mail.example.org")
    made = EmailMessage(policy=SMTP)
    made["From"], made["Message-ID"] = ANN, "<1@example.org>"
    made.set_content("A Vie - Gal\n")
    raw = Doorkeeper(lambda: None, lmtp, checking=True)._seen(made.as_bytes(), session, ANN)
    assert says in raw.partition(b"\r\n")[0]
    assert (b"spf=" in raw) is not lmtp

"""Records of senders in every form (cases/spf), and a name server that answers as name servers do when they are broken,
slow or hostile: what is found is always one of the words, and found in time."""

from __future__ import annotations

import socket
import threading
import time
import tomllib
from collections.abc import Callable, Iterator
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import dns.flags
import dns.message
import dns.rcode
import dns.resolver
import dns.rrset
import pytest

from dragoman.post import origins
from dragoman.post.origins import Origin, found, origin_of
from dragoman.post.signatures import Unknown

BOOK = tomllib.loads((Path(__file__).parents[1] / "cases/spf/records.toml").read_text("utf-8"))


def asked(zone: dict[str, dict[str, list[str]]]) -> origins.Ask:
    names = {name.lower(): records for name, records in zone.items()}

    def ask(name: str, kind: str) -> tuple[str, ...]:
        records = names.get(name.lower(), {})
        if "TIMEOUT" in records:
            raise Unknown(name)
        return tuple(records.get(kind, ()))

    return ask


def test_each_case_has_a_name_of_its_own() -> None:
    names = [case["id"] for case in BOOK["case"]]
    assert len(set(names)) == len(names) > 120


@pytest.mark.parametrize("case", BOOK["case"], ids=lambda case: case["id"])
def test_what_a_record_says(case: dict[str, Any]) -> None:
    path = case.get("path", "ann@example.org")
    own = {"example.org": {**BOOK["zone"]["example.org"], "TXT": [case["record"]]}}
    machine = ip_address(case.get("machine", "192.0.2.20"))
    machine = getattr(machine, "ipv4_mapped", None) or machine
    origin = Origin(machine, case.get("helo", "mail.example.org"), path)
    assert found(origin, asked({**BOOK["zone"], **own, **case.get("zone", {})})) == case["says"]


def test_a_short_address_in_a_long_one_is_taken_for_what_it_is() -> None:
    made = origin_of(("::ffff:8.8.8.8", 25, 0, 0), "x", "ann@example.org")
    assert made is not None
    assert made.machine.version == 4


# --- a name server ---

Answer = Callable[[dns.message.Message], "bytes | None"]


def server(answer: Answer) -> tuple[socket.socket, threading.Thread]:
    """Answers each question that comes, until its socket is closed; None answers nothing."""
    door = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    door.bind(("127.0.0.1", 0))

    def serve() -> None:
        while True:
            try:
                data, peer = door.recvfrom(4096)
                if not data:
                    return
                told = answer(dns.message.from_wire(data))
                if told is not None:
                    door.sendto(told, peer)
            except OSError:
                return

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    return door, thread


@pytest.fixture
def resolver(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Answer], None]]:
    """Has questions asked of a server that answers in some way, and of no other."""
    doors: list[tuple[socket.socket, threading.Thread]] = []

    def use(answer: Answer) -> None:
        door, thread = server(answer)
        doors.append((door, thread))
        one = dns.resolver.Resolver(configure=False)
        one.nameservers, one.port, one.timeout = ["127.0.0.1"], door.getsockname()[1], 0.1
        monkeypatch.setattr(dns.resolver, "default_resolver", one)
        monkeypatch.setattr(origins, "ONE", 0.3)

    yield use
    for door, thread in doors:
        door.sendto(b"", door.getsockname())
        thread.join(5)
        door.close()


def reply(query: dns.message.Message, *lines: str, code: int = 0, flags: int = 0) -> dns.message.Message:
    made = dns.message.make_response(query, recursion_available=True)
    made.set_rcode(dns.rcode.Rcode(code))
    made.flags |= flags
    for line in lines:
        name, kind, value = line.split(" ", 2)
        made.answer.append(dns.rrset.from_text(name, 60, "IN", kind, value))
    return made


def zone(records: dict[tuple[str, str], tuple[str, ...]]) -> Answer:
    def answer(query: dns.message.Message) -> bytes:
        asked_for = query.question[0]
        lines = records.get((str(asked_for.name), dns.rdatatype.to_text(asked_for.rdtype)), ())
        return reply(query, *lines, code=0 if lines else 3).to_wire()

    return answer


ORIGIN = Origin(ip_address("192.0.2.20"), "mail.example.org", "ann@example.org")
TXT = ("example.org.", "TXT")


def check() -> str:
    began = time.monotonic()
    says = found(ORIGIN)
    assert time.monotonic() - began < 5
    return says


@pytest.mark.parametrize(
    ("records", "says"),
    [
        ({TXT: ('example.org. TXT "v=spf1 ip4:192.0.2" ".20 -all"',)}, "pass"),
        ({TXT: ('example.org. TXT "v=spf1 a:m.example.org" " -all"',), ("m.example.org.", "A"): (
            "m.example.org. CNAME n.example.org.", "n.example.org. CNAME o.example.org.",
            "o.example.org. A 192.0.2.20")}, "pass"),
        ({TXT: ("example.org. CNAME x.example.net.", 'x.example.net. TXT "v=spf1 -all"')}, "fail"),
        ({TXT: ("example.org. CNAME x.example.net.", "x.example.net. CNAME example.org.")}, "temperror"),
        ({TXT: ("example.org. CNAME x.example.net.",)}, "none"),
        ({TXT: tuple(f"{n or 'example'}{'.org' if not n else ''}. CNAME {n + 1}." for n in range(30))}, "temperror"),
        ({TXT: (r'example.org. TXT "v=spf1 \195\164 -all"',)}, "permerror"),
        ({TXT: (r'example.org. TXT "g\195\164rten"', 'example.org. TXT "v=spf1 -all"')}, "fail"),
        ({TXT: ('example.org. TXT ""',)}, "none"),
        ({TXT: ('example.org. TXT "v=spf1 mx -all"',), ("example.org.", "MX"): ("example.org. MX 0 .",)}, "fail"),
        ({}, "none"),
    ],
)  # fmt: skip
def test_what_a_server_has(
    resolver: Callable[[Answer], None], records: dict[tuple[str, str], tuple[str, ...]], says: str
) -> None:
    resolver(zone(records))
    assert check() == says


def _garbled(query: dns.message.Message) -> bytes:
    return query.to_wire()[:2] + b"\xff" * 200


def _another_question(query: dns.message.Message) -> bytes:
    made = reply(query, 'example.org. TXT "v=spf1 +all"')
    made.id ^= 0x5555
    return made.to_wire()


def _cut_in_two(query: dns.message.Message) -> bytes:
    return reply(query, 'example.org. TXT "v=spf1 -all"').to_wire()[:-7]


def _pointing_at_itself(query: dns.message.Message) -> bytes:
    head = query.to_wire()
    return head[:2] + b"\x81\x80" + b"\0\0\0\1\0\0\0\0" + b"\xc0\x0c" + b"\0\x10\0\1\0\0\0\x3c\0\2\1a"


FAILS: dict[str, Answer] = {
    "no answer": lambda query: None,
    "SERVFAIL": lambda query: reply(query, code=2).to_wire(),
    "REFUSED": lambda query: reply(query, code=5).to_wire(),
    "NOTIMP": lambda query: reply(query, code=4).to_wire(),
    "garbled": _garbled,
    "of one byte": lambda query: b"x",
    "another question's answer": _another_question,
    "cut in two": _cut_in_two,
    "a name that points at itself": _pointing_at_itself,
    "cut short, and nobody by TCP": lambda query: reply(query, flags=dns.flags.TC).to_wire(),
}


@pytest.mark.parametrize("how", FAILS)
def test_a_server_that_fails_tells_nothing(resolver: Callable[[Answer], None], how: str) -> None:
    resolver(FAILS[how])
    assert check() == "temperror"


def test_a_server_that_fails_on_the_way_tells_nothing(resolver: Callable[[Answer], None]) -> None:
    """The record is had, and a name in it is not."""
    have = zone({TXT: ('example.org. TXT "v=spf1 a:slow.example.org -all"',)})
    resolver(lambda query: None if str(query.question[0].name) == "slow.example.org." else have(query))
    assert check() == "temperror"


def test_all_questions_of_a_letter_together_take_so_long_and_no_longer(
    resolver: Callable[[Answer], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def slow(query: dns.message.Message) -> bytes:
        time.sleep(0.08)
        name = str(query.question[0].name)
        n = int(name.partition(".")[0]) if name[0].isdigit() else 0
        return reply(query, f'{name} TXT "v=spf1 include:{n + 1}.example.org -all"').to_wire()

    resolver(slow)
    began = time.monotonic()
    assert found(ORIGIN, origins.in_time(0.4)) == "temperror"
    assert time.monotonic() - began < 2

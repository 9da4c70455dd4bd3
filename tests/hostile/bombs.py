"""Things made to take all time and memory there is: each is sent to its door in a process under hard limits, and told
with what it took. `python -m tests.hostile.bombs` tries them all."""

from __future__ import annotations

import base64
import json
import resource
import sys
import time
import zlib
from collections.abc import Callable, Mapping

from tests.hostile.doors import DOORS

from dragoman.diplomacy.board.mapfile import chart_source

MEGABYTE = 1024 * 1024
MEMORY = 2048
"""Megabytes of address space that the process may have."""
SECONDS = 10
"""Seconds of the processor that one may take. Each takes a tenth of it, or less, on a machine of its own."""

HEAD = b"From: ann@example.org\r\nTo: dragoman+kalmar@example.org\r\nSubject: orders\r\n"


def _multipart(count: int) -> bytes:
    parts = (b"Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n" % (n, n) for n in range(count))
    return HEAD + b"".join(parts)


def _link(data: bytes) -> bytes:
    return base64.urlsafe_b64encode(zlib.compress(data, 9)).rstrip(b"=")


def _study_steps() -> bytes:
    return _link(json.dumps({"steps": [{"France": ["A PAR H"]}] * 200_000}).encode())


def _toml_deep(count: int) -> bytes:
    return b"x = " + b"[" * count + b"]" * count


BOMBS: Mapping[str, tuple[str, Callable[[], bytes]]] = {
    "fifty megabytes": ("letters", lambda: HEAD + b"\r\n" + b"A Vie - Gal words " * (50 * MEGABYTE // 18)),
    "a million lines": ("letters", lambda: HEAD + b"\r\n" + b"A Vie - Gal\r\n" * 1_000_000),
    "parts in parts": ("letters", lambda: _multipart(20_000)),
    "letters in letters": ("letters", lambda: HEAD + b"Content-Type: message/rfc822\r\n\r\n" * 20_000),
    "many parts": (
        "letters",
        lambda: HEAD + b"Content-Type: multipart/mixed; boundary=x\r\n\r\n" + b"--x\r\n\r\nA\r\n" * 100_000,
    ),
    "many headers": ("letters", lambda: b"X-A: b\r\n" * 300_000 + b"\r\nA Vie - Gal\r\n"),
    "many senders": ("letters", lambda: b"From: " + b"a@example.org, " * 100_000 + b"\r\n\r\nA Vie - Gal\r\n"),
    "one long header": (
        "letters",
        lambda: b"Subject: " + b"=?utf-8?q?=E2=80=AE?= " * 100_000 + b"\r\n\r\nA Vie - Gal\r\n",
    ),
    "many references": (
        "letters",
        lambda: HEAD + b"References: " + b"<a.b@example.org>\r\n " * 200_000 + b"\r\n\r\nx\r\n",
    ),
    "comments in comments": (
        "letters",
        lambda: b"From: " + b"(" * 300_000 + b"\r\nTo: " + b"(" * 300_000 + b"\r\n\r\nx\r\n",
    ),
    "parameters": ("letters", lambda: HEAD + b"Content-Type: text/plain" + b"; a*1*=b" * 50_000 + b"\r\n\r\nx\r\n"),
    "HTML in HTML": ("letters", lambda: HEAD + b"Content-Type: text/html\r\n\r\n" + b"<div><blockquote>" * 300_000),
    "entities": ("letters", lambda: HEAD + b"Content-Type: text/html\r\n\r\n" + b"&amp;&#x202e;&#0;" * 300_000),
    "quotes in quotes": ("letters", lambda: HEAD + b"\r\n" + (b">" * 2000 + b" x\r\n") * 2000),
    "orders, a hundred thousand": ("orders", lambda: b"A Vie - Gal\n" * 87_000),
    "one order of a megabyte": ("orders", lambda: b"A Vie S " * 130_000),
    "conditions in conditions": (
        "orders",
        lambda: b"if " + b"not (" * 50_000 + b"A Vie - Gal succeeds" + b")" * 50_000 + b":\nA Bud H",
    ),
    "ifs in ifs": ("orders", lambda: b"\n".join(b" " * n + b"if A Vie - Gal succeeds:" for n in range(1400))),
    "units in prose": ("orders", lambda: b"Vienna " * 2000 + b"\n" + b"I say that maybe my army Vienna " * 2500),
    "wishes": ("orders", lambda: b"could you send my army Vienna to Galicia, and have Budapest go to Serbia\n" * 1300),
    "blanks": ("orders", lambda: (b"A Vie" + b" " * 5000 + b"-" + b" " * 5000 + b"Gal\n") * 100),
    "combining": ("orders", lambda: b"A Vi" + "e\u0301\u0323".encode() * 200_000 + b" - Gal"),
    "commas": ("orders", lambda: b"press to " + b"France, " * 120_000 + b":\nx\nend\n"),
    "the master's words": ("the game master's words", lambda: b"gm " + b"because " * 120_000),
    "words of Nomic": ("words of Nomic", lambda: b"propose enact " + b"rule 301 " * 100_000),
    "a map in brackets": ("maps", lambda: _toml_deep(200_000)),
    "a map of tables": ("maps", lambda: b"".join(b"[a%s]\n" % (b".b" * 40 + b"%d" % n) for n in range(5000))),
    "a map of many places": (
        "maps",
        lambda: b"[provinces]\n" + b"".join(b'p%d = {name = "P", kind = "land"}\n' % n for n in range(20_000)),
    ),
    "house rules in brackets": ("house rules", lambda: _toml_deep(200_000)),
    "house rules of a long number": ("house rules", lambda: b"year = 0x" + b"f" * 5000),
    "house rules of many digits": ("house rules", lambda: b'I.2 = "year=' + b"9" * 5000 + b'"'),
    "house rules of dots": ("house rules", lambda: b"a" + b".a" * 100_000 + b" = 1"),
    "rules of Nomic in brackets": ("rule sets of Nomic", lambda: _toml_deep(200_000)),
    "rules of Nomic of dots": ("rule sets of Nomic", lambda: b"rule" + b".a" * 100_000 + b" = 1"),
    "rules of Nomic without end": ("rule sets of Nomic", lambda: b"[[rule]]\nnumber = 1\n" * 40_000),
    "a number in house rules": ("house rules", lambda: b"x = " + b"9" * 50_000),
    "quoted dots": ("house rules", lambda: b'"a"' + b' . "a"' * 10_000 + b" = 1"),
    "house rules that nobody knows": ("house rules", lambda: b"".join(b"k%d = 1\n" % n for n in range(60_000))),
    "house rules of one long name": ("house rules", lambda: b"k" * 500_000 + b" = 1"),
    "a map of names that nobody knows": (
        "maps",
        lambda: (
            chart_source("standard").encode()
            + b"\n[borders]\n"
            + b"".join(b'q%d = "r%d s%d t%d"\n' % (n, n, n, n) for n in range(8000))
        ),
    ),
    "settings of Nomic that nobody knows": (
        "rule sets of Nomic",
        lambda: (
            b'title = "x"\n'
            + b"".join(b'[[rule]]\nnumber = "%d"\ntext = "x"\nsettings = {k%d = "1"}\n' % (n, n) for n in range(8000))
        ),
    ),
    "press to nobody": (
        "orders",
        lambda: b"press to " + b", ".join(b"nob%d" % n for n in range(9000)) + b":\nx\nend\n",
    ),
    "words of Nomic that nobody knows": ("words of Nomic", lambda: b"".join(b"propse %d\n" % n for n in range(8000))),
    "a game in brackets": ("games of the diplomacy package", lambda: b"[" * 2_000_000),
    "a number of a million digits": ("games of webDiplomacy", lambda: b"9" * 1_000_000),
    "a game of many phases": (
        "games of the diplomacy package",
        lambda: json.dumps(
            {
                "id": "x",
                "map": "standard",
                "rules": [],
                "phases": [{"name": "S1901M", "state": {}, "orders": {}, "results": {}}] * 20_000,
            }
        ).encode(),
    ),
    "packed, a hundred megabytes": ("links to the sandbox", lambda: _link(bytes(100 * MEGABYTE))),
    "packed brackets": ("links to the sandbox", lambda: _link(b'{"steps":' + b"[" * 500_000)),
    "two hundred thousand phases": ("links to the sandbox", _study_steps),
    "a case of many lines": (
        "positions as cases",
        lambda: b"PRESTATE_SETPHASE Spring 1901, Movement\nPRESTATE\n" + b"France: A Paris\n" * 60_000,
    ),
    "a proof in brackets": ("proofs", lambda: b'{"dragoman":"proof","x":' + b"[" * 500_000),
    "a proof of many lines": (
        "proofs",
        lambda: (
            b'{"dragoman":"proof","format":2,"table":"a","game":"b"}\n' + b'{"n":1,"digest":"","seal":""}\n' * 20_000
        ),
    ),
    "a record in brackets": ("records", lambda: b'{"dragoman":"record","x":' + b"[" * 500_000),
}


def main(*only: str) -> int:
    """Try them, and say of each what it took; 1 if one took too much, or felled the reader."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY * MEGABYTE, MEMORY * MEGABYTE))
    doors = {door.name: door for door in DOORS}
    for door in DOORS:
        door.enter(door.seeds()[0])  # what is read once is not the bomb's
    wrong = 0
    for name, (at, made) in BOMBS.items():
        if only and not any(each in name for each in only):
            continue
        data, began, said = made(), time.process_time(), ""
        try:
            doors[at].enter(data)
        except BaseException as fault:  # whatever it is, it is told
            said = f"{type(fault).__name__}: {str(fault)[:80]}"
        took = time.process_time() - began
        if took > SECONDS:
            said = f"{said} too long".strip()
        wrong += bool(said)
        print(f"{took:6.2f} s  {name} ({at}) {said}".rstrip(), flush=True)
    return min(wrong, 1)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))

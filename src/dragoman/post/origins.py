"""Where a letter comes from: whether the machine that handed it in may send for the domain of its return path (SPF, RFC
7208).

What is found marks a letter and refuses none. A domain's record is a stranger's program: it gets so many questions and
so much time, and what goes beyond is an error of its own.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from time import monotonic
from typing import Any, NoReturn
from urllib.parse import quote

import dns.exception
import dns.resolver

from dragoman.post.signatures import Unknown

Ask = Callable[[str, str], tuple[str, ...]]
"""What the DNS has under a name: `TXT`, `A`, `AAAA`, `MX` (names of machines) or `PTR`. Raises Unknown where nobody can
be asked."""

SECONDS = 15.0
"""How long one letter's questions may take, all together (RFC 7208 4.6.4)."""
ONE = 5.0
"""How long one question may take."""
MOST_TERMS = 10
"""Terms that ask the DNS, in all records that belong together (4.6.4)."""
MOST_VOID = 2
"""Questions to which there is no answer (4.6.4)."""
MOST_NAMES = 10
"""Names of one MX or PTR record set that are looked at (4.6.4)."""

SAYS = {"+": "pass", "-": "fail", "~": "softfail", "?": "neutral"}
NAME = re.compile(r"(?:[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?\.)+[a-z0-9_-]{1,63}", re.IGNORECASE)
ASKED = re.compile(r"(?=.{1,253}$)[!-\-/-\[\]-~]{1,63}(?:\.[!-\-/-\[\]-~]{1,63})*")
"""A name that the DNS may be asked for: a domain-spec may hold any sign that can be seen (7.1)."""
MODIFIER = re.compile(r"([a-z][a-z0-9_.-]*)=([!-~]*)", re.IGNORECASE)
LENGTH = "(0|[1-9][0-9]{0,2})"
MECHANISM = re.compile(rf"([+?~-]?)([a-z0-9]+)(?::([!-~]*?))?(?:/{LENGTH})?(?://{LENGTH})?", re.IGNORECASE)
MACRO = re.compile(r"%(?:\{([slodiphvcrt])([0-9]{0,3})(r?)([.+,/_=-]*)\}|([%_-]))?", re.IGNORECASE)
TOP = re.compile(r"(?![0-9]+\Z)[a-z0-9](?:[a-z0-9-]*[a-z0-9])?", re.IGNORECASE)
"""The last part of a domain (7.1): no number alone."""


@dataclass(frozen=True, slots=True)
class Origin:
    """A delivery: the machine's address, its name by its own word (HELO), and the return path."""

    machine: IPv4Address | IPv6Address
    helo: str
    path: str


class Mistaken(Exception):
    """The record says nothing that can be followed (permerror)."""


@dataclass(frozen=True, slots=True)
class Term:
    """A mechanism: what is said of whom it fits, and whom that is. `four` and `six` are lengths of prefixes."""

    says: str
    kind: str
    of: str
    four: int
    six: int


def origin_of(peer: object, helo: str | None, path: str | None) -> Origin | None:
    """The origin of a delivery from somewhere else; None for one from this machine or its own network, such as a mail
    server before us hands on: what it knows it has written."""
    try:
        machine = ip_address(str(peer[0]).partition("%")[0]) if isinstance(peer, tuple) else None
    except ValueError:
        return None
    if isinstance(machine, IPv6Address) and machine.ipv4_mapped is not None:
        machine = machine.ipv4_mapped
    if machine is None or not machine.is_global or not path:
        return None
    return Origin(machine, helo or "", path)


def found(origin: Origin, ask: Ask | None = None) -> str:
    """A word of RFC 8601 2.7.2: `pass`, `fail`, `softfail`, `neutral`, `none`, `temperror` or `permerror`."""
    domain = origin.path.rpartition("@")[2]
    if not NAME.fullmatch(domain):
        return "none"
    try:
        return Following(origin, ask or in_time()).check(domain)
    except Mistaken:
        return "permerror"
    except Unknown:
        return "temperror"


@dataclass
class Following:
    """One letter's way through the records, and how much was asked on it."""

    origin: Origin
    ask: Ask
    terms: int = field(default=0, init=False)
    void: int = field(default=0, init=False)

    def check(self, domain: str) -> str:
        """RFC 7208 4. Raises Mistaken, Unknown."""
        if not ASKED.fullmatch(domain):
            return "none"
        said = [each for each in self.ask(domain, "TXT") if re.match(r"v=spf1(?: |$)", each, re.IGNORECASE)]
        if not said:
            return "none"
        if len(said) > 1:
            raise Mistaken(domain)
        terms, redirect = parsed(said[0])
        for term in terms:
            if self._fits(term, domain):
                return SAYS[term.says]
        if not redirect:
            return "neutral"
        self._count()
        result = self.check(self._target(redirect, domain))
        if result == "none":
            raise Mistaken(redirect)
        return result

    def _fits(self, term: Term, domain: str) -> bool:
        if term.kind == "all":
            return True
        if term.kind in ("ip4", "ip6"):
            return self._within(term.of, term.four if term.kind == "ip4" else term.six)
        self._count()
        target = self._target(term.of, domain) if term.of else domain
        match term.kind:
            case "include":
                return self._included(target)
            case "a":
                return self._one_of(self._addresses(target), term)
            case "mx":
                machines = self._looked(target, "MX")
                if len(machines) > MOST_NAMES:
                    raise Mistaken(target)
                return any(self._one_of(self._addresses(each), term) for each in machines)
            case "ptr":
                return self._named(target)
            case _:
                return bool(self._looked(target, "A"))

    def _included(self, target: str) -> bool:
        """5.2: whether that record says pass; one that says nothing is a mistake."""
        result = self.check(target)
        if result == "none":
            raise Mistaken(target)
        return result == "pass"

    def _named(self, target: str) -> bool:
        """5.5: whether the machine's address leads to a name under that domain, and back. A name of which nothing can
        be known is passed over."""
        try:
            names = self._looked(self.origin.machine.reverse_pointer, "PTR")[:MOST_NAMES]
        except Unknown:
            return False
        under = [each for each in names if f".{each}".lower().endswith(f".{target}".lower())]
        return any(self._leads_here(each) for each in under)

    def _leads_here(self, name: str) -> bool:
        try:
            return any(ip_address(at) == self.origin.machine for at in self._addresses(name))
        except (Unknown, ValueError):
            return False

    def _addresses(self, name: str) -> tuple[str, ...]:
        return self._looked(name, "A" if self.origin.machine.version == 4 else "AAAA")

    def _one_of(self, addresses: tuple[str, ...], term: Term) -> bool:
        length = term.four if self.origin.machine.version == 4 else term.six
        return any(self._within(each, length) for each in addresses)

    def _within(self, address: str, length: int) -> bool:
        """Raises Mistaken for what is no address."""
        try:
            return self.origin.machine in ip_network((address, length), strict=False)
        except (ValueError, TypeError) as fault:
            raise Mistaken(address) from fault

    def _looked(self, name: str, kind: str) -> tuple[str, ...]:
        answer = self.ask(name, kind) if ASKED.fullmatch(name) else ()
        self.void += not answer
        if self.void > MOST_VOID:
            raise Mistaken(name)
        return answer

    def _count(self) -> None:
        self.terms += 1
        if self.terms > MOST_TERMS:
            raise Mistaken("too many terms that ask the DNS")

    def _target(self, spec: str, domain: str) -> str:
        """The name that a domain-spec amounts to (7), from the right as much as a name may be long."""
        name = "".join(self._expanded(spec, domain)).rstrip(".")
        while len(name) > 253 and "." in name:
            name = name.partition(".")[2]
        return name

    def _expanded(self, spec: str, domain: str) -> Iterator[str]:
        begins = 0
        for macro in MACRO.finditer(spec):
            yield spec[begins : macro.start()]
            begins = macro.end()
            yield self._macro(macro, domain)
        yield spec[begins:]

    def _macro(self, macro: re.Match[str], domain: str) -> str:
        letter, digits, turned, delimiters, plain = macro.groups(default="")
        if plain:
            return {"%": "%", "_": " ", "-": "%20"}[plain]
        if not letter or digits == "0":
            raise Mistaken(macro.string)
        parts = re.split(f"[{re.escape(delimiters or '.')}]", self._value(letter.lower(), domain))
        kept = (parts[::-1] if turned else parts)[-int(digits or len(parts)) :]
        value = ".".join(kept)
        return quote(value, safe="") if letter.isupper() else value

    def _value(self, letter: str, domain: str) -> str:
        local, _, host = self.origin.path.rpartition("@")
        local = local or "postmaster"  # 4.3
        machine = self.origin.machine
        nibbles = machine.exploded.replace(":", "")
        values = {
            "s": f"{local}@{host}", "l": local, "o": host, "d": domain, "h": self.origin.helo,
            "i": str(machine) if machine.version == 4 else ".".join(nibbles),
            "v": "in-addr" if machine.version == 4 else "ip6", "p": "unknown",
        }  # fmt: skip
        return values[letter]


def parsed(record: str) -> tuple[list[Term], str]:
    """A record's mechanisms in their order, and where it sends whom none of them fits. All of it is read before any of
    it counts (4.6). Raises Mistaken."""
    terms: list[Term] = []
    modifiers: dict[str, str] = {}
    for word in record.split(" ")[1:]:
        modifier = MODIFIER.fullmatch(word)
        if modifier is None:
            terms += [_term(word)] if word else []
            continue
        name = modifier.group(1).lower()
        if name in ("redirect", "exp") and (name in modifiers or not modifier.group(2)):
            raise Mistaken(word)
        _domain(modifier.group(2)) if name in ("redirect", "exp") else _macros(modifier.group(2))
        modifiers[name] = modifier.group(2)
    return terms, modifiers.get("redirect", "")


def _term(word: str) -> Term:
    read = MECHANISM.fullmatch(word)
    if read is None:
        _mistaken(word)
    sign, kind, of, four, six = read.groups()
    kind, needs = kind.lower(), {"include": True, "exists": True, "ip4": True, "ip6": True, "all": False}
    if kind not in (*needs, "a", "mx", "ptr") or of == "" or (kind in needs and needs[kind] is not (of is not None)):
        _mistaken(word)
    if kind == "ip6":  # its colons are its own, and its only length stands behind one stroke
        four, six = six, four
    lengths = int(four or 32), int(six or 128)
    sized = (four is not None and kind not in ("a", "mx", "ip4")) or (
        six is not None and kind not in ("a", "mx", "ip6")
    )
    if sized or lengths[0] > 32 or lengths[1] > 128:
        _mistaken(word)
    if kind in ("ip4", "ip6"):
        _address(of, 4 if kind == "ip4" else 6)
    elif of:
        _domain(of)
    return Term(sign or "+", kind, of or "", *lengths)


def _address(text: str, version: int) -> None:
    try:
        right = "%" not in text and ip_address(text).version == version
    except ValueError:
        right = False
    if not right:
        _mistaken(text)


def _domain(spec: str) -> None:
    """A domain-spec (7.1) ends in a macro, or as a domain does; `c`, `r` and `t` stand in explanations alone. What is
    no name for want of a macro's value is no mistake: nothing is found there."""
    _macros(spec)
    macros = list(MACRO.finditer(spec))
    if any((macro.group(1) or "").lower() in tuple("crt") for macro in macros):
        _mistaken(spec)
    if macros and macros[-1].end() == len(spec):
        return
    labels = spec.removesuffix(".").split(".")
    odd = not macros and not all(0 < len(label) < 64 for label in labels)
    if odd or len(labels) < 2 or not TOP.fullmatch(labels[-1]):
        _mistaken(spec)


def _macros(spec: str) -> None:
    """A per cent sign always begins a macro (7.1)."""
    if any(macro.group() == "%" for macro in MACRO.finditer(spec)):
        _mistaken(spec)


def _mistaken(word: str) -> NoReturn:
    raise Mistaken(word)


def in_time(seconds: float = SECONDS) -> Ask:
    """Asks the machine's resolver, for so long from now and no longer."""
    ends = monotonic() + seconds

    def ask(name: str, kind: str) -> tuple[str, ...]:
        left = ends - monotonic()
        if left <= 0:
            raise Unknown(name)
        try:
            answer = dns.resolver.resolve(name, kind, lifetime=min(left, ONE), search=False)
        except (dns.resolver.NXDOMAIN, dns.resolver.NoAnswer):
            return ()
        except (dns.exception.DNSException, OSError, UnicodeError) as fault:
            raise Unknown(name) from fault
        return tuple(_text(each, kind) for each in answer)

    return ask


def _text(record: Any, kind: str) -> str:
    if kind == "TXT":
        return b"".join(record.strings).decode("ascii", "replace")
    if kind == "MX":
        return str(record.exchange).rstrip(".")
    return str(record.to_text()).rstrip(".")


__all__ = ["Ask", "Mistaken", "Origin", "found", "in_time", "origin_of", "parsed"]

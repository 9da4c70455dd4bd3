"""Pushes to a person's browsers: which take them, and the bytes that only such a browser can read.

What is pushed is encrypted for the one browser (RFC 8291), by http-ece, which the authors of that RFC keep; the host
shows who it is by a key of its own (RFC 8292), made with its secret when it was set up. Pushes go to the services that
the host's settings name and to nowhere else: whoever gives an address here could otherwise have us write to any.
"""

from __future__ import annotations

import base64
import os
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

import http_ece
import msgspec
from cryptography.hazmat.primitives.asymmetric.ec import (
    ECDSA,
    SECP256R1,
    EllipticCurvePrivateKey,
    EllipticCurvePublicKey,
    derive_private_key,
    generate_private_key,
)
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from dragoman.game.seats import PersonId
from dragoman.people.models import Device
from dragoman.people.register import Register
from dragoman.people.sealing import HostKeys, Unsealable, seal, unseal
from dragoman.referee.ports import Entropy

ORDER = 0xFFFFFFFF00000000FFFFFFFFFFFFFFFFBCE6FAADA7179E84F3B9CAC2FC632551
"""How many points the curve P-256 has (NIST SP 800-186 3.2.1.3)."""

HEAD = b'{"typ":"JWT","alg":"ES256"}'
"""How every token of the host's begins (RFC 7519 5)."""

GOOD_FOR = timedelta(hours=12)
"""How long the host's word for itself is good; RFC 8292 2 allows a day."""

AUTH_BYTES = 16
"""How long a browser's secret is (RFC 8291 3.2)."""

MOST = 12
"""Devices of one person."""

LONGEST_ENDPOINT = 2000


class NoSubscription(ValueError):
    """What a browser gave is no address at which this host may push, or holds no keys."""


class Subscription(msgspec.Struct, frozen=True):
    """A browser as it describes itself: where it is reached, its public key and its secret of authentication."""

    endpoint: str
    p256dh: str
    auth: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Reached:
    """A device with its id, what it is called and since when it is known."""

    id: str
    subscription: Subscription
    added_at: datetime


class Vapid:
    """The host's word for itself (RFC 8292): an ES256 token for each service, under one key."""

    def __init__(self, keys: HostKeys, contact: str) -> None:
        drawn = int.from_bytes(keys.mac("push key"), "big")
        self._private: EllipticCurvePrivateKey = derive_private_key(drawn % (ORDER - 1) + 1, SECP256R1())
        self._contact = contact

    @property
    def public(self) -> str:
        """The key by which browsers know this host."""
        return _base64(_point(self._private.public_key()))

    def authorization(self, endpoint: str, now: datetime) -> str:
        """The header for one push to that endpoint."""
        where = urlsplit(endpoint)
        expires = int((now + GOOD_FOR).timestamp())
        said = {"aud": f"{where.scheme}://{where.netloc}", "exp": expires, "sub": self._contact}
        signed = f"{_base64(HEAD)}.{_base64(msgspec.json.encode(said))}"
        r, s = decode_dss_signature(self._private.sign(signed.encode(), ECDSA(SHA256())))
        return f"vapid t={signed}.{_base64(r.to_bytes(32, 'big') + s.to_bytes(32, 'big'))}, k={self.public}"


def encrypted(plain: bytes, to: Subscription) -> bytes:
    """The body of a push that only that browser can read (RFC 8291). Raises NoSubscription."""
    try:
        if len(_bytes(to.auth)) != AUTH_BYTES:
            raise NoSubscription("the browser's secret is none")
        body: bytes = http_ece.encrypt(
            plain, salt=os.urandom(16), private_key=generate_private_key(SECP256R1()), dh=_bytes(to.p256dh),
            auth_secret=_bytes(to.auth), version="aes128gcm",
        )  # fmt: skip
    except (ValueError, TypeError, http_ece.ECEException) as fault:
        raise NoSubscription("the browser's keys are none") from fault
    return body


def allowed(endpoint: str, services: Collection[str]) -> bool:
    """Whether that address is at one of the services: a domain and all below it, by https and at its usual port; or a
    whole origin, as it stands."""
    try:
        where = urlsplit(endpoint)
        host, port = where.hostname or "", where.port
    except ValueError:
        return False
    if f"{where.scheme}://{where.netloc}" in services:
        return True
    plain = where.scheme == "https" and port in (None, 443) and "@" not in where.netloc
    return plain and any(host == service or host.endswith(f".{service}") for service in services)


class Devices:
    """Where they are kept. `services` are those that pushes may go to; `register` has the owners' keys."""

    def __init__(self, keys: HostKeys, register: Register, entropy: Entropy, services: Collection[str]) -> None:
        self._keys = keys
        self._register = register
        self._entropy = entropy
        self._services = services

    @property
    def open(self) -> bool:
        """Whether this host pushes at all."""
        return bool(self._services)

    def of(self, owner: PersonId) -> tuple[Reached, ...]:
        """A person's devices, the first first."""
        return tuple(self._reached(owner, Device.objects.filter(person_id=owner).order_by("added_at", "id")))

    def any(self, owner: PersonId) -> bool:
        """Whether a person has any."""
        return self.open and Device.objects.filter(person_id=owner).exists()

    def find(self, owner: PersonId, ident: str) -> Reached | None:
        """The device of that id, if it is that person's and pushes may go there."""
        found = next(iter(self._reached(owner, Device.objects.filter(person_id=owner, id=ident))), None)
        return found if found is not None and allowed(found.subscription.endpoint, self._services) else None

    def add(self, owner: PersonId, made: Subscription, now: datetime) -> str:
        """Let a browser take pushes for a person, in the place of whoever it took them for before; its id.

        Raises NoSubscription.
        """
        if len(made.endpoint) > LONGEST_ENDPOINT or not allowed(made.endpoint, self._services):
            raise NoSubscription("this host does not push to that service")
        encrypted(b"", made)
        key, digest = self._register.person_key(owner), self._keys.digest("device", made.endpoint)
        assert key is not None, "who is signed in has a key"
        Device.objects.filter(digest=digest).delete()
        held = Device.objects.filter(person_id=owner).order_by("-added_at", "-id")
        Device.objects.filter(id__in=list(held.values_list("id", flat=True)[MOST - 1 :])).delete()
        ident = self._entropy.token(f"device {digest} {now.isoformat()}")
        sealed = seal(key, "device", msgspec.json.encode(made))
        Device(id=ident, person_id=owner, digest=digest, sealed=sealed, added_at=now).save(force_insert=True)
        return ident

    def drop(self, owner: PersonId, ident: str) -> bool:
        """Push there no more; False if there is no such device of theirs."""
        return bool(Device.objects.filter(person_id=owner, id=ident).delete()[0])

    def _reached(self, owner: PersonId, rows: Iterable[Device]) -> Iterator[Reached]:
        key = self._register.person_key(owner)
        for row in rows:
            try:
                opened = msgspec.json.decode(unseal(key or b"", "device", bytes(row.sealed)), type=Subscription)
            except (Unsealable, ValueError):  # from a backup older than the key
                continue
            yield Reached(row.id, opened, row.added_at)


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def _bytes(text: str) -> bytes:
    """Raises ValueError."""
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def _point(key: EllipticCurvePublicKey) -> bytes:
    return key.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)


__all__ = ["Devices", "NoSubscription", "Reached", "Subscription", "Vapid", "allowed", "encrypted"]

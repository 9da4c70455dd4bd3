"""One mailbox has one writing, however people write it; what no letter can reach is told at once."""

from __future__ import annotations


class NoAddress(ValueError):
    """The text is not an address one can write to."""


def normalised(address: str) -> str:
    """One writing for each mailbox: no blanks around, lower case, the domain in ASCII. Raises NoAddress.

    RFC 5321 lets a host tell local parts apart by case; none that people use does, and people do not.
    """
    local, at, domain = address.strip().rpartition("@")
    if not (local and at and domain) or any(sign.isspace() or ord(sign) < 32 for sign in address.strip()):
        raise NoAddress(address)
    try:
        ascii_domain = domain.rstrip(".").encode("idna").decode("ascii")
    except UnicodeError as fault:
        raise NoAddress(address) from fault
    whole = f"{local}@{ascii_domain}".lower()
    if len(whole) > 254 or any(sign in local for sign in '<>()[]\\,;:"@'):
        raise NoAddress(address)
    return whole

"""Bytes become text by the character set that fits them, not merely by the one that was claimed.

Mail names its character set wrongly in a few well-known ways: windows-1252 called latin-1 (the WHATWG Encoding
Standard reads it so too), UTF-8 called ASCII, latin-1 or nothing. An unknown name is read as windows-1252 and told.
Only true character sets are ever looked up: Python's other codecs (`idna`, `unicode_escape`) are not for strangers'
bytes.
"""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

KNOWN = re.compile(
    r"utf_(8|16|32)(_[lb]e)?|iso8859_\d+|cp(125\d|437|720|737|775|850|852|855|857|858|862|866|874|932|949|950)|koi8_[rtu]"
    r"|mac_[a-z0-9]+|gb2312|gbk|gb18030|big5(hkscs)?|euc_(jp|kr)|shift_jis|iso2022_(jp|kr)(_\w+)?|hz|johab|tis_620|ptcp154"
)
WIDER = {"gb2312": "gb18030", "gbk": "gb18030"}
"""Character sets by whose names their supersets are meant (WHATWG Encoding Standard)."""
WESTERN = frozenset({"ascii", "iso8859_1", "cp1252"})
MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


class Decoded(NamedTuple):
    """Text, and the claimed name where it is no known character set (else empty)."""

    text: str
    unknown: str = ""


def decode(data: bytes, charset: str | None) -> Decoded:
    """Turn bytes into text; never raises. `charset` is the name claimed, None where none was."""
    for mark, codec in MARKS:
        if data.startswith(mark):
            return Decoded(data.decode(codec, "replace"))
    claimed = (charset or "").strip().strip("\"'")[:40]
    codec = _codec(claimed)
    if codec and codec not in WESTERN:
        return Decoded(_strictly(data, codec) or _western(data) if codec == "utf_8" else data.decode(codec, "replace"))
    return Decoded(_strictly(data, "utf_8") or _western(data), "" if codec or not claimed else claimed)


def _codec(name: str) -> str:
    """Python's name of a known character set, or nothing."""
    try:
        found = codecs.lookup(name).name.replace("-", "_")
    except (LookupError, ValueError, UnicodeError):
        return ""
    return WIDER.get(found, found) if found in WESTERN or KNOWN.fullmatch(found) else ""


def _strictly(data: bytes, codec: str) -> str:
    try:
        return data.decode(codec)
    except UnicodeDecodeError:
        return ""


def _western(data: bytes) -> str:
    """Windows-1252, with the five bytes it leaves open replaced."""
    return data.decode("cp1252", "replace")

"""Numbers, colours and text as SVG wants them: short, escaped, and the same bytes for the same values."""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from math import dist

Colour = tuple[int, int, int]

UNFIT = re.compile(r"[\x00-\x08\x0b-\x1f]")
"""What stands below the space, except for tabs and line ends."""


def number(value: float) -> str:
    """One decimal at most, no trailing or negative zero."""
    text = f"{value:.1f}"
    text = text.removesuffix(".0")
    return "0" if text == "-0" else text


def pair(x: float, y: float) -> str:
    return f"{number(x)} {number(y)}"


SMALL = 300
"""Characters of content up to which an element is remembered: most of a board is the same small ones each time."""


def element(tag: str, content: str | None = None, **attributes: str | None) -> str:
    """One element. An attribute of None is left out; `_` stands for `-` in names, and a trailing `_` is dropped."""
    given = tuple(attributes.items())
    if content is None or len(content) <= SMALL:
        return _small(tag, content, given)
    return f"<{tag}{_written(given)}>{content}</{tag}>"


@lru_cache(8192)
def _small(tag: str, content: str | None, given: tuple[tuple[str, str | None], ...]) -> str:
    written = _written(given)
    return f"<{tag}{written}/>" if content is None else f"<{tag}{written}>{content}</{tag}>"


def _written(given: tuple[tuple[str, str | None], ...]) -> str:
    return "".join(
        f' {name.rstrip("_").replace("_", "-")}="{text(value)}"' for name, value in given if value is not None
    )


@lru_cache(4096)
def text(content: str) -> str:
    """Text as the content of an element, without what XML cannot hold."""
    return escape(UNFIT.sub("", content))


def colour(css: str) -> Colour:
    """A colour written `#rrggbb` or `#rgb`; ValueError for anything else, since a map file may say anything."""
    digits = css.removeprefix("#")
    if len(digits) == 3:
        digits = "".join(d * 2 for d in digits)
    if not css.startswith("#") or len(digits) != 6:
        raise ValueError(f"{css!r} is not a colour like #c0ffee")
    return int(digits[0:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)


def css(value: Colour) -> str:
    return "#{:02x}{:02x}{:02x}".format(*value)


def mix(ground: Colour, over: Colour, share: float) -> Colour:
    """The ground with so much of the other colour in it, from 0 to 1."""
    r, g, b = (round(a + (o - a) * share) for a, o in zip(ground, over, strict=True))
    return r, g, b


def lightness(value: Colour) -> float:
    """Relative luminance, 0 for black to 1 for white (WCAG 2)."""
    r, g, b = ((c / 255 / 12.92) if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in value)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def contrast(a: Colour, b: Colour) -> float:
    """How well one colour reads on the other, 1 to 21 (WCAG 2)."""
    light, dark = sorted((lightness(a), lightness(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def apart(a: Colour, b: Colour) -> float:
    """How unlike two colours look: their distance in OKLab (Ottosson, 2020); 0.02 can just be told side by side."""
    return dist(_oklab(a), _oklab(b))


@lru_cache(maxsize=4096)
def _oklab(value: Colour) -> tuple[float, float, float]:
    r, g, b = ((c / 255 / 12.92) if c <= 10 else ((c / 255 + 0.055) / 1.055) ** 2.4 for c in value)
    long = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b) ** (1 / 3)
    middle = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b) ** (1 / 3)
    short = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )

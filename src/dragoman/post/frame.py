"""The frame of a letter in HTML: one column that a telephone can show, legible by day and in the dark.

Words and marks tell everything; colour only repeats them. Nothing is fetched from anywhere: the picture, where there is
one, travels with the letter, and its alternative says where the words are for whoever does not see it.
"""

from __future__ import annotations

import re
from html import escape

STYLE = """
:root { color-scheme: light dark; supported-color-schemes: light dark; }
body { margin: 0; padding: 0; background: #f6f1e4; color: #26211a; }
.letter { max-width: 44rem; margin: 0 auto; padding: 1.25rem 1rem 2rem; }
.letter { font: 16px/1.5 Georgia, 'Times New Roman', serif; }
h1 { margin: 0 0 1rem; padding-bottom: .5rem; border-bottom: 3px double #8a7a5c; font-size: 1.35rem; }
h2 { margin: 1.6rem 0 .4rem; font-size: 1.05rem; letter-spacing: .02em; }
p { margin: .4rem 0; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font: 15px/1.45 Verdana, 'DejaVu Sans', sans-serif; }
td { padding: .2rem .75rem .2rem 0; vertical-align: top; border-top: 1px solid #ddd2b8; overflow-wrap: break-word; }
td:first-child:nth-last-child(2) { width: 45%; }
td:first-child { font-family: Consolas, 'DejaVu Sans Mono', monospace; }
tr.failed td:first-child { text-decoration: underline; text-decoration-thickness: 2px; font-weight: bold; }
tr.failed td { color: #8c1d13; }
pre { margin: .4rem 0; overflow-x: auto; font: 13px/1.4 Consolas, 'DejaVu Sans Mono', monospace; }
blockquote { margin: .4rem 0 .8rem; padding: .1rem .9rem; border-left: 4px solid #8a7a5c; }
img { display: block; width: 100%; max-width: 100%; height: auto; border: 1px solid #8a7a5c; background: #fffdf6; }
@media (prefers-color-scheme: dark) {
  body, .letter { background: #1d1b17 !important; color: #ece4d2 !important; }
  h1 { border-color: #9c8c6c !important; }
  td { border-color: #453f33 !important; }
  tr.failed td { color: #ff9d92 !important; }
  img { border-color: #9c8c6c !important; }
}
"""


LONG = re.compile(r"(?<![0-9a-f/=\"])[0-9a-f]{32,64}(?![0-9a-f])")
"""A seal or a salt; no part of a link."""


def _breaking(content: str) -> str:
    """Seals and salts may break every eight digits: names beside them stay whole on a telephone."""
    return LONG.sub(lambda seal: "<wbr>".join(re.findall(".{1,8}", seal[0])), content)


def framed(subject: str, content: str, lang: str, picture: str = "", told: str = "") -> str:
    """A whole document around a letter's content, which is HTML already. `picture` is the address of the picture within
    the letter (empty: none), `told` the text that stands for it."""
    image = f'<p><img src="{escape(picture)}" alt="{escape(told)}" width="1000"></p>\n' if picture else ""
    words = _breaking(content.rstrip())
    return (
        f'<!doctype html>\n<html lang="{escape(lang)}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        '<meta name="supported-color-schemes" content="light dark">\n'
        f"<title>{escape(subject)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n"
        f'<div class="letter">\n<h1>{escape(subject)}</h1>\n{image}{words}\n</div>\n</body>\n</html>\n'
    )

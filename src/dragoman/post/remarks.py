"""What a receipt tells of how a letter was read: in a sentence each, so that nothing is left out in silence."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.game.saying import Saying, say
from dragoman.post.letter import CutKind, Letter

SENTENCES = {
    "subject": say("Control characters were taken out of your subject."),
    "direction": say("Marks that reverse the direction of writing were taken out of your letter."),
    "html": say("The plain form of your letter says nothing, so its HTML form was read."),
    "struck": say("What you struck out was not read."),
}


def remarks(letter: Letter, read_html: bool = False) -> tuple[Saying, ...]:
    """The sentences for that letter. `read_html` tells that its HTML form was read for want of orders in the other."""
    return tuple(_remarks(letter, read_html))


def _remarks(letter: Letter, read_html: bool) -> Iterator[Saying]:
    for remark in letter.remarks:
        yield SENTENCES.get(remark.code, remark.says)
    if read_html:
        yield SENTENCES["html"]
    yield from _left_out(letter)
    if letter.attachments:
        names = ", ".join(attachment.name or attachment.type for attachment in letter.attachments[:5])
        yield say("Attachments are not read: {names}.", names=names)


def _left_out(letter: Letter) -> Iterator[Saying]:
    """Quotations, signatures and footers, in one line for all of them."""
    cuts = [cut for cut in letter.cuts if cut.kind is not CutKind.STRUCK]
    if cuts:
        lines = sum(cut.lines for cut in cuts)
        yield say("Left out, since quoted or no words of yours: {lines} lines, from “{first}”.", lines=lines,
                  first=cuts[0].first)  # fmt: skip

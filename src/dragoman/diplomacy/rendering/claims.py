"""Errors claimed, and phases for other programs, laid out."""

from __future__ import annotations

from collections.abc import Iterator

from dragoman.diplomacy.rendering.orders import short
from dragoman.diplomacy.rendering.presiding import SAYS, either
from dragoman.diplomacy.report import ClaimTold, ErrorNews, ErrorsAnswer, ExportAnswer
from dragoman.game.page import Block, Page, Section, Words, paragraph
from dragoman.game.saying import say


def error_page(body: ErrorNews) -> Page:
    """A claim was made, or a review asked for; or what was decided."""
    claim, game = body.claim, body.head.game
    match body.change:
        case "advice":
            subject = say("{game}: advice taken", game=game)
            advised = either(
                body.head,
                say("The game master has taken advice on an adjudication (VIII.4):"),
                say("The keeper of the host has taken advice on an adjudication (VIII.4):"),
            )
            blocks: list[Block] = [paragraph(advised)]
            blocks += [Words("", text) for text in claim.advice]
        case "answered":
            subject = say("{game}: your claim {number}", game=game, number=claim.number)
            blocks = [*_claimed(claim, own=True), *_decision(claim)]
        case "review":
            subject = say("{game}: a review of claim {number}", game=game, number=claim.number)
            asks = say("{seat_whose} asks for a review of claim {number} (VIII.4).", seat_whose=claim.whose,
                       number=claim.number)  # fmt: skip
            blocks = [paragraph(asks), *_plea(claim), *_claimed(claim, own=False)]
            blocks += _options(claim) if body.head.presided else _for_the_keeper(claim, game)
        case _:
            subject = say("{game}: an error claimed in {phase_ruled}", game=game, phase_ruled=short(claim.phase))
            blocks = [*_claimed(claim, own=False), *_until(claim), *_options(claim)]
    return Page(subject, (Section("", tuple(blocks)),))


def _claimed(claim: ClaimTold, own: bool) -> Iterator[Block]:
    if own:
        yield Words(say("Your claim {number}, on {phase_ruled}:", number=claim.number,
                        phase_ruled=short(claim.phase)), claim.text)  # fmt: skip
    else:
        yield Words(say("Claim {number}, of {seat_whose}, on {phase_ruled}:", number=claim.number,
                        seat_whose=claim.whose, phase_ruled=short(claim.phase)), claim.text)  # fmt: skip


def _plea(claim: ClaimTold) -> Iterator[Words]:
    if claim.pleads:
        yield Words(say("{seat_whose} says:", seat_whose=claim.whose), claim.pleads)


def _until(claim: ClaimTold) -> Iterator[Block]:
    if claim.late:
        yield paragraph(say("By VIII.1 the ruling stands; by F.4 it may be corrected if that disturbs nothing."))
    elif claim.closes is not None:
        yield paragraph(say("It can be corrected until {time_closes}.", time_closes=claim.closes.isoformat()))


def _options(claim: ClaimTold) -> Iterator[Block]:
    phase = short(claim.phase)
    yield paragraph(
        say(
            "“gm correct {code}: A Vie - Gal succeeds because …” corrects it, “gm error {number} stands because …” "
            "refuses the claim, “gm export {code}” writes the phase for other programs.",
            code=phase, number=claim.number,
        )
    )  # fmt: skip


def _for_the_keeper(claim: ClaimTold, game: str) -> Iterator[Block]:
    """VIII.4, where nobody presides: the words with which whoever keeps the host decides, where they say them."""
    phase, at = short(claim.phase), f"dragoman say {game} --as gm"
    yield paragraph(say("Nobody presides over this game: whoever keeps the host decides, and that is final (VIII.4). "
                        "On the host, write one of these, with the reason that the players are to read:"))  # fmt: skip
    yield Words("", f'{at} "gm error {claim.number} stands because …"')
    yield Words("", f'{at} "gm correct {phase}: A Vie - Gal succeeds because …"')
    yield paragraph(say("The first has the ruling stand, the second corrects it. This shows the phase in question:"))
    yield Words("", f'{at} "gm export {phase}"')


OUTCOMES = {
    ("corrected", "gm"): say("The game master has corrected it."),
    ("corrected", "referee"): say("The phase was adjudicated anew and comes out otherwise; it is corrected."),
    ("corrected", "keeper"): say("The keeper of the host has corrected it. That is final (VIII.4)."),
    ("stands", "keeper"): say("The keeper of the host has decided that the ruling stands. That is final (VIII.4)."),
    ("stands", "gm"): say("The game master has decided that the ruling stands."),
    ("stands", "referee"): say("The phase was adjudicated anew, from the same orders, and comes to the same."),
}


def _decision(claim: ClaimTold) -> Iterator[Block]:
    if (claim.outcome, claim.by) in OUTCOMES:
        yield paragraph(OUTCOMES[claim.outcome, claim.by])
    if claim.why:
        yield Words(SAYS[claim.by != "keeper"], claim.why)
    if claim.outcome == "stands" and not claim.pleads and claim.number:
        yield paragraph(say("“review {number}: …” asks for a review (VIII.4).", number=claim.number))


def errors_sections(answer: ErrorsAnswer) -> Iterator[Section]:
    """The claims there are."""
    blocks: list[Block] = []
    for claim in answer.claims:
        blocks += [*_claimed(claim, own=False), *_plea(claim)]
        blocks += [Words(say("Advice taken:"), text) for text in claim.advice]
        blocks += [paragraph(say("It waits for a decision.")), *_until(claim)] if claim.waits else [*_decision(claim)]
        blocks += _for_the_keeper(claim, answer.keepers) if claim.waits and answer.keepers else ()
    if not blocks:
        blocks.append(paragraph(say("No errors have been claimed, as far as you may know.")))
    yield Section(say("Errors claimed"), tuple(blocks))


def export_sections(answer: ExportAnswer) -> Iterator[Section]:
    """A phase for other programs."""
    phase = short(answer.phase)
    yield Section(say("{phase_ruled} as text", phase_ruled=phase), (Words("", answer.text),))
    yield Section(say("{phase_ruled} for “dragoman adjudicate”", phase_ruled=phase), (Words("", answer.json),))

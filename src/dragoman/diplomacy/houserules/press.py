"""Family X of the house rules as data: press, other communication, and the honesty of names and mail."""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import Alternative, Clause, word
from dragoman.game.press import Colour

KINDS = (
    "White press names its true author, grey is anonymous, dark grey unofficially ascribed to somebody, black"
    " officially ascribed to another. The game master may refuse any piece."
)

CARRIED = {
    "A": frozenset({Colour.WHITE, Colour.GREY, Colour.BLACK}),
    "B": frozenset({Colour.WHITE, Colour.GREY, Colour.DARK_GREY}),
    "C": frozenset({Colour.WHITE, Colour.GREY}),
    "D": frozenset({Colour.WHITE}),
}
"""The kinds of press that each alternative of X.1 accepts."""

SENT = word(
    "sent",
    "when press to everybody is published",
    {
        "at once": "Press to everybody goes out at once, and stands in the report of its phase, too.",
        "with the report": "Press to everybody is held until the report of its phase; press to some goes out at once.",
    },
)

CLAUSES = (
    Clause(
        "X.1",
        "What press is published",
        (
            Alternative("A", "White, grey and black press, all of it in a section apart from the orders."),
            Alternative(
                "B",
                "White press with its author's orders, grey and dark grey in a section of anonymous or unofficial"
                " press; no black press.",
            ),
            Alternative("C", "White press with its author's orders, and grey press in a section of anonymous press."),
            Alternative("D", "White press only."),
        ),
        "C",
        KINDS,
        (SENT,),
        help="Whether players may write unsigned, or under another's name.",
        settled=(
            "Where nothing is said of it, white press stands with its author's orders.",
            "Nobody is told who wrote what is not white, the game master no more than the players.",
        ),
    ),
    Clause(
        "X.2",
        "Telling who wrote press that is not white",
        (
            Alternative("A", "It is never told."),
            Alternative("B", "Some or all of it may be told after the game, as the game master chooses."),
            Alternative("C", "It is told after the game, at any player's request or as the game master chooses."),
        ),
        "A",
        help="It is fair to promise this before the first piece is written.",
    ),
    Clause(
        "X.3",
        "Passing mail on",
        (
            Alternative("A", "Mail may be passed on freely."),
            Alternative("B", "Whoever passes mail on is replaced at once."),
        ),
        "A",
        "Mail belongs to its author, who permits its use in the play of this game.",
        help="Whether a player may show one neighbour what another wrote.",
    ),
    Clause(
        "X.4",
        "No prior restriction, no cross-gaming",
        text="Players may talk as they like, with one another and with outsiders; but who lets one game bear on"
        " another is replaced at once, and what the law or the host's rules forbid is forbidden here.",
        help="There is nothing to choose here.",
    ),
    Clause(
        "X.5",
        "Mail that its receiver objects to",
        (
            Alternative("A", "The game master stays out of it."),
            Alternative(
                "B",
                "After notice, mail of that kind may no longer go to that receiver; who repeats it is replaced at"
                " once, and so is a receiver who abuses this rule.",
            ),
            Alternative("C", "The game master may caution or replace its sender, or act otherwise."),
        ),
        "A",
        help="What the game master does about mail that offends.",
    ),
    Clause(
        "X.6",
        "Impersonation and subverted systems",
        (
            Alternative(
                "A",
                "Players may pass as one another, without the game master's part and without touching anybody's mail or"
                " adjudication systems; who deceives the game master or subverts a system is replaced at once.",
            ),
            Alternative("B", "Nobody may pass as another; who does, or who subverts a system, is replaced at once."),
        ),
        "A",
        help="Whether a forged letter from another player is part of the game.",
    ),
)

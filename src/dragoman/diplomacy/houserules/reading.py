"""Family III of the house rules as data: how orders are read, and what becomes of orders that are unclear or
impossible."""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import Alternative, Clause, text, word

LISTED = text(
    "also",
    "abbreviations listed besides, as NRW=NWG, SKG=SKA",
    given="Listed besides: {also}.",
    empty="None is listed besides.",
)
ATTEMPTED = "A unit that has attempted to move cannot be supported in holding."
OTHER_PROVINCE = "A word that is a province binds before III.1 is asked, and before any likeness is sought."

CLAUSES = (
    Clause(
        "III.1",
        "Interpretation",
        (
            Alternative("A", "Nobody is presumed to have wanted a complete set of valid orders."),
            Alternative("B", "Every player is presumed to have wanted a complete set of valid orders."),
        ),
        "A",
        help="Where an order can be read in several ways, B takes the reading that is legal and completes the set; A"
        " never chooses a reading for that reason.",
    ),
    Clause(
        "III.2",
        "Abbreviations and slips of the pen",
        (
            Alternative(
                "A",
                "Besides full names, the rulebook's abbreviations and those listed here are read; anything else may be"
                " ruled ambiguous.",
                (LISTED,),
            ),
            Alternative("B", "Any unambiguous abbreviation and any slip that can be understood is read."),
            Alternative(
                "C",
                "Besides full names, the rulebook's abbreviations and those listed here are read; anything else may be"
                " ruled ambiguous, but a slip that makes the name or abbreviation of another province is an order about"
                " that province.",
                (LISTED,),
                settled=(OTHER_PROVINCE,),
            ),
            Alternative(
                "D",
                "Any unambiguous abbreviation and any slip that can be understood is read; a slip that makes the name"
                " or abbreviation of another province is an order about that province.",
                settled=(OTHER_PROVINCE,),
            ),
        ),
        "D",
        "Full names are preferred.",
        help="How much a reader forgives. B and D read whatever has one clear meaning; C and D hold a player to a word"
        " that means another province than was intended.",
        settled=("Every slip that was forgiven is told in the acknowledgment, with what was read.",),
    ),
    Clause(
        "III.3",
        "Inferred orders",
        (
            Alternative("A", "A unit without an order holds; nothing is inferred from the orders of other units."),
            Alternative(
                "B",
                "An order for a unit without one is inferred from the supports and convoys that its player ordered in"
                " the same set, if they agree on one action.",
                asterisk=True,
            ),
        ),
        "A",
        help="Whether a forgotten move is made good by the support that was written for it.",
    ),
    Clause(
        "III.4",
        "Several sets of orders",
        (
            Alternative("A", "A later set replaces earlier ones wholly, even if it is incomplete."),
            Alternative("B", "Sets are read together, unit by unit: the newest order for each unit counts."),
            Alternative("4.D.1.b", "Sets are read together, unless the last clearly replaces all the earlier ones."),
            Alternative(
                "4.D.1.c", "Only the last set counts, unless earlier ones are clearly meant to stand beside it."
            ),
        ),
        "4.D.1.c",
        parameters=(
            word(
                "until",
                "until when sets count",
                {
                    "adjudication": "What is received before the adjudication takes place counts.",
                    "deadline": "What is received before the deadline counts.",
                },
            ),
        ),
        help="What a correction of two orders does to the other five that were sent last week.",
    ),
    Clause(
        "III.5",
        "Impossible and illegal orders",
        (
            Alternative(
                "A",
                "A unit ordered to move cannot be supported in holding, even if the move is impossible; a misorder that"
                " implies no movement is a hold.",
                asterisk=True,
            ),
            Alternative(
                "B",
                "A unit ordered to move to a named space on the board, other than its own province, cannot be supported"
                " in holding, even if the move is impossible; a unit ordered to anything else may be.",
                asterisk=True,
            ),
            Alternative(
                "C",
                "An illegal order is a hold, and the unit may be supported; a move is illegal only if it was"
                " impossible even with the aid of any units on the board, whoever owns them and whatever they were"
                " ordered.",
            ),
        ),
        "C",
        "A unit without an order holds, and may be supported.",
        help="Whether a unit whose order cannot be carried out may be supported where it stands. Players who misorder"
        " on purpose gain by C, and lose by A.",
        settled=("Every result says by which reading it came about.",),
    ),
    Clause(
        "III.6",
        "A unit ordered more than once in a set",
        (
            Alternative("A", "The unit holds; exact duplicates count as one order."),
            Alternative(
                "B",
                "The unit has attempted to move in vain if any of its orders was a move, and otherwise holds; exact"
                " duplicates count as one order.",
                asterisk=True,
                settled=(ATTEMPTED,),
            ),
            Alternative(
                "C",
                "Illegal orders are dropped first; if several are left the unit holds. Exact duplicates count as one"
                " order.",
            ),
            Alternative(
                "D",
                "Illegal orders are dropped first; if several are left the unit has attempted to move in vain if any of"
                " them was a move, and otherwise holds. Exact duplicates count as one order.",
                asterisk=True,
                settled=(ATTEMPTED,),
            ),
            Alternative(
                "E",
                "One of the orders counts, and the others do not.",
                (
                    word(
                        "which",
                        "which of the orders counts",
                        {
                            "first": "It is the first, reading the set from the top.",
                            "last": "It is the last, reading the set from the top.",
                        },
                    ),
                ),
            ),
        ),
        "C",
        help="What comes of two orders for one unit in the same set. What a later set does is III.4.",
    ),
)

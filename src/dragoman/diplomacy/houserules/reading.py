"""Family III of the house rules as data: how orders are read, and what becomes of orders that are unclear or
impossible."""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import Alternative, Clause, text, word

CLAUSES = (
    Clause(
        "III.1",
        "Interpretation",
        (
            Alternative("A", "Nobody is presumed to have wanted a complete set of valid orders."),
            Alternative(
                "B", "Each player is presumed to want a complete set of valid orders; unclear ones are read so."
            ),
        ),
        "A",
    ),
    Clause(
        "III.2",
        "Abbreviations and slips of the pen",
        (
            Alternative(
                "A",
                "Besides full names, the rulebook's abbreviations and those listed here are read; anything else may be"
                " ruled ambiguous.",
                (text("also"),),
            ),
            Alternative("B", "Any unambiguous abbreviation and any slip that can be understood is read."),
            Alternative(
                "C",
                "As A, and a slip that makes the name or abbreviation of another province is an order about that"
                " province.",
                (text("also"),),
            ),
            Alternative(
                "D",
                "As B, and a slip that makes the name or abbreviation of another province is an order about that"
                " province.",
            ),
        ),
        "D",
        "Full names are preferred.",
    ),
    Clause(
        "III.3",
        "Inferred orders",
        (
            Alternative("A", "A unit without an order holds; nothing is inferred from the orders of other units."),
            Alternative(
                "B",
                "An order for a unit without one is inferred from the same player's supports and convoys in that set.",
                asterisk=True,
            ),
        ),
        "A",
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
        "The last set received in time is the one that counts.",
        (word("until", "adjudication", "deadline"),),
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
                "The same, but only if the order names a space on the board other than the unit's own province; any"
                " other misordered unit may be supported in holding.",
                asterisk=True,
            ),
            Alternative(
                "C",
                "An illegal order is a hold, and the unit may be supported; a move is illegal only if it was"
                " impossible even with the aid of any units on the board, whoever owns them.",
            ),
        ),
        "C",
        "A unit without an order holds, and may be supported.",
    ),
    Clause(
        "III.6",
        "A unit ordered more than once in a set",
        (
            Alternative("A", "The unit holds."),
            Alternative(
                "B",
                "The unit has attempted to move in vain if any of its orders was a move; otherwise it holds.",
                (),
                True,
            ),
            Alternative("C", "Illegal orders are dropped first; if several are left, the unit holds."),
            Alternative(
                "D",
                "Illegal orders are dropped first; if several are left, the unit has attempted to move in vain if any"
                " of them was a move, and otherwise holds.",
                asterisk=True,
            ),
            Alternative("E", "One of the orders counts, from the top of the set.", (word("which", "first", "last"),)),
        ),
        "C",
        "Exact duplicates count as one order.",
    ),
)

"""Family P of the house rules as data: orders that are bought, after the variant Payola of Hand and Woolley.

But for P.1 its clauses are told only of a game in which orders are bought.
"""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import Alternative, Clause, Parameter, Sort

BOUGHT = ("P.1", "B")
"""Under which choice the other clauses of the family mean anything."""

CLAUSES = (
    Clause(
        "P.1",
        "Who decides how units move",
        (
            Alternative("A", "Each player orders the units of their own power."),
            Alternative(
                "B",
                "Everybody bids for orders of any units; the dearest order of each unit is carried out, and whoever bid"
                " for it pays.",
                settled=(
                    "Bids of several players for the same order of the same unit add up.",
                    "Where nobody bids for a unit it does what its own player ordered, or holds.",
                    "Retreats and adjustments each player orders as usual.",
                    "If more of a player's bids would be accepted than that player can pay, each of them is cut by one,"
                    " and all is counted anew until it fits.",
                    "At the end of the game all bids are told.",
                ),
            ),
        ),
        "A",
        help="B is the variant Payola: units are for sale, also one's own.",
    ),
    Clause(
        "P.2",
        "Income",
        (
            Alternative(
                "A",
                "After the year's last phase, and at the beginning, a power is paid one less than the number of centres"
                " that wins for its first centre, one less again for its second, and so on.",
            ),
            Alternative(
                "B",
                "After the year's last phase, and at the beginning, a power is paid {crowns_each} for each centre.",
                (
                    Parameter(
                        "each", Sort.NUMBER, "10", unit="crowns", low=1, high=1000, title="income for each centre"
                    ),
                ),
            ),
        ),
        "A",
        help="Under A the small are paid better for their size than the great.",
        under=BOUGHT,
    ),
    Clause(
        "P.3",
        "Money that was not spent",
        (
            Alternative("A", "It is kept for later."),
            Alternative("B", "It is lost when the next income is paid."),
        ),
        "A",
        help="Whether money can be hoarded for one great year.",
        under=BOUGHT,
    ),
    Clause(
        "P.4",
        "Ties between bids",
        text="The player of the unit decides by an acceptance list of the bidders: the first on it whose bids tell the"
        " tied orders apart decides, by the order of their own list. Whoever sent no such list has themselves first on"
        " it and the others in the order of the lot; what is still tied the lot decides, drawn once for the phase. A"
        " tie over the unit of a power that nobody plays makes it hold.",
        help="There is nothing to choose here.",
        under=BOUGHT,
    ),
    Clause(
        "P.5",
        "What is told of prices",
        (
            Alternative("A", "Each player is told of their own bids alone, what they cost and what is left."),
            Alternative("B", "Besides, everybody is told the price of every order, and never who paid it."),
        ),
        "A",
        help="Under A nobody knows who paid for which surprise.",
        under=BOUGHT,
    ),
    Clause(
        "P.6",
        "Gifts of money",
        (
            Alternative("A", "Players may pay each other at any time; only the two of them are told."),
            Alternative("B", "Money cannot be given away."),
        ),
        "A",
        help="Whether an ally can be paid in coin.",
        under=BOUGHT,
    ),
)

"""Family V of the house rules as data: builds, disbands, and removals by the rule for civil disorder."""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import Alternative, Clause, part, word

TOP, BOTTOM = "top to bottom", "bottom to top"
FOLLOWED = word(
    "order",
    "from which end the set is read",
    {
        TOP: "The set is read from top to bottom.",
        BOTTOM: "The set is read from bottom to top.",
    },
)
ALL_SPACES = "Every unit goes over land and sea alike, and each province counts one."
READING = word(
    "reading",
    "how that way is counted",
    {"whole convoys": "An army's crossing of any chain of seas counts as one move.", "all spaces": ALL_SPACES},
)

CLAUSES = (
    Clause(
        "V.1",
        "Build without a unit type",
        (
            Alternative("A", "Nothing is built.", asterisk=True),
            Alternative("B", "An army is built where only armies can be; otherwise nothing."),
            Alternative(
                "C", "An army is built where only armies can be, a fleet where a legal coast is named, else nothing."
            ),
        ),
        "C",
        help="What “build Munich” or “build St Petersburg, north coast” comes to.",
    ),
    Clause(
        "V.2",
        "Too many builds or disbands",
        (
            Alternative("A", "None of the builds is made; disbands are made by the rule for civil disorder."),
            Alternative("B", "Builds and disbands are followed in their order until there are enough.", (FOLLOWED,)),
        ),
        parts={
            "A": (part("4.D.4", "a"), part("4.D.6", "a")),
            f"B order={TOP}": (part("4.D.4", "b"), part("4.D.6", "b")),
            f"B order={BOTTOM}": (part("4.D.4", "c"), part("4.D.6", "c")),
        },
        help="For a player who orders more builds, or more disbands, than the position allows. The two can be chosen"
        " apart, as 4.D.4 and 4.D.6.",
    ),
    Clause(
        "V.3",
        "Several builds in one centre",
        (
            Alternative("A", "Nothing is built there if the types differ; duplicates count once."),
            Alternative(
                "B",
                "Nothing is built there if the types differ, but an army where fleets cannot be;"
                " duplicates count once.",
            ),
            Alternative("C", "The first of them counts.", (FOLLOWED,)),
            Alternative("4.D.5.a", "Nothing is built there, not even from duplicates."),
        ),
        f"C {TOP}",
        help="For a player who orders two builds in the same centre.",
    ),
    Clause(
        "V.4",
        "Removals in civil disorder",
        (
            Alternative(
                "A",
                "The unit farthest from the nearest province of its home country goes first; seas count one for any"
                " unit, coasts one for fleets.",
                asterisk=True,
            ),
            Alternative(
                "B",
                "The unit farthest from its nearest home supply centre goes first; seas count one for any unit, coasts"
                " one for fleets.",
                asterisk=True,
            ),
            Alternative(
                "4.D.8.u1",
                "The unit farthest from its nearest home supply centre goes first, by the shortest way with convoys.",
                (READING,),
            ),
            Alternative(
                "4.D.8.u2",
                "The unit farthest from the nearest province of its home country goes first; every unit goes over land"
                " and sea alike.",
            ),
            Alternative(
                "4.D.8.u4",
                "The unit farthest from the nearest supply centre that its power owns goes first; every unit goes over"
                " land and sea alike.",
            ),
            Alternative(
                "F.13",
                "Units abroad and outside centres go first, then those abroad in centres, then those at home outside"
                " centres, then those in home centres; among these the farthest from its nearest home supply centre,"
                " counted as under V.4.B.",
            ),
        ),
        "4.D.8.u4",
        "Distance is the least number of moves, whatever stands in the way. The rule serves players who order too few"
        " removals, too. Which of several units equally far goes first is 4.D.8.ties.",
        help="Which units a power loses that must remove some and does not say which. The order of a player who does"
        " say always goes before it.",
    ),
    Clause(
        "V.5",
        "Fleet ordered where none can be built",
        (Alternative("A", "Nothing is built."), Alternative("B", "An army is built.")),
        "A",
        help="What “build a fleet in Moscow” comes to.",
    ),
)

"""Family V of the house rules as data: builds, disbands, and removals by the rule for civil disorder."""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import Alternative, Clause, part, word

TOP, BOTTOM = "top to bottom", "bottom to top"

CLAUSES = (
    Clause(
        "V.1",
        "Build without a unit type",
        (
            Alternative("A", "Nothing is built.", (), True),
            Alternative("B", "An army is built where only armies can be; otherwise nothing."),
            Alternative(
                "C", "An army is built where only armies can be, a fleet where a legal coast is named, else nothing."
            ),
        ),
        "C",
    ),
    Clause(
        "V.2",
        "Too many builds or disbands",
        (
            Alternative("A", "None of the builds is made; disbands are made by the rule for civil disorder."),
            Alternative(
                "B",
                "Builds and disbands are followed in their order until there are enough.",
                (word("order", TOP, BOTTOM),),
            ),
        ),
        parts={
            "A": (part("4.D.4", "a"), part("4.D.6", "a")),
            f"B order={TOP}": (part("4.D.4", "b"), part("4.D.6", "b")),
            f"B order={BOTTOM}": (part("4.D.4", "c"), part("4.D.6", "c")),
        },
    ),
    Clause(
        "V.3",
        "Several builds in one centre",
        (
            Alternative("A", "Nothing is built there if the types differ; duplicates count once."),
            Alternative("B", "As A, but where fleets cannot be built an army is; duplicates count once."),
            Alternative("C", "The first of them counts, in the order named.", (word("order", TOP, BOTTOM),)),
            Alternative("4.D.5.a", "Nothing is built there, not even from duplicates."),
        ),
        f"C {TOP}",
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
                "The unit farthest from its nearest home supply centre goes first, by the shortest way with convoys;"
                " the rule leaves open whether a whole convoy is one move, or all units move over all spaces.",
                (word("reading", "whole convoys", "all spaces"),),
            ),
            Alternative(
                "4.D.8.u4",
                "The unit farthest from the nearest supply centre its power owns goes first; all units pass over land"
                " and sea.",
            ),
        ),
        "4.D.8.u4",
        "Distance is the least number of moves, whatever stands in the way. The rule serves players who order too few"
        " removals, too.",
    ),
    Clause(
        "V.5",
        "Fleet ordered where none can be built",
        (Alternative("A", "Nothing is built."), Alternative("B", "An army is built.")),
        "A",
    ),
)

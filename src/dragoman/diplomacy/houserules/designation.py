"""Family IV of the house rules as data: unit type, nationality and coast left out of an order, or wrong in it."""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import Alternative, Clause, part

CLAUSES = (
    Clause(
        "IV.1",
        "Unit type",
        (
            Alternative("A", "A wrong unit type makes the order void."),
            Alternative("B", "A wrong unit type does no harm."),
        ),
        text="A unit type left out never makes an order void, builds apart.",
        parts={
            "A": (part("4.C.1", "b"), part("4.C.2", "a")),
            "B": (part("4.C.1", "b"), part("4.C.2", "b")),
        },
        help="Whether “F Paris – Burgundy” moves the army that stands in Paris.",
    ),
    Clause(
        "IV.2",
        "Nationality",
        (
            Alternative("A", "A wrong nationality of a supported or convoyed foreign unit makes the order void."),
            Alternative("B", "A wrong nationality of a supported or convoyed foreign unit does no harm."),
        ),
        text="A nationality left out never makes an order void.",
        parts={
            "A": (part("4.C.5", "b"), part("4.C.6", "a")),
            "B": (part("4.C.5", "b"), part("4.C.6", "b")),
        },
        help="Whether a support for “the German army Burgundy” helps the French army that stands there.",
    ),
    Clause(
        "IV.3",
        "Coast left out by the ordered fleet",
        (
            Alternative(
                "A",
                "A coast left out, of where the fleet is or of where it goes, makes the order void.",
                asterisk=True,
            ),
            Alternative("B", "A coast left out does no harm if only one coast is possible."),
        ),
        "B",
        help="For fleets that go to, go from, hold in or support from a province with two coasts.",
        settled=(
            "A fleet already there is on the one coast where it stands; for a fleet that arrives only one coast is"
            " possible if it can reach no other.",
        ),
    ),
    Clause(
        "IV.4",
        "Wrong coast in the ordered fleet's move or hold",
        (
            Alternative("A", "A wrong coast, of where the fleet is or of where it goes, makes the order void."),
            Alternative(
                "B", "A wrong coast does no harm if only one coast is possible, or if the fleet is in that province."
            ),
        ),
        parts={
            "A": (part("4.B.3", "b"), part("IV.4.own", "A")),
            "B": (part("4.B.3", "a"), part("IV.4.own", "B")),
        },
        help="For a fleet whose order names a coast where it is not, or that it cannot reach. The two can be chosen"
        " apart, as 4.B.3 and IV.4.own.",
    ),
    Clause(
        "IV.4.own",
        "Wrong coast of where the moving or holding fleet is",
        (
            Alternative("A", "A wrong coast of where the fleet is makes its move or hold void."),
            Alternative("B", "A wrong coast of where the fleet is does no harm to its move or hold."),
        ),
        "B",
        help="One half of IV.4: the coast from which the fleet is said to go.",
    ),
    Clause(
        "IV.5",
        "Wrong coast of where the supporting fleet is",
        (
            Alternative("A", "A wrong coast of where the fleet is makes its support void."),
            Alternative("B", "A wrong coast of where the fleet is does no harm to its support."),
        ),
        "B",
        help="For a fleet that supports, and whose order names another coast than the one where it stands.",
    ),
    Clause(
        "IV.6",
        "Coast left out in the support of a fleet",
        (
            Alternative("A", "A support that leaves out the coast of a province with two is void.", asterisk=True),
            Alternative(
                "B",
                "A support that leaves out the coast stands if only one coast is possible for the supported fleet, or"
                " if that fleet is in the province.",
            ),
            Alternative("C", "A support that leaves out the coast stands for either coast."),
            Alternative("4.B.4.u2", "A support that leaves out the coast stands for fleets of the same power only."),
        ),
        "C",
        help="For the support of a fleet to, from or in a province with two coasts.",
    ),
    Clause(
        "IV.7",
        "Other coast in the support than in the supported order",
        (
            Alternative("A", "A support that names another coast than the supported order is void."),
            Alternative(
                "B",
                "A support that names another coast stands if only one coast is possible for the supported fleet, or"
                " if that fleet is in the province.",
            ),
            Alternative("C", "A support that names another coast stands for either coast."),
        ),
        "A",
        help="For a support whose coast and that of the supported fleet's own order are not the same.",
    ),
)

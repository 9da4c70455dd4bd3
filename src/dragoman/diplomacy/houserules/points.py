"""DATC's open points (chapter 4 of the Diplomacy Adjudicator Test Cases, 3.0) as data, under their own labels.

A point that a clause answers has parts in that clause's setting: the letters often cross. A point that no clause
covers is a setting of its own. `u1`, `u2` … label answers that DATC leaves without a letter.
"""

from __future__ import annotations

from dragoman.diplomacy.houserules.adjustments import ALL_SPACES, BOTTOM, READING, TOP
from dragoman.diplomacy.houserules.clause import Alternative, Clause, part, soft, word
from dragoman.diplomacy.houserules.convoys import FALLBACK

PARADOX_PHRASES = {
    "backup=all-hold": part("VI.6", "A"),
    "backup=a": part("VI.6", "A"),
    "backup=d": part("VI.6", "A"),
    "backup=szykman": part("VI.6", "B"),
    "backup=b": part("VI.6", "B"),
    "backup=f": part("VI.6", "B"),
}

CONVOYS = (
    Clause(
        "4.A.1",
        "Convoys with several routes",
        (
            Alternative("a", "Broken as soon as one possible route is."),
            Alternative("b", "Broken only when every possible route is."),
        ),
        parts={"a": (part("VI.4", "A"),), "b": (part("VI.4", "D"),)},
    ),
    Clause(
        "4.A.2",
        "Convoy paradoxes",
        (
            Alternative(
                "a", "A convoyed army does not cut a fleet's support for a fleet that attacks its convoy (1971)."
            ),
            Alternative(
                "b", "A convoyed army does not cut a fleet's support for any action where a fleet convoys (1982)."
            ),
            Alternative(
                "c", "A convoyed army does not cut a support for an attack on a fleet that its convoy needs (2000)."
            ),
            Alternative("d", "All moves in the paradox fail."),
            Alternative("f", "The convoying fleets in the paradox are treated as holding (Szykman)."),
        ),
        parts={
            "a": (part("4.A.2.base", "1971"),),
            "b": (part("4.A.2.base", "1982"),),
            "c": (part("4.A.2.base", "2000"),),
            "d": (part("VI.6", "A"), soft("4.A.2.base", "none")),
            "f": (part("VI.6", "B"), soft("4.A.2.base", "none")),
        },
        phrases=PARADOX_PHRASES,
    ),
    Clause(
        "4.A.2.base",
        "The rulebook's own rule for convoy paradoxes",
        (
            Alternative("none", "There is none; the backup decides every paradox."),
            Alternative("1971", "A convoyed army does not cut a fleet's support for a fleet that attacks its convoy."),
            Alternative("1982", "A convoyed army does not cut a fleet's support for any action where a fleet convoys."),
            Alternative(
                "2000", "A convoyed army does not cut a support for an attack on a fleet that its convoy needs."
            ),
        ),
        "none",
        phrases=PARADOX_PHRASES,
        help="The rulebooks of 1971, 1982 and 2000 each have a rule of their own for convoy paradoxes. The newer ones"
        " also change cases that are no paradox.",
    ),
    Clause(
        "4.A.2.backup",
        "What decides a paradox that the rulebook leaves open",
        (
            Alternative("all-hold", "All moves in the paradox fail."),
            Alternative("szykman", "The convoying fleets in the paradox are treated as holding."),
        ),
        parts={"all-hold": (part("VI.6", "A"),), "szykman": (part("VI.6", "B"),)},
    ),
    Clause(
        "4.A.3",
        "Convoy to a neighbouring province",
        (
            Alternative("a", "By convoy only in exchange with a unit that moves the opposite way (1971)."),
            Alternative("b", "By the intent shown in the orders of the army's owner (1982)."),
            Alternative("c", "By convoy if a fleet of the owner convoys, or the order says so (2000)."),
            Alternative("u1", "By convoy only if the order says so (DPTG)."),
        ),
        parts={
            "a": (part("VI.2", "4.A.3.a"),),
            "b": (part("VI.2", "4.A.3.b"),),
            "c": (part("VI.2", "B"),),
            "u1": (part("VI.2", "C"),),
        },
        phrases=FALLBACK,
    ),
    Clause(
        "4.A.3.fallback",
        "A missing or broken convoy to a neighbouring province",
        (
            Alternative("yes", "The army goes by land instead."),
            Alternative("no", "The move fails."),
        ),
        "no",
        help="Whether an army that was to go to a neighbour by sea walks when that comes to nothing.",
    ),
    Clause(
        "4.A.4",
        "Support for an attack on the convoyed army's start",
        (
            Alternative("a", "The convoyed army does not cut it."),
            Alternative("b", "The convoyed army cuts it."),
        ),
        parts={"a": (part("VI.5", "B"),), "b": (part("VI.5", "A"),)},
    ),
    Clause(
        "4.A.5",
        "Retreat to the start of an attack by convoy",
        (
            Alternative("a", "Not allowed."),
            Alternative("b", "Allowed."),
        ),
        parts={"a": (part("VI.1", "A"),), "b": (part("VI.1", "B"),)},
    ),
    Clause(
        "4.A.6",
        "Naming a convoy's route",
        (
            Alternative("a", "Not allowed, ignored if written."),
            Alternative("b", "Allowed."),
            Alternative("c", "Required."),
        ),
        parts={"a": (part("VI.3", "B"),), "b": (part("VI.3", "A"),), "c": (part("VI.3", "4.A.6.c"),)},
    ),
    Clause(
        "4.A.7",
        "A unit dislodged from where it goes, without a head-to-head battle",
        (
            Alternative("a", "It has no effect on its destination."),
            Alternative("b", "It can still keep a third unit out."),
        ),
        parts={
            "a": (part("VI.8", "B"), part("4.A.7.land", "a")),
            "b": (part("VI.8", "A"), part("4.A.7.land", "b")),
        },
    ),
    Clause(
        "4.A.7.land",
        "A unit moving by land that a convoyed unit dislodges from where it goes",
        (
            Alternative("a", "It has no effect on its destination."),
            Alternative("b", "It can still keep a third unit out."),
        ),
        "b",
        help="VI.8 asks the same of a unit that goes by sea.",
    ),
)

COASTS = (
    Clause(
        "4.B.2",
        "No coast named, one possible",
        (Alternative("a", "The fleet moves there."), Alternative("b", "The move fails.")),
        parts={"a": (part("IV.3", "B"),), "b": (part("IV.3", "A"),)},
    ),
    Clause(
        "4.B.3",
        "A coast named that cannot be reached, another can",
        (
            Alternative("a", "The coast is ignored, and the possible one taken."),
            Alternative("b", "The order is illegal."),
        ),
        "b",
        help="One half of IV.4: the coast to which the fleet is said to go.",
    ),
    Clause(
        "4.B.4",
        "No coast named in the support of a fleet",
        (
            Alternative("u1", "The support is void."),
            Alternative("u2", "The support is good for one's own fleet only."),
            Alternative("u3", "The support is good for any power's fleet."),
        ),
        parts={"u1": (part("IV.6", "A"),), "u2": (part("IV.6", "4.B.4.u2"),), "u3": (part("IV.6", "C"),)},
    ),
    Clause(
        "4.B.5",
        "A wrong coast of the ordered fleet itself",
        (
            Alternative("a", "The order fails."),
            Alternative("b", "The coast is ignored."),
        ),
        parts={
            "a": (part("IV.4.own", "A"), part("IV.5", "A")),
            "b": (part("IV.4.own", "B"), part("IV.5", "B")),
        },
    ),
    Clause(
        "4.B.6",
        "A coast that does not exist, or one named for an army",
        (
            Alternative("a", "The order fails."),
            Alternative("b", "The coast is ignored."),
        ),
        "b",
        help="Whether “A Marseilles – Spain (north coast)” moves the army to Spain.",
    ),
)

DESIGNATION = (
    Clause(
        "4.C.1",
        "Unit type left out",
        (
            Alternative("a", "The order is void."),
            Alternative("b", "The order stands."),
            Alternative("c", "The order stands unless another order has the right type."),
        ),
        "b",
        help="IV.1 fixes this at b; a and c are for games that want every type written.",
    ),
    Clause(
        "4.C.2",
        "Wrong unit type",
        (
            Alternative("a", "The order is void."),
            Alternative("b", "The order stands."),
            Alternative("c", "The order stands unless another order has the right type."),
        ),
        "b",
        help="The half of IV.1 in which there is a choice.",
    ),
    Clause(
        "4.C.3",
        "Unit type left out in a build",
        (
            Alternative("a", "The build fails."),
            Alternative("b", "An army is built inland; otherwise the build fails."),
            Alternative("c", "An army is built inland, a fleet where a coast is named; otherwise the build fails."),
        ),
        parts={"a": (part("V.1", "A"),), "b": (part("V.1", "B"),), "c": (part("V.1", "C"),)},
    ),
    Clause(
        "4.C.4",
        "A fleet built inland",
        (Alternative("a", "The build fails."), Alternative("b", "An army is built.")),
        parts={"a": (part("V.5", "A"),), "b": (part("V.5", "B"),)},
    ),
    Clause(
        "4.C.5",
        "Nationality left out in a support or convoy",
        (
            Alternative("a", "The order is void."),
            Alternative("b", "The order stands."),
            Alternative("c", "The order stands unless another order has the right nationality."),
        ),
        "b",
        help="IV.2 fixes this at b; a and c are for games that want every nationality written.",
    ),
    Clause(
        "4.C.6",
        "Wrong nationality in a support or convoy",
        (
            Alternative("a", "The order is void."),
            Alternative("b", "The order stands."),
            Alternative("c", "The order stands unless another order has the right nationality."),
        ),
        "b",
        help="The half of IV.2 in which there is a choice.",
    ),
)

AMOUNTS = (
    Clause(
        "4.D.1",
        "Several sets of orders, their sequence known",
        (
            Alternative("a", "All are combined."),
            Alternative("b", "All are combined, unless the last clearly replaces all."),
            Alternative("c", "The last only, unless earlier ones are clearly meant to stand."),
            Alternative("d", "The last only."),
        ),
        parts={
            "a": (part("III.4", "B"),),
            "b": (part("III.4", "4.D.1.b"),),
            "c": (part("III.4", "4.D.1.c"),),
            "d": (part("III.4", "A"),),
        },
    ),
    Clause(
        "4.D.2",
        "Several sets of orders, their sequence unknown",
        (
            Alternative("a", "All units hold."),
            Alternative("b", "The sets are combined."),
        ),
        "b",
        help="For sets that came on the same sheet of paper, or at the same moment. Where the sequence is known, III.4"
        " decides.",
    ),
    Clause(
        "4.D.3",
        "A unit ordered twice in one set",
        (
            Alternative("a", "The first order counts."),
            Alternative("b", "The last order counts."),
            Alternative("c", "The unit holds, and can be supported."),
        ),
        parts={
            "a": (part("III.6", "E which=first"),),
            "b": (part("III.6", "E which=last"),),
            "c": (part("III.6", "C"),),
        },
    ),
    Clause(
        "4.D.4",
        "Too many builds",
        (
            Alternative("a", "None is made."),
            Alternative("b", "The first legal ones are made."),
            Alternative("c", "The last legal ones are made."),
        ),
        "b",
        help="One half of V.2: builds.",
    ),
    Clause(
        "4.D.5",
        "Several builds in one province",
        (
            Alternative("a", "All fail."),
            Alternative("b", "The first counts."),
            Alternative("c", "The last counts."),
        ),
        parts={
            "a": (part("V.3", "4.D.5.a"),),
            "b": (part("V.3", f"C order={TOP}"),),
            "c": (part("V.3", f"C order={BOTTOM}"),),
        },
    ),
    Clause(
        "4.D.6",
        "Too many disbands",
        (
            Alternative("a", "All go by the rule for civil disorder."),
            Alternative("b", "The first legal ones are made."),
            Alternative("c", "The last legal ones are made."),
        ),
        "b",
        help="One half of V.2: disbands.",
    ),
    Clause(
        "4.D.7",
        "Leaving builds unused",
        (Alternative("a", "Allowed."), Alternative("b", "Not allowed.")),
        "a",
        help="Whether a player may keep a build for later.",
    ),
    Clause(
        "4.D.8",
        "Removals in civil disorder",
        (
            Alternative(
                "u1",
                "Farthest from home supply centres, by the shortest way with convoys (1971).",
                (READING,),
            ),
            Alternative(
                "u2",
                "Farthest from the home country (2000).",
                (
                    word(
                        "reading",
                        "how that way is counted",
                        {
                            "own steps": "Seas count one for any unit, coasts one for fleets.",
                            "all spaces": ALL_SPACES,
                        },
                    ),
                ),
            ),
            Alternative("u3", "Farthest from home supply centres, fleets by fleet moves, armies also over water."),
            Alternative("u4", "Farthest from owned supply centres, over land and sea (2023)."),
        ),
        parts={
            "u1 reading=whole convoys": (part("V.4", "4.D.8.u1 reading=whole convoys"),),
            "u1 reading=all spaces": (part("V.4", "4.D.8.u1 reading=all spaces"),),
            "u2 reading=own steps": (part("V.4", "A"),),
            "u2 reading=all spaces": (part("V.4", "4.D.8.u2"),),
            "u3": (part("V.4", "B"),),
            "u4": (part("V.4", "4.D.8.u4"),),
        },
        phrases={
            f"ties={ties}": part("4.D.8.ties", ties)
            for ties in ("fleets-then-name", "fleets-then-abbreviation", "name")
        },
    ),
    Clause(
        "4.D.8.ties",
        "Removals of units equally far",
        (
            Alternative("fleets-then-name", "Fleets first, then the alphabet by the province's English name."),
            Alternative("fleets-then-abbreviation", "Fleets first, then the alphabet by the province's abbreviation."),
            Alternative("name", "The alphabet by the province's English name."),
        ),
        "fleets-then-name",
        help="Which of several units equally far from home goes first.",
    ),
    Clause(
        "4.D.9",
        "Hold support for a unit in civil disorder",
        (Alternative("a", "It fails."), Alternative("b", "It works.")),
        "b",
        help="Whether the units of a power without a player can be helped to stand.",
    ),
)

ORDERS = (
    Clause(
        "4.E.1",
        "Illegal orders",
        (
            Alternative("u1", "An impossible order is ignored; the unit holds and can be supported."),
            Alternative("u2", "An impossible move is still a move, and the unit cannot be supported in holding."),
        ),
        parts={"u1": (part("III.5", "C"),), "u2": (part("III.5", "A"),)},
    ),
    Clause(
        "4.E.1.legality",
        "What may be known when an order is judged legal",
        (
            Alternative("position", "The units on the board, whoever owns them."),
            Alternative("board", "The map alone: what fleets somewhere could have done keeps a move legal."),
        ),
        "position",
        help="III.5 and III.6 ask which orders are legal; this says what is known when that is judged.",
    ),
    Clause(
        "4.E.1.useless",
        "Supports and convoys that no other order can make useful",
        (
            Alternative("illegal", "They are illegal: no orders at all."),
            Alternative("stand", "They stand as orders."),
        ),
        "illegal",
        help="A support that would break its own convoy, or a convoy by a fleet that no route needs, can be an order or"
        " none.",
    ),
    Clause(
        "4.E.2",
        "Badly written orders",
        (
            Alternative("a", "Each order is read by itself."),
            Alternative("b", "The player's set is read as a whole."),
        ),
        "a",
        help="Whether one order of a set may explain another.",
    ),
    Clause(
        "4.E.3",
        "Orders implied by one's own supports and convoys",
        (Alternative("a", "Allowed."), Alternative("b", "Not allowed.")),
        parts={"a": (part("III.3", "B"),), "b": (part("III.3", "A"),)},
    ),
    Clause(
        "4.E.4",
        "Perpetual orders",
        (Alternative("a", "Allowed."), Alternative("b", "Not allowed.")),
        parts={"a": (part("II.4", "B"),), "b": (part("II.4", "A"),)},
    ),
    Clause(
        "4.E.5",
        "Orders by proxy",
        (
            Alternative("a", "Allowed, told to the judge beforehand."),
            Alternative("b", "Allowed, written inside the set of orders."),
            Alternative("c", "Not allowed."),
        ),
        parts={
            "a": (part("II.3", "B", "C", "D"),),
            "b": (part("II.3", "4.E.5.b"),),
            "c": (part("II.3", "A"),),
        },
    ),
    Clause(
        "4.E.6",
        "A unit that should not exist",
        (
            Alternative("immediate", "It goes at once."),
            Alternative("adjustment", "It goes at the next adjustment phase."),
        ),
        parts={"immediate": (part("VIII.2", "B"),), "adjustment": (part("VIII.2", "A"),)},
    ),
)

CLAUSES = (*CONVOYS, *COASTS, *DESIGNATION, *AMOUNTS, *ORDERS)

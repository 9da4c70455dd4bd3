"""Family VI of the house rules as data: convoys, their routes, their disruption and their paradoxes."""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import Alternative, Clause, part

FALLBACK = {
    "fallback": part("4.A.3.fallback", "yes"),
    "fallback=yes": part("4.A.3.fallback", "yes"),
    "no fallback": part("4.A.3.fallback", "no"),
    "fallback=no": part("4.A.3.fallback", "no"),
}
POSSIBLE = "A route is possible that fleets ordered to convoy that army to that place make up, before the adjudication."

CLAUSES = (
    Clause(
        "VI.1",
        "Retreat of a unit dislodged by a convoyed army",
        (
            Alternative("A", "It may not retreat to the province the army came from."),
            Alternative("B", "It may retreat to the province the army came from, if that is legal otherwise."),
        ),
        "B",
        help="A unit may never retreat to where its attacker came from by land; the question is whether that holds for"
        " one who came by sea.",
    ),
    Clause(
        "VI.2",
        "By land or by convoy to a neighbouring province",
        (
            Alternative(
                "A", "By convoy, if any player legally ordered a convoy of that army to that place.", asterisk=True
            ),
            Alternative(
                "B",
                "By convoy, if a fleet of the army's own power convoys it there or the order says so; otherwise by"
                " land.",
                asterisk=True,
            ),
            Alternative("C", "By convoy only if the order says so; otherwise by land.", asterisk=True),
            Alternative(
                "4.A.3.a",
                "By convoy only if the unit at the destination moves the opposite way and the convoy is not broken;"
                " otherwise by land.",
            ),
            Alternative("4.A.3.b", "By the intent that all orders of the army's owner show together."),
        ),
        "B",
        phrases=FALLBACK,
        help="Two units can change places only if one of them goes by sea. Under A a stranger's fleet can carry off an"
        " army against its will; under C nothing happens by sea that was not said.",
    ),
    Clause(
        "VI.3",
        "Naming the route of a convoy",
        (
            Alternative("A", "Where several routes are possible, a player may name or limit the route."),
            Alternative("B", "No route may be named; one that is named is ignored, and its player is told."),
            Alternative("4.A.6.c", "The route must be named; otherwise the convoy fails."),
        ),
        "B",
        help="A player who does not trust an ally's fleet may wish to name the other way round. A named route binds"
        " only under VI.4.B and VI.4.C.",
    ),
    Clause(
        "VI.4",
        "Disruption of a convoy with several possible routes",
        (
            Alternative("A", "If any fleet of any possible route is dislodged.", asterisk=True),
            Alternative(
                "B",
                "If any fleet of the named route is dislodged; if none is named, if any fleet of any possible route"
                " is, but a foreign fleet counts only where no other route exists.",
                asterisk=True,
            ),
            Alternative(
                "C",
                "If any fleet of the named route is dislodged; if none is named, only if no route is left.",
                asterisk=True,
            ),
            Alternative("D", "Only if no route is left.", asterisk=True),
        ),
        "D",
        help="Under A more fleets make a convoy weaker, under D stronger. B and C bind a player to a route that the"
        " order names, which VI.3 must allow.",
        settled=(POSSIBLE,),
    ),
    Clause(
        "VI.5",
        "Cutting a support for an attack on the convoyed army's own start",
        (
            Alternative("A", "A convoyed army cuts such a support."),
            Alternative("B", "A convoyed army does not cut such a support."),
        ),
        "B",
        help="A unit cannot cut the support for an attack on itself when it goes by land; the question is whether it"
        " can when it goes by sea.",
    ),
    Clause(
        "VI.6",
        "Convoy paradoxes that the rulebook leaves open",
        (
            Alternative("A", "Every move that is part of the paradox fails."),
            Alternative("B", "The convoyed move fails, and has no effect on its destination."),
        ),
        "B",
        phrases={f"base={base}": part("4.A.2.base", base) for base in ("none", "1971", "1982", "2000")},
        help="For the rare knots in which a convoy's success hangs on itself. The rulebook's own rule, 4.A.2.base, is"
        " asked first.",
    ),
    Clause(
        "VI.7",
        "Convoying a foreign army against one's own unit",
        (
            Alternative("A", "The army neither dislodges that unit nor cuts its support."),
            Alternative("B", "The army cuts that unit's support, but does not dislodge it."),
            Alternative("C", "The army dislodges that unit and cuts its support by the ordinary rules."),
        ),
        "C",
        help="A player cannot dislodge an own unit by an own attack or support; the question is whether a convoy counts"
        " as help.",
        settled=("The army owes its passage to a power if no route does without that power's fleets.",),
    ),
    Clause(
        "VI.8",
        "Effect of a convoyed unit dislodged from its destination",
        (
            Alternative("A", "It may still keep another unit out of that destination."),
            Alternative("B", "It has no effect on another unit's move to that destination."),
        ),
        "A",
        help="For an army convoyed to a neighbouring province that a unit from that very province dislodges. For units"
        " that go by land see 4.A.7.land.",
    ),
)

"""Family VII of the house rules as data: deadlines, the length of phases, and missed turns."""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import Alternative, Clause, days, hours

CLAUSES = (
    Clause(
        "VII.1",
        "When an order is given",
        text="An order is given when it is received, not when it is sent; the game master may accept a late set that is"
        " proved to have been sent in time. Reminders may be sent; the want of one excuses nothing.",
    ),
    Clause(
        "VII.2",
        "Early adjudication",
        (
            Alternative("A", "A phase is never adjudicated before its deadline."),
            Alternative("B", "A phase may be adjudicated early, once all players have sent final orders."),
        ),
        "B",
    ),
    Clause(
        "VII.3",
        "Orders after the deadline",
        (
            Alternative("A", "Orders are not accepted after the deadline."),
            Alternative("B", "Orders are accepted until adjudication starts."),
        ),
        "A",
    ),
    Clause(
        "VII.4",
        "Length of phases",
        text="So many days at least are normally allowed for each movement phase, and for each separate retreat or"
        " adjustment phase; the game master may quicken or slow the pace as the position asks, but keeps to the"
        " schedule where a faster pace is a hardship to any player.",
        parameters=(days("movement", 7), days("retreat", 3), days("adjustment", 3)),
    ),
    Clause(
        "VII.5",
        "Delays",
        text="A delay asked for before the deadline is generally granted; after a warning the game master may refuse"
        " further ones, and may replace a player whose absence is long or repeated.",
    ),
    Clause(
        "VII.6",
        "Missed turns and replacement",
        (
            Alternative(
                "A",
                "The phase is adjudicated without the missing orders; the player must make contact within so many"
                " hours of its publication.",
                (hours("contact", 48),),
            ),
            Alternative(
                "B",
                "Once in the game a player is granted so many hours of grace from the deadline before a first missed"
                " turn; the player must make contact within so many hours of the deadline, the grace added.",
                (hours("grace", 24), hours("contact", 48)),
            ),
            Alternative(
                "C",
                "No phase is adjudicated until all orders are in; the player must make contact and send orders within"
                " so many hours of the deadline.",
                (hours("contact", 48),),
            ),
        ),
        "A contact=48",
        "Otherwise the player is replaced, normally after attempts in public and in private to reach them; the game"
        " master may replace at once after one or more missed turns.",
    ),
)

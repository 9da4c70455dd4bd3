"""Family VII of the house rules as data: deadlines, the length of phases, and missed turns."""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import Alternative, Clause, Parameter, Sort, days, hours

CONTACT = hours("contact", "hours to make contact", 48)
GRACE = hours("grace", "hours of grace", 24)
REPLACED = (
    "Otherwise the player is replaced, normally after attempts in public and in private to reach them; the game master"
    " may replace at once after one or more missed turns."
)


def rounds(name: str, title: str) -> Parameter:
    """A blank for a number of rounds."""
    return Parameter(name, Sort.NUMBER, "2", unit="rounds", low=1, high=10, title=title)


CLAUSES = (
    Clause(
        "VII.1",
        "When an order is given",
        text="An order is given when it is received, not when it is sent; the game master may accept a late set that is"
        " proved to have been sent in time. Reminders may be sent, in private or to all; the want of one excuses"
        " nothing.",
        help="There is nothing to choose here.",
    ),
    Clause(
        "VII.2",
        "Early adjudication",
        (
            Alternative("A", "A phase is never adjudicated before its deadline."),
            Alternative(
                "B",
                "A phase may be adjudicated early, once all players have sent final orders.",
                settled=("The automatic referee does so at once, and waits for nobody who has nothing to order.",),
            ),
        ),
        "B",
        help="B quickens a game whose players agree; A keeps the rhythm of the week.",
    ),
    Clause(
        "VII.3",
        "Orders after the deadline",
        (
            Alternative("A", "Orders are not accepted after the deadline."),
            Alternative("B", "Orders are accepted until adjudication starts."),
        ),
        "A",
        help="With the automatic referee adjudication starts at the deadline, so that the two differ little; with a"
        " human game master they may differ by hours.",
    ),
    Clause(
        "VII.4",
        "Length of phases",
        text="A movement phase normally lasts at least {days_movement}.",
        parameters=(
            days("movement", "days for moves", 7, low=1),
            days(
                "retreat",
                "days for a retreat phase of its own",
                3,
                given="A retreat phase normally lasts at least {days_retreat}.",
                empty="Retreats have no phase of their own.",
            ),
            days(
                "adjustment",
                "days for an adjustment phase of its own",
                3,
                given="An adjustment phase normally lasts at least {days_adjustment}.",
                empty="Adjustments have no phase of their own.",
            ),
        ),
        help="Write 0 for retreats, or for adjustments, where they are ordered together with the moves (II.5, F.5).",
        settled=(
            "The game master may quicken or slow the pace as the position asks, but keeps to this schedule where a"
            " faster pace is a hardship to any player.",
        ),
    ),
    Clause(
        "VII.5",
        "Delays",
        text="A delay asked for before the deadline is generally granted; after a warning the game master may refuse"
        " further ones, and may replace a player whose absence is long or repeated.",
        help="There is nothing to choose here.",
        settled=("A planned absence can be entered beforehand, and counts as a delay asked for in time.",),
    ),
    Clause(
        "VII.6",
        "Missed turns and replacement",
        (
            Alternative(
                "A",
                "A phase is adjudicated without the missing orders; the player must make contact within"
                " {hours_contact} of its publication.",
                (CONTACT,),
                more=(REPLACED,),
            ),
            Alternative(
                "B",
                "Once in the game a player is granted {hours_grace} of grace from the deadline before a first missed"
                " turn; the player must make contact within {hours_contact} of the deadline, the grace added.",
                (GRACE, CONTACT),
                settled=("Orders that come within the grace are in time, whatever III.4 and VII.3 say.",),
                more=(
                    "The game master may tell that player of the grace, and tells nobody else why the adjudication"
                    " waits.",
                    REPLACED,
                ),
            ),
            Alternative(
                "C",
                "No phase is adjudicated until all orders are in; the player must make contact and send orders within"
                " {hours_contact} of the deadline.",
                (CONTACT,),
                more=(REPLACED,),
                settled=("What is missing is taken after the deadline, whatever III.4 and VII.3 say.",),
            ),
            Alternative(
                "F.8",
                "A phase is adjudicated without the missing orders; a player who misses {rounds_missed} in a row has"
                " resigned.",
                (
                    rounds("missed", "missed rounds that are a resignation"),
                    rounds("disorder", "rounds without orders that are civil disorder"),
                ),
                more=(
                    "After the first missed round the game master may have a standby send orders for the next; they"
                    " count, and the seat is the standby's, unless the player sends orders too.",
                    "A power for which nobody orders in {rounds_disorder} running falls into civil disorder; the game"
                    " master may seat a new player at any time.",
                ),
            ),
        ),
        "A contact=48",
        help="What happens when somebody sends nothing. A goes on without, B waits once, C always waits; F.8 leaves the"
        " seat to its player for a while longer.",
    ),
)

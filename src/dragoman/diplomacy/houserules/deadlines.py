"""Family VII of the house rules as data: deadlines, the length of phases, and missed turns."""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import EMPTY, GIVEN, Alternative, Clause, Parameter, Sort, days, hours

BEFORE = hours("before", "hours before the deadline", 24, high=240)
AGAIN = Parameter(
    "again",
    Sort.NUMBER,
    "0",
    unit="hours",
    low=0,
    high=240,
    title="hours before the deadline, a second time",
    says=((EMPTY, ""), (GIVEN, "A second reminder goes {hours_again} before it.")),
)
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
        "VII.1.reminders",
        "Reminders by the clock",
        (
            Alternative("A", "The clock sends no reminders; the game master may."),
            Alternative(
                "B",
                "The clock reminds each player whose orders are still wanted, in private, {hours_before} before the"
                " deadline.",
                (BEFORE, AGAIN),
            ),
            Alternative(
                "C",
                "The clock reminds each player whose orders are still wanted, in private, {hours_before} before the"
                " deadline, and tells everybody that the deadline draws near; nobody is named.",
                (BEFORE, AGAIN),
            ),
        ),
        "B",
        help="Whoever has nothing to decide, or whose set needs nothing more, is not reminded.",
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
        "VII.2.space",
        "Breathing space",
        parameters=(
            Parameter(
                "space",
                Sort.NUMBER,
                "0",
                unit="hours",
                low=0,
                high=240,
                title="hours between a result and the next",
                says=(
                    (EMPTY, "A result may follow on another as soon as the orders for it are in."),
                    (GIVEN, "At least {hours_space} pass between a result and the next, whatever orders are final."),
                ),
            ),
        ),
        help="A pause for negotiation in games that are adjudicated early. Phases of one round have none between them.",
    ),
    Clause(
        "VII.2.start",
        "Who begins the adjudication",
        (
            Alternative("A", "At the deadline the clock begins the adjudication."),
            Alternative(
                "B",
                "After the deadline a human game master begins the adjudication.",
                settled=("The automatic referee begins it at the deadline.",),
            ),
        ),
        "A",
        help="B suits a game master who looks at each phase before it is published.",
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
        "VII.3.outage",
        "When the host was away",
        text="A deadline that passes while the host is away, or while its clock is wrong, is moved to a time at least"
        " {hours_least} after its return, and everybody is told why.",
        parameters=(hours("least", "hours after the host’s return", 24, high=240),),
        help="Nothing is adjudicated of which the players could not have known.",
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
        "VII.4.pause",
        "Pauses",
        text="A pause ends on the day that the game master names with it, and after {days_most} by itself. Once it has"
        " lasted {days_call}, players may call for the game to go on; the call of more than half of them ends it.",
        parameters=(
            days("most", "days that a pause lasts at the most", 60, low=1),
            days("call", "days after which players may call for an end of it", 14),
        ),
        help="A pause that nobody ends would be the end of the game.",
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
        "VII.5.delays",
        "How delays are granted",
        text="The automatic referee grants each delay of up to {days_longest} that is asked for before the deadline. To"
        " a player who has had {delays_free} it grants the next with a warning, and after the warning none.",
        parameters=(
            days("longest", "days of a delay at the most", 7, low=1),
            Parameter("free", Sort.NUMBER, "2", unit="delays", low=0, high=50, title="delays without a warning"),
        ),
        help="What the automatic referee does in place of a game master’s opinion.",
        settled=(
            "A human game master answers each; what is not answered by the deadline is granted, unless its player has"
            " been warned.",
            "Who asked for a delay, and why, is told to the game master alone.",
        ),
    ),
    Clause(
        "VII.5.absences",
        "What a planned absence does",
        (
            Alternative("A", "A planned absence is entered in the calendar and moves nothing."),
            Alternative(
                "B",
                "A deadline that falls into a planned absence moves to a time at least {hours_after} after its end, by"
                " {days_most} at the most.",
                (
                    hours("after", "hours after the player’s return", 24, high=240),
                    days("most", "days by which an absence moves a deadline at the most", 14, low=1),
                ),
                settled=("Nothing moves for a player who has nothing to decide, or whose final orders are in.",),
            ),
        ),
        "B",
        help="An absence is told to the game master alone, or to everybody, as its player says.",
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

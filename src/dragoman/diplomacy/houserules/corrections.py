"""Family VIII of the house rules as data: errors of adjudication and how they are put right."""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import Alternative, Clause, hours

WINDOW = hours("hours", "hours after publication", 48)

CLAUSES = (
    Clause(
        "VIII.1",
        "How long an error can be corrected",
        (
            Alternative(
                "A",
                "An error stands unless it is corrected within {hours_hours} of publication and before the next"
                " adjudication is published.",
                (WINDOW,),
            ),
            Alternative("B", "An error stands unless it is corrected before the next adjudication is published."),
            Alternative(
                "C",
                "An error stands unless it is reported within {hours_hours} of publication or before the next"
                " adjudication is due, whichever is later; so an adjudicated phase may be taken back.",
                (WINDOW,),
            ),
        ),
        "B",
        "Players bring errors to the game master, who corrects them.",
        help="How long a result is open to correction. Under A and B the correction itself must be made in time, under"
        " C only the report.",
    ),
    Clause(
        "VIII.2",
        "A unit too many",
        (
            Alternative("A", "It goes at the next adjustment phase, if the player then has more units than centres."),
            Alternative(
                "B",
                "It goes at once: the unit that an error put or left there; after too many builds the one that the"
                " rule for excess builds names; after too few disbands the one that the rule for civil disorder names.",
                settled=(
                    "Distances are those of the latest adjudicated position; where the rule for excess builds names no"
                    " unit, the build listed last goes.",
                ),
            ),
        ),
        "B",
        "This is for a unit that has stood for more than one adjudication.",
        help="A unit that should not exist, and that nobody noticed in time, is called a Flying Dutchman.",
    ),
    Clause(
        "VIII.3",
        "Two units in one province",
        text="A unit wrongly placed in a province that rightly holds another is disbanded if that would have been"
        " right, else moved to its right province if no other unit is rightly there, else disbanded. This goes before"
        " VIII.2.",
        help="There is nothing to choose here.",
    ),
    Clause(
        "VIII.4",
        "Review",
        text="A player whose correction was refused may ask for a review; the game master may take advice, in private"
        " or in public, from people outside the game, programs and guides, and decides finally.",
        help="There is nothing to choose here.",
    ),
)

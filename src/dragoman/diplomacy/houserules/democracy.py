"""Family D of the house rules as data: votes on what is built, after the variant Democracy of Gordon and Serandos.

Every point that the variant's text leaves open is a clause of its own. But for D.1 they are told only of a game in
which builds are voted on.
"""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import Alternative, Clause, Parameter, Sort, days, hours, word

VOTED = ("D.1", "B")
"""Under which choice the other clauses of the family mean anything."""


def votes(name: str, title: str, default: int) -> Parameter:
    """A blank for a number of votes."""
    return Parameter(name, Sort.NUMBER, str(default), unit="votes", low=0, high=100, title=title)


CLAUSES = (
    Clause(
        "D.1",
        "Who decides what is built",
        (
            Alternative("A", "Each player orders the builds of their own power."),
            Alternative(
                "B",
                "Powers and observers vote on every build, and on what stands where at the beginning.",
                settled=(
                    "Each power orders its own removals; they are not voted on.",
                    "Builds cannot be ordered, not even ahead: what the vote decides is built.",
                    "No vote is held where nobody can build anything.",
                ),
            ),
        ),
        "A",
        help="B is the variant Democracy: builds are for the whole table to vote on, in secret ballots whose totals are"
        " told.",
    ),
    Clause(
        "D.2",
        "How many votes",
        text="A power has {votes_power}, and besides {votes_home} for each of its own home centres that it holds,"
        " {votes_foreign} for each home centre of another power and {votes_neutral} for each neutral centre. A power"
        " that is eliminated has {votes_eliminated}, an observer {votes_observer}. Votes are counted out afresh for"
        " each vote; none is carried over.",
        parameters=(
            votes("power", "a power's own votes", 5),
            votes("home", "votes for a home centre of one's own", 5),
            votes("foreign", "votes for another's home centre", 3),
            votes("neutral", "votes for a neutral centre", 1),
            votes("eliminated", "votes of an eliminated power", 5),
            votes("observer", "an observer's votes", 5),
        ),
        help="What centres are worth at the ballot.",
        under=VOTED,
    ),
    Clause(
        "D.3",
        "What a neutral centre is",
        (
            Alternative("A", "A centre is neutral that is no power's home on the map."),
            Alternative("B", "A centre is neutral that nobody owned when the map was set up."),
        ),
        "A",
        help="On the standard map both say the same. They differ where a map has a home that begins without an owner.",
        under=VOTED,
    ),
    Clause(
        "D.4",
        "Which observers vote",
        (
            Alternative(
                "A",
                "An observer votes who signed on in the first {years_years} of the map's calendar; one who signs on"
                " later has no vote.",
                (
                    Parameter("years", Sort.NUMBER, "1", unit="years", low=1, high=100, title="years for signing on"),
                    word(
                        "again",
                        "an observer who left and comes back",
                        {
                            "first": "Whoever left and comes back counts as of the first time.",
                            "new": "Whoever left and comes back counts as of coming back.",
                        },
                    ),
                ),
            ),
            Alternative("B", "No observer votes."),
            Alternative("C", "Every observer votes."),
        ),
        "A",
        help="Whether friends of the table may be called in late to vote.",
        settled=("Whoever plays a power votes for that power alone. The game master has no vote.",),
        under=VOTED,
    ),
    Clause(
        "D.5",
        "The vote on the beginning",
        (
            Alternative(
                "A",
                "Within {days_days} before the first moves it is voted on what stands in every home centre; each is"
                " decided by itself, and where nothing leads none stands.",
                (
                    days("days", "days for the first vote", 7, 1),
                    word(
                        "unvoted",
                        "a centre that nobody voted on",
                        {
                            "empty": "A centre on which nobody voted stays empty.",
                            "map": "In a centre on which nobody voted stands the unit of the map.",
                        },
                    ),
                    word(
                        "missing",
                        "units voted away at the beginning",
                        {
                            "later": "Who begins with fewer units than centres may build the others in winter.",
                            "lost": "Who begins with fewer units than centres never builds those that were missing.",
                        },
                    ),
                ),
            ),
            Alternative("B", "The units of the map stand at the beginning; only builds are voted on."),
        ),
        "A",
        help="A vote before the first moves gives observers and neighbours a say in every opening.",
        settled=("A game that begins from a position given to it has no such vote.",),
        under=VOTED,
    ),
    Clause(
        "D.6",
        "Which centres build",
        (
            Alternative(
                "A",
                "In each open home centre the choice with most votes wins; where there are fewer builds than centres,"
                " those build whose winner has most votes.",
            ),
            Alternative(
                "B",
                "In each open home centre the choice with most votes wins; where there are fewer builds than centres,"
                " those build whose winner is farthest ahead of the next choice there.",
            ),
        ),
        "A",
        "What nobody votes for is never built.",
        help="How one build is given to one of several centres.",
        under=VOTED,
    ),
    Clause(
        "D.7",
        "Where nothing leads",
        (
            Alternative("A", "A centre where “nothing” leads builds nothing; the build is free for another centre."),
            Alternative(
                "B", "A centre where “nothing” leads takes its turn among the others, and a build is lost there."
            ),
        ),
        "A",
        help="Whether votes against one centre can cost the power a build that another centre would have had.",
        settled=("A build that is not made stays unused for the year.",),
        under=VOTED,
    ),
    Clause(
        "D.8",
        "A tie between nothing and a unit",
        (
            Alternative("A", "It is a tie like any other: the home power decides."),
            Alternative("B", "The unit goes before."),
            Alternative("C", "Nothing goes before."),
        ),
        "A",
        help="Who has the benefit of the doubt.",
        under=VOTED,
    ),
    Clause(
        "D.9",
        "How ties are decided",
        text="Only a tie that changes what is built is decided. The home power decides it: of the choices that lead,"
        " the one wins that stands first on its own ballot, however many votes it gave to it. If it listed none of"
        " them, it is asked, and has {hours_hours} for its answer, never longer than for an adjustment.",
        parameters=(
            hours("hours", "hours for the answer", 24),
            word(
                "silence",
                "if no answer comes",
                {
                    "alphabet": "If no answer comes, the choice wins that is first in the order of the alphabet.",
                    "lot": "If no answer comes, the lot decides.",
                },
            ),
        ),
        help="The order of a ballot matters here alone. Put what you really want at the top.",
        settled=("A power that nobody plays is not asked.",),
        under=VOTED,
    ),
    Clause(
        "D.10",
        "A line without votes",
        (
            Alternative("A", "A choice listed with no votes counts in a tie as one listed with votes."),
            Alternative("B", "A choice listed with no votes counts for nothing."),
        ),
        "A",
        help="Whether a home power may prepare for ties without spending votes on it.",
        under=VOTED,
    ),
    Clause(
        "D.11",
        "A line for what cannot be built",
        (
            Alternative("A", "It is reported back and not counted; its votes stay free for the lines after it."),
            Alternative("B", "It is reported back and not counted; its votes are lost."),
        ),
        "A",
        help="What becomes of votes on centres that are occupied, or that cannot build.",
        under=VOTED,
    ),
    Clause(
        "D.12",
        "More votes than there are",
        (
            Alternative("A", "What goes beyond a voter's votes is cut from the bottom of the list."),
            Alternative("B", "A ballot that goes beyond a voter's votes is refused whole."),
        ),
        "A",
        help="Fewer votes than one has may always be given.",
        under=VOTED,
    ),
    Clause(
        "D.13",
        "When a vote ends",
        (
            Alternative("A", "If some have not voted by the deadline, the notice begins then all the same."),
            Alternative("B", "If some have not voted by the deadline, the ballots are counted then without notice."),
        ),
        "A",
        "When all have voted, notice is given: for {hours_notice} everybody may still change their ballot, then it is"
        " counted.",
        (hours("notice", "hours of notice", 24),),
        help="The notice is the last time for bargains.",
        under=VOTED,
    ),
    Clause(
        "D.14",
        "What is told of ballots",
        (
            Alternative("A", "The votes for each choice are told, and never who gave them."),
            Alternative("B", "The votes for each choice are told, and afterwards every ballot with its voter."),
        ),
        "A",
        help="Everybody may tell how they voted, truly or not.",
        settled=("Each voter is given a receipt, by which they alone can see that their ballot was counted as cast.",),
        under=VOTED,
    ),
    Clause(
        "D.15",
        "To whom press may go",
        (
            Alternative(
                "A",
                "All press goes to everybody, from players and observers alike, under the author's name or without;"
                " there is no press between single seats.",
                settled=("The game master may be written to.",),
            ),
            Alternative("B", "Press goes to whom its author names."),
        ),
        "A",
        help="Votes are won in the open, or bought in private.",
        under=VOTED,
    ),
    Clause(
        "D.16",
        "A fleet without its coast",
        (
            Alternative(
                "A", "A vote for a fleet that does not name its coast is for the south coast, where there is one."
            ),
            Alternative("B", "A vote for a fleet that does not name its coast is for what cannot be built."),
        ),
        "A",
        help="It arises in St. Petersburg.",
        under=VOTED,
    ),
)  # fmt: skip

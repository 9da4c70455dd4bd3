"""Family IX of the house rules as data: concessions, draws, changes of these rules, and how votes are told."""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import Alternative, Clause, Parameter, Sort

CENTRES = Parameter("centres", Sort.NUMBER, "18", unit="centres", low=2, high=100, title="centres that win")
LAST = Parameter("year", Sort.NUMBER, "1910", unit="year", low=1, high=9999, title="the last year")
YEARS = Parameter("years", Sort.NUMBER, "5", unit="years", low=1, high=100, title="game years without a change")

CLAUSES = (
    Clause(
        "IX.1",
        "Wins",
        text="A win may be conceded to one player only, by all remaining players but those who say that they abstain;"
        " one No defeats it, and the player named counts as a Yes. Otherwise the game runs until somebody holds the"
        " number of centres that wins.",
        help="There is nothing to choose here. What a vote not cast means is F.16.silence.",
        settled=("The vote of the player named is a Yes whatever IX.5 says of authors.",),
    ),
    Clause(
        "IX.1.centres",
        "Centres that win",
        (
            Alternative("A", "The map says how many centres win (on the usual one, 18)."),
            Alternative("B", "Whoever alone has the most centres, and {centres_centres} or more, wins.", (CENTRES,)),
        ),
        "A",
        help="A lower number makes for a shorter game. Centres are counted after the autumn.",
    ),
    Clause(
        "IX.2",
        "Draws",
        (
            Alternative(
                "A",
                "After {years_years} without a centre changing hands the game master may, after a warning, declare a"
                " draw of all survivors if nobody can hope to win or be conceded a win.",
                (YEARS,),
                settled=(
                    "The automatic referee never does so.",
                    "Between the warning and the draw another phase is adjudicated.",
                ),
            ),
            Alternative(
                "B",
                "After {years_years} without a centre changing hands the game ends in a draw of all survivors, unless"
                " all remaining players vote to go on.",
                (YEARS,),
                settled=(
                    "A vote not cast is no vote to go on.",
                    "The question is put when the years are over, is counted with the next orders, and is put again"
                    " after as many years more.",
                ),
            ),
        ),
        "A years=5",
        "A draw, with or without all survivors, needs all remaining players but those who say that they abstain; one No"
        " defeats it. Survivors left out are presumed eliminated.",
        help="What becomes of a game in which nothing moves any more.",
    ),
    Clause(
        "IX.2.last",
        "The last year",
        (
            Alternative("A", "There is no last year."),
            Alternative("B", "The game ends with the year {year_year}, in a draw of all survivors.", (LAST,)),
            Alternative(
                "C",
                "The game ends with the year {year_year}; whoever then has the most centres wins, and several who have"
                " as many share the win.",
                (LAST,),
            ),
        ),
        "A",
        help="For groups who must be done by a certain time. The year ends once its centres have been counted.",
    ),
    Clause(
        "IX.3",
        "Changes of these rules",
        text="A proposal changes one or more named clauses. The game master and all remaining players must agree, but"
        " players may abstain; a vote not cast is a No.",
        help="There is nothing to choose here. F.1.B lets the game master change rules alone.",
        settled=(
            "The automatic referee agrees. The result of a proposal that passes is published in the place of the"
            " adjudication, and the phase begins anew with a new deadline.",
            "The orders on file stand then, but none of them is final. Of two changes that cannot stand together the"
            " one proposed first is made.",
        ),
    ),
    Clause(
        "IX.4",
        "What is told of a vote",
        (
            Alternative("A", "Nothing is told but whether the proposal passed."),
            Alternative(
                "B",
                "It is told how many voted for each alternative, and how the author voted, but not who the author is.",
            ),
            Alternative("C", "Every vote is told, and the author."),
        ),
        "A",
        "Votes are due with the next orders, may be revised and are confidential; the result is published with the"
        " adjudication, or in its place if the proposal passes.",
        help="How open votes are. Where nothing is told, a player can defeat a draw and blame another.",
        settled=(
            "The game master is told no more than the players. What was in force when a question was put holds for it.",
            "Nothing is adjudicated before its deadline while somebody has still to vote.",
        ),
    ),
    Clause(
        "IX.5",
        "The author's own vote",
        (
            Alternative("A", "The author of a proposal counts as a Yes."),
            Alternative("B", "The author counts as a Yes, and so does a player for whom a solo is proposed."),
            Alternative("C", "Authors vote as they like."),
            Alternative("D", "Authors vote as they like, but a player for whom a solo is proposed counts as a Yes."),
        ),
        "A",
        "The game master may refuse repetitive or humorous proposals.",
        help="Whether a player may propose what they mean to vote down.",
    ),
)

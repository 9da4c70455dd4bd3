"""Family IX of the house rules as data: concessions, draws, changes of these rules, and how votes are told."""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import Alternative, Clause, Parameter, Sort

YEARS = Parameter("years", Sort.NUMBER, "5", unit="years", low=1, high=100)

CLAUSES = (
    Clause(
        "IX.1",
        "Wins",
        text="A win may be conceded to one player only, by all remaining players but those who say that they abstain;"
        " a vote not cast is a No, and the player named counts as a Yes. Otherwise the game runs to its victory count.",
    ),
    Clause(
        "IX.2",
        "Draws",
        (
            Alternative(
                "A",
                "After so many years without a centre changing hands the game master may, after a warning, declare a"
                " draw of all survivors if nobody can hope to win.",
                (YEARS,),
            ),
            Alternative(
                "B",
                "After so many years without a centre changing hands the game ends in a draw of all survivors, unless"
                " all remaining players vote to go on.",
                (YEARS,),
            ),
        ),
        "A years=5",
        "A draw, with or without all survivors, needs all remaining players but those who say that they abstain; a"
        " vote not cast is a No. Survivors left out are presumed eliminated.",
    ),
    Clause(
        "IX.3",
        "Changes of these rules",
        text="A proposal changes one or more named clauses. The game master and all remaining players must agree, but"
        " players may abstain; a vote not cast is a No.",
    ),
    Clause(
        "IX.4",
        "What is told of a vote",
        (
            Alternative("A", "Nothing but whether the proposal passed."),
            Alternative("B", "How many voted for each alternative, and the author's vote without the author's name."),
            Alternative("C", "Every vote and the author."),
        ),
        "A",
        "Votes are due with the next orders, may be revised and are confidential; the result is published with the"
        " adjudication, or in its place if the proposal passes.",
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
    ),
)

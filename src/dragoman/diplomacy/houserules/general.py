"""Families I and II of the house rules as data: the rulebook, and how sets of orders are sent and what standing they
have."""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import Alternative, Clause, hours, text, word
from dragoman.diplomacy.houserules.editions import EDITIONS

CLAUSES = (
    Clause(
        "I.2",
        "Rulebook",
        text="Except where these house rules say otherwise, the rulebook named here is followed.",
        parameters=(word("year", *EDITIONS), text("publisher")),
    ),
    Clause(
        "II.1",
        "Preliminary and final orders",
        (
            Alternative("A", "A set of orders is final unless it is marked preliminary."),
            Alternative("B", "A set of orders is preliminary unless it is marked final."),
        ),
        "A",
        "Sending a preliminary set early is encouraged, and never required.",
    ),
    Clause(
        "II.2",
        "Sending and marking a set of orders",
        text=(
            "A set of orders counts only if the game's address is among the receivers in To (copies do not count) and"
            " the subject meets the game's pattern; the game master may instruct otherwise, accept a set that does"
            " not, and need not look for one."
        ),
        parameters=(text("address"), text("subject")),
    ),
    Clause(
        "II.3",
        "Orders by proxy",
        (
            Alternative("A", "There are no proxies."),
            Alternative(
                "B",
                "A proxy is known to its giver and receiver only, and can be revoked at any time.",
                (word("revocation told to", "giver", "both"),),
                asterisk=True,
            ),
            Alternative(
                "C",
                "A proxy and its revocation are announced to all; it can be revoked until a number of hours before the"
                " adjudication.",
                (hours("hours", 24),),
                asterisk=True,
            ),
            Alternative(
                "D",
                "As C, and besides all remaining players must approve the proxy in a vote of its own.",
                (hours("hours", 24),),
                asterisk=True,
            ),
            Alternative("4.E.5.b", "A proxy is written inside the giver's own set of orders."),
        ),
        "A",
        "A proxy names giver, receiver and the exact units (or, for builds, centres), holds for the next phase only,"
        " and is in force once it is acknowledged; where it is ambiguous there is no proxy for the units in question.",
    ),
    Clause(
        "II.4",
        "Perpetual orders",
        (
            Alternative("A", "A set of orders holds for one phase only; perpetual sets are refused."),
            Alternative(
                "B", "A set marked perpetual stays in force for later phases of its kind until replaced.", (), True
            ),
        ),
        "A",
    ),
    Clause(
        "II.5",
        "Contingent retreats and adjustments",
        (
            Alternative(
                "A",
                "Retreats are ordered together with the moves, as contingent orders, and there is no negotiation"
                " between.",
                (word("fallback", "disband", "nearest"),),
                asterisk=True,
            ),
            Alternative(
                "B", "Retreats and adjustments are phases of their own, with negotiation before each.", (), True
            ),
        ),
        "B",
        "Contingent orders are accepted in either case, and encouraged where the position allows.",
    ),
    Clause(
        "II.6",
        "Public orders",
        (
            Alternative(
                "A", "The game master asks for no public orders, and they count only if also sent in the usual way."
            ),
            Alternative(
                "B",
                "Retreats, builds and disbands given in public at the game master's request are final, whatever they"
                " say.",
            ),
            Alternative(
                "C",
                "Retreats, builds and disbands given in public at the game master's request are preliminary, whatever"
                " they say, until the game master confirms them in public, which is the adjudication.",
            ),
        ),
        "A",
        "Any remaining player may ask instead for private orders and the usual deadline.",
    ),
)

"""Families I and II of the house rules as data: the rulebook, and how sets of orders are sent and what standing they
have."""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import Alternative, Clause, hours, part, text, word
from dragoman.diplomacy.houserules.editions import RULEBOOKS

PROXY = (
    "A proxy names its giver, its receiver and the exact units (or, for builds, the centres), and holds for the next"
    " phase only, be it moves, retreats or adjustments; where it is ambiguous there is no proxy for the units in"
    " question."
)
ACKNOWLEDGED = "It is in force once the game master has acknowledged it."
HOLDER = "An order of the receiver goes before one of the giver, whose order stands if the receiver sends none."
COUNTED_BACK = "The hours count back from the deadline."
REVOKED = "It can be revoked until {hours_hours} before the adjudication; proxy and revocation are announced to all."

CLAUSES = (
    Clause(
        "I.2",
        "Rulebook",
        text="Except where these house rules say otherwise, the rulebook named here is followed.",
        parameters=(
            word("year", "the rulebook", RULEBOOKS),
            text("publisher", "its publisher", given="It is the edition published by {publisher}."),
        ),
        help="Name the rulebook that your players know. It answers every question that no clause below asks; a clause"
        " chosen below goes before it. Whatever the rulebook leaves open is filled in, and marked.",
    ),
    Clause(
        "II.1",
        "Preliminary and final orders",
        (
            Alternative("A", "A set of orders is final unless it is marked preliminary."),
            Alternative("B", "A set of orders is preliminary unless it is marked final."),
        ),
        "B",
        "Sending a preliminary set early is encouraged, and never required.",
        help="What an unmarked set of orders is worth before the deadline. It matters where a phase can be adjudicated"
        " early (VII.2.B), which waits for final sets.",
        settled=("At the deadline the mark no longer matters: the last set received in time is used.",),
    ),
    Clause(
        "II.2",
        "Sending and marking a set of orders",
        text="A set of orders counts only if it is sent to the game's address (a copy to it does not count) and its"
        " subject meets what is asked here. The game master may instruct otherwise, may refuse or accept a set that"
        " falls short of it, and need not look for one.",
        parameters=(
            text(
                "address",
                "the address for orders",
                given="The address for orders is {address}.",
                empty="The address for orders is the one from which the game's letters come.",
            ),
            text(
                "subject",
                "what the subject must hold",
                given="The subject must hold “{subject}”.",
                empty="The subject may be anything.",
            ),
        ),
        help="Where orders are sent, and what the subject line must hold. Leave both empty to let every letter count"
        " that reaches the game.",
        settled=("The automatic referee refuses a set that falls short, and tells its sender what was missing.",),
    ),
    Clause(
        "II.3",
        "Orders by proxy",
        (
            Alternative("A", "There are no proxies."),
            Alternative(
                "B",
                "A player may give a proxy in private: only giver and receiver are told, and it can be revoked at any"
                " time.",
                (
                    word(
                        "revocation told to",
                        "who is told of a revocation",
                        {
                            "giver": "Of a revocation, in force once acknowledged, only the giver is told.",
                            "both": "Of a revocation, in force once acknowledged, giver and receiver are told.",
                        },
                    ),
                ),
                asterisk=True,
                more=(PROXY, ACKNOWLEDGED),
                settled=(HOLDER,),
            ),
            Alternative(
                "C",
                "A player may give a proxy, and all players are told of it.",
                (hours("hours", "hours before the adjudication", 24),),
                asterisk=True,
                more=(PROXY, ACKNOWLEDGED, REVOKED),
                settled=(HOLDER, COUNTED_BACK),
            ),
            Alternative(
                "D",
                "A player may give a proxy if all remaining players approve it, in a vote of its own that waits for no"
                " adjudication; all players are told of it.",
                (hours("hours", "hours before the adjudication", 24),),
                asterisk=True,
                more=(PROXY, "It is in force once it is acknowledged and approved.", REVOKED),
                settled=(HOLDER, COUNTED_BACK),
            ),
            Alternative(
                "4.E.5.b",
                "A player may write a proxy into their own set of orders, naming receiver and units.",
                settled=(
                    "The proxy is a part of that set and falls with it; the game master tells nobody of it but its"
                    " giver, in the acknowledgment.",
                    HOLDER,
                ),
            ),
        ),
        "A",
        help="Whether a player may let another order some units, for one phase. Private proxies make betrayal easy;"
        " announced ones make alliances visible.",
    ),
    Clause(
        "II.4",
        "Perpetual orders",
        (
            Alternative("A", "A set of orders holds for one phase only; sets marked perpetual are refused."),
            Alternative(
                "B",
                "A set marked perpetual stays in force for every later phase of its kind until it is replaced.",
                asterisk=True,
                settled=("Every acknowledgment says that it is in force.",),
            ),
        ),
        "A",
        help="Whether a player may leave standing orders, for instance before a long absence.",
    ),
    Clause(
        "II.5",
        "Contingent retreats and adjustments",
        (
            Alternative(
                "A",
                "Retreats are ordered together with the moves, as contingent orders, and there is no negotiation"
                " between.",
                asterisk=True,
            ),
            Alternative(
                "B",
                "Retreats and adjustments are phases apart from the moves, and there may be negotiation before each.",
                asterisk=True,
            ),
        ),
        "B",
        "Contingent orders are accepted in either case, and encouraged where the position allows them: they quicken the"
        " game and save missed turns.",
        phrases={"fallback=disband": part("F.12", "A"), "fallback=finnish": part("F.12", "B")},
        help="A saves a deadline after every battle, and asks players to think of their retreats beforehand; B lets"
        " them see the battle and talk first. How phases are grouped in more detail is F.5.",
        settled=("A unit for which no retreat was ordered does what F.12 says.",),
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
                "The game master may ask for retreats, builds and disbands in public; what is then given in public is"
                " final, whatever it says of itself.",
                more=("Any remaining player may ask for private orders instead, and for the usual deadline.",),
            ),
            Alternative(
                "C",
                "The game master may ask for retreats, builds and disbands in public; what is then given in public is"
                " preliminary, whatever it says of itself, until the game master confirms it in public, and that is the"
                " adjudication.",
                more=("Any remaining player may ask for private orders instead, and for the usual deadline.",),
            ),
        ),
        "A",
        help="Small phases go faster when the few players concerned just answer to all. Under B they are bound at once;"
        " under C until the game master confirms they may change their minds.",
    ),
)

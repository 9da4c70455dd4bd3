"""Settings that the rules of Finnish play by mail add to the list of clauses, under the numbers of those rules: `F.5`.

In every one of them B is what those rules say. A rule that only chooses in other clauses has parts there.
"""

from __future__ import annotations

from dragoman.diplomacy.houserules.clause import Alternative, Clause, Parameter, Sort, part, text

PROPOSALS = Parameter(
    "proposals", Sort.NUMBER, "1", unit="proposals", low=1, high=20, title="ending proposals a round for each"
)

CLAUSES = (
    Clause(
        "F.1",
        "Who changes these rules",
        (
            Alternative("A", "These rules change by a vote only (IX.3)."),
            Alternative(
                "B",
                "The game master alone may clarify, correct and add rules where the game and several players need it,"
                " and interprets what is unclear.",
            ),
        ),
        "A",
        help="B goes before IX.3. The automatic referee changes nothing by itself.",
    ),
    Clause(
        "F.2",
        "Orders by other ways than mail",
        (
            Alternative("A", "Orders are sent as II.2 says, or entered on the game's pages."),
            Alternative(
                "B",
                "Orders are also taken in person and by post: the game master enters them, with the way and the time in"
                " which they were received.",
            ),
        ),
        "A",
        help="B is for groups who meet, or who have members without electronic mail.",
        settled=("Nobody answers for what is lost on the way; sending a set twice does no harm.",),
    ),
    Clause(
        "F.3",
        "The deadline",
        (Alternative("B", "Orders come in by the deadline, always."),),
        parts={"B": (part("VII.3", "A"),)},
        help="Choosing B is choosing VII.3.A.",
    ),
    Clause(
        "F.4",
        "Errors found late",
        (
            Alternative("A", "An error that stands by VIII.1 stands."),
            Alternative(
                "B",
                "An error that stands by VIII.1 may still be corrected, if the game master can do so without disturbing"
                " the game.",
            ),
        ),
        "A",
        help="B leaves a door open for mistakes that hurt nobody to mend.",
    ),
    Clause(
        "F.5",
        "Phases in rounds",
        (
            Alternative("A", "Every phase has a round, and a deadline, of its own."),
            Alternative(
                "B",
                "A year has two rounds: the spring moves with their retreats, and the autumn moves with their retreats"
                " and the adjustments.",
            ),
            Alternative("C", "Moves and their retreats are one round; adjustments have a round of their own."),
            Alternative(
                "D",
                "Moves have a round of their own, and so have the spring retreats; autumn retreats and adjustments are"
                " one round.",
            ),
        ),
        "A",
        help="Phases of one round share a deadline; orders for the later of them are contingent on the earlier. II.5"
        " says whether retreats go with the moves, so A and D go with II.5.B, and B and C with II.5.A.",
    ),
    Clause(
        "F.6",
        "Orders ahead",
        (
            Alternative("A", "Orders are taken for the phases of the current round only."),
            Alternative("B", "Orders for the next round may be sent ahead, contingent on what happens before it."),
        ),
        "B",
        help="A contingent order reads “if Austria moves to Galicia: A War; otherwise: F Sev”; the first condition of a"
        " list that holds is the one that counts.",
    ),
    Clause(
        "F.7",
        "When play begins",
        (
            Alternative("A", "The first deadline counts from when the seats are filled."),
            Alternative("B", "The first phase is adjudicated only once every player has sent orders for it."),
        ),
        "A",
        help="B spares a game a power that was never there.",
    ),
    Clause(
        "F.8",
        "Missed rounds",
        (Alternative("B", "Two missed rounds in a row are a resignation; a standby may step in after the first."),),
        parts={"B": (part("VII.6", "F.8"),)},
        help="Choosing B is choosing VII.6=F.8.",
    ),
    Clause(
        "F.9",
        "Leaving the game",
        (
            Alternative("A", "Nothing is kept of those who leave."),
            Alternative(
                "B",
                "Who leaves without cause and notice is put on the host's blacklist, and joins a later game only if its"
                " game master approves.",
            ),
        ),
        "A",
        "A player who resigns may suggest a substitute, and may hand the seat over for a while if the game master"
        " consents.",
        help="Whether a deserter is remembered.",
    ),
    Clause(
        "F.10",
        "Unclear and illegal orders",
        (
            Alternative(
                "B",
                "An illegal order is a hold that may be supported; an unclear one is followed if it has one meaning; a"
                " coast is named only where two can be meant.",
            ),
        ),
        parts={"B": (part("III.2", "B"), part("III.5", "C"), part("IV.3", "B"), part("IV.6", "B"))},
        help="Choosing B is choosing III.2.B, III.5.C, IV.3.B and IV.6.B.",
    ),
    Clause(
        "F.11",
        "By land or by convoy",
        (Alternative("B", "An army that could go by land or by sea goes by land, unless its order is marked."),),
        parts={"B": (part("VI.2", "C"),)},
        help="Choosing B is choosing VI.2.C. An order is marked by “via convoy”, or by (c) behind it.",
    ),
    Clause(
        "F.12",
        "Retreats not ordered",
        (
            Alternative("A", "A unit whose retreat is not ordered is disbanded."),
            Alternative(
                "B",
                "A unit whose retreat is not ordered goes to the first of these that is open: an own home centre that"
                " its player does not hold; another centre that the player does not hold; a centre that the player"
                " holds; another province of the home country; any other province; off the board.",
                more=(
                    "In the autumn a centre is passed over in which the player has ordered, and can make, a build that"
                    " winter.",
                    "Of several equally good the game master picks the most sensible; the automatic referee takes the"
                    " one nearest to a home centre, and then the first by the alphabet.",
                ),
            ),
        ),
        "A",
        help="What a forgotten retreat comes to. It matters most where retreats are ordered with the moves (II.5.A).",
    ),
    Clause(
        "F.13",
        "Adjustments not ordered",
        (
            Alternative(
                "B",
                "Builds not ordered are not made; units go from abroad before home, and from outside centres before"
                " inside.",
            ),
        ),
        parts={"B": (part("V.4", "F.13"), part("4.D.8.ties", "name"))},
        help="Choosing B is choosing V.4=F.13, with the alphabet alone between units equally far.",
    ),
    Clause(
        "F.14",
        "How reports are written",
        (
            Alternative("A", "Reports say in words why an order failed."),
            Alternative(
                "B",
                "Reports mark a failed order with * and give the reason by a code: CD civil disorder, NSO no such"
                " order, NSU no such unit, NMR no moves received, NOR no order for this unit, IMP impossible, & must"
                " retreat, ex removed.",
            ),
        ),
        "A",
        help="The codes are short, and familiar to players of long standing.",
    ),
    Clause(
        "F.15",
        "Names reserved in press",
        (
            Alternative("A", "Press may be dated from anywhere and bear any name that X.1 admits."),
            Alternative(
                "B",
                "The capital of each power is reserved for that power's press, and any name or place that the game"
                " master claims for the game master; a piece that uses another's is refused.",
                (
                    text(
                        "claimed",
                        "names and places that the game master claims",
                        given="The game master claims: {claimed}.",
                        empty="The game master claims none so far.",
                    ),
                ),
                more=(
                    "White press is dated from the country, a centre it holds, or by its ruler; grey press may come"
                    " from outside the game, as from Switzerland.",
                ),
            ),
        ),
        "A",
        help="Under B nobody but France can date a piece from Paris.",
    ),
    Clause(
        "F.16",
        "Proposals to end the game",
        (
            Alternative("A", "Wins (IX.1) and draws (IX.2) can be proposed."),
            Alternative(
                "B",
                "Besides, a whole ranking can be proposed (1. France, 2. Russia and Turkey; the rest keep their"
                " places), in which those in first place share the win; the game master may propose, too.",
                (PROPOSALS,),
                more=("The game master and each player may make {proposals_proposals} a round.",),
            ),
        ),
        "A",
        help="B lets players settle second and third places. Every proposal must be unanimous.",
    ),
    Clause(
        "F.16.silence",
        "A vote not cast on how the game ends",
        (
            Alternative("A", "A vote not cast on a concession, a draw or a ranking is a No."),
            Alternative(
                "B",
                "A vote not cast on a concession, a draw or a ranking is a Yes.",
                settled=(
                    "Nobody is taken to agree to what they have hardly had time to read: a proposal made less than 24"
                    " hours before the deadline is counted with the orders after.",
                ),
            ),
        ),
        "A",
        help="Under B a player must read the mail to stop a draw. Votes on rules (IX.3) are not concerned.",
    ),
    Clause(
        "F.16.several",
        "Several proposals that pass at once",
        (
            Alternative("A", "The one that was proposed first ends the game."),
            Alternative("B", "All players mentioned in any of them share the win."),
            Alternative("C", "All players in first place in any of them share the win."),
        ),
        "A",
        help="It can happen where a vote not cast is a Yes. Under B even a player ranked last is mentioned.",
    ),
)

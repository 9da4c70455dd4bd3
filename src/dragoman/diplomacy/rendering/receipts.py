"""The answer to a letter, laid out: what was heard, what was refused, what was not read, the set on file, the
deadline."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from dragoman.diplomacy.events.recorded import PositionRecord
from dragoman.diplomacy.houserules.document import Entry, document
from dragoman.diplomacy.houserules.sheet import Sheet
from dragoman.diplomacy.rendering.claims import errors_sections, export_sections
from dragoman.diplomacy.rendering.market import bids_section
from dragoman.diplomacy.rendering.orders import choice_rows, comes, on_file, rows, short
from dragoman.diplomacy.rendering.polls import asked_of, own_ballot
from dragoman.diplomacy.rendering.results import results_page, standings
from dragoman.diplomacy.rendering.verdicts import unit_text
from dragoman.diplomacy.rendering.votes import listed, question
from dragoman.diplomacy.report import (
    Answer,
    ErrorsAnswer,
    ExportAnswer,
    HelpAnswer,
    HistoryAnswer,
    MapAnswer,
    NotRead,
    Receipt,
    Refused,
    RuleChangeTold,
    RulesAnswer,
    StatusAnswer,
    VotesAnswer,
    VoteTold,
)
from dragoman.game.page import Block, Cell, Page, Paragraph, Rows, Section, paragraph
from dragoman.game.saying import Saying, filled, say


def receipt_page(body: Receipt) -> Page:
    """The whole letter."""
    return Page(_subject(body), tuple(section for section in _sections(body) if section.blocks))


def _subject(body: Receipt) -> Saying:
    if body.stage != "running":
        return say("{game}: your letter", game=body.head.game)
    return say("{game} {code}: your letter", game=body.head.game, code=short(body.next.phase))


def _sections(body: Receipt) -> Iterator[Section]:
    yield Section("", tuple(_opening(body)))
    yield Section(say("Heard"), tuple(_heard(body)))
    yield Section(say("Refused"), tuple(_refused(refused) for refused in body.refused))
    yield Section(say("Not read"), tuple(block for line in body.unread for block in _not_read(line)))
    for answer in body.answers:
        yield from _answered(answer)
    if body.offer is not None:
        yield bids_section(body.offer)
    if body.poll is not None:
        yield asked_of(body.poll) if body.poll.choices else own_ballot(body.poll)
    if body.file is not None:
        yield on_file(body.file)
    if body.stage == "running":
        yield Section(say("Now"), (comes(body.next),))


def _opening(body: Receipt) -> Iterator[Paragraph]:
    if not (body.heard or body.refused or body.unread or body.answers):
        yield paragraph(
            say("Nothing was found here that the referee could act upon. “help” tells the words."),
            *(() if body.head.seat else (SEATLESS,)),
        )
    if body.ignored and (body.heard or body.refused or body.unread):
        quoted = " ".join(f"“{line}”" for line in body.passed)
        more = " …" if body.ignored > len(body.passed) else ""
        yield Paragraph((say("Lines passed over as prose: {count}.", count=body.ignored), f"{quoted}{more}"))
    for remark in body.remarks:
        yield paragraph(remark)


SEATLESS = say(
    "“join as” and the powers you would like asks for a seat (“join as any”: whichever is free), “observe” to look on."
)
"""What somebody without a seat may write, for whoever wrote nothing of it."""


def _heard(body: Receipt) -> Iterator[Block]:
    for heard in body.heard:
        yield paragraph(heard.says)
        if heard.lines:
            yield rows(heard.lines)
        if heard.choices:
            yield choice_rows(heard.choices)
        for vote in heard.votes:
            yield from question(vote)


def _refused(refused: Refused) -> Paragraph:
    cells: list[Cell] = [f"“{refused.text}”:"] if refused.text else []
    cells.append(refused.says)
    if refused.clause:
        cells.append(f"({refused.clause})")
    return Paragraph(tuple(cells))


UNREAD = {
    "not-here": say("“{line}”: that cannot be said in this game."),
    "asked": say("“{line}” is a question; nothing was done. To have it done, write it without the question mark."),
    "unknown-reader": say("“{line}”: nobody here is called “{word}”; nothing was sent."),
    "unknown-power": say("“{line}”: there is no power “{word}”."),
    "unknown-phase": say("“{line}”: no phase of this game is called “{word}”."),
    "no-address": say("“{line}”: “{word}” is no e-mail address."),
    "no-days": say("“{line}”: “{word}” names no days; nothing was changed."),
    "reversed-days": say(
        "“{line}”: its last day comes before its first; nothing was changed. Write years, too, if need be."
    ),
    "not-ahead": say(
        "“{line}”: that begins as soon as it is said, and cannot be said ahead; nothing was changed. Write it on the "
        "day."
    ),
    "no-span": say("“{line}”: “{word}” names no length of time; nothing was changed."),
    "no-moment": say("“{line}”: “{word}” names no one date and time; nothing was changed."),
    "too-long": say(
        "Your letter has more than {word} characters, or more than 2000 lines; nothing in it was acted upon."
    ),
    "no-unit-there": say("“{line}”: no unit stands in {word}."),
    "several-units": say("“{line}”: one bid is for one unit."),
    "no-votes": say("“{line}”: one number of votes belongs beside each choice."),
    "negative-votes": say("“{line}”: votes are not given below nothing, so this line gives none."),
    "unknown-word": say("“{line}”: “{word}” makes no sense there."),
    "unknown-province": say("“{line}”: there is no province “{word}”."),
    "ambiguous": say("“{line}”: “{word}” may mean several things."),
    "inexact": say("“{line}”: “{word}” is written inexactly, and nothing is guessed."),
    "doubtful": say(
        "“{line}” was not taken, since what stands beside it on its line was not read and may belong to it. Write it "
        "on a line of its own."
    ),
    "hinted": say(
        "“{line}” speaks of an order for a unit of yours, but in words that are not read: no order was taken from it."
    ),
    "incomplete": say("“{line}”: something is missing."),
    "surplus": say("“{line}”: “{word}” is more than can be said there; nothing was done."),
    "changing": say("“{line}”: it is not clear which one order is meant to change; nothing was changed."),
    "no-whole-days": say("“{line}”: “{word}” is no whole number of days; nothing was changed."),
    "meant": say("“{line}” asks nothing of the referee as it stands; nothing was done."),
    "inexact-unit": say("“{line}”: “{word}” names no unit exactly; no proxy was given for it."),
}
"""What is said of a line by its code."""

NOT_UNDERSTOOD = say("“{line}” was not understood.")
WORD_NOT_UNDERSTOOD = say("“{line}”: “{word}” was not understood.")


def unread_says(code: str, text: str, word: str) -> Saying:
    """Why a line was not read, by its code; `word` is the smallest piece of it that could not be."""
    sentence = UNREAD.get(code, WORD_NOT_UNDERSTOOD if word not in ("", text) else NOT_UNDERSTOOD)
    if "{word}" in sentence.text and not word:
        sentence = NOT_UNDERSTOOD
    return filled(sentence, line=text, word=word)


def _not_read(line: NotRead) -> Iterator[Paragraph]:
    yield paragraph(unread_says(line.code, line.text, line.word))
    if line.suggestions:
        yield paragraph(say("Write for instance: {examples}.", examples="\n".join(line.suggestions)))


# --- answers ---


def _answered(answer: Answer) -> Iterator[Section]:
    match answer:
        case StatusAnswer():
            yield from _status(answer)
        case RulesAnswer():
            yield from _rules(answer)
        case MapAnswer():
            yield from position_sections(answer.position)
        case HelpAnswer():
            yield from _help(answer)
        case VotesAnswer(votes=votes):
            yield from _votes(votes)
        case HistoryAnswer(results=results, superseded=superseded):
            for each in (results, *superseded):
                yield from results_page(each).sections
        case ErrorsAnswer():
            yield from errors_sections(answer)
        case ExportAnswer():
            yield from export_sections(answer)


STAGES = {
    "forming": say("The game waits for players."),
    "running": say("The game is running."),
    "over": say("The game is over."),
    "closed": say("The game is over and closed."),
}


def _status(answer: StatusAnswer) -> Iterator[Section]:
    blocks: list[Block] = [paragraph(STAGES[answer.stage])]
    if answer.stage == "forming":
        blocks.append(paragraph(say("Waiting for a seat: {count}.", count=answer.waiting)))
    if answer.paused:
        blocks.append(paragraph(say("The clock stands still.")))
    blocks.extend(paragraph(said) for said in answer.clock)
    vacant = [seat.seat for seat in answer.seats if not seat.held]
    if vacant:
        blocks.append(paragraph(say("Vacant: {seats_vacant}.", seats_vacant="; ".join(vacant))))
    yield Section(say("Status"), tuple(blocks))
    yield from listed(answer.votes)
    yield Section(say("Supply centres"), (standings(answer.standings),))
    if len(answer.files) > 1:
        for file in answer.files:
            yield on_file(file)


def _votes(votes: tuple[VoteTold, ...]) -> Iterator[Section]:
    if not votes:
        yield Section(say("Votes"), (paragraph(say("Nothing has been put to the vote.")),))
    yield from listed(votes)


def position_sections(position: PositionRecord) -> Iterator[Section]:
    """The board in words: each power's units and centres."""
    shown = []
    for power, units in groupby(sorted(position.units), key=lambda unit: unit[0]):
        shown.append((say("{power_of}", power_of=power), ", ".join(unit_text(unit) for unit in units)))
    owned = [(owner, centre) for centre, owner in position.centres.items()]
    held = [
        (say("{power_of}", power_of=power), ", ".join(centre for _, centre in centres))
        for power, centres in groupby(sorted(owned), key=lambda each: each[0])
    ]
    yield Section(say("Units"), (Rows(tuple(shown)),))
    yield Section(say("Centres"), (Rows(tuple(held)),))


def _rules(answer: RulesAnswer) -> Iterator[Section]:
    """Every clause with its title, for its sentences are about that, and with what it says under the choice made."""
    for chapter in document(Sheet.of(answer.choices)).chapters:
        rows = tuple(row for whole in chapter.entries for entry in (whole, *whole.parts) for row in _clause(entry))
        yield Section((f"{chapter.numeral}.", chapter.title), (Rows(rows),))
    if answer.changes:
        yield Section(say("What has changed since the game began"), (Rows(tuple(map(_changed, answer.changes))),))


def _changed(change: RuleChangeTold) -> tuple[Cell, ...]:
    by = say("by vote {number}", number=change.by) if change.how == "vote" else say("by the game master: {why}",
                                                                                   why=change.by)  # fmt: skip
    return say("{time_at}", time_at=change.at.isoformat()), change.number, f"{change.before} → {change.after}", by


def _clause(entry: Entry) -> Iterator[tuple[Cell, ...]]:
    yield entry.name, entry.title
    if entry.says:
        yield "", entry.says
    for sentence in entry.settled:
        yield "", ("–", sentence)


HELP: tuple[tuple[Cell, Saying], ...] = (
    ("A VIE - GAL", say("an order; one a line, in any of the usual writings")),
    (
        "A VIE - GAL, A BUD H",
        say(
            "a set takes the place of all orders on file for its phase, where the rules say so (III.4.A): to change "
            "one, send all of them"
        ),
    ),
    (say("change my order for Vienna to Galicia"), say("change one order of the set on file; all others stay")),
    (say("final, preliminary"), say("whether your set may be acted upon before the deadline")),
    (say("retreats: … builds: … Fall 1902: …"), say("headings over orders for phases to come")),
    (say("if Austria moves to GAL: A WAR; otherwise: F SEV"), say("orders that hang on what happens before")),
    (say("clear orders"), say("take back every order on file")),
    (
        say("proxy to Germany: F NTH; revoke proxy"),
        say("let another order some of your units, where the rules allow it"),
    ),
    (
        say("propose draw: England, France; propose win: France"),
        say("put an end of the game to the vote; also “propose ranking: 1. France, 2. Russia/Turkey”"),
    ),
    (say("propose rule VI.4 = C"), say("put a change of the house rules to the vote")),
    (say("vote yes on 3, abstain on 3"), say("vote on a proposal")),
    (say("proposals, withdraw proposal 3"), say("what is put to the vote; take a proposal of yours back")),
    (
        say("ballot: (then) 15 no build Lon; 12 F Stp/nc"),
        say("vote on builds, the dearest first, where the rules have it; “choose A Mos” decides a tie"),
    ),
    (
        say("bids: (then) 5: A Vie - Gal; pay 5 to France"),
        say("bid for orders of any units, or pay somebody, where orders are for sale"),
    ),
    (say("status, map, rules, help"), say("ask how things stand")),
    (say("history F1901M"), say("the results of an earlier phase")),
    (
        say("reports njudge, reports default"),
        say("how results are written for you: in words, with codes, or as njudge wrote them"),
    ),
    (say("press to France, Italy:"), say("a message, up to a line “end press”; also to all, observers, gm")),
    (
        say("grey press to all:"),
        say("a message without its author, where the rules allow it; “black press as Italy to all:”"),
    ),
    (say("answer 12: …"), say("answer a message by its number: to its author and its other readers")),
    (
        say("report 12: …; mute France, unsigned"),
        say("bring a message before the game master; read no more from somebody"),
    ),
    (say("disclose all"), say("after the game, ask who wrote unsigned messages, where the rules allow it")),
    (say("error in S1901M: …; errors"), say("claim an error in a phase; see what came of your claims")),
    (say("review 1: …"), say("ask for a review of a claim that was refused")),
    (say("report conduct of France (X.3): …"), say("bring somebody's conduct before the game master")),
    (say("export S1901M"), say("a phase in the forms that other programs read")),
    (say("delay 2 days because …"), say("ask for more time before the deadline")),
    (say("absent 3 March to 10 March"), say("be away, as the game master is told; “announced”: as everybody is told")),
    (say("object to faster pace"), say("have the schedule of the house rules hold")),
    (say("I am here"), say("say that you still play, after a missed turn; whatever you write does, too")),
    (say("join as Austria, any"), say("ask for a seat")),
    (say("observe"), say("look on")),
    (say("standby as Austria"), say("step in where a seat falls vacant or a round is missed; “standby”: anywhere")),
    (say("deputy x@example.org until 10 March; return"), say("have somebody play for you for a while, and come back")),
    (say("resign, resign suggest x@example.org"), say("give up your seat, and suggest who might take it")),
)

HELP_GM: tuple[tuple[Cell, Saying], ...] = (
    (say("gm preview"), say("what the orders on file would come to")),
    (say("gm process S1901M"), say("adjudicate that phase now")),
    (say("gm deadline 5 March 20:00"), say("set the deadline")),
    (say("gm announce: …"), say("tell everybody something")),
    (say("gm refuse 12 because …"), say("refuse to publish a message")),
    (say("gm claim Vatican, Atlantis"), say("claim names that no press may use, where the rules allow it")),
    (say("gm disclose 12, gm disclose all"), say("after the game, tell who wrote unsigned messages")),
    (
        say("gm ask public, gm confirm W1901A"),
        say("ask for public orders, where the rules allow it; adjudicate by them"),
    ),
    (say("gm accept 17"), say("take a set that fell short of the rules and was kept under that number")),
    (say("gm accept Austria because …"), say("take a set for a player, with its orders on the lines below")),
    (say("gm reports codes"), say("how results are written for all who have not chosen")),
    (say("gm refuse proposal 3 because …"), say("refuse to have a proposal voted on")),
    (say("gm rule VI.2 = C: …"), say("change the house rules alone, where they allow it")),
    (
        say("gm warn of draw, gm declare draw"),
        say("after years without a change, warn of a draw, and then declare it"),
    ),
    (say("gm correct S1901M: A Vie - Gal succeeds because …"), say("correct an adjudication, and tell everybody")),
    (say("gm rollback to S1901M because …"), say("take phases back; all orders stay on file")),
    (
        say("gm edit: remove F Lon; add England A Lon; centre Bel = France: …"),
        say("change the position by hand, with the reason"),
    ),
    (say("gm error 1 stands because …, gm advice 1: …"), say("refuse a claim; record advice taken on it")),
    (
        say("gm extra unit Italy F Nap because …, gm misplaced Italy F Nap rightly Rom because …"),
        say("a unit too many (VIII.2), or in a province that rightly holds another (VIII.3)"),
    ),
    (
        say("gm hold results, gm release S1901M, gm hold off"),
        say("have results wait until you have looked them over; publish one"),
    ),
    (
        say("gm caution France because …, gm block France to Italy grey press because …, gm expel France because …"),
        say("act on conduct, as the house rules allow"),
    ),
    (
        say("gm replace Austria with x@example.org"),
        say("give a seat to another person; “with the substitute”: whom the last player suggested; “drop orders”"),
    ),
    (say("gm invite x@example.org"), say("let people into a game that is not open to all, and write to them about it")),
    (say("gm call Austria"), say("call a standby, or with an address whom you like")),
    (say("gm remove Austria because …"), say("take a seat from its player; “gm disorder …”: into civil disorder")),
    (say("gm allow deputy Austria"), say("let a deputy play; “gm refuse deputy …”; “gm return Austria” ends it")),
    (say("gm approve 1, gm decline 1"), say("let in somebody on the blacklist, or do not")),
    (say("gm blacklist Austria because …"), say("put whoever left a seat on the blacklist; “gm unblacklist Austria”")),
    (say("gm second x@example.org"), say("have a second game master; “gm dismiss second”")),
    (say("gm hand over to x@example.org"), say("leave the office to another person, or “to the referee”")),
    (say("gm pause until 10 April, gm resume"), say("stop the clock, and let it go on")),
    (say("gm grant delay 1, gm refuse delay 1"), say("answer a wish for delay")),
    (say("gm warn Austria: …"), say("warn a player that further delays may be refused")),
    (say("gm remind, gm remind all: …"), say("remind those whose orders are wanted, or everybody")),
    (say("gm pace moves 4 days, gm pace normal"), say("have phases last otherwise than the house rules say")),
    (say("gm accept late Austria because …"), say("take a set that came late, on proof")),
    (
        say("gm accept Austria by post, received 3 March 18:00 because …"),
        say("enter orders that came some other way, where the rules allow it"),
    ),
    (say("gm end: …"), say("end the game, or close a finished one")),
)


def _help(answer: HelpAnswer) -> Iterator[Section]:
    if answer.gm:
        yield Section(say("What the game master can write"), (Rows(tuple(HELP_GM)),))
    rows = HELP if not answer.alone else tuple(row for row in (_alone(*each) for each in HELP) if row is not None)
    yield Section(say("What you can write"), (Rows(tuple(rows)),))


def _alone(words: Cell, says: Saying) -> tuple[Cell, Saying] | None:
    """A row of the words as it is where nobody presides; None where there is nobody to hear it."""
    return ALONE.get(says.text, (words, says))


ALONE: dict[str, tuple[Cell, Saying] | None] = {
    "a message, up to a line “end press”; also to all, observers, gm": (
        say("press to France, Italy:"),
        say("a message, up to a line “end press”; also to all, observers"),
    ),
    "bring a message before the game master; read no more from somebody": (
        say("mute France, unsigned"),
        say("read no more from somebody"),
    ),
    "bring somebody's conduct before the game master": None,
    "be away, as the game master is told; “announced”: as everybody is told": (
        say("absent 3 March to 10 March"),
        say("be away; “announced”: as everybody is told"),
    ),
}
"""What is told otherwise where no game master presides, by what is said of it where one does."""

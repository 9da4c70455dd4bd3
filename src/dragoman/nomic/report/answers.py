"""Answers to questions: how the game stands, the rules in force or as they stood, one rule with its history, a proposal
with what it would alter, the readings, and what can be written."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from dragoman.game.rulebook import Provision, Version
from dragoman.game.saying import Saying, filled, say
from dragoman.nomic import diffs
from dragoman.nomic.foresight import Foreseen
from dragoman.nomic.report.bodies import Block, Cell, Part, Quote, Table, text
from dragoman.nomic.report.occasions import uncalled
from dragoman.nomic.report.telling import description, diff_blocks, kind_said, sees_to, waits
from dragoman.nomic.report.wording import NO_EFFECT, STAGES, STATUSES, held_said
from dragoman.nomic.sight import Owed, ProposalSeen, View
from dragoman.nomic.state import Stage, is_regulation

OWED = {
    "post": say("{player}: a proposal, by {time_by}"),
    "vote": say("{player}: a vote on {about}, by {time_by}"),
    "judge": say("{player}: a ruling on question {about}"),
    "announce": say("{player}: when the vote on {about} begins (else {time_by})"),
}
TIMELESS = {
    "post": say("{player}: a proposal"),
    "vote": say("{player}: a vote on {about}"),
    "announce": say("{player}: when the vote on {about} begins"),
}

OWN = {
    "post": say("a proposal, by {time_by}"),
    "vote": say("a vote on {about}, by {time_by}"),
    "judge": say("a ruling on question {about}"),
    "announce": say("when the vote on {about} begins (else {time_by})"),
}
OWN_TIMELESS = {
    "post": say("a proposal"),
    "vote": say("a vote on {about}"),
    "announce": say("when the vote on {about} begins"),
}
"""The same to whoever owes it."""


def owed_to_oneself(owed: Owed) -> Saying:
    """A duty in one sentence, to the player whose it is."""
    if owed.by is None:
        return filled(OWN_TIMELESS.get(owed.what, OWN[owed.what]), about=owed.about)
    return filled(OWN[owed.what], about=owed.about, time_by=owed.by.isoformat())


def owed_said(owed: Owed) -> Saying:
    """A duty in one sentence."""
    if owed.by is None:
        return filled(TIMELESS.get(owed.what, OWED[owed.what]), player=owed.player, about=owed.about)
    return filled(OWED[owed.what], player=owed.player, about=owed.about, time_by=owed.by.isoformat())


# --- how the game stands ---


def status(view: View) -> Iterator[Part]:
    """The whole standing of the game."""
    yield standing(view)
    if view.players:
        yield Part(say("Scores"), (_scores(view),))
    if view.open_proposals or view.regulation is not None:
        yield Part(say("Open proposals"), tuple(_open(view)))
    if view.owed:
        yield Part(say("Who owes what"), tuple(text(owed_said(each)) for each in view.owed))


def standing(view: View) -> Part:
    """How far the game has come, in a few sentences."""
    return Part(say("How the game stands"), tuple(_standing(view)))


def _standing(view: View) -> Iterator[Block]:
    if view.winner:
        yield text(say("{player} has won the game {game}, by rule {rule}.", player=view.winner, game=view.game,
                       rule=view.won_by))  # fmt: skip
    elif view.stage is Stage.FORMING:
        yield text(say("The game {game} has not begun yet.", game=view.game))
    elif view.stage is not Stage.RUNNING:
        yield text(say("The game {game} is over.", game=view.game))
    elif view.turn.begun:
        yield text(say("It is {player}'s turn, with proposal {number}.", player=view.turn.mover,
                       number=view.turn.number))  # fmt: skip
    else:
        yield text(say("It is {player}'s turn.", player=view.turn.mover or "–"))
    if view.turn.blocked:
        yield text(say("The next turn may not begin while Judgment is pending; the time to post stands still."))
    if view.paused is not None:
        yield text(say("The game is paused: the clock stands still."))
    yield text(
        say("Circuits: {circuits}. Mutable rules: {mutable} of {most}. Target score: {target}.",
            circuits=view.turn.circuits, mutable=view.mutable,
            most="–" if view.most_mutable is None else view.most_mutable,
            target="–" if view.target is None else view.target),
    )  # fmt: skip
    for judgment in view.judgments:
        if not judgment.over and judgment.given is None:
            yield Quote(say("Question {number} is before {judge}:", number=judgment.id, judge=judgment.judge or "–"),
                        judgment.question)  # fmt: skip
    for win in view.wins if view.stage is Stage.RUNNING else ():
        yield text(waits(win))
    for held in view.held if view.stage is Stage.RUNNING else ():
        yield text(held_said(held.what, held.about),
                   *sees_to(held.what, held.about, view))  # fmt: skip


def _scores(view: View) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for each in view.players:
        held = ", ".join(f"{p.category} ({p.severity})" for p in each.penalties)
        left: Cell = say("has forfeited") if not each.plays else ""
        rows.append((each.name, str(each.score).replace("-", "−"), held, left))
    return Table(tuple(rows))


def _open(view: View) -> Iterator[Block]:
    for each in view.open_proposals:
        yield text(say("{number} by {player}: {said_kind}; {said_stage}.", number=each.number, player=each.player,
                       said_kind=kind_said(each.change).text, target=each.target,
                       said_stage=STAGES[each.stage].text))  # fmt: skip
        yield from _times(each)
    if view.regulation is not None:
        kind = kind_said(view.regulation.change, regulation=True)
        yield text(say("{number} by {player}: {said_kind}; {said_stage}.", number=view.regulation.handle,
                       player=view.regulation.player, said_kind=kind.text, target=view.regulation.change.target,
                       said_stage=STAGES["vote"].text))  # fmt: skip


def _times(seen: ProposalSeen) -> Iterator[Block]:
    if seen.stage == "debate" and seen.opens is not None:
        yield text(say("The vote begins at {time_opens}.", time_opens=seen.opens.isoformat()))
    if seen.closes is not None:
        yield text(say("It closes at {time_closes}, or once all have voted.", time_closes=seen.closes.isoformat()))
    if seen.waiting and seen.stage == "vote":
        yield text(say("Still to vote: {players}.", players=", ".join(seen.waiting)))


# --- rules ---


def rules(view: View, at: datetime | None) -> Iterator[Part]:
    """Every rule and regulation in force, or those of a moment."""
    book = view.book if at is None else view.book.at(at)
    title = say("The rules in force") if at is None else say("The rules as of {time_at}", time_at=at.isoformat())
    standing = [each for each in book.in_force if not is_regulation(each.number)]
    regulations = [each for each in book.in_force if is_regulation(each.number)]
    yield Part(title, tuple(block for each in standing for block in rule_blocks(each.now)))
    if regulations:
        yield Part(say("Regulations"), tuple(block for each in regulations for block in rule_blocks(each.now)))


def rule_blocks(version: Version) -> Iterator[Block]:
    """A rule as it stands: its number, whether it is mutable, its words, parameters and code."""
    if is_regulation(version.number):
        yield Quote(version.number, version.text)
    else:
        status = STATUSES[version.status].text
        title = say("{number}. {title} ({said_status})", number=version.number, title=version.title or "–",
                    said_status=status)  # fmt: skip
        yield Quote(title, version.text)
    if version.settings:
        yield Table(tuple((name, "=", value) for name, value in sorted(version.settings.items())))
    if version.code:
        yield Quote(say("Code:"), version.code)


HOW = {
    "set-up": say("It stood at the beginning."),
    "enact": say("Enacted by {by}."),
    "amend": say("Amended by {by}; from then on its number is {number}."),
    "repeal": say("Repealed by {by}."),
    "transmute": say("Transmuted by {by}; from then on its number is {number}, and it is {said_status}."),
    "amend amendment": say("An amendment amended by {by}; from then on its number is {number}."),
    "repeal amendment": say("An amendment repealed by {by}; from then on its number is {number}."),
    "by itself": say("It changed by itself."),
    "by its own code": say("A parameter was set by its own code."),
    "by hand": say("A parameter was set by the game master."),
    "by judgment": say("A parameter was put right by {by}."),
    "overruled": say("It stands as before {by}, which was overruled."),
}


def rule(view: View, number: str) -> Iterator[Part]:
    """One rule with its history, each change as a diff."""
    provision = view.book.once(number)
    if provision is None:
        yield Part("", (text(say("There is no rule {number}.", number=number)),))
        return
    yield Part("", tuple(rule_blocks(provision.now)))
    yield Part(say("History"), tuple(history(provision)))


def how_said(version: Version) -> Saying:
    """How a rule came to stand as it does, in a sentence."""
    status = STATUSES[version.status].text
    return filled(HOW.get(version.how, HOW["amend"]), by=version.by, number=version.number, said_status=status)


def history(provision: Provision) -> Iterator[Block]:
    """Every change of a provision, the first first."""
    before: Version | None = None
    for version in provision.versions:
        yield text(say("{time_at}:", time_at=version.at.isoformat()), how_said(version))
        if before is not None and version.status != "repealed":
            words = diffs.words(before.text, version.text)
            changed = words if any(piece.fate != diffs.SAME for piece in words) else ()
            settings = diffs.table(before.settings, version.settings)
            yield from diff_blocks(changed, settings, diffs.lines(before.code, version.code))
        before = version


# --- a proposal ---


def proposal(view: View, seen: ProposalSeen | None, foreseen: Foreseen | None, number: int) -> Iterator[Part]:
    """A proposal with what it would alter."""
    if seen is None or foreseen is None:
        yield Part("", (text(say("There is no proposal {number}.", number=number)),))
        return
    title = say("Proposal {number} by {player}: {said_kind}", number=seen.number, player=seen.player,
                said_kind=kind_said(seen.change).text, target=seen.target)  # fmt: skip
    yield Part(title, (*description(seen.change), *uncalled(seen.change.code or ""), *_times(seen)))
    yield Part(say("What it alters"), tuple(altered(foreseen)))
    if seen.arguments:
        said = tuple(Quote(f"{each.seat}:", each.text) for each in seen.arguments)
        yield Part(say("The debate"), said)


def altered(foreseen: Foreseen) -> Iterator[Block]:
    """What a change would alter, as far as it can be foreseen: its diffs, and what follows from them."""
    yield from diff_blocks(foreseen.words, foreseen.settings, foreseen.code)
    yield from consequences(foreseen)


def consequences(foreseen: Foreseen) -> Iterator[Block]:
    """What follows from a change beyond its own words: its number, what it does to parameters, and what the past would
    have been under it."""
    if foreseen.barred:
        sentence = NO_EFFECT.get(foreseen.barred, NO_EFFECT["improper"])
        yield text(filled(sentence, number=foreseen.number), say("(Rule {number}.)", number=foreseen.barred_by))
    if foreseen.was:
        yield text(say("Its number changes from {was} to {number}.", was=foreseen.was, number=foreseen.number))
    before, after = foreseen.before, foreseen.after
    if before is not None and after is not None and before.status != after.status != "repealed":
        yield text(say("Its status changes: {said_before} → {said_after}.", said_before=STATUSES[before.status].text,
                       said_after=STATUSES[after.status].text))  # fmt: skip
    if foreseen.silent:
        yield text(say("Its words change and no parameter does: the referee would go on as before."))
    if foreseen.referring:
        yield text(say("Rules that name the old number: {numbers}.", numbers=", ".join(foreseen.referring)))
    if foreseen.effective:
        yield text(say("Parameters that would then hold:"))
        yield Table(tuple((row.name, row.before or "–", "→", row.after or "–") for row in foreseen.effective))
    for each in foreseen.past:
        args = {"number": each.number, "player": each.player, "points": each.points, "would": each.would_points}
        if each.adopted and not each.would:
            yield text(say("Under it {number} would have been defeated; {player} would have {would} points for it, not "
                           "{points}.", **args))  # fmt: skip
        elif each.would and not each.adopted:
            yield text(say("Under it {number} would have been adopted; {player} would have {would} points for it, not "
                           "{points}.", **args))  # fmt: skip
        else:
            yield text(say("Under it {player} would have {would} points for {number}, not {points}.", **args))


# --- readings and help ---


def readings(view: View) -> Iterator[Part]:
    """How every open point is read."""
    rows: list[Block] = []
    for each in view.readings:
        rows.append(text(each.asks, each.options[each.option], f"({each.name} = {each.option}; "
                         f"{', '.join(each.rules)})"))  # fmt: skip
    yield Part(say("How open points are read"), tuple(rows))


HELP: tuple[tuple[Saying, Saying], ...] = (
    (say("propose enact: … end"), say("propose a new rule; its words run to a line “end”")),
    (say("propose amend 206: … end"), say("propose another text; a line “set defeat_penalty = 5” changes a parameter")),
    (say("propose repeal 206 · propose transmute 112"), say("propose to repeal or transmute a rule")),
    (say("propose repeal amendment 311"), say("propose to take an amendment back")),
    (say("parallel propose …"), say("the same in a parallel turn; “cancel 324” takes it back in time")),
    (say("revise 323: … end"), say("give your proposal another form before the vote")),
    (say("announce 323: voting opens 4 March 18:00"), say("say when the vote on your proposal begins")),
    (say("argue 323: … end"), say("speak to a proposal")),
    (say("vote for 323 · vote against 323"), say("vote")),
    (say("regulate amend R102: … end"), say("propose another regulation; also enact and repeal")),
    (say("invoke judgment: … end"), say("have the Judge decide a question")),
    (say("judge: … end"), say("decide, as Judge; a line “order points Ann +5” has it recorded")),
    (
        say("overrule · consent · confirm"),
        say("overrule the Judge; let the next turn begin; confirm that play cannot go on"),
    ),
    (say("join as NAME · forfeit · rejoin"), say("come, go and come back")),
    (say("status · rules · rules at 4 March · rule 206 · show 323 · readings"), say("ask")),
    (say("press to Ann: … end"), say("write to others through the referee")),
    (say("help code"), say("the occasions on which a rule's code is called, and what it can do")),
)


def help_parts() -> Iterator[Part]:
    """What can be written."""
    yield Part(say("What you can write"), (Table(tuple(HELP)),))

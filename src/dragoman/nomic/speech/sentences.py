"""Each command of a letter, read: what is proposed with its parameters and code, votes, judgments, and what whoever
presides has recorded."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime

from dragoman.game.clock import zone
from dragoman.game.protocol import Speaker, Unread
from dragoman.game.refusals import Refusal
from dragoman.nomic import commands as c
from dragoman.nomic import parameters
from dragoman.nomic.events.recorded import Change
from dragoman.nomic.speech import advice
from dragoman.nomic.speech.blocks import BESIDE, NUMBER, Block, fence, opening
from dragoman.nomic.speech.names import listed, seat_named
from dragoman.nomic.speech.orders import bare, office, order, when
from dragoman.nomic.state import ABSTAIN, AGAINST, FOR, State
from dragoman.tongues import asides
from dragoman.tongues.asides import Aside
from dragoman.tongues.lexicon import LANGUAGES, lexicon, words_of
from dragoman.tongues.moments import EXAMPLES, moment

Said = c.Command | Unread | Refusal | Aside

KINDS = {"amend_amendment": "amend amendment", "repeal_amendment": "repeal amendment"}


def said(state: State, speaker: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    """What a command of a letter says."""
    yield from SENTENCES[block.entry](state, speaker, block, now)


def unread(block: Block, code: str, word: str = "", suggestions: tuple[str, ...] = ()) -> Unread:
    column = block.line.find(word) + 1 if word else 1
    return Unread(code, block.line, block.number, word or block.line, max(column, 1), suggestions)


# --- proposals ---


def _post(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    change = _change(block)
    yield change if isinstance(change, Unread) else c.Post(by, change, block.entry == "parallel")


def _regulate(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    change = _change(block)
    if isinstance(change, Change) and change.target and not change.target.startswith("R"):
        change = Change(change.kind, f"R{change.target}", change.text, change.settings, change.unset, change.code)
    yield change if isinstance(change, Unread) else c.Regulate(by, change)


def _change(block: Block) -> Change | Unread:
    """What is proposed: its kind, its rule, and what the lines say."""
    found = opening("nomic_change", block.rest)
    assert found is not None
    entry, rest = found
    kind, target = KINDS.get(entry, entry), ""
    if kind != "enact":
        number = NUMBER.match(rest)
        if number is None:
            return unread(block, "no-number", rest.strip(" :"), advice.change(block.line, block.entry, entry))
        target, rest = number[1].upper(), rest[number.end() :]
    also, rest = _compound(kind, rest)
    return _described(Change(kind, target, also=also), rest.lstrip(" :"), block.body)


COMPOUND = re.compile(
    r"\s*(?:and|ja)\s+(?P<also>amend|muuta)\w*\s*(?:it|se|sitä)?\s*(?:to(?: read)?)?\s*:?", re.IGNORECASE
)


def _compound(kind: str, rest: str) -> tuple[str, str]:
    """A second rule-change in the same breath."""
    found = COMPOUND.match(rest) if kind == "transmute" else None
    return ("amend", rest[found.end() :]) if found is not None else ("", rest)


def _described(change: Change, first: str, lines: tuple[str, ...]) -> Change:
    """A change with what its lines say: words, `set` lines, and code between lines of ```."""
    text, code, settings, unset, title = [first] if first else [], list[str](), dict[str, str](), list[str](), ""
    coded = has_code = False
    for line in lines:
        if fence(line):
            coded, has_code = not coded, True
        elif coded:
            code.append(line)
        elif (inner := _inner(line)) is not None:
            entry, rest = inner
            name, _, value = rest.partition("=")
            match entry:
                case "set":
                    settings[parameters.normal(name)] = value.strip()
                case "unset":
                    unset.append(parameters.normal(rest))
                case "title":
                    title = rest.lstrip(" :").strip()
                case _:
                    has_code = True
        else:
            text.append(line)
    source = "\n".join(code).strip("\n")
    return Change(
        change.kind, change.target, "\n".join(text).strip(), settings, tuple(unset),
        (source + "\n" if source else "") if has_code else None, title, change.also,
    )  # fmt: skip


def _inner(line: str) -> tuple[str, str] | None:
    """A line inside a proposal that is no words of a rule."""
    found = opening("nomic", line)
    if found is None:
        return None
    entry, rest = found
    fits = {"set": "=" in rest, "unset": len(words_of(rest)) <= 6, "no_code": not words_of(rest),
            "title": rest.lstrip().startswith(":")}  # fmt: skip
    return (entry, rest) if fits.get(entry, False) else None


def _revise(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    number = NUMBER.match(block.rest)
    assert number is not None
    rest = block.rest[number.end() :].strip()
    found = opening("nomic_change", rest)
    if found is not None and _restates(found):
        change = _change(Block(block.entry, block.number, block.line, rest, block.body))
        yield change if isinstance(change, Unread) else c.Revise(by, int(number[1]), change)
        return
    yield c.Revise(by, int(number[1]), _described(Change(""), rest, block.body))


def _restates(found: tuple[str, str]) -> bool:
    """Whether the line says the kind and rule anew, and is not words of a rule that begin alike."""
    entry, rest = found
    return rest.lstrip().startswith(":") if entry == "enact" else NUMBER.match(rest) is not None


def _numbered(block: Block) -> tuple[int, str]:
    number = NUMBER.match(block.rest)
    assert number is not None
    words = "\n".join([block.rest[number.end() :].lstrip(" :"), *block.body]).strip()
    return int(number[1].upper().lstrip("R")), words


def _argue(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    number, words = _numbered(block)
    yield c.Argue(by, number, words) if words else unread(block, "no-text")


def _announce(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    number, words = _numbered(block)
    opens = when(state, words, now)
    heads = () if opens is not None else asides.parted(words)
    for head, aside in heads:
        if not asides.turns(aside) and (at := when(state, head, now)) is not None:
            yield from (c.AnnounceVote(by, number, at), Aside(aside))
            return
    examples = advice.moments(block.line, block.entry, str(number), EXAMPLES)
    yield c.AnnounceVote(by, number, opens) if opens is not None else unread(block, "no-time", words, examples)


def _cancel(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    number, more = _numbered(block)
    yield from _alone(block, c.Cancel(by, number), more)


def _alone(block: Block, command: c.Command, more: str) -> Iterator[Said]:
    """A command behind which nothing may stand but what could not change it."""
    if bare(more):
        yield command
    elif asides.own(more) and not asides.turns(more):
        yield from (command, Aside(more))
    else:
        yield unread(block, "surplus", more, (block.line.removesuffix(more).strip(" ,;:.!"),))


# --- votes ---


RANGE = re.compile(r"(?<![\w.])(\d{1,6})\s*[-–—]\s*(\d{1,6})\b")
"""`323-325`: the first number, the last, and all between them."""
LONGEST_RANGE = 50


def _vote(choice: str) -> Callable[[State, Speaker, Block, datetime], Iterator[Said]]:
    def vote(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
        ranged = RANGE.search(block.rest)
        if ranged is not None and not int(ranged[1]) < int(ranged[2]) <= int(ranged[1]) + LONGEST_RANGE:
            yield unread(block, "no-choice", ranged[0])
            return
        listed = RANGE.sub(lambda found: " ".join(map(str, range(int(found[1]), int(found[2]) + 1))), block.rest)
        for number in re.findall(r"\bR?\d{1,6}\b", listed, re.IGNORECASE):
            yield c.CastVote(by, number.upper(), choice)

    return vote


def _vote_said(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    """`vote 323 for`, `ääni 323 kyllä`: the choice after the number."""
    number = words_of(block.rest)[0][0].upper()
    for head, aside in (block.rest, ""), *asides.parted(block.rest):
        chosen = _chosen(head)
        if aside and asides.turns(aside, chosen):
            break
        if chosen:
            yield c.CastVote(by, number, {"yes": FOR, "no": AGAINST, "abstain": ABSTAIN}[chosen])
            yield from (Aside(aside),) if aside else ()
            return
    yield unread(block, "no-choice", block.rest, advice.votes(block.line, number))


def _chosen(text: str) -> str:
    """The one answer behind the number, where no word is passed over."""
    words = [word for word, _ in words_of(text)][1:]
    found = [next((e for lang in LANGUAGES if (e := lexicon(lang).meaning("answer", word))), "") for word in words]
    strange = any(not answer and word not in BESIDE for word, answer in zip(words, found, strict=True))
    chosen = [answer for answer in found if answer]
    return chosen[0] if len(chosen) == 1 and not strange else ""


# --- judgment ---


def _headed(block: Block) -> tuple[int, str]:
    """The number before the colon, if one stands there, and the words after it."""
    head, _, words = block.rest.partition(":")
    digits = re.search(r"\d+", head)
    text = "\n".join([words.strip(), *block.body]).strip()
    return int(digits[0]) if digits else 0, text


def _invoke(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    yield c.Invoke(by, _headed(block)[1])


def _judge(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    """A ruling, and lines `order …` that have the referee record what follows from it."""
    number, _ = _headed(block)
    words, orders = [block.rest.partition(":")[2].strip()], list[c.Order]()
    for offset, line in enumerate(block.body, 1):
        found = opening("nomic", line)
        if found is None or not _orders(*found):
            words.append(line)
            continue
        read = order(state, found[1], now)
        if read is None:
            yield Unread("no-order", line.strip(), block.number + offset, found[1].strip(), 1, ("order points Ann +5",))
        else:
            orders.append(read)
    yield c.Judge(by, "\n".join(words).strip(), tuple(orders), number)


def _orders(entry: str, rest: str) -> bool:
    """Whether a line of a ruling orders something; one word of Finnish is `order` here and `regulate` elsewhere."""
    return entry == "order" or (entry == "regulate" and opening("nomic_order", rest) is not None)


def _agree(kind: Callable[..., c.Command], agrees: bool) -> Callable[[State, Speaker, Block, datetime], Iterator[Said]]:
    def agree(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
        yield kind(by, agrees)

    return agree


def _overrule(agrees: bool) -> Callable[[State, Speaker, Block, datetime], Iterator[Said]]:
    def overrule(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
        digits = re.search(r"\d+", block.rest)
        yield c.Overrule(by, agrees, int(digits[0]) if digits else 0)

    return overrule


# --- seats, talk, questions ---


def _join(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    """`join as Zoe Zimmer`: the first word is the usual name, the last the surname."""
    words = block.rest.strip(" .,!").split()
    name = words[0] if words else ""
    yield c.Join(by, name, words[-1] if len(words) > 1 else "")


def _rejoin(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    yield c.Join(by, "")


def _observe(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    yield c.Observe(by, block.rest.strip(" .,!"))


def _forfeit(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    yield c.Forfeit(by)


def _buy_off(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    number, more = _numbered(block)
    yield from _alone(block, c.BuyOff(by, number), more)


def _press(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    head, _, words = block.rest.partition(":")
    text = "\n".join([words.strip(), *block.body]).strip()
    found = [seat_named(state, each) for each in listed(head)]
    strange = [each for each, seat in zip(listed(head), found, strict=True) if seat is None]
    if strange:
        yield unread(block, "unknown-reader", strange[0], tuple(state.playing)[:5])
    else:
        yield c.SendPress(by, tuple(seat for seat in found if seat is not None), text)


def _rules(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    at = moment(block.rest, now, zone(state.zone), datetime.max.time().replace(microsecond=0)) if block.rest else None
    if block.rest.strip() and at is None:
        yield unread(block, "no-time", block.rest, EXAMPLES)
    else:
        yield c.AskRules(by, "", _past(state, at, now) if at is not None else None)


def _past(state: State, at: datetime, now: datetime) -> datetime | None:
    """The last such moment: a date without a year is not one to come, where the past is asked for. One before the game
    began is none."""
    if at > now:
        at = at.replace(year=at.year - 1, day=min(at.day, 28) if at.month == 2 else at.day)
    return at if at >= state.opened else None


def _rule(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    number = NUMBER.match(block.rest)
    assert number is not None
    yield from _alone(block, c.AskRules(by, number[1].upper()), block.rest[number.end() :].strip())


def _proposal(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    number = NUMBER.match(block.rest)
    assert number is not None
    of_regulation = number[1].upper().startswith("R")
    asked = c.AskRules(by, number[1].upper()) if of_regulation else c.AskProposal(by, int(number[1]))
    yield from _alone(block, asked, block.rest[number.end() :].strip())


def _ask(kind: Callable[[Speaker], c.Command]) -> Callable[[State, Speaker, Block, datetime], Iterator[Said]]:
    def ask(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
        yield kind(by)

    return ask


def _help_code(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    yield c.AskHelp(by, "code")


def _gm(state: State, by: Speaker, block: Block, now: datetime) -> Iterator[Said]:
    read = office(state, by, "\n".join([block.rest, *block.body]), now)
    yield read if read is not None else unread(block, "no-order", block.rest, ("gm points Ann +5 because …",))


SENTENCES: Mapping[str, Callable[[State, Speaker, Block, datetime], Iterator[Said]]] = {
    "propose": _post,
    "parallel": _post,
    "regulate": _regulate,
    "revise": _revise,
    "argue": _argue,
    "announce": _announce,
    "cancel": _cancel,
    "vote": _vote_said,
    "vote_for": _vote(FOR),
    "vote_against": _vote(AGAINST),
    "vote_abstain": _vote(ABSTAIN),
    "invoke": _invoke,
    "judge": _judge,
    "overrule": _overrule(True),
    "not_overrule": _overrule(False),
    "consent": _agree(c.Consent, True),
    "not_consent": _agree(c.Consent, False),
    "confirm": _agree(c.Confirm, True),
    "not_confirm": _agree(c.Confirm, False),
    "join": _join,
    "rejoin": _rejoin,
    "observe": _observe,
    "forfeit": _forfeit,
    "buy_off": _buy_off,
    "press": _press,
    "rules": _rules,
    "rule": _rule,
    "proposal": _proposal,
    "status": _ask(c.AskStatus),
    "readings": _ask(c.AskReadings),
    "help": _ask(c.AskHelp),
    "help_code": _help_code,
    "gm": _gm,
}

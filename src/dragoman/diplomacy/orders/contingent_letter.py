"""The lines of a letter, sorted: which are cases, which case goes on from which, which lines belong to a case, and
which are plain.

Nothing here reads an order but to see whether there is one. Lines that may hang on a condition which was not understood
are kept apart as `lost`: they are told, and not taken.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from dragoman.diplomacy.orders.condition_words import phrasebook
from dragoman.diplomacy.orders.condition_writing import write_case
from dragoman.diplomacy.orders.conditions import any_of, negation
from dragoman.diplomacy.orders.contingent_headings import phase_named
from dragoman.diplomacy.orders.contingent_lines import Case, Cut, Piece, cut
from dragoman.diplomacy.orders.findings import Ignored, Item, Read, ReadingContext
from dragoman.diplomacy.orders.misreading import Misreading
from dragoman.diplomacy.orders.reading import read_line
from dragoman.diplomacy.orders.tokens import tokens, visible

MOST_BREAKS = 2
"""The further lines that one line may have been broken into."""

MOST_WORDS_OF_AN_END = 3
"""A line that begins with a word for the end, and has no more words than these, ends a case."""

_COLON = re.compile(r":(?!\d)")
"""A colon, but not that of a time of day."""


@dataclass
class Chain:
    """Cases of which the first that holds is followed. `place` is the number of the last one in a list, 0 for none, and
    `seen` the number written before it, list or not; `ended` tells that nothing can follow; `broken` that a case of it
    was not read."""

    cases: list[Case] = field(default_factory=list)
    place: int = 0
    seen: int = 0
    ended: bool = False
    broken: bool = False

    @property
    def number(self) -> int:
        return self.cases[0].number


class Letter:
    """A letter's lines. `plain` are the lines with all cases blanked out; `chains` the cases; `lost` the orders that
    are not taken; `unread` and `ignored` what was wrong with cases, and what was passed over among them."""

    def __init__(self, lines: Sequence[str], context: ReadingContext) -> None:
        self.context = context
        self.plain = list(lines)
        self.chains: list[Chain] = []
        self.lost: list[Piece] = []
        self.unread: list[Misreading] = []
        self.ignored: list[Ignored] = []
        self._run: list[Chain] = []  # chains one after another with nothing between
        self._last: Case | None = None  # the case that further lines may belong to
        self._taken = True  # whether those lines are taken
        self._indent = 0

    def sort(self) -> Letter:
        """Sort all lines; the letter itself."""
        index = 0
        while index < len(self.plain):
            if self.plain[index].strip():
                index += self._line(index, self.plain[index])
            elif self._last is not None and (self._last.pieces or not self._taken):
                self._last = None  # an empty line ends a case of several lines
            index += 1
        return self

    def _line(self, index: int, line: str) -> int:
        """Sort one line; how many lines after it belong to it because a mail program broke it."""
        found = cut(line, index + 1, self.context)
        found, broken = self._unbroken(index, line, found) if found is not None else (None, 0)
        if found is not None and not self._is_prose(found, line):
            self._claim_above(index, line, found)
            self._cases(index, line, found)
        elif self._goes_on(line):
            self._belongs(Piece(index + 1, visible(line)))
            self.plain[index] = ""
        else:
            if self._last is not None and self._is_end(line):
                self.plain[index] = ""
            self._run, self._last = [], None
        return broken

    # --- lines that were broken in two ---

    def _unbroken(self, index: int, line: str, found: Cut) -> tuple[Cut, int]:
        """The cases of a line together with what was broken off it, if that makes it whole; how many lines that is."""
        if not self._breaks_off(found):
            return found, 0
        joined = line.rstrip()
        for count, following in enumerate(self.plain[index + 1 : index + 1 + MOST_BREAKS], 1):
            if not following.strip():
                break
            joined = f"{joined} {following.strip()}"
            again = cut(joined, index + 1, self.context)
            if again is not None and self._is_whole(again):
                self.plain[index + 1 : index + 1 + count] = [""] * count
                return again, count
        return self._with_line_above(index, line, found), 0

    def _with_line_above(self, index: int, line: str, found: Cut) -> Cut:
        """The cases of a line that is the condition of the order above, which nothing parts from it."""
        above = self.plain[index - 1] if index else ""
        below = self.plain[index + 1] if index + 1 < len(self.plain) else ""
        if not above.strip() or below.strip() or len(found.cases) > 1 or found.plain.strip():
            return found
        again = cut(f"{above.rstrip()} {line.strip()}", index, self.context)
        if again is None or not self._is_whole(again):
            return found
        self.plain[index - 1] = ""
        return again

    def _claim_above(self, index: int, line: str, found: Cut) -> None:
        """Where a condition stands alone between orders, nobody knows whether it is for those above or below."""
        case, above = found.cases[0], self.plain[index - 1] if index else ""
        below = self.plain[index + 1] if index + 1 < len(self.plain) else ""
        alone = case.open and not case.parted and not found.plain.strip() and case.condition is not None
        if not alone or _indent(below) > _indent(line) + 1 or not speaks(self._items(above)):
            return
        assert case.condition is not None
        meant = write_case(case.condition, above.strip())
        case.wrong = Misreading("ambiguous", case.line, case.keyword, case.number, case.column, (meant,))
        self.lost.append(Piece(index, visible(above)))
        self.plain[index - 1] = ""

    def _breaks_off(self, found: Cut) -> bool:
        """Whether all is well with a line up to its end, but it cannot be the end."""
        last = found.cases[-1]
        if last.wrong is not None:
            return last.wrong.code == "incomplete"
        if not last.pieces:
            return last.open and not last.parted
        item = next(reversed(self._items(last.pieces[-1])), None)
        return isinstance(item, Misreading) and last.line.endswith(item.word)

    def _is_whole(self, found: Cut) -> bool:
        last = found.cases[-1]
        pieces = [piece for case in found.cases for piece in case.pieces]
        items = [item for piece in pieces for item in self._items(piece)]
        wrong = last.wrong is not None or (last.open and not last.parted)
        return not wrong and not any(isinstance(item, Misreading) for item in items)

    # --- what belongs together ---

    def _goes_on(self, line: str) -> bool:
        """Whether a line belongs to the case above: one whose orders come below it, or that stands further out."""
        if self._last is None or self._is_end(line) or phase_named(line, self.context) is not None:
            return False
        return self._last.open or _indent(line) > self._indent + 1

    def _belongs(self, piece: Piece) -> None:
        """Give a line to the case above. After a remark nobody knows whether the case still goes on."""
        assert self._last is not None
        (self._last.pieces if self._taken else self.lost).append(piece)
        self._taken = self._taken and speaks(self._items(piece))

    def _is_end(self, line: str) -> bool:
        words = tuple(token.word for token in tokens(line) if token.is_word)
        ends = phrasebook(self.context.languages).words.get("end", ())
        return len(words) <= MOST_WORDS_OF_AN_END and words[:1] in {end[:1] for end in ends}

    def _is_prose(self, found: Cut, line: str) -> bool:
        """Whether a line that was not understood is a remark with an “if” in it, and not meant for orders."""
        wrong = found.cases[-1].wrong
        if wrong is None or wrong.code == "ambiguous":
            return False
        meant = len(found.cases) > 1 or _COLON.search(line, found.cases[-1].column)
        return not meant and not speaks(self._items(line))

    def _says_nothing(self, found: Cut) -> bool:
        """Whether a line sets conditions, but to no orders: a remark, too, unless a colon says that orders follow."""
        if any(case.parted or case.open or case.nothing or case.wrong for case in found.cases):
            return False
        pieces = [piece for case in found.cases for piece in case.pieces]
        return not any(speaks(self._items(piece)) for piece in pieces)

    def _cases(self, index: int, line: str, found: Cut) -> None:
        self.plain[index] = found.plain
        found.cases[0].wrong = found.cases[0].wrong or self._doubt(found)
        if found.plain.strip() and not found.cases[0].wrong:
            self._run = []
        if self._says_nothing(found):
            self.ignored.append(Ignored(line.strip(), index + 1))
            self._run, self._last = [], None
            return
        for case in found.cases:
            case.wrong = case.wrong or self._colon(case)
            wrong = case.wrong or self._joined(case)
            self._taken = wrong is None
            if wrong is not None:
                self.unread.append(wrong)
            if case.wrong is not None:
                self._break(case)
        self._last, self._indent = found.cases[-1], _indent(line)
        self._last.open = self._last.open or (self._last.wrong is not None and self._awaits_orders(line))

    def _awaits_orders(self, line: str) -> bool:
        """Whether a case that was not read has its orders on the lines below."""
        words = tokens(line)
        return words[-1].word == ":" or (not _COLON.search(line) and not speaks(self._items(line)))

    def _doubt(self, found: Cut) -> Misreading | None:
        """What makes the first case of a line doubtful though it was read: several orders before a condition behind
        them; a number that goes on from none; words before it that may belong to it."""
        case, plain = found.cases[0], found.plain.rstrip()
        if case.behind and sum(isinstance(item, Read) for p in case.pieces for item in self._items(p)) > 1:
            return astray("ambiguous", case)
        if self._run and not case.after and case.place > 1 and self._run[-1].seen != case.place - 1:
            return astray("ambiguous", case)
        if not plain or case.behind or plain[-1] in ":;.":
            return None
        if plain[-1] != "," and speaks(self._items(plain)):
            return astray("ambiguous", case)
        first = Misreading("unreadable", case.line, plain.split()[0], case.number, _indent(plain) + 1)
        return first if self._run and not speaks(self._items(plain)) else None

    def _colon(self, case: Case) -> Misreading | None:
        """A colon among orders that are not all understood: another case may begin there."""
        for piece in case.pieces if not case.behind else ():
            read = all(isinstance(item, Read) for item in self._items(piece))
            if (colon := _COLON.search(piece.text)) and not read:
                return Misreading("unreadable", case.line, ":", piece.number, colon.start() + 1)
        return None

    def _items(self, text: str | Piece) -> tuple[Item, ...]:
        return read_line(text if isinstance(text, str) else text.text, self.context)

    def _joined(self, case: Case) -> Misreading | None:
        """Put a case where it belongs, or say why it belongs nowhere."""
        chain = self._run[-1] if self._run else None
        if not case.after and not self._is_next(case):
            self._begin(Chain([case], int(case.place == 1), case.place))
            return None
        if chain is None:
            return astray("incomplete", case)
        if chain.broken or chain.ended:
            return astray("unreadable" if chain.broken else "ambiguous", case)
        if case.condition is None and not chain.place and len(self._run) > 1 and case.number != chain.cases[-1].number:
            return self._in_no_case(case)
        chain.cases.append(case)
        chain.place, chain.ended = case.place or chain.place, case.condition is None
        chain.seen = case.place or chain.seen
        return None

    def _in_no_case(self, case: Case) -> Misreading | None:
        """`otherwise` on a line after several conditions, each by itself: if none of them holds."""
        if any(chain.broken or chain.ended for chain in self._run):
            return astray("unreadable", case)
        conditions = [c.condition for chain in self._run for c in chain.cases if c.condition is not None]
        case.condition = negation(any_of(*conditions))
        self._begin(Chain([case], ended=True))
        return None

    def _is_next(self, case: Case) -> bool:
        """Whether it is the next one of a numbered list."""
        return bool(self._run) and self._run[-1].place > 0 and case.place == self._run[-1].place + 1

    def _begin(self, chain: Chain) -> None:
        if self._run and self._run[-1].ended:
            self._run = []
        self._run.append(chain)
        self.chains.append(chain)

    def _break(self, case: Case) -> None:
        """Let nothing more follow where a case was not read."""
        chain = self._run[-1] if self._run and (case.after or self._is_next(case)) else None
        if chain is None:
            chain = Chain(broken=True)
            self._run.append(chain)
        chain.broken, chain.place, chain.seen = True, case.place or chain.place, case.place or chain.seen


def astray(code: str, case: Case) -> Misreading:
    return Misreading(code, case.line, case.keyword, case.number, case.column)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def speaks(items: Iterable[Item]) -> bool:
    """Whether there is an order, or something like one."""
    return any(isinstance(item, Read | Misreading) for item in items)

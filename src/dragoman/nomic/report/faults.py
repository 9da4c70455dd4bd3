"""Why what a rule's code returned could not be done, in sentences of their own: the record keeps the reason as one line
of English, and whoever reads it does so in their language. A reason of no known form is told as it stands."""

from __future__ import annotations

import re

from dragoman.game.saying import Saying, filled, say

LIST = "no list of effects was returned: "
VALUES = {
    "a whole number": say("a whole number"),
    "a number": say("a number"),
    "text": say("text"),
    "true or false": say("true or false"),
    "a list": say("a list"),
    "a table": say("a table"),
    "nothing": say("nothing"),
}
"""What a value can be, as it is called where forms are read."""

REASONS = tuple(
    (re.compile(pattern), saying)
    for pattern, saying in (
        (r"nobody plays as '(?P<name>.*)'", say("nobody plays as “{name}”")),
        (r"there is no penalty (?P<number>\d+)", say("there is no penalty {number}")),
        (r"a timer is set for 1 to 8760 hours", say("a timer is set for 1 to 8760 hours")),
        (r"a rule's own store holds (?P<most>\d+) bytes", say("a rule's own store holds {most} bytes")),
        (r"a rule has (?P<most>\d+) timers at most", say("a rule has {most} timers at most")),
        (r"no rule assigns \((?P<category>.*), (?P<severity>.*)\)", say("no rule assigns ({category}, {severity})")),
        (
            r"'(?P<name>.*)' is no parameter of rule (?P<number>R?\d+)",
            say("“{name}” is no parameter of rule {number}"),
        ),
        (r"'(?P<value>.*)' is no value for (?P<name>.*)", say("“{value}” is no value for {name}")),
        (r"more than (?P<most>\d+) bytes were returned", say("more than {most} bytes were returned")),
        (
            r"(?P<count>\d+) effects were returned, and no more than (?P<most>\d+) are taken",
            say("effects returned: {count}; no more than {most} are taken"),
        ),
        (
            r"(?P<amount>-?\d+) points are more than the (?P<most>\d+) that are taken",
            say("{amount} points are more than the {most} that are taken"),
        ),
        (
            LIST + r"(?P<key>“[^”]+”|it) must be (?P<said_wanted>[a-z ]+?), not (?P<said_got>[a-z ]+)",
            say("no list of effects was returned: {said_wanted} is wanted, not {said_got}"),
        ),
        (LIST + r"(?P<fault>.*)", say("no list of effects was returned: {fault}")),
    )
)
"""Each reason that deciding gives, and the sentence it is told in."""


def told_in_full(reason: str) -> Saying | str:
    """A recorded reason as a sentence, or as it stands."""
    for pattern, saying in REASONS:
        found = pattern.fullmatch(reason)
        if found is not None and all(
            value in VALUES for name, value in found.groupdict().items() if name.startswith("said_")
        ):
            return filled(saying, **found.groupdict())
    return reason

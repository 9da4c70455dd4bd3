"""A saying is a sentence not yet in a tongue: the English text with named gaps, and what fills them.

The core speaks only in sayings; `tongues` turns one into English or Finnish where a person reads it.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Saying:
    """`text` is the English sentence with `{name}` gaps and at once the gettext msgid; `args` fills the gaps, by name.

    Values are plain text fit to show (an order in canonical writing, a power's id, an ISO time). A value that is
    itself to be translated or localised carries its sort in its name: `power_…`, `province_…`, `time_…`, `phase_…`.
    """

    text: str
    args: tuple[tuple[str, str], ...] = ()


def filled(saying: Saying, **args: object) -> Saying:
    """The same sentence with its gaps filled: for sentences that stand in a table."""
    return say(saying.text, **args)


def say(text: str, **args: object) -> Saying:
    """Make a saying; arguments are turned into text and sorted by name so that equal sayings are equal values."""
    return Saying(text, tuple(sorted((name, str(value)) for name, value in args.items())))

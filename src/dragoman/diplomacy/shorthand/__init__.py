"""Phases in shorthand: units, centres and orders as numbers that a chart gives them, so that whole archives are ruled
upon in no time.

Shorthand knows no rule of its own that decides an order: what a line means, what is at fault with it and who wins a
battle is asked of `orders` and `adjudication`, once for each case, and remembered. Whatever is not plain (a line not in
canonical writing, several lines for one unit, a clause that weighs a set as a whole) is not taken: the answer is None,
and the long way rules upon it.
"""

from dragoman.diplomacy.shorthand.clerk import Clerk
from dragoman.diplomacy.shorthand.roll import NOBODY, Moment, Roll, Short, roll

__all__ = ["NOBODY", "Clerk", "Moment", "Roll", "Short", "roll"]

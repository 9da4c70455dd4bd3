"""From a board and its orders to the next board: movement, retreats, adjustments and the calendar, on flat integers.

What each stage does is told in `adjudication.movement`, `retreats`, `adjustments` and `phases`; tests hold these
numbers to what those say of every position. Runs on lists as it is, and on arrays when compiled.
"""

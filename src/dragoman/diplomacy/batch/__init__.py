"""Many boards at a time, as arrays: adjudication to the next boards, legal orders, and an environment for learning.

What happens on a board is what `dragoman.diplomacy.adjudication` says of the same position and orders. The functions
are written once, on flat integers: compiled where the extra `fast` is installed, else run as they stand.
"""

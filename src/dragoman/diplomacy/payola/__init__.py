"""Payola, the variant of Hand and Woolley in which orders are bought: what bids are, and what they come to. Pure: the
course of the game, and who learns what, are the game's own.
"""

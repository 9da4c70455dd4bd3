"""Democracy, the variant of Dean Gordon and Jeff Serandos: what may be voted on, with how many votes, and what comes of
it. Pure: these are questions about a map, a position, a sheet and ballots; the course of a vote is the game's own.
"""

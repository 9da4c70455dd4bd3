"""Payola, the game in which orders are bought: what bids come to. Pure."""

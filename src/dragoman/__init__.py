"""Dragoman, a game master for correspondence games: it hears letters and clicks, applies the rules and counts votes."""

"""A view of the board as SVG: pure, deterministic, and with a text that tells the same."""

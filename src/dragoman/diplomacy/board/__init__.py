"""The board as data: provinces, coasts, units, powers, positions, and the chart that joins them."""

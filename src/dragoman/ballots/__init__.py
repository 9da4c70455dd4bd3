"""How votes are counted, and when a ballot closes. Pure: a ballot is a value, and what silence means is a parameter."""

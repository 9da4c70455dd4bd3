"""The one door through which people and the clock reach a game. It speaks to the world only through `ports`."""

"""The whole game of Nomic, a game whose moves change its rules. Pure: adopted code is asked for, never run here."""

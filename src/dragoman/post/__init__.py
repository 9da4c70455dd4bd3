"""Letters: bytes become slips for the referee, and notices become letters. No rule of any game is decided here."""

"""What any correspondence game is: seats, clock, press, refusals, and the protocol a game must keep. Pure: no I/O."""

"""Orders: their kinds, how they are read from human writing, how they are written, and which are legal."""

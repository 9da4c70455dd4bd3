"""The keeper's commands, one file per family. Each parses words and prints answers; what is true is decided below."""

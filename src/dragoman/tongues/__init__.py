"""The tongues people write and read in: a folder for each, with its words (`words.toml`) and its sentences.

English is the language of the message ids and so needs no catalogue. A new tongue is a new folder, and no new code.
"""

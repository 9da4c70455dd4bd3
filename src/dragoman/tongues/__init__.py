"""The words of each language, a folder apiece: sentences for people, words for orders. Code knows a sentence by code."""

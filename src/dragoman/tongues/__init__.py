"""The words of each language, a folder apiece: sentences for people, words for orders. A sentence is known by code."""

"""The pages of Diplomacy are those of any game: these are their parts."""

from dragoman.game.page import Block, Cell, InTongues, Page, Paragraph, Rows, Section, Words, paragraph

__all__ = ["Block", "Cell", "InTongues", "Page", "Paragraph", "Rows", "Section", "Words", "paragraph"]

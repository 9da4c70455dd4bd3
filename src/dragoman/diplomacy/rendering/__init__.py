"""A report in words: text, njudge text, HTML. Post and web show the same value through the same renderings."""

"""The JSON API: what people can do by letter and page, for programs. It is as thin as the pages: to look is `sight`, to
speak is `referee.hear`, and what a token may not say is refused there, command by command."""

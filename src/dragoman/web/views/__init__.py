"""One file for each concern of the pages: a view is a form, the referee's answer, and a page."""

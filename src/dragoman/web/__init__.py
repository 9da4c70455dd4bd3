"""Pages, forms and the JSON interface. A click is a slip that holds a command; a page shows a view, never a state."""

"""What people fill in, and what it comes to: a value, or what is wrong with it in a person's words."""

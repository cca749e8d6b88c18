"""Search over records and the user's saved recipes."""

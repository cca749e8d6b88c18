"""The catalogue: search over records and the user's saved recipes, and lists of products."""

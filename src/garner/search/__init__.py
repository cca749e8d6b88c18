"""Search over records and users' saved recipes: the port, its adapters, and the indexer."""

"""Parsers for the recipe pages of specific sites. `social` and `recipe_scrapers` declare no hosts: they determine
themselves which pages they can read, and are rungs of their own that the ladder names."""

"""Searches for one known record each, over invented records that are part of the project."""

"""Tabular files as users send them: format detection, and reading in bounded pieces."""

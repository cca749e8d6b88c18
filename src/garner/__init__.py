"""Garner turns URLs, spreadsheets and pictures into clean, current, searchable records."""

__version__ = "0.1.0"

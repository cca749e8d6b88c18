"""Parsers for the product pages of specific sites."""

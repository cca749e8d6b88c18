"""Parsers for the job pages of specific sites. There is none yet."""

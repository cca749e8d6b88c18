"""Write a count with its noun in the right number: 1 row, 2 rows, 1,200 bodies."""


def format_count(count: int, singular: str, plural: str | None = None) -> str:
    return f"{count:,} {singular if count == 1 else plural or singular + 's'}"

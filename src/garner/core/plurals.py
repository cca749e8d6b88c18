"""Writes a count with its noun in the right number: 1 row, 2 rows, 1,200 bodies."""


def format_count(count: int, one: str, many: str | None = None) -> str:
    return f"{count:,} {one if count == 1 else many or one + 's'}"

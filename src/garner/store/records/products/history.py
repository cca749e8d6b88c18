"""Read the prices and availability of a product over time from the versions of its record."""

from dataclasses import dataclass
from datetime import datetime

from psycopg.rows import class_row

from garner.core.record import Kind
from garner.postgres.database import Connection

MAX_VERSIONS = 2_000  # the last ones, of which there is one for each change of the page's record


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """The price and availability from this version on."""

    version: int
    parsed_at: datetime
    price: str | None
    list_price: str | None
    currency: str | None
    availability: str | None


async def read_history(connection: Connection, url_hash: str) -> list[HistoryEntry]:
    """Return the versions in which price or availability differ from the version before, oldest first."""
    cursor = connection.cursor(row_factory=class_row(HistoryEntry))
    await cursor.execute(
        f"""
        with versions as (
            select version, parsed_at, data ->> 'price' as price, data ->> 'list_price' as list_price,
                   data ->> 'currency' as currency, data ->> 'availability' as availability
            from record_versions
            where url_hash = %(url_hash)s and kind = '{Kind.PRODUCT}' order by version desc limit %(most)s),
        compared as (
            select v.*, lag(version) over (order by version) is null as is_first,
                   (price, list_price, currency, availability) is distinct from
                   (lag(price) over (order by version), lag(list_price) over (order by version),
                    lag(currency) over (order by version), lag(availability) over (order by version)) as differs
            from versions v)
        select version, parsed_at, price, list_price, currency, availability
        from compared where is_first or differs order by version
        """.encode(),
        {"url_hash": url_hash, "most": MAX_VERSIONS},
    )
    return await cursor.fetchall()

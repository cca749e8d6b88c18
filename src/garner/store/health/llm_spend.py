"""Count the tokens spent on language models, by day, for all workers together.

The maximum cost of a question is reserved before the call, and corrected to the actual cost afterwards. So the day's
budget holds regardless of the number of concurrent callers, and a worker that dies in between leaves the count too high
rather than too low. Days begin by the database's clock, in UTC.
"""

from dataclasses import dataclass
from datetime import date

from garner.postgres.database import Connection

UNLIMITED = 2**62


@dataclass(frozen=True, slots=True)
class Reservation:
    day: date
    tokens: int


async def reserve(connection: Connection, tokens: int, daily_tokens: int) -> Reservation | None:
    """Reserve tokens, or return None if the day's budget has no room; a budget of 0 is unlimited."""
    cursor = await connection.execute(
        """
        insert into llm_spend (day, tokens, questions)
        select (now() at time zone 'utc')::date, %(tokens)s, 1 where %(tokens)s <= %(most)s::bigint
        on conflict (day) do update
        set tokens = llm_spend.tokens + excluded.tokens, questions = llm_spend.questions + 1
        where llm_spend.tokens + excluded.tokens <= %(most)s::bigint
        returning day
        """,
        {"tokens": tokens, "most": daily_tokens or UNLIMITED},
    )
    row = await cursor.fetchone()
    return None if row is None else Reservation(row["day"], tokens)


async def correct(connection: Connection, reservation: Reservation, spent: int) -> None:
    """Correct a reservation to the actual cost."""
    await connection.execute(
        "update llm_spend set tokens = greatest(0, tokens + %s) where day = %s",
        (spent - reservation.tokens, reservation.day),
    )

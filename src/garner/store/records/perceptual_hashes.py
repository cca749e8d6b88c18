"""What products look like: the prints of pictures that are known to show them."""

from dataclasses import dataclass

from psycopg.rows import class_row

from garner.postgres.database import Connection

MOST = 10
MOST_OF_ONE = 50  # prints of one product by one person: more views of it than that tell it no better


@dataclass(frozen=True, slots=True)
class Likeness:
    product_id: int
    distance: int  # bits that differ


async def nearest(
    connection: Connection, print_: int, within: int, user_id: int | None, limit: int = MOST
) -> list[Likeness]:
    """Products with a print at most so many bits away, the nearest first, by the catalogue's own pictures and by what
    this person's have taught: somebody else's may be anything.

    All are read: no index finds what is some bits away, and a million of them are counted in a quarter of a second.
    """
    cursor = connection.cursor(row_factory=class_row(Likeness))
    await cursor.execute(
        """
        select product_id, min(bit_count((print # %(print)s)::bit(64)))::integer as distance from picture_prints
        where bit_count((print # %(print)s)::bit(64)) <= %(within)s and (user_id is null or user_id = %(user)s)
        group by product_id order by distance, product_id limit %(limit)s
        """,
        {"print": print_, "within": within, "user": user_id, "limit": limit},
    )
    return await cursor.fetchall()


async def learn(connection: Connection, product_id: int, print_: int, user_id: int) -> None:
    """From now on the product is known by this look as well on this person's pictures. One that is gone meanwhile is
    not, and nobody minds."""
    await connection.execute(
        """
        insert into picture_prints (product_id, user_id, print)
        select p.id, %(user)s, %(print)s from products p
        where p.id = %(product)s
          and (select count(*) from picture_prints k where k.product_id = p.id and k.user_id = %(user)s) < %(most)s
        on conflict do nothing
        """,
        {"product": product_id, "user": user_id, "print": print_, "most": MOST_OF_ONE},
    )


async def show(connection: Connection, product_id: int, print_: int | None) -> None:
    """What the product looks like on the catalogue's own picture of it; none of one that tells nothing."""
    await connection.execute("delete from picture_prints where product_id = %s and user_id is null", (product_id,))
    if print_ is not None:
        await connection.execute(
            "insert into picture_prints (product_id, print) select id, %s from products where id = %s"
            " on conflict do nothing",
            (print_, product_id),
        )

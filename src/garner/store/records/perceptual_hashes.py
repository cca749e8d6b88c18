"""Perceptual hashes of pictures that are known to show products."""

from dataclasses import dataclass

from psycopg.rows import class_row

from garner.postgres.database import Connection

MAX_HASHES = 10
MAX_PER_PRODUCT = 50  # hashes of one product by one user: more views of it do not identify it better


@dataclass(frozen=True, slots=True)
class Likeness:
    product_id: int
    distance: int  # bits that differ


async def nearest(
    connection: Connection, print_: int, within: int, user_id: int | None, limit: int = MAX_HASHES
) -> list[Likeness]:
    """Return products with a hash at most so many bits away, nearest first, by the catalogue's own pictures and by
    hashes learned from this user's: another user's may be anything.

    All are read: no index finds hashes some bits away, and a million of them are counted in a quarter of a second.
    """
    cursor = connection.cursor(row_factory=class_row(Likeness))
    await cursor.execute(
        """
        select product_id, min(bit_count((print # %(print)s)::bit(64)))::integer as distance from picture_prints
        where bit_count((print # %(print)s)::bit(64)) <= %(within)s and (user_id is null or user_id = %(user)s)
          and (select p.gone_at is null from products p where p.id = product_id)
        group by product_id order by distance, product_id limit %(limit)s
        """,
        {"print": print_, "within": within, "user": user_id, "limit": limit},
    )
    return await cursor.fetchall()


async def learn(connection: Connection, product_id: int, print_: int, user_id: int) -> None:
    """Store the hash, so that the product is also recognized by it on this user's pictures. Nothing is stored for a
    product that was deleted meanwhile."""
    await connection.execute(
        """
        insert into picture_prints (product_id, user_id, print)
        select p.id, %(user)s, %(print)s from products p
        where p.id = %(product)s
          and (select count(*) from picture_prints k where k.product_id = p.id and k.user_id = %(user)s) < %(most)s
        on conflict do nothing
        """,
        {"product": product_id, "user": user_id, "print": print_, "most": MAX_PER_PRODUCT},
    )


async def show(connection: Connection, product_id: int, print_: int | None) -> None:
    """Replace the hash of the catalogue's own picture of the product, with none if the picture yields no usable
    hash."""
    await connection.execute("delete from picture_prints where product_id = %s and user_id is null", (product_id,))
    if print_ is not None:
        await connection.execute(
            "insert into picture_prints (product_id, print) select id, %s from products where id = %s"
            " on conflict do nothing",
            (print_, product_id),
        )

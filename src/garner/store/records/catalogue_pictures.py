"""The catalogue's own pictures: each is fetched once, and an unavailable one is retried a few times.

The first picture of a product shows what it looks like. The newest products come first, because recently crawled
products are the most searched; the others follow, a range of ids at a time, so that the cost of a round does not depend
on the number of products.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from garner.postgres.database import Connection
from garner.store.records import perceptual_hashes

STRETCH = 1000  # products per round
LEASE = timedelta(minutes=10)  # a worker that takes a picture and is lost uses up one of its tries
LATELY = timedelta(days=1)
MAX_TRIES = 3
FIRST_WAIT = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class ProductPicture:
    """A product's picture that is to be fetched."""

    product_id: int
    image_url: str


@dataclass(frozen=True, slots=True)
class Stretch:
    shown: Sequence[ProductPicture]
    reached: int | None  # the last product of the range; None at the end


async def are_wanted(connection: Connection) -> bool:
    """Return whether a user has, or recently had, pictures that may show products. Return False if crawling uses
    proxies: pictures are fetched without them, which would reveal what they hide."""
    cursor = await connection.execute(
        """
        select exists (
            select from jobs where job_type = 'image' and kind in ('product', 'auto')
              and (queue_state in ('QUEUED', 'RUNNING') or updated_at > now() - %s))
            and not exists (select from proxies) as wanted
        """,
        (LATELY,),
    )
    (row,) = await cursor.fetchall()
    return bool(row["wanted"])


async def take(connection: Connection, limit: int, below: int | None = None) -> Stretch:
    """Take some unfetched pictures, of the products just below `below`, or of the newest, and lease them to the
    caller."""
    cursor = await connection.execute(
        """
        with stretch as (
            select id, data #>> '{images,0,url}' as url from products
            where %(below)s::bigint is null or id < %(below)s order by id desc limit %(stretch)s),
        taken as (
            insert into catalogue_pictures as k (product_id, image_url, next_try_at)
            select s.id, s.url, now() + %(lease)s from stretch s
            where s.url is not null and not exists (
                select from catalogue_pictures o
                where o.product_id = s.id and o.image_url = s.url and o.next_try_at > now())
            order by s.id desc limit %(limit)s
            on conflict (product_id) do update
            set image_url = excluded.image_url, next_try_at = excluded.next_try_at,
                tries = case when k.image_url = excluded.image_url then k.tries + 1 else 1 end
            where k.image_url <> excluded.image_url or k.next_try_at <= now()
            returning product_id, image_url)
        select (select min(id) from stretch) as reached, t.product_id, t.image_url
        from (select) one left join taken t on true order by t.product_id desc
        """,
        {"below": below, "limit": limit, "stretch": STRETCH, "lease": LEASE},
    )
    rows = await cursor.fetchall()
    shown = [ProductPicture(row["product_id"], row["image_url"]) for row in rows if row["product_id"] is not None]
    return Stretch(shown, rows[0]["reached"])


async def keep(connection: Connection, shown: ProductPicture, print_: int | None) -> None:
    """Store the perceptual hash of a picture, which is not fetched again until the product has another."""
    await perceptual_hashes.show(connection, shown.product_id, print_)
    await connection.execute(
        """
        update catalogue_pictures set next_try_at = 'infinity', looked_at = now(), error_code = null
        where product_id = %s and image_url = %s
        """,
        (shown.product_id, shown.image_url),
    )


async def fail(connection: Connection, shown: ProductPicture, code: str, *, is_final: bool) -> None:
    """Record a failure. The picture is retried after an hour, then after four, and then no more."""
    await connection.execute(
        """
        update catalogue_pictures
        set error_code = %(code)s,
            next_try_at = case when %(final)s or tries >= %(most)s then 'infinity'
                               else now() + %(wait)s * power(4, tries - 1) end
        where product_id = %(product)s and image_url = %(url)s
        """,
        {
            "product": shown.product_id,
            "url": shown.image_url,
            "code": code,
            "final": is_final,
            "most": MAX_TRIES,
            "wait": FIRST_WAIT,
        },
    )


async def put_off(connection: Connection, shown: ProductPicture, seconds: float) -> None:
    """Postpone a picture whose host may not be called now, without counting a try."""
    await connection.execute(
        """
        update catalogue_pictures set tries = tries - 1, next_try_at = now() + %s * interval '1 second'
        where product_id = %s and image_url = %s
        """,
        (seconds, shown.product_id, shown.image_url),
    )

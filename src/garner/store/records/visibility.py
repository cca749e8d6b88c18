"""Conditions for the records that a user sees: those of the catalogue, and those that the user asked for.

A user asked for a record with a request or a row that ended with it, or by saving a recipe of its page. A request for
'auto' has the kind that was found once it has ended. Guests own nothing, because nothing tells one from another. A
record that was fresh enough to answer a parse request at once is not its user's own: such a request is not stored.

The conditions are SQL for statements that list records: `record` is the alias of a row with `kind` and `url_hash`, and
the user is the parameter `user_id`. They are scalar subqueries with a limit, because the planner may answer `exists`
from a hash table of all pages instead of the index.
"""

from garner.core.record import Kind


def in_catalogue(record: str) -> str:
    """Return the condition that operators have the record's page crawled regularly."""
    return f"""
        coalesce((select true from crawl_tasks t
                  where t.url_hash = {record}.url_hash and t.crawl_frequency is not null limit 1), false)
    """


def is_own(record: str) -> str:
    """Return the condition that the user asked for the record."""
    return f"""
        (coalesce((select true from job_items i
                   where i.user_id = %(user_id)s and i.kind = {record}.kind and i.url_hash = {record}.url_hash
                     and i.record_version is not null limit 1), false)
         or ({record}.kind = '{Kind.RECIPE}'
             and coalesce((select true from saved_recipes s
                           where s.user_id = %(user_id)s and s.url_hash = {record}.url_hash limit 1), false)))
    """


def is_visible(record: str) -> str:
    return f"({in_catalogue(record)} or {is_own(record)})"


def is_visible_product(product: str) -> str:
    """Return the condition for a row of `products`. Its column `in_catalogue` saves a look at the crawl tasks: most
    products are in the catalogue."""
    return f"""
        ({product}.in_catalogue
         or exists (select from job_items i
                    where i.user_id = %(user_id)s and i.kind = '{Kind.PRODUCT}' and i.url_hash = {product}.url_hash
                      and i.record_version is not null))
    """


def is_listed_product(product: str) -> str:
    """Return the condition for a row of `products` that lists and matching show: a product that still exists."""
    return f"({product}.gone_at is null and {is_visible_product(product)})"

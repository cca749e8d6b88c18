"""Marks of products that are gone (`core.gone`), in the transaction that settles the evidence.

A mark is a change of the record log, so that its followers, such as the search index, see it in order. The caller holds
the pages' crawl tasks, and only calls these functions for pages that are concerned: an ordinary settle does not pay.
"""

from collections.abc import Sequence

from garner.core.accounts.webhooks import WebhookEvent
from garner.core.gone import MISSING_UNTIL_GONE, ChangeEvent, GoneReason
from garner.core.quality.differences import WHOLE
from garner.core.record import Kind
from garner.postgres.database import Connection


async def mark_pages_gone(connection: Connection, url_hashes: Sequence[str]) -> None:
    """Mark the products of pages that do not exist any more."""
    await connection.execute(
        f"""
        with marked as (
            update products set gone_at = now(), gone_reason = '{GoneReason.PAGE_GONE}'
            where url_hash = any(%s) and gone_at is null
            returning *),
        {_report(ChangeEvent.GONE, WebhookEvent.PRODUCT_GONE)}
        """.encode(),
        (list(url_hashes),),
    )


async def count_missing(connection: Connection, url_hashes: Sequence[str]) -> None:
    """Count that pages were fetched and had no product, and mark those that had none too often in a row. Where a
    language model read the product, its absence tells nothing, because the model is not asked each time; and while an
    alert says that fewer of the site's pages have products than usual, the extractor is to blame rather than the
    pages."""
    await connection.execute(
        f"""
        with counted as (
            update products p
            set missing_count = missing_count + 1,
                gone_at = case when missing_count + 1 >= {MISSING_UNTIL_GONE} then now() end,
                gone_reason = case when missing_count + 1 >= {MISSING_UNTIL_GONE} then '{GoneReason.NO_RECORD}' end
            from domains d
            where p.url_hash = any(%s) and p.gone_at is null and not p.used_llm and d.id = p.domain_id
              and not exists (select from parser_alerts a
                              where a.domain = d.domain_name and a.kind = '{Kind.PRODUCT}'
                                and a.field = '{WHOLE}' and a.closed_at is null)
            returning p.*),
        marked as (select * from counted where gone_at is not null),
        {_report(ChangeEvent.GONE, WebhookEvent.PRODUCT_GONE)}
        """.encode(),
        (list(url_hashes),),
    )


async def clear(connection: Connection, url_hashes: Sequence[str]) -> None:
    """Clear the mark and the count of products that were found again."""
    await connection.execute(
        f"""
        with known as (select url_hash, gone_at from products where url_hash = any(%s)),
        cleared as (
            update products p set gone_at = null, gone_reason = null, missing_count = 0
            from known k where p.url_hash = k.url_hash
            returning p.*, k.gone_at is not null as was_gone),
        marked as (select * from cleared where was_gone),
        {_report(ChangeEvent.BACK, WebhookEvent.PRODUCT_BACK)}
        """.encode(),
        (list(url_hashes),),
    )


def _report(change: ChangeEvent, event: WebhookEvent) -> str:
    """Return the end of a statement that reports the products `marked` to the log of changes and to webhooks."""
    return f"""
        changes as (
            insert into unnumbered_changes (url_hash, kind, version, changed, event)
            select url_hash, '{Kind.PRODUCT}', version, false, '{change}' from marked)
        select tell_event('{event}', m.url_hash, jsonb_build_object(
            'urlHash', m.url_hash, 'kind', '{Kind.PRODUCT}', 'version', m.version, 'id', m.id, 'url', m.url,
            'title', m.product_name, 'domain', d.domain_name, 'goneAt', m.gone_at, 'reason', m.gone_reason))
        from marked m join domains d on d.id = m.domain_id
    """

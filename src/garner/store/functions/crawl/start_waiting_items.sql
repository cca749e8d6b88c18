-- Marks the open items that wait for these pages as processing. The caller holds the pages' crawl tasks. A row of a job
-- counts its runs, and all fetches of one run count once: a run begins if nothing had begun. The items are looked up
-- page by page: given all pages at once, the planner may prefer to read all pending items.
create or replace function start_waiting_items(p_url_hashes text[]) returns void
language sql
as $$
    update job_items i
    set status = 'PROCESSING',
        attempts = i.attempts + (i.started_at is null or i.origin not in ('batch', 'run'))::integer,
        started_at = coalesce(i.started_at, now()), updated_at = now()
    from unnest(p_url_hashes) p (url_hash)
    cross join lateral (
        select w.id from job_items w where w.url_hash = p.url_hash and w.status = 'PENDING' for update) w
    where i.id = w.id;
$$;

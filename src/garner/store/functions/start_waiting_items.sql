-- The open items that wait for these pages begin to be processed. The caller holds the pages' crawl tasks.
create function start_waiting_items(p_url_hashes text[]) returns void
language sql
as $$
    with started as (
        update job_items
        set status = 'PROCESSING', attempts = attempts + 1,
            started_at = coalesce(started_at, now()), updated_at = now()
        where url_hash = any (p_url_hashes) and status = 'PENDING'
        returning job_id)
    insert into job_deltas (job_id, pending, processing)
    select job_id, -count(*), count(*) from started where job_id is not null group by job_id;
$$;

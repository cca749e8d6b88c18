-- Rows of a job that ask for the same as one of these, which have ended, end as that one did. The caller holds the rows
-- that ended, and this is a later statement than that lock: see settle_items. Whatever the statistics say, rows are looked
-- up by their ids: see attach_rows.
create function end_twins(p_items uuid[]) returns void
language sql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
    with told as (
        update job_items t
        set status = o.status, result_json = o.result_json, error_code = o.error_code, last_error = o.last_error,
            attempts = o.attempts, started_at = o.started_at, canceled_at = o.canceled_at, completed_at = now(),
            updated_at = now()
        from unnest(p_items) p (id)
        cross join lateral (select i.* from job_items i where i.id = any (array[p.id]) and i.completed_at is not null) o
        cross join lateral (
            select w.id from job_items w
            where w.twin_of = o.id and coalesce(w.status, '') = 'PENDING' for update) w
        where t.id = any (array[w.id])
        returning t.job_id, t.status)
    insert into job_deltas (job_id, pending, done, not_found, error, skipped, canceled)
    select t.job_id, -count(*), count(*) filter (where t.status = 'DONE'),
           count(*) filter (where t.status = 'NOT_FOUND'), count(*) filter (where t.status = 'ERROR'),
           count(*) filter (where t.status = 'SKIPPED'), count(*) filter (where t.status = 'CANCELED')
    from told t group by t.job_id
$$;

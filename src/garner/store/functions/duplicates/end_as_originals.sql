-- Ends duplicate rows (`p_twins`) with the result of the rows that they repeat (`p_originals`, in the same order).
-- The caller holds the originals, has checked that they have ended, and bounds the number of duplicates it
-- passes. Rows that have ended meanwhile, or repeat another row by now, are left alone. Returns how many it ended. Rows
-- are looked up by their ids, regardless of the statistics: see attach_rows.
create or replace function end_as_originals(p_twins uuid[], p_originals uuid[]) returns integer
language sql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
    with told as (
        update job_items t
        set status = o.status, result_json = o.result_json, error_code = o.error_code, last_error = o.last_error,
            attempts = o.attempts, started_at = o.started_at, canceled_at = o.canceled_at, completed_at = now(),
            updated_at = now()
        from unnest(p_twins, p_originals) p (twin, original)
        cross join lateral (select i.* from job_items i where i.id = any (array[p.original])) o
        -- Hidden from the planner, which otherwise might look for all pending rows, or for all duplicates.
        where t.id = any (array[p.twin]) and coalesce(t.status, '') = 'PENDING' and coalesce(t.twin_of, t.id) = p.original
        returning t.id)
    select count(*)::integer from told
$$;

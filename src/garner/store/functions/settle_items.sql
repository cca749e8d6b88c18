-- Writes what came of claimed items, in one statement: only rows that are still held under the same fence by the
-- same worker are touched, and their ids come back. What does not come back was lost to another worker.
-- A status of PENDING asks for another attempt after the given delay.
create function settle_items(
    p_worker text, p_works bigint[], p_fences bigint[], p_statuses text[], p_results text[],
    p_codes text[], p_errors text[], p_delays float8[]
) returns setof bigint
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
    return query
        with own as materialized (
            select w.id, w.item_id, w.claimed_at, w.priority, r.status, r.result::jsonb as result, r.code,
                   r.error, coalesce(r.delay, 0) * interval '1 second' as delay
            from unnest(p_works, p_fences, p_statuses, p_results, p_codes, p_errors, p_delays)
                 as r (id, fence, status, result, code, error, delay)
            join work w on w.id = r.id and w.fence = r.fence and w.worker = p_worker
            order by w.id for update of w),
        over as (
            delete from work w using own where w.id = own.id and own.status <> 'PENDING'),
        again as (
            update work w
            set lease_until = null, worker = null, due_at = now() + own.delay,
                rank = work_rank(now() + own.delay, own.priority)
            from own where w.id = own.id and own.status = 'PENDING'),
        told as (
            update job_items i
            set status = own.status, result_json = own.result, error_code = own.code, last_error = own.error,
                attempts = i.attempts + 1, started_at = coalesce(i.started_at, own.claimed_at),
                completed_at = case when own.status <> 'PENDING' then now() end, updated_at = now()
            -- The status is hidden from the planner, which else might look for all that is pending.
            from own where i.id = own.item_id and coalesce(i.status, '') = 'PENDING'
            returning i.job_id, i.status),
        counted as (
            insert into job_deltas (job_id, pending, done, not_found, error, skipped)
            select t.job_id, -count(*), count(*) filter (where t.status = 'DONE'),
                   count(*) filter (where t.status = 'NOT_FOUND'), count(*) filter (where t.status = 'ERROR'),
                   count(*) filter (where t.status = 'SKIPPED')
            from told t where t.job_id is not null and t.status <> 'PENDING' group by t.job_id)
        select own.id from own;
end
$$;

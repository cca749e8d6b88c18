-- Writes the results of claimed items: only rows that are still held under the same fence by the same worker are
-- touched, and their ids are returned. The others were lost to another worker. A status of PENDING requests another
-- attempt after the given delay, by a worker with OCR if `p_reads_texts` says so.
--
-- A row that ends NOT_FOUND shows no more attempts than its limit, `p_most_not_found`: failed runs do not count towards
-- it.
--
-- Work and items are looked up by their ids, regardless of the statistics (see attach_rows).
--
-- Lock order: lanes of jobs, work, items. Duplicates are looked for in a later statement than the one that locked their
-- original: a duplicate that is added meanwhile is either seen here, or the transaction that adds it sees the result
-- written here.
create or replace function settle_items(
    p_worker text, p_works bigint[], p_fences bigint[], p_statuses text[], p_results text[],
    p_codes text[], p_errors text[], p_delays float8[], p_reads_texts boolean[] default null,
    p_most_not_found integer default null
) returns setof bigint
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
    v_settled bigint[];
    v_ended uuid[];
begin
    if 'PENDING' = any (p_statuses) then
        perform from lanes l
        where l.id in (select w.lane_id from unnest(p_works, p_statuses) r (id, status) join work w on w.id = r.id
                       where r.status = 'PENDING')
        order by l.id for no key update;
    end if;

    with own as materialized (
        select w.id, w.item_id, w.claimed_at, w.priority, r.status, r.result::jsonb as result, r.code,
               r.error, coalesce(r.delay, 0) * interval '1 second' as delay,
               coalesce(r.reads_text, w.reads_text) as reads_text
        from unnest(p_works, p_fences, p_statuses, p_results, p_codes, p_errors, p_delays, p_reads_texts)
             as r (id, fence, status, result, code, error, delay, reads_text)
        join work w on w.id = any (array[r.id]) and w.fence = r.fence and w.worker = p_worker
        order by w.id for update of w),
    over as (
        delete from work w using own where w.id = any (array[own.id]) and own.status <> 'PENDING'),
    again as (
        update work w
        set lease_until = null, worker = null, due_at = now() + own.delay,
            rank = work_rank(now() + own.delay, own.priority), reads_text = own.reads_text
        from own where w.id = any (array[own.id]) and own.status = 'PENDING'),
    told as (
        update job_items i
        set status = own.status, result_json = own.result, error_code = own.code, last_error = own.error,
            attempts = least(i.attempts + 1, case when own.status = 'NOT_FOUND' then p_most_not_found end),
            started_at = coalesce(i.started_at, own.claimed_at),
            completed_at = case when own.status <> 'PENDING' then now() end, updated_at = now()
        -- The status is hidden from the planner, which otherwise might look for all pending items.
        from own where i.id = any (array[own.item_id]) and coalesce(i.status, '') = 'PENDING'
        returning i.id, i.job_id, i.status)
    select array(select own.id from own),
           array(select t.id from told t where t.job_id is not null and t.status <> 'PENDING')
    into v_settled, v_ended;

    if cardinality(v_ended) > 0 then
        perform end_twins(v_ended);
    end if;
    if 'PENDING' = any (p_statuses) then
        -- Work that remains is retried. A lane that is held back stays so.
        update lanes l set ready_at = greatest(l.next_at, d.due_at)
        from (select w.lane_id, min(w.due_at) as due_at from work w
              where w.id = any (v_settled) and w.lane_id is not null group by w.lane_id) d
        where l.id = d.lane_id and l.ready_at > greatest(l.next_at, d.due_at);
    end if;
    return query select unnest(v_settled);
end
$$;

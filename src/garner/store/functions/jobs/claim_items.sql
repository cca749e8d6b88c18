-- Claims items that are worked on directly (matching): single requests first, best rank first, then rows of jobs in
-- turn. With `p_job`, rows of that job only. A worker without OCR leaves items that need it to other workers. The
-- structure is that of claim_bodies. Items are looked up by their ids, regardless of the statistics (see attach_rows).
-- Nothing is written to the items: the lease on an item's work says that it is being processed.
create or replace function claim_items(
    p_worker text, p_limit integer, p_lease interval, p_low timestamptz, p_reads_text boolean default true,
    p_job bigint default null)
returns table (
    work_id bigint, fence bigint, attempt integer, max_attempts integer, rank timestamptz, item_id uuid,
    input jsonb, job_id bigint, user_id bigint, origin text, job_type text, kind text, attempts integer, result jsonb)
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
    v_works bigint[] := '{}';
begin
    -- A claim that is lost in a server crash is as if it had never been: its work is free again, and a settle under its
    -- fence touches nothing. So it need not wait for the disk; the settle does.
    perform set_config('synchronous_commit', 'off', true);
    if p_job is null then
        v_works := array(
            select w.id from work w
            where w.stage = 'match' and w.item_id is not null and w.lane_id is null and w.lease_until is null and not w.held
              and w.due_at <= now() and w.rank >= p_low and (p_reads_text or not w.reads_text)
            order by w.rank limit p_limit
            for update skip locked);
    end if;
    if cardinality(v_works) < p_limit then
        v_works := v_works || pick_rows(p_limit - cardinality(v_works), p_reads_text, p_job);
    end if;
    if cardinality(v_works) = 0 then return; end if;

    return query
        with claimed as (
            update work w
            set fence = nextval('work_fence'), attempt = w.attempt + 1, worker = p_worker,
                lease_until = now() + p_lease, claimed_at = now()
            where w.id = any (v_works)
            returning w.id, w.fence, w.attempt, w.max_attempts, w.rank, w.item_id)
        select c.id, c.fence, c.attempt::integer, c.max_attempts::integer, c.rank, c.item_id,
               coalesce(i.normalized_json, i.input_json), i.job_id, i.user_id, i.origin::text, i.job_type::text, i.kind::text,
               i.attempts, i.result_json
        from claimed c join job_items i on i.id = any (array[c.item_id]);
end
$$;

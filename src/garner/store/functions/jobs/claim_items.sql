-- Claims items that are worked on directly (matching), and returns the ids of their work (item_claims describes it):
-- single requests first, best rank first, then rows of jobs in turn. With `p_works`, only this work. A worker without OCR
-- leaves items that need it to other workers. Nothing is written to the items: the lease on an item's work says that it is
-- being processed.
create or replace function claim_items(
    p_worker text, p_limit integer, p_lease interval, p_low timestamptz, p_reads_text boolean default true,
    p_works bigint[] default null)
returns bigint[]
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
    v_works bigint[];
begin
    -- A claim that is lost in a server crash is as if it had never been: its work is free again, and a settle under its
    -- fence touches nothing. So it need not wait for the disk; the settle does.
    perform set_config('synchronous_commit', 'off', true);
    if p_works is null then
        v_works := array(
            select w.id from work w
            where w.stage = 'match' and w.item_id is not null and w.lane_id is null and w.lease_until is null and not w.held
              and w.due_at <= now() and w.rank >= p_low and (p_reads_text or not w.reads_text)
            order by w.rank limit p_limit
            for update skip locked);
    else
        v_works := array(
            select w.id from work w
            where w.id = any (p_works) and case when w.lease_until is null and not w.held then w.stage = 'match' end
              and w.lane_id is null and w.due_at <= now() and (p_reads_text or not w.reads_text)
            order by w.rank limit p_limit
            for update skip locked);
    end if;
    if cardinality(v_works) < p_limit then
        v_works := v_works || pick_rows(p_limit - cardinality(v_works), p_reads_text, p_works);
    end if;
    if cardinality(v_works) = 0 then return '{}'; end if;

    update work w
    set fence = nextval('work_fence'), attempt = w.attempt + 1, worker = p_worker, lease_until = now() + p_lease,
        claimed_at = now()
    where w.id = any (v_works);
    return v_works;
end
$$;

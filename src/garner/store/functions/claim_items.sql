-- Claims items that are worked on directly (matching), best rank first. The shape is that of claim_bodies.
-- Nothing is written to the items: that one is being processed is what the lease on its work says.
create function claim_items(p_worker text, p_limit integer, p_lease interval, p_low timestamptz)
returns table (
    work_id bigint, fence bigint, attempt integer, max_attempts integer, rank timestamptz, item_id uuid,
    input jsonb)
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
    -- A claim lost with the server's memory is as if it had never been: its work is free again, and a settle under its
    -- fence touches nothing. So it need not wait for the disk; the settle does.
    perform set_config('synchronous_commit', 'off', true);
    return query
        with pick as materialized (
            select w.id from work w
            where w.stage = 'match' and w.lane_id is null and w.lease_until is null and not w.held
              and w.due_at <= now() and w.rank >= p_low
            order by w.rank limit p_limit
            for update skip locked),
        claimed as (
            update work w
            set fence = nextval('work_fence'), attempt = w.attempt + 1, worker = p_worker,
                lease_until = now() + p_lease, claimed_at = now()
            from pick where w.id = pick.id
            returning w.id, w.fence, w.attempt, w.max_attempts, w.rank, w.item_id)
        select c.id, c.fence, c.attempt::integer, c.max_attempts::integer, c.rank, c.item_id,
               coalesce(i.normalized_json, i.input_json)
        from claimed c join job_items i on i.id = c.item_id;
end
$$;

-- Locks the first of these that can still be claimed, with their crawl tasks; rows that are locked are skipped.
create or replace function hold_bodies(p_works bigint[], p_limit integer) returns bigint[]
language sql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
    select array(
        select held.id
        from unnest(p_works) c (id)
        cross join lateral (
            select w.id from work w join crawl_tasks t on t.id = w.task_id
            -- Hidden from the planner in a case expression: otherwise it might scan a whole index of free work for
            -- each.
            where w.id = c.id and case when w.lease_until is null and not w.held then w.stage = 'extract' end
            for update of w, t skip locked) held
        limit p_limit)
$$;

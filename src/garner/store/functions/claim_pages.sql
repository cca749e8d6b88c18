-- The polite claim, one call: lock the lanes that are ready, take the best due work of each, move each lane on
-- by its delay. It is driven from the lanes, and a lane with nothing due is parked, so its cost depends neither
-- on how many domains nor on how many tasks exist; and because a lane's row is locked while its `ready_at`
-- moves, the delay holds over any number of processes without another server.
--
-- Everything is locked with skip locked, so a claim never waits and cannot be part of a deadlock.
create function claim_pages(p_worker text, p_limit integer, p_lease interval)
returns table (
    work_id bigint, fence bigint, attempt integer, max_attempts integer, task_id bigint,
    url text, url_hash text, etag text, last_modified text)
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
    v_ready bigint[];
    v_lanes bigint[];
    v_closed bigint[];
    v_full bigint[];
    v_frees_at timestamptz[];
    v_used bigint[];
    v_works bigint[];
    v_tasks bigint[];
begin
    -- The lanes whose time has come. What each has in flight is counted in the next statement, which sees every
    -- claim that had the lane before.
    v_ready := array(
        select l.id from lanes l
        where l.stage = 'crawl' and l.ready_at <= now() and l.ready_at < 'infinity'  -- for the index without the parked
        order by l.ready_at limit p_limit
        for no key update skip locked);
    if cardinality(v_ready) = 0 then return; end if;

    -- How many more requests each may have in flight. This claim takes no more than one, unless the domain asks
    -- for no delay at all.
    with ready as materialized (
        select l.id, d.crawl_delay_seconds as delay, d.max_concurrent_requests as width, d.is_active
        from lanes l join domains d on d.id = l.domain_id
        where l.id = any (v_ready) order by l.ready_at),
    room as materialized (
        select r.id, r.delay, r.width - f.busy as free, f.frees_at
        from ready r cross join lateral (
            select count(*) as busy, min(w.lease_until) as frees_at
            from work w where w.lane_id = r.id and w.lease_until is not null) f
        where r.is_active),
    pick as materialized (
        select room.id as lane, w.id as work, w.task_id as task
        from room cross join lateral (
            select c.id, c.task_id
            from work c join crawl_tasks t on t.id = c.task_id
            where c.lane_id = room.id and c.lease_until is null and not c.held and c.due_at <= now()
            order by c.rank
            limit greatest(0, case when room.delay > 0 then least(room.free, 1) else room.free end)
            for update of c, t skip locked) w
        limit p_limit)
    select array(select id from room), array(select id from ready where not is_active),
           array(select id from room where free <= 0), array(select frees_at from room where free <= 0),
           array(select distinct lane from pick), array(select work from pick), array(select task from pick)
    into v_lanes, v_closed, v_full, v_frees_at, v_used, v_works, v_tasks;

    -- The lanes of inactive domains sleep: awake, every claim would read them, and every idle worker would spin.
    update lanes set ready_at = 'infinity', saturated = false where id = any (v_closed);
    if cardinality(v_lanes) = 0 then return; end if;

    update lanes l
    set next_at = now() + d.crawl_delay_seconds * interval '1 second',
        ready_at = now() + d.crawl_delay_seconds * interval '1 second',
        saturated = false
    from domains d where l.id = any (v_used) and d.id = l.domain_id;

    -- A full lane looks again when a lease would end, and not at once if one has ended that nobody has swept yet; a
    -- settle that frees a slot wakes it before that.
    update lanes l
    set saturated = true, ready_at = greatest(l.next_at, f.frees_at, now() + interval '1 second')
    from unnest(v_full, v_frees_at) f (id, frees_at) where l.id = f.id;

    perform park_lanes(array(select unnest(v_lanes) except select unnest(v_used) except select unnest(v_full)));

    if cardinality(v_works) = 0 then return; end if;

    update crawl_tasks t set status = 'crawling', started_at = now(), updated_at = now()
    where t.id = any (v_tasks);
    perform start_waiting_items(array(select t.url_hash::text from crawl_tasks t where t.id = any (v_tasks)));

    return query
        update work w
        set fence = nextval('work_fence'), attempt = w.attempt + 1, worker = p_worker,
            lease_until = now() + p_lease, claimed_at = now()
        from crawl_tasks t
        where w.id = any (v_works) and t.id = w.task_id
        returning w.id, w.fence, w.attempt::integer, w.max_attempts::integer, t.id,
                  t.url, t.url_hash::text, t.etag, t.last_modified;
end
$$;

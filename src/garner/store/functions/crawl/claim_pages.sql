-- Claims pages politely, in one call: lock the lanes that are ready, take the best due work of each, move each lane on
-- by its delay. It is driven from the lanes, and a lane with nothing due is parked, so its cost depends neither on the
-- number of domains nor on the number of tasks. Because a lane's row is locked while its `ready_at` moves, the delay
-- holds over any number of processes without another server.
--
-- A lane with an open breaker is ready again when its probe is due, and then has room for exactly one request; so has a
-- lane whose last pages failed, until it answers again, so that a site that hangs holds one slot and not many. If the
-- robots.txt of a page's host is unknown or expired, the page is claimed to read that first; no other page of that host
-- is claimed meanwhile. If there are proxies, the one that the domain has used least recently is chosen.
--
-- Everything is locked with skip locked, so a claim never waits and cannot be part of a deadlock. Each robots.txt is
-- looked up by itself: a join leaves the planner free to read all of them while its statistics call the table empty.
--
-- If more lanes are ready than there is room for, users take turns in half of it (next_lanes); `p_after` is the user
-- that this worker served last. With `p_job`, only pages that rows of that job wait for; their lanes still decide. With
-- `p_except`, only pages of other users than that one, who holds all the slots that one user may hold.
create or replace function claim_pages(
    p_worker text, p_limit integer, p_lease interval,
    p_delay float8, p_width integer, p_latency_factor float8, p_quiet float8,
    p_obey_robots boolean, p_robots_wait interval, p_unusable_proxies integer[] default '{}',
    p_private boolean default true, p_job bigint default null, p_after bigint default -1, p_except bigint default null
) returns table (
    work_id bigint, fence bigint, attempt integer, max_attempts integer, task_id bigint, lane_id bigint,
    domain_id integer, url text, url_hash text, etag text, last_modified text, content_hash text, trail text[],
    proxy_id integer, reads_robots boolean, robots_at timestamptz, robots_url text, waited_seconds float8,
    renders boolean, delay_seconds float8, final_url text, html_path text, asker_id bigint)
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
    v_ready bigint[];
    v_first bigint[];
    v_lanes bigint[];
    v_closed bigint[];
    v_full bigint[];
    v_frees_at timestamptz[];
    v_waiting bigint[];
    v_wait_until timestamptz[];
    v_used bigint[];
    v_delays float8[];
    v_works bigint[];
    v_tasks bigint[];
    v_proxies integer[];
    v_errands boolean[];
    v_paces float8[];
    v_proxied boolean;
    v_own bigint[];
begin
    if p_job is not null then
        v_own := work_of_job(p_job, 'crawl');
        if cardinality(v_own) = 0 then return; end if;
    end if;
    -- The lanes that are ready. Their requests in flight are counted in the next statement, which sees every claim that
    -- had the lane before.
    if p_except is not null then
        v_first := next_lanes(p_limit, p_after, p_private, p_except);
        v_ready := array(
            select l.id from lanes l where l.id = any (v_first) and l.ready_at <= now()
            order by array_position(v_first, l.id) for no key update skip locked);
    else
        v_ready := array(
            select l.id from lanes l
            where l.stage = 'crawl' and l.ready_at <= now() and l.ready_at < 'infinity'  -- for the index without the parked
              and (p_private or not l.needs_private)
              and (v_own is null or l.id = any (array(select w.lane_id from work w where w.id = any (v_own))))
            order by l.ready_at limit p_limit
            for no key update skip locked);
    end if;
    if cardinality(v_ready) = 0 then return; end if;
    if cardinality(v_ready) = p_limit and v_own is null and p_except is null then
        -- The other half stays with the lanes that have waited longest, so that each lane gets its turn eventually.
        v_first := next_lanes((p_limit + round(random())::integer) / 2, p_after, p_private);
        v_first := array(
            select l.id from lanes l where l.id = any (v_first) and l.ready_at <= now()
            order by array_position(v_first, l.id) for no key update skip locked);
        v_ready := (v_first || array(
            select r.id from unnest(v_ready) with ordinality r (id, place)
            where r.id <> all (v_first) order by r.place))[:p_limit];
    end if;
    v_proxied := exists (select from proxies);

    -- The number of further requests that each may have in flight. This claim takes no more than one, unless the domain
    -- has no delay at all and nothing else holds it back.
    with ready as materialized (
        select l.id, l.domain_id, d.obeys_robots and p_obey_robots as obeys_robots, d.paces_each_proxy, l.opened_at is not null as probing,
               -- A site gets at most five requests a second through one proxy, if nothing else limits them.
               greatest(case when v_proxied and d.paces_each_proxy then 0.2 else 0 end,
                        lane_delay(
                            lane_pace(coalesce(d.crawl_delay_seconds, p_delay)::float8,
                                      case when d.obeys_robots and p_obey_robots then l.robots_delay_seconds else 0 end,
                                      l.latency_seconds, p_latency_factor),
                            l.throttle_seconds, l.throttled_at, l.not_before, p_quiet, l.failures)) as delay,
               lane_width(l.opened_at, l.failures, coalesce(d.max_concurrent_requests, p_width)) as width,
               d.is_active and d.paused_at is null as open
        from lanes l join domains d on d.id = l.domain_id
        where l.id = any (v_ready) order by array_position(v_ready, l.id)),
    room as materialized (
        select r.*, r.width - f.busy as free, f.frees_at
        from ready r cross join lateral (
            select count(*) as busy, min(w.lease_until) as frees_at
            from work w where w.lane_id = r.id and w.lease_until is not null) f
        where r.open),
    -- The first in line decides whether a robots.txt must be read before anything else, and whether a worker is reading
    -- it.
    head as materialized (
        select room.*, h.work, h.unread, h.robots_wait, e.proxy, e.none_until
        from room
        left join lateral (
            select c.id as work,
                   room.obeys_robots and coalesce(r.expires_at, '-infinity') <= now() as unread,
                   case when room.obeys_robots and coalesce(r.expires_at, '-infinity') <= now()
                             and r.next_try_at > now() then r.next_try_at end as robots_wait
            from work c join crawl_tasks t on t.id = c.task_id
            left join lateral (select * from robots_files f
                               where f.origin = page_origin(coalesce(c.hop_url, t.url)) limit 1) r on true
            where c.lane_id = room.id and c.lease_until is null and not c.held and c.due_at <= now()
              and (v_own is null or c.id = any (v_own)) and (p_except is null or c.asker_id <> p_except)
            order by c.rank limit 1) h on room.free > 0
        -- With a null domain it is not called at all; a join condition would not prevent the call.
        left join lateral choose_proxy(
            case when v_proxied and h.work is not null and h.robots_wait is null then room.domain_id end,
            room.paces_each_proxy, p_unusable_proxies) e on true),
    pick as materialized (
        select head.id as lane, head.delay, w.id as work, w.task_id as task, head.proxy, head.unread,
               head.delay as pace
        from head cross join lateral (
            select c.id, c.task_id
            from work c join crawl_tasks t on t.id = c.task_id
            left join lateral (select * from robots_files f
                               where head.obeys_robots and not head.unread
                                 and f.origin = page_origin(coalesce(c.hop_url, t.url)) limit 1) r on true
            where c.lane_id = head.id and c.lease_until is null and not c.held and c.due_at <= now()
              and (v_own is null or c.id = any (v_own)) and (p_except is null or c.asker_id <> p_except)
              and case when head.unread then c.id = head.work
                       else not head.obeys_robots or r.expires_at > now() end
            order by c.rank
            limit greatest(0, case when head.delay > 0 or head.probing or head.unread or v_proxied
                                   then least(head.free, 1) else head.free end)
            for update of c, t skip locked) w
        where head.robots_wait is null and (not v_proxied or head.proxy is not null)
        limit p_limit)
    select array(select id from room), array(select id from ready where not open),
           array(select id from room where free <= 0), array(select frees_at from room where free <= 0),
           array(select id from head where coalesce(robots_wait, none_until) is not null),
           array(select coalesce(robots_wait, none_until) from head
                 where coalesce(robots_wait, none_until) is not null),
           array(select distinct lane from pick),
           array(select max(delay) from pick group by lane order by lane),
           array(select work from pick), array(select task from pick), array(select proxy from pick),
           array(select unread from pick), array(select pace from pick)
    into v_lanes, v_closed, v_full, v_frees_at, v_waiting, v_wait_until, v_used, v_delays, v_works, v_tasks,
         v_proxies, v_errands, v_paces;

    -- Lanes of inactive domains sleep: awake, every claim would read them, and every idle worker would spin.
    update lanes set ready_at = 'infinity', saturated = false where id = any (v_closed);
    if cardinality(v_lanes) = 0 then return; end if;

    update lanes l
    set next_at = now() + f.delay * interval '1 second', ready_at = now() + f.delay * interval '1 second',
        saturated = false
    from (select u.lane, v.delay
          from unnest(array(select unnest(v_used) order by 1)) with ordinality u (lane, place)
          join unnest(v_delays) with ordinality v (delay, place) using (place)) f
    where l.id = f.lane;

    -- A full lane is ready again when a lease expires, and not at once if an expired lease has not been swept yet; a
    -- settle that frees a slot wakes it earlier.
    update lanes l
    set saturated = true, ready_at = greatest(l.next_at, f.frees_at, now() + interval '1 second')
    from unnest(v_full, v_frees_at) f (id, frees_at) where l.id = f.id;

    -- A lane that waits for a robots.txt or for a proxy is ready again when that may have changed.
    update lanes l
    set saturated = false, ready_at = greatest(l.next_at, least(f.until, now() + interval '1 second'))
    from unnest(v_waiting, v_wait_until) f (id, until) where l.id = f.id;

    if p_except is null then  -- else a lane may still have pages of the user who was left out
        perform park_lanes(array(select unnest(v_lanes) except select unnest(v_used) except select unnest(v_full)
                                 except select unnest(v_waiting)));
    end if;

    if cardinality(v_works) = 0 then return; end if;

    insert into robots_files (origin, domain_id, next_try_at)
    select distinct on (page_origin(coalesce(w.hop_url, t.url)))
           page_origin(coalesce(w.hop_url, t.url)), l.domain_id, now() + p_robots_wait
    from unnest(v_works, v_errands) e (work, unread)
    join work w on w.id = e.work join crawl_tasks t on t.id = w.task_id join lanes l on l.id = w.lane_id
    where e.unread
    on conflict (origin) do update set next_try_at = excluded.next_try_at;

    update crawl_tasks t set status = 'crawling', started_at = now(), updated_at = now()
    where t.id = any (v_tasks);
    perform start_waiting_items(array(select t.url_hash::text from crawl_tasks t where t.id = any (v_tasks)));
    if v_proxied then
        perform use_proxies(v_works, v_proxies);
    end if;

    return query
        with claimed as (
            update work w
            set fence = nextval('work_fence'), attempt = w.attempt + 1, worker = p_worker,
                lease_until = now() + p_lease, claimed_at = now(), proxy_id = e.proxy
            from unnest(v_works, v_proxies, v_errands, v_paces) e (work, proxy, unread, pace), crawl_tasks t
            where w.id = e.work and t.id = w.task_id
            returning w.*, e.unread, e.pace, t.url, t.url_hash, t.etag, t.last_modified, t.content_hash, t.html_path,
                      t.final_url),
        probing as (
            update lanes l set probe_fence = c.fence from claimed c where l.id = c.lane_id and l.opened_at is not null)
        select c.id, c.fence, c.attempt::integer, c.max_attempts::integer, c.task_id, c.lane_id, l.domain_id,
               coalesce(c.hop_url, c.url), c.url_hash::text,
               -- Without the kept body, an unchanged page would leave nothing to extract from.
               case when c.html_path is not null then c.etag end,
               case when c.html_path is not null then c.last_modified end,
               case when c.html_path is not null then c.content_hash::text end, c.trail, c.proxy_id, c.unread,
               case when d.obeys_robots and p_obey_robots then r.fetched_at end, r.hop_url,
               coalesce(extract(epoch from now() - c.waiting_since), 0)::float8, c.renders, c.pace, c.final_url,
               c.html_path::text, c.asker_id
        from claimed c join lanes l on l.id = c.lane_id join domains d on d.id = l.domain_id
        left join lateral (select * from robots_files f
                           where f.origin = page_origin(coalesce(c.hop_url, c.url)) limit 1) r on true;
end
$$;

-- Claims pages politely, in one call, and returns the ids of their work (page_claims describes it): lock the lanes that
-- are ready (ready_lanes), pick the best due pages of each as far as it has room (pick_pages), move each lane on by its
-- delay (move_lanes), and lease the pages (lease_pages). It is driven from the lanes, and a lane with nothing due is
-- parked, so its cost depends neither on the number of domains nor on the number of tasks. Because a lane's row is locked
-- while its `ready_at` moves, the delay holds over any number of processes without another server. Everything is locked
-- with skip locked, so a claim never waits and cannot be part of a deadlock.
--
-- `p_after` is the user that this worker served last. With `p_works`, only this work; its lanes still decide. With
-- `p_except`, only pages of other users than that one, who holds all the slots that one user may hold.
create or replace function claim_pages(
    p_worker text, p_limit integer, p_lease interval,
    p_delay float8, p_width integer, p_latency_factor float8, p_quiet float8,
    p_obey_robots boolean, p_robots_wait interval, p_unusable_proxies integer[] default '{}',
    p_private boolean default true, p_works bigint[] default null, p_after bigint default -1, p_except bigint default null
) returns bigint[]
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
    v_ready bigint[];
    v_lanes bigint[];
    v_states text[];
    v_until timestamptz[];
    v_lane_delays float8[];
    v_works bigint[];
    v_tasks bigint[];
    v_proxies integer[];
    v_reads_robots boolean[];
    v_delays float8[];
begin
    v_ready := ready_lanes(p_limit, p_private, p_after, p_works, p_except);
    if cardinality(v_ready) = 0 then return '{}'; end if;

    select array_agg(p.lane_id), array_agg(p.state), array_agg(p.delay), array_agg(p.until),
           array_agg(p.work_id) filter (where p.state = 'used'), array_agg(p.task_id) filter (where p.state = 'used'),
           array_agg(p.proxy_id) filter (where p.state = 'used'),
           array_agg(p.reads_robots) filter (where p.state = 'used'), array_agg(p.delay) filter (where p.state = 'used')
    into v_lanes, v_states, v_lane_delays, v_until, v_works, v_tasks, v_proxies, v_reads_robots, v_delays
    from pick_pages(
        v_ready, p_limit, p_delay, p_width, p_latency_factor, p_quiet, p_obey_robots, exists (select from proxies),
        p_unusable_proxies, p_works, p_except) p;

    perform move_lanes(v_lanes, v_states, v_lane_delays, v_until);
    if p_except is null then  -- else a lane may still have pages of the user who was left out
        perform park_lanes(array(select i.lane from unnest(v_lanes, v_states) i (lane, state) where i.state = 'idle'));
    end if;
    if v_works is null then return '{}'; end if;
    perform lease_pages(
        p_worker, p_lease, p_robots_wait, v_works, v_tasks, v_proxies, v_reads_robots, v_delays);
    return v_works;
end
$$;

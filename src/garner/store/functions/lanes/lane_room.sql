-- The number of further requests that each of these lanes may have in flight, and its delay. Inlined into the claim, whose
-- plan settings apply.
create or replace function lane_room(
    p_lanes bigint[], p_delay float8, p_width integer, p_latency_factor float8, p_quiet float8, p_obey_robots boolean,
    p_proxied boolean)
returns table (
    lane_id bigint, domain_id integer, is_open boolean, obeys_robots boolean, paces_each_proxy boolean,
    is_probing boolean, delay float8, free bigint, frees_at timestamptz)
language sql stable
as $$
    select l.id, l.domain_id, d.is_active and d.paused_at is null, d.obeys_robots and p_obey_robots, d.paces_each_proxy,
           l.opened_at is not null,
           -- A site gets at most five requests a second through one proxy, if nothing else limits them.
           greatest(case when p_proxied and d.paces_each_proxy then 0.2 else 0 end,
                    lane_delay(
                        lane_pace(coalesce(d.crawl_delay_seconds, p_delay)::float8,
                                  case when d.obeys_robots and p_obey_robots then l.robots_delay_seconds else 0 end,
                                  l.latency_seconds, p_latency_factor),
                        l.throttle_seconds, l.throttled_at, l.not_before, p_quiet, l.failures)),
           lane_width(l.opened_at, l.failures, coalesce(d.max_concurrent_requests, p_width)) - f.busy, f.frees_at
    from lanes l join domains d on d.id = l.domain_id
    cross join lateral (
        select count(*) as busy, min(w.lease_until) as frees_at
        from work w where w.lane_id = l.id and w.lease_until is not null) f
    where l.id = any (p_lanes) order by array_position(p_lanes, l.id)
$$;

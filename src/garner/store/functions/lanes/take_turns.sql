-- Reserves new slots for requests that are about to be sent later than their claims planned; otherwise they would come
-- too close to the next ones. If the lane has not been claimed since, the request is sent now and the next is
-- postponed; otherwise it is sent after those; and never before the lane's own limits allow, except for a request that
-- is its probe. If a domain paces each proxy separately, the proxy's slot there counts, and only the holder of the
-- lane's lock moves it. `p_turns` is where an earlier call left the lane, for a request that missed that slot too.
--
-- Returns the seconds to wait, for work that the caller still owns; if that is longer than `p_longest`, nothing is
-- reserved. The next request is postponed by a little less than the delay, which is enough: it will be no earlier than
-- its claim either.
create or replace function take_turns(
    p_works bigint[], p_fences bigint[], p_delays float8[], p_turns timestamptz[], p_longest float8)
returns table (work_id bigint, wait float8, turn timestamptz)
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
    v record;
    v_now timestamptz;
    v_at timestamptz;
    v_held_until timestamptz;
begin
    for v in
        select w.id, w.fence, w.lane_id, l.domain_id, case when d.paces_each_proxy then w.proxy_id end as proxy,
               u.delay * interval '1 second' as delay,
               coalesce(u.turn, w.claimed_at + u.delay * interval '1 second') as turn
        from unnest(p_works, p_fences, p_delays, p_turns) u (work, fence, delay, turn)
        join work w on w.id = u.work and w.fence = u.fence and w.lease_until is not null
        join lanes l on l.id = w.lane_id join domains d on d.id = l.domain_id
        order by w.lane_id
    loop
        select l.next_at,
               greatest(l.not_before, case when l.probe_fence is distinct from v.fence then l.open_until end)
        into turn, v_held_until
        from lanes l where l.id = v.lane_id for no key update;
        if v.proxy is not null then
            select h.next_at into turn
            from proxy_domains h where h.proxy_id = v.proxy and h.domain_id = v.domain_id;
        end if;
        v_now := clock_timestamp();
        if turn <= v.turn then
            v_at := greatest(v_now, v_held_until);
            turn := v_at + 0.95 * v.delay;
        else
            v_at := greatest(v_now, v_held_until, turn);
            turn := v_at + v.delay;
        end if;
        work_id := v.id;
        wait := extract(epoch from v_at - v_now);
        if wait <= p_longest and v.proxy is null then
            update lanes l set next_at = turn, ready_at = greatest(l.ready_at, turn) where l.id = v.lane_id;
        elsif wait <= p_longest then
            update proxy_domains h set next_at = turn where h.proxy_id = v.proxy and h.domain_id = v.domain_id;
        end if;
        return next;
    end loop;
end
$$;

-- Moves lanes on after a claim, as pick_pages found them, to the time at which a claim should look at them again. The
-- caller holds them. A lane that gave several pages may be named as many times.
--
-- `used`: a delay after the page that it gave. `closed`: never, as the domain is inactive or paused: awake, every claim
-- would read it, and every idle worker would spin. `full`: when a lease expires, and not at once if an expired lease has
-- not been swept yet; a settle that frees a slot wakes it earlier. `waiting`: when its robots.txt or its proxies may have
-- changed. `idle` lanes are not moved: they may be parked (park_lanes).
create or replace function move_lanes(p_lanes bigint[], p_states text[], p_delays float8[], p_until timestamptz[]) returns void
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
begin
    update lanes l
    set saturated = m.state = 'full',
        next_at = case when m.state = 'used' then now() + m.delay * interval '1 second' else l.next_at end,
        ready_at = case m.state
            when 'used' then now() + m.delay * interval '1 second'
            when 'closed' then 'infinity'
            when 'full' then greatest(l.next_at, m.until, now() + interval '1 second')
            else greatest(l.next_at, least(m.until, now() + interval '1 second')) end
    from unnest(p_lanes, p_states, p_delays, p_until) m (id, state, delay, until)
    where l.id = m.id and m.state <> 'idle';
end
$$;

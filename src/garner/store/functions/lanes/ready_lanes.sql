-- Locks the lanes that a claim looks at, and returns them in the order in which it does so. What their requests in
-- flight are is counted in a later statement, which sees every claim that had a lane before.
--
-- If more lanes are ready than there is room for, users take turns in half of it (next_lanes). With `p_works`, only lanes
-- of this work; with `p_except`, only lanes that hold work of other users than that one.
create or replace function ready_lanes(
    p_limit integer, p_private boolean, p_after bigint, p_works bigint[] default null, p_except bigint default null
) returns bigint[]
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
    v_ready bigint[];
    v_first bigint[];
begin
    if p_except is not null then
        v_first := next_lanes(p_limit, p_after, p_private, p_except);
        return array(
            select l.id from lanes l where l.id = any (v_first) and l.ready_at <= now()
            order by array_position(v_first, l.id) for no key update skip locked);
    end if;
    v_ready := array(
        select l.id from lanes l
        where l.stage = 'crawl' and l.ready_at <= now() and l.ready_at < 'infinity'  -- for the index without the parked
          and (p_private or not l.needs_private)
          and (p_works is null or l.id = any (array(select w.lane_id from work w where w.id = any (p_works))))
        order by l.ready_at limit p_limit
        for no key update skip locked);
    if cardinality(v_ready) < p_limit or p_works is not null then return v_ready; end if;

    -- The other half stays with the lanes that have waited longest, so that each lane gets its turn eventually.
    v_first := next_lanes((p_limit + round(random())::integer) / 2, p_after, p_private);
    v_first := array(
        select l.id from lanes l where l.id = any (v_first) and l.ready_at <= now()
        order by array_position(v_first, l.id) for no key update skip locked);
    return (v_first || array(
        select r.id from unnest(v_ready) with ordinality r (id, place)
        where r.id <> all (v_first) order by r.place))[:p_limit];
end
$$;

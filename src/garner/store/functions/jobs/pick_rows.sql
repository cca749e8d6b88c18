-- Picks the next rows of jobs, fairly: users take turns, and the jobs of a user take turns within theirs, until there
-- are enough rows. A lane that was served goes to the end of the line, and its `next_at` records when that was, so a
-- small job behind a huge one is served at once. The lanes stay locked until the claim commits, so that no other worker
-- picks from them; like every claim it skips locked work. With `p_works`, only this work.
create or replace function pick_rows(p_limit integer, p_reads_text boolean, p_works bigint[] default null) returns bigint[]
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
    v_window constant integer := 1000;  -- number of lanes that take turns
    v_lanes bigint[];
    v_works bigint[];
    v_idle bigint[];
begin
    -- Of each user the lane that has waited longest, then another of each; first the user who was served least
    -- recently, which small claims go by. Lanes that yielded nothing a moment ago count as served.
    v_lanes := array(
        select l.id
        from (select f.id, f.ready_at, coalesce(max(f.next_at) over whole, '-infinity') as served_at,
                     row_number() over (whole order by f.ready_at) as turn
              from (select n.id, n.job_id, n.ready_at, n.next_at from lanes n
                    where n.stage = 'match' and n.ready_at <= now() + interval '1 second'
                      and n.ready_at < 'infinity'  -- for the index without the parked
                      and (p_works is null
                           or n.id = any (array(select w.lane_id from work w where w.id = any (p_works))))
                    order by n.ready_at limit greatest(v_window, p_limit)) f
              left join lateral (select j.user_id from jobs j where j.id = any (array[f.job_id])) j on true
              window whole as (partition by coalesce(j.user_id, 0))) o
        join lanes l on l.id = o.id
        where o.ready_at <= now() and l.ready_at <= now()
        order by o.turn, o.served_at, o.ready_at limit p_limit
        for no key update of l skip locked);
    if cardinality(v_lanes) = 0 then return '{}'; end if;

    with busy as materialized (
        select r.lane, r.place, coalesce(j.user_id, 0) as asker
        from unnest(v_lanes) with ordinality r (lane, place)
        cross join lateral (select l.job_id from lanes l where l.id = any (array[r.lane])) l
        left join lateral (select j.user_id from jobs j where j.id = any (array[l.job_id])) j on true
        cross join lateral (
            select from work c
            where c.lane_id = r.lane and c.lease_until is null and not c.held and c.due_at <= now()
              and (p_reads_text or not c.reads_text) and (p_works is null or c.id = any (p_works)) limit 1) w),
    -- Twice its share of each lane that has work, so that some lanes make up for others that have too little.
    shared as materialized (
        select b.lane, b.place, b.asker,
               2 * ceil(p_limit::float8 / (select count(distinct a.asker) from busy a)
                        / count(*) over (partition by b.asker)) as most
        from busy b),
    head as materialized (
        select w.id, s.place, s.asker, row_number() over (partition by s.lane order by w.rank) as turn
        from shared s
        cross join lateral (
            select c.id, c.rank from work c
            where c.lane_id = s.lane and c.lease_until is null and not c.held and c.due_at <= now()
              and (p_reads_text or not c.reads_text) and (p_works is null or c.id = any (p_works))
            order by c.rank limit s.most) w),
    line as materialized (
        select h.id, h.place, row_number() over (partition by h.asker order by h.turn, h.place) as turn from head h),
    pick as materialized (
        select w.id, w.lane_id from work w
        where w.id = any (array(select n.id from line n order by n.turn, n.place limit p_limit))
          and w.lease_until is null
        for update skip locked)
    select array(select p.id from pick p),
           array(select unnest(v_lanes) except select p.lane_id from pick p)
    into v_works, v_idle;

    update lanes set ready_at = now(), next_at = now() where id = any (v_lanes) and id <> all (v_idle);
    perform park_lanes(v_idle);
    -- The due work there is locked, or needs another worker: this one looks elsewhere first.
    update lanes set ready_at = now() + interval '200 milliseconds', next_at = now()
    where id = any (v_idle) and ready_at <= now();
    return v_works;
end
$$;

-- The next rows of jobs, fairly: of the lanes whose turn it is one row each, then another of each, until there are enough.
-- Whoever was served goes to the end of the line, so a small job behind a huge one is served at once. The lanes stay locked
-- until the claim is through, so that nobody else picks from them; like every claim it skips what somebody holds.
create function pick_rows(p_limit integer, p_reads_text boolean, p_job bigint) returns bigint[]
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
    v_lanes bigint[];
    v_works bigint[];
    v_idle bigint[];
begin
    v_lanes := array(
        select l.id from lanes l
        where l.stage = 'match' and l.ready_at <= now() and l.ready_at < 'infinity'  -- for the index without the parked
          and (p_job is null or l.job_id = p_job)
        order by l.ready_at limit p_limit
        for no key update skip locked);
    if cardinality(v_lanes) = 0 then return '{}'; end if;

    -- Twice its share of each that has anything, so that what some have not others fill.
    with busy as materialized (
        select r.lane, r.place, ceil(p_limit::float8 / count(*) over ()) as share
        from unnest(v_lanes) with ordinality r (lane, place)
        cross join lateral (
            select from work c
            where c.lane_id = r.lane and c.lease_until is null and not c.held and c.due_at <= now()
              and (p_reads_text or not c.reads_text) limit 1) w),
    head as materialized (
        select w.id, b.place, row_number() over (partition by b.lane order by w.rank) as turn
        from busy b
        cross join lateral (
            select c.id, c.rank from work c
            where c.lane_id = b.lane and c.lease_until is null and not c.held and c.due_at <= now()
              and (p_reads_text or not c.reads_text)
            order by c.rank limit 2 * b.share) w),
    pick as materialized (
        select w.id, w.lane_id from work w
        where w.id = any (array(select h.id from head h order by h.turn, h.place limit p_limit))
          and w.lease_until is null
        for update skip locked)
    select array(select p.id from pick p),
           array(select unnest(v_lanes) except select p.lane_id from pick p)
    into v_works, v_idle;

    update lanes set ready_at = now() where id = any (v_lanes) and id <> all (v_idle);
    perform park_lanes(v_idle);
    -- What is due there is held by somebody, or is nothing that this worker can do: it looks elsewhere first.
    update lanes set ready_at = now() + interval '200 milliseconds' where id = any (v_idle) and ready_at <= now();
    return v_works;
end
$$;

-- Returns the lanes to call first if more are ready than a claim has room for: those that hold the next pages of the
-- users in turn, and of their jobs (turns_of_askers), single requests first. Otherwise a job on very many hosts would come
-- before a later request as many times as it has hosts. Only the order is decided: a user without a ready lane among
-- these first pages depends on the order of the lanes. With `p_except`, only lanes that hold pages of other users.
create or replace function next_lanes(
    p_limit integer, p_after bigint, p_private boolean, p_except bigint default null
) returns bigint[]
language sql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set enable_bitmapscan = off
as $$
    with turn as materialized (
        select t.*, s.single, ceil(1.0 * p_limit / count(*) over (partition by s.single)) as share,
               count(*) over () as askers
        from unnest(array[true, false]) s (single)
        cross join lateral turns_of_askers('crawl', s.single, p_limit, p_after) t
        where p_except is null or t.asker_id <> p_except),
    head as materialized (
        select l.id, t.single,
               row_number() over (partition by t.single, t.asker_place order by w.place, t.job_place) as asker_turn,
               t.asker_place
        from turn t
        cross join lateral (
            select c.lane_id, row_number() over (order by c.rank) as place from work c
            where c.stage = 'crawl' and c.single = t.single and c.asker_id = t.asker_id and c.job_id = t.job_id
              and c.due_at <= now() and c.lease_until is null and not c.held and c.task_id is not null
            order by c.rank limit t.share) w
        cross join lateral (
            select l.id from lanes l
            where l.id = w.lane_id and l.ready_at <= now() and (p_private or not l.needs_private) limit 1) l
        -- Among the pages of one job there is no order to keep.
        where t.askers > 1 or p_except is not null)
    select array(
        select f.id
        from (select h.id, min((not h.single, h.asker_turn, h.asker_place)) as place from head h group by h.id) f
        order by f.place limit p_limit)
$$;

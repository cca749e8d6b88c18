-- Fetched pages that a claim may take, in the order of turns (turns_of_askers): one page of each user, then another of
-- each, and likewise over a user's jobs; within a job by rank. Returns more than the limit, since some may be locked.
-- `p_lows` are hints, the lowest ranks of jobs served a moment ago: they spare the scan the dead entries that a long
-- transaction elsewhere keeps vacuum from removing, and correctness never depends on them.
create or replace function next_bodies(
    p_limit integer, p_single boolean, p_after bigint, p_low_askers bigint[], p_low_jobs bigint[], p_lows timestamptz[])
returns bigint[]
language sql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set enable_bitmapscan = off
as $$
    with turn as materialized (
        select t.*, ceil(4.0 * p_limit / count(*) over ()) as share
        from turns_of_askers('extract', p_single, p_limit, p_after) t),
    head as materialized (
        select w.id, t.asker_place,
               row_number() over (partition by t.asker_place order by w.place, t.job_place) as asker_turn
        from turn t
        left join lateral (
            select l.low from unnest(p_low_askers, p_low_jobs, p_lows) l (asker, job, low)
            where l.asker = t.asker_id and l.job = t.job_id limit 1) hint on true
        cross join lateral (
            select c.id, row_number() over (order by c.rank) as place from work c
            where c.stage = 'extract' and c.single = p_single and c.asker_id = t.asker_id and c.job_id = t.job_id
              and c.rank >= coalesce(hint.low, '-infinity') and c.due_at <= now()
              and c.lease_until is null and not c.held and c.task_id is not null
            order by c.rank limit t.share) w)
    select array(select h.id from head h order by h.asker_turn, h.asker_place limit 4 * p_limit)
$$;

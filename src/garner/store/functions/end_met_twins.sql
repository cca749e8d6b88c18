-- Of rows that the feeder meets on its way through a job, those whose original is over end as that did. The caller holds the
-- job's lane and bounds the rows.
--
-- The share lock waits for a settle that is ending an original at this moment. One that ends later looks for its twins after
-- its own lock, and finds these. Returns how many it ended.
create function end_met_twins(p_items uuid[]) returns integer
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
    v_originals uuid[];
    v_twins uuid[];
begin
    v_originals := array(
        select distinct t.twin_of from unnest(p_items) p (id)
        cross join lateral (select i.twin_of from job_items i where i.id = any (array[p.id])) t
        where t.twin_of is not null);
    perform from job_items o where o.id = any (v_originals) order by o.id for share;

    select array_agg(t.id), array_agg(t.original) into v_twins, v_originals
    from (
        select h.id, o.id as original
        from unnest(p_items) p (id)
        cross join lateral (select i.twin_of from job_items i where i.id = any (array[p.id])) t
        cross join lateral (
            select i.id from job_items i
            where i.id = any (array[t.twin_of]) and i.completed_at is not null
              and (select b.heir_id from twin_backlog b where b.item_id = i.id) is null) o
        cross join lateral (
            select i.id from job_items i
            where i.id = any (array[p.id]) and coalesce(i.status, '') = 'PENDING' for update) h) t;
    return case when v_twins is null then 0 else end_as_originals(v_twins, v_originals) end;
end
$$;

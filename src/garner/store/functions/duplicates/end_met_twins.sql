-- Ends those duplicate rows that the feeder meets in a job (`p_twins`) whose original (`p_originals`, in the same
-- order) has ended, with its result. The caller holds the job's lane, and bounds the rows. Returns how many it ended.
--
-- The share lock waits for a settle that is ending an original at this moment. A settle that ends one later looks for
-- its duplicates after its own lock, and finds these.
create or replace function end_met_twins(p_twins uuid[], p_originals uuid[]) returns integer
language plpgsql
set jit = off
set enable_seqscan = off
as $$
declare
    v_over uuid[];
    v_twins uuid[];
    v_originals uuid[];
begin
    perform from job_items o where o.id = any (p_originals) order by o.id for share;
    v_over := array(
        select o.id from job_items o
        where o.id = any (p_originals) and o.completed_at is not null
          and (select b.heir_id from twin_backlog b where b.item_id = o.id) is null);
    if cardinality(v_over) = 0 then return 0; end if;

    select array_agg(p.twin), array_agg(p.original) into v_twins, v_originals
    from unnest(p_twins, p_originals) p (twin, original) join unnest(v_over) o (id) on o.id = p.original;
    return end_as_originals(v_twins, v_originals);
end
$$;

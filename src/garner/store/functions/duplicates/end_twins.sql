-- Ends rows that repeat one of these, which have ended: at most `p_most` of them. For a row that has more, the progress
-- is recorded in `twin_backlog`, and settle_twins continues from there in transactions of its own.
--
-- The caller holds the rows that ended, and this is a later statement than that lock: see settle_items. Rows whose
-- duplicates are being moved to another row (they were edited) no longer have any of their own.
create or replace function end_twins(p_items uuid[], p_most integer default 2000) returns void
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
    v_share integer := greatest(1, p_most / greatest(1, cardinality(p_items)));
    v_twins uuid[];
    v_originals uuid[];
begin
    with picked as materialized (
        select o.id as original, o.job_id, t.id, t.row_no
        from unnest(p_items) p (id)
        cross join lateral (
            select i.id, i.job_id from job_items i
            where i.id = any (array[p.id]) and i.completed_at is not null
              and (select b.heir_id from twin_backlog b where b.item_id = i.id) is null) o
        cross join lateral (
            select w.id, w.row_no from job_items w
            where w.twin_of = o.id and w.status = 'PENDING' order by w.row_no limit v_share) t),
    noted as (
        insert into twin_backlog (item_id, job_id, settled_to)
        select p.original, p.job_id, max(p.row_no) from picked p
        group by p.original, p.job_id having count(*) = v_share
        on conflict (item_id) do update set settled_to = excluded.settled_to)
    select array_agg(p.id), array_agg(p.original) into v_twins, v_originals from picked p;

    if v_twins is not null then
        perform end_as_originals(v_twins, v_originals);
    end if;
end
$$;

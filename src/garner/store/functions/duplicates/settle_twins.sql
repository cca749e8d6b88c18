-- Settles some more duplicates of a row that is in `twin_backlog`, at most `p_most`: they end with its result, or, if
-- it was edited, become duplicates of its heir instead, and end with that one if it has ended. Each call is a short
-- transaction of its own; if a worker dies between two of them, another continues. Returns how many duplicates it
-- settled.
--
-- Lock order: the row that decides how the duplicates end, its row in the backlog, the duplicates. A settle holds such
-- a row when it records it in the backlog, so the backlog must not be locked before.
create or replace function settle_twins(p_item uuid, p_most integer) returns integer
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
    v_heir uuid := (select b.heir_id from twin_backlog b where b.item_id = p_item);
    v_original uuid := coalesce(v_heir, p_item);
    v_settled_to bigint;
    v_is_over boolean;
    v_twins uuid[];
    v_pending uuid[];
begin
    perform from job_items i where i.id = v_original for share;
    select b.settled_to into v_settled_to from twin_backlog b
    where b.item_id = p_item and b.heir_id is not distinct from v_heir for update skip locked;
    if not found then return 0; end if;  -- another worker has it or finished it, or the row was just edited

    v_is_over := (select i.completed_at is not null from job_items i where i.id = v_original);
    if v_heir is null then
        if v_is_over then
            select array_agg(t.id), max(t.row_no) into v_pending, v_settled_to
            from (
                select w.id, w.row_no from job_items w
                where w.twin_of = p_item and w.status = 'PENDING' and w.row_no > v_settled_to
                order by w.row_no limit p_most) t;
        end if;  -- else it is rerun, and its duplicates end with it
        v_twins := v_pending;
    else
        select array_agg(t.id), array_agg(t.id) filter (where t.status = 'PENDING') into v_twins, v_pending
        from (
            select w.id, w.status from job_items w where w.twin_of = p_item
            order by w.status, w.row_no limit p_most for update) t;
        update job_items i set twin_of = v_heir where i.id = any (v_twins);
    end if;

    if v_is_over and v_pending is not null then
        perform end_as_originals(v_pending, array_fill(v_original, array[cardinality(v_pending)]));
    end if;
    if coalesce(cardinality(v_twins), 0) < p_most then
        delete from twin_backlog b where b.item_id = p_item;
    else
        update twin_backlog b set settled_to = coalesce(v_settled_to, b.settled_to) where b.item_id = p_item;
    end if;
    return coalesce(cardinality(v_twins), 0);
end
$$;

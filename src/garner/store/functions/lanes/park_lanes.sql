-- Parks lanes that yielded nothing until their earliest due work, or until woken. This is a statement of its own under
-- a stronger lock, so that it sees any work whose submit has committed, and skips a lane that a submit still holds: a
-- lane is never parked over work. A lane that does have due work, which the claim had no room for or another
-- transaction holds, keeps its place; this is checked first, so that a long queue is not searched for its earliest row.
create or replace function park_lanes(p_lanes bigint[]) returns void
language plpgsql
set enable_hashjoin = off
set enable_seqscan = off
as $$
declare
    v_held bigint[];
begin
    if cardinality(p_lanes) = 0 then return; end if;
    v_held := array(select id from lanes where id = any (p_lanes) for update skip locked);
    update lanes l
    set saturated = false,
        ready_at = coalesce(
            (select l.ready_at from work w
             where w.lane_id = l.id and w.lease_until is null and not w.held and w.due_at <= now() limit 1),
            greatest(l.next_at, coalesce(
                (select min(w.due_at) from work w
                 where w.lane_id = l.id and w.lease_until is null and not w.held), 'infinity')))
    where l.id = any (v_held);
end
$$;

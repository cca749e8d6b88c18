-- Brings a sleeping lane's next look forward to the moment its pace allows. A lane that is awake is not written
-- to, so that many submits to one busy domain do not queue up on its row.
create function wake_lane(p_lane bigint) returns void
language sql
as $$
    update lanes set ready_at = greatest(next_at, now())
    where id = p_lane and ready_at > greatest(next_at, now());
$$;

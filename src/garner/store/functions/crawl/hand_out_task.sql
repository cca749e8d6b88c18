-- Inserts the row in `work` for a queued crawl task, and wakes its lane. The lane's row, held for key share, prevents
-- parking until this work is visible.
create or replace function hand_out_task(p_task bigint, p_lane bigint, p_priority integer, p_asker bigint default 0)
returns void
language plpgsql
as $$
begin
    -- Nothing is started for a page that an operator has paused, regardless of the requester.
    insert into work (stage, task_id, lane_id, priority, rank, max_attempts, held, asker_id)
    select 'crawl', id, p_lane, p_priority, work_rank(now(), p_priority), max_retries, paused_at is not null, p_asker
    from crawl_tasks where id = p_task;
    -- A lane that is awake is not written to, so that many submits to one busy domain do not queue up on its row.
    update lanes set ready_at = greatest(next_at, now())
    where id = p_lane and ready_at > greatest(next_at, now());
end
$$;

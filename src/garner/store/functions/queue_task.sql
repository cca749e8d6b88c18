-- Hands a crawl task out: a row in `work`, and its lane awake. The caller holds the task's lock and the lane's
-- row for key share, which keeps parking off until this work can be seen.
create function queue_task(p_task bigint, p_lane bigint, p_priority integer) returns void
language plpgsql
as $$
begin
    insert into work (stage, task_id, lane_id, priority, rank, max_attempts)
    select 'crawl', id, p_lane, p_priority, work_rank(now(), p_priority), max_retries
    from crawl_tasks where id = p_task;

    update crawl_tasks
    set status = 'queued', scheduled_at = now(), started_at = null, retry_count = 0,
        error_code = null, error_message = null, updated_at = now()
    where id = p_task;

    perform wake_lane(p_lane);
end
$$;

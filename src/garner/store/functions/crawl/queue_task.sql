-- Queues an idle crawl task. The caller holds the task's lock and the lane's row for key share.
create or replace function queue_task(p_task bigint, p_lane bigint, p_priority integer, p_asker bigint default 0)
returns void
language plpgsql
as $$
begin
    update crawl_tasks
    set status = 'queued', scheduled_at = case when kinds = '{}' then now() else scheduled_at end, rank = null, started_at = null, retry_count = 0, demand = demand + 1,
        error_code = null, error_message = null, updated_at = now()
    where id = p_task;
    perform hand_out_task(p_task, p_lane, p_priority, p_asker);
end
$$;

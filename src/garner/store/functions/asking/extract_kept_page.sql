-- Extracts an idle page that is fresh enough again, from its kept body. It is not fetched, so `started_at` stays null,
-- which tells settling that nothing became fresher. Returns whether this was possible. The caller holds the task's
-- lock.
create or replace function extract_kept_page(
    p_task bigint, p_priority integer, p_ttl interval, p_asker bigint, p_job bigint) returns boolean
language plpgsql
as $$
begin
    update crawl_tasks
    set status = 'downloaded', started_at = null, retry_count = 0, demand = demand + 1, error_code = null,
        error_message = null, updated_at = now()
    where id = p_task and html_path is not null and paused_at is null
      -- When the page was last seen: a failure other than no_record means that it was not seen then.
      and case when status = 'completed' then completed_at
               when status = 'failed' and error_code = 'no_record' then failed_at end > now() - p_ttl;
    if not found then return false; end if;
    insert into work (stage, task_id, priority, rank, max_attempts, asker_id, job_id)
    select 'extract', t.id, p_priority, work_rank(now(), p_priority), t.max_retries, p_asker, p_job
    from crawl_tasks t where t.id = p_task;
    return true;
end
$$;

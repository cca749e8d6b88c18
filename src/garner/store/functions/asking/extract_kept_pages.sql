-- Extracts idle pages that are fresh enough again, from their kept bodies. They are not fetched, so `started_at` stays
-- null, which tells settling that nothing became fresher. Returns those of the tasks for which this was possible. The
-- caller holds the tasks' locks.
create or replace function extract_kept_pages(
    p_tasks bigint[], p_ttls interval[], p_askers bigint[], p_priority integer, p_job bigint) returns bigint[]
language plpgsql
as $$
declare
    v_kept bigint[];
begin
    with kept as (
        update crawl_tasks t
        set status = 'downloaded', started_at = null, retry_count = 0, demand = t.demand + 1, error_code = null,
            error_message = null, updated_at = now()
        from unnest(p_tasks, p_ttls, p_askers) p (task, ttl, asker)
        where t.id = any (array[p.task]) and t.html_path is not null and t.paused_at is null
          -- When the page was last seen: a failure other than no_record means that it was not seen then.
          and case when t.status = 'completed' then t.completed_at
                   when t.status = 'failed' and t.error_code = 'no_record' then t.failed_at end > now() - p.ttl
        returning t.id, t.max_retries, p.asker),
    queued as (
        insert into work (stage, task_id, priority, rank, max_attempts, asker_id, job_id)
        select 'extract', k.id, p_priority, work_rank(now(), p_priority), k.max_retries, k.asker, p_job from kept k)
    select array(select k.id from kept k) into v_kept;
    return v_kept;
end
$$;

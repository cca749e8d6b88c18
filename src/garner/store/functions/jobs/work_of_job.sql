-- Work at this stage for pages that rows of a job wait for; for a large job, for the first of its open rows. It starts
-- from the rows, since other jobs may have more work than this one.
create or replace function work_of_job(p_job bigint, p_stage text) returns bigint[]
language sql stable
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
    select array(
        select distinct w.id
        from (select i.url_hash from job_items i
              where i.job_id = p_job and i.url_hash is not null and i.completed_at is null
              order by i.row_no limit 2000) i
        cross join lateral (select t.id from crawl_tasks t where t.url_hash = i.url_hash limit 1) t
        cross join lateral (
            select c.id from work c
            where c.task_id = t.id and case when c.lease_until is null and not c.held then c.stage = p_stage end
            limit 1) w)
$$;

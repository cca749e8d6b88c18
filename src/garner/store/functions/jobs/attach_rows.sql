-- Attaches rows of a job to their pages. For each page, under its crawl task's lock: a record that is fresh enough ends
-- the row at once; a page in progress is joined, and the row takes its progress; any other page joins its domain's
-- backlog. Rows that are not returned are left for the next call: another transaction holds their page just now, and
-- the holder of a job's lane waits for no page.
--
-- A page's place in the backlog is its job's virtual time on that domain, which begins where the domain is now: each
-- page of the job comes one delay of the domain after the one before, multiplied by the number of active jobs of its
-- user. So the pages of a small job go between those of a huge one, regardless of which came first and how far behind
-- the domain is.
--
-- Rows are looked up one by one by their ids, regardless of the statistics: no index scan can be ordered by `= any
-- (array[id])`, so a table that is estimated to be small is not scanned for each row either.
--
-- Which record is fresh, how a page is created, extracted from its kept body or moved up, and since when it is in progress
-- is said where ask_for_pages says it. Rows differ in that they exist already, share pages, and take turns in a backlog.
--
-- The caller holds the job's lane. New crawl tasks are created by hash, known ones locked by id; the domains' lanes come
-- last.
create or replace function attach_rows(
    p_job bigint, p_items uuid[], p_kinds text[], p_urls text[], p_url_hashes text[], p_domains text[],
    p_base_urls text[], p_wholes boolean[], p_ttl_kinds text[], p_ttls interval[], p_priority integer, p_delay float8,
    p_givens text[]
) returns table (item_id uuid, outcome text, kind text, task_id bigint)
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
    v_held bigint[];
    v_items uuid[];
    v_tasks bigint[];
    v_started bigint[];
    v_user bigint;
    v_rows_left bigint;
    v_jobs bigint;
begin
    select j.user_id, j.rows_numbered - j.processed_items,
           greatest(1, (select count(*) from jobs o where o.queue_state in ('QUEUED', 'RUNNING') and o.user_id = j.user_id))
    into v_user, v_rows_left, v_jobs
    from jobs j where j.id = p_job;

    perform create_pages(
        array(select generate_subscripts(p_items, 1)), p_urls, p_url_hashes, p_domains, p_base_urls, p_givens, p_priority,
        'pending');

    v_held := array(
        select t.id from crawl_tasks t where t.url_hash = any (p_url_hashes) order by t.id for update skip locked);

    -- Later statements than that lock, so that a record is seen whose page was locked by the transaction that wrote it.
    return query
        with fresh as materialized (
            select i.id as item, a.url, a.url_hash, f.kind, f.version, t.id as task
            from unnest(p_items, p_kinds, p_urls, p_url_hashes, p_wholes) a (item, kind, url, url_hash, whole)
            cross join lateral (select t.id from crawl_tasks t where t.url_hash = a.url_hash limit 1) t
            cross join lateral (select i.redone_at from job_items i where i.id = a.item limit 1) r
            cross join lateral fresh_record(a.url_hash, a.kind, p_ttl_kinds, p_ttls, a.whole, r.redone_at) f
            -- Checked for each row by its id, and not in the update below: with statistics from before there were so
            -- many rows, the planner would expect few to be left, and scan the whole list for each row.
            cross join lateral (
                select i.id from job_items i
                where i.id = a.item and coalesce(i.status, '') = 'PENDING' and i.url_hash is null for update) i
            where t.id = any (v_held)),
        ended as (
            update job_items i
            set status = 'DONE', url_hash = f.url_hash, kind = f.kind, record_version = f.version,
                result_json = grid_result(f.url_hash, f.kind, f.version, i.url), error_code = null, last_error = null,
                attempts = i.attempts + 1, started_at = coalesce(i.started_at, now()), completed_at = now(),
                updated_at = now()
            from fresh f where i.id = any (array[f.item])
            returning i.id, i.kind, f.task)
        select e.id, 'done', e.kind::text, e.task from ended e;

    with found as materialized (
        select i.id, a.url_hash, a.kind, t.id as task, t.began
        from unnest(p_items, p_url_hashes, p_kinds) a (item, url_hash, kind)
        cross join lateral (
            select t.id, work_began(t.status, t.started_at, t.updated_at, t.url_hash) as began
            from crawl_tasks t where t.url_hash = a.url_hash limit 1) t
        cross join lateral (
            select i.id from job_items i
            where i.id = a.item and coalesce(i.status, '') = 'PENDING' and i.url_hash is null for update) i
        where t.id = any (v_held)),
    waiting as (
        update job_items i
        set url_hash = f.url_hash, kind = coalesce(i.kind, f.kind),
            status = case when f.began is null then i.status else 'PROCESSING' end,
            attempts = i.attempts + (f.began is not null and i.started_at is null)::integer,
            started_at = coalesce(i.started_at, f.began),
            updated_at = case when f.began is null then i.updated_at else now() end
        from found f where i.id = any (array[f.id])
        returning i.id, f.task)
    select array(select w.id from waiting w), array(select w.task from waiting w) into v_items, v_tasks;
    return query select w.item, 'attached', null::text, w.task from unnest(v_items, v_tasks) w (item, task);

    -- The language model may be called for what the kept page lacks; rows that are rerun are fetched again.
    perform extract_kept_pages(
        array_agg(w.id), array_agg(w.ttl), array_agg(coalesce(v_user, 0)), p_priority, p_job)
    from (select distinct t.id, (select max(ttl) from unnest(p_ttls) ttl) as ttl
          from unnest(p_items, p_url_hashes, p_kinds, p_wholes) a (item, url_hash, kind, whole)
          cross join lateral (select t.id, t.status from crawl_tasks t where t.url_hash = a.url_hash limit 1) t
          where a.whole and t.id = any (v_tasks) and t.status in ('completed', 'failed')
            and is_left_wanting(a.url_hash, a.kind)
            and (select i.redone_at from job_items i where i.id = a.item) is null) w;

    with ahead as materialized (
        select t.domain_id, count(*) as pages
        from job_items i
        cross join lateral (select t.id, t.domain_id from crawl_tasks t where t.url_hash = i.url_hash limit 1) t
        where i.job_id = p_job and i.url_hash is not null and i.completed_at is null and t.id <> all (v_tasks)
        group by t.domain_id),
    idle as materialized (
        select t.id, t.domain_id, row_number() over (partition by t.domain_id order by w.place) as place
        from (select u.task, min(u.place) as place from unnest(v_tasks) with ordinality u (task, place) group by 1) w
        cross join lateral (select t.id, t.domain_id, t.status from crawl_tasks t where t.id = w.task limit 1) t
        where t.status in ('pending', 'completed', 'failed')),
    domain as materialized (
        select i.domain_id as id,
               v_jobs * greatest(0.01, coalesce(d.crawl_delay_seconds, p_delay)::float8, l.robots_delay_seconds) as step,
               least(work_rank(now(), p_priority), backlog_head(l.id, i.domain_id)) as begins_at
        from (select distinct domain_id from idle) i
        cross join lateral (select d.* from domains d where d.id = i.domain_id limit 1) d
        cross join lateral (select l.* from lanes l where l.domain_id = i.domain_id limit 1) l),
    ranked as materialized (
        select i.id, d.begins_at + interval '1 second' * (i.place + coalesce(a.pages, 0)) * d.step as rank
        from idle i
        cross join lateral (select d.* from domain d where d.id = i.domain_id limit 1) d
        left join ahead a on a.domain_id = i.domain_id),
    started as (
        update crawl_tasks t
        set status = 'pending', rank = least(t.rank, r.rank), demand = t.demand + 1,
            scheduled_at = case when t.kinds = '{}' then now() else t.scheduled_at end, updated_at = now(),
            error_code = null, error_message = null
        from ranked r where t.id = any (array[r.id])
        returning t.domain_id)
    select array(select distinct s.domain_id from started s) into v_started;

    perform raise_work(v_tasks, p_priority);

    -- A page in progress takes the turn of this job, unless it has that of a job with fewer rows left.
    update work w set asker_id = coalesce(v_user, 0), job_id = p_job
    where w.id = any (array(
        select c.id from work c
        where c.task_id = any (v_tasks) and c.lease_until is null and c.priority >= 1
          and (c.job_id = 0 or (select j.rows_numbered - j.processed_items from jobs j where j.id = c.job_id) > v_rows_left)
        order by c.id for update skip locked));

    update lanes set feed_at = now()
    where id = any (array(
        select l.id from lanes l where l.domain_id = any (v_started) and l.feed_at > now()
        order by l.id for no key update));
end
$$;

-- Leases picked pages to a worker: their tasks and the items that wait for them are in progress, the reading of a
-- robots.txt and the use of proxies are recorded, each work row gets a fence, and an open breaker its probe. The caller
-- holds lanes, tasks and work.
create or replace function lease_pages(
    p_worker text, p_lease interval, p_robots_wait interval, p_works bigint[], p_tasks bigint[], p_proxies integer[],
    p_reads_robots boolean[], p_delays float8[]
) returns void
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
    v_url_hashes text[];
begin
    if true = any (p_reads_robots) then
        insert into robots_files (origin, domain_id, next_try_at)
        select distinct on (page_origin(coalesce(w.hop_url, t.url)))
               page_origin(coalesce(w.hop_url, t.url)), l.domain_id, now() + p_robots_wait
        from unnest(p_works, p_reads_robots) e (work, reads_robots)
        join work w on w.id = e.work join crawl_tasks t on t.id = w.task_id join lanes l on l.id = w.lane_id
        where e.reads_robots
        on conflict (origin) do update set next_try_at = excluded.next_try_at;
    end if;

    with started as (
        update crawl_tasks t set status = 'crawling', started_at = now(), updated_at = now()
        where t.id = any (p_tasks) returning t.url_hash)
    select array_agg(s.url_hash::text) into v_url_hashes from started s;
    perform start_waiting_items(v_url_hashes);
    if num_nonnulls(variadic p_proxies) > 0 then
        perform use_proxies(p_works, p_proxies);
    end if;

    with leased as (
        update work w
        set fence = nextval('work_fence'), attempt = w.attempt + 1, worker = p_worker, lease_until = now() + p_lease,
            claimed_at = now(), proxy_id = e.proxy, reads_robots = e.reads_robots, delay_seconds = e.delay
        from unnest(p_works, p_proxies, p_reads_robots, p_delays) e (work, proxy, reads_robots, delay)
        where w.id = e.work
        returning w.lane_id, w.fence)
    update lanes l set probe_fence = c.fence from leased c where l.id = c.lane_id and l.opened_at is not null;
end
$$;

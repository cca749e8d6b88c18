-- Picks and locks the pages that these lanes give, and says of each lane how the claim found it (see move_lanes): one row
-- for each page, and one for each lane without. The caller holds the lanes.
--
-- A lane gives no more than one page, unless its domain has no delay at all and nothing else holds it back. If the
-- robots.txt of the first page's host is unknown or expired, that page is picked to read it, and no other; while another
-- worker reads it, none. If there are proxies, each page gets the one that the domain has used least recently.
create or replace function pick_pages(
    p_lanes bigint[], p_limit integer, p_delay float8, p_width integer, p_latency_factor float8, p_quiet float8,
    p_obey_robots boolean, p_proxied boolean, p_unusable_proxies integer[], p_works bigint[], p_except bigint
) returns table (
    lane_id bigint, state text, delay float8, until timestamptz, work_id bigint, task_id bigint, proxy_id integer,
    reads_robots boolean)
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
    return query
    -- With a null lane or domain nothing is searched; a join condition would not prevent it.
    with head as materialized (
        select r.*, h.work_id, h.unread, h.robots_wait, e.proxy, e.none_until
        from lane_room(p_lanes, p_delay, p_width, p_latency_factor, p_quiet, p_obey_robots, p_proxied) r
        left join lateral first_page(
            case when r.is_open and r.free > 0 then r.lane_id end, r.obeys_robots, p_works, p_except) h on true
        left join lateral choose_proxy(
            case when p_proxied and h.work_id is not null and h.robots_wait is null then r.domain_id end,
            r.paces_each_proxy, p_unusable_proxies) e on true),
    page as materialized (
        select h.lane_id, h.delay, w.id as work_id, w.task_id, h.proxy, h.unread
        from head h cross join lateral (
            select c.id, c.task_id
            from work c join crawl_tasks t on t.id = c.task_id
            left join lateral (select * from robots_files f
                               where h.obeys_robots and not h.unread
                                 and f.origin = page_origin(coalesce(c.hop_url, t.url)) limit 1) r on true
            where c.lane_id = h.lane_id and c.lease_until is null and not c.held and c.due_at <= now()
              and (p_works is null or c.id = any (p_works)) and (p_except is null or c.asker_id <> p_except)
              and case when h.unread then c.id = h.work_id
                       else not h.obeys_robots or r.expires_at > now() end
            order by c.rank
            limit case when h.delay > 0 or h.is_probing or h.unread or p_proxied then 1 else h.free end
            for update of c, t skip locked) w
        where h.work_id is not null and h.robots_wait is null and (not p_proxied or h.proxy is not null)
        limit p_limit)
    select p.lane_id, 'used', p.delay, null::timestamptz, p.work_id, p.task_id, p.proxy, p.unread from page p
    union all
    select h.lane_id,
           case when not h.is_open then 'closed' when h.free <= 0 then 'full'
                when coalesce(h.robots_wait, h.none_until) is not null then 'waiting' else 'idle' end,
           null, case when h.free <= 0 then h.frees_at else coalesce(h.robots_wait, h.none_until) end,
           null, null, null, null
    from head h where h.lane_id <> all (array(select p.lane_id from page p));
end
$$;

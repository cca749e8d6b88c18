-- The first page in line of a lane. It decides whether the robots.txt of its host must be read before anything else
-- (`unread`), and until when another worker may be reading it (`robots_wait`). Inlined into the claim.
--
-- Each robots.txt is looked up by itself: a join leaves the planner free to read all of them while its statistics call
-- the table empty.
create or replace function first_page(p_lane bigint, p_obeys_robots boolean, p_works bigint[], p_except bigint)
returns table (work_id bigint, unread boolean, robots_wait timestamptz)
language sql stable
as $$
    select c.id, p_obeys_robots and coalesce(r.expires_at, '-infinity') <= now(),
           case when p_obeys_robots and coalesce(r.expires_at, '-infinity') <= now() and r.next_try_at > now()
                then r.next_try_at end
    from work c join crawl_tasks t on t.id = c.task_id
    left join lateral (select * from robots_files f
                       where f.origin = page_origin(coalesce(c.hop_url, t.url)) limit 1) r on true
    where c.lane_id = p_lane and c.lease_until is null and not c.held and c.due_at <= now()
      and (p_works is null or c.id = any (p_works)) and (p_except is null or c.asker_id <> p_except)
    order by c.rank limit 1
$$;

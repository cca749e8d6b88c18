-- Where a domain is in the order of its backlog: at the best rank of what waits there, single requests aside. Both are the
-- first entries of an index, whatever the statistics say. Null where nothing waits.
create function backlog_head(p_lane bigint, p_domain integer) returns timestamptz
language sql stable
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
    select least(
        (select w.rank from work w
         where w.lane_id = p_lane and w.lease_until is null and not w.held and w.rank > now() - interval '100 years'
         order by w.rank limit 1),
        (select t.rank from crawl_tasks t
         where t.domain_id = p_domain and t.status = 'pending' and t.rank is not null and t.paused_at is null
         order by t.rank limit 1))
$$;

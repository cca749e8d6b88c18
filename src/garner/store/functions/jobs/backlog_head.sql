-- The position of a domain in the order of its backlog: the best rank of its waiting work, except single requests. Both
-- are the first entries of an index, regardless of the statistics. Null if nothing waits.
create or replace function backlog_head(p_lane bigint, p_domain integer) returns timestamptz
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

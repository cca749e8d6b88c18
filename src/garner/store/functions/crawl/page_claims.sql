-- Describes leased pages for the worker that fetches them, in the given order: the same for a claim and for a lease that
-- was taken over. Volatile, so that it sees the leases that its argument has just taken.
create or replace function page_claims(p_works bigint[], p_obey_robots boolean)
returns table (
    work_id bigint, fence bigint, attempt integer, max_attempts integer, task_id bigint, lane_id bigint,
    domain_id integer, url text, url_hash text, etag text, last_modified text, content_hash text, trail text[],
    proxy_id integer, reads_robots boolean, robots_at timestamptz, robots_url text, waited_seconds float8,
    renders boolean, delay_seconds float8, final_url text, html_path text, asker_id bigint, slot_age_seconds float8)
language plpgsql volatile
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
    return query
        select w.id, w.fence, w.attempt::integer, w.max_attempts::integer, t.id, w.lane_id, l.domain_id,
               coalesce(w.hop_url, t.url), t.url_hash::text,
               -- Without the kept body, an unchanged page would leave nothing to extract from.
               case when t.html_path is not null then t.etag end,
               case when t.html_path is not null then t.last_modified end,
               case when t.html_path is not null then t.content_hash::text end, w.trail, w.proxy_id, w.reads_robots,
               case when d.obeys_robots and p_obey_robots then r.fetched_at end, r.hop_url,
               coalesce(extract(epoch from now() - w.waiting_since), 0)::float8, w.renders, w.delay_seconds, t.final_url,
               t.html_path::text, w.asker_id, greatest(extract(epoch from now() - w.claimed_at), 0)::float8
        from unnest(p_works) with ordinality p (id, place)
        join work w on w.id = p.id join crawl_tasks t on t.id = w.task_id
        join lanes l on l.id = w.lane_id join domains d on d.id = l.domain_id
        left join lateral (select * from robots_files f
                           where f.origin = page_origin(coalesce(w.hop_url, t.url)) limit 1) r on true
        order by p.place;
end
$$;

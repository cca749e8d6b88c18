-- Submits many requests for one page each, in one call. Returns 'fresh', 'joined' or 'created', as submit_page does,
-- with one exception: requests that are not returned are left to submit_page. These are for known pages that have
-- neither a record fresh to the caller nor an open request for the same page: whether to start such a page again is
-- decided under its crawl task's lock, and no request should wait for the lock of another one's page. An open request
-- that is visible can be joined without that lock: it is as if its caller had come a moment earlier. Joining marks a
-- guest's request as shared, and only a marked request is joined without a write: once marked, no single client can end
-- it.
--
-- Rows are created in one order (domains by name, lanes, resources and crawl tasks by hash), so that two calls that
-- create the same pages cannot deadlock; lanes are woken last, by id. No page occurs twice in a call.
--
-- Everything is looked up page by page, by scalars and limited subqueries: a join may be planned as a scan over the
-- whole table when the statistics say that it is nearly empty.
create or replace function submit_pages(
    p_items uuid[], p_urls text[], p_url_hashes text[], p_domains text[], p_base_urls text[], p_kinds text[],
    p_origins text[], p_users bigint[], p_llms boolean[], p_ttls interval[], p_priority integer,
    p_topic text, p_wholes boolean[],
    p_shared boolean[], p_givens text[], p_job_types text[]
) returns table (
    asked uuid, outcome text, item_id uuid, task_id bigint, status text, data jsonb, parsed_at timestamptz,
    warnings text[])
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
-- Another transaction may be creating one of these pages for a long time: the other requests do not wait for it.
set lock_timeout = '50ms'
as $$
#variable_conflict use_column
declare
    v_new integer[];  -- the positions of new pages, by hash
    v_made integer[] := '{}';
    v_answered integer;
    v_tasks bigint[] := '{}';
    v_strangers text[];
    v_domains integer[];
    v_lanes bigint[];
begin
    v_new := array(
        select a.place
        from unnest(p_url_hashes, p_kinds, p_ttls) with ordinality a (url_hash, kind, ttl, place)
        where (select t.id from crawl_tasks t where t.url_hash = a.url_hash) is null
          and (select r.parsed_at from current_record(a.url_hash, a.kind) r where r.parsed_at > now() - a.ttl) is null
        order by a.url_hash collate "C");

    if cardinality(v_new) > 0 then begin
        v_strangers := array(
            select distinct p_domains[n] from unnest(v_new) n
            where (select l.id from lanes l
                   where l.domain_id = (select d.id from domains d where d.domain_name = p_domains[n])) is null);
        if cardinality(v_strangers) > 0 then
            insert into domains (domain_name, base_url, crawl_delay_seconds, max_concurrent_requests)
            select distinct on (p_domains[n] collate "C") p_domains[n], p_base_urls[n], null::numeric, null::integer
            from unnest(v_new) n where p_domains[n] = any (v_strangers)
            order by p_domains[n] collate "C"
            on conflict (domain_name) do nothing;
            insert into lanes (stage, domain_id)
            select 'crawl', (select d.id from domains d where d.domain_name = s) from unnest(v_strangers) s
            order by s collate "C"
            on conflict (domain_id) do nothing;
        end if;

        -- While held for key share, a lane is not parked before this work is visible.
        with held as materialized (
            select a.place, d.id as domain, l.id as lane
            from unnest(v_new) with ordinality a (n, place)
            cross join lateral (select d.id from domains d where d.domain_name = p_domains[a.n] limit 1) d
            cross join lateral (select l.id from lanes l where l.domain_id = d.id for key share) l)
        select array_agg(h.domain order by h.place), array_agg(h.lane order by h.place)
        into v_domains, v_lanes from held h;

        insert into resources (url_hash, url)
        select p_url_hashes[n], p_givens[n] from unnest(v_new) n
        on conflict (url_hash) do nothing;

        with page as materialized (
            select a.n, a.domain, a.lane, p_url_hashes[a.n] as url_hash, p_urls[a.n] as url
            from unnest(v_new, v_domains, v_lanes) a (n, domain, lane)),
        task as (
            -- A page that a user requests once is fetched once: no frequency.
            insert into crawl_tasks (domain_id, url, url_hash, priority, crawl_frequency, status, demand)
            select p.domain, p.url, p.url_hash, greatest(1, p_priority), null, 'queued', 1 from page p
            on conflict (url_hash) do nothing
            returning id, url_hash, max_retries),
        made as materialized (
            select p.*, t.id, t.max_retries from task t join page p on p.url_hash = t.url_hash),
        handed_out as (
            insert into work (stage, task_id, lane_id, priority, rank, max_attempts, asker_id)
            select 'crawl', m.id, m.lane, p_priority, work_rank(now(), p_priority), m.max_retries,
                   coalesce(p_users[m.n], 0)
            from made m),
        asked as (
            insert into job_items (id, origin, user_id, job_type, kind, url, url_hash, use_llm_fallback, shared)
            select p_items[m.n], p_origins[m.n], p_users[m.n], p_job_types[m.n], p_kinds[m.n], m.url, m.url_hash, p_llms[m.n],
                   p_shared[m.n]
            from made m),
        published as (
            insert into outbox (topic, key, payload)
            select p_topic, m.url_hash,
                   jsonb_build_object('requestId', p_items[m.n], 'url', m.url, 'kind', p_kinds[m.n])
            from made m where p_topic is not null)
        select array(select m.n from made m), array(select m.id from made m), array(select m.lane from made m)
        into v_made, v_tasks, v_lanes;

        -- A lane that is awake is not written to, so that many submits to one busy domain do not queue up on its row.
        update lanes set ready_at = greatest(next_at, now())
        where id = any (array(
            select l.id from lanes l
            where l.id = any (v_lanes) and l.ready_at > greatest(l.next_at, now())
            order by l.id for no key update));
    exception when lock_not_available then
        v_made := '{}';
        v_tasks := '{}';
    end; end if;

    return query
        select p_items[m.n], 'created', p_items[m.n], m.task, 'PENDING', null::jsonb, null::timestamptz,
               null::text[]
        from unnest(v_made, v_tasks) m (n, task);
    if cardinality(v_made) = cardinality(p_items) then return; end if;

    -- Now the requests that created nothing, including those whose page another transaction created in the meantime.
    return query
        select a.item, case when r.parsed_at is null then 'joined' else 'fresh' end,
               o.id, case when o.id is not null then (select t.id from crawl_tasks t where t.url_hash = a.url_hash) end,
               o.status::text, r.data, r.parsed_at, r.warnings
        from unnest(p_items, p_url_hashes, p_kinds, p_origins, p_users, p_llms, p_ttls, p_wholes) with ordinality
             a (item, url_hash, kind, origin, user_id, llm, ttl, whole, place)
        left join lateral (
            select c.data, c.parsed_at, c.warnings from current_record(a.url_hash, a.kind) c
            where c.parsed_at > now() - a.ttl and not (a.whole and is_left_wanting(a.url_hash, a.kind)) limit 1) r on true
        left join lateral (
            select i.id, i.status from job_items i
            where r.parsed_at is null and i.url_hash = a.url_hash and i.kind = a.kind and i.origin = a.origin
              and i.status in ('PENDING', 'PROCESSING')
              and (i.use_llm_fallback or not a.llm)  -- allowing more than was allowed takes the lock
              and (i.shared or a.origin <> 'parse')
              and (a.origin = 'parse' or (a.origin = 'mailbox' and i.user_id = a.user_id)) limit 1) o on true
        where a.place <> all (v_made) and (r.parsed_at is not null or o.id is not null);
    get diagnostics v_answered = row_count;
    if cardinality(v_made) + v_answered = cardinality(p_items) then return; end if;

    -- Requests that were not joined before are marked, and locked until commit. A locked request, because it ends at
    -- this moment, is left to submit_page.
    return query
        with joined as materialized (
            select a.item, a.url_hash, o.id
            from unnest(p_items, p_url_hashes, p_kinds, p_origins, p_llms, p_ttls, p_wholes)
                 a (item, url_hash, kind, origin, llm, ttl, whole)
            cross join lateral (
                select i.id from job_items i
                where i.url_hash = a.url_hash and i.kind = a.kind and i.origin = 'parse' and not i.shared
                  and i.status in ('PENDING', 'PROCESSING') and (i.use_llm_fallback or not a.llm)
                limit 1 for no key update skip locked) o
            where a.origin = 'parse' and a.item <> o.id
              and (select c.parsed_at from current_record(a.url_hash, a.kind) c
                   where c.parsed_at > now() - a.ttl and not (a.whole and is_left_wanting(a.url_hash, a.kind))) is null)
        update job_items i set shared = true from joined j where i.id = j.id
        returning j.item, 'joined', i.id, (select t.id from crawl_tasks t where t.url_hash = j.url_hash), i.status::text,
                  null::jsonb, null::timestamptz, null::text[];
end
$$;

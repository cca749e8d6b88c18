-- The rule by which a page is requested, for many requests at once, each for another page. A request is answered
-- 'fresh' with the page's record; 'joined' with the open request for the same page; 'completed', for a mailbox, which is
-- read later, with a new request that has ended with the fresh record; or 'created' with a new request, for which the
-- page is created, queued, extracted again from its kept body, or, if it is in progress, moved up.
--
-- The crawl task's row is locked before deciding whether to join or to create, and everything is read again under that
-- lock: of any number of simultaneous callers one creates and the others join, and a caller that waited for a settling
-- worker finds the record that it wrote. With `p_waits` a request waits for that lock; without, it is left out of the
-- answer: no request waits for the lock of another one's page.
--
-- `p_wholes`: the caller allows a language model, and one is available. A record that lacks an essential field for which
-- none was called is not fresh to such a caller; the kept page is extracted again, without another fetch.
--
-- Lock order: new pages by hash, crawl tasks by id, work, lanes by id, items, outbox. The lanes' key share comes before,
-- since no transaction waits for it: it only prevents parking, which skips locked lanes.
--
-- Everything is looked up page by page, by scalars and limited subqueries: a join may be planned as a scan over the
-- whole table when the statistics say that it is nearly empty.
create or replace function ask_for_pages(
    p_items uuid[], p_urls text[], p_url_hashes text[], p_domains text[], p_base_urls text[], p_kinds text[],
    p_origins text[], p_users bigint[], p_llms boolean[], p_ttls interval[], p_priority integer, p_topic text,
    p_wholes boolean[], p_shared boolean[], p_givens text[], p_job_types text[], p_waits boolean
) returns table (
    asked uuid, outcome text, item_id uuid, task_id bigint, status text, data jsonb, parsed_at timestamptz,
    warnings text[])
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
set plan_cache_mode = force_generic_plan
as $$
#variable_conflict use_column
declare
    v_open integer[] := array(select generate_subscripts(p_items, 1));  -- the places of requests without an answer
    v_known integer[] := v_open;  -- those of them whose page may have an answer
    v_is_locked boolean := false;
    v_answer record;
    v_completed integer[] := '{}';
    v_versions integer[] := '{}';  -- of the records of the completed
    v_joined integer[] := '{}';
    v_joined_items uuid[] := '{}';
    v_made bigint[] := '{}';
    v_held bigint[] := '{}';
    v_created integer[];
    v_tasks bigint[];  -- of the created, as the next three
    v_askers bigint[];
    v_statuses text[];
    v_began timestamptz[];  -- when work on their pages began, if it is in progress
    v_kept bigint[] := '{}';
    v_queued bigint[];
    v_queued_askers bigint[];
begin
    loop
        for v_answer in
            select k.* from known_answers(
                v_known, p_url_hashes, p_kinds, p_origins, p_users, p_llms, p_ttls, p_wholes, v_is_locked) k
        loop
            v_open := array_remove(v_open, v_answer.place);
            if v_answer.outcome = 'fresh' and p_origins[v_answer.place] = 'mailbox' then
                v_completed := v_completed || v_answer.place;
                v_versions := v_versions || v_answer.version;
                continue;
            end if;
            if v_answer.outcome = 'joined' then
                if v_is_locked then
                    v_joined := v_joined || v_answer.place;
                    v_joined_items := v_joined_items || v_answer.item_id;
                end if;
                task_id := (select t.id from crawl_tasks t where t.url_hash = p_url_hashes[v_answer.place]);
            else
                task_id := null;
            end if;
            asked := p_items[v_answer.place];
            outcome := v_answer.outcome;
            item_id := v_answer.item_id;
            status := v_answer.status;
            data := v_answer.data;
            parsed_at := v_answer.parsed_at;
            warnings := v_answer.warnings;
            return next;
        end loop;
        exit when v_is_locked or cardinality(v_open) = 0;

        v_is_locked := true;
        v_made := array(
            select c.task_id
            from create_pages(v_open, p_urls, p_url_hashes, p_domains, p_base_urls, p_givens, p_priority, 'queued') c);
        v_held := v_made;
        exit when cardinality(v_made) = cardinality(v_open);
        if p_waits then
            v_held := v_held || array(
                select t.id from crawl_tasks t
                where t.url_hash = any (array(select p_url_hashes[o] from unnest(v_open) o)) and t.id <> all (v_made)
                order by t.id for update);
        else
            v_held := v_held || array(
                select t.id from crawl_tasks t
                where t.url_hash = any (array(select p_url_hashes[o] from unnest(v_open) o)) and t.id <> all (v_made)
                order by t.id for update skip locked);
        end if;
        v_known := array(
            select o from unnest(v_open) o
            cross join lateral (select t.id from crawl_tasks t where t.url_hash = p_url_hashes[o] limit 1) t
            where t.id = any (v_held) and t.id <> all (v_made));
    end loop;

    if cardinality(v_completed) > 0 then
        insert into job_items (
            id, origin, user_id, job_type, kind, url, url_hash, use_llm_fallback, status, record_version, completed_at)
        select p_items[c.place], p_origins[c.place], p_users[c.place], p_job_types[c.place], p_kinds[c.place],
               p_urls[c.place], p_url_hashes[c.place], p_llms[c.place], 'DONE', c.version, now()
        from unnest(v_completed, v_versions) c (place, version);
        return query
            select p_items[c], 'completed', p_items[c], null::bigint, 'DONE', null::jsonb, null::timestamptz, null::text[]
            from unnest(v_completed) c;
    end if;
    if cardinality(v_joined) > 0 then
        -- A caller that joins and allows a language model allows it for the joined request. A request that guests join
        -- belongs from then on to all who joined.
        update job_items i
        set use_llm_fallback = i.use_llm_fallback or p_llms[j.place], shared = i.origin = 'parse'
        from unnest(v_joined, v_joined_items) j (place, item)
        where i.id = any (array[j.item])
          and ((p_llms[j.place] and not i.use_llm_fallback) or (i.origin = 'parse' and not i.shared));
    end if;

    select array_agg(o.place), array_agg(t.id), array_agg(coalesce(p_users[o.place], 0)), array_agg(t.status),
           array_agg(case when t.id <> all (v_made)
                          then work_began(t.status, t.started_at, t.updated_at, t.url_hash) end)
    into v_created, v_tasks, v_askers, v_statuses, v_began
    from unnest(v_open) o (place)
    cross join lateral (
        select t.id, t.status, t.started_at, t.updated_at, t.url_hash from crawl_tasks t
        where t.url_hash = p_url_hashes[o.place] limit 1) t
    where t.id = any (v_held);

    if v_created is null then return; end if;

    if true = any (p_wholes) then
        v_kept := (
            select extract_kept_pages(array_agg(c.task), array_agg(p_ttls[c.place]), array_agg(c.asker), p_priority, 0)
            from unnest(v_created, v_tasks, v_askers) c (place, task, asker)
            where p_wholes[c.place] and is_left_wanting(p_url_hashes[c.place], p_kinds[c.place]));
    end if;
    select coalesce(array_agg(c.task), '{}'), array_agg(c.asker) into v_queued, v_queued_askers
    from unnest(v_tasks, v_askers, v_statuses) c (task, asker, status)
    where c.task = any (v_made) or (c.status in ('pending', 'completed', 'failed') and c.task <> all (v_kept));
    if cardinality(v_queued) < cardinality(v_created) then
        perform raise_work(array_agg(c.task), p_priority, array_agg(c.asker))
        from unnest(v_tasks, v_askers) c (task, asker) where c.task <> all (v_queued) and c.task <> all (v_kept);
    end if;
    if cardinality(v_queued) > 0 then
        perform queue_tasks(v_queued, v_queued_askers, p_priority);
    end if;

    return query
        with created as (
            insert into job_items (
                id, origin, user_id, job_type, kind, url, url_hash, use_llm_fallback, shared, status, started_at, attempts)
            select p_items[c.place], p_origins[c.place], p_users[c.place], p_job_types[c.place], p_kinds[c.place],
                   p_urls[c.place], p_url_hashes[c.place], p_llms[c.place], p_shared[c.place],
                   case when c.began is null then 'PENDING' else 'PROCESSING' end, c.began, (c.began is not null)::integer
            from unnest(v_created, v_began) c (place, began))
        select p_items[c.place], 'created', p_items[c.place], c.task,
               case when c.began is null then 'PENDING' else 'PROCESSING' end, null::jsonb, null::timestamptz, null::text[]
        from unnest(v_created, v_tasks, v_began) c (place, task, began);
    if p_topic is not null then
        insert into outbox (topic, key, part, payload)
        select p_topic, p_url_hashes[c.place], outbox_part(p_url_hashes[c.place]),
               jsonb_build_object('requestId', p_items[c.place], 'url', p_urls[c.place], 'kind', p_kinds[c.place])
        from unnest(v_created) c (place);
    end if;
end
$$;

-- Submits one client's request for one page. Returns 'fresh' with the record, 'joined' with the open request for the
-- same page, or 'created' with the new one; only the last writes.
--
-- The crawl task's row is locked before deciding whether to join or to create, and everything is read again under that
-- lock: of any number of simultaneous callers one creates and the others join, and a caller that waited for a settling
-- worker finds the record that it wrote.
--
-- `p_whole`: the caller allows a language model, and one is available. A record that lacks an essential field for which
-- none was called is not fresh to such a caller; the kept page is extracted again, without another fetch.
--
-- Lock order: crawl task, work, lane, item, outbox. The lane's key share comes first, since no transaction waits for
-- it: it only prevents parking, which skips locked lanes.
create or replace function submit_page(
    p_item uuid, p_url text, p_url_hash text, p_domain text, p_base_url text, p_kind text,
    p_origin text, p_user bigint, p_llm boolean, p_priority integer, p_ttl interval,
    p_topic text, p_whole boolean default false,
    p_given text default null, p_job_type text default 'url'
) returns table (
    outcome text, item_id uuid, task_id bigint, status text, data jsonb, parsed_at timestamptz, warnings text[])
language plpgsql
set jit = off
as $$
#variable_conflict use_column
declare
    v_made bigint;
    v_task crawl_tasks;
    v_lane bigint;
    v_began timestamptz;  -- when work on the page began, if it is in progress
begin
    return query select 'fresh', null::uuid, null::bigint, null::text, r.data, r.parsed_at, r.warnings
                 from current_record(p_url_hash, p_kind) r
                 where r.parsed_at > now() - p_ttl and not (p_whole and is_left_wanting(p_url_hash, p_kind));
    if found then return; end if;

    if not exists (select from crawl_tasks t where t.url_hash = p_url_hash) then
        v_made := ensure_page(
            p_url, p_url_hash, p_domain, p_base_url, p_priority, 'queued', p_given);
    end if;

    select l.id into v_lane
    from crawl_tasks t join lanes l on l.domain_id = t.domain_id
    where t.url_hash = p_url_hash for key share of l;

    if v_made is not null then
        perform hand_out_task(v_made, v_lane, p_priority, coalesce(p_user, 0));
    else
        select * into v_task from crawl_tasks t where t.url_hash = p_url_hash for update;

        return query select 'fresh', null::uuid, null::bigint, null::text, r.data, r.parsed_at, r.warnings
                     from current_record(p_url_hash, p_kind) r
                     where r.parsed_at > now() - p_ttl and not (p_whole and is_left_wanting(p_url_hash, p_kind));
        if found then return; end if;

        -- A caller that joins and allows a language model allows it for the joined request. A request that guests join
        -- belongs from then on to all who joined.
        update job_items i set use_llm_fallback = i.use_llm_fallback or p_llm, shared = p_origin = 'parse'
        where i.url_hash = p_url_hash and i.kind = p_kind and i.origin = p_origin
          and i.status in ('PENDING', 'PROCESSING')
          and ((p_llm and not i.use_llm_fallback) or (p_origin = 'parse' and not i.shared))
          and (p_origin = 'parse' or (p_origin = 'mailbox' and i.user_id = p_user));
        return query select 'joined', i.id, v_task.id, i.status::text, null::jsonb, null::timestamptz,
                            null::text[]
                     from job_items i
                     where i.url_hash = p_url_hash and i.kind = p_kind and i.origin = p_origin
                       and i.status in ('PENDING', 'PROCESSING')
                       and (p_origin = 'parse' or (p_origin = 'mailbox' and i.user_id = p_user));
        if found then return; end if;

        if p_whole and is_left_wanting(p_url_hash, p_kind)
           and extract_kept_page(v_task.id, p_priority, p_ttl, coalesce(p_user, 0), 0) then
            null;  -- the caller notifies the worker
        elsif v_task.status in ('pending', 'completed', 'failed') then
            perform queue_task(v_task.id, v_lane, p_priority, coalesce(p_user, 0));
        else
            v_began := work_began(v_task.status, v_task.started_at, v_task.updated_at, v_task.url_hash);
            -- The page is already queued or in progress. A worker that claims its row just now makes the better rank
            -- pointless.
            update work w
            set priority = p_priority, rank = work_rank(w.due_at, p_priority), asker_id = coalesce(p_user, 0), job_id = 0
            where w.id = (select c.id from work c
                          where c.task_id = v_task.id and c.lease_until is null and c.priority > p_priority
                          for update skip locked);
        end if;
    end if;

    insert into job_items (id, origin, user_id, job_type, kind, url, url_hash, use_llm_fallback, status,
                           started_at, attempts)
    values (p_item, p_origin, p_user, p_job_type, p_kind, p_url, p_url_hash, p_llm,
            case when v_began is null then 'PENDING' else 'PROCESSING' end, v_began, (v_began is not null)::integer);

    if p_topic is not null then
        insert into outbox (topic, key, payload)
        values (p_topic, p_url_hash, jsonb_build_object('requestId', p_item, 'url', p_url, 'kind', p_kind));
    end if;

    return query select 'created', p_item, coalesce(v_made, v_task.id),
                        case when v_began is null then 'PENDING' else 'PROCESSING' end, null::jsonb, null::timestamptz,
                        null::text[];
end
$$;

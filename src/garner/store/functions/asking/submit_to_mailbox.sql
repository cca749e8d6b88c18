-- Submits like submit_page, for a mailbox, which is read later: where submit_page returns a fresh record, this creates
-- a request that is 'completed' with it.
create or replace function submit_to_mailbox(
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
    v_answer record;
begin
    select * into v_answer from submit_page(
        p_item, p_url, p_url_hash, p_domain, p_base_url, p_kind, p_origin, p_user, p_llm, p_priority, p_ttl,
        p_topic, p_whole, p_given, p_job_type);
    if v_answer.outcome <> 'fresh' then
        return query select v_answer.outcome, v_answer.item_id, v_answer.task_id, v_answer.status, null::jsonb,
                            null::timestamptz, null::text[];
        return;
    end if;

    insert into job_items (
        id, origin, user_id, job_type, kind, url, url_hash, use_llm_fallback, status, record_version, completed_at)
    select p_item, p_origin, p_user, p_job_type, p_kind, p_url, p_url_hash, p_llm, 'DONE', r.version, now()
    from current_record(p_url_hash, p_kind) r;
    return query select 'completed', p_item, null::bigint, 'DONE', null::jsonb, null::timestamptz, null::text[];
end
$$;

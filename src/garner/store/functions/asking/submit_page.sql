-- Submits one client's request for one page, and waits for its lock if need be: see ask_for_pages.
create or replace function submit_page(
    p_item uuid, p_url text, p_url_hash text, p_domain text, p_base_url text, p_kind text,
    p_origin text, p_user bigint, p_llm boolean, p_priority integer, p_ttl interval,
    p_topic text, p_whole boolean default false,
    p_given text default null, p_job_type text default 'url'
) returns table (
    outcome text, item_id uuid, task_id bigint, status text, data jsonb, parsed_at timestamptz, warnings text[])
language plpgsql
as $$
begin
    return query
        select a.outcome, a.item_id, a.task_id, a.status, a.data, a.parsed_at, a.warnings
        from ask_for_pages(
            array[p_item], array[p_url], array[p_url_hash], array[p_domain], array[p_base_url], array[p_kind],
            array[p_origin], array[p_user], array[p_llm], array[p_ttl], p_priority, p_topic, array[p_whole], array[false],
            array[p_given], array[p_job_type], true) a;
end
$$;

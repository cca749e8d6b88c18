-- Makes the resource, its domain with a lane, and its crawl task, whichever are missing. Returns the task's id if
-- this call made it: nobody else can have seen it yet, so it has no record, no work and nobody who waits.
create function ensure_page(
    p_url text, p_url_hash text, p_domain text, p_base_url text,
    p_priority integer, p_delay numeric, p_concurrency integer, p_status text default 'pending'
) returns bigint
language plpgsql
as $$
declare
    v_domain integer;
    v_made bigint;
begin
    select d.id into v_domain from domains d join lanes l on l.domain_id = d.id where d.domain_name = p_domain;
    if v_domain is null then
        insert into domains (domain_name, base_url, crawl_delay_seconds, max_concurrent_requests)
        values (p_domain, p_base_url, p_delay, p_concurrency)
        on conflict (domain_name) do nothing;
        select id into v_domain from domains where domain_name = p_domain;
        insert into lanes (stage, domain_id) values ('crawl', v_domain) on conflict (domain_id) do nothing;
    end if;

    insert into resources (url_hash, url) values (p_url_hash, p_url) on conflict (url_hash) do nothing;
    -- What a person asks for once is fetched once: no frequency.
    insert into crawl_tasks (domain_id, url, url_hash, priority, crawl_frequency, status)
    values (v_domain, p_url, p_url_hash, p_priority, null, p_status)
    on conflict (url_hash) do nothing
    returning id into v_made;
    return v_made;
end
$$;

-- Makes the resource, its domain with a lane, and its crawl task, whichever are missing, and returns the lane.
-- A page's first visit only: afterwards submit_page finds everything in place.
create function ensure_page(
    p_url text, p_url_hash text, p_domain text, p_base_url text,
    p_priority integer, p_delay numeric, p_concurrency integer
) returns void
language plpgsql
as $$
declare
    v_domain integer;
begin
    insert into domains (domain_name, base_url, crawl_delay_seconds, max_concurrent_requests)
    values (p_domain, p_base_url, p_delay, p_concurrency)
    on conflict (domain_name) do nothing;
    select id into v_domain from domains where domain_name = p_domain;
    insert into lanes (stage, domain_id) values ('crawl', v_domain) on conflict (domain_id) do nothing;

    insert into resources (url_hash, url) values (p_url_hash, p_url) on conflict (url_hash) do nothing;
    -- What a person asks for once is fetched once: no frequency.
    insert into crawl_tasks (domain_id, url, url_hash, priority, crawl_frequency)
    values (v_domain, p_url, p_url_hash, p_priority, null)
    on conflict (url_hash) do nothing;
end
$$;

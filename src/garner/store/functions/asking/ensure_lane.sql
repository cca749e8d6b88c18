-- Returns the lane of a domain, and creates both if they are missing. A new domain follows the settings.
create or replace function ensure_lane(p_domain text, p_base_url text) returns bigint
language plpgsql
as $$
declare
    v_lane bigint;
begin
    select l.id into v_lane from domains d join lanes l on l.domain_id = d.id where d.domain_name = p_domain;
    if v_lane is null then
        insert into domains (domain_name, base_url, crawl_delay_seconds, max_concurrent_requests)
        values (p_domain, p_base_url, null, null)
        on conflict (domain_name) do nothing;
        insert into lanes (stage, domain_id) select 'crawl', id from domains where domain_name = p_domain
        on conflict (domain_id) do nothing;
        select l.id into v_lane from domains d join lanes l on l.domain_id = d.id where d.domain_name = p_domain;
    end if;
    return v_lane;
end
$$;

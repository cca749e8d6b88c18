-- Creates the resource, its domain with a lane, and its crawl task, if missing. Returns the task's id if this call
-- created it: no other transaction can have seen it yet, so it has no record, no work and no waiting items. `p_url` is
-- the spelling that is fetched, `p_given` the one that was submitted.
create or replace function ensure_page(
    p_url text, p_url_hash text, p_domain text, p_base_url text,
    p_priority integer, p_status text default 'pending',
    p_given text default null
) returns bigint
language plpgsql
as $$
declare
    v_lane bigint;
    v_made bigint;
begin
    v_lane := ensure_lane(p_domain, p_base_url);
    insert into resources (url_hash, url) values (p_url_hash, coalesce(p_given, p_url)) on conflict (url_hash) do nothing;
    -- A page that a user requests once is fetched once: no frequency.
    insert into crawl_tasks (domain_id, url, url_hash, priority, crawl_frequency, status, demand)
    select l.domain_id, p_url, p_url_hash, greatest(1, p_priority), null, p_status, 1 from lanes l where l.id = v_lane
    on conflict (url_hash) do nothing
    returning id into v_made;
    return v_made;
end
$$;

-- Creates those of these pages, given by their places in the arrays, that are unknown: resource, domain with a lane, and
-- crawl task. Returns the tasks that this call created: no other transaction can have seen them yet, so they have no
-- record, no work and no waiting items. `p_urls` are the spellings that are fetched, `p_givens` those that were
-- submitted. Rows are created in one order (domains by name, lanes, resources and crawl tasks by hash), so that two
-- calls that create the same pages cannot deadlock.
create or replace function create_pages(
    p_places integer[], p_urls text[], p_url_hashes text[], p_domains text[], p_base_urls text[], p_givens text[],
    p_priority integer, p_status text)
returns table (task_id bigint)
language plpgsql
as $$
declare
    v_new integer[];
begin
    v_new := array(
        select distinct on (p_url_hashes[p.place] collate "C") p.place from unnest(p_places) p (place)
        where (select t.id from crawl_tasks t where t.url_hash = p_url_hashes[p.place]) is null
        order by p_url_hashes[p.place] collate "C");
    if cardinality(v_new) = 0 then return; end if;

    perform ensure_domains(array(select p_domains[n] from unnest(v_new) n), array(select p_base_urls[n] from unnest(v_new) n));

    insert into resources (url_hash, url)
    select p_url_hashes[n], coalesce(p_givens[n], p_urls[n]) from unnest(v_new) n
    on conflict (url_hash) do nothing;

    return query
        -- A page that a user requests once is fetched once: no frequency.
        insert into crawl_tasks (domain_id, url, url_hash, priority, crawl_frequency, status, demand)
        select (select d.id from domains d where d.domain_name = p_domains[n]), p_urls[n], p_url_hashes[n],
               greatest(1, p_priority), null::interval, p_status, (p_status = 'queued')::integer
        from unnest(v_new) n
        on conflict (url_hash) do nothing
        returning id;
end
$$;

-- Creates the missing domains, each with a lane. They follow the settings. The others are locked, so that none of them is
-- deleted before the pages that the caller adds to it.
create or replace function ensure_domains(p_domains text[], p_base_urls text[]) returns void
language plpgsql
as $$
declare
    v_strangers text[];
begin
    v_strangers := array(
        select distinct p from unnest(p_domains) p
        where (select l.id from lanes l
               where l.domain_id = (select d.id from domains d where d.domain_name = p for key share)) is null);
    if cardinality(v_strangers) = 0 then return; end if;
    insert into domains (domain_name, base_url, crawl_delay_seconds, max_concurrent_requests)
    select distinct on (p.name collate "C") p.name, p.base_url, null::numeric, null::integer
    from unnest(p_domains, p_base_urls) p (name, base_url) where p.name = any (v_strangers)
    order by p.name collate "C"
    on conflict (domain_name) do nothing;
    insert into lanes (stage, domain_id)
    select 'crawl', (select d.id from domains d where d.domain_name = s) from unnest(v_strangers) s
    order by s collate "C"
    on conflict (domain_id) do nothing;
end
$$;

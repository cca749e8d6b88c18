-- The way out to a domain: of the proxies that are healthy, and healthy there, the one used least recently. One that
-- was disabled for its failures gets another chance when its time has come. Without any, when to look again.
-- A domain's rows in proxy_domains are only touched under its lane's lock, so two claims never choose at once.
create function choose_proxy(p_domain integer, p_paced boolean)
returns table (proxy integer, none_until timestamptz)
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
    select p.id into proxy
    from proxies p left join proxy_domains h on h.proxy_id = p.id and h.domain_id = p_domain
    where (p.is_active or p.retry_at <= now()) and coalesce(h.retry_at, '-infinity') <= now()
      and (not p_paced or coalesce(h.next_at, '-infinity') <= now())
    order by h.last_used_at nulls first, p.last_used_at nulls first, p.id limit 1;
    if proxy is null then
        select coalesce(min(greatest(case when p.is_active then '-infinity' else p.retry_at end,
                                     h.retry_at, case when p_paced then h.next_at end)), now() + interval '1 minute')
        into none_until
        from proxies p left join proxy_domains h on h.proxy_id = p.id and h.domain_id = p_domain
        where p.is_active or p.retry_at is not null;
    end if;
    return next;
end
$$;

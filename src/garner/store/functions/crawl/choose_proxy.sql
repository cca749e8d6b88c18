-- Chooses the proxy for a domain: of the proxies that are healthy, overall and with the domain, the least recently
-- used. A proxy that was disabled for its failures is retried when its rest is over, by this one request: it is locked
-- and its next retry postponed here, so that no other claim, nor another lane of this one, retries it too. Proxies
-- whose password the claiming worker cannot decrypt are ignored. If none is available, returns when to look again. A
-- domain's rows in proxy_domains are only touched under its lane's lock, so two claims never choose at once.
create or replace function choose_proxy(p_domain integer, p_paced boolean, p_unusable integer[])
returns table (proxy integer, none_until timestamptz)
language plpgsql strict
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
    select p.id into proxy
    from proxies p left join proxy_domains h on h.proxy_id = p.id and h.domain_id = p_domain
    where not p.is_active and p.retry_at <= now() and p.id <> all (p_unusable)
      and coalesce(h.retry_at, '-infinity') <= now()
      and (not p_paced or coalesce(h.next_at, '-infinity') <= now())
    order by p.retry_at limit 1
    for no key update of p skip locked;
    if proxy is not null then
        update proxies set retry_at = now() + interval '5 minutes' where id = proxy;
        return next;
        return;
    end if;

    select p.id into proxy
    from proxies p left join proxy_domains h on h.proxy_id = p.id and h.domain_id = p_domain
    where p.is_active and p.id <> all (p_unusable) and coalesce(h.retry_at, '-infinity') <= now()
      and (not p_paced or coalesce(h.next_at, '-infinity') <= now())
    order by h.last_used_at nulls first, p.last_used_at nulls first, p.id limit 1;
    if proxy is null then
        -- Never at once: another transaction may hold the proxy that is due at this moment.
        select greatest(now() + interval '100 milliseconds',
                        coalesce(min(greatest(case when p.is_active then '-infinity' else p.retry_at end,
                                              h.retry_at, case when p_paced then h.next_at end)),
                                 now() + interval '1 minute'))
        into none_until
        from proxies p left join proxy_domains h on h.proxy_id = p.id and h.domain_id = p_domain
        where (p.is_active or p.retry_at is not null) and p.id <> all (p_unusable);
    end if;
    return next;
end
$$;

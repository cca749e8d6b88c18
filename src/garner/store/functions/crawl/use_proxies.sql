-- Records which proxy each claimed page uses. A settling transaction may hold a proxy's own row: then that transaction
-- records its use, because a claim never waits. A proxy that is being retried with a domain is not tried by other
-- claims meanwhile. If a domain paces each proxy separately, the lane is ready again as soon as any of them is.
create or replace function use_proxies(p_works bigint[], p_proxies integer[]) returns void
language plpgsql
set enable_hashjoin = off
set enable_mergejoin = off
as $$
declare
    v_held integer[];
begin
    insert into proxy_domains as h (proxy_id, domain_id, last_used_at, next_at)
    select u.proxy, l.domain_id, now(), l.next_at
    from unnest(p_works, p_proxies) u (work, proxy)
    join work w on w.id = u.work join lanes l on l.id = w.lane_id
    on conflict (proxy_id, domain_id) do update
    set last_used_at = now(), next_at = excluded.next_at,
        retry_at = case when h.retry_at is not null then now() + interval '5 minutes' end;

    v_held := array(select id from proxies where id = any (p_proxies) order by id for no key update skip locked);
    update proxies
    set last_used_at = now()
    where id = any (v_held);

    update lanes l
    set next_at = e.soonest, ready_at = e.soonest
    from unnest(p_works) u (work)
    join work w on w.id = u.work join lanes c on c.id = w.lane_id
    join domains d on d.id = c.domain_id and d.paces_each_proxy
    cross join lateral (
        select greatest(now(), min(greatest(h.next_at, h.retry_at, '-infinity'))) as soonest
        from proxies p left join proxy_domains h on h.proxy_id = p.id and h.domain_id = d.id
        where p.is_active) e
    where l.id = c.id;
end
$$;

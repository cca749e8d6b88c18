-- Records that these mailbox items ended, or changed after their end, in the same transaction, for streams and webhooks.
create or replace function tell_mailbox(p_items uuid[], p_users bigint[], p_statuses text[]) returns void
language plpgsql
set jit = off
set enable_nestloop = on
set enable_hashjoin = off
set enable_mergejoin = off
as $$
begin
    insert into mailbox_events (xid, user_id, item_id, status, happened_at)
    select pg_current_xact_id()::text::bigint, m.user_id, m.id, m.status, clock_timestamp()
    from unnest(p_items, p_users, p_statuses) m (id, user_id, status);

    -- Users' own actions, and requests they abandoned, are not sent to webhooks. The lock guards against a webhook that
    -- is being removed: found and then gone, it would fail this whole transaction.
    insert into webhook_deliveries (webhook_id, item_id, status)
    select w.id, m.id, m.status
    from unnest(p_items, p_users, p_statuses) m (id, user_id, status)
    join webhooks w on w.user_id = m.user_id and w.active
    where m.status not in ('COMMITTED', 'ABANDONED')
      and case m.status when 'DONE' then 'job.completed' when 'CANCELED' then 'job.canceled' else 'job.failed' end
          = any (w.events)
      and ((w.only_kind is null and w.only_domain is null)
           or exists (
               select from job_items i
               left join crawl_tasks t on t.url_hash = i.url_hash
               left join domains d on d.id = t.domain_id
               where i.id = m.id and coalesce(w.only_kind, i.kind, '') = coalesce(i.kind, '')
                 and coalesce(w.only_domain, d.domain_name, '') = coalesce(d.domain_name, '')))
    order by w.id for key share;
end
$$;

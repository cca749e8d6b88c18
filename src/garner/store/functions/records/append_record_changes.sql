-- Appends a change for each new version of a record, in the transaction that saves it, and one message per record that
-- changed in meaning to the outbox, if a webhook subscribes to such changes. It is a trigger, so that a version saved by
-- a worker of an earlier release during an upgrade is a change too. It runs once per statement. A version whose
-- description alone is updated is not new. The number comes later: see store/records/change_log.py. So does the search
-- for the users who asked for the page, by the relay of the outbox: it would take too long for this transaction.
create or replace function append_record_changes() returns trigger
language plpgsql
set jit = off
set enable_seqscan = off
as $$
begin
    with appended as (
        insert into unnumbered_changes (url_hash, kind, version, changed)
        select n.url_hash, n.kind, n.version,
               n.version = 1 or n.content_hash is distinct from (
                   select v.content_hash from record_versions v
                   where v.url_hash = n.url_hash and v.kind = n.kind and v.version = n.version - 1)
        from new_versions n
        returning url_hash, kind, version, changed)
    insert into outbox (topic, key, part, payload)
    select 'webhooks', a.url_hash, outbox_part(a.url_hash),
           jsonb_build_object('event', 'record.changed', 'urlHash', a.url_hash, 'kind', a.kind, 'version', a.version)
    from appended a
    where a.changed and a.version > 1
      and a.kind in (
          select k.kind from (select distinct kind from appended) k
          -- The first condition is that of an index, which holds only webhooks that subscribe to changes.
          where exists (select from webhooks w
                        where w.active and w.events && '{record.changed,product.changed}'::text[]
                          and w.events && array['record.changed', k.kind || '.changed']));
    return null;
end
$$;

create or replace trigger append_record_changes after insert on record_versions
referencing new table as new_versions
for each statement execute function append_record_changes();

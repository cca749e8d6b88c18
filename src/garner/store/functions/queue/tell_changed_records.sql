-- Writes one message per changed record to the outbox, if a webhook subscribes to such changes. The relay reads the
-- versions and finds the users who asked for the page: both would take too long for the transaction that saves the record.
create or replace function tell_changed_records(p_kind text, p_url_hashes text[], p_versions integer[]) returns void
language sql volatile
as $$
    insert into outbox (topic, key, part, payload)
    select 'webhooks', c.url_hash, outbox_part(c.url_hash),
           jsonb_build_object('event', 'record.changed', 'urlHash', c.url_hash, 'kind', p_kind, 'version', c.version)
    from unnest(p_url_hashes, p_versions) c (url_hash, version)
    where (select wants_event('record.changed') or wants_event(p_kind || '.changed'))
$$;

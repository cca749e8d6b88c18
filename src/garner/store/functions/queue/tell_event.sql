-- Writes an event for webhooks to the outbox, in the transaction that made it true, if a webhook subscribes to it. Events
-- with the same key are delivered in order.
create or replace function tell_event(p_event text, p_key text, p_payload jsonb) returns void
language sql volatile
as $$
    insert into outbox (topic, key, part, payload)
    select 'webhooks', p_key, outbox_part(p_key), jsonb_build_object('event', p_event) || p_payload
    where wants_event(p_event)
$$;

-- Whether an active webhook subscribes to an event. Events that nobody wants are not written to the outbox.
create or replace function wants_event(p_event text) returns boolean
language sql stable
as $$
    select exists (select from webhooks w where w.active and w.events @> array[p_event])
$$;

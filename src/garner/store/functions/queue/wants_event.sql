-- Whether an active webhook subscribes to an event. Events without a subscriber are not written to the outbox. The
-- conditions repeat that of an index without the webhooks that subscribe to the mailbox only.
create or replace function wants_event(p_event text) returns boolean
language sql stable
as $$
    select exists (
        select from webhooks w
        where w.active and not w.events <@ '{job.completed,job.failed,job.canceled}'::text[]
          and w.events @> array[p_event])
$$;

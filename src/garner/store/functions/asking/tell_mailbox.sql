-- Records that a mailbox item ended, or changed after its end, in the same transaction. It is a trigger, since many
-- statements end items, and one that omitted the event would be noticed too late. Rows of other origins do not reach
-- this function.
create or replace function tell_mailbox() returns trigger
language plpgsql
as $$
begin
    insert into mailbox_events (xid, user_id, item_id, status, happened_at)
    values (pg_current_xact_id()::text::bigint, new.user_id, new.id, new.status, clock_timestamp());

    -- Users' own actions, and requests they abandoned, are not sent to webhooks. The lock guards against a webhook that
    -- is being removed: found and then gone, it would fail this whole transaction.
    if new.status not in ('COMMITTED', 'ABANDONED') then
        insert into webhook_deliveries (webhook_id, item_id, status)
        select w.id, new.id, new.status from webhooks w where w.user_id = new.user_id and w.active
        order by w.id for key share;
    end if;
    return null;
end
$$;

create or replace trigger tell_mailbox_of_new after insert on job_items
for each row when (new.origin = 'mailbox' and new.completed_at is not null)
execute function tell_mailbox();

create or replace trigger tell_mailbox_of_end after update of status on job_items
for each row when (new.origin = 'mailbox' and new.completed_at is not null and old.status is distinct from new.status)
execute function tell_mailbox();

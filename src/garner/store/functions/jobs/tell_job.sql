-- Records each change of a job in the same transaction, numbered under the lock of the job's row: a reader that has
-- seen a number has seen all before it. It is a trigger, since folding counters and user actions both change jobs, and
-- one that omitted the event would be noticed too late. Names are those of the job's JSON.
create or replace function tell_job() returns trigger
language plpgsql
as $$
declare
    told jsonb := '{}';
begin
    -- Counters are recorded together, so that a reader's counts always add up.
    if (new.total_items, new.pending, new.processing, new.done, new.not_found, new.error, new.skipped, new.canceled)
       is distinct from
       (old.total_items, old.pending, old.processing, old.done, old.not_found, old.error, old.skipped, old.canceled) then
        told := jsonb_build_object(
            'totalItems', new.total_items,
            'processedItems', new.total_items - new.pending - new.processing,
            'failedItems', new.error + new.not_found,
            'lastHeartbeat', new.last_heartbeat,
            'counts', jsonb_build_object(
                'pending', new.pending, 'processing', new.processing, 'done', new.done, 'notFound', new.not_found,
                'error', new.error, 'skipped', new.skipped, 'canceled', new.canceled));
    end if;
    if new.queue_state <> old.queue_state then
        told := told || jsonb_build_object('queueState', new.queue_state);
    end if;
    if new.attempts <> old.attempts then
        told := told || jsonb_build_object('attempts', new.attempts);
    end if;
    if new.last_error is distinct from old.last_error then
        told := told || jsonb_build_object('lastError', new.last_error);
    end if;
    if new.options -> 'warnings' is distinct from old.options -> 'warnings' then
        told := told || jsonb_build_object('warnings', new.options -> 'warnings');
    end if;
    if told <> '{}' or new.ingested_at is distinct from old.ingested_at then
        new.change_no := old.change_no + 1;
        insert into job_changes (job_id, number, change, happened_at)
        values (new.id, new.change_no, told, clock_timestamp());
    end if;
    if new.queue_state <> old.queue_state and new.queue_state in ('DONE', 'FAILED', 'CANCELED')
       and new.user_id is not null and new.removed_at is null and wants_event('batch.finished') then
        perform tell_event('batch.finished', 'job:' || new.id, finished_batch(to_jsonb(new)));
    end if;
    return new;
end
$$;

create or replace trigger tell_job before update on jobs
for each row execute function tell_job();

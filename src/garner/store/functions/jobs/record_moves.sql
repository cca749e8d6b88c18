-- Records every move of an item, that is, every change of its status or its job: counts it in the job's counters, from
-- which the job's stream is told, and tells the mailbox of an end. It is a trigger, since many statements move items, and
-- one that omitted the count or the event would be noticed too late. It runs once per statement, on all its rows
-- together. Any other audience of an item's end is to be told here, from `moved`.
--
-- Rows of jobs are created in one place, which numbers and counts them as it does so (store/ingest/rows.py).
--
-- Plan settings are its own: the statement that fires it may have switched hash joins off, and a nested loop would
-- compare each row with all the others.
create or replace function record_moves() returns trigger
language plpgsql
set jit = off
set enable_hashjoin = on
set enable_nestloop = off
as $$
declare
    v_items uuid[];
    v_users bigint[];
    v_statuses text[];
begin
    if tg_op = 'INSERT' then
        select array_agg(n.id), array_agg(n.user_id), array_agg(n.status) into v_items, v_users, v_statuses
        from new_items n where n.origin = 'mailbox' and n.completed_at is not null;
    else
        with moved as materialized (
            select n.id, n.origin, n.user_id, n.job_id, n.completed_at, n.status as after,
                   case when o.job_id = n.job_id or n.job_id is null then o.status end as before,  -- null: new to the job
                   -- A duplicate that is canceled itself is canceled when it ends; the others end like their original.
                   n.twin_of is not null and n.completed_at is not null
                   and n.canceled_at is distinct from n.completed_at as ended_as_duplicate
            from new_items n join old_items o on o.id = n.id
            where n.status <> o.status or n.job_id is distinct from o.job_id),
        counted as (
            insert into job_deltas (
                job_id, duplicates, total, pending, processing, done, not_found, error, skipped, canceled)
            select m.job_id, m.ended_as_duplicate, count(*) filter (where m.before is null),
                   count(*) filter (where m.after = 'PENDING') - count(*) filter (where m.before = 'PENDING'),
                   count(*) filter (where m.after = 'PROCESSING') - count(*) filter (where m.before = 'PROCESSING'),
                   count(*) filter (where m.after = 'DONE') - count(*) filter (where m.before = 'DONE'),
                   count(*) filter (where m.after = 'NOT_FOUND') - count(*) filter (where m.before = 'NOT_FOUND'),
                   count(*) filter (where m.after = 'ERROR') - count(*) filter (where m.before = 'ERROR'),
                   count(*) filter (where m.after = 'SKIPPED') - count(*) filter (where m.before = 'SKIPPED'),
                   count(*) filter (where m.after = 'CANCELED') - count(*) filter (where m.before = 'CANCELED')
            from moved m where m.job_id is not null group by m.job_id, m.ended_as_duplicate)
        select array_agg(m.id), array_agg(m.user_id), array_agg(m.after) into v_items, v_users, v_statuses
        from moved m where m.origin = 'mailbox' and m.completed_at is not null;
    end if;

    if v_items is not null then
        perform tell_mailbox(v_items, v_users, v_statuses);
    end if;
    return null;
end
$$;

create or replace trigger record_new_items after insert on job_items
referencing new table as new_items
for each statement execute function record_moves();

create or replace trigger record_moves after update on job_items
referencing old table as old_items new table as new_items
for each statement execute function record_moves();

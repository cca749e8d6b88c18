-- The number of a job's items that are worked on directly at this moment. It goes from lease to item, regardless of the
-- statistics, since leases are few and a job's items may be many.
create or replace function items_in_hand(p_job bigint) returns integer
language sql stable
set enable_seqscan = off
as $$
    select count(*) filter (where (
        select i.job_id from job_items i where i.id = w.item_id and i.status = 'PENDING') = p_job)::integer
    from work w where w.lease_until is not null and w.item_id is not null
$$;

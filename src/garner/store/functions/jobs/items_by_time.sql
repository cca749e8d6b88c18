-- Rows of a job in one status, ordered by time, from a cursor on. A function for its settings: with statistics from
-- before a large file was ingested, the planner expects few rows of a status, reads them all, and sorts. Pending rows
-- with leased work are being processed, and are not among these; the lease is checked by a scalar subquery rather than
-- by `exists`, for which all leases might be read first.
create or replace function items_by_time(
    p_job bigint, p_status text, p_latest boolean, p_moment timestamptz, p_id uuid, p_since timestamptz,
    p_until timestamptz, p_most integer
) returns setof uuid
language plpgsql stable
set enable_sort = off
set enable_bitmapscan = off
set enable_seqscan = off
as $$
begin
    if p_latest then
        return query
            select i.id from job_items i
            where i.job_id = p_job and i.status = p_status and i.updated_at >= p_since and i.updated_at < p_until
              and (i.updated_at, i.id) < (p_moment, p_id)
              and (p_status <> 'PENDING'
                   or (select true from work w where w.item_id = i.id and w.lease_until is not null) is null)
            order by i.updated_at desc, i.id desc limit p_most;
    else
        return query
            select i.id from job_items i
            where i.job_id = p_job and i.status = p_status and i.updated_at >= p_since and i.updated_at < p_until
              and (i.updated_at, i.id) > (p_moment, p_id)
              and (p_status <> 'PENDING'
                   or (select true from work w where w.item_id = i.id and w.lease_until is not null) is null)
            order by i.updated_at, i.id limit p_most;
    end if;
end
$$;

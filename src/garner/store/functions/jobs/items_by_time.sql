-- Rows of a job in one status, in the order of time, from one place on. A function for its settings: left to itself, and to
-- statistics from before a large file came in, the planner takes all rows of a status for few, reads them, and sorts.
-- Pending rows whose work is leased are being processed, and are not among these; asked for by a value rather than by
-- `exists`, for which all leases might be read first.
create function items_by_time(
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

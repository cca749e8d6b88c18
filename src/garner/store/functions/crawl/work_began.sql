-- When work on a page began, so that a newly joined item has the same progress as those that waited before: the start
-- of its fetch, or of the extraction of its kept body. Null while it waits for its turn. A page that redirects, or
-- whose robots.txt is read first, is queued for its next request while the items that wait for it are processing. The
-- caller holds the task's lock.
create or replace function work_began(
    p_status text, p_started_at timestamptz, p_updated_at timestamptz, p_url_hash text) returns timestamptz
language sql stable
as $$
    select case p_status
        when 'crawling' then p_started_at
        when 'downloaded' then p_started_at
        when 'parsing' then coalesce(p_started_at, p_updated_at)
        when 'queued' then (select p_started_at from job_items i
                            where i.url_hash = p_url_hash and i.status = 'PROCESSING' limit 1)
    end
$$;

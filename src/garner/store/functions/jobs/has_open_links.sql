-- Whether pages of a job may still add to the catalogue: rows that wait for their pages, rows with links that the
-- feeder has not reached, or rows of a file that is still being read. For a job without links, its own row and its
-- files decide.
--
-- Volatile, for a fresh snapshot: a claim calls this for jobs whose rows may have been added after the claim began.
create or replace function has_open_links(p_job bigint) returns boolean
language sql volatile
set enable_seqscan = off
set enable_bitmapscan = off
as $$
    select case
        when (select true from ingests g
              where g.job_id = p_job and g.finished_at is null and g.may_have_links limit 1) then true
        when j.last_linked_row = 0 then false
        when l.fed_to < j.last_linked_row then true
        else (select true from job_items i
              where i.job_id = p_job and i.url_hash is not null and i.completed_at is null
              order by i.row_no limit 1) is not null
        end
    from jobs j join lanes l on l.job_id = j.id where j.id = p_job
$$;

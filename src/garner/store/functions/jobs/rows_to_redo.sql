-- The next rows of a job, in the file's order, that are in one of these states, and what a rerun does with each: it is
-- `meant`, or `exhausted` (no attempts left), or `unreadable` (a rerun is pointless until a user edits it), or null. A
-- row that ended after the rerun was requested is null; an end in the future was written before the clock went back.
--
-- Each state is a branch of its own, which names all columns of the index on them, as a row and as the order, so that
-- no other index qualifies, regardless of the statistics: by the index on row numbers alone, all rows of the job would
-- be read.
create or replace function rows_to_redo(
    p_job bigint, p_statuses text[], p_reasons text[], p_reset_attempts boolean, p_asked_at timestamptz, p_after bigint,
    p_last bigint, p_most_error integer, p_most_not_found integer, p_rows integer
) returns table (id uuid, row_no bigint, fate text)
language sql stable
set jit = off
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
set enable_incremental_sort = off
as $$
    select i.id, i.row_no,
           case when (i.completed_at > p_asked_at and i.completed_at <= clock_timestamp()) or i.error_code <> all (p_reasons)
                     or (p_reasons is not null and i.error_code is null) then null
                when i.error_code = 'bad_row' then 'unreadable'
                when not p_reset_attempts and i.attempts >= case i.status when 'ERROR' then p_most_error
                                                                          when 'NOT_FOUND' then p_most_not_found
                                                                          else 2147483647 end then 'exhausted'
                else 'meant' end
    from unnest(p_statuses) s (status)
    cross join lateral (
        select c.id, c.row_no, c.status, c.error_code, c.attempts, c.completed_at from job_items c
        where c.job_id is not null and (c.job_id, c.status, c.row_no) > (p_job, s.status, p_after)
          and (c.job_id, c.status, c.row_no) <= (p_job, s.status, p_last)
        order by c.job_id, c.status, c.row_no limit p_rows) i
    order by i.row_no limit p_rows
$$;

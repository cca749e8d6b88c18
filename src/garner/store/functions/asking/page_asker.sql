-- The user and the job whose turn a page takes in the queue: a single request if there is one, else the job with the
-- fewest rows left, so that a user who shares pages with a huge job does not wait as long as that job. Without waiting
-- items, it is the schedule's. If very many items wait for a page, a sample of them decides.
create or replace function page_asker(p_url_hash text, out asker_id bigint, out job_id bigint)
language sql stable
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
    select coalesce(min(a.user_id), 0), coalesce(min(a.job_id), 0)
    from (select coalesce(i.user_id, j.user_id) as user_id, i.job_id
          from (select i.user_id, i.job_id from job_items i
                where i.url_hash = p_url_hash and i.status in ('PENDING', 'PROCESSING') limit 100) i
          left join lateral (select j.user_id, j.rows_numbered - j.processed_items as rows_left
                             from jobs j where j.id = i.job_id limit 1) j on true
          order by j.rows_left nulls first, i.job_id limit 1) a
$$;

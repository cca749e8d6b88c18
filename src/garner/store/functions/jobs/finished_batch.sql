-- What the event batch.finished says about a job that has just ended, from its row. Counters that are not folded yet are
-- added: rows that end with the job, because it is canceled, are counted in the same transaction.
create or replace function finished_batch(p_job jsonb) returns jsonb
language sql stable
as $$
    select jsonb_build_object(
        'userId', p_job -> 'user_id',
        'id', p_job -> 'id',
        'name', coalesce((select f.name from files f where f.id = (p_job ->> 'file_id')::bigint),
                         (select f.name from ingests g join files f on f.id = g.file_id
                          where g.job_id = (p_job ->> 'id')::bigint order by g.place limit 1)),
        'state', p_job -> 'queue_state',
        'attempts', p_job -> 'attempts',
        'createdAt', p_job -> 'created_at',
        'finishedAt', p_job -> 'finished_at',
        'totalItems', (p_job ->> 'total_items')::integer + d.total,
        'counts', jsonb_build_object(
            'pending', (p_job ->> 'pending')::integer + d.pending,
            'processing', (p_job ->> 'processing')::integer + d.processing,
            'done', (p_job ->> 'done')::integer + d.done,
            'notFound', (p_job ->> 'not_found')::integer + d.not_found,
            'error', (p_job ->> 'error')::integer + d.error,
            'skipped', (p_job ->> 'skipped')::integer + d.skipped,
            'canceled', (p_job ->> 'canceled')::integer + d.canceled))
    from (select coalesce(sum(total), 0) as total, coalesce(sum(pending), 0) as pending,
                 coalesce(sum(processing), 0) as processing, coalesce(sum(done), 0) as done,
                 coalesce(sum(not_found), 0) as not_found, coalesce(sum(error), 0) as error,
                 coalesce(sum(skipped), 0) as skipped, coalesce(sum(canceled), 0) as canceled
          from job_deltas where job_id = (p_job ->> 'id')::bigint) d
$$;

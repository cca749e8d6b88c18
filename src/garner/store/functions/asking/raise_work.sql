-- Moves pages that wait for their turn up to this priority, if that is better, and gives them the turn of the single
-- requests' askers, if these are given. A worker that claims a row just now makes its better rank pointless.
create or replace function raise_work(p_tasks bigint[], p_priority integer, p_askers bigint[] default null) returns void
language plpgsql
as $$
begin
    update work w
    set priority = p_priority, rank = work_rank(w.due_at, p_priority), asker_id = coalesce(r.asker, w.asker_id),
        job_id = case when r.asker is null then w.job_id else 0 end
    from (select c.id, p.asker
          from unnest(p_tasks, p_askers) p (task, asker)
          cross join lateral (
              select c.id from work c
              where c.task_id = p.task and c.lease_until is null and c.priority > p_priority
              for update skip locked) c) r
    where w.id = any (array[r.id]);
end
$$;

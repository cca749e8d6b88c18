-- Queues crawl tasks that are idle or new, each for its asker, and wakes their lanes. The caller holds the tasks' locks.
-- A lane's row, held for key share, prevents parking until this work is visible.
create or replace function queue_tasks(p_tasks bigint[], p_askers bigint[], p_priority integer) returns void
language plpgsql
as $$
declare
    v_lanes bigint[];
begin
    v_lanes := array(
        select l.id from unnest(p_tasks) with ordinality p (task, place)
        cross join lateral (select t.domain_id from crawl_tasks t where t.id = p.task limit 1) t
        cross join lateral (select l.id from lanes l where l.domain_id = t.domain_id for key share) l
        order by p.place);

    update crawl_tasks
    set status = 'queued', scheduled_at = case when kinds = '{}' then now() else scheduled_at end, rank = null,
        started_at = null, retry_count = 0, demand = demand + 1, error_code = null, error_message = null,
        updated_at = now()
    where id = any (p_tasks) and status <> 'queued';

    -- Nothing is started for a page that an operator has paused, regardless of the requester.
    insert into work (stage, task_id, lane_id, priority, rank, max_attempts, held, asker_id)
    select 'crawl', t.id, v_lanes[p.place], p_priority, work_rank(now(), p_priority), t.max_retries,
           t.paused_at is not null, p.asker
    from unnest(p_tasks, p_askers) with ordinality p (task, asker, place)
    cross join lateral (select t.id, t.max_retries, t.paused_at from crawl_tasks t where t.id = p.task limit 1) t;

    -- A lane that is awake is not written to, so that many submits to one busy domain do not queue up on its row.
    update lanes set ready_at = greatest(next_at, now())
    where id = any (array(
        select l.id from lanes l
        where l.id = any (v_lanes) and l.ready_at > greatest(l.next_at, now())
        order by l.id for no key update));
end
$$;

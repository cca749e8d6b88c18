-- Claims fetched pages for extraction, and returns the ids of their work (body_claims describes it): single requests
-- first, then the pages of jobs and schedules, both fairly over users and their jobs (next_bodies). `p_after` and
-- `p_after_single` are the users that this worker served last. With `p_works`, only this work, by rank.
create or replace function claim_bodies(
    p_worker text, p_limit integer, p_lease interval, p_after bigint default -1, p_after_single bigint default -1,
    p_low_askers bigint[] default '{}', p_low_jobs bigint[] default '{}', p_lows timestamptz[] default '{}',
    p_works bigint[] default null)
returns bigint[]
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
    v_works bigint[];
begin
    perform set_config('synchronous_commit', 'off', true);  -- for the reason given in claim_items
    if p_works is null then
        v_works := hold_bodies(next_bodies(p_limit, true, p_after_single, '{}', '{}', '{}'), p_limit);
        if cardinality(v_works) < p_limit then
            v_works := v_works || hold_bodies(
                next_bodies(p_limit - cardinality(v_works), false, p_after, p_low_askers, p_low_jobs, p_lows),
                p_limit - cardinality(v_works));
        end if;
    else
        v_works := hold_bodies(array(
            select w.id from work w where w.id = any (p_works) and w.due_at <= now() order by w.rank), p_limit);
    end if;
    if cardinality(v_works) = 0 then return '{}'; end if;

    update crawl_tasks t set status = 'parsing', updated_at = now()
    from work w where w.id = any (v_works) and t.id = w.task_id;
    perform start_waiting_items(array(
        select t.url_hash::text from work w join crawl_tasks t on t.id = w.task_id where w.id = any (v_works)));

    update work w
    set fence = nextval('work_fence'), attempt = w.attempt + 1, worker = p_worker, lease_until = now() + p_lease,
        claimed_at = now()
    where w.id = any (v_works);
    return v_works;
end
$$;

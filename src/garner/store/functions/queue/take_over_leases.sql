-- Takes over leases that dispatchers hold and have handed to this worker, and returns the ids of their work. Each is known
-- by its work, its fence and its dispatcher, so a duplicate, a replay and a late message touch no row, and of two workers
-- with one message one gets it. The fence stays, and with it the lane's slot and its probe; the attempt was counted at the
-- claim. From now on the dispatcher neither renews nor settles this work.
--
-- What has been paused since is not taken: a page, its site, the job of a row, or all jobs whose rows wait for a page.
-- What has been canceled since has no row. The rows are locked by id, as everywhere, and waited for: a renewal by the
-- dispatcher must not cost the message.
create or replace function take_over_leases(
    p_stage text, p_worker text, p_lease interval, p_works bigint[], p_fences bigint[], p_dispatchers text[])
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
    if p_stage <> 'crawl' then
        perform set_config('synchronous_commit', 'off', true);  -- for the reason given in claim_items
    end if;
    with own as materialized (
        select w.id from unnest(p_works, p_fences, p_dispatchers) h (id, fence, dispatcher)
        join work w on w.id = h.id and w.fence = h.fence and w.worker = h.dispatcher
        where h.dispatcher <> p_worker and w.stage = p_stage and w.lease_until > now() and not w.held
          and not is_paused(w.stage, w.lane_id, w.task_id, w.item_id)
        order by w.id for no key update of w),
    taken as (
        update work w set worker = p_worker, lease_until = now() + p_lease from own where w.id = own.id returning w.id)
    select array_agg(t.id) into v_works from taken t;
    return coalesce(v_works, '{}');
end
$$;

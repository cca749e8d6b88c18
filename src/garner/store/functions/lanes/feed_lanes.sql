-- Moves due pages from the backlog into `work`, lane by lane, so that each lane has a bounded window of its best pages
-- there: the hot table stays small regardless of the size of the backlog. Like a claim it is driven from the lanes, and
-- locked rows are skipped. Returns the number of pages moved.
create or replace function feed_lanes(p_lanes integer, p_window integer) returns integer
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
declare
    v_ready bigint[];
    v_fed integer;
begin
    v_ready := array(
        select l.id from lanes l where l.feed_at <= now() and l.feed_at < 'infinity' and l.stage = 'crawl'
        order by l.feed_at limit p_lanes for no key update skip locked);
    if cardinality(v_ready) = 0 then return 0; end if;

    with room as materialized (
        select l.id, l.domain_id,
               p_window - (select count(*) from (select from work w where w.lane_id = l.id limit p_window) c) as free
        from lanes l where l.id = any (v_ready)),
    pick as materialized (
        select room.id as lane, t.*
        from room cross join lateral (
            select c.id, c.rank, c.priority, c.max_retries, c.url_hash from crawl_tasks c
            where c.domain_id = room.domain_id and c.status = 'pending' and c.rank is not null and c.paused_at is null
            order by c.rank limit greatest(0, room.free)
            for update skip locked) t),
    queued as (
        update crawl_tasks t
        set status = 'queued', rank = null, started_at = null, retry_count = 0, error_code = null,
            error_message = null, updated_at = now()
        from pick where t.id = pick.id),
    handed as (
        insert into work (stage, task_id, lane_id, priority, rank, max_attempts, asker_id, job_id)
        select 'crawl', pick.id, pick.lane, pick.priority, pick.rank, pick.max_retries, a.asker_id, a.job_id
        from pick cross join lateral page_asker(pick.url_hash) a),
    counted as (
        select room.id, room.domain_id, room.free, count(pick.id) as fed from room left join pick on pick.lane = room.id
        group by room.id, room.domain_id, room.free),
    fed as (
        update lanes l
        -- With room left and nothing else waiting, the next page to become due sets the time of the next round. A page
        -- that was locked just now still waits.
        set feed_at = case when c.fed < c.free
                                and (select count(*) from (
                                         select from crawl_tasks t
                                         where t.domain_id = c.domain_id and t.status = 'pending' and t.rank is not null
                                           and t.paused_at is null limit c.fed + 1) waiting) <= c.fed
                           then 'infinity' else now() + interval '1 second' end,
            ready_at = case when c.fed > 0 then least(l.ready_at, greatest(l.next_at, now())) else l.ready_at end
        from counted c where l.id = c.id returning c.fed)
    select coalesce(sum(fed.fed), 0) into v_fed from fed;
    return v_fed;
end
$$;

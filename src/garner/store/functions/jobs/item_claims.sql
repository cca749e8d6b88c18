-- Describes leased items for the worker that matches them, in the given order: the same for a claim and for a lease that
-- was taken over. Items are looked up by their ids, regardless of the statistics (see attach_rows). Volatile, so that it
-- sees the leases that its argument has just taken.
--
-- Whether pages of their own job may still add to the catalogue is checked once for each job, and before any row is
-- searched for: the search may miss what these pages add later, so such a result is not final.
create or replace function item_claims(p_works bigint[])
returns table (
    work_id bigint, fence bigint, attempt integer, max_attempts integer, rank timestamptz, item_id uuid,
    input jsonb, job_id bigint, user_id bigint, origin text, job_type text, kind text, attempts integer, result jsonb,
    pages_open boolean)
language plpgsql volatile
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
    return query
        with item as materialized (
            select p.place, w.id, w.fence, w.attempt, w.max_attempts, w.rank, w.item_id, i.input_json,
                   i.normalized_json, i.job_id, i.user_id, i.origin, i.job_type, i.kind, i.attempts, i.result_json
            from unnest(p_works) with ordinality p (id, place)
            join work w on w.id = p.id join job_items i on i.id = any (array[w.item_id])),
        waited_for as materialized (
            select j.job_id from (select distinct i.job_id from item i where i.job_id is not null) j
            where has_open_links(j.job_id))
        select i.id, i.fence, i.attempt::integer, i.max_attempts::integer, i.rank, i.item_id,
               coalesce(i.normalized_json, i.input_json), i.job_id, i.user_id, i.origin::text, i.job_type::text,
               i.kind::text, i.attempts, i.result_json,
               coalesce(i.job_id = any (array(select j.job_id from waited_for j)), false)
        from item i order by i.place;
end
$$;

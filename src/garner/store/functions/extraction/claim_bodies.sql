-- Claims fetched pages for extraction, with the kinds that are wanted of each: single requests first, then the pages of
-- jobs and schedules, both fairly over users and their jobs (next_bodies). `p_after` and `p_after_single` are the users
-- that this worker served last. With `p_job`, only pages that rows of that job wait for.
create or replace function claim_bodies(
    p_worker text, p_limit integer, p_lease interval, p_after bigint default -1, p_after_single bigint default -1,
    p_low_askers bigint[] default '{}', p_low_jobs bigint[] default '{}', p_lows timestamptz[] default '{}', p_job bigint default null)
returns table (
    work_id bigint, fence bigint, attempt integer, max_attempts integer, rank timestamptz, task_id bigint,
    url text, url_hash text, html_path text, charset text, kinds text[], content_hash text, extracted_hash text,
    page_print jsonb, versions jsonb, renders boolean, rendered boolean, render_wins integer, render_losses integer,
    llm_kinds text[], fetched boolean, single boolean, asker_id bigint, job_id bigint)
language plpgsql
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
#variable_conflict use_column
declare
    v_works bigint[];
begin
    perform set_config('synchronous_commit', 'off', true);  -- for the reason given in claim_items
    if p_job is null then
        v_works := hold_bodies(next_bodies(p_limit, true, p_after_single, '{}', '{}', '{}'), p_limit);
        if cardinality(v_works) < p_limit then
            v_works := v_works || hold_bodies(
                next_bodies(p_limit - cardinality(v_works), false, p_after, p_low_askers, p_low_jobs, p_lows),
                p_limit - cardinality(v_works));
        end if;
    else
        v_works := hold_bodies(array(
            select w.id from work w where w.id = any (work_of_job(p_job, 'extract')) and w.due_at <= now()
            order by w.rank), p_limit);
    end if;
    if cardinality(v_works) = 0 then return; end if;

    update crawl_tasks t set status = 'parsing', updated_at = now()
    from work w where w.id = any (v_works) and t.id = w.task_id;
    perform start_waiting_items(array(
        select t.url_hash::text from work w join crawl_tasks t on t.id = w.task_id where w.id = any (v_works)));

    return query
        update work w
        set fence = nextval('work_fence'), attempt = w.attempt + 1, worker = p_worker,
            lease_until = now() + p_lease, claimed_at = now()
        from crawl_tasks t join domains d on d.id = t.domain_id
        where w.id = any (v_works) and t.id = w.task_id
        returning w.id, w.fence, w.attempt::integer, w.max_attempts::integer, w.rank, t.id,
                  coalesce(t.final_url, t.url), t.url_hash::text, t.html_path::text, t.charset::text,
                  -- A page with neither waiting items nor an order was crawled again for the kinds it was searched for
                  -- before.
                  coalesce(nullif(array(select unnest(case when i.kind = 'auto' then array['recipe', 'product', 'posting']
                                                           else array[i.kind::text] end) from job_items i
                                        where i.url_hash = t.url_hash and i.status in ('PENDING', 'PROCESSING')
                                        union select unnest(t.kinds)), '{}'),
                           array(select jsonb_array_elements_text(t.page_print -> 'looked_for'))),
                  t.content_hash::text, t.extracted_hash::text, t.page_print,
                  -- The extractor version of each record that the page has, by kind.
                  (select jsonb_object_agg(k.kind, k.version)
                   from (select 'recipe' as kind, r.extractor_version as version from recipes r
                         where r.url_hash = t.url_hash
                         union all
                         select 'product', r.extractor_version from products r where r.url_hash = t.url_hash
                         union all
                         select 'posting', r.extractor_version from postings r where r.url_hash = t.url_hash) k),
                  w.renders, w.rendered, d.render_wins, d.render_losses,
                  -- A waiting client allows the language model for these kinds. A request for any kind ('auto') lacks
                  -- no particular one.
                  array(select distinct i.kind::text from job_items i
                        where i.url_hash = t.url_hash and i.status in ('PENDING', 'PROCESSING')
                          and i.use_llm_fallback and i.kind <> 'auto'),
                  t.started_at is not null, w.single, w.asker_id, w.job_id;
end
$$;

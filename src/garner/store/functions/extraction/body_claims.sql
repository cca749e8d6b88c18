-- Describes leased pages for the worker that extracts them, with the kinds that are wanted of each, in the given order:
-- the same for a claim and for a lease that was taken over. Volatile, so that it sees the leases that its argument has
-- just taken.
create or replace function body_claims(p_works bigint[])
returns table (
    work_id bigint, fence bigint, attempt integer, max_attempts integer, rank timestamptz, task_id bigint,
    url text, url_hash text, html_path text, charset text, kinds text[], content_hash text, extracted_hash text,
    page_fingerprint jsonb, versions jsonb, renders boolean, rendered boolean, render_wins integer,
    render_losses integer, llm_kinds text[], fetched boolean, single boolean, asker_id bigint, job_id bigint)
language plpgsql volatile
set jit = off
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
#variable_conflict use_column
begin
    return query
        select w.id, w.fence, w.attempt::integer, w.max_attempts::integer, w.rank, t.id,
               coalesce(t.final_url, t.url), t.url_hash::text, t.html_path::text, t.charset::text,
               -- A page with neither waiting items nor an order was crawled again for the kinds it was searched for
               -- before.
               coalesce(nullif(array(select unnest(case when i.kind = 'auto' then array(select kind from record_kinds)
                                                        else array[i.kind::text] end) from job_items i
                                     where i.url_hash = t.url_hash and i.status in ('PENDING', 'PROCESSING')
                                     union select unnest(t.kinds)), '{}'),
                        array(select jsonb_array_elements_text(t.page_print -> 'looked_for'))),
               t.content_hash::text, t.extracted_hash::text, t.page_print,
               -- The extractor version of each record that the page has, by kind.
               (select jsonb_object_agg(r.kind, r.extractor_version)
                from current_records r where r.url_hash = t.url_hash),
               w.renders, w.rendered, d.render_wins, d.render_losses,
               -- A waiting client allows the language model for these kinds. A request for any kind ('auto') lacks
               -- no particular one.
               array(select distinct i.kind::text from job_items i
                     where i.url_hash = t.url_hash and i.status in ('PENDING', 'PROCESSING')
                       and i.use_llm_fallback and i.kind <> 'auto'),
               t.started_at is not null, w.single, w.asker_id, w.job_id
        from unnest(p_works) with ordinality p (id, place)
        join work w on w.id = p.id join crawl_tasks t on t.id = w.task_id join domains d on d.id = t.domain_id
        order by p.place;
end
$$;

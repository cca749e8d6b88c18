-- Submits many requests for one page each, in one call: see ask_for_pages. Requests that are not returned are left to
-- submit_page: another transaction holds their page just now, or has held a page or a lane of this call for too long.
create or replace function submit_pages(
    p_items uuid[], p_urls text[], p_url_hashes text[], p_domains text[], p_base_urls text[], p_kinds text[],
    p_origins text[], p_users bigint[], p_llms boolean[], p_ttls interval[], p_priority integer,
    p_topic text, p_wholes boolean[],
    p_shared boolean[], p_givens text[], p_job_types text[]
) returns table (
    asked uuid, outcome text, item_id uuid, task_id bigint, status text, data jsonb, parsed_at timestamptz,
    warnings text[])
language plpgsql
-- Another transaction may be creating one of these pages for a long time: the other requests do not wait for it.
set lock_timeout = '50ms'
as $$
begin
    return query
        select a.* from ask_for_pages(
            p_items, p_urls, p_url_hashes, p_domains, p_base_urls, p_kinds, p_origins, p_users, p_llms, p_ttls, p_priority,
            p_topic, p_wholes, p_shared, p_givens, p_job_types, false) a;
exception when lock_not_available then
    return query
        select p_items[k.place], k.outcome, k.item_id,
               (select t.id from crawl_tasks t where k.outcome = 'joined' and t.url_hash = p_url_hashes[k.place]), k.status,
               k.data, k.parsed_at, k.warnings
        from known_answers(
            array(select generate_subscripts(p_items, 1)), p_url_hashes, p_kinds, p_origins, p_users, p_llms, p_ttls,
            p_wholes, false) k
        where k.outcome = 'joined' or p_origins[k.place] <> 'mailbox';
end
$$;

-- What these requests, given by their places in the arrays, are answered with if nothing is started for them: 'fresh'
-- with the page's record, or 'joined' with an open request for the same page. Requests without such an answer are not
-- returned.
--
-- Without the lock of the page's crawl task (`p_locked`), only a request that needs no write is joined: it is as if its
-- caller had come a moment earlier. A request of guests must be marked as shared for that: once marked, no single
-- client can end it.
create or replace function known_answers(
    p_places integer[], p_url_hashes text[], p_kinds text[], p_origins text[], p_users bigint[], p_llms boolean[],
    p_ttls interval[], p_wholes boolean[], p_locked boolean)
returns table (
    place integer, outcome text, item_id uuid, status text, version integer, data jsonb, parsed_at timestamptz,
    warnings text[])
language sql stable
as $$
    select a.place, case when r.version is null then 'joined' else 'fresh' end, o.id, o.status::text, r.version, r.data,
           r.parsed_at, r.warnings
    from (select p.place, p_url_hashes[p.place] as url_hash, p_kinds[p.place] as kind, p_origins[p.place] as origin,
                 p_users[p.place] as user_id, p_llms[p.place] as llm, p_ttls[p.place] as ttl, p_wholes[p.place] as whole
          from unnest(p_places) p (place)) a
    left join lateral fresh_record(a.url_hash, a.kind, array[a.kind], array[a.ttl], a.whole) r on true
    left join lateral (
        select i.id, i.status from job_items i
        where r.version is null and i.url_hash = a.url_hash and i.kind = a.kind and i.origin = a.origin
          and i.status in ('PENDING', 'PROCESSING')
          and (a.origin = 'parse' or (a.origin = 'mailbox' and i.user_id = a.user_id))
          and (p_locked or ((i.use_llm_fallback or not a.llm) and (i.shared or a.origin <> 'parse'))) limit 1) o on true
    where r.version is not null or o.id is not null
$$;

-- The record of the wanted kind, or for 'auto' the surest of any kind, if the page has one that is fresh enough for the
-- caller. `p_ttls` are the TTLs of `p_ttl_kinds`, in the same order; between equally sure records the first of these
-- kinds wins. `p_whole` is as in ask_for_pages; `p_since` is when the caller requested a rerun.
create or replace function fresh_record(
    p_url_hash text, p_kind text, p_ttl_kinds text[], p_ttls interval[], p_whole boolean,
    p_since timestamptz default null)
returns table (kind text, version integer, data jsonb, parsed_at timestamptz, warnings text[])
language sql stable
as $$
    select k.kind, r.version, r.data, r.parsed_at, r.warnings
    from unnest(p_ttl_kinds, p_ttls) with ordinality k (kind, ttl, place)
    cross join lateral current_record(p_url_hash, k.kind) r
    where p_kind in (k.kind, 'auto') and r.parsed_at > greatest(now() - k.ttl, p_since)
      and not (p_whole and is_left_wanting(p_url_hash, k.kind))
    order by r.confidence desc, k.place limit 1
$$;

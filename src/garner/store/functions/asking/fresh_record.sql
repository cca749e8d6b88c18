-- The record of the wanted kind, or of any kind the surest ('auto'), if the page has one that is fresh enough to whom asks.
-- `p_ttls` are those of recipes, products and postings; `p_whole` is as submit_page has it; `p_since` is when who asks wanted
-- it done again.
create function fresh_record(
    p_url_hash text, p_kind text, p_ttls interval[], p_whole boolean, p_since timestamptz default null)
returns table (kind text, version integer)
language sql stable
as $$
    select k.kind, r.version
    from unnest(array['recipe', 'product', 'posting'], p_ttls) with ordinality k (kind, ttl, place)
    cross join lateral current_record(p_url_hash, k.kind) r
    where p_kind in (k.kind, 'auto') and r.parsed_at > greatest(now() - k.ttl, p_since)
      and not (p_whole and is_left_wanting(p_url_hash, k.kind))
    order by r.confidence desc, k.place limit 1
$$;

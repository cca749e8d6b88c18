-- The page's current record of one kind. Plain SQL, so that it is inlined into the calling query, and only the branch
-- of the requested kind runs.
create or replace function current_record(p_url_hash text, p_kind text)
returns table (
    data jsonb, parsed_at timestamptz, version integer, used_llm boolean, warnings text[], confidence float8)
language sql stable
as $$
    select r.data, r.parsed_at, r.version, r.used_llm, r.warnings, r.confidence
    from recipes r where p_kind = 'recipe' and r.url_hash = p_url_hash
    union all
    select r.data, r.parsed_at, r.version, r.used_llm, r.warnings, r.confidence
    from products r where p_kind = 'product' and r.url_hash = p_url_hash
    union all
    select r.data, r.parsed_at, r.version, r.used_llm, r.warnings, r.confidence
    from postings r where p_kind = 'posting' and r.url_hash = p_url_hash
$$;

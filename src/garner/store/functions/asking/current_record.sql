-- The page's current record of one kind. Plain SQL, so that it is inlined into the calling query, and each branch of the
-- view is an index scan by the hash.
create or replace function current_record(p_url_hash text, p_kind text)
returns table (
    data jsonb, parsed_at timestamptz, version integer, used_llm boolean, warnings text[], confidence float8)
language sql stable
as $$
    select r.data, r.parsed_at, r.version, r.used_llm, r.warnings, r.confidence
    from current_records r where r.kind = p_kind and r.url_hash = p_url_hash
$$;

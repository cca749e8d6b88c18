-- The record of one kind that a page was last found to hold.
create function current_record(p_url_hash text, p_kind text)
returns table (data jsonb, parsed_at timestamptz, version integer, used_llm boolean, warnings text[])
language plpgsql stable
as $$
#variable_conflict use_column
begin
    if p_kind = 'recipe' then
        return query select r.data, r.parsed_at, r.version, r.used_llm, r.warnings
                     from recipes r where r.url_hash = p_url_hash;
    elsif p_kind = 'product' then
        return query select r.data, r.parsed_at, r.version, r.used_llm, r.warnings
                     from products r where r.url_hash = p_url_hash;
    else
        return query select r.data, r.parsed_at, r.version, r.used_llm, r.warnings
                     from postings r where r.url_hash = p_url_hash;
    end if;
end
$$;

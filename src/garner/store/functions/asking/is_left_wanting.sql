-- Whether the page, when it was last extracted, lacked something essential of this kind for which no language model was
-- asked. Plain SQL, so that it melts into the query that asks.
create function is_left_wanting(p_url_hash text, p_kind text) returns boolean
language sql stable
as $$
    select exists (select from crawl_tasks t where t.url_hash = p_url_hash and t.page_print -> 'unasked' ? p_kind)
$$;

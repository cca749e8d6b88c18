-- Whether the page, when it was last extracted, lacked an essential field of this kind for which no language model was
-- called. Plain SQL, so that it is inlined into the calling query.
create or replace function is_left_wanting(p_url_hash text, p_kind text) returns boolean
language sql stable
as $$
    select exists (select from crawl_tasks t where t.url_hash = p_url_hash and t.page_print -> 'unasked' ? p_kind)
$$;

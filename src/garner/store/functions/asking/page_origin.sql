-- Scheme, host and port of a URL: the scope of a robots.txt.
create or replace function page_origin(p_url text) returns text
language sql immutable
as $$ select substring(p_url from '^[a-z]+://[^/?#]+') $$;

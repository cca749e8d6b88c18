-- Records that pages have come into the catalogue or left it, after their standing orders changed: on the products, which
-- matching reads, and in the search index. Transactions that save or index records of the pages hold their tasks, and this
-- function waits for them. Otherwise they would write what they read of the earlier orders, and a page that left the
-- catalogue would stay in it.
create or replace function mark_catalogue(p_tasks bigint[]) returns void
language plpgsql
set jit = off
as $$
begin
    perform 1 from crawl_tasks where id = any (p_tasks) order by id for update;
    update products p set in_catalogue = t.crawl_frequency is not null
    from crawl_tasks t
    where t.id = any (p_tasks) and p.url_hash = t.url_hash
      and p.in_catalogue is distinct from (t.crawl_frequency is not null);
    perform 1 from search_documents d join crawl_tasks t on t.url_hash = d.url_hash
    where t.id = any (p_tasks) order by d.url_hash, d.kind for update of d; -- in the order of the indexer
    update search_documents d
    set in_catalogue = t.crawl_frequency is not null,
        words = case when t.crawl_frequency is not null then d.words || '''@catalogue'''::tsvector
                     else ts_delete(d.words, '@catalogue') end
    from crawl_tasks t
    where t.id = any (p_tasks) and d.url_hash = t.url_hash
      and d.in_catalogue is distinct from (t.crawl_frequency is not null);
end
$$;

-- Keeps the counts of words in step with the indexed documents: triggers, once per statement, so that documents deleted by
-- a foreign key are counted as well. Words are locked in their order, so that two transactions with one such statement
-- each never wait for each other in a circle. Stems, which begin with a sign, are not counted; labels are, because a search
-- has to know which of them are rare. Numbers, codes and labels are never misspelt words: they need no deletions, which the
-- indexer computes for the others.
create or replace function keep_search_words() returns trigger
language plpgsql
set jit = off
as $$
begin
    if tg_op = 'INSERT' then
        insert into search_words as known (word, documents, catalogue_documents, deletions)
        select w.word, count(*), count(*) filter (where n.in_catalogue),
               case when w.word ~ '[0-9@]' or length(w.word) not between 3 and 32 then '{}'::integer[] end
        from new_documents n, unnest(tsvector_to_array(n.words)) w (word)
        where left(w.word, 1) not in ('~', '=')
        group by w.word order by w.word
        on conflict (word) do update
        set documents = known.documents + excluded.documents,
            catalogue_documents = known.catalogue_documents + excluded.catalogue_documents;
    elsif tg_op = 'UPDATE' then
        insert into search_words as known (word, documents, catalogue_documents, deletions)
        select c.word, sum(c.sign), coalesce(sum(c.sign) filter (where c.in_catalogue), 0),
               case when c.word ~ '[0-9@]' or length(c.word) not between 3 and 32 then '{}'::integer[] end
        from (select w.word, 1 as sign, n.in_catalogue
              from new_documents n, unnest(tsvector_to_array(n.words)) w (word)
              union all
              select w.word, -1, o.in_catalogue
              from old_documents o, unnest(tsvector_to_array(o.words)) w (word)) c
        where left(c.word, 1) not in ('~', '=')
        group by c.word
        having sum(c.sign) <> 0 or coalesce(sum(c.sign) filter (where c.in_catalogue), 0) <> 0
        order by c.word
        on conflict (word) do update
        set documents = known.documents + excluded.documents,
            catalogue_documents = known.catalogue_documents + excluded.catalogue_documents;
    else
        update search_words known
        set documents = known.documents - gone.documents,
            catalogue_documents = known.catalogue_documents - gone.catalogue_documents
        from (select k.word, d.documents, d.catalogue_documents
              from (select w.word, count(*) as documents, count(*) filter (where o.in_catalogue) as catalogue_documents
                    from old_documents o, unnest(tsvector_to_array(o.words)) w (word)
                    where left(w.word, 1) not in ('~', '=')
                    group by w.word) d
              join search_words k on k.word = d.word
              order by k.word for update of k) gone
        where known.word = gone.word;
    end if;
    return null;
end
$$;

create or replace trigger count_words_of_new_documents after insert on search_documents
referencing new table as new_documents
for each statement execute function keep_search_words();

create or replace trigger count_words_of_changed_documents after update on search_documents
referencing old table as old_documents new table as new_documents
for each statement execute function keep_search_words();

create or replace trigger count_words_of_deleted_documents after delete on search_documents
referencing old table as old_documents
for each statement execute function keep_search_words();

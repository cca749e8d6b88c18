-- Appends a change for each new version of a record, in the transaction that saves it. It is a trigger, so that a version
-- saved by a worker of an earlier release during an upgrade is a change too. It runs once per statement. A version whose
-- description alone is updated is not new. The number comes later: see store/records/change_log.py.
create or replace function append_record_changes() returns trigger
language plpgsql
set jit = off
set enable_seqscan = off
as $$
begin
    insert into unnumbered_changes (url_hash, kind, version, changed)
    select n.url_hash, n.kind, n.version,
           n.version = 1 or n.content_hash is distinct from (
               select v.content_hash from record_versions v
               where v.url_hash = n.url_hash and v.kind = n.kind and v.version = n.version - 1)
    from new_versions n;
    return null;
end
$$;

create or replace trigger append_record_changes after insert on record_versions
referencing new table as new_versions
for each statement execute function append_record_changes();

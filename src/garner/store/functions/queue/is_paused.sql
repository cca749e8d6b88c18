-- Whether work must not be started now: its site is paused or inactive, its job does not run, or nothing but rows of
-- paused jobs waits for its page.
create or replace function is_paused(p_stage text, p_lane bigint, p_task bigint, p_item uuid) returns boolean
language plpgsql stable
set enable_hashjoin = off
set enable_mergejoin = off
set enable_seqscan = off
as $$
begin
    if p_item is not null then
        return coalesce((select j.queue_state not in ('QUEUED', 'RUNNING')
                         from job_items i join jobs j on j.id = i.job_id where i.id = any (array[p_item])), false);
    end if;
    if p_stage = 'crawl' and (select not d.is_active or d.paused_at is not null
                              from lanes l join domains d on d.id = l.domain_id where l.id = p_lane) then
        return true;
    end if;
    return coalesce(
        (select w.is_paused
         from (select coalesce((select j.queue_state = 'PAUSED' from jobs j where j.id = i.job_id), false) as is_paused
               from crawl_tasks t join job_items i on i.url_hash = t.url_hash and i.status in ('PENDING', 'PROCESSING')
               where t.id = p_task) w
         order by w.is_paused limit 1), false);
end
$$;

-- Returns whose turn it is at a stage: first users, beginning after the one that the caller served last, then the jobs
-- of each, in random order. Both are found by leaps over an index, from one user to the next, so the cost depends on
-- how many there are and not on the length of their queues. Of a user with very many jobs the oldest come first. Only
-- due work counts: users and jobs whose work is due later take no turn, and only that work is read of them.
create or replace function turns_of_askers(p_stage text, p_single boolean, p_most integer, p_after bigint)
returns table (asker_place integer, asker_id bigint, job_place integer, job_id bigint)
language plpgsql
set jit = off
set enable_seqscan = off
set enable_bitmapscan = off
set enable_sort = off
as $$
#variable_conflict use_column
declare
    v_most_jobs constant integer := 32;
    v_askers bigint[] := '{}';
    v_asker bigint := p_after;
    v_next bigint;
    v_wrapped boolean := false;
begin
    while cardinality(v_askers) < p_most loop
        v_next := (select w.asker_id from work w
                   where w.stage = p_stage and w.single = p_single and w.asker_id > v_asker
                     and w.lease_until is null and not w.held and w.task_id is not null and w.due_at <= now()
                   order by w.asker_id limit 1);
        exit when v_wrapped and (v_next is null or v_next > p_after);
        if v_next is null then
            v_wrapped := true;
            v_asker := -1;
        else
            v_askers := v_askers || v_next;
            v_asker := v_next;
        end if;
    end loop;

    return query
        with recursive turn as (
            select a.place, a.asker, f.job, 1 as jobs
            from unnest(v_askers) with ordinality a (asker, place)
            cross join lateral (
                select w.job_id as job from work w
                where w.stage = p_stage and w.single = p_single and w.asker_id = a.asker
                  and w.lease_until is null and not w.held and w.task_id is not null and w.due_at <= now()
                order by w.job_id limit 1) f
            union all
            select t.place, t.asker, f.job, t.jobs + 1
            from turn t
            cross join lateral (
                select w.job_id as job from work w
                where w.stage = p_stage and w.single = p_single and w.asker_id = t.asker and w.job_id > t.job
                  and w.lease_until is null and not w.held and w.task_id is not null and w.due_at <= now()
                order by w.job_id limit 1) f
            where t.jobs < v_most_jobs)
        select t.place::integer, t.asker, (row_number() over (partition by t.asker order by random()))::integer, t.job
        from turn t;
end
$$;

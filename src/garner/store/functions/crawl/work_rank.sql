-- Turns a priority into a time: ten minutes per grade, so that a better grade comes first and a worse one still gets
-- its turn. A single request (0) is not one of these grades: it precedes everything that was ordered, however long that
-- has been due, and single requests are served in the order of submission.
create or replace function work_rank(due timestamptz, priority integer) returns timestamptz
language sql stable
return due + priority * interval '10 minutes' - case when priority < 1 then interval '1000 years' else interval '0' end;

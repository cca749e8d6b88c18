-- Priority becomes a place in time: a step of ten minutes a grade, so that a better grade goes first and a worse one still
-- comes up. What one person asked for (0) is no grade of these: it goes before all that was ordered, however long that
-- has been due, and among its like in the order of asking.
create function work_rank(due timestamptz, priority integer) returns timestamptz
language sql stable
return due + priority * interval '10 minutes' - case when priority < 1 then interval '1000 years' else interval '0' end;

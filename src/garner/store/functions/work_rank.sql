-- Priority becomes a place in time: a step of ten minutes a grade, so that a better grade goes first and a
-- worse one still comes up. The window of work a batch may have in the queue is far shorter than the four
-- grades between it (5) and a single request (1), so a single request goes before any batch.
create function work_rank(due timestamptz, priority integer) returns timestamptz
language sql stable
return due + priority * interval '10 minutes';

-- The time after which a throttle halves: never shorter than three requests at that pace, since time without a request
-- proves nothing. `quiet_seconds` of core/pacing/lane.py.
create or replace function quiet_seconds(p_quiet float8, p_pace float8) returns float8
language sql immutable
as $$ select greatest(p_quiet, 3 * p_pace) $$;

-- The number of requests that a lane may have in flight: one, for the probe of an open breaker and after failures of
-- two pages since the site last answered, so that a site that hangs holds one slot and not many. `width` of
-- core/pacing/lane.py.
create or replace function lane_width(p_opened_at timestamptz, p_failures integer, p_width integer) returns integer
language sql immutable
as $$ select case when p_opened_at is not null or p_failures > 1 then 1 else p_width end $$;

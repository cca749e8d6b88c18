-- Until when a lane sends nothing, regardless of its last request: its site's Retry-After, the next probe of an open
-- breaker, and the throttle after the last answer that asked for it. `held_until` of core/pacing/lane.py.
create or replace function held_until(
    p_not_before timestamptz, p_open_until timestamptz, p_throttled_at timestamptz, p_throttle float8) returns timestamptz
language sql stable
as $$ select greatest(p_not_before, p_open_until, p_throttled_at + p_throttle * interval '1 second') $$;

-- When a lane has been quiet for long enough not to be throttled any more. `throttled_until` of core/pacing/lane.py.
create or replace function throttled_until(
    p_pace float8, p_throttle float8, p_throttled_at timestamptz, p_not_before timestamptz, p_quiet float8)
returns timestamptz
language sql stable
as $$
    select case when p_throttled_at is not null then
        greatest(p_throttled_at, p_not_before)
            + quiet_seconds(p_quiet, greatest(p_throttle, p_pace)) * interval '1 second' end
$$;

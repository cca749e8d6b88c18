-- Seconds between two requests of a lane, the longest of: its pace without any throttle (lane_pace); the remaining
-- throttle; and a delay that doubles with each page that failed since the site last answered, from the third on.
-- `delay_seconds` of core/pacing/lane.py, which explains why; a test compares the two, constant by constant.
create or replace function lane_delay(
    p_pace float8, p_throttle float8, p_throttled_at timestamptz, p_not_before timestamptz, p_quiet float8,
    p_failures integer) returns float8
language plpgsql stable
as $$
declare
    v_delay float8 := p_pace;
begin
    if p_failures >= 3 then
        v_delay := greatest(v_delay, least(300, greatest(1, 2 * p_pace) * 2 ^ least(p_failures - 3, 60)));
    end if;
    if p_throttled_at is not null then
        v_delay := greatest(v_delay, throttle_in_force(p_throttle, p_throttled_at, p_not_before, p_quiet));
    end if;
    return v_delay;
end
$$;

-- Seconds between two requests of a lane, the longest of: the configured delay; the crawl delay of the site's
-- robots.txt; a multiple of its latency; the remaining throttle, which halves after each quiet period; and a delay that
-- doubles with each page that failed since the site last answered, from the third on. core/pacing/lane.py explains why,
-- and has the same arithmetic of the throttle; a test computes the whole in Python and compares.
create or replace function lane_delay(
    p_configured float8, p_robots float8, p_latency float8, p_latency_factor float8,
    p_throttle float8, p_throttled_at timestamptz, p_not_before timestamptz, p_quiet float8, p_failures integer default 0
) returns float8
language plpgsql stable
as $$
declare
    v_unslowed constant float8 := greatest(p_configured, p_robots, coalesce(p_latency, 0) * p_latency_factor);
    v_pace constant float8 := case when p_failures < 3 then v_unslowed else greatest(v_unslowed, least(
        300, greatest(1, 2 * v_unslowed) * 2 ^ least(p_failures - 3, 60))) end;
    v_halvings float8;
    v_left float8;
begin
    if p_throttled_at is null or p_throttle <= 0 then return v_pace; end if;
    v_halvings := floor(greatest(0, extract(epoch from now() - greatest(p_throttled_at, p_not_before))::float8)
                        / greatest(p_quiet, 3 * p_throttle));
    v_left := p_throttle * 0.5 ^ least(v_halvings, 64);
    return case when v_left >= 0.1 then greatest(v_pace, v_left) else v_pace end;
end
$$;

-- Seconds between two requests of a lane without any throttle, the longest of: the configured delay; the crawl delay of
-- the site's robots.txt; a multiple of its latency. `pace_seconds` of core/pacing/lane.py.
create or replace function lane_pace(p_configured float8, p_robots float8, p_latency float8, p_latency_factor float8) returns float8
language sql immutable
as $$ select greatest(p_configured, p_robots, coalesce(p_latency, 0) * p_latency_factor) $$;

-- The rest of a throttle in seconds: it halves after each quiet period since requests were allowed again, and is dropped
-- below a tenth of a second. `throttle_in_force` of core/pacing/lane.py.
create or replace function throttle_in_force(
    p_throttle float8, p_throttled_at timestamptz, p_not_before timestamptz, p_quiet float8) returns float8
language plpgsql stable
as $$
declare
    v_halvings float8;
    v_left float8;
begin
    if p_throttled_at is null or p_throttle <= 0 then return 0; end if;
    v_halvings := floor(greatest(0, extract(epoch from now() - greatest(p_throttled_at, p_not_before))::float8)
                        / quiet_seconds(p_quiet, p_throttle));
    v_left := p_throttle * 0.5 ^ least(v_halvings, 64);
    return case when v_left >= 0.1 then v_left else 0 end;
end
$$;

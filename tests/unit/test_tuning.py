from hypothesis import given
from hypothesis import strategies as st

from garner.core.pacing.backoff import Backoff
from garner.core.tuning.controllers import Average, ClaimSize, ErrorPressure, LeaseLength, Prefetch, StagePressure


def claim_size(concurrency: int = 10) -> ClaimSize:
    return ClaimSize(5000, smallest=1, largest=200, safety=0.7, concurrency=concurrency, average_ms=Average())


def test_the_first_claim_fills_the_slots() -> None:
    assert claim_size(concurrency=10).decide() == 10


def test_claims_of_slow_items_are_small_and_of_fast_items_large() -> None:
    controller = claim_size()
    for _ in range(50):
        controller.observe(10_000)
    assert controller.decide() == 3  # 5 s of slice, ten at a time, 10 s each, with a margin
    for _ in range(50):
        controller.observe(5)
    assert controller.decide() == 200


def test_one_outlier_changes_the_claim_size_only_moderately() -> None:
    controller = claim_size()
    for _ in range(50):
        controller.observe(500)
    steady = controller.decide()
    controller.observe(5_000)
    assert steady / 3 < controller.decide() < steady


@given(st.lists(st.floats(0, 1e9), max_size=50))
def test_a_claim_size_always_stays_within_its_bounds(samples: list[float]) -> None:
    controller = claim_size()
    for sample in samples:
        controller.observe(sample)
    assert 1 <= controller.decide() <= 200


@given(st.lists(st.floats(0, 1e9), max_size=50))
def test_a_lease_always_stays_within_its_bounds(samples: list[float]) -> None:
    controller = LeaseLength(15_000, 120_000, Average())
    for sample in samples:
        controller.observe(sample)
    assert 15 <= controller.decide_seconds() <= 120


def test_a_lease_is_twice_the_average_item() -> None:
    controller = LeaseLength(1_000, 120_000, Average())
    for _ in range(50):
        controller.observe(20_000)
    assert round(controller.decide_seconds()) == 40


@given(st.integers(-3, 10_000), st.floats(0, 1, exclude_max=True))
def test_a_backoff_delay_stays_between_its_minimum_and_maximum(attempt: int, chance: float) -> None:
    delay = Backoff(1, 300).delay(attempt, chance)
    assert 0.5 <= delay <= 300


def test_backoff_delays_double_with_jitter_over_the_upper_half() -> None:
    backoff = Backoff(1, 300)
    assert [backoff.delay(attempt, 1) for attempt in (1, 2, 3, 4)] == [1, 2, 4, 8]
    assert backoff.delay(3, 0) == 2


USER, OTHER = 1, 2


def fail(pressure: StagePressure, attempts: int, *, failing: float, user: int = USER) -> list[str]:
    """Observes `attempts` attempts, of which the share `failing` fails. Returns the causes of changes."""
    outcomes = (int((number + 1) * failing) > int(number * failing) for number in range(attempts))
    causes = (pressure.observe(user, failed=failed) for failed in outcomes)
    return [cause for cause in causes if cause]


def test_a_spike_of_errors_shrinks_claims_and_spaces_retries_until_the_rate_falls() -> None:
    pressure, size = StagePressure(), claim_size()
    for _ in range(50):
        size.observe(5)
    usual = size.decide(pressure.spacing)
    seen = []
    for _ in range(6):
        fail(pressure, 20, failing=0.9)
        seen.append((pressure.spacing, size.decide(pressure.spacing)))
    assert seen[0] == (2, usual // 2) and seen[-1] == (ErrorPressure.max_spacing, usual // ErrorPressure.max_spacing)
    assert [spacing for spacing, _ in seen] == sorted(spacing for spacing, _ in seen)
    fail(pressure, 200, failing=0.05)
    assert (pressure.spacing, size.decide(pressure.spacing)) == (1, usual)


def test_a_few_errors_are_not_a_spike() -> None:
    pressure = StagePressure()
    fail(pressure, 1000, failing=0.3)
    assert pressure.spacing == 1
    pressure = StagePressure()
    fail(pressure, ErrorPressure.min_attempts - 1, failing=1.0)  # all of them, but below the minimum number
    assert pressure.spacing == 1


def test_the_spacing_does_not_change_between_the_thresholds() -> None:
    pressure = StagePressure()
    fail(pressure, 40, failing=1.0)
    spacing = pressure.spacing
    assert spacing > 1
    fail(pressure, 15, failing=0.0)  # until the rate is between the thresholds
    fail(pressure, 200, failing=0.35)
    assert pressure.spacing == spacing


def test_every_change_of_spacing_has_a_cause_that_names_the_rate() -> None:
    pressure = StagePressure()
    causes = fail(pressure, 100, failing=1.0) + fail(pressure, 200, failing=0.0)
    assert len(causes) == 6 and all(cause.endswith("% of attempts fail") for cause in causes)


def test_dead_hosts_of_one_user_do_not_space_retries_of_another_user() -> None:
    pressure, met = StagePressure(), []
    for number in range(1000):
        pressure.observe(USER, failed=True, lane=number)
        if number % 50 == 49:  # an occasional page of the other user, one in four of which fails
            failed = number % 200 == 199
            pressure.observe(OTHER, failed=failed, lane=10_000 + number)
            met.append(pressure.spacing)
    assert set(met) == {1}


def test_a_new_user_is_not_slowed_by_earlier_failures() -> None:
    pressure = StagePressure()
    fail(pressure, 100, failing=1.0)
    assert pressure.spacing == ErrorPressure.max_spacing
    cause = pressure.observe(OTHER, failed=True)
    assert pressure.spacing == 1
    assert cause == "10 % of attempts fail for the user with the fewest failures"


def test_retries_of_all_users_are_spaced_while_the_attempts_of_every_user_fail() -> None:
    pressure = StagePressure()
    for lane in range(100):
        pressure.observe(USER, failed=True, lane=lane)
        pressure.observe(OTHER, failed=True, lane=1000 + lane)
    assert pressure.spacing == ErrorPressure.max_spacing


def test_repeated_failures_of_one_host_are_not_a_spike() -> None:
    pressure = StagePressure()
    for _ in range(1000):
        pressure.observe(USER, failed=True, lane=7)
    assert pressure.spacing == 1


def test_an_inactive_user_no_longer_counts() -> None:
    pressure = StagePressure()
    pressure.observe(OTHER, failed=False)
    fail(pressure, StagePressure.forgotten_after - 1, failing=1.0)
    assert pressure.spacing == 1
    fail(pressure, 1, failing=1.0)
    assert pressure.spacing == ErrorPressure.max_spacing


ATTEMPTS = st.tuples(st.integers(1, 3), st.booleans(), st.integers(1, 30))


@given(st.lists(ATTEMPTS, max_size=400))
def test_no_user_is_spaced_more_than_their_own_failures_require(attempts: list[tuple[int, bool, int]]) -> None:
    together, alone = StagePressure(), {user: StagePressure() for user in (1, 2, 3)}
    for user, failed, lane in attempts:
        together.observe(user, failed=failed, lane=lane)
        alone[user].observe(user, failed=failed, lane=lane)
        assert 1 <= together.spacing <= alone[user].spacing


@given(st.lists(st.booleans(), max_size=300), st.floats(0, 1e9))
def test_a_claim_size_stays_within_its_bounds_if_attempts_fail(failures: list[bool], item_ms: float) -> None:
    pressure, size = StagePressure(), claim_size()
    size.smallest = 4
    size.observe(item_ms)
    for failed in failures:
        pressure.observe(USER, failed=failed)
        assert 4 <= size.decide(pressure.spacing) <= 200
        assert 1 <= pressure.spacing <= ErrorPressure.max_spacing


# Prefetch


def test_fast_pages_are_prefetched_in_larger_numbers_than_slow_ones() -> None:
    for page_ms, ahead in ((1, 15), (100, 5), (5000, 1)):
        prefetch = Prefetch(15, 500, processes=2, average_ms=Average())
        for _ in range(50):
            prefetch.observe(page_ms, under_way=0)
        assert prefetch.decide() == ahead


def test_time_in_the_queue_does_not_count_as_processing_time() -> None:
    prefetch = Prefetch(15, 500, processes=2, average_ms=Average())
    for _ in range(50):
        prefetch.observe(100 * (1 + 30 / 2), under_way=30)
    assert prefetch.decide() == 5


def test_the_prefetch_starts_at_its_maximum() -> None:
    assert Prefetch(15, 500, processes=2, average_ms=Average()).decide() == 15

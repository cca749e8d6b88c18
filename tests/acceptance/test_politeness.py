"""G6 in short: a domain's delay holds from request to request, over several processes. `make bench` measures more."""

import pytest
from bench.politeness import observe

pytestmark = pytest.mark.slow

DOMAINS = 20
DELAY_SECONDS = 0.5


def test_three_processes_together_keep_the_delay_of_each_domain(database_url, tmp_path):
    seen = observe(database_url, tmp_path, DOMAINS, DELAY_SECONDS, seconds=5.0)
    print(f"\n{seen}")
    assert seen.smallest_gap_at_widest >= 0.9
    assert seen.mean_gap >= 0.98
    assert seen.requests >= 2 * DOMAINS  # otherwise the test proves nothing; the bench measures throughput

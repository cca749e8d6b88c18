import pytest

from garner.api.http.limits import RequestLimit
from garner.errors import TooManyRequests


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_fills_up_again_with_time() -> None:
    clock = Clock()
    limit = RequestLimit(60, "IP address", clock)
    for _ in range(60):
        limit.take("a")
    with pytest.raises(TooManyRequests) as refused:
        limit.take("a")
    assert refused.value.retry_after == pytest.approx(1)
    told = "Too many requests: the limit is 60 per minute for each IP address. Retry in 1 s."
    assert refused.value.message == told
    clock.now = 1.0
    limit.take("a")
    with pytest.raises(TooManyRequests):
        limit.take("a")


def test_addresses_do_not_share_a_bucket() -> None:
    limit = RequestLimit(1, "IP address", Clock())
    limit.take("a")
    limit.take("b")
    with pytest.raises(TooManyRequests):
        limit.take("a")


def test_zero_means_no_limit() -> None:
    limit = RequestLimit(0, "IP address", Clock())
    for _ in range(10_000):
        limit.take("a")


def test_a_long_client_address_is_truncated() -> None:
    limit = RequestLimit(1, "IP address", Clock())
    limit.take("z" * 60_000)
    assert max(map(len, limit._buckets)) == 64


def test_the_number_of_remembered_addresses_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("garner.api.http.limits.MAX_ADDRESSES", 10)
    limit = RequestLimit(1, "IP address", Clock())
    for number in range(1000):
        limit.take(str(number))
    assert len(limit._buckets) == 10

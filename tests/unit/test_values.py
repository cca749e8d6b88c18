"""Values of command-line options."""

import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import typer
from pydantic import BaseModel

from garner.api.admin.shapes import CrawlOrder, DomainChanges
from garner.cli.common import validate_values
from garner.cli.values import identifier, moment, span
from garner.core.record import Kind
from garner.errors import InputError
from garner.kinds.registry import KIND_NAMES

ORDER = {"urls": ["https://shop.example/pan"], "kinds": ["recipe"]}


@pytest.fixture
def in_nairobi(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("TZ", "UTC-3")
    time.tzset()
    yield
    monkeypatch.undo()
    time.tzset()


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("90", 90),
        ("90s", 90),
        ("30m", 1800),
        ("6h", 21600),
        ("1D", 86400),
        ("2 w", 1209600),
        ("1d12h", 129600),
        ("7h30m", 27000),
        ("PT6H", 21600),
    ],
)
def test_a_duration_is_parsed_in_many_formats(text: str, seconds: int) -> None:
    assert span("--every", text) == timedelta(seconds=seconds)


@pytest.mark.parametrize(
    "text", ["", " ", "5x", "often", "h", "-1d", "1d 6", "6h1d", "P", "9" * 30, "999999999w", "١h"]
)
def test_an_invalid_duration_is_rejected_with_the_option_and_examples(text: str) -> None:
    with pytest.raises(InputError, match=r"^--every .* is not a duration. Write for example 30m, 6h, 1d or 2w\.$"):
        span("--every", text)


@pytest.mark.usefixtures("in_nairobi")
@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("2030-01-31 06:00", 3),
        ("2030-01-31T06:00", 3),
        ("2030-01-31T06:00:00Z", 6),
        ("2030-01-31T06:00+02:00", 4),
    ],
)
def test_a_time_without_a_zone_is_local_time(text: str, hour: int) -> None:
    assert moment("--at", text) == datetime(2030, 1, 31, hour, tzinfo=UTC)


@pytest.mark.parametrize("text", ["tomorrow", "", "31.01.2030", "0001-01-01", "9999-99-99"])
def test_an_invalid_time_is_rejected_with_the_option_and_examples(text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match=r"^--at .* is not a date or time. Write for example 2030-01-31,"):
        moment("--at", text)


@pytest.mark.parametrize("text", ["0", "-1", "x", "1.5", str(2**63), "9" * 5000, "٣"])
def test_an_invalid_id_is_rejected(text: str) -> None:
    with pytest.raises(typer.BadParameter):
        identifier(text)
    assert identifier(str(2**63 - 1)) == 2**63 - 1


@pytest.mark.parametrize(
    ("model", "values", "message"),
    [
        (CrawlOrder, {**ORDER, "priority": 0}, "--priority must be between 1 and 10."),
        (CrawlOrder, {**ORDER, "kinds": ["recipe"] * (len(Kind) + 1)}, f"kinds must have at most {len(Kind)} values."),
        (CrawlOrder, {**ORDER, "kinds": ["song"]}, f"kinds must be {', '.join(KIND_NAMES[:-1])} or {KIND_NAMES[-1]}."),
        (
            CrawlOrder,
            {**ORDER, "scheduledAt": datetime(2500, 1, 1, tzinfo=UTC)},
            "scheduledAt must be less than 2200-01-01T00:00:00Z.",
        ),
        (DomainChanges, {"isActive": "yes"}, "isActive must be true or false."),
        (DomainChanges, {}, "Specify at least one field to change."),
    ],
)
def test_an_invalid_value_is_reported_with_its_hint_or_in_plain_words(
    model: type[BaseModel], values: dict[str, object], message: str
) -> None:
    with pytest.raises(InputError) as refused:
        validate_values(model, values, {"priority": "--priority must be between 1 and 10."})
    assert refused.value.message == message

import time
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from garner.core.pacing import robots
from garner.core.pacing.outcome import PageClass, classify
from garner.core.pacing.robots import (
    MAX_FILE_BYTES,
    RobotsRules,
    RobotsUnreachable,
    as_text,
    lifetime_seconds,
    parse_robots,
    product_token,
    read_rules,
)

AGENT = "Garner/0.1 (+https://garner.example)"
SITE = "https://site.example"


def rules(text: str | bytes, **options: float) -> RobotsRules:
    body = text.encode() if isinstance(text, str) else text
    found = parse_robots(200, body, AGENT, **options)
    assert isinstance(found, RobotsRules)
    return found


def test_rules_for_all_agents_apply_to_us() -> None:
    found = rules("User-agent: *\nDisallow: /private/\nAllow: /private/open")
    assert found.allows(f"{SITE}/soup") and found.allows(f"{SITE}/private/open")
    assert not found.allows(f"{SITE}/private/soup")
    assert found.warning is None


def test_rules_for_our_agent_replace_those_for_all_agents() -> None:
    found = rules("User-agent: *\nDisallow: /\n\nUser-agent: other\nUser-agent: GARNER/2.0\nDisallow: /private")
    assert found.allows(f"{SITE}/soup") and not found.allows(f"{SITE}/private")


@pytest.mark.parametrize("agent", ["*", "* ", "*\t# all", "* all of you"])
def test_a_star_alone_means_all_agents(agent: str) -> None:
    assert not rules(f"User-agent: {agent}\nDisallow: /").allows(f"{SITE}/soup")


@pytest.mark.parametrize("agent", ["*OtherBot*", "*OtherBot", "**", "*/2.0", "*, other"])
def test_a_star_within_a_name_does_not_mean_all_agents(agent: str) -> None:
    assert rules(f"User-agent: {agent}\nDisallow: /").allows(f"{SITE}/soup")
    both = rules(f"User-agent: *\nDisallow: /private\n\nUser-agent: {agent}\nDisallow: /")
    assert both.allows(f"{SITE}/soup") and not both.allows(f"{SITE}/private")


def test_a_group_may_name_several_agents() -> None:
    for agents in ("User-agent: other\nUser-agent: garner", "User-agent: garner\nUser-agent: other"):
        assert not rules(f"{agents}\nDisallow: /private").allows(f"{SITE}/private")
    assert rules("User-agent: garner\nDisallow: /x\nUser-agent: other\nDisallow: /y").allows(f"{SITE}/y")


def test_an_empty_group_for_our_agent_allows_all() -> None:
    assert rules("User-agent: *\nDisallow: /\n\nUser-agent: garner\nDisallow:").allows(f"{SITE}/soup")


def test_all_groups_for_our_agent_apply() -> None:
    found = rules("User-agent: garner\nDisallow: /a\n\nUser-agent: x\nDisallow: /b\n\nUser-agent: garner\nDisallow: /c")
    assert [found.allows(f"{SITE}{path}") for path in ("/a", "/b", "/c")] == [False, True, False]


@pytest.mark.parametrize("other", ["Crawl-delay: 5", "Request-rate: 1/5", "Visit-time: 0600-0845", "Sitemap: /map.xml"])
def test_only_a_rule_ends_the_list_of_agents_of_a_group(other: str) -> None:
    """Records other than Allow and Disallow must not end a group (RFC 9309, 2.2.4)."""
    for agents in ((f"User-agent: garner\n{other}\nUser-agent: x"), (f"User-agent: x\n{other}\nUser-agent: garner")):
        found = rules(f"{agents}\nDisallow: /private")
        assert found.allows(f"{SITE}/soup") and not found.allows(f"{SITE}/private")
    closed = rules(f"User-agent: garner\n{other}\nDisallow: /a\nUser-agent: x\n{other}\nDisallow: /b")
    assert not closed.allows(f"{SITE}/a") and closed.allows(f"{SITE}/b")


def test_a_delay_applies_to_the_agents_named_before_it() -> None:
    text = "User-agent: {}\nUser-agent: y\nCrawl-delay: 9\n\nUser-agent: {}\nCrawl-delay: 4\nDisallow: /x"
    assert rules(text.format("garner", "*")).delay_seconds == 9
    assert rules(text.format("*", "garner")).delay_seconds == 4


@pytest.mark.parametrize("agent", ["g", "garn", "garner-images", "garnerbot", "notgarner"])
def test_a_group_for_a_similar_agent_name_does_not_apply(agent: str) -> None:
    assert rules(f"User-agent: {agent}\nDisallow: /").allows(f"{SITE}/soup")


def test_patterns_and_percent_encodings_are_supported() -> None:
    found = rules("User-agent: *\nDisallow: /*.pdf$\nDisallow: /caf%C3%A9")
    assert not found.allows(f"{SITE}/menu.pdf") and found.allows(f"{SITE}/menu.pdf?page=1")
    assert not found.allows(f"{SITE}/café/soup")


def test_misspelt_and_untidy_files_are_parsed() -> None:
    found = rules(b"\xef\xbb\xbfuseragent *  # all\r\n  DISALOW :/private\r\nSitemap: /map.xml\r\nDisallow: /b\x00in")
    assert not found.allows(f"{SITE}/private") and not found.allows(f"{SITE}/bin")


def test_the_product_token_is_read_from_the_user_agent() -> None:
    assert product_token("Garner/0.1") == "garner"
    assert product_token("Mozilla/5.0 (compatible; Garner/0.1; +https://garner.example)") == "garner"
    assert product_token("Mozilla/5.0 (X11; Linux)") == "mozilla"
    assert product_token("") == "*"


@pytest.mark.parametrize("status", [204, 301, 400, 401, 403, 404, 410, 451])
def test_a_site_without_the_file_allows_all(status: int) -> None:
    found = parse_robots(status, b"" if status == 204 else b"User-agent: *\nDisallow: /", AGENT)
    assert found == RobotsRules("", "user-agent: *", "garner", 0.0) and found.allows(f"{SITE}/soup")


@pytest.mark.parametrize("status", [None, 429, 500, 503, 599])
def test_a_site_whose_file_is_unavailable_is_unreachable(status: int | None) -> None:
    assert isinstance(parse_robots(status, b"User-agent: *\nAllow: /", AGENT), RobotsUnreachable)


@pytest.mark.parametrize("retry_after", [None, 0.0, 30.0])
def test_robots_txt_and_pages_share_the_statuses_that_mean_throttling(retry_after: float | None) -> None:
    def is_throttled_robots(status: int) -> bool:
        found = parse_robots(status, b"User-agent: *\nAllow: /", AGENT, retry_after=retry_after)
        return isinstance(found, RobotsUnreachable) and found.slows_down

    def is_throttled_page(status: int) -> bool:
        return classify(status, "text/html", b"not now", retry_after=retry_after) is PageClass.THROTTLED

    statuses = [status for status in range(200, 600) if is_throttled_robots(status)]
    assert statuses == [status for status in range(200, 600) if is_throttled_page(status)]
    assert {420, 429, 529} <= set(statuses)


@pytest.mark.parametrize(("asked", "given"), [(None, 5), (1, 5), (600, 600), (1e9, 3600)])
def test_the_retry_delay_for_the_file_is_bounded(asked: float | None, given: float) -> None:
    found = parse_robots(503, b"", AGENT, retry_after=asked)
    assert isinstance(found, RobotsUnreachable) and found.retry_seconds == given


@pytest.mark.parametrize("body", [b"<html><title>Not found</title>", bytes(range(256)) * 40, b"soup: yes"])
def test_an_unreadable_file_allows_all_with_a_warning(body: bytes) -> None:
    found = rules(body)
    assert found.allows(f"{SITE}/soup") and found.warning is not None


@pytest.mark.parametrize(
    ("lines", "delay"),
    [
        ("Crawl-delay: 2.5", 2.5),
        ("Request-rate: 1/10", 10),
        ("Request-rate: 30/1m", 2),
        ("Crawl-delay: 3\nRequest-rate: 1/2", 3),
        ("Crawl-delay: 3\nRequest-rate: 1/5 0600-0845", 5),
        ("Disallow: /x", 0),
        ("Crawl-delay: 1e9", 300),
        ("Crawl-delay: -5", 0),
        ("Crawl-delay: nan", 0),
        ("Crawl-delay: inf", 0),
        ("Crawl-delay: 1e400", 0),
        ("Request-rate: 0/0", 0),
        (f"Request-rate: 1/{'9' * 4000}", 300),
        (f"Request-rate: {'9' * 4000}/1", 1e-9),
    ],
)
def test_the_crawl_delay_is_respected_within_bounds(lines: str, delay: float) -> None:
    assert rules(f"User-agent: *\n{lines}").delay_seconds == delay


def test_the_caller_sets_the_longest_delay() -> None:
    assert rules("User-agent: *\nCrawl-delay: 50", max_delay=20).delay_seconds == 20


def test_a_delay_for_others_does_not_slow_us() -> None:
    assert rules("User-agent: *\nCrawl-delay: 9\n\nUser-agent: garner\nDisallow: /x").delay_seconds == 0


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        (None, 86400),
        ("public", 86400),
        ("public, Max-Age=3600", 3600),
        ("max-age=0", 300),
        ("max-age=999999999", 86400),
        ("s-maxage=60, max-age=7200", 7200),
        ("max-age=7200, no-store", 300),
        ("max-age=soon", 86400),
    ],
)
def test_rules_are_cached_for_a_day_unless_the_site_says_less(header: str | None, seconds: float) -> None:
    assert lifetime_seconds(header) == seconds


def test_stored_rules_keep_their_meaning_when_read_again() -> None:
    found = rules("User-agent: *\nDisallow: /private\nCrawl-delay: 2")
    assert read_rules(found.text, AGENT) == found


def test_the_text_is_truncated_at_a_line_and_can_be_stored() -> None:
    text = as_text(b"Disallow: /\x00long\xff\n" * 40_000)
    assert len(text.encode()) <= MAX_FILE_BYTES * 1.2 and text.endswith("long\ufffd") and "\x00" not in text
    assert as_text(b"x" * (MAX_FILE_BYTES + 1)) == ""


def test_a_file_is_parsed_once() -> None:
    found = rules("User-agent: *\nDisallow: /parsed-once")
    before = robots._parse_cached_small.cache_info().misses
    assert not any(found.allows(f"{SITE}/parsed-once/{number}") for number in range(10))
    assert robots._parse_cached_small.cache_info().misses == before


def test_only_a_few_large_files_are_cached() -> None:
    for number in range(20):
        rules(f"User-agent: *\nDisallow: /{number}\nDisallow: /" + "x" * robots.LARGE_FILE)
    assert robots._parse_cached_large.cache_info().currsize == 4


def test_only_the_rules_for_our_agent_are_kept() -> None:
    found = rules("# Welcome\nUser-agent: garner\nDisallow: /soup # no\n\nUser-agent: other\nDisallow: /\n" * 1000)
    assert found.ours == "\n".join(["user-agent: garner", *["Disallow: /soup"] * 1000])
    assert replace(found, text="").allows(f"{SITE}/cake") and not replace(found, text="").allows(f"{SITE}/soup")


def test_an_invalid_url_is_not_allowed() -> None:
    assert not rules("User-agent: *\nDisallow: /x").allows("http://[::")


def numbered(line: bytes, count: int = 60_000) -> bytes:
    return b"".join(line % number for number in range(count))


HOSTILE = {
    "agents, then rules": numbered(b"User-agent: a%d\n", 15_000) + numbered(b"Disallow: /%d\n", 15_000),
    "agents over and over": numbered(b"User-agent: a%d\n", 14_000) * 2,
    "rules": b"User-agent: *\n" + numbered(b"Disallow: /%d$\n"),
    "patterns": b"User-agent: *\n" + numbered(b"Disallow: /*a*a*a*%d\n"),
    "stars": b"User-agent: *\nDisallow: /" + b"*a" * 4000,
    "dollars": b"User-agent: *\n" + (b"Disallow: /" + b"$" * 8000 + b"\n") * 60,
    "one line": b"User-agent: *\nDisallow: /" + b"a" * MAX_FILE_BYTES,
    "blank lines": b"\n" * MAX_FILE_BYTES,
    "blanks": (b"user-agent" + b" " * 8000 + b"\n") * 60,
    "zeroes": b"\x00" * MAX_FILE_BYTES,
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_file_is_read_in_bounded_time(body: bytes) -> None:
    started = time.process_time()
    rules(body).allows(f"{SITE}/{'a' * 2000}")
    assert time.process_time() - started < 2


LINES = st.lists(
    st.one_of(
        st.binary(max_size=40),
        st.builds(
            lambda field, value: field + value,
            st.sampled_from([b"User-agent:", b"Disallow:", b"Allow: ", b"Crawl-delay: ", b"Request-rate: ", b"Host:"]),
            st.one_of(st.binary(max_size=20), st.from_regex(rb"\A[*/%$0-9a-fmshd.e+-]{0,12}\Z")),
        ),
    ),
    max_size=12,
).map(b"\n".join)


@settings(max_examples=300, deadline=None)
@given(LINES, st.text(max_size=40))
def test_no_file_and_no_path_raises_an_error(body: bytes, path: str) -> None:
    found = rules(body)
    assert 0 <= found.delay_seconds <= 300
    assert isinstance(found.allows(f"{SITE}/{path}"), bool)
    assert isinstance(found.allows(path), bool)

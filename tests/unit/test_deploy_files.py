"""The Grafana dashboard and the Prometheus alert rules in `deploy/` use metrics and labels that Garner exports, and
link to sections that exist."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import orjson
import pytest
import yaml
from prometheus_client import Counter, Gauge, Histogram
from prometheus_client.parser import text_string_to_metric_families

from garner.core.lifecycle import ItemStatus, Stage
from garner.core.pacing.outcome import KNOWN_CODES
from garner.observe import QueueSnapshot, ReaderLag, TopicCounts, metrics

ROOT = Path(__file__).parent.parent.parent
DASHBOARD = ROOT / "deploy" / "grafana-dashboard.json"
ALERTS = ROOT / "deploy" / "alerts.yaml"
OF_THE_SCRAPE = {"job", "instance"}
SNAPSHOT = QueueSnapshot(
    0,
    0,
    0,
    0,
    {(stage, state): 0 for stage in Stage for state in ("waiting", "leased")},
    outbox=[TopicCounts("webhooks", 0, 0, 0)],
    oldest_due_seconds=dict.fromkeys(Stage, 0),
    change_readers=[ReaderLag("search", 0, 0)],
)
KNOWN_VALUES = {
    ("garner_work", "state"): {"waiting", "leased"},
    ("garner_work_oldest_seconds", "stage"): set(Stage),
    ("garner_pages_fetched_total", "outcome"): set(KNOWN_CODES),
    ("garner_items_ended_total", "status"): set(ItemStatus),
    ("garner_records_total", "found"): {"yes", "no"},
}

TOKEN = re.compile(
    r"""\s*(?:(?P<string>"(?:\\.|[^"\\])*")
    |(?P<range>\[[^\]]*\])
    |(?P<number>\d+(?:\.\d+)?(?:e[+-]?\d+)?)(?![a-zA-Z_])
    |(?P<name>[a-zA-Z_:][a-zA-Z0-9_:]*)
    |(?P<sign>=~|!~|!=|==|<=|>=|[-+*/%^<>=(){},]))""",
    re.VERBOSE,
)
FUNCTIONS = {
    "abs",
    "absent",
    "absent_over_time",
    "avg_over_time",
    "ceil",
    "changes",
    "clamp",
    "clamp_max",
    "clamp_min",
    "delta",
    "deriv",
    "floor",
    "histogram_quantile",
    "idelta",
    "increase",
    "irate",
    "label_replace",
    "last_over_time",
    "max_over_time",
    "min_over_time",
    "rate",
    "resets",
    "round",
    "scalar",
    "sum_over_time",
    "time",
    "vector",
}
AGGREGATIONS = {"avg", "bottomk", "count", "group", "max", "min", "quantile", "stddev", "sum", "topk"}
OPERATORS = {"and", "bool", "on", "or", "unless", "ignoring", "group_left", "group_right", "offset"}
GROUPINGS = {"by", "without", "on", "ignoring"}  # followed by a list of labels
DURATION = re.compile(r"(\d+(ms|[smhdwy]))+|\$__rate_interval")


class Matcher(NamedTuple):
    label: str
    sign: str
    value: str


class Usage(NamedTuple):
    """The metrics of an expression with their matchers, and the labels that it groups by."""

    selectors: list[tuple[str, list[Matcher]]]
    grouped: set[str]


def tokenize(expression: str) -> list[tuple[str, str]]:
    tokens, at = [], 0
    text = expression.strip()
    while at < len(text):
        match = TOKEN.match(text, at)
        assert match and match.lastgroup, f"not PromQL: {text[at:]}"
        tokens.append((match.lastgroup, match[match.lastgroup]))
        at = match.end()
    return tokens


def read_expression(expression: str) -> Usage:
    """Read the names of an expression by a grammar that is wide enough for `deploy/` and knows every keyword that it
    accepts, so that a misspelt function is taken for a metric and fails."""
    tokens = tokenize(expression)
    selectors: list[tuple[str, list[Matcher]]] = []
    grouped: set[str] = set()
    depth = at = 0
    while at < len(tokens):
        kind, text = tokens[at]
        following = tokens[at + 1][1] if at + 1 < len(tokens) else ""
        depth += {"(": 1, ")": -1}.get(text, 0)
        assert depth >= 0 and text not in ("{", "}"), f"unbalanced: {expression}"
        at += 1
        if kind == "range":
            assert DURATION.fullmatch(text[1:-1]), f"bad duration {text}: {expression}"
        elif text in GROUPINGS:
            end = tokens.index(("sign", ")"), at)
            grouped |= {name for kind, name in tokens[at:end] if kind == "name"}
            at = end + 1
        elif (text in FUNCTIONS and following == "(") or (text in AGGREGATIONS and following in ("(", "by", "without")):
            continue
        elif kind == "name" and text not in OPERATORS:
            matchers: list[Matcher] = []
            if following == "{":
                end = tokens.index(("sign", "}"), at)
                matchers = read_matchers(tokens[at + 1 : end])
                at = end + 1
            selectors.append((text, matchers))
    assert depth == 0 and selectors, f"unbalanced, or without a metric: {expression}"
    return Usage(selectors, grouped)


def read_matchers(tokens: list[tuple[str, str]]) -> list[Matcher]:
    matchers = []
    for start in range(0, len(tokens), 4):
        (_, label), (_, sign), (kind, value), *comma = tokens[start : start + 4]
        assert kind == "string" and sign in ("=", "!=", "=~", "!~") and comma in ([], [("sign", ",")])
        matchers.append(Matcher(label, sign, value[1:-1]))
    return matchers


def exported_labels() -> dict[str, set[str]]:
    """Return the labels of each series on /metrics, by its name."""
    exported: dict[str, set[str]] = {}
    for metric in vars(metrics).values():
        if not isinstance(metric, Counter | Gauge | Histogram):
            continue
        labels = set(metric._labelnames)
        [family] = metric.collect()
        if isinstance(metric, Counter):
            exported[f"{family.name}_total"] = labels
        elif isinstance(metric, Gauge):
            exported[family.name] = labels
        else:
            exported |= {f"{family.name}_count": labels, f"{family.name}_sum": labels}
            exported[f"{family.name}_bucket"] = labels | {"le"}
    for family in metrics._SnapshotCollector(SNAPSHOT).collect():
        for sample in family.samples:
            exported[sample.name] = set(sample.labels)
    return exported


EXPORTED = exported_labels()


def check(expression: str) -> None:
    usage = read_expression(expression)
    available = set(OF_THE_SCRAPE)
    for name, matchers in usage.selectors:
        assert name in EXPORTED, f"{name} is not exported: {expression}"
        available |= EXPORTED[name]
        for matcher in matchers:
            assert matcher.label in EXPORTED[name] | OF_THE_SCRAPE, f"{name} has no label {matcher.label}"
            known = KNOWN_VALUES.get((name, matcher.label))
            assert known is None or set(matcher.value.split("|")) <= known, f"{matcher} never occurs"
    assert usage.grouped <= available, f"grouped by an unknown label: {expression}"


def dashboard() -> dict[str, Any]:
    return orjson.loads(DASHBOARD.read_bytes())


def rules() -> list[dict[str, Any]]:
    return [rule for group in yaml.safe_load(ALERTS.read_text())["groups"] for rule in group["rules"]]


def expressions() -> Iterator[str]:
    for panel in dashboard()["panels"]:
        yield from (target["expr"] for target in panel.get("targets", []))
    yield from (rule["expr"] for rule in rules())


@pytest.mark.parametrize("expression", sorted(set(expressions())))
def test_every_expression_uses_exported_metrics_and_labels(expression: str) -> None:
    check(expression)


@pytest.mark.parametrize(
    "expression",
    [
        "max(garner_nowhere)",
        'garner_work{place="crawl"}',
        'garner_work{state="asleep"}',
        'garner_pages_fetched_total{outcome=~"ok|fine"}',
        "sum by (domain) (rate(garner_pages_fetched_total[5m]))",
        "rat(garner_pages_fetched_total[5m])",
        "sum(rate(garner_pages_fetched_total[5m])",
        "sum(rate(garner_pages_fetched_total[5]))",
        "rate(garner_pages_fetched[5m])",
        "histogram_quantile(0.95, garner_fetch_seconds)",
        "1 + 1",
        "garner_work ? 1",
    ],
)
def test_wrong_expressions_are_found(expression: str) -> None:
    with pytest.raises(AssertionError):
        check(expression)


def test_the_dashboard_is_complete() -> None:
    panels = dashboard()["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    for panel in panels:
        place = panel["gridPos"]
        assert panel["title"] and place["x"] + place["w"] <= 24
        targets = panel.get("targets", [])
        assert panel["type"] == "row" or targets
        assert len({target["refId"] for target in targets}) == len(targets)
    [job] = [entry for entry in dashboard()["templating"]["list"] if entry["name"] == "job"]
    metric = re.fullmatch(r"label_values\((\w+), job\)", job["query"])
    assert metric and metric[1] in EXPORTED


def test_panels_do_not_overlap() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in dashboard()["panels"]:
        place = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(place["x"], place["x"] + place["w"])
            for y in range(place["y"], place["y"] + place["h"])
        }
        assert not cells & taken, panel["title"]
        taken |= cells


def heading_id(heading: str) -> str:
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def test_every_alert_waits_and_has_a_severity_and_a_summary() -> None:
    names = [rule["alert"] for rule in rules()]
    assert len(set(names)) == len(names)
    for rule in rules():
        assert DURATION.fullmatch(rule["for"]) and rule["labels"]["severity"] in ("critical", "warning", "info")
        assert rule["annotations"]["summary"].endswith(".")


def test_every_alert_is_described_in_its_section() -> None:
    for rule in rules():
        page, _, section = rule["annotations"]["runbook"].partition("#")
        parts = re.split(r"^#+ ", (ROOT / page).read_text(), flags=re.MULTILINE)
        [text] = [part for part in parts if part.splitlines()[:1] and heading_id(part.splitlines()[0]) == section]
        assert f"| `{rule['alert']}` |" in text


def test_summaries_use_only_labels_of_the_result() -> None:
    for rule in rules():
        usage = read_expression(rule["expr"])
        for label in re.findall(r"\$labels\.(\w+)", rule["annotations"]["summary"]):
            assert label in usage.grouped, rule["alert"]


def test_the_metrics_of_the_snapshot_are_those_of_a_scrape() -> None:
    scraped = {
        sample.name
        for family in text_string_to_metric_families(metrics.render(SNAPSHOT)[0].decode())
        for sample in family.samples
    }
    assert {"garner_work", "garner_outbox_messages", "garner_changes_waiting"} <= scraped & set(EXPORTED)

"""`garner parsers`: extraction quality per site, alerts on drops, and comparisons with a candidate extractor."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, get_args

import typer

from garner.cli.common import AsJson, Command, clear_errors, load_settings, operate, operators, print_json
from garner.cli.render.cards import plain
from garner.cli.render.tables import Column, print_table
from garner.cli.values import identifier
from garner.core.plurals import format_count
from garner.core.quality.differences import WHOLE
from garner.core.record import Kind
from garner.errors import InputError
from garner.kinds.registry import KindOrAuto

if TYPE_CHECKING:
    from garner.api.admin.shapes import ParserShape, ShadowShape

app = operators("parsers", "Show extraction quality by site, and compare a candidate extractor with the current one.")

LISTED = (
    Column("domain"),
    Column("kind"),
    Column("version", spare=4),
    Column("pages", spare=3),
    Column("success rate"),
    Column("baseline", spare=2),
    Column("weakest fields", spare=1, folds=True),
    Column("alerts", folds=True),
)
ALERTS = (
    Column("id"),
    Column("domain"),
    Column("kind"),
    Column("field"),
    Column("version", spare=4),
    Column("rate"),
    Column("baseline", spare=1),
    Column("pages", spare=3),
    Column("opened", spare=2),
    Column("closed", folds=True),
)
COMPARED = (
    Column("extractor", spare=2),
    Column("kind"),
    Column("field"),
    Column("pages", spare=1),
    Column("same"),
    Column("added"),
    Column("changed"),
    Column("lost"),
)
DIFFERENCES = (
    Column("kind", spare=2),
    Column("page", folds=True),
    Column("change", spare=1),
    Column("before", folds=True),
    Column("after", folds=True),
)
MAX_VALUE_LENGTH = 120
NO_RECORDS = "No fields were compared: neither extractor found a record of this kind."
NO_PARSERS = "No sites match. A site is listed once a worker has read one of its pages."
DomainName = Annotated[str | None, typer.Option("--domain", metavar="DOMAIN", help="Only this domain.")]
Most = Annotated[int, typer.Option(min=1, max=500, metavar="N", help="Maximum number of results.")]


@app.command("list", cls=Command)
def list_parsers(
    domain: DomainName = None,
    kind: Annotated[
        KindOrAuto | None,
        typer.Option("-k", "--kind", help="Only this kind of record; auto for pages requested as auto."),
    ] = None,
    after: Annotated[
        str | None,
        typer.Option(metavar="DOMAIN/KIND", help="Start after this entry, for example shop.example/product."),
    ] = None,
    limit: Most = 100,
    as_json: AsJson = False,
) -> None:
    """List extraction quality by site: the share of its newest pages that gave a record, and the baseline before them.

    Example: `garner parsers list --domain shop.example`
    """
    with clear_errors():
        from garner.api.admin.shapes import ParserShape
        from garner.core.quality.parser_health import Pages
        from garner.engine.operating import parsers

        cursor = None
        if after is not None:
            name, _, kind_of_it = after.rpartition("/")
            if not name or kind_of_it not in get_args(KindOrAuto):
                raise InputError("--after must be a domain and a kind, for example --after shop.example/product.")
            cursor = Pages(name, kind_of_it)
        views, more = operate(
            lambda engine: parsers.list_parsers(
                engine, domain=_normalize_domain(domain), kind=kind, after=cursor, limit=limit
            )
        )
        shapes = [ParserShape.model_validate(view) for view in views]
        if as_json:
            print_json(*shapes)
            return
        print_table(LISTED, [_row(shape) for shape in shapes], empty=NO_PARSERS)
        if more:
            print(f"For more results, use --after {'/'.join(more)}")


def _row(parser: "ParserShape") -> tuple[object, ...]:
    weakest = [f"{weak.field} {_percent(weak.rate)} (baseline {_percent(weak.baseline)})" for weak in parser.weakest]
    usual = _percent(parser.baseline)
    return (
        parser.domain,
        parser.kind,
        parser.version,
        parser.pages,
        _percent(parser.rate),
        usual,
        weakest,
        parser.alerts,
    )


@app.command("alerts", cls=Command)
def list_alerts(
    every: Annotated[bool, typer.Option("--all", help="Include closed alerts.")] = False,
    domain: DomainName = None,
    after: Annotated[int | None, typer.Option(metavar="ID", parser=identifier, help="Start after this ID.")] = None,
    limit: Most = 100,
    as_json: AsJson = False,
) -> None:
    """List sites and fields that are extracted worse than before, newest first. Exits with 1 if an alert is open.

    Example: `garner parsers alerts --all`
    """
    with clear_errors():
        from garner.api.admin.shapes import ParserAlertShape
        from garner.engine.operating import parsers

        alerts = operate(
            lambda engine: parsers.list_alerts(
                engine, open_only=not every, domain=_normalize_domain(domain), before=after, limit=limit
            )
        )
        shapes = [ParserAlertShape.model_validate(alert) for alert in alerts]
        if as_json:
            print_json(*shapes)
        else:
            print_table(
                ALERTS,
                [
                    (
                        *(shape.id, shape.domain, shape.kind, shape.field, shape.version, _percent(shape.rate)),
                        *(_percent(shape.baseline), shape.pages, shape.opened_at),
                        shape.closed_at and f"{shape.closed_because}, {shape.closed_at.astimezone():%Y-%m-%d %H:%M}",
                    )
                    for shape in shapes
                ],
                empty="No alerts." if every else "No open alerts: no site is extracted worse than before.",
            )
    if any(alert.closed_at is None for alert in shapes):
        raise typer.Exit(1)


@app.command("shadow", cls=Command)
def show_shadow(
    differences: Annotated[
        str | None, typer.Option(metavar="FIELD", help="List pages for which the extractors differ in this field.")
    ] = None,
    kind: Annotated[Kind | None, typer.Option("-k", "--kind", help="Only this kind of record.")] = None,
    extractor: Annotated[str | None, typer.Option(metavar="MODULE:FUNCTION", help="Only this candidate.")] = None,
    since: Annotated[
        str | None,
        typer.Option(metavar="WHEN", help="Only comparisons since 2026-01-31, or of the last 36h, 7d or 4w."),
    ] = None,
    limit: Most = 20,
    as_json: AsJson = False,
) -> None:
    """Compare the candidate extractor (`GARNER_SHADOW_EXTRACTOR`) with the current one on live pages.

    Examples:

    - `garner parsers shadow --since 2h`
    - `garner parsers shadow --differences price`
    """
    with clear_errors():
        from garner.cli.operators.reparse import parse_since

        moment = None if since is None else parse_since(since, datetime.now(UTC))
        if differences is not None:
            _show_differences(differences, kind, extractor, moment, limit, as_json=as_json)
        else:
            _show_report(kind, extractor, moment, as_json=as_json)


def _explain_no_comparison(*filters: object) -> str:
    candidate = load_settings(logs=False).shadow.extractor
    if any(each is not None for each in filters):
        return "No comparison matches. `garner parsers shadow` without options shows all of them."
    if candidate is None:
        return (
            "No comparisons: no candidate extractor is set. Set GARNER_SHADOW_EXTRACTOR=MODULE:FUNCTION and restart "
            "the workers; they compare it with the current extractor on every page they read."
        )
    return (
        f"No comparisons yet. {plain(candidate)} is compared on every page that workers read; "
        "workers that run without GARNER_SHADOW_EXTRACTOR must be restarted with it."
    )


def _show_report(kind: Kind | None, extractor: str | None, since: datetime | None, *, as_json: bool) -> None:
    from garner.api.admin.shapes import ShadowShape
    from garner.engine.operating import parsers

    report = operate(lambda engine: parsers.report_shadow(engine, candidate=extractor, since=since))
    shape = ShadowShape.model_validate(report)
    if as_json:
        print_json(shape, several=False)
        return
    rows = [row for row in shape.fields if kind is None or row.kind == kind]
    print_table(
        COMPARED,
        [(row.candidate, row.kind, row.field, row.pages, row.same, row.added, row.changed, row.lost) for row in rows],
        empty=NO_RECORDS if shape.runs else _explain_no_comparison(kind, extractor, since),
    )
    _print_runs(shape)


def _print_runs(shape: "ShadowShape") -> None:
    for run in shape.runs:
        versions = f" ({', '.join(run.versions)})" if run.versions else ""
        failed = f", failed on {run.failures:,}" if run.failures else ""
        print(f"{run.candidate}{versions}: {format_count(run.pages, 'page')} extracted as {run.kind}{failed}.")
    for failure in shape.failures:
        print(f"  {failure.error_code}: {' '.join(failure.error.split())}  {failure.url}")


def _show_differences(
    field: str, kind: Kind | None, extractor: str | None, since: datetime | None, limit: int, *, as_json: bool
) -> None:
    from garner.api.admin.shapes import ShadowDifferenceShape
    from garner.engine.operating import parsers

    differences = operate(
        lambda engine: parsers.list_shadow_differences(
            engine, field, kind=kind, candidate=extractor, since=since, limit=limit
        )
    )
    shapes = [ShadowDifferenceShape.model_validate(difference) for difference in differences]
    if as_json:
        print_json(*shapes)
    else:
        print_table(
            DIFFERENCES,
            [
                (
                    difference.kind,
                    difference.url,
                    difference.change,
                    _value(difference.before, field),
                    _value(difference.after, field),
                )
                for difference in shapes
            ],
            empty=_explain_no_comparison(field),
        )


def _value(value: Any, field: str) -> str | None:
    """Return the value as short text; for a whole record, its name."""
    import orjson

    if field == WHOLE and isinstance(value, dict):
        value = value.get("title") or value.get("name")
    if value is None:
        return None
    text = value if isinstance(value, str) else orjson.dumps(value).decode()
    return text if len(text) <= MAX_VALUE_LENGTH else f"{text[: MAX_VALUE_LENGTH - 1]}…"


def _percent(share: float | None) -> str | None:
    return None if share is None else f"{share:.0%}"


def _normalize_domain(domain: str | None) -> str | None:
    return domain.strip().lower().removeprefix("www.") if domain else None

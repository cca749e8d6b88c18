"""`garner audit`: list the actions of operators."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from garner.cli.common import AsJson, Command, clear_errors, operate, operators, print_json
from garner.cli.render.tables import Column, print_table
from garner.cli.values import identifier, moment

if TYPE_CHECKING:
    from garner.api.admin.audit import AuditEntryShape

app = operators("audit", "List the actions of operators: who did what, and when.")

LISTED = (
    Column("id", spare=4),
    Column("when"),
    Column("who"),
    Column("from", spare=3),
    Column("action"),
    Column("object", folds=True),
    Column("changes", spare=1, folds=True),
)


@app.command("list", cls=Command)
def list_entries(
    actor: Annotated[str | None, typer.Option(metavar="NAME", help="Only actions of this operator.")] = None,
    action: Annotated[
        str | None, typer.Option(metavar="ACTION", help="Only this action, for example domain.change.")
    ] = None,
    subject: Annotated[
        str | None,
        typer.Option(
            "--object", metavar="TYPE[:ID]", help="Only this type of object or this object: domain:shop.example."
        ),
    ] = None,
    since: Annotated[
        str | None, typer.Option(metavar="WHEN", help="Only actions since then, for example 2030-01-31T06:00.")
    ] = None,
    before: Annotated[
        int | None, typer.Option(metavar="ID", parser=identifier, help="Only actions before this one.")
    ] = None,
    limit: Annotated[int, typer.Option(min=1, max=500, metavar="N", help="Maximum number of results.")] = 50,
    as_json: AsJson = False,
) -> None:
    """List the actions of operators, newest first.

    Examples:

    - `garner audit list`
    - `garner audit list --object domain:shop.example`
    - `garner audit list --action proxy.remove --since 2030-01-31T06:00`
    """
    with clear_errors():
        from garner.api.admin.audit import AuditEntryShape
        from garner.engine.operating.audit import list_audit_entries

        first = None if since is None else moment("--since", since)
        entries = operate(
            lambda engine: list_audit_entries(
                engine, actor=actor, action=action, subject=subject, since=first, before=before, limit=limit
            )
        )
        shapes = [AuditEntryShape.model_validate(entry) for entry in entries]
        if as_json:
            print_json(*shapes)
        else:
            print_table(LISTED, [_row(shape) for shape in shapes], empty="No actions match.")


def _row(entry: "AuditEntryShape") -> tuple[object, ...]:
    subject = entry.object_type if entry.object_id is None else f"{entry.object_type} {entry.object_id}"
    return (entry.id, entry.happened_at, entry.actor, entry.address, entry.action, subject, _describe_changes(entry))


def _describe_changes(entry: "AuditEntryShape") -> str:
    """Return the values that changed: `paused: false → true`."""
    before, after = entry.before or {}, entry.after or {}
    names = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    return ", ".join(f"{name}: {_change(name, before, after)}" for name in names)


def _change(name: str, before: dict[str, Any], after: dict[str, Any]) -> str:
    if name not in before:
        return _text(after[name])
    return f"{_text(before[name])} → {_text(after[name])}" if name in after else f"{_text(before[name])} → –"


def _text(value: object) -> str:
    import orjson

    return value if isinstance(value, str) else orjson.dumps(value).decode()

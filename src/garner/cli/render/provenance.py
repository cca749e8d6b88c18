"""Render the source of each field of a record as a tree.

The content was written by strangers, so it goes through `plain`, as on a card.
"""

from collections.abc import Mapping
from typing import Any

from rich.console import RenderableType
from rich.text import Text
from rich.tree import Tree

from garner.cli.render.cards import plain
from garner.core.record import FieldSource, Kind, Record
from garner.extraction import MissedKind
from garner.kinds.fields import in_order

_MAX_LENGTH = 72
_LINES_SHOWN = 6
_FIELD = "bold"
_SOURCE = "cyan"
_SOFT = "dim"


def render_provenance(record: Record) -> RenderableType:
    tree = Tree(_headline(record), guide_style=_SOFT)
    missing = []
    for name, value in in_order(record.kind, record.data).items():
        if source := record.sources.get(name):
            _add_field(tree, name, value, source)
        else:
            missing.append(name)
    if missing:
        tree.add(Text(f"not found: {', '.join(missing)}", style=_SOFT))
    for warning in record.warnings:
        tree.add(Text(f"warning: {plain(warning)}", style="yellow"))
    return tree


def explained_miss(kind: Kind, missed: MissedKind) -> RenderableType:
    """Return a tree that explains why there is no record of this kind."""
    lacking = f"  none, because there is no {' and no '.join(missed.lacking)}"
    tree = Tree(Text.assemble((kind, "bold yellow"), lacking), guide_style=_SOFT)
    if missed.found:
        tree.add(Text(f"found: {', '.join(missed.found)}"))
    tree.add(Text(f"tried: {', '.join(missed.asked)}", style=_SOFT))
    return tree


def _headline(record: Record) -> Text:
    details = f"  confidence {record.confidence:g}, mostly {record.strategy}, by {record.extractor} "
    return Text.assemble((record.kind, "bold green"), details + record.extractor_version)


def _add_field(tree: Tree, name: str, value: Any, source: FieldSource) -> None:
    parts = [part for part in value if part] if isinstance(value, list) else []
    if len(parts) < 2:
        shown = short(value)
        tree.add(Text.assemble((name, _FIELD), "  ", shown)).add(_source(source, shown))
        return
    branch = tree.add(Text.assemble((name, _FIELD), f"  {len(parts)} values"))
    branch.add(_source(source, short(parts[0])))
    for part in parts[:_LINES_SHOWN]:
        branch.add(Text(short(part)))
    if len(parts) > _LINES_SHOWN:
        branch.add(Text(f"… and {len(parts) - _LINES_SHOWN} more", style=_SOFT))


def _source(source: FieldSource, shown: str) -> Text:
    """Return the source with its snippet, unless the snippet is already shown as the value."""
    text = Text.assemble((source.rung, _SOURCE), f"  {plain(source.path)}  {source.confidence:g}")
    snippet = _cut(plain(source.snippet))
    if snippet and snippet != shown:
        text.append(f"  “{snippet}”", style=_SOFT)
    return text


def short(value: Any) -> str:
    """Return a value in one line: an ingredient with its parsed parts, any other group of values by its parts."""
    if isinstance(value, list):
        return ", ".join(map(short, value))[:_MAX_LENGTH]
    if isinstance(value, Mapping):
        if "raw" in value:
            return _ingredient(value)
        return _cut("  ".join(f"{name}: {plain(part)}" for name, part in value.items() if part not in (None, "", [])))
    return _cut(plain(value))


def _ingredient(line: Mapping[str, Any]) -> str:
    understood = ((name, line.get(name)) for name in ("qty", "unit", "name", "preparation", "note"))
    parts = ", ".join(f"{name} {plain(part)}" for name, part in understood if part not in (None, ""))
    return f"{_cut(plain(line['raw']))}  →  {parts}"


def _cut(text: str) -> str:
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= _MAX_LENGTH else f"{one_line[:_MAX_LENGTH].rstrip()}…"

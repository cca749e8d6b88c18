"""Filters by labels, and how many candidates have each label."""

from collections.abc import Mapping, Sequence

from garner.core.record import Kind
from garner.core.search.lexemes import label, quote
from garner.core.search.words import fold
from garner.postgres.database import Connection
from garner.search.port import Facets, FacetValue, Filters
from garner.store.search import candidates
from garner.store.search.candidates import DocumentSearch, LabelCount

MAX_VALUES = 12  # of one facet


def label_expression(rare_kind: Kind | None, labels: Mapping[str, Sequence[str]]) -> str:
    """Return the expression of documents that have one of the values of every filter."""
    wanted = {**({"kind": (rare_kind.value,)} if rare_kind else {}), **labels}
    options = [" | ".join(quote(label(name, value)) for value in values) for name, values in wanted.items() if values]
    return "".join(f" & ({option})" for option in options)


async def count_facets(connection: Connection, search: DocumentSearch, filters: Filters, total: int) -> Facets:
    """Count the labels of the candidates. A facet that is filtered by is counted without its own filter, so that the
    values that would be added to it show."""
    counted = await candidates.count_labels(connection, search) if total else []
    facets = _by_facet(counted)
    for name in filters.labels:
        others = {other: values for other, values in filters.labels.items() if other != name}
        wider = candidates.without_labels(search, label_expression(None, others))
        facets[name] = _by_facet(await candidates.count_labels(connection, wider, name)).get(name, [])
    return facets


def _by_facet(counted: Sequence[LabelCount]) -> dict[str, list[FacetValue]]:
    """Return the most frequent values of each facet. Spellings that differ in case are one value."""
    facets: dict[str, dict[str, FacetValue]] = {}
    for each in counted:
        name, _, value = each.label.partition(":")
        values = facets.setdefault(name, {})
        known = values.get(fold(value))
        values[fold(value)] = FacetValue(
            known.value if known else value, each.documents + (known.count if known else 0)
        )
    return {
        name: sorted(values.values(), key=lambda value: (-value.count, value.value))[:MAX_VALUES]
        for name, values in facets.items()
    }

from typing import Any, Literal

Node = dict[str, Any]
"""A schema.org thing, as it stands in JSON-LD."""

RecordKind = Literal["recipe", "product", "posting"]
"""The kinds of record that the pages hold, in the words that Garner uses for them."""

from typing import Any

Node = dict[str, Any]
"""A schema.org thing, as it stands in JSON-LD."""

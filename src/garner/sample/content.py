"""Read the data files of the sample site.

`site.toml` holds the sections, the pages that misbehave and the texts that are not records. The records are schema.org
nodes, in the order in which the site lists them, keyed by the last part of their page's path. They differ on purpose,
to reflect the variety of the web:

* `recipes.json`: instructions as one text, as strings, as steps and as sections; amounts as vulgar and as typed
  fractions, ranges, metric and cups; yields as number, text and list; durations long and short.
* `products.json`: one offer, several, a range; prices as numbers and as text; brands as names and as nodes; in stock,
  sold out, on order. The GTINs are from the range reserved for use inside a shop.
* `postings.json`: pay by the hour, by the year, as a range, not given; one place, two, or none because the work is
  remote; the employer as a node and as a name.
"""

import json
import tomllib
from importlib import resources
from typing import Any, Literal, cast

Node = dict[str, Any]
"""A schema.org thing, as it stands in JSON-LD."""

RecordKind = Literal["recipe", "product", "posting"]
"""The kinds of record that the pages hold, in the words that Garner uses for them."""


def read_text(name: str) -> str:
    return resources.files(__package__).joinpath("data", name).read_text("utf-8")


def read_site() -> dict[str, Any]:
    return tomllib.loads(read_text("site.toml"))


def read_nodes(name: str) -> dict[str, Node]:
    return cast("dict[str, Node]", json.loads(read_text(name)))

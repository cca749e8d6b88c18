"""The database accepts every record that extraction produces."""

import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.integration.helpers import CAKE, ask, page

from garner.core.record import Kind, Record
from garner.extraction import extract
from garner.postgres.database import Connection
from garner.store.records import records
from garner.store.records.records import FoundRecord

TEXTS = st.text(max_size=20) | st.sampled_from(
    ["\x00", "a\x00b", "\ud800", "\ud83c\udf5e", "x" * 1_000, "PT9999999999H", "1e309", "9" * 400, "-1", "EUR",
     "InStock", "4006381333931", "https://example.org/\x00", "<p>\x00</p>"]
)  # fmt: skip
DATES = st.sampled_from(
    ["2024-05-01T00:00:00+23:00", "2024-05-01T00:00:00+05:30:15.123456", "0001-01-01T00:00:00+14:00", "-0044-03-15",
     "9999-12-31T23:59:59-14:00", "2100-12-31T23:59:59-12:00", "1970-01-01T00:00:00+14:00", "2024-02-30", "2024-W10-1"]
) | st.datetimes(timezones=st.timezones() | st.none()).map(str)  # fmt: skip
NUMBERS = st.integers() | st.floats() | st.sampled_from([10**400, 5e-324, 1e308, 97, 9_999_999_999.999])
VALUES = TEXTS | DATES | NUMBERS | st.booleans() | st.none() | st.lists(TEXTS | NUMBERS, max_size=3)
SHAPES: dict[Kind, dict[str, st.SearchStrategy[Any]]] = {
    Kind.RECIPE: {
        "name": TEXTS, "recipeIngredient": VALUES, "recipeInstructions": VALUES,
        "totalTime": VALUES, "recipeYield": VALUES, "nutrition": st.dictionaries(TEXTS, VALUES, max_size=2),
    },
    Kind.PRODUCT: {
        "name": TEXTS, "sku": VALUES, "brand": VALUES, "category": VALUES, "gtin": VALUES,
        "aggregateRating": st.fixed_dictionaries({"ratingValue": VALUES, "bestRating": VALUES, "reviewCount": VALUES}),
        "offers": st.fixed_dictionaries({"price": VALUES, "priceCurrency": VALUES, "availability": VALUES}),
    },
    Kind.POSTING: {
        "title": TEXTS, "description": VALUES, "hiringOrganization": VALUES,
        "datePosted": DATES | VALUES, "validThrough": DATES | VALUES, "identifier": VALUES, "baseSalary": VALUES,
    },
}  # fmt: skip
TYPES = {Kind.RECIPE: "Recipe", Kind.PRODUCT: "Product", Kind.POSTING: "JobPosting"}
PAGES = st.sampled_from(sorted(SHAPES)).flatmap(
    lambda kind: st.tuples(st.just(kind), st.fixed_dictionaries({}, optional=SHAPES[kind]))
)


async def save(connection: Connection, record: Record) -> None:
    await ask(connection, kind=record.kind)
    saved = await records.save(connection, [FoundRecord(page(CAKE).hash, record)])
    assert len(saved) == 1


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(described=PAGES)
async def test_any_extracted_record_can_be_saved(
    connection: Connection, described: tuple[Kind, dict[str, Any]]
) -> None:
    kind, told = described
    thing = {"name": "Cake", "title": "Cook", **told, "@type": TYPES[kind]}
    body = f'<script type="application/ld+json">{json.dumps(thing)}</script>'.encode()
    for record in extract(body, url=CAKE, charset=None, kinds=[kind]).records.values():
        try:
            await save(connection, record)
        finally:
            await connection.rollback()

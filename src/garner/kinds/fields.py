"""The fields of each kind of record, in the order in which every face writes them, and their meaning.

`docs/records.md` is generated from this, and a test checks the ladders against it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from garner.core.record import Kind


@dataclass(frozen=True, slots=True)
class RecordField:
    name: str
    type: str  # of its value if there is one; a missing value is null, or an empty list
    meaning: str


INGREDIENT = (
    RecordField("raw", "text", "The line as written"),
    RecordField("qty", "number or text", "The quantity; a range as text, `2-3`"),
    RecordField("qty_min", "number", "The smallest quantity"),
    RecordField("qty_max", "number", "The largest quantity; without a range the same as `qty_min`"),
    RecordField("unit", "text", "The unit as the page names it, in the singular: `tbsp`, `EL`"),
    RecordField("canonical_unit", "text", "The English name of the unit, the same for all spellings: `tablespoon`"),
    RecordField("name", "text", "The name of the ingredient"),
    RecordField("preparation", "text", "The preparation: `finely chopped`"),
    RecordField("note", "text", "The rest of the line: sizes, brands, `to taste`"),
    RecordField("group", "text", "The heading above it: `For the sauce`"),
)
IMAGE = (
    RecordField("url", "URL", "The URL of the picture"),
    RecordField("alt", "text", "The alternative text"),
    RecordField("position", "number", "The position in the list, from 0"),
)
VARIANT = (
    RecordField("name", "text", "The name of the variant"),
    RecordField("sku", "text", "The seller's product number"),
    RecordField("gtin", "text", "The EAN, UPC or ISBN; its check digit is verified"),
    RecordField("price", "decimal as text", "The price"),
    RecordField("currency", "ISO 4217", "The currency of the price"),
    RecordField("availability", "word", "The same values as for the product"),
    RecordField("options", "object", "The options that identify the variant: `{color: red, size: S}`"),
    RecordField("url", "URL", "The page of the variant"),
)

FIELDS: Mapping[Kind, tuple[RecordField, ...]] = {
    Kind.RECIPE: (
        RecordField("title", "text", "The name of the dish; a recipe requires it"),
        RecordField("description", "text", "The description on the page"),
        RecordField("author", "text", "The author; several are separated by commas"),
        RecordField("image", "URL", "The URL of a picture"),
        RecordField(
            "ingredients", "list of [ingredients](#an-ingredient)", "The ingredients; a recipe requires at least one"
        ),
        RecordField("instructions", "list of texts", "The steps"),
        RecordField(
            "instruction_groups", "list of `{name, steps}`", "The same steps under their headings, if there are any"
        ),
        RecordField("yields", "text", "The yield as written: `4 servings`, `12 muffins`"),
        RecordField("prep_minutes", "number", "The preparation time in minutes"),
        RecordField("cook_minutes", "number", "The cooking time in minutes"),
        RecordField("total_minutes", "number", "The total time in minutes"),
        RecordField("nutrition", "object of texts", "The nutrition facts of a serving: `{calories: 250 kcal}`"),
        RecordField("language", "language tag", "The language: `en`, `pt-BR`"),
    ),
    Kind.PRODUCT: (
        RecordField("name", "text", "The name; a product requires it"),
        RecordField("description", "text", "The description on the page"),
        RecordField("price", "decimal as text", "The current price: `1099.95`"),
        RecordField("currency", "ISO 4217", "The currency of the prices: `EUR`"),
        RecordField("list_price", "decimal as text", "The previous or recommended price"),
        RecordField(
            *("availability", "word"),
            "`in_stock`, `limited`, `preorder`, `backorder`, `out_of_stock` or `discontinued`",
        ),
        RecordField("rating", "number", "The rating, out of five"),
        RecordField("review_count", "number", "The number of ratings"),
        RecordField("brand", "text", "The brand or manufacturer"),
        RecordField("category", "text", "The path of categories: `Kitchen > Knives`"),
        RecordField("sku", "text", "The seller's product number"),
        RecordField("gtin", "text", "The EAN, UPC or ISBN; its check digit is verified"),
        RecordField("mpn", "text", "The manufacturer's part number"),
        RecordField("images", "list of [pictures](#a-picture)", "The pictures"),
        RecordField("variants", "list of [variants](#a-variant)", "The variants, such as sizes and colours"),
    ),
    Kind.POSTING: (
        RecordField("title", "text", "The job title; a posting requires it"),
        RecordField("company", "text", "The employer"),
        RecordField("description", "text", "The description, as plain text"),
        RecordField("description_html", "HTML", "The description, as sanitized HTML"),
        RecordField("locations", "list of texts", "The places of work"),
        RecordField(
            *("remote", "boolean"),
            "Whether the job is fully remote; null if it is hybrid or the page does not say",
        ),
        RecordField(
            *("employment_type", "word"),
            "`full_time`, `part_time`, `contract`, `temporary`, `internship`, `volunteer`, `per_diem` or `other`; "
            "if the page names several, the first",
        ),
        RecordField("salary_min", "decimal as text", "The pay, or the lower end of its range"),
        RecordField("salary_max", "decimal as text", "The upper end of the range, if there is one"),
        RecordField("salary_currency", "ISO 4217", "The currency of the pay"),
        RecordField("salary_period", "word", "The period of the pay: `hour`, `day`, `week`, `month` or `year`"),
        RecordField("posted_at", "date", "When it was posted, with the time if the page has it"),
        RecordField("valid_through", "date", "The last day to apply"),
        RecordField("external_id", "text", "The site's id of the posting"),
        RecordField("apply_url", "URL", "Where to apply"),
        RecordField(
            *("expired", "boolean"),
            "True if the page says that the job is no longer available; null otherwise, even if `valid_through` has "
            "passed: compare that with the current time",
        ),
    ),
}


_NAMES = {kind: tuple(field.name for field in fields) for kind, fields in FIELDS.items()}
_PART_NAMES = {
    list_name: tuple(field.name for field in fields)
    for list_name, fields in (("ingredients", INGREDIENT), ("images", IMAGE), ("variants", VARIANT))
}


def in_order(kind: Kind, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record with its fields in their order, rather than in the database's; unknown fields come last."""
    ordered = _sort_fields(record, _NAMES[kind])
    for list_name, names in _PART_NAMES.items():
        if parts := ordered.get(list_name):
            ordered[list_name] = [_sort_fields(part, names) if isinstance(part, Mapping) else part for part in parts]
    return ordered


def _sort_fields(values: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: values[name] for name in names if name in values} | dict(values)

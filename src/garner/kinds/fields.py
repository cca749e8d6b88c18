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
    RecordField("raw", "text", "The line as it was written"),
    RecordField("qty", "number or text", "How much; of a range what a person would write, `2-3`"),
    RecordField("qty_min", "number", "How much at least"),
    RecordField("qty_max", "number", "How much at most; without a range the same"),
    RecordField("unit", "text", "The page's own word for the unit, in the singular: `tbsp`, `EL`"),
    RecordField("canonical_unit", "text", "The one English name that all spellings of it share: `tablespoon`"),
    RecordField("name", "text", "What is to be taken"),
    RecordField("preparation", "text", "What is to be done to it first: `finely chopped`"),
    RecordField("note", "text", "What else the line says: sizes, brands, `to taste`"),
    RecordField("group", "text", "The heading that it stands under: `For the sauce`"),
)
IMAGE = (
    RecordField("url", "address", "Where the picture is"),
    RecordField("alt", "text", "What the page says in its stead"),
    RecordField("position", "number", "Its place among them, from 0"),
)
VARIANT = (
    RecordField("name", "text", "What it is called"),
    RecordField("sku", "text", "The seller's number"),
    RecordField("gtin", "text", "Its EAN, UPC or ISBN, the check digit verified"),
    RecordField("price", "decimal as text", "What it costs"),
    RecordField("currency", "ISO 4217", "In which currency"),
    RecordField("availability", "word", "As of the product"),
    RecordField("options", "object", "What tells it from the others: `{color: red, size: S}`"),
    RecordField("url", "address", "A page of its own"),
)

FIELDS: Mapping[Kind, tuple[RecordField, ...]] = {
    Kind.RECIPE: (
        RecordField("title", "text", "What the dish is called; without it there is no recipe"),
        RecordField("description", "text", "What the page says about it"),
        RecordField("author", "text", "Whose recipe it is; several with commas between them"),
        RecordField("image", "address", "A picture of it"),
        RecordField("ingredients", "list of [ingredients](#an-ingredient)", "Without any there is no recipe"),
        RecordField("instructions", "list of texts", "The steps, one each"),
        RecordField("instruction_groups", "list of `{name, steps}`", "The same under their headings, if there are any"),
        RecordField("yields", "text", "How much it makes, as written: `4 servings`, `12 muffins`"),
        RecordField("prep_minutes", "number", "Minutes of preparing"),
        RecordField("cook_minutes", "number", "Minutes of cooking"),
        RecordField("total_minutes", "number", "Minutes in all"),
        RecordField("nutrition", "object of texts", "What a serving has: `{calories: 250 kcal}`"),
        RecordField("language", "language tag", "In which language it is: `en`, `pt-BR`"),
    ),
    Kind.PRODUCT: (
        RecordField("name", "text", "What it is called; without it there is no product"),
        RecordField("description", "text", "What the shop says about it"),
        RecordField("price", "decimal as text", "What it costs now: `1099.95`"),
        RecordField("currency", "ISO 4217", "In which currency: `EUR`"),
        RecordField("list_price", "decimal as text", "What it cost before, or is said to be worth"),
        RecordField(
            *("availability", "word"),
            "`in_stock`, `limited`, `preorder`, `backorder`, `out_of_stock` or `discontinued`",
        ),
        RecordField("rating", "number", "Of five"),
        RecordField("review_count", "number", "How many rated it"),
        RecordField("brand", "text", "Who makes it"),
        RecordField("category", "text", "The way to it through the shop: `Kitchen > Knives`"),
        RecordField("sku", "text", "The seller's number"),
        RecordField("gtin", "text", "Its EAN, UPC or ISBN, the check digit verified"),
        RecordField("mpn", "text", "The maker's number"),
        RecordField("images", "list of [pictures](#a-picture)", "The pictures of it"),
        RecordField("variants", "list of [variants](#a-variant)", "Its sizes, colours and the like"),
    ),
    Kind.POSTING: (
        RecordField("title", "text", "What the job is called; without it there is no posting"),
        RecordField("company", "text", "Who employs"),
        RecordField("description", "text", "What the job is, without markup"),
        RecordField("description_html", "HTML", "The same, with harmless markup alone"),
        RecordField("locations", "list of texts", "Where the work is done"),
        RecordField(
            *("remote", "yes or no"),
            "Whether all of it may be done from afar; null if the page says nothing, or a bit of both (hybrid)",
        ),
        RecordField(
            *("employment_type", "word"),
            "`full_time`, `part_time`, `contract`, `temporary`, `internship`, `volunteer`, `per_diem` or `other`; "
            "the first of them if the page names several",
        ),
        RecordField("salary_min", "decimal as text", "The pay, or the least of it"),
        RecordField("salary_max", "decimal as text", "The most of it, if a range is told"),
        RecordField("salary_currency", "ISO 4217", "In which currency"),
        RecordField("salary_period", "word", "For an `hour`, `day`, `week`, `month` or `year`"),
        RecordField("posted_at", "date", "Since when it is out, with the time where the page tells it"),
        RecordField("valid_through", "date", "Until when one may apply"),
        RecordField("external_id", "text", "The number that the site knows it by"),
        RecordField("apply_url", "address", "Where to apply"),
        RecordField(
            *("expired", "yes or no"),
            "Yes where the page says that the job is gone; null otherwise, also when `valid_through` has passed: "
            "that is for whoever reads it to tell, by a clock",
        ),
    ),
}


_NAMES = {kind: tuple(field.name for field in fields) for kind, fields in FIELDS.items()}
_PART_NAMES = {
    place: tuple(field.name for field in fields)
    for place, fields in (("ingredients", INGREDIENT), ("images", IMAGE), ("variants", VARIANT))
}


def in_order(kind: Kind, record: Mapping[str, Any]) -> dict[str, Any]:
    """Return the record with its fields in their order, rather than in the database's; unknown fields come last."""
    ordered = _sorted(record, _NAMES[kind])
    for place, names in _PART_NAMES.items():
        if parts := ordered.get(place):
            ordered[place] = [_sorted(part, names) if isinstance(part, Mapping) else part for part in parts]
    return ordered


def _sorted(values: Mapping[str, Any], names: tuple[str, ...]) -> dict[str, Any]:
    return {name: values[name] for name in names if name in values} | dict(values)

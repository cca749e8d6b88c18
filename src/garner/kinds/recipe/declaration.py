"""The declaration of recipes."""

from garner.core.record import Kind
from garner.kinds.columns import StoredColumn, to_list, to_text
from garner.kinds.declaration import KindDeclaration, ListedPart, RecordField, RecordTable

INGREDIENT = ListedPart(
    "An ingredient",
    fields=(
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
    ),
    promised=("qty", "unit", "name"),
)
FIELDS = (
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
)
RECIPE = KindDeclaration(
    kind=Kind.RECIPE,
    noun="recipe",
    fields=FIELDS,
    parts={"ingredients": INGREDIENT},
    table=RecordTable("recipes", columns=(StoredColumn("title", to_text(500)), StoredColumn("ingredients", to_list))),
    ttl_setting="RECIPE_TTL_DAYS",
    naming="title",
    required=("title", "ingredients"),
    essential=("title", "ingredients", "instructions"),
    promised=("title", "ingredients"),
    weights={"title": 2, "ingredients": 3, "instructions": 3, "yields": 1, "total_minutes": 1},
    together={"total_minutes": ("prep_minutes", "cook_minutes"), "instructions": ("instruction_groups",)},
    csv_fields=(
        *("title", "author", "yields", "total_minutes", "prep_minutes", "cook_minutes"),
        *("ingredients", "instructions", "description", "nutrition", "image", "language"),
    ),
    llm_warning="LLM fallback used; please verify ingredients.",
    is_read_off_pictures=True,
)

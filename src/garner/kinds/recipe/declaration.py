"""The declaration of recipes."""

from garner.core.record import Kind
from garner.kinds.columns import StoredColumn, to_list, to_text
from garner.kinds.declaration import KindDeclaration, RecordTable, SearchFields
from garner.kinds.recipe.model import Recipe

RECIPE = KindDeclaration(
    kind=Kind.RECIPE,
    noun="recipe",
    model=Recipe,
    table=RecordTable(
        "recipes",
        columns=(StoredColumn("title", to_text(500)), StoredColumn("ingredients", to_list)),
        has_id=False,
    ),
    ttl_setting="RECIPE_TTL_DAYS",
    naming="title",
    required=("title", "ingredients"),
    essential=("title", "ingredients", "instructions"),
    promised=("title", "ingredients"),
    promised_of_parts={"ingredients": ("qty", "unit", "name")},
    weights={"title": 2, "ingredients": 3, "instructions": 3, "yields": 1, "total_minutes": 1},
    together={"total_minutes": ("prep_minutes", "cook_minutes"), "instructions": ("instruction_groups",)},
    csv_fields=(
        *("title", "author", "yields", "total_minutes", "prep_minutes", "cook_minutes"),
        *("ingredients", "instructions", "description", "nutrition", "image", "language"),
    ),
    search=SearchFields(
        labels=("author", "tags"),
        details=("ingredients", "notes"),
        prose=("description", "instructions"),
        facets={"author": "author", "language": "language"},
    ),
    llm_warning="LLM fallback used; please verify ingredients.",
    is_read_off_pictures=True,
)

"""The data of a recipe, as it is extracted: every field is present."""

from typing import Annotated, TypedDict

from garner.kinds.model_fields import LanguageTag, Number, Url


class IngredientLine(TypedDict):
    """A line of ingredients, parsed by itself."""

    raw: Annotated[str, "The line as written"]
    qty: Annotated[Number | str | None, "The quantity; a range as text, `2-3`"]
    qty_min: Annotated[Number | None, "The smallest quantity"]
    qty_max: Annotated[Number | None, "The largest quantity; without a range the same as `qty_min`"]
    unit: Annotated[str | None, "The unit as the page names it, in the singular: `tbsp`, `EL`"]
    canonical_unit: Annotated[str | None, "The English name of the unit, the same for all spellings: `tablespoon`"]
    name: Annotated[str, "The name of the ingredient"]
    preparation: Annotated[str | None, "The preparation: `finely chopped`"]
    note: Annotated[str | None, "The rest of the line: sizes, brands, `to taste`"]


class Ingredient(IngredientLine):
    """A line of the ingredients of a recipe."""

    group: Annotated[str | None, "The heading above it: `For the sauce`"]


class InstructionGroup(TypedDict):
    """Steps below one heading of a method."""

    name: Annotated[str | None, "The heading; null for steps without one"]
    steps: Annotated[list[str], "The steps below it"]


class Recipe(TypedDict):
    """A recipe."""

    title: Annotated[str, "The name of the dish; a recipe requires it"]
    description: Annotated[str | None, "The description on the page"]
    author: Annotated[str | None, "The author; several are separated by commas"]
    image: Annotated[Url | None, "The URL of a picture"]
    ingredients: Annotated[list[Ingredient], "The ingredients; a recipe requires at least one"]
    instructions: Annotated[list[str], "The steps"]
    instruction_groups: Annotated[list[InstructionGroup], "The same steps under their headings, if there are any"]
    yields: Annotated[str | None, "The yield as written: `4 servings`, `12 muffins`"]
    prep_minutes: Annotated[int | None, "The preparation time in minutes"]
    cook_minutes: Annotated[int | None, "The cooking time in minutes"]
    total_minutes: Annotated[int | None, "The total time in minutes"]
    nutrition: Annotated[dict[str, str] | None, "The nutrition facts of a serving: `{calories: 250 kcal}`"]
    language: Annotated[LanguageTag | None, "The language: `en`, `pt-BR`"]

"""Read recipes in the data that a page carries for its own scripts.

Such data has no standard form, but the names hardly differ: a title, ingredients, and steps under one of a few names.
Ingredients are lines, objects with an amount, a unit and a name, or groups of those; steps are texts, objects with a
text, or groups. A recipe is the page's own only if the page has its name or its identifier in the URL: a page also
carries the recipes that it links to.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from garner.extraction.kinds.recipe.facts import is_left_empty, tidy_yield
from garner.extraction.kinds.recipe.page import put_language
from garner.extraction.kinds.recipe.steps import GroupName, plain_steps, step_groups, without_numbers
from garner.extraction.ladder import Candidate
from garner.extraction.page.document import Document
from garner.extraction.page.markup.embedded_state import MAX_DEPTH, embedded_states
from garner.extraction.values.fields import clean_lines, clean_text, minutes, web_address
from garner.extraction.values.ingredients import parse_ingredient, without_bullet
from garner.kinds.recipe.model import Ingredient

MAX_OBJECTS = 30_000
MAX_ENTRIES = 300
MAX_NESTED = 6  # groups within groups, texts within texts
MAX_RECIPES = 20  # that are read from one page
MAX_KEYS = 300  # of one object
MAX_VISITS = 5_000  # values that are visited for lines and steps, over all recipes of a page
TEXT_OF_A_VISIT = 200  # characters
MAX_LINE = 500  # characters of an ingredient
MAX_TEXT = 20_000  # characters of one line or step, or of a list in one text
MAX_MINUTES = 60 * 24 * 60
MIN_LIKENESS = 0.5
MIN_IDENTITY = 6  # characters, slashes included: fewer occur in a URL by coincidence
MIN_ENTRIES = 2

_INGREDIENT_KEY = re.compile("ngredient")  # case-sensitive, because scripts are long
_MENTIONED = (b"ngredient", b"__next_f.push")  # on a page that has such data; pushed data may be cut anywhere
_NOT_KEY = re.compile(r"[^a-z0-9]")
_TITLES = (
    "recipetitle", "recipename", "title", "name", "headline", "displayname", "displaytitle", "titel", "titre", "titulo",
    "titolo", "nombre", "nom", "nome",
)  # fmt: skip
_INGREDIENTS = (
    "recipeingredient", "recipeingredients", "ingredients", "ingredientlines", "ingredientlist", "ingredientslist",
    "ingredientgroups", "ingredientsgroups", "ingredientsections", "ingredientssections", "ingredientsets",
    "extendedingredients", "ingredientblocks", "ingredientes", "ingredienti",
)  # fmt: skip
_STEPS = (
    "recipeinstructions", "instructions", "instructionsteps", "instructiongroups", "instructionsections", "steps",
    "recipesteps", "directions", "method", "methods", "methodsteps", "preparation", "preparationsteps", "cookingsteps",
    "cookinginstructions", "procedure", "analyzedinstructions", "zubereitung", "schritte",
    "etapes", "preparacion", "pasos", "preparazione", "passaggi", "preparo", "stappen",
)  # fmt: skip
_YIELDS = ("recipeyield", "yield", "yields", "servings", "serves", "portions", "numberofservings", "numservings")
_TIMES = {
    "prep_minutes": ("preptime", "preptimeminutes", "preptimeinminutes", "prepminutes", "preparationtime"),
    "cook_minutes": ("cooktime", "cooktimeminutes", "cooktimeinminutes", "cookminutes", "cookingtime"),
    "total_minutes": ("totaltime", "totaltimeminutes", "totaltimeinminutes", "totalminutes", "readyinminutes"),
}
_LINES = (
    "text", "raw", "original", "originalstring", "originaltext", "rawtext", "line", "display", "displaytext",
    "fulltext", "wording", "ingredienttext",
)  # fmt: skip
_AMOUNTS = ("displayamount", "amount", "quantity", "qty", "displayquantity", "value")
_UNITS = ("displayunit", "unit", "unitname", "unitofmeasure", "measure", "measurement", "uom")
_FOODS = ("ingredient", "food", "product", "name", "ingredientname", "title", "label", "item", "description")
_NOTES = ("preparation", "note", "notes", "comment", "remark", "extra")
_GROUPS = (
    "ingredients", "items", "list", "lines", "entries", "rows", "ingredientlines", "ingredientlist", "children",
    "content", "itemlistelement",
)  # fmt: skip
_STEP_GROUPS = ("steps", "instructions", "directions", "items", "list", "entries", "rows", "itemlistelement")
_GROUP_NAMES = ("title", "name", "heading", "header", "grouptitle", "groupname", "sectiontitle", "label")
_STEP_TEXTS = (
    "text", "instruction", "description", "content", "body", "step", "html", "instructiontext", "displaytext", "value",
    "direction", "details", "markdown", "steptext",
)  # fmt: skip
_PIECES = ("children", "content", "nodes", "spans")  # of rich text
_IDENTITIES = ("slug", "id", "recipeid", "urlslug", "urlkey", "uid", "path", "url", "canonicalurl")
_OF_SHOPS = ("price", "sku", "offers", "upc", "gtin", "ean", "ean13", "barcode", "asin")
_WORDS = ("text", "name", "title", "label", "abbreviation", "singular", "display", "value", "number", "amount", "min")
_REFERENCES = ("__ref", "$ref")

Plain = Mapping[str, Any]


def read(document: Document) -> Candidate | None:
    if not document.mentions(*_MENTIONED):
        return None
    visits = _VisitBudget()
    things = [thing for state in embedded_states(document, _INGREDIENT_KEY) for thing in _recipes(state, visits)]
    own = islice((thing for thing in things if _is_of_the_page(thing, document)), MAX_RECIPES)
    candidates = (_candidate(thing, document) for thing in own)
    return max(filter(None, candidates), key=lambda candidate: len(candidate.values), default=None)


class _VisitBudget:
    """A budget of values that may still be visited. Data may refer to one list many times, so that a few bytes of it
    expand into millions of values."""

    def __init__(self) -> None:
        self._left = MAX_VISITS

    def spend(self, value: Any = None) -> bool:
        """Return whether one more value may be visited. A long text counts as several."""
        self._left -= 1 + (min(len(value), MAX_TEXT) // TEXT_OF_A_VISIT if isinstance(value, str) else 0)
        return self._left >= 0


def _recipes(state: Any, visits: _VisitBudget) -> Iterator["_Thing"]:
    """Yield every object with a name, ingredients and steps; an object that is referred to often is visited once."""
    pending: list[tuple[Any, Plain, int]] = [(state, {}, 0)]
    seen: set[int] = set()
    for _ in range(MAX_OBJECTS):
        if not pending:
            return
        value, known, depth = pending.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        inner = value
        if isinstance(value, dict):
            known = value if "ROOT_QUERY" in value else known
            if any(_INGREDIENT_KEY.search(key) for key in value) and (thing := _Thing(value, known, visits)).is_recipe:
                yield thing
                continue
            inner = list(value.values())
        if depth < MAX_DEPTH:
            pending.extend(
                (item, known, depth + 1) for item in reversed(inner[:1_000]) if isinstance(item, dict | list)
            )


class _Thing:
    """An object of the data by plain keys; references to known objects are followed when read."""

    def __init__(self, value: Plain, known: Plain, visits: _VisitBudget) -> None:
        entries = islice(value.items(), MAX_KEYS)
        self._plain = {_NOT_KEY.sub("", str(key)[:100].lower()): item for key, item in entries}
        self.known = known
        self.visits = visits

    @property
    def title(self) -> str:
        return clean_text((self.text(_TITLES) or "")[:MAX_TEXT], 500)

    @property
    def is_recipe(self) -> bool:
        """Return whether it is a recipe and not a product: shops list the ingredients of their goods, too."""
        is_sold = any(name in self._plain for name in _OF_SHOPS)
        return self.text(_TITLES) is not None and self.first(_INGREDIENTS) is not None and not is_sold

    def first(self, names: Sequence[str]) -> Any:
        return next((self._plain[name] for name in names if self._plain.get(name) not in (None, "", [], {})), None)

    def text(self, names: Sequence[str]) -> str | None:
        return next(
            (value for name in names if isinstance(value := self._plain.get(name), str) and value.strip()), None
        )

    def thing(self, value: Any) -> "_Thing | None":
        """Return the object that a value is, or refers to."""
        if isinstance(value, dict):
            reference = next((value[name] for name in _REFERENCES if isinstance(value.get(name), str)), None)
            value = self.known.get(reference, value) if reference else value
        return _Thing(value, self.known, self.visits) if isinstance(value, dict) else None

    def things(self, names: Sequence[str]) -> list[Any]:
        value = self.first(names)
        return value[:MAX_ENTRIES] if isinstance(value, list) else []

    def word(self, names: Sequence[str]) -> str:
        """Return a text, a number, or the name of a thing."""
        for name in names:
            value = self._plain.get(name)
            if (inner := self.thing(value)) is not None:
                value = inner.first(_WORDS)
            if isinstance(value, str | int | float) and not isinstance(value, bool) and str(value).strip():
                return f"{value:g}" if isinstance(value, float) else clean_text(str(value)[:1_000], 300)
        return ""


def _candidate(thing: _Thing, document: Document) -> Candidate | None:
    candidate = Candidate()
    lines = list(islice(_ingredients(thing, thing.first(_INGREDIENTS), None, 0), MAX_ENTRIES))
    steps = without_numbers(list(islice(_steps(thing, thing.first(_STEPS), 0), MAX_ENTRIES)))
    if len(lines) < MIN_ENTRIES or not plain_steps(steps) or not _is_cooked(thing, lines, plain_steps(steps)):
        return None
    candidate.put("title", thing.title, "state.title")
    candidate.put("ingredients", lines, "state.ingredients")
    candidate.put("instructions", plain_steps(steps), "state.instructions")
    candidate.put("instruction_groups", step_groups(steps), "state.instructions")
    candidate.put(
        "description", clean_text(thing.text(("description", "summary", "intro")) or "", 10_000), "state.description"
    )
    candidate.put("author", thing.word(("author", "authorname", "chef", "creator", "by")), "state.author")
    candidate.put("image", _image(thing, document.url), "state.image")
    makes = thing.word(_YIELDS)
    candidate.put("yields", tidy_yield(makes) if makes and not is_left_empty(makes) else None, "state.servings", makes)
    _put_times(candidate, thing)
    put_language(candidate, document)
    return candidate


def _is_cooked(thing: _Thing, lines: list[Ingredient], steps: list[str]) -> bool:
    """Return whether it is a recipe and not an article with its contents and one sentence on its use: it has amounts,
    several steps, a yield or a time."""
    facts = (_YIELDS, *_TIMES.values())
    return any(line["qty"] is not None for line in lines) or len(steps) > 1 or any(map(thing.word, facts))


def _put_times(candidate: Candidate, thing: _Thing) -> None:
    for name, keys in _TIMES.items():
        written = thing.first(keys)
        amount = minutes(written)
        if amount is not None and amount > MAX_MINUTES:
            candidate.drop(name, written)
        elif amount:
            candidate.put(name, amount, "state.times", written)
    parts = [candidate.values[name] for name in ("prep_minutes", "cook_minutes") if name in candidate.values]
    if "total_minutes" not in candidate.values and parts:
        candidate.put("total_minutes", sum(parts), "state.times")


def _ingredients(thing: _Thing, value: Any, group: str | None, nested: int) -> Iterator[Ingredient]:
    if not thing.visits.spend(value):
        return
    if isinstance(value, str):
        for line in clean_lines(value[:MAX_TEXT]):
            yield {**parse_ingredient(without_bullet(line[:MAX_LINE])), "group": group}
    elif isinstance(value, list) and nested < MAX_NESTED:
        for item in value[:MAX_ENTRIES]:
            yield from _ingredients(thing, item, group, nested + 1)
    elif (entry := thing.thing(value)) is not None and nested < MAX_NESTED:
        inner = entry.things(_GROUPS)
        if inner:
            named = clean_text((entry.text(_GROUP_NAMES) or "")[:1_000], 100).rstrip(": ") or group
            yield from _ingredients(entry, inner, named, nested + 1)
        elif line := _ingredient_line(entry):
            yield {**parse_ingredient(line), "group": group}


def _ingredient_line(entry: _Thing) -> str:
    if whole := clean_text((entry.text(_LINES) or "")[: 4 * MAX_LINE], MAX_LINE):
        return without_bullet(whole.replace(" ,", ","))
    food = entry.word(_FOODS)
    measured = " ".join(filter(None, (entry.word(_AMOUNTS), entry.word(_UNITS), food)))
    note = entry.word(_NOTES)
    return f"{measured}, {note}" if food and note else measured if food else ""


def _steps(thing: _Thing, value: Any, nested: int) -> Iterator[str]:
    if not thing.visits.spend(value):
        return
    if isinstance(value, str):
        yield from clean_lines(value[:MAX_TEXT])
    elif isinstance(value, list) and nested < MAX_NESTED:
        for item in value[:MAX_ENTRIES]:
            yield from _steps(thing, item, nested + 1)
    elif (step := thing.thing(value)) is not None and nested < MAX_NESTED:
        inner = step.things(_STEP_GROUPS)
        if inner and step.text(_STEP_TEXTS) is None:
            name = clean_text((step.text(_GROUP_NAMES) or "")[:1_000], 100).rstrip(": ")
            yield from ([GroupName(name)] if name else [])
            yield from _steps(step, inner, nested + 1)
            yield from ([GroupName("")] if name else [])
        else:
            yield from clean_lines(_rich_text(step, nested)[:MAX_TEXT])


def _rich_text(step: _Thing, nested: int) -> str:
    """Return the text of a thing, or of its pieces; each piece that has pieces itself is a line."""
    if not step.visits.spend() or nested > MAX_NESTED:
        return ""
    if (text := step.text(_STEP_TEXTS)) is not None:
        return text[:MAX_TEXT] if step.visits.spend(text) else ""
    inner = step.thing(step.first(_STEP_TEXTS))
    parts = [step.thing(part) for part in step.things(_STEP_TEXTS) or step.things(_PIECES)]
    pieces = [piece for piece in (inner, *parts) if piece is not None]
    between = "\n" if any(piece.things(_PIECES) for piece in pieces) else ""
    return between.join(_rich_text(piece, nested + 1) for piece in pieces)


def _image(thing: _Thing, base: str) -> str | None:
    value = thing.first(("image", "images", "imageurl", "heroimage", "photo", "thumbnail", "picture"))
    value = value[0] if isinstance(value, list) and value else value
    inner = thing.thing(value)
    return web_address(inner.text(("url", "src", "href", "uri")) if inner else value, base)


def _is_of_the_page(thing: _Thing, document: Document) -> bool:
    address, identities = _segments(document.url), (_segments(thing.word((name,))) for name in _IDENTITIES)
    if any(len(identity) >= MIN_IDENTITY and identity in address for identity in identities):
        return True
    return document.called.likeness(thing.title) >= MIN_LIKENESS


def _segments(address: str) -> str:
    """Return the path of a URL or a part of one, and the values of its query, each between slashes, so that only whole
    segments match."""
    try:
        parts = urlsplit(address.lower())
        values = [value for _, value in parse_qsl(parts.query, max_num_fields=100)]
    except ValueError:
        return "/"
    return f"/{'/'.join((unquote(parts.path).strip('/'), *values))}/"

"""The recipe ladder: reads schema.org/Recipe nodes into the fields that cooks use.

Markup takes precedence over the page, with two exceptions in which the page is more complete: the headings of
ingredient groups, for which schema.org has no property, and the ingredients themselves, where the markup is poorer than
what readers see (`shown_ingredients`).
"""

import math
import re
from typing import Any, cast
from urllib.parse import urlsplit

from garner.extraction.kinds.recipe import embedded, page, shown_ingredients
from garner.extraction.kinds.recipe.facts import is_left_empty, tidy_yield
from garner.extraction.kinds.recipe.plain_text import pieces_of
from garner.extraction.kinds.recipe.sites import recipe_scrapers, social
from garner.extraction.kinds.recipe.steps import (
    GroupName,
    is_teaser,
    leads_elsewhere,
    plain_steps,
    step_groups,
    without_numbers,
)
from garner.extraction.ladder import Candidate, Ladder, Rung, Way, schema_org_rungs
from garner.extraction.page.document import Document
from garner.extraction.page.markup import tolerant_json
from garner.extraction.page.markup.schema_org import Graph, Node
from garner.extraction.site_parsers import site_rung
from garner.extraction.values.fields import clean_lines, clean_text, decimal_amount, has_content, minutes
from garner.extraction.values.ingredients import MAX_LINE, group_heading, parse_ingredient, without_bullet
from garner.kinds.recipe.declaration import RECIPE
from garner.kinds.recipe.model import Ingredient, Recipe

MAX_TITLE = 500
MAX_UNPACKED = 200_000
MAX_TEASER_STEPS = 2  # steps
MAX_INGREDIENTS = 300
MAX_SERVINGS = 100_000
MAX_MINUTES = 60 * 24 * 60  # two months: a ham cures that long, nothing is cooked for longer

_TYPES = frozenset({"recipe"})
_PROPERTY_WEIGHTS = {
    "recipeIngredient": 5,
    "ingredients": 5,
    "recipeInstructions": 4,
    "name": 3,
    "recipeYield": 1,
    "totalTime": 1,
    "image": 1,
}
_QUOTE = r"(?:[\"'\\]|&quot;|&#34;|&#39;)"
_JSON = re.compile(rf"\s*+{_QUOTE}?+\s*+(?:(?:\[\s*+)?+\{{\s*+{_QUOTE}|\[\s*+{_QUOTE}[^\n]*\]\s*+{_QUOTE}?+\s*+\Z)")
_OPENING_TAGS = re.compile(r"(?:\s*+<[a-z][^<>]*+>)++", re.I)  # before the text of an element
_BREAK = re.compile(r"\n|<br|<p|<li", re.I)
_SAME_START = 80  # characters by which the method is recognized in the description
_TWICE_WRAPPED = re.compile(r"\(\(([^()]*)\)\)")
_SIZE_IN_NAME = re.compile(r"[-_](\d{2,4})x(\d{2,4})(?=\.\w{3,4}\Z)")
_DIGIT = re.compile(r"[\d½⅓⅔¼¾⅛]")
_WORD = re.compile(r"\w+|[½⅓⅔¼¾⅛]")
_BARE_NUMBER = re.compile(r"(?:step|schritt|étape|etape|paso|passo|stap|krok)?\s*\d*\s*[.:)]?\Z", re.I)
_GROUP_NAMES = (
    '[class*="ingredient-group-name"],[class*="ingredient-group"] :is(h3,h4,h5),[class*="ingredients"] :is(h4,h5)'
)
_GROUPS_MENTIONED = (b"ingredient-group", b"ingredients")
_TIMES = (("prep_minutes", "prepTime"), ("cook_minutes", "cookTime"), ("total_minutes", "totalTime"))


def _from_graph(graph: Graph, document: Document) -> Candidate | None:
    node = graph.main(_TYPES, _PROPERTY_WEIGHTS, document.url, lambda: document.called)
    if node is None:
        return None
    candidate = Candidate()
    candidate.put("title", node.text("name", "headline", limit=MAX_TITLE), "Recipe.name")
    candidate.put("description", node.text("description"), "Recipe.description")
    candidate.put("author", ", ".join(dict.fromkeys(node.texts("author", limit=200)[:5])), "Recipe.author")
    candidate.put("image", _image(node, document.url), "Recipe.image")
    candidate.put("ingredients", _complete_from_page(_ingredients(node), document), "Recipe.recipeIngredient")
    steps = _method(without_numbers(_instructions(node)), candidate.values.get("description"), document)
    candidate.put("instructions", plain_steps(steps), "Recipe.recipeInstructions")
    candidate.put("instruction_groups", step_groups(steps), "Recipe.recipeInstructions")
    makes = _yield_written(node)
    if (decimal_amount(makes) or 0) < MAX_SERVINGS:
        candidate.put("yields", tidy_yield(makes or ""), "Recipe.recipeYield", makes)
    else:
        candidate.drop("yields", makes)
    _put_times(candidate, node)
    candidate.put("nutrition", _nutrition(node), "Recipe.nutrition")
    if language := node.text("inLanguage", limit=20):
        candidate.put("language", language.replace("_", "-"), "Recipe.inLanguage")
    else:
        page.put_language(candidate, document)
    return candidate


def _image(node: Node, base: str) -> str | None:
    """Return the largest image. Lists of the same picture in many sizes begin with any of them; a name without a size
    is the original picture."""
    return max(node.addresses(base, "image", "thumbnailUrl"), key=_size_in_name, default=None)


def _size_in_name(address: str) -> float:
    size = _SIZE_IN_NAME.search(urlsplit(address).path)
    return int(size[1]) * int(size[2]) if size else math.inf


def _ingredients(node: Node) -> list[Ingredient]:
    # Pages in transition from the old property to the new one may give the whole list as one text under either.
    spellings = (_ingredient_lines(node, name) for name in ("recipeIngredient", "ingredients", "ingredient"))
    return _group_lines(max(spellings, key=len)[:MAX_INGREDIENTS])


def _group_lines(lines: list[str]) -> list[Ingredient]:
    """Return the lines as data. `For the sauce:` among them is a heading, unless all lines are."""
    headings = {line: group_heading(line) for line in lines}
    if all(headings.values()):
        headings = {}
    group = None
    ingredients: list[Ingredient] = []
    for line in lines:
        if heading := headings.get(line):
            group = heading
        else:
            ingredients.append({**parse_ingredient(line), "group": group})
    return ingredients


def _complete_from_page(lines: list[Ingredient], document: Document) -> list[Ingredient]:
    is_poor = shown_ingredients.is_poor(lines)
    if not lines or not (is_poor or _lacks_groups(lines, document)):
        return lines
    shown = cast("list[Ingredient]", page.ingredients_shown(document))
    if is_poor and shown_ingredients.is_more_complete(shown, lines):
        return shown
    if shown_ingredients.is_crowded(lines):
        lines = [entry for line in lines for entry in _split_line(line)][:MAX_INGREDIENTS]
    groups = {line[key].casefold(): line["group"] for line in shown for key in ("name", "raw")}
    return [
        {
            **line,
            "group": line["group"] or groups.get(line["raw"].casefold()) or groups.get(line["name"].casefold()),
        }
        for line in lines
    ]


def _lacks_groups(lines: list[Ingredient], document: Document) -> bool:
    """Return whether the page has groups of ingredients and the markup has none; a page without such names is not
    parsed."""
    if any(line["group"] is not None for line in lines) or not document.mentions(*_GROUPS_MENTIONED):
        return False
    return document.tree.css_matches(_GROUP_NAMES)


def _split_line(line: Ingredient) -> list[Ingredient]:
    """Return the entries of a line that holds a list; any other line unchanged."""
    if not shown_ingredients.holds_a_list(line["raw"]):
        return [line]
    return [{**entry, "group": entry["group"] or line["group"]} for entry in _group_lines(pieces_of(line["raw"]))]


def _ingredient_lines(node: Node, name: str) -> list[str]:
    values = [value for written in node.all(name) for value in _unpack(written)]
    if len(values) == 1 and isinstance(values[0], str):
        lines = clean_lines(values[0])
    else:
        lines = [line for value in values for line in _lines_of(node, value)]
    return [tidy for line in lines if (tidy := _tidy_line(line)) and has_content(tidy)]


def _lines_of(node: Node, value: Any) -> list[str]:
    """Return one line, unless the value has line breaks and an amount after each of them."""
    lines = clean_lines(value) if isinstance(value, str) and _BREAK.search(value) else []
    several = len(lines) > 1 and all(line[0].isdigit() and parse_ingredient(line)["name"] != line for line in lines)
    return lines if several else [_ingredient_text(node, value)]


def _ingredient_text(node: Node, value: Any) -> str:
    if not isinstance(value, dict):
        return node.text_of(value, MAX_LINE) or ""
    inner = node.node(value)
    parts = (inner.text(part, limit=MAX_LINE) for part in ("amount", "requiredQuantity", "unitText", "name", "text"))
    return " ".join(filter(None, parts))


def _tidy_line(line: str) -> str:
    """Remove the artifacts of recipe plugins: double brackets, a space before the comma and a bullet before the
    line."""
    line = _TWICE_WRAPPED.sub(r"(\1)", line).replace(" ,", ",").replace("( ", "(").strip()
    return without_bullet(line)


def _instructions(node: Node) -> list[str]:
    seen: set[int] = set()
    values = node.all("recipeInstructions", "instructions", "step")
    return [step for value in values for step in _steps(node, value, seen)]


def _unpack(value: Any) -> list[Any]:
    """Return the values in a text that is JSON, as far as it can be read; any other value by itself."""
    if not isinstance(value, str) or (start := _start_of_json(value)) is None:
        return [value]
    values = tolerant_json.read(value[start : start + MAX_UNPACKED]).values
    Graph.of(values)  # gives the properties their usual names
    return [item for entry in values for item in (entry if isinstance(entry, list) else [entry])]


def _start_of_json(text: str) -> int | None:
    """Return the start of the JSON in a text that is JSON or an element that holds nothing else; None for any other
    text."""
    tags = _OPENING_TAGS.match(text)
    start = tags.end() if tags else 0
    return start if _JSON.match(text, start) else None


def _steps(node: Node, value: Any, seen: set[int]) -> list[str]:
    """Return the steps below a value. Each node is read once, so that sections that contain each other terminate."""
    value = node.graph.resolve(value)
    if isinstance(value, str):
        if _start_of_json(value) is None:
            return [line for line in clean_lines(value) if has_content(line)]
        value = _unpack(value)
    if isinstance(value, list):
        return [step for item in value for step in _steps(node, item, seen)]
    if not isinstance(value, dict) or id(value) in seen:
        return []
    seen.add(id(value))
    inner = node.node(value)
    name = inner.text("name", limit=500) or ""
    items = inner.all("itemListElement", "steps", "step")
    nested = [step for item in items for step in _steps(node, item, seen)]
    lines = nested or clean_lines(inner.text_of(inner.first("text", "description", "item")) or "")
    return _with_name(name, lines, is_section="howtosection" in inner.types or len(nested) > 1)


def _with_name(name: str, lines: list[str], *, is_section: bool) -> list[str]:
    """Return the lines with their name. A section's name is a line of its own; a step's name precedes it, unless it
    only repeats or numbers the step."""
    if not name or _BARE_NUMBER.match(name) or not lines:
        return lines or ([name] if name and not _BARE_NUMBER.match(name) else [])
    if is_section and lines != [name]:
        return [GroupName(name.rstrip(": ")), *lines, GroupName("")]
    known = lines[0].casefold()
    if known.startswith(name.rstrip(".… ").casefold()):
        return lines
    return [f"{name.rstrip(':. ')}: {lines[0]}", *lines[1:]]


def _method(steps: list[str], description: str | None, document: Document) -> list[str]:
    """Return the steps, unless they are a teaser: then the steps that the page shows, or none if all of them lead
    elsewhere."""
    step_texts = plain_steps(steps)
    text = " ".join(step_texts)
    is_cut_off = bool(step_texts) and all(map(is_teaser, step_texts))
    if len(step_texts) > MAX_TEASER_STEPS or not (is_cut_off or (text and text[:_SAME_START] in (description or ""))):
        return steps
    shown = page.steps_shown(document)
    if len(" ".join(plain_steps(shown))) > len(text):
        return shown
    return [] if all(map(leads_elsewhere, step_texts)) else steps


def _yield_written(node: Node) -> str | None:
    """Return the most informative of the yields given: `4 servings` rather than `4`."""
    texts = [text for text in node.texts("recipeYield", "yield", limit=200) if not is_left_empty(text)]
    counted = [text for text in texts if any(character.isdigit() for character in text)] or texts
    return next((text for text in counted if not text.isdecimal()), next(iter(counted), None))


def _put_times(candidate: Candidate, node: Node) -> None:
    for name, source in _TIMES:
        for value in node.all(source, "performTime") if source == "cookTime" else node.all(source):
            amount = minutes(value)
            is_unread = amount is None and _DIGIT.search(str(value)[:200])
            if is_unread or (amount or 0) > MAX_MINUTES:
                candidate.drop(name, value)
            elif amount:
                candidate.put(name, amount, f"Recipe.{source}", value)
                break
    parts = [candidate.values[name] for name in ("prep_minutes", "cook_minutes") if name in candidate.values]
    if "total_minutes" not in candidate.values and parts:
        candidate.put("total_minutes", sum(parts), "Recipe.prepTime + Recipe.cookTime")


def _nutrition(node: Node) -> dict[str, str]:
    facts = next(iter(node.nodes("nutrition")), None)
    if facts is None:
        return {}
    named = {name: facts.text(name, limit=100) for name in list(facts.properties)[:40] if name[:1] != "@"}
    return {clean_text(name, 50): text for name, text in named.items() if text and _DIGIT.search(text)}


def shown_beside(data: Recipe, document: Document) -> list[str]:
    """Return the words of the lists and the method on the page that the record lacks, in their order, since they may
    have changed. If the markup is complete, the page is not read for them, unless the method is one step and so may be
    a part of the page's method."""
    if not page.was_read(document) and len(data["instructions"]) > 1:
        return []
    lines = (line[key] or "" for line in data["ingredients"] for key in ("raw", "group"))
    texts = (*lines, *data["instructions"], data["title"], data["description"] or "", data["yields"] or "")
    known = set(_WORD.findall(" ".join(texts).casefold()))
    shown = (*(line["raw"] for line in page.ingredients_shown(document)), *page.steps_shown(document))
    return [word for line in shown for word in _WORD.findall(line.casefold()) if word not in known]


def meaning(data: Recipe) -> Any:
    """Return the fields that identify the recipe. Amounts are included as written, not as parsed: a better parser is
    not a change of the page."""
    return {
        "ingredients": [line["raw"] for line in data["ingredients"]],
        "image": urlsplit(data["image"] or "").path,
        **{name: data[name] for name in ("title", "instructions", "yields", "total_minutes", "prep_minutes")},
        **{name: data[name] for name in ("cook_minutes", "description", "author", "nutrition")},
    }


LADDER = Ladder.of_kind(
    RECIPE,
    meaning=meaning,
    beside=shown_beside,
    rungs=(
        *schema_org_rungs(_from_graph),
        Rung("embedded_state", 0.75, embedded.read, Way.STRUCTURED, is_last_resort=True),
        site_rung(f"{__package__}.sites"),
        Rung("social", 0.6, social.read, Way.SITE),
        Rung("recipe_scrapers", 0.8, recipe_scrapers.read, Way.SITE, is_last_resort=True),
        page.RUNG,
    ),
)

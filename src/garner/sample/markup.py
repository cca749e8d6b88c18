"""Render the visible markup of the sample pages from the schema.org nodes that they carry as JSON-LD.

So the visible page and the extracted record agree, and each can be checked against the other.
"""

import re
from collections.abc import Iterable
from html import escape

from garner.sample.content import Node
from garner.sample.pages import NAME

END_OF_CONTENT = "</main>"

_DURATION = re.compile(r"P(?:(\d+)D)?T(?:(\d+)H)?(?:(\d+)M)?")


def render_document(title: str, content: str, *, head: str = "", charset: str = "utf-8") -> str:
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="{charset}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/style.css">
{head}
</head>
<body>
<header>
<a class="home" href="/">{NAME}</a>
<a href="/recipes/">Recipes</a> <a href="/shop/">Shop</a> <a href="/careers/">Careers</a>
</header>
<main>
{content}
{END_OF_CONTENT}
<footer>A sample site that comes with Garner. Nothing here is for sale, but the soup is good.</footer>
</body>
</html>
"""


def render_message(title: str, text: str) -> str:
    """Render a page with only a message, such as an error."""
    return render_document(title, f'<h1>{escape(title)}</h1>\n<p class="lead">{escape(text)}</p>')


def render_recipe(node: Node, picture: str) -> str:
    facts = [
        ("Makes", _format_yield(node["recipeYield"])),
        ("Preparation", _format_duration(node.get("prepTime", ""))),
        ("Cooking", _format_duration(node.get("cookTime", ""))),
        ("In all", _format_duration(node.get("totalTime", ""))),
    ]
    return "\n".join(
        (
            _render_opening(node["name"], node["description"], picture),
            _render_facts(facts),
            f"<h2>Ingredients</h2>\n{_render_list('ul', node['recipeIngredient'])}",
            f"<h2>Method</h2>\n{_render_instructions(node['recipeInstructions'])}",
        )
    )


def render_product(node: Node, picture: str) -> str:
    brand = node["brand"]
    offers = node["offers"] if isinstance(node["offers"], list) else [node["offers"]]
    facts = [
        ("Brand", brand if isinstance(brand, str) else brand["name"]),
        ("Article", node["sku"]),
        ("GTIN", node.get("gtin13", "")),
    ]
    prices = "\n".join(f'<p class="price">{escape(_format_price(offer))}</p>' for offer in offers)
    return f"{_render_opening(node['name'], node['description'], picture)}\n{prices}\n{_render_facts(facts)}"


def render_posting(node: Node) -> str:
    employer = node["hiringOrganization"]
    terms = node["employmentType"] if isinstance(node["employmentType"], list) else [node["employmentType"]]
    facts = [
        ("Employer", employer if isinstance(employer, str) else employer["name"]),
        ("Where", _format_places(node)),
        ("Terms", ", ".join(term.replace("_", " ").lower() for term in terms)),
        ("Pay", _format_pay(node.get("baseSalary"))),
        ("Posted", node["datePosted"]),
    ]
    return f"<h1>{escape(node['title'])}</h1>\n{_render_facts(facts)}\n{node['description']}"


def render_cards(entries: Iterable[tuple[str, str, str, str]]) -> str:
    """Render a grid of cards from the path, title, text and picture (or "") of each page."""
    return '<ul class="cards">\n' + "\n".join(_render_card(*entry) for entry in entries) + "\n</ul>"


def render_table(rows: Iterable[tuple[str, str]]) -> str:
    """Render a table of links, each with a remark."""
    cells = (f'<tr><td><a href="{path}">{path}</a></td><td>{escape(text)}</td></tr>' for path, text in rows)
    return "<table>\n" + "\n".join(cells) + "\n</table>"


def render_picture(title: str) -> str:
    """Draw a plate in a colour that depends on the title, so that pages need no photographs."""
    hue = sum(title.encode()) % 360
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360">'
        f'<rect width="640" height="360" fill="hsl({hue} 38% 82%)"/>'
        '<circle cx="320" cy="180" r="130" fill="#fff"/>'
        f'<circle cx="320" cy="180" r="98" fill="hsl({hue} 45% 60%)"/>'
        '<text x="320" y="212" font-family="Georgia, serif" font-size="92" fill="#fff"'
        f' text-anchor="middle">{escape(title[0])}</text></svg>'
    )


def _render_card(path: str, title: str, text: str, image: str) -> str:
    picture = f'<img src="{image}" alt="">' if image else ""
    return f'<li><a href="{path}">{picture}{escape(title)}<small>{escape(text)}</small></a></li>'


def _render_opening(title: str, text: str, image: str) -> str:
    return f'<img class="picture" src="{image}" alt="">\n<h1>{escape(title)}</h1>\n<p class="lead">{escape(text)}</p>'


def _render_facts(facts: Iterable[tuple[str, str]]) -> str:
    known = (f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in facts if value)
    return f"<dl>{''.join(known)}</dl>"


def _render_list(tag: str, texts: Iterable[str]) -> str:
    entries = "\n".join(f"<li>{escape(text)}</li>" for text in texts)
    return f"<{tag}>\n{entries}\n</{tag}>"


def _render_instructions(instructions: str | list[str | Node]) -> str:
    if isinstance(instructions, str):
        return _render_list("ol", instructions.splitlines())
    if isinstance(instructions[0], dict) and instructions[0]["@type"] == "HowToSection":
        sections = (part for part in instructions if isinstance(part, dict))
        return "\n".join(
            f"<h3>{escape(part['name'])}</h3>\n{_render_instructions(part['itemListElement'])}" for part in sections
        )
    return _render_list("ol", (step if isinstance(step, str) else step["text"] for step in instructions))


def _format_yield(value: str | int | list[str]) -> str:
    return str(value[-1] if isinstance(value, list) else value)


def _format_duration(duration: str) -> str:
    match = _DURATION.fullmatch(duration)
    amounts = zip(match.groups(), ("d", "h", "min"), strict=True) if match else ()
    return " ".join(f"{amount} {unit}" for amount, unit in amounts if amount and amount != "0")


def _format_price(offer: Node) -> str:
    amount = offer.get("price", offer.get("lowPrice"))
    range_end = f" to {offer['highPrice']}" if "highPrice" in offer else ""
    name = f"{offer['name']}: " if "name" in offer else ""
    stock = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", offer["availability"].rpartition("/")[2]).lower()
    return f"{name}{offer['priceCurrency']} {float(amount or 0):.2f}{range_end}, {stock}"


def _format_places(node: Node) -> str:
    if "jobLocation" not in node:
        return f"Remote, {node['applicantLocationRequirements']['name']}"
    places = node["jobLocation"] if isinstance(node["jobLocation"], list) else [node["jobLocation"]]
    return " or ".join(place["address"]["addressLocality"] for place in places)


def _format_pay(salary: Node | None) -> str:
    if salary is None:
        return ""
    value = salary["value"]
    amounts = [f"{value[key]:g}" for key in ("value", "minValue", "maxValue") if key in value]
    return f"{salary['currency']} {' to '.join(amounts)} a {value['unitText'].lower()}"

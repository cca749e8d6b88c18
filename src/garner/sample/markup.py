"""How the sample site looks: pages drawn from the same schema.org nodes that they carry for machines.

What a visitor reads and what Garner extracts therefore agree, and each is easily checked against the other.
"""

import re
from collections.abc import Iterable
from html import escape

from garner.sample.content import Node
from garner.sample.pages import NAME

END_OF_CONTENT = "</main>"

_DURATION = re.compile(r"P(?:(\d+)D)?T(?:(\d+)H)?(?:(\d+)M)?")


def document(title: str, content: str, *, head: str = "", charset: str = "utf-8") -> str:
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


def message(title: str, text: str) -> str:
    """A page that only says something: an error, an apology."""
    return document(title, f'<h1>{escape(title)}</h1>\n<p class="lead">{escape(text)}</p>')


def recipe(node: Node, picture: str) -> str:
    facts = [
        ("Makes", _yield(node["recipeYield"])),
        ("Preparation", _readable(node.get("prepTime", ""))),
        ("Cooking", _readable(node.get("cookTime", ""))),
        ("In all", _readable(node.get("totalTime", ""))),
    ]
    return "\n".join(
        (
            _opening(node["name"], node["description"], picture),
            _facts(facts),
            f"<h2>Ingredients</h2>\n{_list('ul', node['recipeIngredient'])}",
            f"<h2>Method</h2>\n{_instructions(node['recipeInstructions'])}",
        )
    )


def product(node: Node, picture: str) -> str:
    brand = node["brand"]
    offers = node["offers"] if isinstance(node["offers"], list) else [node["offers"]]
    facts = [
        ("Brand", brand if isinstance(brand, str) else brand["name"]),
        ("Article", node["sku"]),
        ("GTIN", node.get("gtin13", "")),
    ]
    prices = "\n".join(f'<p class="price">{escape(_price(offer))}</p>' for offer in offers)
    return f"{_opening(node['name'], node['description'], picture)}\n{prices}\n{_facts(facts)}"


def posting(node: Node) -> str:
    employer = node["hiringOrganization"]
    terms = node["employmentType"] if isinstance(node["employmentType"], list) else [node["employmentType"]]
    facts = [
        ("Employer", employer if isinstance(employer, str) else employer["name"]),
        ("Where", _places(node)),
        ("Terms", ", ".join(term.replace("_", " ").lower() for term in terms)),
        ("Pay", _pay(node.get("baseSalary"))),
        ("Posted", node["datePosted"]),
    ]
    return f"<h1>{escape(node['title'])}</h1>\n{_facts(facts)}\n{node['description']}"


def cards(entries: Iterable[tuple[str, str, str, str]]) -> str:
    """Path, title, text and picture (or none) of each page, as a grid of cards."""
    return '<ul class="cards">\n' + "\n".join(_card(*entry) for entry in entries) + "\n</ul>"


def table(rows: Iterable[tuple[str, str]]) -> str:
    """Paths that can be followed, each with a remark."""
    cells = (f'<tr><td><a href="{path}">{path}</a></td><td>{escape(text)}</td></tr>' for path, text in rows)
    return "<table>\n" + "\n".join(cells) + "\n</table>"


def picture(title: str) -> str:
    """A plate in a colour of its own, so that pages need no photographs."""
    hue = sum(title.encode()) % 360
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360">'
        f'<rect width="640" height="360" fill="hsl({hue} 38% 82%)"/>'
        '<circle cx="320" cy="180" r="130" fill="#fff"/>'
        f'<circle cx="320" cy="180" r="98" fill="hsl({hue} 45% 60%)"/>'
        '<text x="320" y="212" font-family="Georgia, serif" font-size="92" fill="#fff"'
        f' text-anchor="middle">{escape(title[0])}</text></svg>'
    )


def _card(path: str, title: str, text: str, image: str) -> str:
    drawn = f'<img src="{image}" alt="">' if image else ""
    return f'<li><a href="{path}">{drawn}{escape(title)}<small>{escape(text)}</small></a></li>'


def _opening(title: str, text: str, image: str) -> str:
    return f'<img class="picture" src="{image}" alt="">\n<h1>{escape(title)}</h1>\n<p class="lead">{escape(text)}</p>'


def _facts(facts: Iterable[tuple[str, str]]) -> str:
    known = (f"<dt>{name}</dt><dd>{escape(value)}</dd>" for name, value in facts if value)
    return f"<dl>{''.join(known)}</dl>"


def _list(tag: str, texts: Iterable[str]) -> str:
    entries = "\n".join(f"<li>{escape(text)}</li>" for text in texts)
    return f"<{tag}>\n{entries}\n</{tag}>"


def _instructions(given: str | list[str | Node]) -> str:
    if isinstance(given, str):
        return _list("ol", given.splitlines())
    if isinstance(given[0], dict) and given[0]["@type"] == "HowToSection":
        sections = (part for part in given if isinstance(part, dict))
        return "\n".join(
            f"<h3>{escape(part['name'])}</h3>\n{_instructions(part['itemListElement'])}" for part in sections
        )
    return _list("ol", (step if isinstance(step, str) else step["text"] for step in given))


def _yield(value: str | int | list[str]) -> str:
    return str(value[-1] if isinstance(value, list) else value)


def _readable(duration: str) -> str:
    found = _DURATION.fullmatch(duration)
    amounts = zip(found.groups(), ("d", "h", "min"), strict=True) if found else ()
    return " ".join(f"{amount} {unit}" for amount, unit in amounts if amount and amount != "0")


def _price(offer: Node) -> str:
    amount = offer.get("price", offer.get("lowPrice"))
    range_end = f" to {offer['highPrice']}" if "highPrice" in offer else ""
    name = f"{offer['name']}: " if "name" in offer else ""
    stock = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", offer["availability"].rpartition("/")[2]).lower()
    return f"{name}{offer['priceCurrency']} {float(amount or 0):.2f}{range_end}, {stock}"


def _places(node: Node) -> str:
    if "jobLocation" not in node:
        return f"Remote, {node['applicantLocationRequirements']['name']}"
    places = node["jobLocation"] if isinstance(node["jobLocation"], list) else [node["jobLocation"]]
    return " or ".join(place["address"]["addressLocality"] for place in places)


def _pay(salary: Node | None) -> str:
    if salary is None:
        return ""
    value = salary["value"]
    amounts = [f"{value[key]:g}" for key in ("value", "minValue", "maxValue") if key in value]
    return f"{salary['currency']} {' to '.join(amounts)} a {value['unitText'].lower()}"

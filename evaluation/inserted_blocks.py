"""Blocks that sites put around a record: related items, comments, banners. All brands, names and texts are invented.

None of the texts is about the record of the page, and every block says what it is.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from garner.core.record import Kind


@dataclass(frozen=True)
class Card:
    name: str
    details: Sequence[str]


_PRODUCTS = (
    Card("Velmora Trail Lantern 400", ("Velmora", "$24.95", "4.4 out of 5 stars (318)")),
    Card("Quenby Stacking Storage Box, Set of 3", ("Quenby", "$41.50", "4.1 out of 5 stars (92)")),
    Card("Ostrava Loop Travel Adapter", ("Ostrava Loop", "$17.20", "3.9 out of 5 stars (57)")),
    Card("Tindrel Wireless Desk Charger", ("Tindrel", "$63.00", "4.7 out of 5 stars (1,204)")),
    Card("Brackwell Canvas Tote, Large", ("Brackwell", "$29.80", "Out of stock")),
    Card("Nimvale Reading Lamp with Clamp", ("Nimvale", "$35.40", "4.0 out of 5 stars (11)")),
)
_RECIPES = (
    Card("Smoky Parsnip Chowder", ("50 min", "Serves 6", "4.6 stars from 88 ratings")),
    Card("Plum and Cardamom Tray Bake", ("1 hr 20 min", "12 squares", "4.8 stars from 301 ratings")),
    Card("Skillet Leeks with Toasted Rye Crumbs", ("25 min", "Serves 2", "4.2 stars from 19 ratings")),
    Card("Overnight Buckwheat Porridge", ("5 min", "Serves 1", "4.0 stars from 43 ratings")),
    Card("Fennel Slaw with Charred Grapefruit", ("15 min", "Serves 4", "4.5 stars from 27 ratings")),
    Card("Pressure-Cooker Chickpea Rice", ("35 min", "Serves 8", "4.3 stars from 150 ratings")),
)
_POSTINGS = (
    Card("Night Shift Dispatcher", ("Harrowgate Freight Lines", "Tulsa, OK", "Posted 3 days ago")),
    Card("Junior Payroll Clerk", ("Pellham & Stoke Ltd.", "Boise, ID", "Posted today")),
    Card("Field Service Trainee", ("Corvane Elevators", "Dayton, OH", "Posted 12 days ago")),
    Card("Regional Catering Planner", ("Maple Fork Events", "Reno, NV", "Posted yesterday")),
    Card("Warehouse Safety Officer", ("Tallmere Cold Storage", "Macon, GA", "Posted 6 days ago")),
)
_CARDS = {Kind.PRODUCT: _PRODUCTS, Kind.RECIPE: _RECIPES, Kind.POSTING: _POSTINGS}
_RELATED_HEADINGS = {
    Kind.PRODUCT: ("Customers also bought", "Related products", "Similar items"),
    Kind.RECIPE: ("More recipes", "You might also like", "Related recipes"),
    Kind.POSTING: ("Similar jobs", "More jobs you may like", "Related jobs"),
}
_EARLIER_HEADINGS = {
    Kind.PRODUCT: "Recently viewed products",
    Kind.RECIPE: "Recently viewed recipes",
    Kind.POSTING: "Recently viewed jobs",
}
_COMMENTS = (
    "I did this with 3 cups of oat milk and half a teaspoon of salt, and it took 45 minutes in my kitchen.",
    "Paid $18.75 for mine at the market last spring. Two of them arrived, one went back after 10 days.",
    "Does anybody know whether 250 g would be enough for 9 people? I only have 2 tablespoons left.",
    "Saw the same thing for 34.99 elsewhere, but shipping was another $7.50, so no difference in the end.",
    "My sister has used hers for 6 years. She bought 4 more, at 12.00 each, and gave 3 of them away.",
    "I waited 20 minutes, then added 1 lb of onions and 2 more cups of water. Will do it again on Sunday!",
    "They told me it would be 5 to 7 days and it was 11. Otherwise good, 4 stars.",
)
_COMMENT_HEADINGS = ("Comments", "Reader comments", "What people say")
_AUTHORS = ("Odalys P.", "marrowbone77", "T. Quillfeather", "Ingunn", "JoBeth in Yuma", "pavel_k", "Wrenna D.")
_DATES = ("March 3, 2019", "2 weeks ago", "11/08/2020", "July 2021", "yesterday")
_BANNERS = (
    "<div><p>We use cookies to make this site work and to measure its use.</p>"
    "<button>Accept all</button> <button>Settings</button></div>",
    "<div><strong>Free shipping over $50</strong> <a href='/shipping'>See conditions</a></div>",
    "<div><h2>Join our newsletter</h2><p>Get 10% off your first order of $30 or more.</p>"
    "<form><input type='email' placeholder='E-mail'><button>Sign up</button></form></div>",
    "<div><p>Summer sale: up to 40% off until Sunday! Use code <b>SUNNY40</b>.</p></div>",
    "<div><p>Download our app and save $5.00 today.</p><a href='/app'>Get the app</a></div>",
)


def related_items(random: Random, kind: Kind) -> str:
    """Return cards of other records under a heading, to be put after a record."""
    return _cards(random, kind, random.choice(_RELATED_HEADINGS[kind]), count=4)


def recently_viewed(random: Random, kind: Kind) -> str:
    """Return cards of other records under a heading, to be put before a record."""
    return _cards(random, kind, _EARLIER_HEADINGS[kind], count=3)


def _cards(random: Random, kind: Kind, heading: str, *, count: int) -> str:
    shape: Callable[[Card], str] = random.choice((_card_in_list, _card_in_block))
    cards = "".join(shape(card) for card in random.sample(_CARDS[kind], count))
    tag = "ul" if shape is _card_in_list else "div"
    return _wrap(random, f"<h2>{heading}</h2><{tag}>{cards}</{tag}>")


def _wrap(random: Random, html: str) -> str:
    tag = random.choice(("aside", "div", "section"))
    return f"<{tag}>{html}</{tag}>"


def _card_in_list(card: Card) -> str:
    return f"<li><a href='/see/{len(card.name)}'><h3>{card.name}</h3></a><p>{'</p><p>'.join(card.details)}</p></li>"


def _card_in_block(card: Card) -> str:
    details = "</span> <span>".join(card.details)
    return f"<div><a href='/see/{len(card.name)}'>{card.name}</a><br><span>{details}</span></div>"


def comments(random: Random) -> str:
    """Return comments of readers, with amounts and prices in their texts."""
    texts = random.sample(_COMMENTS, 4)
    authors = random.sample(_AUTHORS, 4)
    items = "".join(
        f"<li><p><b>{author}</b> <small>{random.choice(_DATES)}</small></p><p>{text}</p></li>"
        for author, text in zip(authors, texts, strict=True)
    )
    return _wrap(random, f"<h2>{random.choice(_COMMENT_HEADINGS)} ({len(texts)})</h2><ol>{items}</ol>")


def banners(random: Random) -> str:
    """Return three banners, to be put at the top of a page."""
    return "".join(random.sample(_BANNERS, 3))

"""Changes of a page that count as changes, and noise that does not."""

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garner.core.record import Kind
from garner.extraction.ladder import Candidate, Rung
from garner.extraction.ladders import LADDERS
from garner.extraction.page.document import Document
from garner.extraction.page.visible_text import visible_text
from garner.extraction.unchanged import page_fingerprint as fingerprints
from garner.extraction.unchanged.page_fingerprint import PageFingerprint, fingerprint_page, is_unchanged
from garner.extraction.unchanged.volatile_text import remove_volatile

URL = "https://example.org/thing"
PRODUCT = {
    "@type": "Product",
    "name": "Cast-iron pan",
    "sku": "P-7",
    "brand": "Smith",
    "image": "https://example.org/pan.jpg",
    "offers": {"price": "49.90", "priceCurrency": "EUR", "availability": "https://schema.org/InStock"},
}
PROSE = " ".join(map("".join, product("bdfgklmnprst", "aeiou", "bdfgklmnprst", "aio")))  # 2160 words
PAGE = """
<body>
<header><a href="/">The Shop</a> {banner}</header>
<nav><ul><li><a href="/pans">Pans</a></ul></nav>
<main>
  <h1>Cast-iron pan</h1>
  {aside}
  <p class="price">49,90 €</p><p>In stock</p>
  <ul><li>200 g flour<li>Salt to taste</ul>
  <p>{prose}</p>
</main>
<section id="comments">{comments}</section>
<footer>© {year} The Shop</footer>
</body>
"""


def read(html: str) -> Document:
    return Document(html.encode(), url=URL, charset="utf-8")


def page(banner: str = "", aside: str = "", comments: str = "", year: int = 2024, prose: str = PROSE) -> str:
    return PAGE.format(banner=banner, aside=aside, comments=comments, year=year, prose=prose)


def linked_data(**changes: Any) -> str:
    return f'<script type="application/ld+json">{json.dumps(PRODUCT | changes)}</script>'


def same(before: str, now: str, kinds: Sequence[Kind] = (Kind.PRODUCT,)) -> bool:
    return is_unchanged(fingerprint_page(read(before), kinds), fingerprint_page(read(now), kinds), kinds)


@pytest.fixture
def expensive_rung(monkeypatch: pytest.MonkeyPatch) -> None:
    """A ladder for products that does not end with structured data."""
    ladder = LADDERS[Kind.PRODUCT]
    longer = replace(ladder, rungs=(*ladder.rungs, Rung("heuristics", 0.6, lambda document: Candidate())))
    monkeypatch.setattr(fingerprints, "LADDERS", {**LADDERS, Kind.PRODUCT: longer})


# Structured data gives the record


def test_only_structured_data_counts_if_it_gives_the_whole_record() -> None:
    assert same(linked_data() + page(), linked_data() + "<h1>A new look</h1> Only 17,00 € today!")


@pytest.mark.parametrize(
    "change",
    [
        {"offers": PRODUCT["offers"] | {"price": "49.80"}},
        {"offers": PRODUCT["offers"] | {"availability": "https://schema.org/OutOfStock"}},
        {"name": "Cast-iron pot"},
    ],
)
def test_a_change_of_structured_data_is_a_change(change: dict[str, Any]) -> None:
    assert not same(linked_data() + page(), linked_data(**change) + page())


def test_the_text_is_not_read_if_structured_data_is_enough() -> None:
    assert fingerprint_page(read(linked_data() + page()), [Kind.PRODUCT]).text is None


def test_structured_data_that_appears_or_disappears_is_a_change() -> None:
    assert not same(linked_data() + page(), page())
    assert not same(page(), linked_data() + page())


def test_every_requested_kind_must_be_unchanged() -> None:
    recipe = {"@type": "Recipe", "name": "Bread", "recipeIngredient": ["200 g flour"]}
    other = recipe | {"recipeIngredient": ["250 g flour"]}
    before, now = (linked_data(**{"@graph": [PRODUCT, found]}) for found in (recipe, other))
    assert same(before, now, [Kind.PRODUCT])
    assert not same(before, now, [Kind.PRODUCT, Kind.RECIPE])


def test_a_fingerprint_does_not_cover_other_kinds() -> None:
    before = fingerprint_page(read(page()), [Kind.PRODUCT])
    now = fingerprint_page(read(page()), [Kind.PRODUCT, Kind.RECIPE])
    assert is_unchanged(before, now, [Kind.PRODUCT])
    assert not is_unchanged(before, now, [Kind.RECIPE])
    assert not is_unchanged(before, now, [])


@pytest.mark.usefixtures("expensive_rung")
def test_complete_structured_data_is_enough_if_more_rungs_follow() -> None:
    assert same(linked_data() + page(), linked_data() + "Another text.")


@pytest.mark.usefixtures("expensive_rung")
def test_the_text_counts_too_if_an_expensive_rung_may_have_filled_a_field() -> None:
    no_price = linked_data(offers={})
    assert same(no_price + page(), no_price + page(year=2025))
    assert not same(no_price + page(), no_price + page().replace("49,90", "39,90"))
    assert not same(no_price + page(), linked_data(offers={}, sku="P-8") + page())


def test_a_name_alone_in_structured_data_counts() -> None:
    before, now = (linked_data(**{"@type": "Recipe", "name": name}) + page() for name in ("Bread", "Cake"))
    assert same(before, before, [Kind.RECIPE])
    assert not same(before, now, [Kind.RECIPE])


# The text gives the record


@pytest.mark.parametrize(
    "noise",
    [
        {"aside": "<p>Posted 4 days ago</p>"},
        {"aside": "<p>Posted <b>14</b> days ago</p>"},
        {"aside": '<div class="ad-slot">New shoes from $17.99</div>'},
        {"aside": "<script>var visitor = 12345</script>"},
        {"aside": '<input type="hidden" name="csrf" value="77aa">'},
        {"banner": "Sale ends in 3 hours"},
        {"comments": "<p>On 5 May I made 3 of them.</p>"},
        {"year": 2025},
        {"prose": PROSE.replace("gaka", "gawka")},
    ],
)
def test_noise_is_not_a_change(noise: dict[str, Any]) -> None:
    before = page(aside="<p>Posted 3 days ago</p>") if "Posted" in str(noise) else page()
    assert same(before, page(**noise))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("49,90 €", "49,80 €"),
        ("49,90 €", "4990 €"),
        ("49,90 €", "49<sup>95</sup> €"),
        ("200 g", "250 g"),
        ("200 g flour", "200 g rye"),
        ("Salt to taste", "Sugar to taste"),
        ("<li>Salt to taste", ""),
        ("In stock", "Sold out"),
        ("Cast-iron pan", "Cast-iron pot"),
        ("<p>In stock</p>", ""),
    ],
)
def test_a_fact_that_changes_is_a_change(old: str, new: str) -> None:
    before = page()
    assert old in before
    assert not same(before, before.replace(old, new))


@pytest.mark.parametrize(
    "holder",
    [
        "<header><h2>About</h2><span>{}</span></header>",
        "<article><header>{}</header></article>",
        "<aside>{}</aside>",
        '<div class="recommended-retail-price">{}</div>',
        '<a href="#">{}</a>',
        "<button>{}</button>",
        "<ul><li><a>Wish list</a><li><a>Compare</a><li><a>{}</a></ul>",
        f"<p>{PROSE} {{}}</p>",
    ],
)
@pytest.mark.parametrize(("old", "new"), [("£45,000", "£48,000"), ("In stock", "Sold out")])
def test_a_changed_fact_is_detected_in_every_element(holder: str, old: str, new: str) -> None:
    assert not same(page(aside=holder.format(old)), page(aside=holder.format(new)))


@pytest.mark.parametrize(
    "top",
    [
        "<header><p>{}</p><h1>Baker</h1></header>",
        "<article><header>{}</header><h1>Baker</h1></article>",
        "<h1>Baker</h1><header>{}</header>",
        "<h1>Baker</h1><article><footer>{}</footer></article>",
        "<header><h2>Baker</h2> {}</header>",  # without a heading, the header of a site and of a post look the same
        '<div class="share-page"><h1>Baker</h1> {}</div>',
    ],
)
def test_a_changed_salary_beside_the_heading_is_detected(top: str) -> None:
    assert not same(top.format("£45,000") + PROSE, top.format("£48,000") + PROSE, [Kind.POSTING])


def test_links_in_a_row_outside_a_list_are_facts() -> None:
    links = "<div><a>Baker</a></div><div><a>{}</a></div><div><a>Leeds</a></div>"
    assert not same(page(aside=links.format("Part time")), page(aside=links.format("Full time")))


def test_a_changed_list_of_links_is_not_a_change() -> None:
    links = "<ul><li><a>{0} pots</a><li><a>{0} lids</a><li><a>{0} spoons</a></ul>"
    assert same(page(aside=links.format("Iron")), page(aside=links.format("Steel")))


def test_another_text_with_the_same_facts_is_a_change() -> None:
    assert not same(page(), page(prose=" ".join(f"Now {word} reads otherwise." for word in PROSE.split())))


def test_the_caller_sets_the_threshold_for_text_changes() -> None:
    before, now = (
        fingerprint_page(read(page(prose=prose)), [Kind.PRODUCT]) for prose in (PROSE, PROSE[: len(PROSE) // 2])
    )
    assert not is_unchanged(before, now, [Kind.PRODUCT])
    assert is_unchanged(before, now, [Kind.PRODUCT], threshold=64)


def test_a_page_with_hardly_any_text_never_counts_as_unchanged() -> None:
    shell = "<div id='app'>Loading</div><script src='/app.js'></script>"
    assert not same(shell, shell)


def test_fingerprinting_does_not_modify_the_tree() -> None:
    document = read(page(aside="<script>1</script>"))
    before = document.tree.html
    fingerprint_page(document, list(Kind))
    assert document.tree.html == before


# Volatile text


@pytest.mark.parametrize(
    "text",
    [
        "3 days ago", "30+ days ago", "a week ago", "2h ago", "vor 3 tagen", "vor einer stunde", "il y a 2 jours",
        "hace 3 días", "há 2 horas", "3 giorni fa", "3 dagen geleden", "2 dni temu", "3 дня назад", "för 3 dagar sedan",
        "3日前", "posted today", "150 applicants", "1 comment", "1,234 views", "1.2k likes", "comments (12)",
        "reviews: 31", "23 bewertungen", "12 people are viewing", "updated: may 4, 2025 at 10:31",
        "aktualisiert am 04.05.2025", "12:30:59", "6f9619ff-8b86-d011-b42d-00cf4fc964ff", "0f3a9c77d1e2b4a6",
    ],
)  # fmt: skip
def test_ages_counters_clocks_and_tokens_are_volatile(text: str) -> None:
    assert not any(character.isdigit() for character in remove_volatile(text))
    assert remove_volatile(f"x {text} y").split()[-1] == "y"


@pytest.mark.parametrize(
    "text",
    [
        "rest for 2 days", "30 min", "serves 4 people", "hace 4 raciones", "apply by 4 may 2025", "8 pins",
        "set of 2 like-new chairs", "£45,000 a year", "2 years of experience", "10:30", "b07fw264wl", "4006381333931",
        "20 applications", "view (3 sizes)",
    ],
)  # fmt: skip
def test_possible_facts_are_not_volatile(text: str) -> None:
    assert remove_volatile(text) == text


@given(st.text(max_size=300))
def test_removing_volatile_text_never_fails_or_adds_text(text: str) -> None:
    assert len(remove_volatile(text)) <= len(text)


def test_a_long_hostile_line_is_read_in_linear_time() -> None:
    for piece in ("1", "a-", "1.", "vor ", "9 ", "abcdef", "updated ", "1 people are "):
        remove_volatile(piece * (50_000 // len(piece)))


# The two texts


def test_visible_text_leaves_out_script_style_nav_header_and_footer() -> None:
    html = "<nav>N</nav><header>H</header><p>a<b>b</b></p><script>S</script><style>T</style><footer>F</footer><p>c"
    assert visible_text(read(html).tree).split() == ["a", "b", "c"]


def test_lines_break_only_at_block_elements() -> None:
    html = "<h1>One</h1><p>19<sup>99</sup> <b>€</b><br>two<div>three<span>four</span></div><ul><li><a>five</a></ul>"
    lines = read(html).main_lines
    assert [line.text for line in lines] == ["One", "1999 €", "two", "threefour", "five"]
    assert [line.is_listed_link for line in lines] == [False, False, False, False, True]


@pytest.mark.parametrize("html", ["", "<body>", "plain", "<frameset>", "<p>&#xD800;</p>", "<div>" * 900 + "deep"])
def test_no_page_is_too_broken_to_read(html: str) -> None:
    document = read(html)
    assert isinstance(visible_text(document.tree), str)
    assert isinstance(document.main_lines, list)


# Storage


@given(
    st.builds(
        PageFingerprint,
        st.dictionaries(st.sampled_from([*Kind]).map(str), st.text(max_size=9)),
        st.frozensets(st.sampled_from([*Kind]).map(str)),
        st.none() | st.builds(fingerprints.TextFingerprint, st.integers(-(2**63), 2**63 - 1), st.text(), st.text()),
    )
)
def test_a_fingerprint_survives_storage(made: PageFingerprint) -> None:
    assert PageFingerprint.from_json(json.loads(json.dumps(made.to_json()))) == made


@pytest.mark.parametrize("stored", [None, {}, [], "x", 7, {"structured": 1, "whole": [], "text": None}, {"text": {}}])
def test_an_invalid_stored_fingerprint_matches_no_page(stored: Any) -> None:
    found = PageFingerprint.from_json(stored)
    assert found == PageFingerprint()
    assert not is_unchanged(found, found, [Kind.PRODUCT])

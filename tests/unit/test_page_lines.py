"""The walk over a page that the readers of all kinds share."""

import gc
import time
from functools import partial

import pytest
from selectolax.lexbor import LexborHTMLParser

from garner.core.record import Kind
from garner.extraction import extract, pipeline
from garner.extraction.page.document import Document
from garner.extraction.page.lines import (
    BOLD,
    HIDDEN_ATTRIBUTE,
    INVISIBLE,
    LINKED,
    LISTED,
    MAX_VISITS,
    NOT_DISPLAYED,
    Contexts,
    Element,
    Line,
    PageLines,
)


def read(html: str) -> PageLines:
    return PageLines(LexborHTMLParser(html))


def text_of(line: Line) -> str:
    return " ".join("".join(part for part in line.parts if isinstance(part, str)).split())


def texts(html: str) -> list[str]:
    return [text_of(line) for line in read(html)]


def seen_texts(html: str) -> list[str]:
    """Return the texts of the lines for a reader that follows every way of hiding and leaves out menus."""
    contexts = Contexts(read(html), 0, lambda element, depth: None if is_left_out(element) else depth + 1)
    return [text for line in contexts.seen_lines() if (text := text_of(line))]


def is_left_out(element: Element) -> bool:
    return element.hiding != 0 or element.tag in ("nav", "select")


def element_of(html: str, tag: str) -> Element:
    return next(element for element in read(html).elements if element.tag == tag)


def test_blocks_and_breaks_end_a_line_and_inline_elements_do_not() -> None:
    html = "<h1>One</h1><p>19<sup>99</sup> <b>€</b><br>two<div>three<span>four</span></div><td>five"
    assert texts(html) == ["One", "1999 €", "two", "threefour", "five"]


def test_lines_of_white_space_are_left_out_and_elements_without_text_are_kept() -> None:
    assert texts("<div>\n <p> \n </p>\n</div>") == []
    (line,) = read("<div>\n <p><img alt=pan></p>\n</div>").lines
    assert [part.tag for part in line.parts if isinstance(part, Element)] == ["img"]


def test_a_line_has_its_texts_and_inline_elements_in_page_order() -> None:
    (line,) = read("<p>Cook <b>30 <i>min</i></b>, rest").lines
    assert [part.tag if isinstance(part, Element) else part for part in line.parts] == [
        "Cook ", "b", "30 ", "i", "min", None, None, ", rest",
    ]  # fmt: skip


def test_a_line_begins_within_the_inline_elements_that_are_open() -> None:
    first, inner, last = read("<p>a</p><a href=/x>b<div>c</div>d</a>").lines[-3:]
    assert (text_of(first), first.within.tag) == ("b", "body")
    assert (text_of(inner), inner.within.tag, inner.within.parent and inner.within.parent.tag) == ("c", "div", "a")
    assert (text_of(last), last.within.tag) == ("d", "a")


def test_elements_inherit_heading_emphasis_link_and_list() -> None:
    html = "<ul><li><a href=/x><b>x<span class=s>y</span></b></a></li></ul><h3><em>z</em></h3>"
    span = element_of(html, "span")
    assert span.marks & LINKED and span.marks & BOLD and span.marks & LISTED
    assert not element_of(html, "ul").marks
    assert (element_of(html, "em").heading, span.heading) == (3, 0)


def test_parents_come_before_their_children() -> None:
    elements = read("<div><p>a<b>b</b></p></div><p>c</p>").elements
    assert [element.index for element in elements] == list(range(len(elements)))
    assert elements[0].parent is None
    assert all(element.parent is not None and element.parent.index < element.index for element in elements[1:])


def test_names_are_the_class_and_the_id() -> None:
    assert element_of("<p class='a b' id=c>", "p").names == "a b c"
    assert element_of("<p id=c>", "p").names == "c"
    assert element_of("<p class>", "p").names == element_of("<p>", "p").names == ""


@pytest.mark.parametrize(
    ("attribute", "hiding"),
    [
        ("hidden", HIDDEN_ATTRIBUTE),
        ("style='color: red; DISPLAY : none'", NOT_DISPLAYED),
        ("style='visibility:hidden'", INVISIBLE),
        ("hidden style='display:none'", HIDDEN_ATTRIBUTE | NOT_DISPLAYED),
        ("style", 0),
        ("class=hidden", 0),
    ],
)
def test_an_element_tells_how_it_hides_itself(attribute: str, hiding: int) -> None:
    assert element_of(f"<p {attribute}>x", "p").hiding == hiding


def test_the_walk_itself_leaves_out_only_what_is_never_text() -> None:
    html = "a<script>s</script><style>t</style><svg><text>u</text></svg><iframe>v</iframe>b<nav>c</nav><p hidden>d"
    assert texts(html) == ["ab", "c", "d"]


@pytest.mark.parametrize("around", ["nav", "div hidden", "span hidden", "select"])
def test_the_text_on_both_sides_of_an_unseen_element_is_one_line(around: str) -> None:
    tag = around.split()[0]
    assert seen_texts(f"<p>x</p><div>1 cup <{around}>menu</{tag}>sugar</div>") == ["x", "1 cup sugar"]


def test_an_unseen_block_does_not_join_the_blocks_around_it() -> None:
    assert seen_texts("<p>a</p><nav>menu</nav><p>b</p>") == ["a", "b"]
    assert seen_texts("<p>a</p> <nav>menu</nav> b") == ["a", "b"]
    assert seen_texts("a <nav><p>menu</p><p>more</p></nav> <p>b</p>") == ["a", "b"]
    assert seen_texts("<nav>menu</nav>") == []


def test_nothing_within_an_unseen_element_is_read() -> None:
    read_tags: list[str] = []

    def read_element(element: Element, _: int) -> int | None:
        read_tags.append(element.tag)
        return None if element.tag == "nav" else 0

    Contexts(read("<nav><ul><li>a</ul></nav><p>b"), 0, read_element)
    assert read_tags == ["body", "nav", "p"]


def test_a_context_is_derived_from_that_of_the_parent() -> None:
    page = read("<div><p>a<b>b</b>")
    contexts = Contexts(page, "", lambda element, before: f"{before}/{element.tag}")
    assert [contexts[element] for element in page.elements] == ["/body", "/body/div", "/body/div/p", "/body/div/p/b"]
    assert contexts.around(page.elements[-1]) == "/body/div/p"


@pytest.mark.parametrize("html", ["", "<frameset>", "<body>", "plain", "&#xD800;", "</p></body>late"])
def test_no_page_is_too_broken_for_the_walk(html: str) -> None:
    assert all(isinstance(line, Line) for line in read(html))


def test_a_deep_page_is_walked_without_recursion() -> None:
    assert texts("<div>" * 5_000 + "deep")[-1] == "deep"


@pytest.mark.parametrize("flood", ["<i></i>", "<p>x</p>", "<br>", "x<b>y</b>"])
def test_time_and_memory_are_bounded_on_a_page_of_a_million_nodes(flood: str) -> None:
    tree = LexborHTMLParser(flood * (1_000_000 // (flood.count("<") + 1)) + "<p>late</p>")
    began = time.process_time()
    page = PageLines(tree)
    assert time.process_time() - began < 5
    assert len(page.elements) <= MAX_VISITS and len(page.lines) <= MAX_VISITS
    assert text_of(page.lines[-1]) != "late" if page.lines else True


def test_the_lines_of_a_document_are_walked_once_and_only_when_needed() -> None:
    document = Document(b"<h1>Leek soup</h1>", url="", charset=None)
    assert "lines" not in vars(document)
    assert document.lines is document.lines


@pytest.mark.parametrize("kind", [Kind.RECIPE, Kind.PRODUCT, Kind.POSTING])
def test_extraction_leaves_no_tree_to_the_garbage_collector(kind: Kind) -> None:
    def count_trees() -> int:
        return sum(isinstance(thing, LexborHTMLParser) for thing in gc.get_objects())

    page = b"<h1>Acme pan</h1><p class=price>19.99 EUR</p><button>Add to cart</button><ul class=ingredients><li>1 leek"
    gc.collect()
    gc.disable()
    try:
        before = count_trees()
        extract(page, url="https://shop.example/pan", charset=None, kinds=[kind])
        assert count_trees() == before
    finally:
        gc.enable()


def test_a_page_is_freed_without_the_garbage_collector() -> None:
    def count_elements() -> int:
        return sum(isinstance(thing, Element) for thing in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        before = count_elements()
        page = read("<div><p>a<b>b</b></div>")
        assert count_elements() == before + 4
        del page
        assert count_elements() == before
    finally:
        gc.enable()


def test_the_garbage_collector_rests_while_a_page_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    was_enabled: list[bool] = []

    def climb(*_: object) -> tuple[None, list[str]]:
        was_enabled.append(gc.isenabled())
        return None, []

    monkeypatch.setattr(pipeline, "climb", climb)
    for extract_page in (pipeline.extract, partial(pipeline.extract_if_changed, before=None)):
        extract_page(b"<p>Soup</p>", url="https://example.org/", charset=None, kinds=(Kind.RECIPE,))
        assert gc.isenabled()
    assert was_enabled == [False, False]


def test_the_garbage_collector_stays_as_its_caller_left_it() -> None:
    with pytest.raises(ZeroDivisionError), pipeline.pause_garbage_collection():
        1 / 0  # noqa: B018 - the error is the point
    assert gc.isenabled()
    gc.disable()
    try:
        pipeline.extract(b"<p>Soup</p>", url="https://example.org/", charset=None, kinds=(Kind.RECIPE,))
        assert not gc.isenabled()
    finally:
        gc.enable()

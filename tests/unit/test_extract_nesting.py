"""Pages that would take quadratic time to parse are truncated; all others are left unchanged."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from selectolax.lexbor import LexborHTMLParser, LexborNode

from garner.extraction.page.nesting import FEW_TAGS, MAX_ATTRIBUTES, MAX_DEPTH, truncate_deep_page

LIMIT = 10
PIECES = (
    "<div>", "</div>", "<span>", "</span>", "<b>", "</b>", "<a>", "</a>", "<p>", "</p>", "<li>", "</li>", "<dd>",
    "<dt>", "<ul>", "</ul>", "<table>", "</table>", "<tr>", "<td>", "</td>", "<form>", "</form>", "<button>",
    "</button>", "<svg>", "</svg>", "<g>", "</g>", "<path/>", "<desc>", "</desc>", "<title>", "</title>", "<style>",
    "</style>", "<script>", "</script>", "<textarea>", "</textarea>", "<!--", "-->", "<!-->", "<![CDATA[", "]]>", ">",
    "</x>", "<x>", '<div a="', '">', "<div a='", "'>", '<div ="', "<math>", "<mi>", "</mi>", "</math>", "<h1>", "</h2>",
    "<select>", "</select>", "<option>", "<template>", "</template>", "<object>", "</object>", "</br>",
    "<foreignObject>", "</foreignObject>", "<xmp>", "</xmp>", "<i>", "</i>", "text", "<div/>", "</body>", "<body>",
    "<caption>", "<tbody>", "<script ", "</script ", "</script", "<!--<script>", "<!--><script>", "--->",
)  # fmt: skip
SCRIPT_PIECES = (
    "<script>", "<script ", "<script/", "<script", "<SCRIPT>", "<scripts>", "</script>", "</script ", "</SCRIPT/",
    "</script", "</scripts>", "<!--", "<!-", "<!", "<", "-->", "--!>", "->", "--", "-", ">", "<!-->", "<!--->", "x",
    " ", "\n",
)  # fmt: skip
BALANCED = b"<div><b>text</b></div>" * FEW_TAGS


def depth_of(page: bytes) -> int:
    tree = LexborHTMLParser(page or b"x")
    deepest, pending = 0, [(tree.root, 0)]
    while pending:
        node, depth = pending.pop()
        deepest = max(deepest, depth)
        child: LexborNode | None = node.first_child if node is not None else None
        while child is not None:
            pending.append((child, depth + 1))
            child = child.next
    return deepest


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.sampled_from(PIECES), max_size=8), st.integers(20, 60), st.lists(st.sampled_from(PIECES), max_size=20)
)
def test_the_depth_of_a_page_of_repeated_pieces_is_bounded(repeated: list[str], times: int, before: list[str]) -> None:
    page = ("".join(before) + "".join(repeated) * times).encode()
    assert depth_of(truncate_deep_page(page, few_tags=0, depth=LIMIT)) <= 4 * LIMIT + len(before) + 10


@settings(max_examples=500, deadline=None)
@given(st.lists(st.sampled_from(SCRIPT_PIECES), max_size=10))
def test_a_script_ends_at_the_same_position_as_in_the_parser(pieces: list[str]) -> None:
    script = "<script>" + "".join(pieces)
    page = (script + "<u>" * (LIMIT + 2)).encode()
    is_counted = len(truncate_deep_page(page, few_tags=0, depth=LIMIT)) < len(page)
    assert is_counted is (LexborHTMLParser(page).css_first("u u u u u u u u u u") is not None)


@pytest.mark.parametrize(
    "script",
    [
        b"<script><!-- document.write('<script src=a><\\/script>') --></script>",
        b"<script><!-- document.write('<script src=a></script>'); </script>",
        b"<script>var a = '<!-- <script>b()</script> -->'; c()</script>",
        b"<SCRIPT>/* <!-- <Script > </script > --> <script> */</SCRIPT>",
        b"<script><!--> <script> </script>",
        b"<script>a = '<!--'; b = '<scripts>'</script>",
    ],
)
def test_a_page_with_a_script_that_writes_scripts_is_not_truncated(script: bytes) -> None:
    page = b"<p>above" + script + BALANCED + b"<p>below"
    assert truncate_deep_page(page) == page


@pytest.mark.parametrize("script", [b"<script><!-- <script></script> </script>", b"<script><!-- <script> --></script>"])
def test_nesting_after_a_script_that_writes_scripts_is_counted(script: bytes) -> None:
    page = script + b"<div>" * 20_000
    assert len(script) < len(truncate_deep_page(page)) <= len(script) + 5 * (MAX_DEPTH + 1)


def test_an_unclosed_script_includes_the_rest_of_the_page() -> None:
    page = b"<script><!-- <script></script>" + b"<div>" * 20_000
    assert truncate_deep_page(page) == page  # the parser reads it as one text node


@pytest.mark.parametrize(
    "piece",
    [
        b"<div>",
        b"<div></x>",
        b"<div></br>",
        b"<div><!--</div>-->",
        b'<div a="</div>">',
        b"<div><script></div></script>",
        b"<div><textarea></div></textarea>",
        b"<li><dd>",
        b"<span><div></span>",
        b"<form><div></form>",
        b"<div><table></div>",
        b"<path>",
        b'<div ="><div>',
    ],
)
def test_tags_that_close_no_element_do_not_reduce_the_counted_depth(piece: bytes) -> None:
    assert len(truncate_deep_page(piece * 20_000)) <= len(piece) * (MAX_DEPTH + 1)


@pytest.mark.parametrize(
    "piece",
    [
        b"<p>text<br><img>",
        b"<div><b>text</b></div>",
        b"<ul><li>one<li>two</ul>",
        b"<div><span>never closed<i>nor this</div>",
        b'<svg viewBox="0 0 1 1"><title>Icon</title><g><path d="M0"/><use href="#a"></use></g></svg>',
        b"<svg><style><![CDATA[ a > b {} ]]></style></svg>",
        b"<script>if (a < b) document.write('<div><div>')</script>",
        b"<table><tr><td>one<td>two</table>",
        b"<!-- <div> --><DIV>text</Div>",
        b'<a title="a > b"><b>text</b></a>',
    ],
)
def test_a_long_page_of_closed_elements_is_not_truncated(piece: bytes) -> None:
    page = piece * FEW_TAGS
    assert truncate_deep_page(page, few_tags=0) == page


def test_a_page_with_few_tags_is_not_truncated_at_any_depth() -> None:
    page = b"<div>" * FEW_TAGS
    assert truncate_deep_page(page) == page
    assert len(truncate_deep_page(page + b"<div>")) < len(page)


def test_a_page_is_cut_before_an_element_with_too_many_attributes() -> None:
    crowded = b"<i " + b" ".join(b"a%d=1" % number for number in range(MAX_ATTRIBUTES + 1)) + b">"
    assert truncate_deep_page(b"<p>text" + crowded + b"<p>more") == b"<p>text"
    for harmless in (
        b"<!--" + crowded + b"-->",
        b"<script>" + crowded + b"</script>",
        b'<i a="' + b"x " * 5_000 + b'">',
    ):
        assert truncate_deep_page(harmless) == harmless


@pytest.mark.cpu_seconds(10)
@pytest.mark.parametrize(
    "page",
    [
        b"<a " * 1_000_000,
        b'<a b="' * 500_000,
        b"<!--" * 500_000,
        b"<div><table>" + b"<span>" * 900 + b"</div>" * 500_000,
        pytest.param(b"<b>" * 900 + b"<li>" * 500_000, marks=pytest.mark.slow),
        b"<svg><desc>" + b"</svg>" * 500_000,
        b"<script><!--" * 200_000,
        b"<script><!--<script></script>" * 100_000,
        b"<script><!--<script></script>--></script>" * 100_000,
        b"<script><!--" + b"<script>-->" * 200_000,
        b"<script>" + b"<!--" * 300_000 + b"</script>",
        b"<i " + b"a=b " * 500_000,
    ],
)
def test_searching_for_the_cut_takes_linear_time(page: bytes) -> None:
    truncate_deep_page(page)

import time
from itertools import cycle, islice

import pytest

from garner.core.pacing.block_pages import (
    MAX_BLOCK_PAGE_BYTES,
    BlockPage,
    announces_challenge,
    detect_block_page,
    is_bare,
    is_sign_in_redirect,
    visible_text,
)

ARTICLE = b"<p>" + b"Stir the onions until they are soft and golden, then add the stock. " * 60 + b"</p>"
CHALLENGES = {
    "Cloudflare": b"<title>Just a moment...</title><noscript>Enable JavaScript and cookies to continue</noscript>",
    "Cloudflare in another language": b"<title>Einen Moment</title><script>window._cf_chl_opt={cRay:1}</script>",
    "Cloudflare refuses": b"<title>Attention Required! | Cloudflare</title><h1>Sorry, you have been blocked</h1>",
    "PerimeterX": b"<title>shop.example</title><div id='px-captcha'></div><p>Press &amp; Hold to confirm",
    "DataDome": b"<html><body><script src='https://ct.captcha-delivery.com/c.js'></script></body>",
    "DataDome as JSON": b'{"url":"https://geo.captcha-delivery.com/captcha/?initialCid=1"}',
    "Akamai": b"<TITLE>Access Denied</TITLE>You don't have permission to access this. Reference #18",
    "Akamai's check": b"<meta http-equiv=refresh content=\"5; URL='/p?bm-verify=AAQ'\">",
    "Imperva": b"<iframe src='/_Incapsula_Resource?SWUDNSAI=31&incident_id=7'>Request unsuccessful.</iframe>",
    "Imperva's script": b"<head><script src='/_Incapsula_Resource?SWJIYLWA=1'></script></head><body></body>",
    "Imperva's interruption": b"<h1>Pardon Our Interruption</h1><p>Something about your browser made us think",
    "Amazon": b"<title>Robot Check</title><form action='/errors/validateCaptcha'>Type the characters</form>",
    "AWS": b"<script>window.gokuProps = {}</script><script src='https://x.token.awswaf.com/challenge.js'></script>",
    "Kasada": b"<body><script>window.KPSDK={}</script><script src='/ips.js'></script></body>",
    "Google": b"<p>Our systems have detected unusual traffic from your computer network.</p>",
    "a reCAPTCHA and nothing else": b"<form><div class='g-recaptcha'></div><input type=submit></form>",
    "an hCaptcha and nothing else": b"<form>One more step<div class='h-captcha'></div></form>",
    "a typographer": "<p>Please verify that you’re not a robot</p>".encode(),
    "an entity": b"<p>You don&#39;t have permission to access this server</p>",
    "F5": b"The requested URL was rejected. Please consult with your administrator.",
    "an address banned": b"<h1>Sorry</h1>Your IP address 192.0.2.1 has been temporarily blocked.",
    "German": b"<h1>Zugriff verweigert</h1>",
    "Russian": "<p>Подтвердите, что вы не робот</p>".encode(),
}


@pytest.mark.parametrize("page", CHALLENGES.values(), ids=CHALLENGES.keys())
def test_a_challenge_or_refusal_is_recognised(page: bytes) -> None:
    assert detect_block_page(page) is BlockPage.CHALLENGE


@pytest.mark.parametrize("page", CHALLENGES.values(), ids=CHALLENGES.keys())
def test_a_page_with_enough_text_is_not_a_block_page(page: bytes) -> None:
    assert detect_block_page(page + ARTICLE) is None
    assert detect_block_page(ARTICLE + page) is None


@pytest.mark.parametrize(
    "markup",
    [
        b'<script type="application/ld+json">{"@type": "Recipe", "name": "Soup"}</script>',
        b'<script type="application/ld+json">{"@type": ["Thing", "Product"]}</script>',
        b'<script type="application/ld+json">{"@type":"https:\\/\\/schema.org\\/JobPosting"}</script>',
        b'<div itemscope itemtype="https://schema.org/Recipe">',
        b'<div vocab="https://schema.org/" typeof="Product">',
    ],
)
def test_a_page_with_a_record_is_not_a_block_page(markup: bytes) -> None:
    for wall in (CHALLENGES["Akamai"], CHALLENGES["PerimeterX"], b"<title>Log in</title><input type=password>"):
        assert detect_block_page(wall) is not None
        assert detect_block_page(wall + markup) is None


@pytest.mark.parametrize(
    "page",
    [
        b"<title>Soup</title><p>Boil water, add salt.</p>",
        b"<div id=root></div><noscript>You need to enable JavaScript to run this app.</noscript><script src=app.js>",
        b"<h1>Contact us</h1>" + b"<p>We read every letter. </p>" * 15 + b"<div class='g-recaptcha'></div>",
        b"<h1>Soup</h1>" + b"<p>Chop. </p>" * 60 + b"<script src='/_Incapsula_Resource?SWJIYLWA=1'></script>",
        b"<h1>Soup</h1><p>Boil.<script src='/cdn-cgi/challenge-platform/scripts/jsd/main.js'></script>",
        b"<h1>Members of the robot club</h1><p>Denied access to the pool, they swam in the sea.</p>",
        b"",
        b"\x00\xff<\xfe>",
    ],
)
def test_a_short_page_is_not_necessarily_a_block_page(page: bytes) -> None:
    assert detect_block_page(page) is None


def test_words_in_scripts_and_comments_are_ignored() -> None:
    assert detect_block_page(b"<p>Soup</p><script>message = 'access denied'</script><!-- access denied -->") is None


def test_a_weak_marker_counts_only_on_a_page_with_hardly_any_text() -> None:
    captcha = b"<div class='g-recaptcha'></div>"
    assert detect_block_page(b"<p>One more step</p>" + captcha) is BlockPage.CHALLENGE
    assert detect_block_page(b"<p>" + b"Leave a comment. " * 20 + captcha) is None
    assert (
        detect_block_page(b"<div id=root></div><script>" + b"application(); " * 1000 + b"</script>" + captcha) is None
    )


def test_phrases_count_only_in_short_texts_and_vendor_markers_in_longer_ones() -> None:
    said = b"<p>" + b"We are sorry for that. " * 80
    assert detect_block_page(said + b"access denied") is None
    assert detect_block_page(said + b"<div id=px-captcha>") is BlockPage.CHALLENGE


@pytest.mark.parametrize(
    "page",
    [
        b"<title>Log in - Shop</title><p>Welcome back</p><form><input type='password'></form>",
        "<title>Вход</title><form><input type=password></form>".encode(),
        b'<title>Members</title><form>Name <input> Password <input type="password"></form>',
    ],
)
def test_a_page_that_is_a_sign_in_form_is_recognised(page: bytes) -> None:
    assert detect_block_page(page) is BlockPage.SIGN_IN


def test_a_page_that_contains_a_sign_in_form_is_not_a_sign_in_page() -> None:
    form = b"<form><input type=password></form>"
    assert detect_block_page(b"<title>Soup</title><p>" + b"Stir the soup well. " * 20 + form) is None
    assert detect_block_page(b"<title>Log in to see more soup</title>" + form + ARTICLE) is None


@pytest.mark.parametrize(
    "final",
    [
        "https://shop.example/login",
        "https://shop.example/account/Sign-In/?next=1",
        "https://shop.example/wp-login.php?redirect_to=x",
        "https://login.shop.example/",
        "https://accounts.example.com/v3/identifier",
    ],
)
def test_a_sign_in_page_is_recognised_by_its_url(final: str) -> None:
    assert is_sign_in_redirect("https://shop.example/p/1", final)
    assert not is_sign_in_redirect(final, final)


@pytest.mark.parametrize(
    "final",
    [
        "https://shop.example/authors/anna",
        "https://shop.example/p/login-desk",
        "https://shop.example/p?from=/login",
        "https://shop.example/p#/login",
        "not a url",
    ],
)
def test_a_url_that_only_resembles_a_sign_in_page_is_not_one(final: str) -> None:
    assert not is_sign_in_redirect("https://shop.example/p/1", final)


def test_a_page_without_content_is_bare() -> None:
    assert is_bare(b"") and is_bare(b"<!DOCTYPE html>\n<HTML lang=en><head><title></title></head><body></body></HTML>")
    assert not is_bare(b"<html><body><script src=app.js></script></body></html>")
    assert not is_bare(b"<html><head><meta property=og:title content=Soup></head></html>")


def test_a_challenge_is_recognised_by_vendor_headers() -> None:
    assert announces_challenge({"cf-mitigated": "challenge"})
    assert announces_challenge({"x-amzn-waf-action": "Captcha"})
    assert not announces_challenge({"server": "cloudflare", "x-amzn-waf-action": "allow"})


def test_visible_text_omits_hidden_text() -> None:
    page = b"<title>soup</title><style>p{}</style><!-- <p>no --><p>boil\n  water<script>if (1<2) {}</script> now"
    assert visible_text(page, 100) == b"soup boil water now"


HOSTILE = {
    "unclosed tags": b"<",
    "unclosed scripts": b"<script>",
    "unclosed comments": b"<!--",
    "tags without text": b"<a>",
    "blanks": b" ",
    "types": b'<p>access denied<script>"@type":["a",',
    "blank types": b'"@type"            ',
    "titles": b"<title",
    "equals": b"type = ",
    "half words": b"your ip is your request ",
}


@pytest.mark.parametrize("piece", HOSTILE.values(), ids=HOSTILE.keys())
def test_a_hostile_page_is_checked_in_bounded_time(piece: bytes) -> None:
    for size in (4000, MAX_BLOCK_PAGE_BYTES):
        page = bytes(islice(cycle(piece), size)) + b"x"
        started = time.process_time()
        detect_block_page(page[:MAX_BLOCK_PAGE_BYTES])
        is_bare(page[:4096])
        assert time.process_time() - started < 0.5


def test_a_page_with_many_tags_is_not_a_block_page() -> None:
    assert detect_block_page(CHALLENGES["Cloudflare"] + b"<br>" * 1000) is BlockPage.CHALLENGE
    assert detect_block_page(CHALLENGES["Cloudflare"] + b"<br>" * 6000) is None


def test_a_page_too_large_for_a_block_page_is_not_checked() -> None:
    padded = CHALLENGES["Cloudflare"] + b"<!--" + b" " * MAX_BLOCK_PAGE_BYTES + b"-->"
    assert detect_block_page(padded) is None
    assert detect_block_page(padded[:MAX_BLOCK_PAGE_BYTES]) is BlockPage.CHALLENGE

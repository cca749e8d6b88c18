import hashlib
from dataclasses import replace
from ipaddress import IPv4Address, IPv6Address, ip_address
from random import Random

import pytest
from hypothesis import HealthCheck, assume, given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from garner.core.urls.page_url import MAX_URL_LENGTH, TRACKING_PARAMETERS, address_is_private, normalize, parse_page_url
from garner.errors import InvalidUrl

ONE_PAGE = {
    "the case of scheme and host": ("HTTPS://Shop.Example.COM/Pan", "https://shop.example.com/Pan"),
    "the scheme's own port": ("https://shop.example.com:443/pan", "https://shop.example.com/pan"),
    "an empty port": ("https://shop.example.com:/pan", "https://shop.example.com/pan"),
    "leading zeros of the port": ("https://shop.example.com:08443/", "https://shop.example.com:8443/"),
    "no path": ("https://shop.example.com", "https://shop.example.com/"),
    "no path before a query": ("https://shop.example.com?p=1", "https://shop.example.com/?p=1"),
    "dot segments": ("https://shop.example.com/a/./b/../../c/d/..", "https://shop.example.com/c/"),
    "dot segments above the root": ("https://shop.example.com/../../a", "https://shop.example.com/a"),
    "encoded dot segments": ("https://shop.example.com/a/%2E%2e/.%2e/b", "https://shop.example.com/b"),
    "dot segments across empty ones": ("https://shop.example.com/a//../b", "https://shop.example.com/a/b"),
    "a fragment": ("https://shop.example.com/a#reviews", "https://shop.example.com/a"),
    "a hashbang with nothing in it": ("https://shop.example.com/a#!", "https://shop.example.com/a"),
    "the case of percent-encoding": (
        "https://shop.example.com/caf%c3%a9",
        "https://shop.example.com/caf%C3%A9",
    ),
    "encoded unreserved characters": (
        "https://shop.example.com/%7ejo/%41%2Dz",
        "https://shop.example.com/~jo/A-z",
    ),
    "unencoded letters": (
        "https://shop.example.com/café?q=thé",
        "https://shop.example.com/caf%C3%A9?q=th%C3%A9",
    ),
    "an unencoded space": ("https://shop.example.com/a b?q=c d", "https://shop.example.com/a%20b?q=c%20d"),
    "unencoded brackets": ("https://shop.example.com/?size[]=2", "https://shop.example.com/?size%5B%5D=2"),
    "an apostrophe in a query": ("https://shop.example.com/?q='", "https://shop.example.com/?q=%27"),
    "a percent sign on its own": ("https://shop.example.com/100%", "https://shop.example.com/100%25"),
    "parameter order": ("https://shop.example.com/?b=2&a=1&c=3", "https://shop.example.com/?a=1&b=2&c=3"),
    "an empty query": ("https://shop.example.com/a?", "https://shop.example.com/a"),
    "empty parameters": ("https://shop.example.com/?&a=1&&b=2&", "https://shop.example.com/?a=1&b=2"),
    "tracking": ("https://shop.example.com/a?utm_source=x&id=3&gclid=y", "https://shop.example.com/a?id=3"),
    "nothing but tracking": ("https://shop.example.com/a?fbclid=x#top", "https://shop.example.com/a"),
    "tracking in capitals": ("https://shop.example.com/a?UTM_Source=x", "https://shop.example.com/a"),
    "tracking, encoded": ("https://shop.example.com/a?utm%5Fsource=x", "https://shop.example.com/a"),
    "a trailing dot on the host": ("https://shop.example.com./a", "https://shop.example.com/a"),
    "an international host": ("https://Bücher.example/a", "https://xn--bcher-kva.example/a"),
    "an encoded international host": ("https://b%C3%BCcher.example/a", "https://xn--bcher-kva.example/a"),
    "a host in full-width letters": ("https://\uff53\uff48\uff4f\uff50。example/a", "https://shop.example/a"),
    "a host with a symbol": ("https://☃.example/", "https://xn--n3h.example/"),
    "surrounding white space": (
        " \u00a0\ufeff\nhttps://shop.example.com/a\t\u3000",
        "https://shop.example.com/a",
    ),
    "tabs and line breaks within": ("ht\ntps://shop.exa\tmple.com/a\r\nb", "https://shop.example.com/ab"),
    "backslashes": ("https:\\\\shop.example.com\\a\\b", "https://shop.example.com/a/b"),
    "too few slashes": ("https:/shop.example.com/a", "https://shop.example.com/a"),
    "too many slashes": ("https:////shop.example.com/a", "https://shop.example.com/a"),
    "an @ without credentials": ("https://:@shop.example.com/a", "https://shop.example.com/a"),
    "a joined surrogate pair": ("https://shop.example.com/\ud83c\udf55", "https://shop.example.com/🍕"),
    "spellings of an IPv4 address": ("http://0x08.010.2056/", "http://8.8.8.8/"),
    "spellings of an IPv6 address": ("http://[2606:4700:0:0::0:1111]/", "http://[2606:4700::1111]/"),
    "spellings of a mapped address": ("http://[::FFFF:8.8.8.8]/", "http://[::ffff:808:808]/"),
}

TWO_PAGES = {
    "the case of the path": ("https://shop.example.com/Pan", "https://shop.example.com/pan"),
    "a trailing slash": ("https://shop.example.com/pan/", "https://shop.example.com/pan"),
    "a doubled slash": ("https://shop.example.com//pan", "https://shop.example.com/pan"),
    "the scheme": ("http://shop.example.com/pan", "https://shop.example.com/pan"),
    "www": ("https://www.example.com/pan", "https://example.com/pan"),
    "the port": ("https://shop.example.com:8443/", "https://shop.example.com/"),
    "the other scheme's port": ("https://shop.example.com:80/", "https://shop.example.com/"),
    "an encoded slash": ("https://shop.example.com/a%2Fb", "https://shop.example.com/a/b"),
    "an encoded question mark": ("https://shop.example.com/a%3Fb=1", "https://shop.example.com/a?b=1"),
    "an encoded ampersand": ("https://shop.example.com/?a=1%26b=2", "https://shop.example.com/?a=1&b=2"),
    "doubled encoding": ("https://shop.example.com/%2541", "https://shop.example.com/A"),
    "an encoded backslash": ("https://shop.example.com/a%5Cb", "https://shop.example.com/a/b"),
    "plus and space in a path": ("https://shop.example.com/a+b", "https://shop.example.com/a%20b"),
    "plus and space in a query": ("https://shop.example.com/?q=a+b", "https://shop.example.com/?q=a%20b"),
    "plus and an encoded plus": ("https://shop.example.com/?q=a+b", "https://shop.example.com/?q=a%2Bb"),
    "a blank value and none": ("https://shop.example.com/?a=", "https://shop.example.com/?a"),
    "a blank value and no parameter": ("https://shop.example.com/?a=", "https://shop.example.com/"),
    "order within one name": ("https://shop.example.com/?a=2&a=1", "https://shop.example.com/?a=1&a=2"),
    "a parameter given twice": ("https://shop.example.com/?a=1&a=1", "https://shop.example.com/?a=1"),
    "the case of a parameter": ("https://shop.example.com/?A=1", "https://shop.example.com/?a=1"),
    "hashbangs": ("https://shop.example.com/#!/pans", "https://shop.example.com/#!/pots"),
    "a hashbang and none": ("https://shop.example.com/#!/pans", "https://shop.example.com/"),
    "a name that resembles tracking": ("https://shop.example.com/?utm=1", "https://shop.example.com/"),
    "tracking in a path": ("https://shop.example.com/gclid=1", "https://shop.example.com/"),
    "sharp s and ss": ("https://faß.example/", "https://fass.example/"),
}

REFUSED = {
    "": "empty",
    " \n\u00a0 ": "empty",
    "a good recipe for soup": "start with http",
    "shop.example.com/pan": "start with http",
    "//shop.example.com/pan": "start with http",
    "ftp://shop.example.com/": "start with http",
    "javascript:alert(1)": "start with http",
    "file:///etc/passwd": "start with http",
    "httpss://shop.example.com/": "start with http",
    "https://ann:secret@shop.example.com/": "user name or password",
    "https://ann@shop.example.com/": "user name or password",
    "https://shop.example.com@other.example/": "user name or password",
    "https://": "no host",
    "https:///?a=1": "no host",
    "https://:8080/": "no host",
    "https://@/pan": "no host",
    "https://shop.example.com:0/": "port",
    "https://shop.example.com:65536/": "port",
    "https://shop.example.com:8o/": "port",
    "https://shop.example.com:-1/": "port",
    "https://shop.example.com:٣/": "port",
    "https://shop example.com/": "host is not valid",
    "https://shop%20example.com/": "host is not valid",
    "https://shop..example.com/": "host is not valid",
    "https://.example.com/": "host is not valid",
    "https://shop%2Fexample.com/": "host is not valid",
    "https://shop%00.example/": "host is not valid",
    "https://exa\uff1cmple.com/": "host is not valid",
    "https://shop%FF.example/": "host is not valid",
    "https://xn--/": "host is not valid",
    "https://xn--pan-.example/": "host is not valid",
    "https://xn---bbk.example/": "host is not valid",
    "https://xn--zz9zz9zz9zz9.example/": "host is not valid",
    f"https://xn--{'Übung'.encode('punycode').decode()}.example/": "host is not valid",
    "https://\u0301a.example/": "host is not valid",
    "https://a\u200db.example/": "host is not valid",
    "https://אa.example/": "host is not valid",
    f"https://{'a' * 64}.example/": "host is not valid",
    f"https://{'.'.join(['a' * 60] * 5)}/": "host is not valid",
    "http://1.2.3.4.5/": "host is not valid",
    "http://1.2.3.256/": "host is not valid",
    "http://1.256.1/": "host is not valid",
    "http://1.2.3.08/": "host is not valid",
    "http://4294967296/": "host is not valid",
    "http://pan.0x7f/": "host is not valid",
    "http://[::1/": "host is not valid",
    "http://[1::2::3]/": "host is not valid",
    "http://[fe80::1%25eth0]/": "host is not valid",
    "http://[fe80::1%eth0]/": "host is not valid",
    "http://[2606:4700::1111]8080/": "host is not valid",
    "https://" + "a." * 125 + "com:8080/": "host and port are longer than 255",
    "https://shop.example.com/a\x00b": "control character",
    "https://shop.example.com/?a=\x1b": "control character",
    "https://shop.example.com/\x7f.html": "control character",
    "https://shop.example.com/#!\x01x": "control character",
    "https://shop.example.com/" + "a" * MAX_URL_LENGTH: "longer than 2048",
    "https://shop.example.com/#" + "a" * MAX_URL_LENGTH: "longer than 2048",
    "https://shop.example.com/" + "é" * 400: "longer than 2048",
}

PRIVATE_HOSTS = [
    *("localhost", "LOCALHOST.", "shop.localhost", "printer.local", "metadata.google.internal", "intranet"),
    *("nas.lan", "127.0.0.1", "127.1", "2130706433", "0x7f000001", "0177.0.0.1", "0x7f.1", "127.0.0.1.", "0"),
    *("\uff11\uff12\uff17.0.0.1", "%31%32%37.0.0.1", "10.1.2.3", "172.31.255.255", "192.168.0.1"),
    *("169.254.169.254", "100.100.100.200", "::1", "[::1]", "[::]", "[fe80::1]", "fe80::1%eth0"),
    *(
        "[fd00:ec2::254]",
        "[::ffff:127.0.0.1]",
        "[::127.0.0.1]",
        "[64:ff9b::10.0.0.1]",
        "[64:ff9b:1::8.8.8.8]",
    ),
    *("[2002:7f00:1::]", "[2001:0:7f00:1::]", "[ff02::1]", "\u24dbocalhost"),
    *("", ".", "a b", "256.256.256.256"),
]
PUBLIC_HOSTS = [
    *("example.com", "www.example.com", "local.example.com", "localhost.example.com", "mylocal.com"),
    *("bücher.example", "8.8.8.8", "134744072", "172.32.0.1", "100.128.0.1", "[2606:4700::1111]"),
    *("2606:4700::1111", "[::ffff:8.8.8.8]", "[64:ff9b::8.8.8.8]", "[2002:808:808::1]"),
    *("10.example.com", "a_b.example.com"),
]

PRIVATE_ADDRESSES = [
    *("0.0.0.0", "0.1.2.3", "10.0.0.0", "100.64.0.0", "100.127.255.255", "127.255.255.255", "169.254.0.1"),
    *("172.16.0.0", "192.0.0.192", "192.0.2.1", "192.88.99.1", "192.168.255.255", "198.19.255.255"),
    *("198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255", "240.0.0.1", "255.255.255.255"),
    *("168.63.129.16", "::", "::1", "::808:808", "100::1", "fc00::1", "fe80::1", "fec0::1", "ff0e::1"),
    *("5f00::1", "4000::1", "2001::1", "2001:2::1", "2001:10::1", "2001:20::1", "2001:db8::1", "3fff::1"),
    *("::ffff:10.0.0.1", "64:ff9b::169.254.169.254", "64:ff9b:1::808:808"),
    *("2002:c0a8:1::1", "2002:a9fe:a9fe::"),
]
PUBLIC_ADDRESSES = [
    *("1.1.1.1", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "172.15.255.255"),
    *("172.32.0.0", "192.0.1.1", "192.167.255.255", "198.17.255.255", "198.20.0.0", "223.255.255.255"),
    *("168.63.129.17", "2000::1", "2606:4700::1111", "2a00:1450::1", "2001:200::1", "3ffe::1"),
    *("::ffff:1.1.1.1", "64:ff9b::1.1.1.1", "2002:101:101::1"),
]


@pytest.mark.parametrize(("spelling", "other"), ONE_PAGE.values(), ids=ONE_PAGE)
def test_spellings_of_one_page_are_normalised_to_one_url(spelling: str, other: str) -> None:
    assert normalize(spelling) == normalize(other)


@pytest.mark.parametrize(("page", "other"), TWO_PAGES.values(), ids=TWO_PAGES)
def test_different_pages_have_different_urls(page: str, other: str) -> None:
    assert normalize(page) != normalize(other)


@pytest.mark.parametrize("text", REFUSED, ids=lambda text: ascii(text)[:40])
def test_an_invalid_url_is_rejected_in_one_sentence(text: str) -> None:
    with pytest.raises(InvalidUrl) as refusal:
        parse_page_url(text, allow_private=True)
    assert REFUSED[text] in refusal.value.message
    assert refusal.value.message.startswith("The URL") and refusal.value.message.endswith(".")
    with pytest.raises(InvalidUrl):
        normalize(text)


@pytest.mark.parametrize("name", sorted(TRACKING_PARAMETERS | {"utm_source", "utm_id", "utm_anything", "mtm_cid"}))
def test_a_tracking_parameter_is_removed(name: str) -> None:
    assert normalize(f"https://shop.example.com/?{name}=x&id=3") == "https://shop.example.com/?id=3"


@pytest.mark.parametrize("name", ["ref", "source", "tag", "id", "cid", "sku", "q", "page", "s", "v", "variant", "lang"])
def test_a_parameter_that_may_identify_a_page_is_kept(name: str) -> None:
    assert normalize(f"https://shop.example.com/?{name}=x") == f"https://shop.example.com/?{name}=x"


def test_the_url_to_fetch_keeps_the_given_path_and_query() -> None:
    page = parse_page_url(" HTTPS://WWW.Bücher.example:443/Über%7euns?b=2&utm_source=x&a=1#top ")
    assert page.original == "https://www.xn--bcher-kva.example/%C3%9Cber%7euns?b=2&utm_source=x&a=1"
    assert page.normalized == "https://www.xn--bcher-kva.example/%C3%9Cber~uns?a=1&b=2"
    assert page.hash == hashlib.sha256(page.normalized.encode()).hexdigest()
    assert page.domain == "xn--bcher-kva.example"
    assert page.base_url == "https://www.xn--bcher-kva.example"


def test_a_non_default_port_is_part_of_the_domain_and_the_base_url() -> None:
    page = parse_page_url("http://www.shop.example.com:8080/pan")
    assert (page.domain, page.base_url) == ("shop.example.com:8080", "http://www.shop.example.com:8080")


def test_www_is_dropped_from_the_domain_only_before_a_complete_name() -> None:
    assert parse_page_url("https://www.com/").domain == "www.com"
    assert parse_page_url("https://wwwshop.com/").domain == "wwwshop.com"


def test_an_ipv4_mapped_address_is_normalised_in_every_python_version() -> None:
    assert normalize("http://[::FFFF:8.8.8.8]/") == "http://[::ffff:808:808]/"


def test_an_ipv6_domain_keeps_its_brackets() -> None:
    page = parse_page_url("http://[2606:4700::1111]:8080/")
    assert (page.domain, page.base_url) == ("[2606:4700::1111]:8080", "http://[2606:4700::1111]:8080")


def test_a_hashbang_is_kept() -> None:
    page = parse_page_url("https://shop.example.com/?utm_source=x#!/Pans/%7e1#a")
    assert page.original == "https://shop.example.com/?utm_source=x#!/Pans/%7e1%23a"
    assert page.normalized == "https://shop.example.com/#!/Pans/~1%23a"


def test_control_characters_in_a_dropped_fragment_are_accepted() -> None:
    assert normalize("https://shop.example.com/a#\x01") == "https://shop.example.com/a"


def test_a_lone_surrogate_is_replaced() -> None:
    assert normalize("https://shop.example.com/\ud800") == "https://shop.example.com/%EF%BF%BD"


def test_a_url_of_the_maximum_length_is_accepted() -> None:
    url = "https://shop.example.com/".ljust(MAX_URL_LENGTH, "a")
    assert parse_page_url(url).original == url


def test_a_host_of_the_maximum_length_fits_the_domain_column() -> None:
    host = "a." * 125 + "com"
    assert len(host) == 253 and parse_page_url(f"https://{host}/").domain == host
    assert len(parse_page_url(f"https://{host}:8/").domain) == 255


def is_rejected(host: str) -> bool:
    """Whether a page on this host is rejected if private hosts are not allowed."""
    try:
        parse_page_url(f"http://[{host}]/" if ":" in host and "[" not in host else f"http://{host}/")
    except InvalidUrl:
        return True
    return False


@pytest.mark.parametrize("host", PRIVATE_HOSTS)
def test_a_private_host_is_recognised_in_every_spelling(host: str) -> None:
    assert is_rejected(host)


@pytest.mark.parametrize("host", PUBLIC_HOSTS)
def test_a_public_host_is_not_private(host: str) -> None:
    assert not is_rejected(host)


@pytest.mark.parametrize("address", PRIVATE_ADDRESSES)
def test_a_private_address_is_private(address: str) -> None:
    assert address_is_private(ip_address(address))


@pytest.mark.parametrize("address", PUBLIC_ADDRESSES)
def test_a_public_address_is_not_private(address: str) -> None:
    assert not address_is_private(ip_address(address))


@pytest.mark.parametrize("host", ["localhost", "0x7f.1", "[::1]", "10.0.0.1", "nas.lan", "recipes", "\uff110.0.0.1"])
def test_a_private_page_is_rejected_unless_allowed(host: str) -> None:
    with pytest.raises(InvalidUrl, match="private"):
        parse_page_url(f"http://{host}/")
    assert parse_page_url(f"http://{host}:8080/", allow_private=True).domain.endswith(":8080")


def test_a_backslash_ends_the_host_as_in_a_browser() -> None:
    assert parse_page_url("https://shop.example.com\\@127.0.0.1/").base_url == "https://shop.example.com"


def test_the_validated_host_is_the_host_that_is_fetched() -> None:
    page = parse_page_url("http://0x7F.1/", allow_private=True)
    assert (page.original, page.base_url, page.domain) == (
        "http://127.0.0.1/",
        "http://127.0.0.1",
        "127.0.0.1",
    )


hosts = st.one_of(
    st.from_regex(r"[a-z0-9-]{1,8}\.(com|example|рф)", fullmatch=True),
    st.text(max_size=12),
    st.ip_addresses(v=4).map(str),
    st.ip_addresses(v=6).map(lambda address: f"[{address}]"),
    st.text("0123456789abcdefx.%-", max_size=16),
    st.text("abcdefghijklmnopqrstuvwxyz0123456789-", max_size=16).map(lambda rest: f"xn--{rest}.example"),
)
tails = st.one_of(st.text(max_size=40), st.text("/.%2eEF5cC\\?#!&=+ab'[]é \t", max_size=40))
url_like = st.builds(
    "{}{}{}{}{}".format,
    st.sampled_from(["", " ", "\ufeff"]),
    st.sampled_from(["http://", "https://", "HTTPS:", "http:\\/", "ftp://", ""]),
    hosts,
    st.sampled_from(["", ":80", ":443", ":0443", ":8080", ":x"]),
    tails.map(lambda tail: "/" + tail),
)
any_text = st.one_of(st.text(), url_like, st.text(st.characters(), max_size=60).map("http://".__add__))
parameters = st.lists(
    st.tuples(st.sampled_from(["a", "b", "size[]", "é", "A"]), st.text("xyz+%2é", max_size=4)), max_size=6
)


def as_query(pairs: list[tuple[str, str]]) -> str:
    return "&".join(f"{name}={value}" for name, value in pairs)


@given(any_text)
def test_no_text_raises_anything_but_invalid_url(text: str) -> None:
    try:
        page = parse_page_url(text)
    except InvalidUrl:
        return
    assert page.normalized == normalize(text)


@given(url_like)
def test_normalisation_is_idempotent(text: str) -> None:
    try:
        page = parse_page_url(text, allow_private=True)
    except InvalidUrl:
        assume(False)
    assert normalize(page.normalized) == page.normalized
    assert parse_page_url(page.normalized, allow_private=True).original == page.normalized
    assert replace(parse_page_url(page.original, allow_private=True), given=page.given) == page
    assert replace(parse_page_url(page.given, allow_private=True), given=page.given) == page


# Most generated URLs are private or invalid; the rest is enough.
@hypothesis_settings(suppress_health_check=[HealthCheck.filter_too_much])
@given(url_like)
def test_the_url_to_fetch_is_printable_ascii_within_the_limit(text: str) -> None:
    try:
        page = parse_page_url(text)
    except InvalidUrl:
        assume(False)
    for url in (page.original, page.normalized):
        assert url.isascii() and url.isprintable() and " " not in url and len(url) <= MAX_URL_LENGTH
        assert url.startswith(page.base_url + "/")
    assert parse_page_url(page.base_url).base_url == page.base_url


@given(parameters, st.randoms())
def test_the_order_of_different_parameters_does_not_matter(pairs: list[tuple[str, str]], randomly: Random) -> None:
    values = {name: [pair for pair in pairs if pair[0] == name] for name, _ in pairs}
    names = [name for name, _ in pairs]
    randomly.shuffle(names)
    shuffled = [values[name].pop(0) for name in names]
    assert normalize(f"https://shop.example.com/?{as_query(pairs)}") == normalize(
        f"https://shop.example.com/?{as_query(shuffled)}"
    )


@given(st.text("abcXYZ019-._~/", max_size=30), st.data())
def test_encoding_an_unreserved_character_changes_nothing(path: str, data: st.DataObject) -> None:
    encoded = "".join(
        data.draw(st.sampled_from([letter, f"%{ord(letter):02x}", f"%{ord(letter):02X}"])) if letter != "/" else "/"
        for letter in path
    )
    assert normalize(f"https://shop.example.com/{encoded}") == normalize(f"https://shop.example.com/{path}")


@given(st.text("aAbB+~/;,:@", max_size=12), st.text("aAbB+~/;,:@", max_size=12))
def test_paths_of_plain_characters_are_one_page_only_if_equal(path: str, other: str) -> None:
    same = normalize(f"https://shop.example.com/{path}") == normalize(f"https://shop.example.com/{other}")
    assert same == (path == other)


@given(st.integers(0, 2**32 - 1))
def test_an_ipv4_address_is_classified_the_same_in_every_spelling(number: int) -> None:
    address = IPv4Address(number)
    first, second, third, fourth = address.packed
    private = address_is_private(address)
    spellings = [
        *(
            str(address),
            str(number),
            hex(number),
            f"0{number:o}",
            f"{first:#x}.{second}.{third * 256 + fourth}",
        ),
        *(f"[::ffff:{address}]", f"[64:ff9b::{address}]", f"[2002:{number >> 16:x}:{number & 0xFFFF:x}::1]"),
    ]
    assert {is_rejected(spelling) for spelling in spellings} == {private}


@given(st.ip_addresses(v=4))
def test_no_ipv4_address_that_python_considers_private_is_accepted(address: IPv4Address) -> None:
    assert address_is_private(address) or (address.is_global and not address.is_multicast)


@given(st.ip_addresses(v=6))
def test_no_ipv6_address_outside_the_public_unicast_range_is_accepted(address: IPv6Address) -> None:
    first_bits = int(address) >> 125
    carries_ipv4 = int(address) >> 32 in (0xFFFF, 0x64FF9B << 64)
    assert address_is_private(address) or first_bits == 1 or carries_ipv4


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        (" HTTPS://Example.COM:443/Suppe/Käse?b=1&a=2&utm_source=x#top\n", None),
        ("https://example.com/a\tb", "https://example.com/ab"),
        ("https://example.com/#\x00\x1b", "https://example.com/#"),
        ("https://example.com/\ud800", "https://example.com/\ufffd"),
    ],
)
def test_the_given_spelling_is_kept_as_valid_text(sent: str, kept: str | None) -> None:
    assert parse_page_url(sent).given == (sent.strip() if kept is None else kept)

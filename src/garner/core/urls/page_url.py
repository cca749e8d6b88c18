"""Parse URLs and compute the identity of a page.

A page is identified by the SHA-256 of its URL's canonical spelling, so this module decides which URLs are one page.
Parsing follows the WHATWG URL standard: Garner fetches what a browser would fetch for a pasted text. The canonical
spelling goes further as far as no server can notice: unreserved characters are never percent-encoded, parameters are
sorted by name, and parameters that only track a visitor's origin are removed.

If it is doubtful whether two spellings are one page, they stay two: a needless split costs one fetch, a false merge
gives a user another page's record. Hence the case of the path, a trailing slash, `www.`, http beside https, `+` beside
`%20`, `%2F` beside `/`, and `?a=` beside `?a` all distinguish pages.

The host that is checked for being private is the one that is fetched: every spelling that can hide an address
(hexadecimal, octal, full-width digits, percent-encoding) is resolved before the check.
"""

import hashlib
import re
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network
from typing import NamedTuple
from urllib.parse import unquote

import idna

from garner.errors import InvalidUrl

MAX_URL_LENGTH = 2048
MAX_HOST_LENGTH = 255  # with the port

DEFAULT_PORTS = {"http": 80, "https": 443}

# Names that only tracking tools use. A common word (`ref`, `source`, `tag`, `cid`) is not here, as it may distinguish
# pages of a shop.
TRACKING_PREFIXES = ("utm_", "mtm_")
TRACKING_PARAMETERS = frozenset(
    """
    _ga _gac _gid _gl gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid
    fbclid fb_action_ids fb_action_types fb_source fb_ref igsh igshid
    msclkid twclid ttclid li_fat_id rdt_cid sccid epik yclid ymclid ysclid _openstat
    mc_cid mc_eid mc_tc ml_subscriber ml_subscriber_hash mkt_tok
    _hsenc _hsmi __hstc __hssc __hsfp hsctatracking
    hsa_acc hsa_ad hsa_cam hsa_grp hsa_kw hsa_mt hsa_net hsa_src hsa_tgt hsa_ver
    pk_campaign pk_kwd pk_keyword pk_source pk_medium pk_content pk_cid
    matomo_campaign matomo_kwd piwik_campaign
    at_campaign at_medium at_campaign_type at_recipient_id at_recipient_list wt_mc wt_zmc s_kwcid ef_id
    _ke _kx __s _bhlid _branch_match_id _branch_referrer bsft_clkid bsft_uid irclickid wickedid rb_clickid
    oly_enc_id oly_anon_id vero_id vero_conv unicorn_click_id zanpid et_rid ss_email_id dm_i
    guce_referrer guce_referrer_sig trk_contact trk_msg trk_module trk_sid
    """.split()  # noqa: SIM905 - a list of ninety strings would hide which belong together
)

# RFC 6762 appendix G lists the unregistered names that private networks use.
PRIVATE_SUFFIXES = tuple(
    f".{name}"
    for name in (
        *("localhost", "local", "localdomain", "internal", "home.arpa"),
        *("intranet", "private", "corp", "home", "lan"),
    )
)

# Listed here because the ipaddress module's definition of "global" differs between Python releases.
PRIVATE_IPV4 = tuple(
    IPv4Network(network)
    for network in (
        *("0.0.0.0/8", "10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12"),
        *("192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "192.168.0.0/16", "198.18.0.0/15"),
        *("198.51.100.0/24", "203.0.113.0/24", "224.0.0.0/4", "240.0.0.0/4"),
        "168.63.129.16/32",  # looks public, but is the host agent of every Azure machine
    )
)
PUBLIC_IPV6 = IPv6Network("2000::/3")
PRIVATE_IPV6 = tuple(
    IPv6Network(network)
    for network in (
        "2001::/23",  # protocol assignments, Teredo tunnels among them
        "2001:db8::/32",
        "3fff::/20",
    )
)
# Prefixes that embed the IPv4 address of the real target, and the number of bits to its right.
IPV4_CARRIERS = (
    (IPv6Network("::ffff:0:0/96"), 0),  # IPv4-mapped
    (IPv6Network("64:ff9b::/96"), 0),  # NAT64
    (IPv6Network("2002::/16"), 80),  # 6to4
)

# The zero-width space and the byte order mark are no white space in Unicode, but occur in pasted text.
_SURROUNDING = "".join(filter(str.isspace, map(chr, range(0x3001)))) + "\u200b\ufeff"
_REMOVED = str.maketrans("", "", "\t\n\r")
_CONTROL = re.compile(r"[\x00-\x1f\x7f]")
_URL = re.compile(r"(?P<scheme>https?):[/\\]*(?P<authority>[^/\\?#]*)(?P<path>[^?#]*)", re.IGNORECASE)
_HOST_NAME = re.compile(r"[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63})*")
_IPV4_LAST = re.compile(r"[0-9]+|0x[0-9a-f]*")
_IPV4_NUMBER = re.compile(r"(?P<hexadecimal>0x[0-9a-f]*)|(?P<octal>0[0-7]*)|(?P<decimal>[1-9][0-9]*)")
_DOT = frozenset({".", "%2e"})
_DOUBLE_DOT = frozenset({"..", ".%2e", "%2e.", "%2e%2e"})

_STRAY_PERCENT = "%(?![0-9A-Fa-f]{2})"
_NOT_IN_PATH = re.compile(_STRAY_PERCENT + r"|[^A-Za-z0-9._~!$&'()*+,;=:@/%-]")
_NOT_IN_QUERY = re.compile(_STRAY_PERCENT + r"|[^A-Za-z0-9._~!$&()*+,;=:@/?%-]")
_TRIPLET = re.compile("%[0-9A-Fa-f]{2}")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")


_ORIGIN = re.compile(r"[a-z]+://[^/?#]+")  # same as in the SQL function page_origin


@dataclass(frozen=True, slots=True)
class PageUrl:
    """A page's URL: the spelling to fetch, and the one that identifies the page."""

    original: str  # valid ASCII, otherwise as given; without its fragment, unless that is a hashbang
    normalized: str  # equal for two spellings of one page
    hash: str  # SHA-256 of `normalized`, in hexadecimal
    domain: str  # host without "www.", with the port unless it is the scheme's default
    base_url: str  # scheme, host and port as fetched
    given: str  # as sent, without control characters and surrounding white space


class _Parts(NamedTuple):
    """A URL as a browser parses it, each part ASCII and ready to be sent."""

    scheme: str
    host: str
    port: str  # with its colon; empty for the scheme's default
    path: str
    query: str
    hashbang: str  # the one kind of fragment that identifies a page, without its "#"

    @property
    def base_url(self) -> str:
        return f"{self.scheme}://{self.host}{self.port}"

    @property
    def url(self) -> str:
        query = f"?{self.query}" if self.query else ""
        hashbang = f"#{self.hashbang}" if self.hashbang else ""
        return f"{self.scheme}://{self.host}{self.port}{self.path}{query}{hashbang}"


def parse_page_url(text: str, *, allow_private: bool = False, allow_origin: str | None = None) -> PageUrl:
    """Parse a text as the URL of a page; raise InvalidUrl if Garner would not fetch it. `allow_origin` permits one
    private origin."""
    parts = _split(text)
    if not allow_private and parts.base_url != allow_origin and _is_private(parts.host):
        raise InvalidUrl(f"The URL's host {parts.host} is private. Set GARNER_FETCH_ALLOW_PRIVATE=true to allow it.")
    normalized = _canonical(parts)
    return PageUrl(
        original=parts.url,
        normalized=normalized,
        hash=hashlib.sha256(normalized.encode()).hexdigest(),
        domain=_without_www(parts.host) + parts.port,
        base_url=parts.base_url,
        given=_CONTROL.sub("", _clean(text)),
    )


def parse_site(name: str) -> PageUrl:
    """Parse a site as people write it: `shop.example`, `www.shop.example`, `https://shop.example/`."""
    wanted = name.strip().lower()
    return parse_page_url(wanted if "://" in wanted else f"https://{wanted}/", allow_private=True)


def origin_of(url: str) -> str:
    """Return scheme, host and port of a URL that Garner has accepted: the scope of a robots.txt."""
    match = _ORIGIN.match(url)
    assert match is not None, url
    return match.group()


def normalize(url: str) -> str:
    """Return the canonical spelling of any URL; raise InvalidUrl if it is none."""
    return _canonical(_split(url))


def is_private(url: str) -> bool:
    """Return whether a page's URL names a private host, without resolving public names."""
    return _is_private(_split(url).host)


def address_is_private(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an address is anything but a public unicast one."""
    if isinstance(address, IPv4Address):
        return any(address in network for network in PRIVATE_IPV4)
    for carrier, shift in IPV4_CARRIERS:
        if address in carrier:
            return address_is_private(IPv4Address(int(address) >> shift & 0xFFFF_FFFF))
    return address not in PUBLIC_IPV6 or any(address in network for network in PRIVATE_IPV6)


def _clean(text: str) -> str:
    return _valid_unicode(text.strip(_SURROUNDING)).translate(_REMOVED)


def _split(text: str) -> _Parts:
    text = _clean(text)
    if not text:
        raise InvalidUrl("The URL is empty.")
    if len(text) > MAX_URL_LENGTH:
        raise InvalidUrl(f"The URL is longer than {MAX_URL_LENGTH} characters.")
    text, _, fragment = text.partition("#")
    hashbang = fragment if fragment.startswith("!") and fragment != "!" else ""
    if _CONTROL.search(text) or _CONTROL.search(hashbang):
        raise InvalidUrl("The URL contains a control character.")
    match = _URL.match(text)
    if match is None:
        raise InvalidUrl("The URL must start with http:// or https://.")
    scheme = match["scheme"].lower()
    host, port = _host_and_port(match["authority"], scheme)
    path = _percent_encoded(_NOT_IN_PATH, _without_dot_segments(match["path"].replace("\\", "/")))
    query = _percent_encoded(_NOT_IN_QUERY, text[match.end() + 1 :])
    parts = _Parts(scheme, host, port, path, query, _percent_encoded(_NOT_IN_QUERY, hashbang))
    if len(parts.url) > MAX_URL_LENGTH:
        raise InvalidUrl(f"The URL is longer than {MAX_URL_LENGTH} characters once it is percent-encoded.")
    return parts


def _canonical(parts: _Parts) -> str:
    return parts._replace(
        path=_decoded_where_unreserved(parts.path),
        query=_canonical_query(_decoded_where_unreserved(parts.query)),
        hashbang=_decoded_where_unreserved(parts.hashbang),
    ).url


def _canonical_query(query: str) -> str:
    """Sort parameters by name. Parameters with one name keep their order, which a server may depend on."""
    named = [(piece.partition("=")[0], piece) for piece in query.split("&") if piece]
    kept = [pair for pair in named if not _is_tracking(pair[0].lower())]
    return "&".join(piece for _, piece in sorted(kept, key=lambda pair: pair[0]))


def _is_tracking(name: str) -> bool:
    return name in TRACKING_PARAMETERS or name.startswith(TRACKING_PREFIXES)


def _valid_unicode(text: str) -> str:
    """Join surrogate pairs and replace lone surrogates, as the standard does before it parses a URL."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _host_and_port(authority: str, scheme: str) -> tuple[str, str]:
    credentials, _, address = authority.rpartition("@")
    if credentials.strip(":"):
        raise InvalidUrl("The URL must not contain a user name or password.")
    if address.startswith("["):
        host, bracket, rest = address.partition("]")
        host, colon, port = host + bracket, rest[:1], rest[1:]
    else:
        host, colon, port = address.partition(":")
    if not host:
        raise InvalidUrl("The URL has no host.")
    host = _canonical_host(host)
    if colon not in ("", ":"):
        raise InvalidUrl("The URL's host is not valid.")
    port = _canonical_port(port, scheme)
    if len(host + port) > MAX_HOST_LENGTH:
        raise InvalidUrl(f"The URL's host and port are longer than {MAX_HOST_LENGTH} characters.")
    return host, port


def _canonical_port(port: str, scheme: str) -> str:
    if not port:
        return ""
    if not (port.isascii() and port.isdigit() and 0 < int(port) < 65536):
        raise InvalidUrl("The URL's port must be a number from 1 to 65535.")
    return "" if int(port) == DEFAULT_PORTS[scheme] else f":{int(port)}"


def _canonical_host(host: str) -> str:
    """Return a name in lower-case ASCII, or an address in its usual spelling."""
    try:
        if host.startswith("["):
            return _bracketed_ipv6(host)
        name = unquote(host) if "%" in host else host
        name = idna.uts46_remap(name, std3_rules=False).removesuffix(".")
        if "xn--" in name or not name.isascii():
            name = ".".join(map(_ascii_label, name.split(".")))
        if len(name) > 253 or not _HOST_NAME.fullmatch(name):
            raise ValueError(name)
        return str(_ipv4(name) or name)
    except ValueError as error:
        raise InvalidUrl("The URL's host is not valid.") from error


def _bracketed_ipv6(host: str) -> str:
    if not host.endswith("]") or "%" in host:
        raise ValueError(host)
    address = IPv6Address(host[1:-1])
    if address.ipv4_mapped:  # Python releases spell these in two ways
        return f"[::ffff:{int(address) >> 16 & 0xFFFF:x}:{int(address) & 0xFFFF:x}]"
    return f"[{address}]"


def _ascii_label(label: str) -> str:
    """Encode a label for the DNS by the rules of browsers, which are laxer than IDNA 2008: hearts and snowmen have
    sites."""
    if label.isascii() and not label.startswith("xn--"):
        return label
    name = label[4:].encode("ascii").decode("punycode") if label.startswith("xn--") else label
    idna.check_initial_combiner(name)
    idna.check_bidi(name)
    joined = all(idna.valid_contextj(name, at) for at, letter in enumerate(name) if letter in "\u200c\u200d")
    encoded = "xn--" + name.encode("punycode").decode("ascii")
    # Punycode of plain ASCII, or in a non-canonical encoding, is another name in disguise.
    genuine = not name.isascii() and idna.uts46_remap(name, std3_rules=False) == name
    if not (joined and genuine and (encoded == label or not label.startswith("xn--"))):
        raise ValueError(label)
    return encoded


def _ipv4(name: str) -> IPv4Address | None:
    """Return the address that a name spells if its last label is a number: in one to four parts of any base."""
    labels = name.split(".")
    if not _IPV4_LAST.fullmatch(labels[-1]):
        return None
    *leading, last = map(_ipv4_number, labels)
    if len(leading) > 3 or any(number > 255 for number in leading) or last >= 256 ** (4 - len(leading)):
        raise ValueError(name)
    return IPv4Address(sum(number << 8 * (3 - at) for at, number in enumerate(leading)) + last)


def _ipv4_number(label: str) -> int:
    match = _IPV4_NUMBER.fullmatch(label)
    if match is None:
        raise ValueError(label)
    if match["hexadecimal"]:
        return int(label[2:] or "0", 16)
    return int(label, 8 if match["octal"] else 10)


def _is_private(host: str) -> bool:
    """Return whether a host, already in its canonical spelling, is private."""
    if host.startswith("["):
        return address_is_private(IPv6Address(host[1:-1]))
    if _IPV4_LAST.fullmatch(host.rpartition(".")[2]):
        return address_is_private(IPv4Address(host))
    return "." not in host or host.endswith(PRIVATE_SUFFIXES)


def _without_www(host: str) -> str:
    rest = host.removeprefix("www.")
    return rest if "." in rest else host


def _without_dot_segments(path: str) -> str:
    if not path:
        return "/"
    if "/." not in path and "/%2" not in path:
        return path
    kept: list[str] = []
    segments = path.split("/")[1:]
    for segment in segments:
        dots = segment.lower()
        if dots in _DOUBLE_DOT:
            del kept[-1:]
        elif dots not in _DOT:
            kept.append(segment)
    if segments[-1].lower() in _DOT | _DOUBLE_DOT:
        kept.append("")
    return "/" + "/".join(kept)


def _percent_encoded(unsafe: re.Pattern[str], text: str) -> str:
    return unsafe.sub(lambda match: "".join(f"%{byte:02X}" for byte in match[0].encode()), text)


def _decoded_where_unreserved(text: str) -> str:
    return _TRIPLET.sub(_canonical_triplet, text) if "%" in text else text


def _canonical_triplet(match: re.Match[str]) -> str:
    character = chr(int(match[0][1:], 16))
    return character if character in _UNRESERVED else match[0].upper()

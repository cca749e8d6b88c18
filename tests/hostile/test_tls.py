"""Certificates that must not be trusted."""

import pytest
from tests.hostile.conftest import LOOPBACK, answer

from garner.errors import NetworkError

SITE = "site.test"


async def to_loopback(host):
    return [LOOPBACK]


async def test_a_valid_certificate_is_trusted(serve, fetcher, authority):
    site = await serve(answer(b"page"), tls=authority.server([SITE]))
    fetch = (await fetcher(resolver=to_loopback, tls=authority.trusted())).fetch
    assert (await fetch(site.url(host=SITE))).body == b"page"


@pytest.mark.parametrize(
    ("hosts", "wrong"),
    [([SITE], {"days": -1}), ([SITE], {"self_signed": True}), (["other.test"], {})],
    ids=["expired", "self-signed", "another host's"],
)
async def test_an_invalid_certificate_is_a_network_error_and_nothing_is_sent(serve, fetcher, authority, hosts, wrong):
    site = await serve(answer(b"page"), tls=authority.server(hosts, **wrong))
    fetch = (await fetcher(resolver=to_loopback, tls=authority.trusted())).fetch
    with pytest.raises(NetworkError, match=r"site\.test has an untrusted certificate"):
        await fetch(site.url(host=SITE))
    assert site.requests == []


async def test_an_unknown_authority_is_not_trusted(serve, fetcher, authority):
    site = await serve(answer(b"page"), tls=authority.server([SITE]))
    with pytest.raises(NetworkError, match="untrusted"):
        await (await fetcher(resolver=to_loopback)).fetch(site.url(host=SITE))

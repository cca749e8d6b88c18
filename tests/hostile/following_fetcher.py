"""A fetcher that follows redirects, for tests of whole redirect chains."""

import time
from dataclasses import replace

from garner.fetch import Fetcher, Page
from garner.fetch.before_send_hook import BeforeSend
from garner.fetch.proxies import ProxyRoute


class FollowingFetcher(Fetcher):
    async def fetch(
        self,
        url: str,
        *,
        proxy: ProxyRoute | None = None,
        etag: str | None = None,
        last_modified: str | None = None,
        before_send: BeforeSend | None = None,
    ) -> Page:
        """Return the page that the redirects lead to. The timeout applies to all requests together."""
        deadline = time.monotonic() + self._limits.timeout_seconds
        trail: tuple[str, ...] = ()
        validators = {"etag": etag, "last_modified": last_modified}
        while True:
            limits = replace(self._limits, timeout_seconds=max(0.0, deadline - time.monotonic()))
            answer = await self.fetch_hop(
                url, trail=trail, proxy=proxy, before_send=before_send, limits=limits, **validators
            )
            if isinstance(answer, Page):
                return answer
            url, trail, validators = answer.location, (*trail, url), {}

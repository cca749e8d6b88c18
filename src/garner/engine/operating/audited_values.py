"""Describe the objects of operators' actions for the audit log: their settings, and never a secret."""

from collections.abc import Sequence
from typing import Any

from pydantic_core import to_jsonable_python

from garner.core.urls.page_url import PageUrl
from garner.store.crawl.domains import DomainView
from garner.store.crawl.proxies import ProxyView
from garner.store.crawl.schedule import CrawlTaskOrder, Ordered

MAX_NAMED = 20  # objects of one action that its entry names; the count says how many there were


def domain_values(domain: DomainView) -> dict[str, Any]:
    delay = domain.crawl_delay_seconds
    return {
        "crawlDelaySeconds": None if delay is None else float(delay),
        "maxConcurrentRequests": domain.max_concurrent_requests,
        "isActive": domain.is_active,
        "obeysRobots": domain.obeys_robots,
        "pacesEachProxy": domain.paces_each_proxy,
        "paused": domain.paused_at is not None,
        "defaultPriority": domain.default_priority,
        "defaultFrequency": to_jsonable_python(domain.default_frequency),  # in ISO 8601
        "notes": domain.notes,
    }


def breaker_values(domain: DomainView) -> dict[str, Any]:
    return {
        "breaker": "closed" if domain.opened_at is None else "open",
        "cause": domain.breaker_cause,
        "failures": domain.failures,
        "throttleSeconds": domain.throttle_seconds,
    }


def proxy_values(proxy: ProxyView) -> dict[str, Any]:
    return {
        "protocol": proxy.protocol,
        "host": proxy.host,
        "port": proxy.port,
        "username": proxy.username,
        "hasPassword": proxy.has_password,
        "isActive": proxy.is_active,
    }


def order_values(pages: Sequence[PageUrl], wanted: CrawlTaskOrder, total: Ordered) -> dict[str, Any]:
    return {
        "urls": [page.original for page in pages[:MAX_NAMED]],
        "count": len(pages),
        "ordered": len(total.made),
        "amended": len(total.changed),
        "kinds": list(wanted.kinds),
        "priority": wanted.priority,
        "crawlFrequency": to_jsonable_python(wanted.frequency),
        "scheduledAt": wanted.at,
    }


def named_values(ids: Sequence[int], urls: Sequence[str], changed: Sequence[int]) -> dict[str, Any]:
    """Return the objects that were named, and those that changed."""
    return {
        "ids": list(ids[:MAX_NAMED]),
        "urls": list(urls[:MAX_NAMED]),
        "named": len(ids) + len(urls),
        "changed": list(changed[:MAX_NAMED]),
        "count": len(changed),
    }

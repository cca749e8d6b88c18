"""Describe the objects of operators' actions for the audit log: their settings, and never a secret."""

from collections.abc import Sequence
from typing import Any

from pydantic_core import to_jsonable_python

from garner.store.crawl.domains import DomainView
from garner.store.crawl.priorities import TaskFilter
from garner.store.crawl.proxies import ProxyView
from garner.store.crawl.schedule import CrawlTaskOrder, Ordered, PageOrder

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
        "pricePerGb": None if proxy.price_per_gb is None else str(proxy.price_per_gb),
    }


def order_values(orders: Sequence[PageOrder], total: Ordered) -> dict[str, Any]:
    """Return what was ordered. If the pages have values of their own, each named page has them."""
    values: dict[str, Any] = {"count": len(orders), "ordered": len(total.made), "amended": len(total.changed)}
    wanted = orders[0].wanted
    if all(order.wanted == wanted for order in orders):
        return {"urls": [order.page.original for order in orders[:MAX_NAMED]], **values, **_wanted_values(wanted)}
    named = orders[:MAX_NAMED]
    return {**values, "items": [{"url": order.page.original, **_wanted_values(order.wanted)} for order in named]}


def earlier_values(orders: Sequence[PageOrder], total: Ordered) -> dict[str, Any] | None:
    """Return what the order of a single page was before it was changed, by the fields that the new one names."""
    if len(orders) != 1 or not total.changed:
        return None
    wanted, earlier = orders[0].wanted, total.earlier[total.changed[0]]
    named = wanted.fields_set
    return {
        "kinds": list(earlier.kinds),
        **({"priority": earlier.priority} if "priority" in named else {}),
        **({"crawlFrequency": to_jsonable_python(earlier.frequency)} if "frequency" in named else {}),
        **({"scheduledAt": to_jsonable_python(earlier.at)} if wanted.at is not None else {}),
    }


def _wanted_values(wanted: CrawlTaskOrder) -> dict[str, Any]:
    """Return what an order names: its domain or the page's earlier order has the rest."""
    named = wanted.fields_set
    return {
        "kinds": list(wanted.kinds),
        "priority": wanted.priority if "priority" in named else None,
        **({"crawlFrequency": to_jsonable_python(wanted.frequency)} if "frequency" in named else {}),  # null is once
        "scheduledAt": wanted.at,
    }


def reprioritised_values(wanted: TaskFilter, priority: int, count: int) -> dict[str, Any]:
    named = {
        "ids": None if wanted.ids is None else list(wanted.ids[:MAX_NAMED]),
        "domain": wanted.domain,
        "status": wanted.status,
        "urlPattern": wanted.url_pattern,
    }
    chosen = {name: value for name, value in named.items() if value is not None}
    return {"filter": chosen, "priority": priority, "count": count}


def named_values(ids: Sequence[int], urls: Sequence[str], changed: Sequence[int]) -> dict[str, Any]:
    """Return the objects that were named, and those that changed."""
    return {
        "ids": list(ids[:MAX_NAMED]),
        "urls": list(urls[:MAX_NAMED]),
        "named": len(ids) + len(urls),
        "changed": list(changed[:MAX_NAMED]),
        "count": len(changed),
    }

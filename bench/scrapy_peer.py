"""Scrapy on the same pages, with the same extraction, storing to the same PostgreSQL; every process has its share of
the hosts. Settings are those that its documentation gives for crawling many hosts.
"""

import time
from collections.abc import AsyncIterator, Sequence
from typing import Any

import psycopg
import scrapy
from psycopg.types.json import Jsonb
from scrapy.crawler import CrawlerProcess
from scrapy.http import Response

from bench.site import PROCESSES
from garner.core.record import Kind
from garner.extraction import extract

TABLE = """
    create table scraped (
        url text primary key, kind text not null, data jsonb not null, content_hash text not null,
        parsed_at timestamptz not null default now())
"""
BATCH = 100
SETTINGS = {
    "CONCURRENT_REQUESTS": 100,
    "CONCURRENT_REQUESTS_PER_DOMAIN": 5,
    "DOWNLOAD_DELAY": 0,
    "ROBOTSTXT_OBEY": True,
    "COOKIES_ENABLED": False,
    "RETRY_ENABLED": False,
    "SCHEDULER_PRIORITY_QUEUE": "scrapy.pqueues.DownloaderAwarePriorityQueue",
    "REACTOR_THREADPOOL_MAXSIZE": 20,
    "TELNETCONSOLE_ENABLED": False,
    "LOG_ENABLED": False,
    "ITEM_PIPELINES": {"bench.scrapy_peer.ExtractAndStore": 1},
}


class Pages(scrapy.Spider):
    name = "pages"
    urls: Sequence[str] = ()
    database_url = ""

    async def start(self) -> AsyncIterator[scrapy.Request]:
        for url in self.urls:
            yield scrapy.Request(url, dont_filter=True)

    def parse(self, response: Response) -> dict[str, Any]:
        return {"url": response.url, "body": response.body, "charset": getattr(response, "encoding", None)}


class ExtractAndStore:
    def __init__(self, crawler: Any) -> None:
        self._connection = psycopg.connect(crawler.spider.database_url)
        self._rows: list[tuple[object, ...]] = []

    @classmethod
    def from_crawler(cls, crawler: Any) -> "ExtractAndStore":
        return cls(crawler)

    def process_item(self, item: dict[str, Any]) -> dict[str, Any]:
        found = extract(item["body"], url=item["url"], charset=item["charset"], kinds=(Kind.RECIPE,))
        for kind, record in found.records.items():
            self._rows.append((item["url"], kind, Jsonb(record.data), record.content_hash))
        if len(self._rows) >= BATCH:
            self._write()
        return {}

    def close_spider(self) -> None:
        self._write()
        self._connection.close()

    def _write(self) -> None:
        insert = "insert into scraped (url, kind, data, content_hash) values (%s, %s, %s, %s)"
        self._connection.cursor().executemany(insert, self._rows)
        self._connection.commit()
        self._rows = []


def crawl(urls: Sequence[str], database_url: str, times: Any) -> None:
    began = time.monotonic()
    process = CrawlerProcess(SETTINGS)
    process.crawl(Pages, urls=urls, database_url=database_url)
    process.start()
    times.put((began, time.monotonic()))


def pages_per_second(database_url: str, shares: Sequence[Sequence[str]]) -> float:
    """Return the pages per second, from the start of the last process until the last record is stored."""
    with psycopg.connect(database_url) as connection:
        connection.execute(TABLE)
    times = PROCESSES.Queue()
    processes = [PROCESSES.Process(target=crawl, args=(share, database_url, times)) for share in shares]
    for process in processes:
        process.start()
    spans = [times.get() for _ in processes]
    for process in processes:
        process.join()
    pages = sum(map(len, shares))
    with psycopg.connect(database_url) as connection:
        stored = connection.execute("select count(*) from scraped").fetchone()
    assert stored == (pages,), f"Scrapy stored {stored} of {pages}"
    return pages / (max(ended for _, ended in spans) - min(began for began, _ in spans))

"""The reasons why sites and pages wait, as the operators' commands show them."""

import re

import psycopg
from tests.contract.test_operators_commands import Garner, garner, runner

__all__ = ["garner", "runner"]  # fixtures

SHOP = "https://shop.example/pan"


def test_a_page_of_a_paused_site_says_that_the_site_is_paused(garner: Garner) -> None:
    garner.json("crawl", "add", "-k", "product", SHOP)
    garner.json("domains", "set", "shop.example", "--pause")
    shown = garner("crawl", "show", SHOP)
    assert re.search(r"waiting +shop\.example is paused until an operator resumes it", shown.out), shown
    assert garner.json("crawl", "show", SHOP)["waitingFor"]["code"] == "site_paused"
    garner.json("domains", "set", "shop.example", "--resume")
    shown = garner("crawl", "show", SHOP)
    assert re.search(r"waiting +no worker is running", shown.out), shown


def test_a_throttled_site_is_listed_as_throttled_with_its_end(garner: Garner, database_url: str) -> None:
    garner.json("crawl", "add", "-k", "product", "https://busy.example/")
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            """
            update lanes set throttle_seconds = 0.15, throttled_at = now(), not_before = now() + interval '20 seconds'
            where domain_id = (select id from domains where domain_name = 'busy.example')
            """
        )
    slowed = r"throttled until (\d{4}-\d\d-\d\d )?\d\d:\d\d:\d\d"
    assert re.search(rf"busy\.example +{slowed} .* throttled", garner("domains", "list").out)
    assert re.search(rf"state +{slowed}", garner("domains", "show", "busy.example").out)
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            "update lanes set throttled_at = now() - interval '2 minutes', not_before = now() - interval '61 seconds'"
        )
    assert re.search(r"busy\.example +active .* –", garner("domains", "list").out)

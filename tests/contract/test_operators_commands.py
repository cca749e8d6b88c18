"""The operators' commands as users type them."""

import hashlib
import json
import os
import pwd
from collections.abc import Iterator
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from multiprocessing.connection import Connection
from pathlib import Path
from threading import Thread
from typing import Any

import psycopg
import pytest
from tests.contract.command_runner import command_runner
from tests.contract.warm_processes import Ran, run_command

SHOP = "https://shop.example/pan"


@pytest.fixture(scope="session")
def runner() -> Iterator[Connection]:
    """A process that runs commands one after another."""
    with command_runner() as connection:
        yield connection


class Garner:
    def __init__(self, runner: Connection, database_url: str, folder: Path) -> None:
        self._runner, self._folder = runner, folder
        self._environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith("GARNER_")},
            "DATABASE_URL": database_url,
            "GARNER_DATA_DIR": str(folder),
            "GARNER_SECRET_KEY": "a passphrase long enough",
            "COLUMNS": "160",
        }

    def __call__(self, *arguments: str, **environment: str) -> Ran:
        self._runner.send((arguments, self._environment | environment, str(self._folder)))
        ran = self._runner.recv()
        assert isinstance(ran, Ran)
        return ran

    def json(self, *arguments: str, **environment: str) -> Any:
        ran = self(*arguments, "--json", **environment)
        assert ran.code == 0, ran
        return json.loads(ran.out)

    def refused(self, *arguments: str, **environment: str) -> str:
        ran = self(*arguments, **environment)
        assert ran.code == 2 and ran.out == "" and "Traceback" not in ran.err, ran
        return ran.err


@pytest.fixture
def garner(runner: Connection, database_url: str, tmp_path: Path) -> Garner:
    return Garner(runner, database_url, tmp_path)


def test_a_domain_is_set_shown_and_listed(garner: Garner) -> None:
    ran = garner("domains", "set", "www.shop.example", "--delay", "0.5", "--concurrency", "2", "--pause")
    assert (ran.code, ran.err) == (0, "")
    assert "shop.example" in ran.out and "paused" in ran.out and "0.5" in ran.out
    shown = garner.json("domains", "set", "shop.example", "--delay", "default", "--resume", "--close-breaker")
    assert (shown["crawlDelaySeconds"], shown["maxConcurrentRequests"], shown["pausedAt"]) == (None, 2, None)
    assert garner.json("domains", "show", "shop.example") == shown
    assert [domain["domain"] for domain in garner.json("domains", "list")] == ["shop.example"]
    assert "shop.example" in (garner("domains", "list")).out
    assert (garner("domains", "list", "--open-breakers")).out == "No open breakers: no site is failing.\n"


def test_a_domain_is_added_with_defaults_for_its_pages_and_removed(garner: Garner) -> None:
    options = ("--delay", "0.5", "--priority", "2", "--every", "6h", "--notes", "Ask Ana.")
    added = garner.json("domains", "add", "shop.example", "--base-url", "https://www.shop.example", *options)
    assert (added["baseUrl"], added["crawlDelaySeconds"]) == ("https://www.shop.example", 0.5)
    assert (added["defaultPriority"], added["defaultFrequency"], added["notes"]) == (2, "PT6H", "Ask Ana.")
    assert "shop.example already exists" in garner.refused("domains", "add", "shop.example")
    changed = garner("domains", "set", "shop.example", "--priority", "default", "--every", "default", "--notes", "").out
    assert "5 (default)" in changed and "1d (default)" in changed and "Ask Ana" not in changed
    assert garner("domains", "remove", "shop.example").out == "Domain shop.example removed.\n"
    assert "There is no domain shop.example." in garner.refused("domains", "remove", "shop.example")


def test_a_domain_shows_its_last_success_or_never(garner: Garner, database_url: str) -> None:
    garner("domains", "set", "quiet.example", "--delay", "0")
    for command in (("list",), ("show", "quiet.example")):
        shown = garner("domains", *command).out
        assert "last success" in shown and "never" in shown
    with psycopg.connect(database_url) as connection:
        connection.execute("update lanes set last_success_at = '2026-01-01T12:00:00Z'")
    for command in (("list",), ("show", "quiet.example")):
        shown = garner("domains", *command, TZ="UTC").out
        assert "2026-01-01 12:00:00" in shown and "never" not in shown


def test_delays_are_shown_with_a_unit_and_defaults_with_a_number(garner: Garner) -> None:
    shown = garner("domains", "set", "shop.example", "--delay", "2", "--concurrency", "default").out
    assert "2 s" in shown and "5 (default)" in shown
    listed = garner("domains", "list", GARNER_DEFAULT_MAX_CONCURRENT_REQUESTS="7").out
    assert "2 s" in listed and "7 (default)" in listed


def test_a_half_open_breaker_without_a_page_says_that_it_waits_for_one(garner: Garner, database_url: str) -> None:
    site = "silent.example"
    garner("domains", "set", site, "--delay", "0")

    def change(statement: str) -> None:
        with psycopg.connect(database_url) as connection:
            connection.execute(
                f"{statement} where domain_id = (select id from domains where domain_name = %s)", (site,)
            )

    change("update lanes set failures = 5, opened_at = now(), open_until = now() - interval '1 second'")
    assert "breaker half-open, waiting for a page to try" in garner("domains", "show", site).out
    garner("crawl", "add", "-k", "recipe", f"https://{site}/")
    change("update crawl_tasks set rank = now()")
    shown = garner("domains", "show", site).out
    assert "breaker half-open" in shown and "waiting for a page" not in shown


def test_a_robots_override_is_logged_and_shown_with_its_author(garner: Garner) -> None:
    ran = garner("domains", "set", "shop.example", "--no-robots", USER="somebody else")
    assert ran.code == 0 and "ignored" in ran.out
    whose = f"{pwd.getpwuid(os.getuid()).pw_name} on the command line"
    line = json.loads(ran.err)
    assert (line["event"], line["domain"], line["by"]) == ("robots_overridden", "shop.example", whose)
    assert whose in garner("domains", "show", "shop.example").out
    assert garner.json("domains", "show", "shop.example")["robotsSaidBy"] == whose


def test_an_invalid_domain_setting_is_rejected_in_one_line(garner: Garner) -> None:
    for arguments, expected in (
        (("set", "shop.example", "--delay", "-1"), "--delay must be from 0 to 86400 seconds, for example --delay 0.5"),
        (("set", "shop.example", "--delay", "soon"), "--delay must be from 0 to 86400 seconds"),
        (("set", "shop.example", "--concurrency", "0.5"), "--concurrency must be a whole number from 1 to 1000"),
        (("set", "shop.example", "--priority", "0"), "--priority must be from 1 (first) to 10 (last)"),
        (("set", "shop.example", "--every", "1s"), "--every must be between 1m and 3650d"),
        (("set", "shop.example"), "Name a setting to change, for example --delay 0.5, --concurrency 2, --pause"),
        (("set", "no site", "--pause"), "not a valid site name"),
        (("show", "unknown.example"), "There is no domain unknown.example."),
        (("set", "unknown.example", "--close-breaker"), "There is no domain unknown.example."),
    ):
        assert expected in garner.refused("domains", *arguments)


def test_a_proxy_is_added_switched_and_removed_without_showing_its_password(garner: Garner) -> None:
    (made,) = garner.json("proxies", "add", "socks5://me@proxy.example:1080", PROXY_PASSWORD="opens-all")
    assert (made["protocol"], made["host"], made["port"]) == ("socks5", "proxy.example", 1080)
    assert made["hasPassword"] and "password" not in made
    number = str(made["id"])
    assert [proxy["isActive"] for proxy in garner.json("proxies", "disable", number)] == [False]
    assert [proxy["isActive"] for proxy in garner.json("proxies", "enable", number)] == [True]
    listed = garner("proxies", "list")
    assert "socks5://proxy.example:1080" in listed.out and "opens-all" not in listed.out
    assert "unknown" in listed.out and "never" in listed.out
    assert "already" in garner.refused("proxies", "add", "socks5://me@proxy.example:1080", PROXY_PASSWORD="x")
    assert (garner("proxies", "remove", number)).out == f"Proxy {number} removed.\n"
    assert f"There is no proxy {number}." in garner.refused("proxies", "remove", number)


def test_a_proxy_has_a_price_and_costs(garner: Garner, database_url: str) -> None:
    (made,) = garner.json("proxies", "add", "http://priced.example:1090", "--price", "3.5")
    assert made["pricePerGb"] == "3.5000"
    number = str(made["id"])
    assert [proxy["pricePerGb"] for proxy in garner.json("proxies", "set", number, "--price", "none")] == [None]
    garner("proxies", "set", number, "--price", "2")
    assert garner.json("proxies", "costs")["costs"] == []
    assert "No traffic" in garner("proxies", "costs").out
    with psycopg.connect(database_url) as connection:
        connection.execute(
            "insert into domains (domain_name, base_url) values ('priced.example', 'https://priced.example')"
        )
        connection.execute(
            "insert into proxy_traffic select %s, id, current_date, 3, 1500000000 from domains where domain_name = %s",
            (made["id"], "priced.example"),
        )
    listed = garner("proxies", "costs", "--since", "2020-01-31").out
    assert "priced.example" in listed and "1500.0" in listed and "3.0000" in listed and "total" in listed
    assert "not a date" in garner.refused("proxies", "costs", "--since", "yesterday")
    assert "The price must be a number" in garner.refused("proxies", "set", number, "--price", "cheap")
    garner("proxies", "remove", number)
    assert garner.json("proxies", "costs")["costs"] == []


def test_a_proxy_is_listed_with_its_success_rate(garner: Garner, database_url: str) -> None:
    (made,) = garner.json("proxies", "add", "http://proxy.example:1090")
    with psycopg.connect(database_url) as connection:
        connection.execute("update proxies set recent_requests = 80, recent_successes = 60")
    assert "75%" in garner("proxies", "list").out
    garner("proxies", "remove", str(made["id"]))


def test_adding_a_proxy_password_says_which_processes_need_the_key(garner: Garner) -> None:
    sealed = garner("proxies", "add", "http://me@proxy.example:1080", PROXY_PASSWORD="opens-all")
    assert sealed.code == 0 and "GARNER_SECRET_KEY" in sealed.err and "opens-all" not in sealed.err
    assert garner("proxies", "add", "http://proxy.example:1081").err == ""


def test_a_password_in_the_command_is_rejected_and_not_repeated(garner: Garner) -> None:
    message = garner.refused("proxies", "add", "http://me:opens-all@proxy.example:3128")
    assert "Leave out the password" in message and "opens-all" not in message


def test_an_invalid_proxy_is_rejected(garner: Garner) -> None:
    for address, expected in (
        ("http://proxy.example", "has no port. Write for example http://HOST:3128."),
        ("socks5://127.0.0.1", "has no port. Write for example socks5://HOST:1080."),
        ("http://proxy.example:99999", "is not a proxy address"),
        ("ftp://proxy.example:21", "The protocol must be http, https or socks5"),
        ("http://proxy.example:3128/path", "is not a proxy address"),
        ("http://me@proxy.example:3128", "Set PROXY_PASSWORD"),  # there is no terminal to prompt on
    ):
        assert expected in garner.refused("proxies", "add", address)
    expected = garner.refused("proxies", "add", "http://me@a.example:1", PROXY_PASSWORD="x", GARNER_SECRET_KEY="")
    assert "GARNER_SECRET_KEY" in expected


def test_pages_are_ordered_listed_paused_resumed_recrawled_and_stopped(garner: Garner, tmp_path: Path) -> None:
    (tmp_path / "pages.txt").write_text(f"# mine\n{SHOP}\nhttps://shop.example/pot\n")
    ran = garner("crawl", "add", "-k", "product", "--every", "6h", "--priority", "2", "pages.txt")
    assert (ran.code, ran.out) == (0, "2 pages added.\n")
    tasks = garner.json("crawl", "list", "--domain", "shop.example")
    assert {task["crawlFrequency"] for task in tasks} == {"PT6H"} and {task["priority"] for task in tasks} == {2}
    number = str(next(task["id"] for task in tasks if task["url"] == SHOP))

    def after(verb: str, *targets: str) -> dict[str, Any]:
        assert garner.json("crawl", verb, *targets) == {"count": 1, "unaffected": [], "unknown": []}
        return garner.json("crawl", "show", number)

    assert (after("pause", number))["pausedAt"]
    assert (after("resume", SHOP))["pausedAt"] is None
    assert (after("recrawl", SHOP, number))["status"] == "pending"
    assert (after("stop", number))["crawlFrequency"] is None
    shown = garner("crawl", "show", number)
    assert SHOP in shown.out and shown.code == 0
    assert garner.json("crawl", "show", SHOP) == garner.json("crawl", "show", number)
    once = garner("crawl", "add", "-k", "recipe", "--once", "--at", "2030-01-01T00:00:00Z", SHOP)
    assert once.out == "1 page added.\n"
    assert (garner.json("crawl", "show", number))["scheduledAt"].startswith("2030-01-01")


def test_retries_are_shown_with_the_limit_of_attempts(garner: Garner, database_url: str) -> None:
    page = "https://shop.example/tried"
    garner("crawl", "add", "-k", "product", page)
    assert "0 (at most 3 attempts)" in garner("crawl", "show", page).out
    with psycopg.connect(database_url) as connection:  # as after three failed attempts, of which two were retries
        connection.execute("update crawl_tasks set status = 'failed', retry_count = 2 where url = %s", (page,))
    shown = garner("crawl", "show", page).out
    assert "2 (at most 3 attempts)" in shown and "2 of 3" not in shown
    assert garner.json("crawl", "show", page)["maxRetries"] == 3


def test_ordering_a_page_again_changes_only_the_named_options(garner: Garner) -> None:
    page = "https://shop.example/amended"
    order = ("crawl", "add", "-k", "product", "--every", "6h", "--at", "2030-01-31T06:00:00Z", page)
    assert garner(*order).out == "1 page added.\n"
    assert garner(*order).out == "1 page unchanged.\n"
    ran = garner("crawl", "add", "-k", "product", "--priority", "1", page, "https://shop.example/new")
    assert ran.out == "1 page added, 1 changed.\n"
    shown = garner.json("crawl", "show", page)
    assert (shown["priority"], shown["crawlFrequency"]) == (1, "PT6H")
    assert shown["scheduledAt"] == "2030-01-31T06:00:00Z"
    ran = garner("crawl", "add", "-k", "product", page, "https://shop.example/new")
    assert (ran.code, ran.out) == (0, "2 pages unchanged.\n")
    assert garner.json("crawl", "add", "-k", "product", page)["unchanged"] == 1


def test_a_time_without_a_zone_is_local_time(garner: Garner) -> None:
    page = "https://shop.example/local"
    assert garner("crawl", "add", "-k", "product", "--at", "2030-01-31 06:00", page).code == 0
    scheduled = datetime.fromisoformat(garner.json("crawl", "show", page)["scheduledAt"])
    assert scheduled == datetime(2030, 1, 31, 6).astimezone()


def test_an_invalid_order_is_rejected_with_the_invalid_urls(garner: Garner) -> None:
    bad = ("https://ok.example/", "http://10.0.0.1/", "https://")
    message = garner.refused("crawl", "add", "-k", "recipe", *bad)
    assert (
        "No page was changed, because some URLs are invalid:" in message
        and "http://10.0.0.1/:" in message
        and "https://:" in message
    )
    assert garner.json("crawl", "list", "--domain", "ok.example") == []
    for arguments, said in (
        (("--every", "often"), "--every 'often' is not a duration. Write for example 30m, 6h, 1d or 2w."),
        (("--every", "5x"), "--every '5x' is not a duration"),
        (("--every", "1s"), "--every must be between 1m and 3650d, for example --every 6h."),
        (("--every", "1d", "--once"), "--every and --once cannot be used together."),
        (("--at", "tomorrow"), "--at 'tomorrow' is not a date or time. Write for example 2030-01-31"),
        (("nofile.txt",), "There is no file 'nofile.txt'."),
    ):
        assert said in garner.refused("crawl", "add", "-k", "recipe", *arguments, SHOP)


def test_an_action_without_matching_targets_fails(garner: Garner) -> None:
    for arguments in (
        ("crawl", "pause", "999999"),
        ("crawl", "recrawl", "https://unknown.example/"),
        ("dead-letters", "replay", "999999"),
        ("dead-letters", "replay", "--cause", "nothing"),
    ):
        ran = garner(*arguments)
        assert ran.code == 1 and ran.out.startswith("0 ") and ran.err == "", ran
        assert arguments[-1] in ran.out, ran
    assert "Name either IDs, for example 17 18, or a cause" in garner.refused("dead-letters", "replay")
    assert "There is no crawl task 999999." in garner.refused("crawl", "show", "999999")
    assert "There is no crawl task for https://unknown.example/." in garner.refused(
        "crawl", "show", "https://unknown.example/"
    )
    assert "neither an ID, for example 17, nor a URL" in garner.refused("crawl", "show", "pan")


def test_unaffected_and_unknown_targets_are_named(garner: Garner) -> None:
    paused, going = "https://shop.example/paused", "https://shop.example/going"
    garner("crawl", "add", "-k", "product", paused, going)
    ran = garner("crawl", "pause", paused)
    assert (ran.code, ran.out) == (0, "1 page paused.\n")
    ran = garner("crawl", "resume", paused, going, "https://unknown.example/", "999999")
    number = garner.json("crawl", "show", going)["id"]
    assert ran.code == 0
    assert ran.out == (
        f"1 page resumed.\nNot paused:\n  {number}  {going}\nUnknown:\n  999999\n  https://unknown.example/\n"
    )


def test_dead_letters_are_listed_shown_and_replayed(garner: Garner, database_url: str) -> None:
    assert garner.json("crawl", "add", "-k", "recipe", "https://late.example/")["ordered"] == 1
    with psycopg.connect(database_url) as connection:
        connection.execute("update crawl_tasks set status = 'failed' where url = 'https://late.example/'")
        connection.execute(
            """
            insert into dead_letters (stage, task_id, cause, message, attempts)
            select 'crawl', id, 'server_error', 'The site returned an error (HTTP 500).', 3 from crawl_tasks
            where url = 'https://late.example/' union all
            select 'crawl', id, 'server_error', 'The site returned an error (HTTP 503).', 3 from crawl_tasks
            where url = 'https://late.example/'
            """
        )
    listed = garner("dead-letters", "list")
    assert "server_error" in listed.out and "The site returned an error (HTTP 503)." in listed.out
    _, letter = garner.json("dead-letters", "show", "server_error")
    assert (letter["url"], letter["attempts"]) == ("https://late.example/", 3)
    ran = garner("dead-letters", "replay", "--cause", "server_error")
    assert (ran.code, ran.out) == (0, "2 dead letters of 1 page replayed.\n")
    again = garner("dead-letters", "replay", str(letter["id"]))
    assert (again.code, again.out) == (1, f"0 dead letters replayed.\nAlready replayed:\n  {letter['id']}\n")
    assert (garner("dead-letters", "list")).out == "No dead letters: nothing has run out of attempts.\n"


def test_the_help_of_every_command_has_an_example(garner: Garner) -> None:
    for name, verbs in (
        ("domains", ("list", "show", "add", "set", "remove")),
        ("proxies", ("list", "add", "enable", "disable", "remove")),
        ("crawl", ("add", "list", "show", "errors", "pause", "resume", "stop", "recrawl")),
        ("dead-letters", ("list", "show", "replay")),
    ):
        summary = garner(name, "--help")
        for verb in verbs:
            assert verb in summary.out
            ran = garner(name, verb, "--help")
            assert ran.code == 0 and "Example" in ran.out and f"garner {name} {verb}" in ran.out, ran
            assert "<bool>" not in ran.out and str(2**63 - 1) not in ran.out and "…" not in ran.out, ran


def test_pages_get_another_priority(garner: Garner) -> None:
    page = "https://urgent.example/pan"
    garner("crawl", "add", "-k", "product", page)
    assert garner("crawl", "reprioritise", "1", "--domain", "urgent.example").out == "1 page changed.\n"
    task = garner.json("crawl", "show", page)
    assert task["priority"] == 1
    assert garner.json("crawl", "reprioritise", "7", str(task["id"]), "--url", "*/pan")["count"] == 1
    assert "Name the pages by" in garner.refused("crawl", "reprioritise", "1")
    assert "There is no domain none.example." in garner.refused(
        "crawl", "reprioritise", "1", "--domain", "none.example"
    )


def test_the_error_log_is_filtered_by_page_and_type(garner: Garner, database_url: str) -> None:
    page = "https://shop.example/broken"
    garner("crawl", "add", "-k", "product", page)
    number = garner.json("crawl", "show", page)["id"]
    assert garner("crawl", "errors", page).out == "No errors match.\n"
    with psycopg.connect(database_url) as connection:
        connection.execute(
            """
            insert into error_logs (crawl_task_id, error_type, error_code, error_message, stack_trace)
            values (%s, 'parse', 'crashed', 'It broke.', 'Traceback: here\x1b[31m')
            """,
            (number,),
        )
    (error,) = garner.json("crawl", "errors", page)
    assert (error["errorCode"], error["url"], error["taskId"]) == ("crashed", page, number)
    listed = garner("crawl", "errors", str(number))
    assert "It broke." in listed.out and page in listed.out and "Traceback" not in listed.out
    traced = garner("crawl", "errors", "--type", "parse", "--traces")
    assert "Traceback: here" in traced.out and "\x1b[31m" not in traced.out
    assert garner("crawl", "errors", "--type", "blocked").out == "No errors match.\n"
    assert garner("crawl", "errors", "--before", str(error["id"])).out == "No errors match.\n"
    assert "There is no crawl task for" in garner.refused("crawl", "errors", "https://unknown.example/")
    groups = garner.json("crawl", "error-groups", "--cause", "crashed", "--domain", "shop.example")["groups"]
    assert [(group["errors"], group["pages"], group["example"]) for group in groups] == [(1, 1, "It broke.")]
    assert "crashed" in garner("crawl", "error-groups").out
    assert garner("crawl", "error-groups", "--type", "blocked").out == "No errors match.\n"
    assert "not a date or time" in garner.refused("crawl", "error-groups", "--since", "yesterday")


# Users ------------------------------------------------------------------------------------------------------------


def test_a_token_is_created_for_a_user_and_the_user_is_listed(garner: Garner, database_url: str) -> None:
    ran = garner("users", "token", "Ana@Example.com", "--days", "7")
    token = ran.out.strip()
    assert ran.code == 0 and token.startswith("garner_") and ran.out == f"{token}\n"
    again = garner("users", "token", "ana@example.com")
    assert again.out.strip() != token
    query = "select id, name, hint, expires_at - created_at from api_tokens order by id"
    with psycopg.connect(database_url) as connection:
        kept = connection.execute(query).fetchall()
    assert [(name, life.days) for _, name, _, life in kept] == [("command line", 7), ("command line", 30)]
    assert token.endswith(kept[0][2])
    created = "The account was created."
    assert ran.err == f"Token {kept[0][0]} for ana@example.com expires in 7 days. {created}\n"
    assert again.err == f"Token {kept[1][0]} for ana@example.com expires in 30 days.\n"
    (ana,) = garner.json("users", "list")
    assert (ana["email"], ana["name"], ana["lastLogin"]) == ("ana@example.com", None, None)
    assert "ana@example.com" in garner("users", "list").out


def test_an_invalid_email_is_rejected(garner: Garner) -> None:
    assert "must be an email address" in garner.refused("users", "token", "ana")
    assert "must be an email address" in garner.refused("users", "tokens", "ana")
    assert "must be an email address" in garner.refused("users", "remove", "ana")


def test_tokens_are_listed_and_revoked_without_sign_in(garner: Garner, database_url: str) -> None:
    made = [garner("users", "token", "dora@example.com").out.strip() for _ in range(2)]
    second, first = garner.json("users", "tokens", "Dora@example.com")
    assert [first["hint"], second["hint"]] == [token[-4:] for token in made]
    assert set(first) == {"id", "name", "hint", "createdAt", "expiresAt", "lastUsedAt"}
    revoked = garner("users", "revoke", str(first["id"]))
    assert (revoked.code, revoked.out) == (0, f"Revoked token 'command line' (…{first['hint']}) of dora@example.com.\n")
    with psycopg.connect(database_url) as connection:
        left = connection.execute("select token_hash from api_tokens where hint = any(%s)", ([t[-4:] for t in made],))
        assert left.fetchall() == [(hashlib.sha256(made[1].encode()).hexdigest(),)]
    assert [token["id"] for token in garner.json("users", "tokens", "dora@example.com")] == [second["id"]]
    assert second["hint"] in garner("users", "tokens", "dora@example.com").out
    assert "There is no such API token." in garner.refused("users", "revoke", str(first["id"]))
    assert "There is no account for eve@example.com." in garner.refused("users", "tokens", "eve@example.com")


async def removing(database_url: str, folder: Path, answer: str) -> Ran:
    """Run in a separate process, since the command prompts."""
    environment = {**os.environ, "DATABASE_URL": database_url, "GARNER_DATA_DIR": str(folder)}
    arguments = ("users", "remove", "carl@example.com")
    return await run_command(*arguments, environment=environment, folder=folder, given=answer.encode())


async def test_an_account_is_removed_only_after_confirmation(garner: Garner, database_url: str, tmp_path: Path) -> None:
    whole = "carl@example.com with 0 jobs, 0 saved recipes, 1 token and 0 webhooks"
    garner("users", "token", "carl@example.com")
    for unsure in ("n\n", ""):
        left = await removing(database_url, tmp_path, unsure)
        assert (left.code, left.out.strip()) == (1, "") and f"Remove {whole}?" in left.err
    assert len(garner.json("users", "tokens", "carl@example.com")) == 1
    gone = await removing(database_url, tmp_path, "y\n")
    assert (gone.code, gone.out.strip()) == (0, f"Removed {whole}.")
    garner("users", "token", "carl@example.com")
    assert garner("users", "remove", "Carl@example.com", "--yes").out == f"Removed {whole}.\n"
    refused = garner.refused("users", "remove", "carl@example.com", "--yes")
    assert "There is no account for carl@example.com." in refused


def test_actions_by_command_are_listed_with_their_author_and_changes(garner: Garner) -> None:
    assert garner("audit", "list").out == "No actions match.\n"
    garner("domains", "set", "shop.example", "--pause")
    garner("domains", "set", "shop.example", "--resume", "--delay", "0.5")
    garner("proxies", "add", "http://me@proxy.example:3128", PROXY_PASSWORD="swordfish")
    garner("crawl", "add", "-k", "product", SHOP)
    garner("users", "token", "ana@example.com")
    garner("users", "remove", "ana@example.com", "--yes")
    entries = garner.json("audit", "list")
    assert [entry["action"] for entry in reversed(entries)] == [
        *("domain.change", "domain.change", "proxy.add", "crawl_task.order"),
        *("user.create", "api_token.create", "user.remove"),
    ]
    whose = f"{pwd.getpwuid(os.getuid()).pw_name} on the command line"
    assert {(entry["actor"], entry["source"], entry["address"]) for entry in entries} == {(whose, "command", None)}
    assert "swordfish" not in str(entries)

    listed = garner("audit", "list", "--object", "domain:shop.example", "--action", "domain.change").out
    assert "paused: true → false" in listed and "crawlDelaySeconds: null → 0.5" in listed
    assert garner.json("audit", "list", "--actor", "nobody") == []
    assert len(garner.json("audit", "list", "--limit", "2")) == 2
    assert len(garner.json("audit", "list", "--before", str(entries[-3]["id"]))) == 2
    assert garner.json("audit", "list", "--since", "2100-01-01") == []
    assert "--since 'soon' is not a date" in garner.refused("audit", "list", "--since", "soon")


def test_pages_of_a_table_are_added_with_values_of_their_own(garner: Garner, tmp_path: Path) -> None:
    table = tmp_path / "orders.csv"
    table.write_text("url,priority,crawlFrequency\nhttps://shop.example/pan,1,PT6H\nhttps://shop.example/pot,,once\n")
    added = garner("crawl", "add", "-k", "product", "--priority", "3", str(table), "https://shop.example/lid")
    assert (added.code, added.out) == (0, "3 pages added.\n"), added.err
    listed = {page["url"]: (page["priority"], page["crawlFrequency"]) for page in garner.json("crawl", "list")}
    assert listed == {
        "https://shop.example/pan": (1, "PT6H"),
        "https://shop.example/pot": (3, None),
        "https://shop.example/lid": (3, "P1D"),
    }
    table.write_text("url,priority\nhttps://shop.example/pan,11\nhttps://shop.example/pot,x\n")
    refused = garner.refused("crawl", "add", "-k", "product", str(table))
    assert "lines.2.priority must be at most 10" in refused and "3.priority: Must be an integer" in refused
    table.write_text("url,priority\nftp://shop.example/pan,1\n")
    assert "line 2: " in garner.refused("crawl", "add", "-k", "product", str(table))


# Sites -------------------------------------------------------------------------------------------------------


@pytest.fixture
def shop() -> Iterator[str]:
    """A site on loopback with a sitemap of three pages."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:  # the name that the library calls
            url = f"http://{self.headers['Host']}"
            pages = "".join(f"<url><loc>{url}{path}</loc></url>" for path in ("/p/1", "/p/2", "/about"))
            is_sitemap = self.path == "/sitemap.xml"
            self.send_response(200 if is_sitemap else 404)
            self.end_headers()
            self.wfile.write(f"<urlset>{pages}</urlset>".encode() if is_sitemap else b"")

        def log_message(self, *_: Any) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Answer) as server:
        Thread(target=server.serve_forever).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


ADD_SITE = ("sites", "add", "-k", "product", "--include", "/p/*", "--budget", "100")
PRIVATE = {"GARNER_FETCH_ALLOW_PRIVATE": "true"}


def test_a_site_is_previewed_and_starts_on_confirmation_only(garner: Garner, shop: str) -> None:
    ran = garner(*ADD_SITE, shop, **PRIVATE)
    host = shop.removeprefix("http://")
    assert ran.code == 1 and "Not started." in ran.err, ran
    assert f"{host}: 2 pages from 2 sources, about 2s at 1 s per page." in ran.out, ran
    assert f"{shop}/p/1" in ran.out and "Not crawled: 1 excluded." in ran.out
    (listed,) = garner.json("sites", "list")
    assert (listed["domain"], listed["status"], listed["found"]) == (host, "preview", 2)
    assert garner("sites", "start", shop).out == f"Started {host}.\n"
    assert garner("sites", "pause", host).out == f"Paused {host}.\n"
    shown = garner("sites", "show", host).out
    assert garner("sites", "show", str(listed["id"])).out == shown
    assert "paused" in shown and "2 of at most 100" in shown
    assert garner("sites", "remove", host).code == 1
    assert garner("sites", "remove", host, "--yes").out == f"Removed {host}.\n"
    assert garner("sites", "list").out.startswith("No sites.")


def test_a_site_starts_at_once_with_yes(garner: Garner, shop: str) -> None:
    started = garner.json(*ADD_SITE, shop, "--yes", "--priority", "2", "--every", "6h", **PRIVATE)
    assert (started["site"]["status"], started["site"]["frequency"], started["site"]["found"]) == ("running", "PT6H", 2)
    assert "already exists" in garner.refused(*ADD_SITE, shop, "--yes", **PRIVATE)


def test_errors_of_sites_say_what_is_wrong(garner: Garner) -> None:
    assert "There is no site other.example" in garner.refused("sites", "show", "other.example")
    assert "There is no site 4711" in garner.refused("sites", "show", "4711")
    assert "not a valid site name" in garner.refused("sites", "show", "9" * 30)
    assert "--budget must be" in garner.refused("sites", "add", "-k", "product", "x.example", "--budget", "99999999")
    assert "--every" in garner.refused("sites", "add", "-k", "product", "x.example", "--every", "soon")
    assert "not on x.example" in garner.refused(
        "sites", "add", "-k", "product", "x.example", "--sitemap", "https://y.example/s.xml"
    )

"""`garner parsers` as users type it."""

from multiprocessing.connection import Connection
from pathlib import Path

import psycopg
import pytest
from tests.contract.test_operators_commands import Garner, runner

__all__ = ["runner"]


@pytest.fixture
def counted(database_url: str) -> None:
    """A shop that lost its prices, and a shadow extractor that ran on one of its pages."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        connection.execute(
            """
            insert into parser_health (domain, kind, extractor, version, hour, tried, found, fields) values
                ('shop.example', 'product', 'garner', '2', now() - interval '5 hours', 400, 400, '{"price": 390}'),
                ('shop.example', 'product', 'garner', '2', now() - interval '1 hour', 40, 38, '{"price": 2}'),
                ('soup.example', 'recipe', 'garner', '2', now() - interval '1 hour', 7, 7, '{"title": 7}'),
                ('tea.example', 'auto', 'garner', '2', now() - interval '1 hour', 4, 3, '{}')
            """
        )
        connection.execute(
            """
            insert into parser_alerts (domain, kind, field, extractor, version, rate, baseline, pages, closed_at,
                                       closed_because) values
                ('shop.example', 'product', 'sku', 'garner', '1', 0.1, 0.9, 35, now(), 'recovered'),
                ('shop.example', 'product', 'price', 'garner', '2', 0.05, 0.98, 38, null, null)
            """
        )
        connection.execute(f"insert into resources (url_hash, url) values ('{'a' * 64}', 'https://shop.example/pan')")
        connection.execute(
            f"""
            insert into shadow_records (candidate, url_hash, kind, domain, version, data, compared, before, error_code,
                                        error) values
                ('mine:loud', '{"a" * 64}', 'product', 'shop.example', 'loud-1', '{{"price": 12, "name": "Pan"}}',
                 '{{"(whole record)": "same", "price": "changed", "name": "same"}}', '{{"price": 11}}', null, null),
                ('mine:loud', '{"a" * 64}', 'recipe', 'shop.example', null, null, '{{}}', '{{}}', 'extract_timeout',
                 'Extraction took longer than 30 s.')
            """
        )


@pytest.fixture
def garner(runner: Connection, database_url: str, tmp_path: Path, counted: None) -> Garner:  # the fixture
    return Garner(runner, database_url, tmp_path)


def test_sites_are_listed_with_their_baseline_and_weakest_fields(garner: Garner) -> None:
    ran = garner("parsers", "list")
    assert (ran.code, ran.err) == (0, "")
    (shop,) = [line for line in ran.out.splitlines() if "shop.example" in line]
    assert "95%" in shop and "100%" in shop and "price 5% (baseline 98%)" in shop and "40" in shop
    (soup,) = [line for line in ran.out.splitlines() if "soup.example" in line]
    assert "100%" in soup and "–" in soup
    assert [one["domain"] for one in garner.json("parsers", "list")] == ["shop.example", "soup.example", "tea.example"]
    assert [one["kind"] for one in garner.json("parsers", "list", "-k", "recipe")] == ["recipe"]
    assert [one["rate"] for one in garner.json("parsers", "list", "-k", "auto")] == [0.75]
    first = garner("parsers", "list", "--limit", "1")
    assert "For more results, use --after shop.example/product" in first.out
    assert [one["domain"] for one in garner.json("parsers", "list", "--after", "shop.example/product")] == [
        "soup.example",
        "tea.example",
    ]
    assert garner.json("parsers", "list", "--after", "tea.example/auto") == []
    assert garner.json("parsers", "list", "--domain", "www.Shop.example")[0]["alerts"] == ["price"]


def test_an_open_alert_is_shown_and_sets_the_exit_code(garner: Garner) -> None:
    ran = garner("parsers", "alerts")
    assert ran.code == 1 and "price" in ran.out and "sku" not in ran.out and "5%" in ran.out and "98%" in ran.out
    every = garner("parsers", "alerts", "--all")
    assert every.code == 1 and "sku" in every.out and "recovered, " in every.out
    quiet = garner("parsers", "alerts", "--domain", "soup.example")
    assert (quiet.code, quiet.out) == (0, "No open alerts: no site is extracted worse than before.\n")


def test_a_shadow_extractor_is_shown_by_field_and_page(garner: Garner) -> None:
    ran = garner("parsers", "shadow")
    assert (ran.code, ran.err) == (0, "")
    assert "mine:loud (loud-1): 1 page extracted as product." in ran.out
    assert "mine:loud: 1 page extracted as recipe, failed on 1." in ran.out
    assert "extract_timeout: Extraction took longer than 30 s.  https://shop.example/pan" in ran.out
    (price,) = [line.split() for line in ran.out.splitlines() if " price " in line]
    assert price == ["mine:loud", "product", "price", "1", "0", "0", "1", "0"]
    told = garner("parsers", "shadow", "--differences", "price")
    assert told.code == 0 and "https://shop.example/pan" in told.out and "11" in told.out and "12" in told.out
    (one,) = garner.json("parsers", "shadow", "--differences", "price")
    assert (one["before"], one["after"], one["change"]) == (11, 12, "changed")
    report = garner.json("parsers", "shadow", "--since", "1h")
    assert len(report["runs"]) == 2 and garner.json("parsers", "shadow", "--extractor", "other:one")["runs"] == []


def test_without_comparisons_the_reason_and_the_next_step_are_shown(
    runner: Connection, database_url: str, tmp_path: Path
) -> None:
    garner = Garner(runner, database_url, tmp_path)
    ran = garner("parsers", "shadow")
    assert ran.code == 0 and "no candidate extractor is set. Set GARNER_SHADOW_EXTRACTOR=MODULE:FUNCTION" in ran.out
    (tmp_path / ".env").write_text("GARNER_SHADOW_EXTRACTOR=mine:loud\n")
    ran = garner("parsers", "shadow")
    assert ran.code == 0 and "No comparisons yet. mine:loud is compared on every page that workers read" in ran.out
    assert "without options shows all" in garner("parsers", "shadow", "--since", "1h").out
    assert "without options shows all" in garner("parsers", "shadow", "--differences", "price").out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("list", "--after", "shop.example"), "--after shop.example/product"),
        (("shadow", "--since", "yesterday"), "--since 'yesterday' is not a date"),
    ],
)
def test_invalid_arguments_are_rejected_in_one_line(garner: Garner, arguments: tuple[str, ...], said: str) -> None:
    assert said in garner.refused("parsers", *arguments)

"""Providers: the configuration file, the queries, and the parsing of answers."""

import json
from pathlib import Path
from typing import Any

import pytest

from garner.core.matching.provider import Provider, read_providers, resolve_path
from garner.errors import ConfigurationError
from garner.runtime.stages.match.providers import load_providers

ACME = {
    "name": "acme",
    "url": "https://api.example.com/search?q={query}",
    "headers": {"X-Key": "secret"},
    "items": "result.products",
    "fields": {"title": "name", "brand": "maker.name", "gtin": "ean", "price": "prices.0.amount"},
    "queries": ["gtin", "brand title"],
}


def provider(**changes: Any) -> Provider:
    (read,) = read_providers(json.dumps([ACME | changes]))
    return read


def test_queries_follow_the_configured_order_and_use_only_existing_fields() -> None:
    acme = provider(queries=["gtin", "brand title", "title"])
    row = {"gtin": "4006381333931", "title": " Fine   liner ", "brand": "Stabilo"}
    assert acme.queries_for(row) == ["4006381333931", "Stabilo Fine liner", "Fine liner"]
    assert acme.queries_for({"gtin": "04006381333931"}) == ["4006381333931"]
    assert acme.queries_for({"title": "Fine liner"}) == ["Fine liner"]
    assert acme.queries_for({}) == []


def test_a_query_is_escaped_in_the_url() -> None:
    asked = provider().address("a&b=c/../?#% é")
    assert asked == "https://api.example.com/search?q=a%26b%3Dc%2F..%2F%3F%23%25%20%C3%A9"


def test_hits_are_read_from_the_configured_paths() -> None:
    product = {"name": "Fine liner", "maker": {"name": "Stabilo"}, "ean": 4006381333931, "prices": [{"amount": 1.5}]}
    body = json.dumps({"result": {"products": [product, {"name": None}, "odd", {"ean": "1"}]}}).encode()
    assert provider().hits(body) == [
        {"title": "Fine liner", "brand": "Stabilo", "gtin": "4006381333931", "price": "1.5"}
    ]


@pytest.mark.parametrize("body", [b"", b"<html>", b"{}", b'{"result": {"products": {}}}', b"\xff", b"[" * 100_000])
def test_an_answer_of_an_unexpected_shape_is_an_error(body: bytes) -> None:
    with pytest.raises(ValueError):
        provider().hits(body)


def test_texts_of_a_provider_are_truncated_and_sanitised() -> None:
    long = "x" * 100_000
    body = json.dumps({"result": {"products": [{"name": long}, {"name": "a\0b\ud800c"}] * 50}}).encode()
    hits = provider().hits(body)
    assert len(hits) == 20 and len(hits[0]["title"]) == 4_000
    assert hits[1]["title"] == "ab?c"


def test_a_path_that_does_not_exist_gives_none() -> None:
    assert resolve_path({"a": [{"b": 1}]}, "a.0.b") == 1
    for path in ("a.1.b", "a.x", "a.0.b.c", "z"):
        assert resolve_path({"a": [{"b": 1}]}, path) is None


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("{", "not JSON"),
        ("{}", "must be a list"),
        ("[1]", "provider 1: it must be an object"),
        ([ACME, ACME], "two providers have the name 'acme'"),
        ([ACME | {"name": ""}], "'name'"),
        ([ACME | {"url": "https://api.example.com/search"}], "{query}"),
        ([ACME | {"url": "ftp://api.example.com/{query}"}], "'url' must be like"),
        ([ACME | {"url": "https://{query}.example.com/"}], "'url' must be like"),
        ([ACME | {"url": "https://me:secret@api.example.com/{query}"}], "must not contain a user name or password"),
        ([ACME | {"fields": {"name": "name"}}], "'fields' contains the unknown field 'name'"),
        ([ACME | {"fields": {"brand": "b"}}], "path for 'title'"),
        ([ACME | {"queries": ["colour"]}], "'queries' contains the unknown field 'colour'"),
        ([ACME | {"queries": "gtin"}], "'queries' must be a list"),
        ([ACME | {"headers": {"X": "a\nb"}}], "'headers'"),
        ([ACME | {"items": 3}], "'items'"),
        ([ACME, ACME | {"name": "b", "colour": 1}], "provider 2: unknown key 'colour'"),
    ],
)
def test_an_invalid_providers_file_is_reported_in_one_line(tmp_path: Path, given: Any, said: str) -> None:
    file = tmp_path / "providers.json"
    file.write_text(given if isinstance(given, str) else json.dumps(given))
    with pytest.raises(ConfigurationError) as refused:
        load_providers(file)
    assert said in refused.value.message and refused.value.message.startswith(f"GARNER_PROVIDERS={file} ")
    assert "\n" not in refused.value.message and "secret" not in refused.value.message


def test_an_unreadable_providers_file_is_reported(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="cannot be read"):
        load_providers(tmp_path / "nowhere.json")
    (tmp_path / "binary").write_bytes(b"\xff\xfe\xff")
    with pytest.raises(ConfigurationError, match="UTF-8"):
        load_providers(tmp_path / "binary")
    assert load_providers(None) == ()

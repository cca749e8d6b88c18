"""The operators' part of the API's own page: that everything on it can be tried, and shows what comes of it."""

import re
from typing import Any

import pytest
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from garner.api.admin import crawl_tasks, dead_letters, domains, parsers, proxies, reparse, workers
from garner.api.admin.examples import VALUES


@pytest.fixture
def document(openapi: dict[str, Any]) -> dict[str, Any]:
    return openapi


def operations(document: dict[str, Any]) -> list[tuple[str, str, dict[str, Any]]]:
    return [
        (method.upper(), path, operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    ]


def test_operators_and_people_can_say_their_tokens_on_the_page_and_nobody_else_is_asked_for_one(
    document: dict[str, Any],
) -> None:
    schemes = document["components"]["securitySchemes"]
    assert {(scheme["type"], scheme["scheme"]) for scheme in schemes.values()} == {("http", "bearer")}
    assert set(schemes) == {"operators", "people"} and "GARNER_ADMIN_TOKEN" in schemes["operators"]["description"]
    for method, path, operation in operations(document):
        asked = operation.get("security")
        if path.startswith("/api/admin"):
            assert asked == [{"operators": []}], (method, path)
        else:
            assert asked in (None, [{"people": []}], [{"people": []}, {}]), (method, path)
            assert (asked is None) == ("401" not in operation["responses"] or path == "/auth/google"), (method, path)


def test_no_two_shapes_share_a_name(document: dict[str, Any]) -> None:
    """They would be told apart by words of the framework's, which then stand in every client."""
    assert [name for name in document["components"]["schemas"] if not name.isidentifier()] == []


def test_that_a_token_is_asked_for_is_documented_with_its_header(document: dict[str, Any]) -> None:
    refused = document["paths"]["/api/admin/domains"]["get"]["responses"]
    assert "WWW-Authenticate" in refused["401"]["headers"] and "headers" not in refused["403"]


def test_every_answer_that_went_well_has_an_example_of_its_own_shape(document: dict[str, Any]) -> None:
    models = {
        (method, route.path): TypeAdapter(route.response_model)
        for face in (crawl_tasks, dead_letters, domains, parsers, proxies, reparse, workers)
        for route in face.router.routes
        if isinstance(route, APIRoute) and route.response_model is not None
        for method in route.methods
    }
    assert len(models) > 15
    for method, path, operation in operations(document):
        for status, answer in operation["responses"].items():
            if status.startswith("2") and "application/json" in answer.get("content", {}):
                example = answer["content"]["application/json"]["example"]
                shape = models.get((method, path))
                if shape is not None:
                    shown = shape.dump_python(shape.validate_python(example), mode="json", by_alias=True)
                    assert keys(shown) == keys(example), (method, path)


def keys(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: keys(inner) for name, inner in value.items()}
    return [keys(inner) for inner in value] if isinstance(value, list) else None


def test_every_word_of_an_answer_has_a_value_to_show(document: dict[str, Any]) -> None:
    """Whoever adds a field to a shape that operators see adds to `VALUES` what it looks like, unless the shape has an
    example of its own."""
    wanting = {
        f"{shape}.{name}"
        for shape, schema in document["components"]["schemas"].items()
        for name, field in schema.get("properties", {}).items()
        if field.get("type") == "string" and not {"format", "enum", "const"} & field.keys()
        if shape.endswith(("Shape", "Breaker")) and "examples" not in schema
        if not {name, f"{shape}.{name}"} & VALUES.keys()
    }
    assert wanting == set()


def test_names_in_addresses_are_written_like_those_in_bodies(document: dict[str, Any]) -> None:
    """Which is in camelCase where a face's contract has it so, and else in snake_case."""
    camel = ("/api/admin", "/api/items", "/api/jobs", "/parse-requests")
    named = {(path.startswith(camel), name) for path in document["paths"] for name in re.findall(r"{(.*?)}", path)}
    assert {(True, "requestId"), (True, "taskId"), (True, "runId"), (False, "token_id"), (False, "job_id")} <= named
    for in_camel, name in named:
        assert re.fullmatch(r"[a-z]+([A-Z][a-z]+)*" if in_camel else r"[a-z]+(_[a-z]+)*", name), name


def test_every_route_says_in_a_line_what_it_is_for_and_what_may_go_wrong(document: dict[str, Any]) -> None:
    for method, path, operation in operations(document):
        assert operation["summary"], (method, path)
        if operation.get("security") == [{"people": []}]:
            assert {"401", "429", "503"} <= set(operation["responses"]), (method, path)
        if "requestBody" in operation and path.startswith(("/auth", "/api/tokens")):
            assert {"400", "413", "422"} <= set(operation["responses"]), (method, path)

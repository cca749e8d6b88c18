"""The operators' part of the API documentation: complete, with examples that match the answers."""

import re
from typing import Any

import pytest
from fastapi.routing import APIRoute
from pydantic import TypeAdapter

from garner.api.admin import audit, crawl_tasks, dead_letters, domains, parsers, proxies, reparse, sites, workers
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


def test_only_routes_for_operators_and_users_document_a_bearer_token(
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


def test_no_two_schemas_share_a_name(document: dict[str, Any]) -> None:
    """The framework would otherwise generate names to tell them apart, which every client would contain."""
    assert [name for name in document["components"]["schemas"] if not name.isidentifier()] == []


def test_the_401_answer_is_documented_with_its_header(document: dict[str, Any]) -> None:
    refused = document["paths"]["/api/admin/domains"]["get"]["responses"]
    assert "WWW-Authenticate" in refused["401"]["headers"] and "headers" not in refused["403"]


def test_every_successful_answer_has_an_example_of_its_schema(document: dict[str, Any]) -> None:
    models = {
        (method, route.path): TypeAdapter(route.response_model)
        for face in (audit, crawl_tasks, dead_letters, domains, parsers, proxies, reparse, sites, workers)
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


def test_every_string_field_of_an_answer_has_an_example_value(document: dict[str, Any]) -> None:
    """A new field of a schema for operators needs an example in `VALUES`, unless the schema has an
    example."""
    wanting = {
        f"{shape}.{name}"
        for shape, schema in document["components"]["schemas"].items()
        for name, field in schema.get("properties", {}).items()
        if field.get("type") == "string" and not {"format", "enum", "const"} & field.keys()
        if shape.endswith(("Shape", "Breaker")) and "examples" not in schema
        if not {name, f"{shape}.{name}"} & VALUES.keys()
    }
    assert wanting == set()


def test_path_parameters_use_the_same_case_as_bodies(document: dict[str, Any]) -> None:
    """camelCase if the contract of the face uses it, otherwise snake_case."""
    camel = ("/api/admin", "/api/items", "/api/jobs", "/api/products", "/parse-requests")
    named = {(path.startswith(camel), name) for path in document["paths"] for name in re.findall(r"{(.*?)}", path)}
    assert {(True, "requestId"), (True, "taskId"), (True, "runId"), (False, "token_id"), (False, "job_id")} <= named
    for in_camel, name in named:
        assert re.fullmatch(r"[a-z]+([A-Z][a-z]+)*" if in_camel else r"[a-z]+(_[a-z]+)*", name), name


def test_every_route_documents_a_summary_and_its_errors(document: dict[str, Any]) -> None:
    for method, path, operation in operations(document):
        assert operation["summary"], (method, path)
        if operation.get("security") == [{"people": []}]:
            assert {"401", "429", "503"} <= set(operation["responses"]), (method, path)
        if "requestBody" in operation and path.startswith(("/auth", "/api/tokens")):
            assert {"400", "413", "422"} <= set(operation["responses"]), (method, path)

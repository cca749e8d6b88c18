"""The API's document describes records by the models of their kinds."""

from functools import cache
from pathlib import Path
from typing import Any

import orjson
import pytest
from pydantic import BaseModel, ValidationError

from garner.api.document import openapi_document
from garner.api.faces.mailbox.saved_recipes import RecipeShown
from garner.api.http.record_schemas import AnyRecord, describe_field, schema_of
from garner.core.matching.strategies import StoredCandidate
from garner.core.record import MARKUP_TYPES, Kind
from garner.extraction import extract
from garner.kinds.export_columns import LAST_OF_RESULT, MATCH_COLUMNS
from garner.kinds.flat_results import ResultCandidate, ResultFacts, ResultOffer
from garner.kinds.model_fields import fields_of, names_of, parts_of
from garner.kinds.own_recipe import GROUPS, SITE_FIELDS, OwnRecipe
from garner.kinds.recipe.model import Recipe
from garner.kinds.registry import KINDS
from garner.runtime.stages.match.row_matching import offer_of
from garner.store.records.catalogue import CatalogueEntry

PARTS = dict.fromkeys(part for declared in KINDS.values() for part in declared.parts.values())
MODELS = [*(declared.model for declared in KINDS.values()), *PARTS, ResultCandidate, ResultOffer, ResultFacts]
# Structured data of a page with a record of each kind, in which no list of parts is empty.
STRUCTURED_DATA = {kind: (Path(__file__).parents[1] / f"kinds/{kind}.json").read_bytes() for kind in Kind}


@cache
def schemas() -> dict[str, Any]:
    found: dict[str, Any] = orjson.loads(orjson.dumps(openapi_document()))["components"]["schemas"]
    return found


def is_documented(model: type, value: object) -> bool:
    try:
        schema_of(model).model_validate(value, strict=True)
    except ValidationError:
        return False
    return True


@cache
def record(kind: Kind) -> dict[str, Any]:
    page = b'<script type="application/ld+json">' + STRUCTURED_DATA[kind] + b"</script>"
    return dict(extract(page, url="https://a.example/", charset=None, kinds=[kind]).records[kind].data)


def references(schema: Any) -> set[str]:
    """Return the names of the schemas that a schema refers to."""
    if isinstance(schema, list):
        return {name for each in schema for name in references(each)}
    if not isinstance(schema, dict):
        return set()
    own = {schema["$ref"].rpartition("/")[2]} if "$ref" in schema else set()
    return own | {name for each in schema.values() for name in references(each)}


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.__name__)
def test_a_schema_lists_the_fields_of_its_model_in_order_with_their_meanings(model: type) -> None:
    properties = schemas()[model.__name__]["properties"]
    assert {name: schema["description"] for name, schema in properties.items()} == {
        field.name: describe_field(field) for field in fields_of(model)
    }
    assert tuple(properties) == names_of(model)


@pytest.mark.parametrize("kind", Kind)
def test_the_schema_of_a_record_refers_to_the_schemas_of_its_parts(kind: Kind) -> None:
    properties = schemas()[KINDS[kind].model.__name__]["properties"]
    parts = parts_of(KINDS[kind].model)
    assert {name: references(properties[name]) for name in parts} == {name: {parts[name].__name__} for name in parts}


@pytest.mark.parametrize("kind", Kind)
def test_an_extracted_record_has_the_fields_and_types_of_its_model(kind: Kind) -> None:
    data = record(kind)
    assert tuple(data) == names_of(KINDS[kind].model)
    schema_of(KINDS[kind].model).model_validate(data, strict=True)
    for list_name, part in KINDS[kind].parts.items():
        assert data[list_name] and all(set(entry) == set(names_of(part)) for entry in data[list_name])


@pytest.mark.parametrize("kind", Kind)
def test_the_markup_of_a_record_has_a_type_of_its_kind(kind: Kind) -> None:
    assert orjson.loads(STRUCTURED_DATA[kind])["@type"].lower() in MARKUP_TYPES[kind]


@pytest.mark.parametrize("kind", Kind)
def test_a_record_of_another_version_or_parser_is_documented_too(kind: Kind) -> None:
    model, data = KINDS[kind].model, record(kind)
    assert is_documented(model, {}) and is_documented(model, dict.fromkeys(data))
    assert is_documented(model, data | {"stars": 5})
    assert not any(is_documented(model, data | {field: [[]]}) for field in data)


@pytest.mark.parametrize("kind", Kind)
def test_the_answer_to_a_parse_request_requires_the_promised_fields(kind: Kind) -> None:
    declared = KINDS[kind]
    schema = schemas()[f"Parsed{declared.model.__name__}"]
    assert set(schema["required"]) == {*declared.promised, "parsedAt"}
    assert tuple(schema["properties"]) == (*declared.names, "parsedAt")
    for list_name, promised in declared.promised_of_parts.items():
        part = f"Parsed{declared.parts[list_name].__name__}"
        assert references(schema["properties"][list_name]) == {part}
        assert set(schemas()[part]["required"]) == set(promised)


def test_answers_with_a_record_of_any_kind_refer_to_every_kind() -> None:
    records = {declared.model.__name__ for declared in KINDS.values()}
    for shape, field in (("Extracted", "record"), ("ItemRecordShape", "record")):
        assert references(schemas()[shape]["properties"][field]) == records
    assert references(schemas()["ItemShape"]["properties"]["result"]) == {*records, "ResultFacts"}
    for shape in ("Polled", "CachedRecord"):
        named = {kind.value: schemas()[shape]["properties"][kind.value] for kind in Kind}
        assert {kind: references(schema) for kind, schema in named.items()} == {
            kind.value: {f"Parsed{declared.model.__name__}"} for kind, declared in KINDS.items()
        }


def test_answers_with_a_recipe_refer_to_recipes() -> None:
    assert references(schemas()["ParseResult"]["properties"]["recipe"]) == {"Recipe"}
    shown = schemas()["RecipeShown"]["properties"]
    assert references(shown["ingredients"]) == {"Ingredient"}
    assert references(shown["instruction_groups"]) == {"InstructionGroup"}
    assert all(shown[name]["description"] for name in names_of(OwnRecipe))


def test_a_saved_recipe_has_the_fields_of_a_recipe() -> None:
    assert set(names_of(OwnRecipe)) <= set(RecipeShown.model_fields)
    assert tuple(name for name in names_of(Recipe) if name != GROUPS) == SITE_FIELDS


def test_a_record_is_sent_as_it_is() -> None:
    class Answer(BaseModel):
        record: AnyRecord | None

    odd: dict[str, Any] = {"title": 7, "ingredients": {"stars": [1.0, None]}, "more": "1"}
    assert orjson.loads(Answer(record=odd).model_dump_json()) == {"record": odd}
    assert list(Answer(record=odd).model_dump()["record"]) == list(odd)


def test_the_fields_of_a_result_are_the_columns_of_its_export() -> None:
    assert set(names_of(ResultFacts)) == {"kind", "url", *MATCH_COLUMNS, *LAST_OF_RESULT}


def test_the_candidates_and_offers_of_a_result_have_the_fields_of_their_models() -> None:
    candidate = StoredCandidate(1, "Pan", None, None, None, 0.9, "gtin", "shops")
    assert tuple(candidate.serialize()) == names_of(ResultCandidate)
    entry = CatalogueEntry(1, "https://a.example/", "Pan", None, None, None, None, None, None, None, None)
    assert tuple(offer_of(entry)) == names_of(ResultOffer)

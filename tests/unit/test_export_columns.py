"""The rows of a job that go into a file, and their headers."""

import json

from garner.core.lifecycle import ItemStatus
from garner.core.record import Kind
from garner.kinds.export_columns import ExportColumns, ExportRow, ExportScope, RowSelection, columns_of, json_lines


def test_the_headers_of_products_are_in_their_canonical_order() -> None:
    headers = columns_of([Kind.PRODUCT], has_matches=True, input_headers=["Name", "EAN"]).headers
    assert headers == [
        *("row", "status", "attempts", "kind", "url"),
        *("name", "description", "price", "currency", "list_price", "availability", "rating", "review_count", "brand"),
        *("category", "sku", "gtin", "mpn", "images", "variants"),
        *("match_id", "match_score", "match_strategy", "candidates", "offers"),
        *("confidence", "strategy", "warnings", "error_code", "error_message"),
        *("input.Name", "input.EAN"),
    ]


def test_kinds_have_a_fixed_order_and_share_columns_of_the_same_name() -> None:
    headers = columns_of([Kind.POSTING, Kind.RECIPE], has_matches=False, input_headers=[]).headers
    assert headers.count("title") == headers.count("description") == 1
    assert headers.index("ingredients") < headers.index("company")
    assert not {"match_id", "candidates", "price"} & set(headers)


def test_an_export_without_kinds_has_all_common_columns() -> None:
    assert columns_of([], has_matches=False, input_headers=["a"]).headers == [
        *("row", "status", "attempts", "kind", "url", "confidence", "strategy", "warnings"),
        *("error_code", "error_message", "input.a"),
    ]


def test_an_input_field_does_not_replace_a_result_field_of_the_same_name() -> None:
    row = ExportRow(3, "id", "DONE", 1, None, None, '{"name": "Pan"}', '{"name": "PAN!", "other": 1}')
    columns = ExportColumns(["name", "price"], ["name", "missing"])
    assert list(columns.cells([row])) == [[3, "DONE", 1, "Pan", None, None, None, "PAN!", None]]


def test_a_json_line_keeps_all_digits_of_a_stored_number() -> None:
    row = ExportRow(3, "some-id", "ERROR", 2, "fetch_timeout", 'It said "no"', '{"n": 12345678901234567890123}', None)
    (line,) = json_lines([row])
    assert '"result":{"n": 12345678901234567890123}' in line
    assert json.loads(line) == {
        "row": 3,
        "id": "some-id",
        "status": "ERROR",
        "attempts": 2,
        "input": None,
        "result": {"n": 12345678901234567890123},
        "error": {"code": "fetch_timeout", "message": 'It said "no"'},
    }


def test_scope_and_statuses_are_combined_with_and() -> None:
    assert RowSelection().wanted_statuses is None
    assert RowSelection(ExportScope.SELECTED).wanted_statuses is None
    assert RowSelection(ExportScope.FAILED).wanted_statuses == (ItemStatus.ERROR, ItemStatus.NOT_FOUND)
    assert RowSelection(ExportScope.FAILED, (ItemStatus.ERROR, ItemStatus.DONE)).wanted_statuses == (ItemStatus.ERROR,)
    assert RowSelection(ExportScope.CHANGED, (ItemStatus.ERROR,)).wanted_statuses == ()
    assert RowSelection(statuses=(ItemStatus.DONE,)).wanted_statuses == (ItemStatus.DONE,)

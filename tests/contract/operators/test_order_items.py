"""Orders of many pages, each with values of its own: as items of JSON, or as rows of a CSV."""

from typing import Any

import httpx
import pytest
from tests.contract.operators.conftest import fields_of

PATH = "/api/admin/crawl-tasks"
PAN, POT, LID = (f"https://shop.example/{name}" for name in ("pan", "pot", "lid"))
AT = "2030-01-01T00:00:00Z"


async def shown(client: httpx.AsyncClient) -> dict[str, dict[str, Any]]:
    return {task["url"]: task for task in (await client.get(PATH)).json()["tasks"]}


async def send_table(client: httpx.AsyncClient, text: str | bytes, **options: Any) -> httpx.Response:
    headers = {"Content-Type": options.pop("content_type", "text/csv")}
    return await client.post(PATH, content=text, headers=headers, params={"kinds": "product", **options})


async def test_items_have_values_of_their_own_and_the_common_ones_otherwise(operator: httpx.AsyncClient) -> None:
    items = [{"url": PAN, "priority": 1, "scheduledAt": AT}, {"url": POT, "crawlFrequency": None}, {"url": LID}]
    body = {"items": items, "kinds": ["product"], "priority": 3, "crawlFrequency": "PT6H"}
    answer = await operator.post(PATH, json=body)
    assert answer.status_code == 200, answer.text
    assert (answer.json()["ordered"], len(answer.json()["ids"])) == (3, 3)
    tasks = await shown(operator)
    assert [(tasks[url]["priority"], tasks[url]["crawlFrequency"]) for url in (PAN, POT, LID)] == [
        (1, "PT6H"),
        (3, None),
        (3, "PT6H"),
    ]
    assert tasks[PAN]["scheduledAt"] == AT and tasks[POT]["scheduledAt"] != AT


async def test_items_change_only_the_fields_that_they_name(operator: httpx.AsyncClient) -> None:
    first = [{"url": PAN, "priority": 1, "crawlFrequency": 3600}, {"url": POT, "priority": 2}]
    await operator.post(PATH, json={"items": first, "kinds": ["product"]})
    second = [{"url": PAN, "crawlFrequency": "P1D"}, {"url": POT}, {"url": LID}]
    answer = (await operator.post(PATH, json={"items": second, "kinds": ["product"]})).json()
    assert (answer["ordered"], answer["amended"], answer["unchanged"]) == (1, 1, 1)
    tasks = await shown(operator)
    assert [(tasks[url]["priority"], tasks[url]["crawlFrequency"]) for url in (PAN, POT, LID)] == [
        (1, "P1D"),
        (2, "P1D"),
        (5, "P1D"),
    ]


async def test_items_and_urls_may_be_ordered_together_and_the_last_of_a_page_counts(
    operator: httpx.AsyncClient,
) -> None:
    items = [{"url": PAN, "priority": 8}, {"url": f"{PAN}#top", "priority": 1}]
    body = {"urls": [PAN, POT], "items": items, "kinds": ["product"], "priority": 4}
    assert (await operator.post(PATH, json=body)).json()["ordered"] == 2
    tasks = await shown(operator)
    assert {task["priority"] for task in tasks.values()} == {1, 4} and tasks[POT]["priority"] == 4


@pytest.mark.parametrize(
    ("items", "field"),
    [
        ([], "items"),
        ([{"url": PAN}, {"priority": 1}], "items.1.url"),
        ([{"url": PAN}, {"url": "nonsense"}], "items.1.url"),
        ([{"url": PAN}, {"url": POT, "priority": 11}], "items.1.priority"),
        ([{"url": PAN, "priority": "1"}], "items.0.priority"),
        ([{"url": PAN, "crawlFrequency": "often"}], "items.0.crawlFrequency"),
        ([{"url": PAN, "scheduledAt": "2030-01-01"}], "items.0.scheduledAt"),
        ([{"url": PAN, "kinds": ["recipe"]}], "items.0.kinds"),
        ([PAN], "items.0"),
    ],
)
async def test_an_invalid_item_names_its_field_and_nothing_is_ordered(
    operator: httpx.AsyncClient, items: list[Any], field: str
) -> None:
    answer = await operator.post(PATH, json={"items": items, "kinds": ["product"]})
    assert fields_of(answer) == [field]
    assert await shown(operator) == {}


async def test_the_audit_log_has_the_values_of_each_page(operator: httpx.AsyncClient) -> None:
    items = [{"url": PAN, "priority": 1}, {"url": POT, "crawlFrequency": None}]
    await operator.post(PATH, json={"items": items, "kinds": ["product"]})
    (entry,) = (await operator.get("/api/admin/audit")).json()["entries"]
    named = {item["url"]: item for item in entry["after"]["items"]}
    assert (named[PAN]["priority"], "crawlFrequency" in named[PAN]) == (1, False)
    assert (named[POT]["priority"], named[POT]["crawlFrequency"]) == (None, None)
    assert entry["after"]["count"] == 2


# CSV ---------------------------------------------------------------------------------------------------------


async def test_a_table_is_ordered_row_by_row(operator: httpx.AsyncClient) -> None:
    table = f"url,priority,crawlFrequency,scheduledAt\r\n{PAN},1,PT6H,{AT}\r\n\r\n{POT},,once,\r\n{LID},,3600\r\n"
    answer = await send_table(operator, table)
    assert answer.status_code == 200, answer.text
    assert answer.json()["ordered"] == 3
    tasks = await shown(operator)
    assert [(tasks[url]["priority"], tasks[url]["crawlFrequency"]) for url in (PAN, POT, LID)] == [
        (1, "PT6H"),
        (5, None),
        (5, "PT1H"),
    ]
    assert tasks[PAN]["scheduledAt"] == AT and tasks[PAN]["kinds"] == ["product"]


@pytest.mark.parametrize("delimiter", [";", "\t"])
async def test_a_table_may_have_another_delimiter_a_mark_and_its_columns_in_any_order(
    operator: httpx.AsyncClient, delimiter: str
) -> None:
    lines = [("CrawlFrequency", " URL "), ("PT6H", f'"{PAN}"')]
    table = "\n".join(map(delimiter.join, lines)).encode("utf-8-sig")
    answer = await send_table(operator, table, content_type="Text/CSV; charset=UTF-8")
    assert answer.status_code == 200, answer.text
    assert (await shown(operator))[PAN]["crawlFrequency"] == "PT6H"


@pytest.mark.parametrize(
    ("row", "field"),
    [
        (",3,,", "lines.3.url"),
        (f"{POT},11,,", "lines.3.priority"),
        (f"{POT},first,,", "lines.3.priority"),
        (f"{POT},,often,", "lines.3.crawlFrequency"),
        (f"{POT},,,tomorrow", "lines.3.scheduledAt"),
        ("ftp://shop.example/,,,", "lines.3.url"),
    ],
)
async def test_an_invalid_row_is_named_by_its_line_and_nothing_is_ordered(
    operator: httpx.AsyncClient, row: str, field: str
) -> None:
    answer = await send_table(operator, f"url,priority,crawlFrequency,scheduledAt\n{PAN},1,,\n{row}\n")
    assert fields_of(answer) == [field]
    assert await shown(operator) == {}


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("", "no column url"),
        ("url,priority\n", "no rows"),
        (f"link\n{PAN}\n", "unknown column 'link'"),
        (f"url,url\n{PAN},{PAN}\n", "a column twice"),
        (f"url\n{PAN},7\n", "Line 2 of the table has 2 cells"),
        (f'url\n"{PAN}\n', "not valid CSV"),
        (f"url\n{'x' * 200_000}\n", "longer than"),
        (b"url\n\xff\xfe\n", "not text in UTF-8"),
        (b"url\nhttps://shop.example/\x00\n", "not text in UTF-8"),
        ("url\n" + f"{PAN}\n" * 10_001, "more than 10,000 rows"),
    ],
)
async def test_an_unusable_table_says_why(operator: httpx.AsyncClient, table: str | bytes, message: str) -> None:
    answer = await send_table(operator, table)
    assert answer.status_code == 422 and message in answer.json()["error"], answer.text


async def test_a_table_needs_kinds_in_the_query_and_json_has_them_in_the_body(operator: httpx.AsyncClient) -> None:
    table = f"url\n{PAN}\n"
    assert fields_of(await send_table(operator, table, kinds=[])) == ["kinds"]
    assert fields_of(await send_table(operator, table, kinds="poem")) == ["kinds.0"]
    body = {"urls": [PAN], "kinds": ["product"]}
    assert fields_of(await operator.post(PATH, json=body, params={"kinds": "recipe"})) == ["kinds"]
    assert (await send_table(operator, table, content_type="text/plain")).status_code == 422
    assert await shown(operator) == {}


async def test_a_table_may_be_larger_than_other_bodies_within_its_own_limit(operator: httpx.AsyncClient) -> None:
    rows = "".join(f"https://shop.example/{number}?{'x' * 1500},{number % 10 + 1}\n" for number in range(1000))
    answer = await send_table(operator, f"url,priority\n{rows}")
    assert answer.json()["ordered"] == 1000, answer.text
    assert (await send_table(operator, b"url\n" + b"x" * 5_000_000)).status_code == 413

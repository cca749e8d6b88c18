"""The rows of a job as a file: selection, headers, file name, and cells equal to the grid."""

import csv
import io
import json
import re
from dataclasses import replace
from typing import Any

import httpx
import openpyxl
import pytest

from garner.api.faces.batches.exports import disposition
from garner.core.record import Kind
from garner.engine.jobs import exports
from garner.engine.jobs.job_access import own_job
from garner.kinds.export_columns import Format
from garner.kinds.registry import KINDS
from garner.runtime.streams import export_streams

from .conftest import Jobs, table

PAN = {"kind": "product", "url": "https://shop.example/pan", "name": "Pan", "price": "10.50", "rating": 4.5}
NASTY: dict[str, Any] = {
    "kind": "product",
    "url": "https://shop.example/?a=1&b=<2>",
    "name": '=HYPERLINK("http://evil.example","Füße 漢字 🍲")',
    "description": "two\nlines, a \"quote\", a 'quote',\ta tab; and\r\na return ",
    "price": "10.50",
    "currency": "+EUR",
    "list_price": "-5.00",
    "availability": "@in_stock",
    "rating": -4.5,
    "review_count": 9007199254740993,
    "brand": " ＝1+1",
    "category": "_x0041_",
    "sku": "007",
    "gtin": "12345678901234567890",
    "mpn": "-",
    "images": [{"url": "https://shop.example/1.jpg", "alt": '"<&>"', "position": 0}],
    "variants": [],
    "match_score": 0.1,
    "match_strategy": "gtin",
    "candidates": [{"id": 1, "name": "=1", "score": 0.5}, {"id": 2, "name": None, "score": 1}],
    "confidence": 0.93,
    "strategy": "json_ld",
    "warnings": ["one", "=two"],
}
INPUT = {"Name": "\t=cmd|' /C calc'!A0", "=Formel": "x" * 50_000, "Preis": -3, "Leer": None, "Liste": ["a", 1]}


async def failed_and_done(jobs: Jobs) -> int:
    return await jobs.job(
        "ana@example.com",
        [
            {"result": PAN, "given": {"Name": "pan"}},
            {"result": PAN | {"name": "Pot"}, "given": {"Name": "pot"}, "unchanged": True},
            {"status": "ERROR", "code": "fetch_timeout", "message": "It took too long.", "given": {"Name": "lid"}},
            {"status": "NOT_FOUND", "result": {"candidates": [{"id": 7, "score": 0.4}]}, "given": {"Name": "cup"}},
            {"status": "PENDING", "given": {"Name": "mug"}, "attempts": 0},
        ],
        columns=["Name"],
    )


async def rows_of(client: httpx.AsyncClient, job: int, query: str = "", **body: Any) -> list[int]:
    address = f"/api/jobs/{job}/export?{query}"
    answer = await (client.post(address, json=body) if body else client.get(address))
    assert answer.status_code == 200, answer.text
    return [row["row"] for row in table(answer.content)]


async def test_the_default_export_is_a_workbook_of_all_rows_named_after_the_file(
    jobs: Jobs, ana: httpx.AsyncClient
) -> None:
    answer = await ana.get(f"/api/jobs/{await failed_and_done(jobs)}/export")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
    assert answer.headers["content-disposition"] == 'attachment; filename="products.xlsx"'
    rows = table(answer.content)
    assert [(row["row"], row["status"], row["attempts"], row["name"]) for row in rows] == [
        (1, "DONE", 1, "Pan"),
        (2, "DONE", 1, "Pot"),
        (3, "ERROR", 1, None),
        (4, "NOT_FOUND", 1, None),
        (5, "PENDING", 0, None),
    ]
    assert (rows[2]["error_code"], rows[2]["error_message"]) == ("fetch_timeout", "It took too long.")
    assert rows[3]["candidates"] == '[{"id":7,"score":0.4}]'
    assert [row["input.Name"] for row in rows] == ["pan", "pot", "lid", "cup", "mug"]


async def test_the_owner_can_request_the_headers(jobs: Jobs, ana: httpx.AsyncClient) -> None:
    job = await failed_and_done(jobs)
    headers = (await ana.get(f"/api/jobs/{job}/columns")).json()["headers"]
    (first, *_) = csv.reader(io.StringIO((await ana.get(f"/api/jobs/{job}/export?format=csv")).text.lstrip("\ufeff")))
    assert headers == first
    bob = await jobs.person("bob@example.com")
    assert (await bob.get(f"/api/jobs/{job}/columns")).status_code == 404


async def test_grid_and_export_have_equal_cells(jobs: Jobs, ana: httpx.AsyncClient) -> None:
    job = await jobs.job("ana@example.com", [{"result": NASTY, "given": INPUT}], columns=list(INPUT))
    (stored,) = await jobs.execute("select result_json, input_json from job_items where job_id = %s", job)
    result = stored["result_json"]
    expected = {name: result.get(name) for name in ("kind", "url", *KINDS[Kind.PRODUCT].names)}
    expected |= {name: result.get(name) for name in ("match_id", "match_score", "match_strategy")}
    expected |= {name: result[name] for name in ("confidence", "strategy")}
    expected |= {"warnings": "one\n=two", "variants": None}
    for name in ("images", "candidates"):
        expected[name] = json.dumps(result[name], ensure_ascii=False, separators=(",", ":"))
    expected |= {"input.Name": INPUT["Name"], "input.Preis": -3, "input.Leer": None, "input.Liste": '["a",1]'}

    (row,) = table((await ana.get(f"/api/jobs/{job}/export")).content)
    cut = row.pop("input.=Formel")
    assert len(cut) == 32_767 and cut.endswith("x… (cut: 50,000 characters)")
    in_workbook = expected | {"review_count": "9007199254740993", "category": "_x005F_x0041_"}
    assert {name: row[name] for name in expected} == in_workbook
    assert set(row) - set(expected) == {"row", "status", "attempts", "error_code", "error_message", "offers"}

    (line,) = csv.DictReader(io.StringIO((await ana.get(f"/api/jobs/{job}/export?format=csv")).text, newline=""))
    assert line["input.=Formel"] == "x" * 50_000
    formulas = {"name", "currency", "availability", "brand", "mpn", "input.Name"}
    for name, cell in expected.items():
        shown = "" if cell is None else re.sub(r"([\n\t])=", r"\1'=", str(cell))
        assert line[name] == (f"'{shown}" if name in formulas else shown), name

    (whole,) = (await ana.get(f"/api/jobs/{job}/export?format=jsonl")).text.splitlines()
    assert json.loads(whole)["result"] == NASTY and json.loads(whole)["input"] == INPUT


async def test_the_grid_and_the_jsonl_export_have_equal_values(jobs: Jobs, ana: httpx.AsyncClient) -> None:
    job = await failed_and_done(jobs)
    await jobs.add(job, 6, kind="product", result=NASTY, given=INPUT)
    page = await ana.get(f"/api/jobs/{job}/items")
    lines = [json.loads(line) for line in (await ana.get(f"/api/jobs/{job}/export?format=jsonl")).text.splitlines()]
    shared = ("id", "row", "status", "attempts", "result", "error")
    assert [{name: item[name] for name in shared} for item in page.json()["items"]] == [
        {name: line[name] for name in shared} for line in lines
    ]


async def test_no_cell_of_a_workbook_is_a_formula(jobs: Jobs, ana: httpx.AsyncClient) -> None:
    job = await jobs.job("ana@example.com", [{"result": NASTY, "given": INPUT}], columns=list(INPUT))
    sheet = openpyxl.load_workbook(io.BytesIO((await ana.get(f"/api/jobs/{job}/export")).content)).active
    assert {cell.data_type for row in sheet.iter_rows() for cell in row if cell.value is not None} == {"s", "n"}


async def test_scope_and_statuses_select_rows_and_do_not_change_headers(jobs: Jobs, ana: httpx.AsyncClient) -> None:
    job = await failed_and_done(jobs)
    assert await rows_of(ana, job, "scope=all") == [1, 2, 3, 4, 5]
    assert await rows_of(ana, job, "scope=changed") == [1]
    assert await rows_of(ana, job, "scope=failed") == [3, 4]
    assert await rows_of(ana, job, "scope=failed&statuses=ERROR") == [3]
    assert await rows_of(ana, job, "statuses=DONE,PENDING") == [1, 2, 5]
    assert await rows_of(ana, job, "statuses=DONE&statuses=PENDING") == [1, 2, 5]
    assert await rows_of(ana, job, scope="failed") == [3, 4]
    assert await rows_of(ana, job, "scope=all", statuses=["NOT_FOUND"]) == [4]
    headers = {
        (await ana.get(f"/api/jobs/{job}/export?format=csv&scope={scope}")).text.split("\r\n")[0]
        for scope in ("all", "failed")
    }
    assert len(headers) == 1


async def test_a_selection_contains_only_items_of_the_job(jobs: Jobs, ana: httpx.AsyncClient) -> None:
    job, other = await failed_and_done(jobs), await failed_and_done(jobs)
    items = await jobs.execute("select id::text, job_id, row_no from job_items order by job_id, row_no")
    ids = {(item["job_id"], item["row_no"]): item["id"] for item in items}
    chosen = [ids[job, 4], ids[job, 1], ids[other, 2]]
    assert await rows_of(ana, job, f"itemIds={','.join(chosen)}") == [1, 4]
    assert await rows_of(ana, job, f"scope=selected&itemIds={chosen[0]}&itemIds={chosen[1]}") == [1, 4]
    assert await rows_of(ana, job, scope="selected", itemIds=chosen) == [1, 4]
    assert await rows_of(ana, job, scope="failed", itemIds=chosen) == [4]
    assert await rows_of(ana, job, itemIds=[chosen[2]]) == []
    assert await rows_of(ana, job, scope="selected", itemIds=[]) == []


@pytest.mark.parametrize(
    ("query", "body", "field"),
    [
        ("format=pdf", None, "format"),
        ("scope=some", None, "scope"),
        ("scope=selected", None, "itemIds"),
        ("statuses=DONE,BROKEN", None, "statuses"),
        ("itemIds=17", None, "itemIds.0"),
        ("", {"itemIds": "17"}, "itemIds"),
        ("", {"statuses": ["BROKEN"]}, "statuses"),
        ("", {"scope": "selected"}, "itemIds"),
    ],
)
async def test_an_invalid_export_request_names_the_field(
    jobs: Jobs, ana: httpx.AsyncClient, query: str, body: dict[str, Any] | None, field: str
) -> None:
    address = f"/api/jobs/{await failed_and_done(jobs)}/export?{query}"
    answer = await (ana.get(address) if body is None else ana.post(address, json=body))
    assert answer.status_code == 422 and answer.json()["code"] == "invalid_input", answer.text
    assert [one["field"] for one in answer.json()["fields"]] == [field]


async def test_post_needs_no_body(jobs: Jobs, ana: httpx.AsyncClient) -> None:
    answer = await ana.post(f"/api/jobs/{await failed_and_done(jobs)}/export?format=csv")
    assert answer.status_code == 200 and answer.headers["content-type"] == "text/csv; charset=utf-8"
    assert answer.text.count("\r\n") == 6


async def test_a_job_of_another_user_is_not_found_except_by_admins(jobs: Jobs) -> None:
    job = await failed_and_done(jobs)
    ben = await jobs.person("ben@example.com")
    for answer in (await ben.get(f"/api/jobs/{job}/export"), await ben.post(f"/api/jobs/{job}/export", json={})):
        assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
    assert (await ben.get("/api/jobs/999999/export")).status_code == 404
    jobs.engine = replace(jobs.engine, settings=jobs.engine.settings.with_values(admin_emails="ben@example.com"))
    assert await rows_of(await jobs.person("ben@example.com"), job) == [1, 2, 3, 4, 5]


async def test_an_export_requires_sign_in(jobs: Jobs, ana: httpx.AsyncClient) -> None:
    job = await failed_and_done(jobs)
    assert (await ana.get(f"/api/jobs/{job}/export", headers={"Authorization": "Bearer nobody"})).status_code == 401


async def test_a_job_without_rows_exports_only_headers(jobs: Jobs, ana: httpx.AsyncClient) -> None:
    job = await jobs.job("ana@example.com", [], columns=["Name"])
    assert await rows_of(ana, job) == []
    text = (await ana.get(f"/api/jobs/{job}/export?format=csv")).text
    assert text.startswith("row,status,attempts,kind,url,name,") and text.endswith(",input.Name\r\n")
    assert (await ana.get(f"/api/jobs/{job}/export?format=jsonl")).content == b""


async def test_a_job_of_kind_auto_has_the_columns_of_its_record_kinds(jobs: Jobs, ana: httpx.AsyncClient) -> None:
    rows = [
        {"kind": "posting", "url": "https://jobs.example/1", "result": {"kind": "posting", "title": "Cook"}},
        {"kind": "recipe", "url": "https://food.example/1", "result": {"kind": "recipe", "title": "Soup"}},
        {"kind": "auto", "url": "https://food.example/2", "status": "NOT_FOUND"},
    ]
    job = await jobs.job("ana@example.com", rows, kind="auto")
    headers = (await ana.get(f"/api/jobs/{job}/export?format=csv")).text.split("\r\n")[0].split(",")
    assert headers.index("ingredients") < headers.index("company") and headers.count("title") == 1
    assert "price" not in headers and "candidates" not in headers  # no row was matched


async def test_a_leased_row_is_exported_as_processing(jobs: Jobs, ana: httpx.AsyncClient) -> None:
    job = await failed_and_done(jobs)
    await jobs.execute(
        """
        insert into work (stage, item_id, rank, lease_until, worker, claimed_at)
        select 'match', id, now(), now() + interval '1 minute', 'w', now() from job_items
        where job_id = %s and row_no = 5
        """,
        job,
    )
    rows = table((await ana.get(f"/api/jobs/{job}/export")).content)
    assert [row["status"] for row in rows] == ["DONE", "DONE", "ERROR", "NOT_FOUND", "PROCESSING"]
    assert await rows_of(ana, job, "statuses=PROCESSING") == [5] and await rows_of(ana, job, "statuses=PENDING") == []


@pytest.mark.parametrize("inside", [True, False], ids=["in this process", "in a process of its own"])
async def test_pages_of_an_export_have_no_gap_or_overlap(
    jobs: Jobs, ana: httpx.AsyncClient, inside: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export_streams, "ROWS_IN_PROCESS", 10_000 if inside else 0)
    job = await jobs.many("ana@example.com", 1_777)
    await jobs.execute("delete from job_items where job_id = %s and row_no between 100 and 700", job)
    numbers = [*range(1, 100), *range(701, 1_778)]
    assert await rows_of(ana, job) == numbers
    assert await rows_of(ana, job, "scope=failed") == [number for number in numbers if number % 100 == 0]
    lines = (await ana.get(f"/api/jobs/{job}/export?format=jsonl")).text.splitlines()
    assert [json.loads(line)["row"] for line in lines] == numbers
    table_of_text = csv.DictReader(io.StringIO((await ana.get(f"/api/jobs/{job}/export?format=csv")).text, newline=""))
    assert [int(row["review_count"] or row["row"]) for row in table_of_text] == numbers


async def test_a_page_of_an_export_is_limited_by_bytes_and_rows(
    jobs: Jobs, ana: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    sizes: list[int] = []
    read = exports.exports.page

    async def counted(*arguments: Any, **options: Any) -> Any:
        rows, are_all = await read(*arguments, **options)
        sizes.append(len(rows))
        return rows, are_all

    monkeypatch.setattr(exports.exports, "page", counted)
    monkeypatch.setattr(exports, "PAGE_BYTES", 2_000)
    job = await jobs.many("ana@example.com", 300)
    assert await rows_of(ana, job) == list(range(1, 301))
    assert max(sizes) < 12 and sum(sizes) == 300
    assert await rows_of(ana, job, "scope=failed") == [100, 200, 300]
    items = await jobs.execute("select id::text from job_items where job_id = %s and row_no %% 7 = 0 order by id", job)
    chosen = [item["id"] for item in items]
    assert await rows_of(ana, job, itemIds=chosen) == list(range(7, 301, 7))


async def test_an_export_to_a_path_is_atomic(jobs: Jobs, tmp_path: Any) -> None:
    job_id = await jobs.many("ana@example.com", 700)
    user, _ = await jobs.signed_in("ana@example.com")
    job = await own_job(jobs.engine, user, job_id)
    path = tmp_path / "out.xlsx"
    await exports.write_job(jobs.engine.database, job, Format.XLSX, path)
    assert len(table(path.read_bytes())) == 700
    await jobs.execute("alter table job_items rename to elsewhere")
    with pytest.raises(Exception, match="job_items"):
        await exports.write_job(jobs.engine.database, job, Format.XLSX, path)
    assert len(table(path.read_bytes())) == 700 and [file.name for file in tmp_path.glob("*out*")] == ["out.xlsx"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("products", 'attachment; filename="products.csv"'),
        ("my list (2)", 'attachment; filename="my list (2).csv"'),
        ("Füße", "attachment; filename=\"F__e.csv\"; filename*=UTF-8''F%C3%BC%C3%9Fe.csv"),
        ('a"; b', "attachment; filename=\"a__ b.csv\"; filename*=UTF-8''a%22%3B%20b.csv"),
    ],
)
def test_the_file_name_is_encoded_for_every_browser(name: str, expected: str) -> None:
    assert disposition(name, Format.CSV) == expected


@pytest.mark.parametrize(
    ("file_name", "name"),
    [
        ("../../etc/passwd.csv", "etc passwd.xlsx"),
        ("C:\\lists\\july.xlsx", "C lists july.xlsx"),
        ("line\r\nSet-Cookie: a=b.csv", "line Set-Cookie a=b.xlsx"),
        (".csv", "csv.xlsx"),
        ("x" * 300 + ".csv", "x" * 120 + ".xlsx"),
        (None, None),
    ],
)
async def test_a_file_name_is_sanitized(
    jobs: Jobs, ana: httpx.AsyncClient, file_name: str | None, name: str | None
) -> None:
    job = await jobs.job("ana@example.com", [], file_name=file_name)
    answer = await ana.get(f"/api/jobs/{job}/export")
    wanted = (name or f"job-{job}.xlsx").replace("=", "_")
    assert answer.headers["content-disposition"].startswith(f'attachment; filename="{wanted}"')
    assert "set-cookie" not in answer.headers


async def test_a_download_url_accepts_only_a_stream_token(jobs: Jobs, ana: httpx.AsyncClient) -> None:
    job_id = await failed_and_done(jobs)
    _, access = await jobs.signed_in("ana@example.com")
    token = (await ana.post("/api/stream-token")).json()["token"]
    ben = await jobs.person("ben@example.com")
    his = (await ben.post("/api/stream-token")).json()["token"]
    address = f"/api/jobs/{job_id}/export"

    async def ask(method: str, token: str) -> int:
        without = {"Authorization": ""}
        asked = {"format": "csv", "token": token}
        return (await ana.request(method, address, params=asked, headers=without)).status_code

    assert [await ask("GET", shown) for shown in (token, his, access, "x")] == [200, 404, 401, 401]
    assert await ask("POST", token) == 401

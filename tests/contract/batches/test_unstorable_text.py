"""Texts that the database cannot store are rejected in every input."""

import httpx
import pytest

from .grid_helpers import Batches
from .test_reprocessing import failed_job

NUL = "%00"


@pytest.mark.parametrize(
    "path", [f"/api/jobs?jobType={NUL}", f"/api/pending?jobType={NUL}", "/api/jobs/{job}/items?reason=" + NUL,
             "/api/jobs/{job}/items?domain=" + NUL],
)  # fmt: skip
async def test_a_query_with_a_nul_character_is_rejected(path: str, batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    answer = await ana.get(path.format(job=job_id))
    assert answer.status_code == 422 and answer.json()["fields"]


@pytest.mark.parametrize("half", ["%ED%A0%80", "%FF"])
async def test_an_invalid_utf8_sequence_in_a_query_causes_no_error(
    half: str, batches: Batches, ana: httpx.AsyncClient
) -> None:
    job_id = await batches.add_job()
    for path in (f"/api/jobs?jobType={half}", f"/api/jobs/{job_id}/items?domain={half}&reason={half}"):
        assert (await ana.get(path)).status_code in (200, 422)


async def test_rows_and_reasons_with_unstorable_text_are_rejected(batches: Batches, ana: httpx.AsyncClient) -> None:
    job_id = await batches.add_job()
    [item_id] = await batches.add_rows(job_id, "DONE")
    headers = {"Content-Type": "application/json"}
    for method, path, body in (
        ("POST", "reprocess", '{"reasons": ["a\\u0000"]}'),
        ("POST", "items", '{"rows": [{"Na\\u0000me": "Pan"}]}'),
        ("POST", "items", '{"rows": [{"Na\\ud800me": "Pan"}]}'),
        ("PATCH", f"items/{item_id}", '{"input": {"Na\\u0000me": "Pan"}}'),
    ):
        answer = await ana.request(method, f"/api/jobs/{job_id}/{path}", content=body, headers=headers)
        assert answer.status_code in (400, 422), (path, answer.text)


@pytest.mark.parametrize("odd", ["\\u0000", "\\ud800"])
@pytest.mark.parametrize("cell", ['"https://shop.example/{}pan"', '["{}"]', '{{"a{}": "b"}}'])
async def test_cells_with_unstorable_text_cause_no_server_error(
    odd: str, cell: str, batches: Batches, ana: httpx.AsyncClient
) -> None:
    job_id, (_, item_id, _) = await failed_job(batches)
    cells, headers = f'{{"url": {cell.format(odd)}}}', {"Content-Type": "application/json"}
    for method, path, body in (
        ("POST", "items", f'{{"rows": [{cells}]}}'),
        ("PATCH", f"items/{item_id}", f'{{"input": {cells}}}'),
    ):
        answer = await ana.request(method, f"/api/jobs/{job_id}/{path}", content=body, headers=headers)
        assert answer.status_code in (200, 201, 400, 422), (path, answer.text)

"""Create a job from an existing file: in an allowed folder, in a bucket, or uploaded before."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from .conftest import ADMIN, Incoming, Office, _bucket, write_file

JOBS = "/api/jobs"
PANS = b"title,brand\nPan,Hearth\nPot,Hearth\n"
ANA, BEN = "ana@example.com", "ben@example.com"


@pytest.fixture
def bucket(office: Office, s3_endpoint: str) -> Iterator[Incoming]:
    yield from _bucket(s3_endpoint, office)


async def make_job(office: Office, email: str, **body: Any) -> httpx.Response:
    return await (await office.person(email)).post(JOBS, json=body)


async def rows_of(office: Office, job_id: int) -> list[str]:
    found = await office.execute(
        "select normalized_json ->> 'title' as title from job_items where job_id = %s order by row_no", job_id
    )
    return [row["title"] for row in found]


async def test_a_job_is_created_from_a_file_in_an_allowed_folder(office: Office, incoming_folder: Path) -> None:
    office.reset(file_sources=str(incoming_folder))
    write_file(incoming_folder, "2026/pans.csv", PANS)
    for source in (f"{incoming_folder}/2026/pans.csv", f"file://{incoming_folder}/2026/pans.csv"):
        answer = await make_job(office, ANA, source=source, kind="product")
        assert answer.status_code == 201, answer.text
        assert await rows_of(office, answer.json()["jobId"]) == ["Pan", "Pot"]
        job = (await (await office.person(ANA)).get(f"{JOBS}/{answer.json()['jobId']}")).json()
        assert (job["fileName"], job["kind"], job["fileId"]) == ("pans.csv", "product", answer.json()["fileId"])


async def test_a_job_is_created_from_an_object_in_an_allowed_bucket(office: Office, bucket: Incoming) -> None:
    office.reset(file_sources="s3://incoming/2026")
    bucket.put("pans.csv", PANS)
    answer = await make_job(office, ANA, source=f"{bucket.source}/pans.csv")
    assert answer.status_code == 201, answer.text
    assert await rows_of(office, answer.json()["jobId"]) == ["Pan", "Pot"]
    missing = await make_job(office, ANA, source=f"{bucket.source}/pots.csv")
    assert (missing.status_code, missing.json()["code"]) == (404, "not_found")
    outside = await make_job(office, ANA, source="s3://incoming/2027/pans.csv")
    assert (outside.status_code, outside.json()["code"]) == (403, "forbidden")


async def test_by_default_only_an_admin_may_name_a_source(office: Office, incoming_folder: Path) -> None:
    write_file(incoming_folder, "pans.csv", PANS)
    source = f"{incoming_folder}/pans.csv"
    assert (await make_job(office, ANA, source=source)).status_code == 403
    assert (await make_job(office, ADMIN, source=source)).status_code == 201  # from the folders that admins may scan
    office.reset(ingest_roots="")
    assert (await make_job(office, ADMIN, source=source)).status_code == 403


@pytest.fixture
def escapes(incoming_folder: Path, tmp_path: Path) -> dict[str, str]:
    """Paths to a file outside the allowed folder, or to one that must not be read."""
    secret = tmp_path / "secret"
    secret.mkdir()
    (secret / "passwords.csv").write_bytes(b"title\nhunter2\n")
    (incoming_folder / "link.csv").symlink_to(secret / "passwords.csv")
    (incoming_folder / "linked").symlink_to(secret)
    (incoming_folder / "inner").mkdir()
    (incoming_folder / ".hidden.csv").write_bytes(PANS)
    return {
        "beside": f"{secret}/passwords.csv",
        "dots": f"{incoming_folder}/../secret/passwords.csv",
        "coded dots": f"file://{incoming_folder}/%2e%2e/secret/passwords.csv",
        "link": f"{incoming_folder}/link.csv",
        "linked folder": f"{incoming_folder}/linked/passwords.csv",
        "folder": f"{incoming_folder}/inner",
        "hidden": f"{incoming_folder}/.hidden.csv",
        "longer name": f"{incoming_folder}-too/pans.csv",
    }


WAYS = ["beside", "dots", "coded dots", "link", "linked folder", "folder", "hidden", "longer name"]


@pytest.mark.parametrize("way", WAYS)
async def test_files_outside_an_allowed_folder_cannot_be_read(
    office: Office, incoming_folder: Path, escapes: dict[str, str], way: str
) -> None:
    office.reset(file_sources=str(incoming_folder))
    answer = await make_job(office, ANA, source=escapes[way])
    assert answer.status_code in (403, 404), answer.text
    assert await office.execute("select from jobs") == []


@pytest.mark.parametrize(
    "body",
    [
        {"source": "/a/b.csv", "fileId": 1},
        {"source": None},
        {"source": ""},
        {"source": "/"},
        {"source": "pans.csv"},
        {"source": "http://example.com/pans.csv"},
        {"source": "ftp://example.com/pans.csv"},
        {"source": "s3://bucket"},
        {"source": "s3://bucket/../other/pans.csv"},
        {"source": "/a\0b"},
    ],
)
async def test_an_invalid_file_reference_is_rejected(office: Office, body: dict[str, Any]) -> None:
    office.reset(file_sources="/,s3://bucket", ingest_sources="ftp://example.com")
    answer = await make_job(office, ADMIN, **body)
    assert answer.status_code == 422 and answer.json()["fields"], answer.text


async def test_a_file_that_is_too_large_or_not_a_table_is_rejected(office: Office, incoming_folder: Path) -> None:
    office.reset(file_sources=str(incoming_folder), upload_max_bytes=20)
    write_file(incoming_folder, "pans.csv", PANS)
    assert (await make_job(office, ANA, source=f"{incoming_folder}/pans.csv")).status_code == 413
    office.reset(upload_max_bytes=1000)
    write_file(incoming_folder, "paper.pdf", b"%PDF-1.7 ...")
    refused = await make_job(office, ANA, source=f"{incoming_folder}/paper.pdf")
    assert refused.status_code == 415, refused.text


async def test_every_answer_has_the_file_id_and_its_owner_can_create_another_job_from_it(office: Office) -> None:
    ana, ben = await office.person(ANA), await office.person(BEN)
    files = [("file", ("a.csv", PANS)), ("file", ("b.csv", b"title\nKettle\n"))]
    made = (await ana.post(JOBS, files=files)).json()
    stored = await office.execute("select id, name from files order by id")
    assert made["fileIds"] == [row["id"] for row in stored] and made["fileId"] == stored[0]["id"]
    assert (await ana.get(f"{JOBS}/{made['jobId']}")).json()["fileId"] == made["fileId"]
    assert [job["fileId"] for job in (await ana.get(JOBS)).json()["jobs"]] == [made["fileId"]]
    again = await ana.post(JOBS, json={"fileId": made["fileIds"][1]})
    assert again.status_code == 201 and await rows_of(office, again.json()["jobId"]) == ["Kettle"]
    assert again.json()["fileId"] not in made["fileIds"]  # a separate file with the same content
    assert (await ben.post(JOBS, json={"fileId": made["fileId"]})).status_code == 404


async def test_a_repeated_reference_with_the_same_idempotency_key_returns_the_same_job_and_file(
    office: Office, incoming_folder: Path
) -> None:
    office.reset(file_sources=str(incoming_folder))
    write_file(incoming_folder, "pans.csv", PANS)
    ana = await office.person(ANA)
    body, headers = {"source": f"{incoming_folder}/pans.csv"}, {"Idempotency-Key": "once"}
    first, again = [(await ana.post(JOBS, json=body, headers=headers)).json() for _ in range(2)]
    assert first == again and first["fileIds"] == [first["fileId"]]

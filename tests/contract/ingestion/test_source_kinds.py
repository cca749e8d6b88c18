"""One suite for every kind of source: each file is ingested once, as an upload would be."""

import asyncio
from typing import Any

import pytest

from garner.engine.files import scanning
from garner.engine.jobs.job_control import cancel
from garner.engine.jobs.removal import delete_leftovers, remove_job
from garner.runtime.ingest.ingester import Ingester

from .conftest import ADMIN, Incoming, Office

PANS = b"Name,Brand,SKU\nCast iron pan,Hearth,P-26\nEnamel kettle,Hearth,K-1\n"
KNIVES = b"Name,Brand,SKU\nBread knife,Hearth,B-3\n"


@pytest.fixture(autouse=True)
def short_settle_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanning, "SETTLE_SECONDS", 0.05)


async def read_all(office: Office) -> None:
    """Run all ingests, retrying those that the database could not take."""
    ingester = Ingester(office.engine, "reader")
    async with asyncio.timeout(60):
        while await office.execute("select id from ingests where finished_at is null"):
            if not await ingester.run_next():
                await asyncio.sleep(0.1)


async def rows_of(office: Office, job_id: int) -> list[Any]:
    rows = await office.execute(
        "select normalized_json as row from job_items where job_id = %s order by row_no", job_id
    )
    return [row["row"] for row in rows]


async def test_files_of_a_source_become_jobs_like_uploads(office: Office, incoming: Incoming) -> None:
    incoming.put("pans.csv", PANS)
    incoming.put("sharp/kniveß.csv", KNIVES)
    pans, knives = sorted(
        await office.scan(incoming.source, kind="product", dedupe=True), key=lambda file: str(file["name"])
    )
    assert (pans["name"], pans["status"], pans.get("reason")) == ("pans.csv", "new", None)
    assert (knives["name"], knives["status"]) == ("sharp/kniveß.csv", "new")
    await read_all(office)
    assert await rows_of(office, pans["jobId"]) == [
        {"title": "Cast iron pan", "brand": "Hearth", "sku": "P-26"},
        {"title": "Enamel kettle", "brand": "Hearth", "sku": "K-1"},
    ]
    (job,) = await office.execute(
        """
        select j.kind, j.job_type, j.options ->> 'dedupe' as dedupe, u.email, f.name, f.size_bytes
        from jobs j join users u using (user_id) join files f on f.id = j.file_id where j.id = %s
        """,
        pans["jobId"],
    )
    assert job == {
        "kind": "product",
        "job_type": "table",
        "dedupe": "true",
        "email": ADMIN,
        "name": "pans.csv",
        "size_bytes": len(PANS),
    }


async def test_equal_files_in_different_folders_are_ingested_once(office: Office, incoming: Incoming) -> None:
    incoming.put("pans.csv", PANS)
    (first,) = await office.scan(incoming.source)
    incoming.put("again/the-same.csv", PANS)
    seen = {file["name"]: (file["status"], file["jobId"]) for file in await office.scan(incoming.source)}
    assert seen == {
        "pans.csv": ("known", first["jobId"]),
        "again/the-same.csv": ("known", first["jobId"]),
    }
    assert len(await office.execute("select 1 from jobs")) == 1


async def test_a_file_whose_job_was_deleted_is_not_ingested_again(office: Office, incoming: Incoming) -> None:
    await office.execute(
        "insert into workers (name, allows_private) values ('w', true)"
    )  # so that this process does not ingest
    incoming.put("pans.csv", PANS)
    (first,) = await office.scan(incoming.source)
    await cancel(office.engine, first["jobId"])
    await remove_job(office.engine, first["jobId"])
    await office.execute("update ingests set finished_at = now()")
    while await delete_leftovers(office.engine):
        pass
    assert await office.execute("select id from jobs union all select id from files") == []
    incoming.put("again/the-same.csv", PANS)
    assert await office.statuses_by_name(incoming.source) == {"pans.csv": "known", "again/the-same.csv": "known"}


async def test_a_changed_file_is_new(office: Office, incoming: Incoming) -> None:
    incoming.put("pans.csv", PANS)
    (first,) = await office.scan(incoming.source)
    incoming.put("pans.csv", PANS + b"Wok,Hearth,W-9\n")
    (second,) = await office.scan(incoming.source)
    assert second["status"] == "new" and second["jobId"] != first["jobId"]


async def test_concurrent_scans_create_one_job_per_file(office: Office, incoming: Incoming) -> None:
    for number in range(4):
        incoming.put(f"{number}.csv", PANS + b"Wok,Hearth,W-%d\n" % number)
    both = await asyncio.gather(office.scan(incoming.source), office.scan(incoming.source))
    for one, other in zip(*both, strict=True):
        assert sorted((one["status"], other["status"])) == ["known", "new"], both
        assert one["jobId"] == other["jobId"]
    assert len(await office.execute("select 1 from jobs")) == 4


async def test_an_unusable_file_is_reported_and_its_refusal_is_remembered(office: Office, incoming: Incoming) -> None:
    incoming.put("pans.csv", PANS)
    incoming.put("broken.xlsx", b"PK\x03\x04 not really")
    files = {file["name"]: file for file in await office.scan(incoming.source)}
    assert files["pans.csv"]["status"] == "new"
    assert files["broken.xlsx"]["status"] == "refused" and files["broken.xlsx"]["reason"]
    (remembered,) = await office.execute("select refusal from scanned_files where refusal is not null")
    assert remembered["refusal"] == files["broken.xlsx"]["reason"]
    again = {file["name"]: file for file in await office.scan(incoming.source)}
    assert again["broken.xlsx"] == files["broken.xlsx"]


async def test_a_file_refused_for_its_mapping_is_retried_with_another_mapping(
    office: Office, incoming: Incoming
) -> None:
    incoming.put("pans.csv", PANS)
    wrong = await office.statuses_by_name(incoming.source, mapping={"title": "There is no such column"})
    assert wrong == {"pans.csv": "refused"}
    assert await office.statuses_by_name(incoming.source, mapping={"title": "Name"}) == {"pans.csv": "new"}


async def test_hidden_and_unfinished_files_are_skipped(office: Office, incoming: Incoming) -> None:
    for name in (".hidden.csv", ".folder/a.csv", "a.csv.part", "b.tmp", "c.csv~", "~$d.xlsx", "pans.csv"):
        incoming.put(name, PANS)
    assert await office.statuses_by_name(incoming.source) == {"pans.csv": "new"}


async def test_a_file_that_is_too_large_is_refused(office: Office, incoming: Incoming) -> None:
    office.reset(upload_max_bytes=len(PANS))
    incoming.put("pans.csv", PANS)
    incoming.put("more.csv", PANS + KNIVES)
    files = {file["name"]: file for file in await office.scan(incoming.source)}
    assert files["pans.csv"]["status"] == "new"
    assert files["more.csv"]["reason"] == f"The file is larger than the {len(PANS)} bytes allowed."


async def test_a_file_over_the_job_limit_is_ingested_later(office: Office, incoming: Incoming) -> None:
    office.reset(user_max_open_jobs=1)
    incoming.put("a.csv", PANS)
    incoming.put("b.csv", KNIVES)
    files = {file["name"]: file for file in await office.scan(incoming.source)}
    assert files["a.csv"]["status"] == "new" and "already have 1 unfinished job" in files["b.csv"]["reason"]
    office.reset(user_max_open_jobs=2)
    assert await office.statuses_by_name(incoming.source) == {"a.csv": "known", "b.csv": "new"}


async def test_the_number_of_files_per_scan_is_limited(
    office: Office, incoming: Incoming, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(scanning, "MAX_TAKEN", 1)
    incoming.put("a.csv", PANS)
    incoming.put("b.csv", KNIVES)
    assert sorted((await office.statuses_by_name(incoming.source)).values()) == ["new", "refused"]
    assert sorted((await office.statuses_by_name(incoming.source)).values()) == ["known", "new"]


async def test_an_empty_source_has_no_files(office: Office, incoming: Incoming) -> None:
    assert await office.scan(incoming.source) == []

"""Zips and workbooks with several sheets. Unread parts are reported."""

import io

import openpyxl
import pytest

from .conftest import JOBS, Sending, Team
from .test_uploads import PANS, picture, zipped


class TestZips:
    async def test_tables_and_pictures_of_one_zip_are_all_read(self, team: Team, ana: Sending) -> None:
        a, b = b"title,sku\nPan,1\nKettle,2\n", b"title,brand\nLamp,Hearth\n"
        sent = zipped(
            **{"a.png": picture("red"), "a.csv": a, "notes.md": b"About", "b.csv": b, "b.png": picture("blue")}
        )
        job_id = await ana.job(("all.zip", sent), kind="product")
        items = await team.items(job_id)
        assert [
            (item["job_type"], item["input_json"].get("title") or item["input_json"]["name"]) for item in items
        ] == [
            ("table", "Pan"),
            ("table", "Kettle"),
            ("table", "Lamp"),
            ("image", "a.png"),
            ("image", "b.png"),
        ]
        job = (await ana.client.get(f"{JOBS}/{job_id}")).json()
        assert job["jobType"] == "table" and job["lastError"] is None
        assert job["warnings"] == ["Files of unsupported types were not read: 'notes.md'."]
        assert (await team.job(job_id))["options"]["columns"] == ["title", "sku", "brand"]

    async def test_an_unreadable_table_is_reported_and_the_others_are_kept(self, team: Team, ana: Sending) -> None:
        sent = zipped(
            **{"a.xlsx": b"PK\x03\x04 no workbook", "b.csv": b"title,sku\nPan,1\n", "c.csv": b"title\nLamp\n"}
        )
        job_id = await ana.job(("all.zip", sent))
        assert [item["normalized_json"]["title"] for item in await team.items(job_id)] == ["Pan", "Lamp"]
        assert "a.xlsx: The file is damaged" in (await team.job(job_id))["last_error"]

    async def test_a_resumed_ingest_of_a_zip_skips_stored_rows(self, team: Team) -> None:
        team.reset(ingest_wait_seconds=0, ingest_min_rows=1, ingest_max_rows=1)
        ana = await team.person("ana@example.com")
        await team.execute("insert into workers (name, allows_private) values ('busy', false)")
        sent = zipped(
            **{
                "a.csv": b"title\nPan\nKettle\n",
                "b.csv": b"title\nLamp\n",
                "c.png": picture(),
                "d.png": picture("blue"),
            }
        )
        for rows in range(6):
            job_id = (await ana.upload(("all.zip", sent))).json()["jobId"]
            await team.ingester().run_next()
            await team.execute("delete from job_items where job_id = %s and row_no > %s", job_id, rows)
            await team.execute("update jobs set rows_numbered = %s, ingested_at = null where id = %s", rows, job_id)
            await team.execute("update ingests set finished_at = null, rows_read = %s where job_id = %s", rows, job_id)
            assert await team.ingester().run_next()
            found = [item["input_json"] for item in await team.items(job_id)]
            assert [one.get("title") or one["name"] for one in found] == ["Pan", "Kettle", "Lamp", "c.png", "d.png"]

    @pytest.mark.parametrize(
        ("members", "code"),
        [
            ({}, "empty_file"),
            ({"readme.md": b"About"}, "no_rows"),
            ({"README.txt": b"About", "a.exe": b"MZ"}, "no_rows"),
        ],
    )
    async def test_a_zip_without_usable_files_is_rejected_at_once(
        self, team: Team, ana: Sending, members: dict[str, bytes], code: str
    ) -> None:
        answer = await ana.upload(("all.zip", zipped(**members)))
        assert (answer.status_code, answer.json()["code"]) == (422, code)
        assert await team.execute("select id from jobs") == []

    async def test_a_zip_without_readable_tables_is_rejected_at_once(self, team: Team, ana: Sending) -> None:
        answer = await ana.upload(("all.zip", zipped(**{"a.csv": b"title,sku\n", "b.csv": b""})))
        assert (answer.status_code, answer.json()["code"]) == (422, "no_rows")

    async def test_a_job_without_any_rows_fails_with_a_message(self, team: Team) -> None:
        team.reset(ingest_wait_seconds=0)
        ana = await team.person("ana@example.com")
        await team.execute("insert into workers (name, allows_private) values ('busy', false)")
        job_id = (await ana.upload(("pans.csv", PANS))).json()["jobId"]
        # Simulate a file without rows after its inspection: mark its rows as read.
        await team.execute("update ingests set rows_read = 2 where job_id = %s", job_id)
        assert await team.ingester().run_next()
        await team.fold()
        job = await team.job(job_id)
        assert (job["queue_state"], job["last_error"]) == (
            "FAILED",
            "No rows could be read from the files.",
        )


class TestWarnings:
    async def test_a_job_names_the_sheets_that_were_not_read(self, ana: Sending) -> None:
        book = openpyxl.Workbook()
        first, second = book.active, book.create_sheet("Notes")
        assert first is not None
        for sheet, rows in ((first, [("title", "price"), ("Pan", 1)]), (second, [("who", "what"), ("me", "this")])):
            for row in rows:
                sheet.append(row)
        output = io.BytesIO()
        book.save(output)
        job_id = await ana.job(("pans.xlsx", output.getvalue()))
        told = ["Sheets with other columns than the first were not read: 'Notes'."]
        assert (await ana.client.get(f"{JOBS}/{job_id}")).json()["warnings"] == told
        (listed,) = (await ana.client.get(JOBS)).json()["jobs"]
        assert listed["warnings"] == told

    async def test_a_fully_read_file_has_no_warnings(self, ana: Sending) -> None:
        job_id = await ana.job(("pans.csv", PANS))
        assert (await ana.client.get(f"{JOBS}/{job_id}")).json()["warnings"] == []

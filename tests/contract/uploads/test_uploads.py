"""`POST /api/jobs`: uploads, and the state of the database when the answer is sent."""

import asyncio
import io
import json
import os
import time
import zipfile
from collections.abc import AsyncIterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx
import openpyxl
import pytest
from PIL import Image
from starlette.types import Message

from garner import observe
from garner.api.app import create_app
from garner.api.http.limits import ConcurrencyLimit
from garner.engine.files.spool import clear_old, create_spool_file
from garner.runtime.duties.feeding import feed_jobs

from .conftest import JOBS, Sending, Team

PANS = b"Name,Marke,Artikelnummer,Preis\nCast iron pan,Hearth,P-26,39.90\nEnamel kettle,Hearth,K-1,24.00\n"
MANY = "title\n" + "".join(f"Thing {n}\n" for n in range(1_000))
URLS = b"https://shop.example/pan\nhttps://shop.example/kettle\n"


def picture(colour: str = "red", size: int = 8) -> bytes:
    output = io.BytesIO()
    Image.new("RGB", (size, size), colour).save(output, "PNG")
    return output.getvalue()


def zipped(**members: bytes) -> bytes:
    output = io.BytesIO()
    with zipfile.ZipFile(output, "w") as archive:
        for name, body in members.items():
            archive.writestr(name, body)
    return output.getvalue()


def form(named: str, body: bytes) -> dict[str, Any]:
    """Build a form with one part, as clients other than browsers write it."""
    head = f'--x\r\nContent-Disposition: form-data; name="file"; {named}\r\n\r\n'.encode()
    return {"content": head + body + b"\r\n--x--\r\n", "headers": {"Content-Type": "multipart/form-data; boundary=x"}}


def workbook(*rows: tuple[object, ...]) -> bytes:
    book = openpyxl.Workbook()
    assert book.active is not None
    for row in rows:
        book.active.append(row)
    output = io.BytesIO()
    book.save(output)
    return output.getvalue()


class TestStoredRows:
    async def test_a_row_is_stored_raw_and_in_canonical_form(self, team: Team, ana: Sending) -> None:
        job_id = await ana.job(("pans.csv", PANS), kind="product")
        first, second = await team.items(job_id)
        assert first["input_json"] == {
            "Name": "Cast iron pan",
            "Marke": "Hearth",
            "Artikelnummer": "P-26",
            "Preis": "39.90",
        }
        assert first["normalized_json"] == {
            "title": "Cast iron pan",
            "brand": "Hearth",
            "sku": "P-26",
            "price": 39.9,
        }
        assert (first["row_no"], second["row_no"]) == (1, 2)
        assert {first["status"], second["status"]} == {"PENDING"}
        assert (first["origin"], first["job_type"], first["kind"]) == ("batch", "table", "product")

    async def test_job_and_file_have_an_owner_and_an_origin(self, team: Team, ana: Sending) -> None:
        job = await team.job(await ana.job(("pans.csv", PANS), kind="product"))
        (file,) = await team.execute("select * from files where id = %s", job["file_id"])
        assert (file["name"], file["size_bytes"]) == ("pans.csv", len(PANS))
        assert file["content_hash"] == sha256(PANS).hexdigest()
        assert job["user_id"] == file["user_id"] is not None
        assert str(job["ip_address"]) == str(file["ip_address"]) == "203.0.113.7"
        assert (job["kind"], job["job_type"], job["rows_numbered"]) == ("product", "table", 2)
        assert job["ingested_at"] is not None and job["last_error"] is None
        assert job["options"]["columns"] == ["Name", "Marke", "Artikelnummer", "Preis"]
        owners = await team.execute("select distinct user_id from job_items")
        assert owners == [{"user_id": job["user_id"]}]

    async def test_the_counters_add_up(self, team: Team, ana: Sending) -> None:
        job_id = await ana.job(("pans.csv", PANS))
        assert (await team.counts(job_id))["pending"] == 2
        await team.fold()
        job = await team.job(job_id)
        assert (job["total_items"], job["pending"]) == (2, 2)

    async def test_a_list_of_urls_becomes_rows_with_those_urls(self, team: Team, ana: Sending) -> None:
        items = await team.items(await ana.job(("pages.txt", URLS)))
        assert [item["url"] for item in items] == ["https://shop.example/pan", "https://shop.example/kettle"]
        assert {item["url_hash"] for item in items} == {None}

    async def test_lines_of_a_url_list_that_are_not_urls_are_errors_with_line_numbers(
        self, team: Team, ana: Sending
    ) -> None:
        sent = b"# mine\nhttps://shop.example/pan\n\nnot a url\nftp://x/y\nhttps://shop.example/kettle\n"
        items = await team.items(await ana.job(("pages.txt", sent)))
        assert [item["status"] for item in items] == ["PENDING", "ERROR", "ERROR", "PENDING"]
        bad = [(item["error_code"], item["last_error"], item["input_json"]["line"]) for item in items[1:3]]
        assert bad == [("invalid_url", f"Line {line} is not a URL.", line) for line in (4, 5)]

    async def test_spreadsheets_and_json_lines_become_rows(self, team: Team, ana: Sending) -> None:
        book = workbook(("title", "price"), ("Pan", 39.9), ("Kettle", 24))
        lines = b'{"title": "Pan", "price": 39.9}\n{"title": "Kettle", "price": 24}\n'
        for name, body in (("pans.xlsx", book), ("pans.jsonl", lines)):
            items = await team.items(await ana.job((name, body)))
            assert [item["normalized_json"]["title"] for item in items] == ["Pan", "Kettle"], name

    async def test_the_mapping_of_the_sender_is_used(self, team: Team, ana: Sending) -> None:
        sent = ("odd.csv", b"a,b\nPan,Hearth\n")
        (item,) = await team.items(await ana.job(sent, mapping='{"title": "a", "brand": "b"}'))
        assert item["normalized_json"] == {"title": "Pan", "brand": "Hearth"}

    async def test_several_files_are_one_job_in_their_order(self, team: Team, ana: Sending) -> None:
        job_id = await ana.job(*((f"{n}.csv", f"title\nThing {n}\nOther {n}\n") for n in range(5)))
        titles = [item["normalized_json"]["title"] for item in await team.items(job_id)]
        assert titles == [f"{word} {n}" for n in range(5) for word in ("Thing", "Other")]

    async def test_nothing_is_left_in_the_spool(self, team: Team, ana: Sending) -> None:
        await ana.job(("pans.csv", PANS))
        await ana.upload(("empty.csv", b""))
        assert list((team.engine.settings.storage.data_dir / "spool").iterdir()) == []

    async def test_characters_that_the_database_cannot_store_are_removed(self, team: Team, ana: Sending) -> None:
        odd = b'{"title": "P\\u0000an \\\\ \\ud800", "n": 123456789012345678901234567890}\n'
        lines = odd + b'{"title": "tab\\tand\\nline"}\n'
        first, second = await team.items(await ana.job(("odd.jsonl", lines)))
        assert first["input_json"]["title"].startswith("Pan \\ ")
        assert second["input_json"]["title"] == "tab\tand\nline"

    async def test_rows_of_several_batches_are_stored_once(self, team: Team, ana: Sending) -> None:
        body = "title\n" + "".join(f"Thing {n}\n" for n in range(3_000))
        job_id = await ana.job(("many.csv", body))
        found = await team.items(job_id)
        assert [item["row_no"] for item in found] == list(range(1, 3_001))
        assert [item["normalized_json"]["title"] for item in found] == [f"Thing {n}" for n in range(3_000)]


class TestRepeatedRows:
    async def test_a_duplicate_row_refers_to_the_first_one(self, team: Team, ana: Sending) -> None:
        sent = b"title,price\nPan,1\nKettle,2\nPan,1\nPan,3\n"
        items = await team.items(await ana.job(("pans.csv", sent)))
        assert [item["twin_of"] for item in items] == [None, None, items[0]["id"], None]
        assert {item["status"] for item in items} == {"PENDING"}

    async def test_with_dedupe_a_duplicate_is_skipped_and_names_the_first_row(self, team: Team, ana: Sending) -> None:
        sent = b"title\nPan\nKettle\nPan\n"
        job_id = await ana.job(("pans.csv", sent), dedupe="true")
        last = (await team.items(job_id))[2]
        assert (last["status"], last["error_code"]) == ("SKIPPED", "duplicate")
        assert last["last_error"] == "Duplicate of row 1."
        counts = await team.counts(job_id)
        assert (counts["pending"], counts["skipped"], counts["total"]) == (2, 1, 3)

    async def test_with_dedupe_spellings_of_one_url_are_duplicates(self, team: Team, ana: Sending) -> None:
        sent = b"https://shop.example/pan\nHTTPS://Shop.example/pan?utm_source=mail\n"
        assert [item["status"] for item in await team.items(await ana.job(("a.txt", sent), dedupe="true"))] == [
            "PENDING",
            "SKIPPED",
        ]
        assert [item["twin_of"] for item in await team.items(await ana.job(("a.txt", sent)))] == [None, None]

    async def test_duplicates_are_recognized_across_batches_and_files(self, team: Team, ana: Sending) -> None:
        many = "title\n" + "".join(f"Thing {n % 700}\n" for n in range(2_000))
        items = await team.items(await ana.job(("a.csv", many), ("b.csv", b"title\nThing 699\n")))
        firsts = {item["id"]: item for item in items[:700]}
        assert all(item["twin_of"] is None for item in items[:700])
        for item in items[700:]:
            assert firsts[item["twin_of"]]["normalized_json"] == item["normalized_json"]

    async def test_a_duplicate_of_a_finished_row_gets_its_result(self, team: Team, ana: Sending) -> None:
        """The row of the first file is settled before the second file is read."""
        team.reset(ingest_wait_seconds=0)
        eve = await team.person("eve@example.com")
        await team.execute("insert into workers (name, allows_private) values ('somebody', false)")
        job_id = (await eve.upload(("a.csv", b"title\nPan\n"), ("b.csv", b"title\nPan\nKettle\n"))).json()["jobId"]
        ingester = team.ingester()
        assert await ingester.run_next()
        await team.execute(
            "update job_items set status = 'DONE', completed_at = now(), result_json = '{\"name\": \"Pan\"}'"
            " where job_id = %s",
            job_id,
        )
        assert await ingester.run_next()
        await feed_jobs(team.engine)
        _, duplicate, other = await team.items(job_id)
        assert (duplicate["status"], duplicate["result_json"], other["status"]) == ("DONE", {"name": "Pan"}, "PENDING")
        counts = await team.counts(job_id)
        assert (counts["done"], counts["pending"], counts["total"]) == (2, 1, 3)


class TestPictures:
    async def test_each_picture_is_an_item_with_its_stored_content(self, team: Team, ana: Sending) -> None:
        red, blue = picture("red"), picture("blue")
        job_id = await ana.job(("a.png", red), ("b.png", blue), kind="product")
        first, second = await team.items(job_id)
        assert (await team.job(job_id))["job_type"] == first["job_type"] == "image"
        assert first["input_json"]["name"] == "a.png"
        assert first["input_json"]["media_type"] == "image/png"
        assert first["input_json"]["content_hash"] == sha256(red).hexdigest()
        assert await team.engine.blobs.has(second["input_json"]["path"])

    async def test_pictures_of_a_zip_are_separate_files(self, team: Team, ana: Sending) -> None:
        sent = zipped(**{"shelf/a.png": picture("red"), "b.png": picture("blue"), "again.png": picture("red")})
        first, second, third = await team.items(await ana.job(("shelf.zip", sent), kind="product"))
        assert [first["input_json"]["name"], second["input_json"]["name"]] == ["shelf/a.png", "b.png"]
        assert third["twin_of"] == first["id"]
        files = await team.execute("select path from files where media_type = 'image/png'")
        assert {file["path"] for file in files} == {item["input_json"]["path"] for item in (first, second, third)}

    async def test_a_damaged_picture_is_reported_and_the_others_are_kept(self, team: Team, ana: Sending) -> None:
        sent = zipped(**{"a.png": picture("red"), "b.png": b"no picture at all", "c.png": picture("blue")})
        items = await team.items(await ana.job(("shelf.zip", sent), kind="product"))
        assert [(item["status"], item["error_code"]) for item in items] == [
            ("PENDING", None),
            ("ERROR", "bad_row"),
            ("PENDING", None),
        ]

    async def test_pictures_cannot_be_postings(self, ana: Sending) -> None:
        answer = await ana.upload(("a.png", picture()), kind="posting")
        assert answer.status_code == 422 and answer.json()["fields"][0]["field"] == "kind"


class TestRejectedUploads:
    @pytest.mark.parametrize(
        ("body", "status", "code"),
        [
            (b"", 422, "empty_file"),
            (b"\n\n", 422, "empty_file"),
            (b"title,price\n", 422, "no_rows"),
            (b"%PDF-1.7 and more", 415, "wrong_media_type"),
            (b"\x7fELF" + bytes(100), 415, "wrong_media_type"),
            (b"PK\x03\x04 no zip at all", 422, "unreadable_file"),
        ],
    )
    async def test_an_unusable_file_is_rejected_and_no_job_is_created(
        self, team: Team, ana: Sending, body: bytes, status: int, code: str
    ) -> None:
        answer = await ana.upload(("some.csv", body))
        assert (answer.status_code, answer.json()["code"]) == (status, code), answer.text
        assert await team.execute("select id from jobs") == []

    async def test_the_unusable_one_of_several_files_is_named(self, ana: Sending) -> None:
        answer = await ana.upload(("good.csv", PANS), ("bad.csv", b""))
        assert answer.status_code == 422 and "bad.csv" in answer.json()["error"]

    async def test_unreadable_lines_are_errors_with_line_numbers(self, team: Team, ana: Sending) -> None:
        lines = b'{"title": "Pan"}\n{"title": \n{"title": "Kettle"}\n'
        job_id = await ana.job(("some.jsonl", lines))
        items = await team.items(job_id)
        assert [item["status"] for item in items] == ["PENDING", "ERROR", "PENDING"]
        bad = items[1]
        assert (bad["error_code"], bad["input_json"]["line"]) == ("bad_row", 2)
        assert bad["last_error"].startswith("Line 2")
        assert bad["completed_at"] is not None
        counts = await team.counts(job_id)
        assert (counts["pending"], counts["error"]) == (2, 1)

    @pytest.mark.parametrize(
        ("fields", "field"),
        [
            ({"kind": "car"}, "kind"),
            ({"mapping": "{"}, "mapping"),
            ({"mapping": '["a"]'}, "mapping"),
            ({"mapping": '{"title": "no such column"}'}, "mapping"),
            ({"dedupe": "perhaps"}, "dedupe"),
        ],
    )
    async def test_an_invalid_field_is_named(self, ana: Sending, fields: dict[str, str], field: str) -> None:
        answer = await ana.upload(("pans.csv", PANS), **fields)
        assert answer.status_code == 422
        assert answer.json()["fields"][0]["field"] == field

    async def test_a_form_without_a_file_is_rejected(self, ana: Sending) -> None:
        answer = await ana.client.post(JOBS, files={"kind": (None, "product")})
        assert answer.status_code == 422 and answer.json()["fields"][0]["field"] == "file"

    async def test_a_truncated_form_is_rejected_and_leaves_no_file(self, team: Team, ana: Sending) -> None:
        head = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
        headers = {"Content-Type": "multipart/form-data; boundary=x"}
        answer = await ana.client.post(JOBS, content=head + PANS, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (400, "malformed_body")
        assert list((team.engine.settings.storage.data_dir / "spool").iterdir()) == []

    @pytest.mark.parametrize("content_type", ["text/csv", "multipart/form-data", ""])
    async def test_a_body_that_is_not_a_form_is_rejected(self, ana: Sending, content_type: str) -> None:
        answer = await ana.client.post(JOBS, content=PANS, headers={"Content-Type": content_type})
        assert answer.status_code in (400, 415)

    async def test_a_mapping_that_the_database_cannot_store_is_rejected(self, team: Team, ana: Sending) -> None:
        answer = await ana.upload(("pans.csv", PANS), mapping='{"title": "Na\\u0000me"}')
        assert answer.status_code == 422 and answer.json()["fields"][0]["field"].startswith("mapping")
        kept = {"fileId": 1, "mapping": {"title": "Na\0me"}}
        assert (await ana.client.post(JOBS, json=kept)).status_code == 422

    async def test_a_mapping_of_too_many_columns_is_rejected_as_a_whole(self, ana: Sending) -> None:
        mapping = {f"column {number}": 1 for number in range(101)}
        form = await ana.upload(("pans.csv", PANS), mapping=json.dumps(mapping))
        for answer in (form, await ana.client.post(JOBS, json={"fileId": 1, "mapping": mapping})):
            assert (answer.status_code, [one["field"] for one in answer.json()["fields"]]) == (422, ["mapping"])

    @pytest.mark.parametrize(
        ("mapping", "reason"),
        [
            ("{", "must be valid JSON"),
            ("[" + "1," * 60_000 + "1]", "more than 50,000 values"),
            ("[" * 99, "must be valid JSON"),
        ],
    )
    async def test_a_mapping_in_a_form_has_the_limits_of_a_json_body(
        self, ana: Sending, mapping: str, reason: str
    ) -> None:
        answer = await ana.upload(("pans.csv", PANS), mapping=mapping)
        assert (answer.status_code, [one["field"] for one in answer.json()["fields"]]) == (422, ["mapping"])
        assert reason in answer.json()["error"]

    @pytest.mark.parametrize("cell", ["a\\u0000b", "a\\ud800b"])
    async def test_an_edited_cell_with_unstorable_text_causes_no_server_error(
        self, team: Team, ana: Sending, cell: str
    ) -> None:
        job_id = await ana.job(("pans.csv", PANS), kind="product")
        item, _ = await team.items(job_id)
        headers = {"Content-Type": "application/json"}
        for method, path, body in (
            ("PATCH", f"{JOBS}/{job_id}/items/{item['id']}", f'{{"input": {{"Name": "{cell}"}}}}'),
            ("POST", f"{JOBS}/{job_id}/items", f'{{"rows": [{{"Name": ["{cell}"]}}]}}'),
        ):
            answer = await ana.client.request(method, path, content=body, headers=headers)
            assert answer.status_code < 500, answer.text

    async def test_a_boundary_that_is_too_long_is_rejected(self, ana: Sending) -> None:
        headers = {"Content-Type": f"multipart/form-data; boundary={'x' * 300}"}
        answer = await ana.client.post(JOBS, content=b"", headers=headers)
        assert answer.status_code == 400 and "oundary" in answer.json()["error"]

    async def test_a_file_with_only_an_extended_filename_is_accepted(self, team: Team, ana: Sending) -> None:
        answer = await ana.client.post(JOBS, **form("filename*=UTF-8''T%C3%B6pfe.csv", PANS))
        assert answer.status_code == 201
        job = await team.job(answer.json()["jobId"])
        (file,) = await team.execute("select name from files where id = %s", job["file_id"])
        assert file["name"] == "Töpfe.csv" and job["rows_numbered"] == 2

    async def test_a_file_without_a_filename_is_rejected(self, ana: Sending) -> None:
        answer = await ana.client.post(JOBS, **form("x=y", PANS))
        assert answer.status_code == 422 and "filename" in answer.json()["error"]

    async def test_an_upload_aborted_by_the_client_is_logged_as_499_and_not_as_a_failure(
        self, team: Team, ana: Sending
    ) -> None:
        events: list[observe.Event] = []
        unsubscribe = observe.subscribe(events.append)
        gone = [{"type": "http.request", "body": b"--x\r\n", "more_body": True}, {"type": "http.disconnect"}]

        async def receive() -> Message:
            return gone.pop(0)

        async def send(message: Message) -> None:
            pass

        request = ana.client.build_request("POST", JOBS, headers={"Content-Type": "multipart/form-data; boundary=x"})
        scope = {
            "type": "http", "method": "POST", "path": JOBS, "raw_path": JOBS.encode(), "query_string": b"",
            "headers": [(name.lower(), value) for name, value in request.headers.raw], "client": ("203.0.113.7", 1),
        }  # fmt: skip
        await create_app(team.services)(scope, receive, send)
        unsubscribe()
        assert [event.status for event in events if isinstance(event, observe.RequestAnswered)] == [499]
        assert not [event for event in events if isinstance(event, observe.RequestFailed)]


class TestFilesSentBefore:
    async def test_an_own_file_can_be_ingested_again(self, team: Team, ana: Sending) -> None:
        first = await team.job(await ana.job(("pans.csv", PANS), kind="product"))
        answer = await ana.client.post(JOBS, json={"fileId": first["file_id"], "kind": "recipe", "dedupe": True})
        assert answer.status_code == 201, answer.text
        again = await team.job(answer.json()["jobId"])
        assert again["id"] != first["id"] and again["kind"] == "recipe"
        assert len(await team.items(again["id"])) == 2

    async def test_a_file_of_another_user_is_not_found(self, team: Team, ana: Sending, ben: Sending) -> None:
        job = await team.job(await ana.job(("pans.csv", PANS)))
        answer = await ben.client.post(JOBS, json={"fileId": job["file_id"]})
        assert answer.status_code == 404

    async def test_a_boolean_is_not_a_file_id(self, team: Team, ana: Sending) -> None:
        job = await team.job(await ana.job(("pans.csv", PANS)))
        assert job["file_id"] == 1
        answer = await ana.client.post(JOBS, json={"fileId": True})
        assert answer.status_code == 422
        assert [field["field"] for field in answer.json()["fields"]] == ["fileId"]

    @pytest.mark.parametrize("body", [{}, {"fileId": "x"}, {"size": 2}, []])
    async def test_an_invalid_body_is_rejected(self, ana: Sending, body: object) -> None:
        assert (await ana.client.post(JOBS, json=body)).status_code == 422


class TestIdempotency:
    async def test_fifty_equal_concurrent_uploads_create_one_job(self, team: Team, ana: Sending) -> None:
        answers = await asyncio.gather(
            *(ana.upload(("pans.csv", PANS), headers={"Idempotency-Key": "k-1"}) for _ in range(50))
        )
        assert {answer.status_code for answer in answers} == {201}
        assert len({answer.json()["jobId"] for answer in answers}) == 1
        assert len(await team.execute("select id from job_items")) == 2

    async def test_the_same_key_for_another_upload_is_a_conflict(self, ana: Sending) -> None:
        key = {"Idempotency-Key": "k-1"}
        assert (await ana.upload(("pans.csv", PANS), headers=key)).status_code == 201
        assert (await ana.upload(("pans.csv", URLS), headers=key)).status_code == 409
        assert (await ana.upload(("pans.csv", PANS), headers=key, kind="recipe")).status_code == 409
        assert (await ana.upload(("renamed.csv", PANS), headers=key)).status_code == 201

    async def test_a_stored_file_is_not_fetched_for_an_existing_job(self, team: Team, ana: Sending) -> None:
        job = await team.job(await ana.job(("pans.csv", PANS)))
        sending = {"json": {"fileId": job["file_id"]}, "headers": {"Idempotency-Key": "k-1"}}
        first = await ana.client.post(JOBS, **sending)
        await team.engine.blobs.delete_many([row["path"] for row in await team.execute("select path from files")])
        again = await ana.client.post(JOBS, **sending)
        assert (again.status_code, again.json()) == (first.status_code, first.json())

    async def test_keys_of_different_users_are_independent(self, ana: Sending, ben: Sending) -> None:
        key = {"Idempotency-Key": "k-1"}
        first = (await ana.upload(("pans.csv", PANS), headers=key)).json()
        assert (await ben.upload(("pans.csv", PANS), headers=key)).json() != first


class TestLimits:
    async def test_a_guest_is_rejected_before_anything_is_stored(self, team: Team) -> None:
        answer = await (await team.guest()).upload(("pans.csv", PANS))
        assert answer.status_code == 401
        assert not (team.engine.settings.storage.data_dir / "spool").exists()

    async def test_disabled_uploads_are_unavailable(self, team: Team) -> None:
        team.reset(db_ingest_enabled=False)
        answer = await (await team.person("ana@example.com")).upload(("pans.csv", PANS))
        assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")

    async def test_an_upload_with_too_large_a_length_is_rejected_before_it_is_read(self, team: Team) -> None:
        team.reset(upload_max_bytes=1_000)
        ana = await team.person("ana@example.com")
        read = 0

        async def body() -> AsyncIterator[bytes]:
            nonlocal read
            for _ in range(100):
                read += 1
                yield bytes(100_000)

        headers = {"Content-Type": "multipart/form-data; boundary=x", "Content-Length": "10000000"}
        answer = await ana.client.post(JOBS, content=body(), headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
        assert read <= 1

    async def test_an_upload_without_a_length_is_stopped_at_the_limit(self, team: Team) -> None:
        team.reset(upload_max_bytes=1_000)
        ana = await team.person("ana@example.com")

        async def body() -> AsyncIterator[bytes]:
            yield b'--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
            for _ in range(100):
                yield b"a,b\n" * 25_000

        headers = {"Content-Type": "multipart/form-data; boundary=x"}
        answer = await ana.client.post(JOBS, content=body(), headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (413, "body_too_large")
        assert list((team.engine.settings.storage.data_dir / "spool").iterdir()) == []

    async def test_the_size_limit_applies_to_all_files_together(self, team: Team) -> None:
        team.reset(upload_max_bytes=100)
        ana = await team.person("ana@example.com")
        answer = await ana.upload(("a.csv", PANS), ("b.csv", PANS))
        assert answer.status_code == 413

    async def test_too_many_open_jobs_are_rejected_with_retry_after(self, team: Team) -> None:
        team.reset(user_max_open_jobs=2)
        ana, ben = await team.person("ana@example.com"), await team.person("ben@example.com")
        assert [(await ana.upload(("p.csv", PANS))).status_code for _ in range(3)] == [201, 201, 429]
        refused = await ana.upload(("p.csv", PANS))
        assert int(refused.headers["Retry-After"]) > 0 and "unfinished jobs" in refused.json()["error"]
        assert (await ben.upload(("p.csv", PANS))).status_code == 201

    async def test_the_job_limit_holds_for_concurrent_uploads(self, team: Team) -> None:
        team.reset(user_max_open_jobs=3)
        ana = await team.person("ana@example.com")
        answers = await asyncio.gather(*(ana.upload((f"{n}.csv", PANS)) for n in range(12)))
        assert sorted(answer.status_code for answer in answers) == [201] * 3 + [429] * 9

    async def test_too_many_open_rows_are_rejected(self, team: Team) -> None:
        team.reset(user_max_open_items=2)
        ana = await team.person("ana@example.com")
        assert [(await ana.upload(("p.csv", PANS))).status_code for _ in range(2)] == [201, 429]

    async def test_an_upload_over_the_row_limit_of_a_job_is_rejected_and_its_job_canceled(self, team: Team) -> None:
        team.reset(upload_max_rows=150)
        ana = await team.person("ana@example.com")
        answer = await ana.upload(("many.csv", MANY))
        assert (answer.status_code, answer.json()["code"]) == (413, "file_too_large")
        assert answer.json()["error"] == "A job may have at most 150 rows, and this upload has more. Send it in parts."
        (job,) = await team.execute("select queue_state, last_error from jobs")
        assert job["queue_state"] == "CANCELED"
        assert job["last_error"] == "many.csv: only 150 rows were imported, because a job may have at most 150."
        assert (await ana.upload(("few.csv", PANS))).status_code == 201

    async def test_an_upload_over_the_row_limit_of_the_user_is_rejected_until_there_is_room(self, team: Team) -> None:
        team.reset(user_max_open_items=70)
        ana, key = await team.person("ana@example.com"), {"Idempotency-Key": "k-1"}
        answer = await ana.upload(("many.csv", MANY), headers=key)
        assert (answer.status_code, answer.json()["code"]) == (429, "too_many_requests")
        assert int(answer.headers["Retry-After"]) > 0 and "70 unfinished rows" in answer.json()["error"]
        assert await team.execute("select id from jobs where queue_state <> 'CANCELED'") == []
        team.reset(user_max_open_items=2_000)
        ana = await team.person("ana@example.com")
        assert (await ana.upload(("many.csv", MANY), headers=key)).status_code == 201

    @pytest.mark.parametrize(
        ("limit", "why"),
        [
            ({"upload_max_rows": 150}, "a job may have at most 150"),
            ({"user_max_open_items": 150}, "you may have at most 150 unfinished"),
        ],
    )
    async def test_rows_ingested_after_the_answer_are_kept_up_to_the_limit(
        self, team: Team, limit: dict[str, int], why: str
    ) -> None:
        team.reset(ingest_wait_seconds=0, **limit)
        ana, key = await team.person("ana@example.com"), {"Idempotency-Key": "k-1"}
        await team.execute("insert into workers (name, allows_private) values ('busy', false)")
        answer = await ana.upload(("many.csv", MANY), headers=key)
        job_id = answer.json()["jobId"]
        assert answer.status_code == 202
        assert await team.ingester().run_next()
        assert len(await team.items(job_id)) == 150
        job = await team.job(job_id)
        assert job["last_error"] == f"many.csv: only 150 rows were imported, because {why}."
        again = await ana.upload(("many.csv", MANY), headers=key)
        assert (again.status_code, again.json()["jobId"]) == (201, job_id)
        assert (await team.job(job_id))["queue_state"] != "CANCELED"

    async def test_concurrent_uploads_are_limited_per_user(self) -> None:
        at_once, under_way, most = ConcurrencyLimit(2, "uploads"), 0, 0

        async def upload(user_id: int) -> None:
            nonlocal under_way, most
            async with at_once.turn(user_id):
                under_way += 1
                most = max(most, under_way)
                await asyncio.sleep(0.01)
                under_way -= 1

        await asyncio.gather(*(upload(1) for _ in range(10)))
        assert most == 2
        await asyncio.gather(upload(1), upload(2), upload(1), upload(2), upload(1))
        assert most == 4

    async def test_an_upload_that_waits_too_long_for_its_slot_gets_429(self, team: Team) -> None:
        app = create_app(team.services)
        turns = ConcurrencyLimit(1, "uploads", timeout_seconds=0.1)
        app.context = replace(app.context, uploads_at_once=turns)
        cleo = await team.person("cleo@example.com", app)
        (user,) = await team.execute("select user_id from users where email = 'cleo@example.com'")
        async with turns.turn(user["user_id"]):
            answer = await cleo.upload(("pans.csv", PANS))
        assert answer.status_code == 429 and int(answer.headers["Retry-After"]) > 0
        assert (await cleo.upload(("pans.csv", PANS))).status_code == 201


class TestWaiting:
    async def test_while_the_worker_is_busy_files_are_stored_and_ingested_later(self, team: Team) -> None:
        team.reset(ingest_wait_seconds=0.05)
        ana = await team.person("ana@example.com")
        await team.execute("insert into workers (name, allows_private) values ('busy', false)")
        answer = await ana.upload(("pans.csv", PANS))
        assert answer.status_code == 202
        assert await team.items(answer.json()["jobId"]) == []
        assert await team.ingester().run_next()
        assert len(await team.items(answer.json()["jobId"])) == 2

    async def test_a_job_whose_stored_file_is_missing_fails_with_the_reason(self, team: Team) -> None:
        team.reset(ingest_wait_seconds=0)
        ana = await team.person("ana@example.com")
        await team.execute("insert into workers (name, allows_private) values ('busy', false)")
        job_id = (await ana.upload(("pans.csv", PANS))).json()["jobId"]
        (file,) = await team.execute("select path from files")
        await team.engine.blobs.delete_many([file["path"]])
        assert await team.ingester().run_next()
        await team.fold()
        job = await team.job(job_id)
        assert job["queue_state"] == "FAILED" and "missing" in job["last_error"]


async def test_a_form_is_read_equally_in_chunks_of_any_size(team: Team, ana: Sending) -> None:
    """Boundaries are split across chunks."""
    whole = httpx.Request("POST", "http://x", files=[("file", ("p.csv", PANS))], data={"kind": "product"})
    sent = whole.read()
    for size in (1, 2, 7, 64):

        async def pieces(size: int = size) -> AsyncIterator[bytes]:
            for start in range(0, len(sent), size):
                yield sent[start : start + size]

        headers = {"Content-Type": whole.headers["Content-Type"]}
        answer = await ana.client.post(JOBS, content=pieces(), headers=headers)
        assert answer.status_code == 201, answer.text
        assert len(await team.items(answer.json()["jobId"])) == 2


def test_old_spool_files_of_a_killed_process_are_deleted(tmp_path: Path) -> None:
    old, new = create_spool_file(tmp_path), create_spool_file(tmp_path)
    for place in (old, new):
        place.write_bytes(b"rows")
    two_days_ago = time.time() - 2 * 86_400
    os.utime(old, (two_days_ago, two_days_ago))
    assert clear_old(tmp_path) == 1
    assert new.exists() and not old.exists()

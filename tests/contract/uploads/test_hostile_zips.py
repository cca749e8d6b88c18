"""Zips that are designed to keep a server busy."""

import asyncio
import io
import struct
import zipfile
from typing import Any

import pytest

from garner.api.app import create_app
from garner.engine.files import inspection
from garner.engine.people.accounts import Identity, sign_in
from garner.tables import reading

from .conftest import JOBS, Sending, Team


def zip_of(members: int, body: bytes = b"") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for number in range(members):
            archive.writestr(zipfile.ZipInfo(f"{number}.csv"), body)
    return packed.getvalue()


async def test_too_many_members_are_rejected_with_the_limit(team: Team) -> None:
    team.reset(upload_max_members=50)
    ana = await team.person("ana@example.com")
    answer = await ana.upload(("many.zip", zip_of(51)))
    assert answer.status_code == 413 and answer.json()["code"] == "file_too_large"
    assert "50 files" in answer.json()["error"] and "GARNER_UPLOAD_MAX_MEMBERS" in answer.json()["error"]


async def test_the_member_limit_applies_to_all_zips_of_an_upload(team: Team) -> None:
    team.reset(upload_max_members=50)
    ana = await team.person("ana@example.com")
    table = b"title\nPan\n"
    answer = await ana.upload(("a.zip", zip_of(30, table)), ("b.zip", zip_of(30, table)))
    assert answer.status_code == 413 and "50 files" in answer.json()["error"]


async def test_a_zip_of_empty_tables_is_rejected(ana: Sending) -> None:
    answer = await ana.upload(("empty.zip", zip_of(1_000)))
    assert answer.status_code == 422 and answer.json()["error"] == "The file is empty."


async def test_only_one_of_several_empty_tables_is_opened(ana: Sending, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []

    def open_member(archive: Any, member: Any, **options: Any) -> Any:
        opened.append(member.name)
        return reading.open_member(archive, member, **options)

    monkeypatch.setattr(inspection, "open_member", open_member)
    assert (await ana.upload(("empty.zip", zip_of(100)))).status_code == 422
    assert opened == ["0.csv"]


async def test_errors_beyond_the_inspection_time_are_reported_by_the_reader(
    ana: Sending, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspection, "EXAMINE_SECONDS", 0.0)
    assert (await ana.upload(("good.zip", zip_of(3, b"title\nPan\n")))).status_code == 201
    answer = await ana.upload(("bad.zip", zip_of(3, b"title\n")))
    assert answer.status_code == 422 and "below its header" in answer.json()["error"]


async def test_members_with_absurd_declared_sizes_are_rejected_unread(ana: Sending) -> None:
    body = bytearray(zip_of(3, b"title\nPan\n"))
    place = -1
    while (place := body.find(b"PK\x01\x02", place + 1)) >= 0:
        struct.pack_into("<L", body, place + 24, 0xFFFFFFF0)
    answer = await ana.upload(("absurd.zip", bytes(body)))
    assert answer.status_code == 413


async def test_overlapping_members_count_with_their_declared_sizes(ana: Sending) -> None:
    """Every entry of the directory refers to the same bytes."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("0.csv", b"title\n" + b"x" * 30_000_000)
        for number in range(1, 20):
            archive.writestr(f"{number}.csv", b"")
        for entry in archive.filelist[1:]:
            first = archive.filelist[0]
            entry.header_offset, entry.compress_type, entry.CRC = first.header_offset, first.compress_type, first.CRC
            entry.file_size, entry.compress_size = first.file_size, first.compress_size
    answer = await ana.upload(("overlapping.zip", packed.getvalue()))
    assert answer.status_code == 413


async def test_inspection_ends_when_the_client_disconnects(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inspection, "EXAMINE_SECONDS", 3600.0)
    signed_in = await sign_in(team.engine, Identity("eve@example.com"))
    boundary, status = "b0undary", []
    body = (
        f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="many.zip"\r\n\r\n'.encode()
        + zip_of(15_000, b"title\n")
        + f"\r\n--{boundary}--\r\n".encode()
    )
    messages = iter([{"type": "http.request", "body": body, "more_body": False}, {"type": "http.disconnect"}])

    async def receive() -> dict[str, Any]:
        await asyncio.sleep(0.05)
        return next(messages)

    async def send(message: dict[str, Any]) -> None:
        if message["type"] == "http.response.start":
            status.append(message["status"])

    headers = {
        "authorization": f"Bearer {signed_in.token}",
        "content-type": f"multipart/form-data; boundary={boundary}",
    }
    scope = {
        "type": "http",
        "method": "POST",
        "path": JOBS,
        "raw_path": JOBS.encode(),
        "query_string": b"",
        "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
        "client": ("203.0.113.7", 1),
        "server": ("garner", 80),
        "scheme": "http",
        "http_version": "1.1",
        "root_path": "",
        "asgi": {"version": "3.0"},
    }
    await create_app(team.services)(scope, receive, send)  # type: ignore[arg-type]  # plain dictionaries are enough
    assert status == [499]
    assert await team.execute("select id from jobs") == []

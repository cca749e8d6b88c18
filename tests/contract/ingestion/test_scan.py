"""Permissions of scans, and guards that keep a scan within its source."""

import asyncio
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from garner import observe
from garner.core.urls.source_url import parse_source_url
from garner.engine.files import scanning
from garner.engine.files.allowed_sources import open_source
from garner.errors import FileChanged, Forbidden, InputError, Unavailable
from garner.runtime.duties.background import make_duties
from garner.runtime.duties.watched_sources import watch_places
from garner.settings import Settings
from garner.sources import Folder
from garner.store.ingest import scans

from .conftest import ADMIN, PASSWORD, SCAN, Office, ftp_server, write_file

PANS = b"Name,Brand,SKU\nCast iron pan,Hearth,P-26\n"


@pytest.fixture(autouse=True)
def short_settle_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scanning, "SETTLE_SECONDS", 0.05)


async def status(office: Office, source: str, email: str = ADMIN) -> int:
    return (await (await office.person(email)).post(SCAN, json={"source": source})).status_code


class TestWhoMay:
    async def test_only_admins_may_scan(self, office: Office, incoming_folder: Path) -> None:
        assert await status(office, str(incoming_folder), "ben@example.com") == 403
        assert await status(office, str(incoming_folder)) == 200

    async def test_scans_are_unavailable_if_uploads_are_disabled(self, office: Office, incoming_folder: Path) -> None:
        office.reset(db_ingest_enabled=False)
        assert await status(office, str(incoming_folder)) == 503

    @pytest.mark.parametrize(
        "source", ["incoming", "http://example.com/a", "ftp://", "s3:///a", "ftp://ada:word@example.com/a", "/a\0b"]
    )
    async def test_an_invalid_source_is_rejected(self, office: Office, source: str) -> None:
        answer = await (await office.person(ADMIN)).post(SCAN, json={"source": source})
        assert answer.status_code == 422 and answer.json()["fields"][0]["field"] == "source"

    async def test_an_unknown_field_is_named_in_a_warning(self, office: Office, incoming_folder: Path) -> None:
        body = {"source": str(incoming_folder), "folder": "/"}
        answer = await (await office.person(ADMIN)).post(SCAN, json=body)
        assert (answer.status_code, "folder" in answer.headers["Warning"]) == (200, True)


class TestFolders:
    async def test_a_folder_is_named_by_its_path_or_its_url(self, office: Office, incoming_folder: Path) -> None:
        write_file(incoming_folder, "with space/pans.csv", PANS)
        assert await office.statuses_by_name(f"file://{incoming_folder}/with%20space") == {"pans.csv": "new"}
        assert await office.statuses_by_name(f"{incoming_folder}/with space/") == {"pans.csv": "known"}

    async def test_folders_outside_the_allowed_ones_cannot_be_scanned(
        self, office: Office, incoming_folder: Path
    ) -> None:
        outside = incoming_folder.parent / "outside"
        write_file(outside, "secret.csv", PANS)
        (incoming_folder / "way").symlink_to(outside)
        beside = incoming_folder.parent / "incoming-too"
        write_file(beside, "secret.csv", PANS)
        for source in (outside, incoming_folder / ".." / "outside", incoming_folder / "way", beside, "/", "/etc"):
            assert await status(office, str(source)) == 403, source
        assert await status(office, str(incoming_folder.parent / "missing")) == 403
        assert await status(office, str(incoming_folder / "missing")) == 404
        office.reset(ingest_roots="")
        assert await status(office, str(incoming_folder)) == 403

    async def test_links_are_not_followed(self, office: Office, incoming_folder: Path) -> None:
        write_file(incoming_folder.parent / "outside", "secret.csv", PANS)
        (incoming_folder / "file.csv").symlink_to(incoming_folder.parent / "outside" / "secret.csv")
        (incoming_folder / "folder").symlink_to(incoming_folder.parent / "outside")
        os.mkfifo(incoming_folder / "pipe.csv")
        assert await office.statuses_by_name(str(incoming_folder)) == {"file.csv": "refused", "folder": "refused"}

    @pytest.mark.parametrize("which", ["file", "folder"])
    async def test_a_file_replaced_by_a_link_after_listing_is_not_read(
        self, office: Office, incoming_folder: Path, which: str
    ) -> None:
        write_file(incoming_folder, "sub/pans.csv", PANS)
        folder = Folder.below([str(incoming_folder)], str(incoming_folder))
        (entry,) = (await folder.list()).entries
        moved = incoming_folder.parent / "moved"
        victim = incoming_folder / "sub" / "pans.csv" if which == "file" else incoming_folder / "sub"
        victim.rename(moved)
        victim.symlink_to(moved)
        with pytest.raises(Unavailable):
            await folder.fetch(entry, incoming_folder.parent / "taken", 1000)

    async def test_a_growing_file_is_left_for_the_next_scan(
        self, office: Office, incoming_folder: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(scanning, "SETTLE_SECONDS", 0.4)
        write_file(incoming_folder, "whole.csv", PANS)
        growing = incoming_folder / "growing.csv"
        growing.write_bytes(PANS)

        async def grow() -> None:
            while True:
                await asyncio.sleep(0.02)
                with growing.open("ab") as file:
                    file.write(b"Wok,Hearth,W-1\n")

        writer = asyncio.create_task(grow())
        statuses_by_name = await office.statuses_by_name(str(incoming_folder))
        writer.cancel()
        assert statuses_by_name == {"whole.csv": "new", "growing.csv": "refused"}
        assert await office.statuses_by_name(str(incoming_folder)) == {"whole.csv": "known", "growing.csv": "new"}

    async def test_a_file_that_changed_after_listing_is_not_fetched(self, incoming_folder: Path) -> None:
        write_file(incoming_folder, "pans.csv", PANS)
        folder = Folder.below([str(incoming_folder)], str(incoming_folder))
        (entry,) = (await folder.list()).entries
        (incoming_folder / "pans.csv").write_bytes(PANS * 2)
        with pytest.raises(FileChanged):
            await folder.fetch(entry, incoming_folder.parent / "taken", 1000)

    async def test_file_names_that_are_not_utf8_are_shown_with_replacement_characters(
        self, office: Office, incoming_folder: Path
    ) -> None:
        (incoming_folder / os.fsdecode(b"pans-\xff.csv")).write_bytes(PANS)
        assert await office.statuses_by_name(str(incoming_folder)) == {"pans-\ufffd.csv": "new"}


class TestElsewhere:
    @pytest.mark.parametrize(
        ("place", "listed", "may"),
        [
            ("s3://incoming/a", "s3://incoming", True),
            ("s3://incoming/a/b", "s3://incoming/a", True),
            ("s3://incoming/ab", "s3://incoming/a", False),
            ("s3://incoming-too", "s3://incoming", False),
            ("ftp://127.0.0.1/a", "ftp://127.0.0.1", True),
            ("ftp://127.0.0.1:21/a", "ftp://127.0.0.1", True),
            ("ftp://127.0.0.1:2121/a", "ftp://127.0.0.1", False),
            ("ftp://127.0.0.1/a", "s3://127.0.0.1", False),
            ("ftp://127.0.0.1/a", "", False),
        ],
    )
    async def test_only_listed_sources_are_opened(self, settings: Settings, place: str, listed: str, may: bool) -> None:
        chosen = settings.with_values(ingest_sources=listed, s3_access_key_id="key", s3_secret_access_key="secret")
        if may:
            await open_source(chosen, parse_source_url(place))
        else:
            with pytest.raises(Forbidden):
                await open_source(chosen, parse_source_url(place))

    @pytest.mark.parametrize(
        "place", ["s3://incoming/a/../../b", "ftp://example.com/a/%2e%2e/b", "ftp://example.com:x"]
    )
    def test_a_source_with_parent_segments_is_rejected(self, place: str) -> None:
        with pytest.raises(InputError):
            parse_source_url(place)

    @pytest.mark.parametrize("host", ["127.0.0.1", "inside.example"])
    async def test_private_hosts_are_rejected_unless_allowed(self, settings: Settings, host: str) -> None:
        async def resolver(name: str) -> list[str]:
            return ["10.0.0.7"]

        chosen = settings.with_values(ingest_sources=f"ftp://{host}", fetch_allow_private=False)
        with pytest.raises(Forbidden, match="GARNER_FETCH_ALLOW_PRIVATE"):
            await open_source(chosen, parse_source_url(f"ftp://{host}/a"), resolver)

    async def test_the_data_address_of_an_ftp_server_is_ignored(self, office: Office, incoming_folder: Path) -> None:
        write_file(incoming_folder, "pans.csv", PANS)
        with ftp_server(incoming_folder, masquerade_address="192.0.2.1") as port:
            allow_ftp(office, port)
            assert await office.statuses_by_name(f"ftp://127.0.0.1:{port}") == {"pans.csv": "new"}

    async def test_a_missing_folder_a_wrong_password_and_an_unreachable_host_are_reported(
        self, office: Office, incoming_folder: Path
    ) -> None:
        write_file(incoming_folder, "pans.csv", PANS)
        with ftp_server(incoming_folder) as port:
            allow_ftp(office, port)
            assert await status(office, f"ftp://127.0.0.1:{port}/missing") == 404
            assert await status(office, f"ftp://127.0.0.1:{port}/pans.csv") == 404, "a file is no folder"
            office.reset(ingest_ftp_password=SecretStr("another"))
            assert await status(office, f"ftp://127.0.0.1:{port}") == 503
        assert await status(office, f"ftp://127.0.0.1:{port}") == 503

    async def test_an_ftp_server_with_an_invalid_greeting_is_reported(self, office: Office) -> None:
        async with speaking(b"250-\xff\xfe" + b"x" * 20_000 + b"\r\n") as port:
            allow_ftp(office, port)
            assert await status(office, f"ftp://127.0.0.1:{port}") == 503

    async def test_a_missing_bucket_is_reported(self, office: Office, s3_endpoint: str) -> None:
        office.reset(
            ingest_sources="s3://nowhere", s3_endpoint=s3_endpoint, s3_access_key_id="k", s3_secret_access_key="s"
        )
        assert await status(office, "s3://nowhere/a") == 404


def allow_ftp(office: Office, port: int) -> None:
    office.reset(
        ingest_sources=f"ftp://127.0.0.1:{port}", ingest_ftp_user="garner", ingest_ftp_password=SecretStr(PASSWORD)
    )


@asynccontextmanager
async def speaking(words: bytes) -> AsyncIterator[int]:
    async def speak(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(words)
        await reader.read()
        writer.close()

    server = await asyncio.start_server(speak, "127.0.0.1", 0)
    yield server.sockets[0].getsockname()[1]
    server.close()


class TestWatching:
    async def test_watched_sources_are_scanned_automatically_for_the_first_admin(
        self, office: Office, incoming_folder: Path
    ) -> None:
        write_file(incoming_folder, "pans.csv", PANS)
        office.reset(ingest_watch=str(incoming_folder), admin_emails=f"{ADMIN}, ben@example.com")
        assert await watch_places(office.engine) == 1
        (job,) = await office.execute("select u.email, j.kind from jobs j join users u using (user_id)")
        assert job == {"email": ADMIN, "kind": "auto"}

    async def test_one_process_scans_a_watched_source_at_the_configured_interval(
        self, office: Office, incoming_folder: Path
    ) -> None:
        office.reset(ingest_watch=str(incoming_folder), ingest_watch_seconds=600)
        write_file(incoming_folder, "pans.csv", PANS)
        assert sorted(await asyncio.gather(*(watch_places(office.engine) for _ in range(3)))) == [0, 0, 1]
        write_file(incoming_folder, "more.csv", PANS * 2)
        assert await watch_places(office.engine) == 0
        await office.execute("update watches set due_at = now()")
        assert await watch_places(office.engine) == 1

    async def test_a_failing_source_is_reported_and_does_not_block_others(
        self, office: Office, incoming_folder: Path
    ) -> None:
        write_file(incoming_folder, "pans.csv", PANS)
        office.reset(ingest_watch=f"{incoming_folder}/missing, {incoming_folder}")
        events: list[observe.Event] = []
        unsubscribe = observe.subscribe(events.append)
        try:
            assert await watch_places(office.engine) == 1
        finally:
            unsubscribe()
        (failed,) = [event for event in events if isinstance(event, observe.ScanFailed)]
        assert failed.place == f"{incoming_folder}/missing"

    async def test_a_watch_of_a_lost_process_is_taken_over(self, office: Office) -> None:
        async with office.engine.database.connection() as connection:
            assert await scans.take_watch(connection, "/a", 0.05)
            assert not await scans.take_watch(connection, "/a", 0.05)
            await asyncio.sleep(0.1)
            assert await scans.take_watch(connection, "/a", 600)

    async def test_the_watch_loop_runs_only_if_sources_are_watched(self, office: Office, incoming_folder: Path) -> None:
        assert "watch_places" not in names(office)
        office.reset(ingest_watch=str(incoming_folder))
        assert "watch_places" in names(office)

    @pytest.mark.parametrize("words", [{"ingest_watch": "incoming"}, {"ingest_roots": "incoming"}])
    def test_an_invalid_source_in_the_settings_prevents_the_start(self, words: dict[str, Any]) -> None:
        with pytest.raises(ValueError, match="incoming"):
            Settings.from_values(**words)


def names(office: Office) -> set[str]:
    return {loop.name for loop in make_duties(office.engine)}

"""One suite for every blob store: a local folder, and S3 as an emulator on loopback implements it."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import httpx
import obstore
import pytest
from moto.server import ThreadedMotoServer
from obstore.store import LocalStore

from garner.blobs import BlobStore, CleaningReport, S3Access, clean_bodies, local_blobs, open_blobs, unpack
from garner.core.retention import BodyPolicy
from garner.errors import BodyMissing, ConfigurationError, TooLarge, Unavailable

BODY = b"<html>a page</html>"
DAY = timedelta(days=1)


@pytest.fixture(scope="module")
def s3_endpoint() -> Iterator[str]:
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def access(s3_endpoint: str) -> Iterator[S3Access]:
    """An empty bucket named `bodies`. Keys are always given: otherwise the client searches for AWS credentials."""
    httpx.put(f"{s3_endpoint}/bodies").raise_for_status()
    yield S3Access(s3_endpoint, access_key_id="key", secret_access_key="secret")
    httpx.post(f"{s3_endpoint}/moto-api/reset").raise_for_status()


@pytest.fixture(params=["folder", "s3"])
def open_store(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], BlobStore]:
    if request.param == "folder":
        return lambda: open_blobs(None, tmp_path / "bodies")
    access = request.getfixturevalue("access")
    return lambda: open_blobs("s3://bodies/pages/of-garner", tmp_path, access)


@pytest.fixture
def blobs(open_store: Callable[[], BlobStore]) -> BlobStore:
    return open_store()


async def keep(blobs: BlobStore, body: bytes = BODY) -> str:
    return await blobs.put(sha256(body).hexdigest(), body)


async def total_bytes(blobs: BlobStore) -> int:
    return sum([body.bytes async for page in blobs.list() for body in page])


async def paths(blobs: BlobStore, page_size: int = 1000) -> list[str]:
    return [body.path async for page in blobs.list(page_size) for body in page]


async def put_raw(blobs: BlobStore, path: str, content: bytes) -> None:
    """Write directly into the store, as another program would."""
    await obstore.put_async(blobs._store, path, content)


def is_empty(folder: Path) -> bool:
    return not any(folder.iterdir())


@contextmanager
def credentials_are_checked(endpoint: str) -> Iterator[None]:
    httpx.post(f"{endpoint}/moto-api/reset-auth", content="0").raise_for_status()
    try:
        yield
    finally:
        httpx.post(f"{endpoint}/moto-api/reset-auth", content="1000000000").raise_for_status()


@asynccontextmanager
async def hanging_server() -> AsyncIterator[str]:
    async def ignore_request(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    server = await asyncio.start_server(ignore_request, "127.0.0.1", 0)
    yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    server.close()


class TestKeeping:
    @pytest.mark.parametrize("size", [0, 10, 1_000_000])
    async def test_a_body_is_returned_unchanged(self, blobs: BlobStore, size: int) -> None:
        body = b"x" * size
        assert unpack(await blobs.get_packed(await keep(blobs, body)), 2_000_000) == body

    @pytest.mark.parametrize("size", [0, 1, 3_000_000, 12_000_000])
    async def test_a_file_is_returned_unchanged(self, blobs: BlobStore, tmp_path: Path, size: int) -> None:
        sent, back = tmp_path / "sent", tmp_path / "back"
        sent.write_bytes(os.urandom(size))  # incompressible
        path = await blobs.put_file(sha256(sent.read_bytes()).hexdigest(), sent)
        await blobs.fetch_to_file(path, back, size)
        assert back.read_bytes() == sent.read_bytes()
        assert unpack(await blobs.get_packed(path), size or 1) == sent.read_bytes()

    async def test_a_missing_damaged_or_oversized_file_raises_an_error(self, blobs: BlobStore, tmp_path: Path) -> None:
        path = await keep(blobs, b"rows" * 100_000)
        with pytest.raises(TooLarge):
            await blobs.fetch_to_file(path, tmp_path / "back", 1_000)
        await obstore.put_async(blobs._store, path, (await blobs.get_packed(path))[:-3])
        with pytest.raises(BodyMissing):
            await blobs.fetch_to_file(path, tmp_path / "back", 10**9)
        await blobs.delete_many([path])
        with pytest.raises(BodyMissing):
            await blobs.fetch_to_file(path, tmp_path / "back", 10**9)

    async def test_a_body_is_available_after_the_store_is_reopened(self, open_store: Callable[[], BlobStore]) -> None:
        path = await keep(open_store())
        assert unpack(await open_store().get_packed(path), 1000) == BODY

    async def test_a_missing_body_raises_an_error(self, blobs: BlobStore) -> None:
        with pytest.raises(BodyMissing):
            await blobs.get_packed("2026-07-14/09/nothing.zst")

    async def test_has_reports_whether_a_body_exists(self, blobs: BlobStore) -> None:
        path = await keep(blobs)
        assert await blobs.has(path)
        await put_raw(blobs, path, b"")
        assert not await blobs.has(path)
        await blobs.delete_many([path])
        assert not await blobs.has(path)

    async def test_the_same_body_is_stored_once_within_the_hour(self, blobs: BlobStore) -> None:
        written = {await keep(blobs) for _ in range(3)}
        assert len(written) <= 2  # two if the hour changed in between
        assert set(await paths(blobs)) == written

    async def test_storing_a_body_again_repairs_a_damaged_one(self, blobs: BlobStore) -> None:
        good = await blobs.get_packed(await keep(blobs))
        for damaged in (good[:-3], b"", bytes(len(good))):
            path = await keep(blobs)
            await put_raw(blobs, path, damaged)
            assert unpack(await blobs.get_packed(await keep(blobs)), 1000) == BODY

    async def test_a_body_is_stored_in_the_folder_of_the_current_hour(self, tmp_path: Path) -> None:
        hours = [datetime(2026, 7, 14, hour, 59, 59, tzinfo=UTC) for hour in (8, 9)]
        clock = iter(hours)
        blobs = BlobStore(LocalStore(tmp_path), str(tmp_path), now=lambda: next(clock))
        first, second = await keep(blobs), await keep(blobs)
        assert (first.rpartition("/")[0], second.rpartition("/")[0]) == ("2026-07-14/08", "2026-07-14/09")


class TestListing:
    async def test_every_body_is_listed_with_its_size_and_age_page_by_page(self, blobs: BlobStore) -> None:
        before = datetime.now(UTC) - timedelta(seconds=2)  # S3 reports whole seconds
        kept = {await keep(blobs, bytes([number])) for number in range(25)}
        pages = [page async for page in blobs.list(page_size=10)]
        assert [len(page) for page in pages] == [10, 10, 5]
        listed = [body for page in pages for body in page]
        assert {body.path for body in listed} == kept
        for body in listed:
            assert body.bytes == len(await blobs.get_packed(body.path))
            assert before <= body.written_at <= datetime.now(UTC) + timedelta(seconds=2)

    async def test_an_empty_store_lists_nothing(self, blobs: BlobStore) -> None:
        assert await paths(blobs) == []

    async def test_other_files_are_not_listed(self, blobs: BlobStore) -> None:
        for stranger in ("README.md", "backup/2026.tar.zst", "2026-07-14/09/notes.txt"):
            await put_raw(blobs, stranger, b"precious")
        assert await paths(blobs) == []


class TestDeleting:
    async def test_deleted_bodies_are_gone_and_the_others_stay(self, blobs: BlobStore) -> None:
        first, second, third = [await keep(blobs, bytes([number])) for number in range(3)]
        await blobs.delete_many([first, third])
        assert await paths(blobs) == [second]

    async def test_a_missing_body_does_not_prevent_the_deletion_of_others(self, blobs: BlobStore) -> None:
        kept = [await keep(blobs, bytes([number])) for number in range(30)]
        await blobs.delete_many(kept[10:20])
        await blobs.delete_many(kept)
        assert await paths(blobs) == []

    async def test_deleting_no_bodies_is_allowed(self, blobs: BlobStore) -> None:
        await blobs.delete_many([])

    async def test_an_empty_folder_is_removed_with_its_last_body(self, tmp_path: Path) -> None:
        blobs = local_blobs(tmp_path)
        await blobs.delete_many([await keep(blobs)])
        assert is_empty(tmp_path)


class TestTrouble:
    async def test_a_working_store_passes_the_check_and_stays_unchanged(self, blobs: BlobStore) -> None:
        await blobs.check()
        assert await paths(blobs) == []

    async def test_concurrent_checks_do_not_interfere(self, blobs: BlobStore) -> None:
        await asyncio.gather(*(blobs.check() for _ in range(5)))

    async def test_a_folder_that_cannot_be_written_is_unavailable(self, tmp_path: Path) -> None:
        blobs = local_blobs(tmp_path / "bodies")
        (tmp_path / "bodies").rmdir()
        (tmp_path / "bodies").write_text("in the way")
        for attempt in (keep(blobs), blobs.check()):
            with pytest.raises(Unavailable, match="bodies cannot be stored in"):
                await attempt

    async def test_a_missing_folder_is_unavailable_and_not_a_missing_body(self, tmp_path: Path) -> None:
        blobs = local_blobs(tmp_path / "bodies")
        path = await keep(blobs)
        (tmp_path / "bodies").rename(tmp_path / "elsewhere")
        with pytest.raises(Unavailable):
            await blobs.get_packed(path)
        with pytest.raises(Unavailable):
            await blobs.delete_many([path])

    async def test_a_missing_bucket_is_unavailable_and_not_a_missing_body(self, access: S3Access) -> None:
        await self._assert_unavailable(open_blobs("s3://nobody", Path(), access), "bucket does not exist")

    async def test_wrong_credentials_are_reported(self, access: S3Access, s3_endpoint: str) -> None:
        with credentials_are_checked(s3_endpoint):
            await self._assert_unavailable(open_blobs("s3://bodies", Path(), access), "Access Key Id")

    async def test_an_unreachable_server_is_reported(self, unused_tcp_port: int) -> None:
        access = S3Access(f"http://127.0.0.1:{unused_tcp_port}", access_key_id="key", secret_access_key="secret")
        await self._assert_unavailable(open_blobs("s3://bodies", Path(), access), "error sending request")

    async def test_a_hanging_server_is_reported_before_the_timeout_of_a_worker(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for limit in ("PUT_SECONDS", "POLL_SECONDS"):
            monkeypatch.setattr(f"garner.blobs.store.{limit}", 0.2)
        async with hanging_server() as endpoint:
            access = S3Access(endpoint, access_key_id="key", secret_access_key="secret")
            blobs = open_blobs("s3://bodies", Path(), access)
            for attempt in (keep(blobs), blobs.has(f"2026-07-14/09/{'a' * 64}.zst")):
                with pytest.raises(Unavailable, match="does not respond in time"):
                    await attempt

    async def _assert_unavailable(self, blobs: BlobStore, reason: str) -> None:
        path = f"2026-07-14/09/{'a' * 64}.zst"
        attempts = (keep(blobs), blobs.get_packed(path), blobs.delete_many([path]), paths(blobs), blobs.check())
        for failed in await asyncio.gather(*attempts, return_exceptions=True):
            assert isinstance(failed, Unavailable)
            assert failed.retryable
            assert reason in failed.message
            assert "secret" not in failed.message


class TestOpening:
    @pytest.mark.parametrize("url", ["s3://", "s3:bodies", "gs://bodies", "/var/bodies", "s3://bodies?region=x"])
    def test_a_url_without_a_bucket_is_rejected(self, url: str, tmp_path: Path) -> None:
        with pytest.raises(ConfigurationError, match="GARNER_BLOB_URL"):
            open_blobs(url, tmp_path)

    def test_an_access_key_without_a_secret_is_rejected(self, tmp_path: Path) -> None:
        with pytest.raises(ConfigurationError, match="GARNER_S3_SECRET_ACCESS_KEY"):
            open_blobs("s3://bodies", tmp_path, S3Access(access_key_id="key"))

    @pytest.mark.parametrize("endpoint", ["nonsense", "minio:9000", "http://", "ftp://minio"])
    def test_an_invalid_endpoint_is_rejected(self, endpoint: str, tmp_path: Path) -> None:
        with pytest.raises(ConfigurationError, match="GARNER_S3_ENDPOINT"):
            open_blobs("s3://bodies", tmp_path, S3Access(endpoint))


class Tasks:
    """A fake of the crawl tasks: the bodies they refer to, and those not extracted yet."""

    def __init__(self, *pointed_at: str, waiting: tuple[str, ...] = ()) -> None:
        self.pointed_at = {*pointed_at, *waiting}
        self.waiting = set(waiting)

    async def referenced(self, asked: list[str]) -> set[str]:
        return self.pointed_at & set(asked)

    async def forget(self, asked: list[str]) -> set[str]:
        self.pointed_at -= set(asked) - self.waiting
        return set(asked) - self.pointed_at


@pytest.fixture
async def kept(blobs: BlobStore) -> AsyncIterator[list[str]]:
    yield [await keep(blobs, f"page {number}".encode() * 100) for number in range(3)]


class TestCleaning:
    async def clean(self, blobs: BlobStore, tasks: Tasks, age: timedelta, **policy: object) -> CleaningReport:
        later = datetime.now(UTC) + age
        return await clean_bodies(blobs, tasks.referenced, tasks.forget, BodyPolicy(**policy), later)  # type: ignore[arg-type]  # the policy's own fields

    async def test_an_unreferenced_body_is_deleted_after_a_day(self, blobs: BlobStore, kept: list[str]) -> None:
        tasks = Tasks(kept[1])
        assert (await self.clean(blobs, tasks, DAY - timedelta(minutes=1))).deleted == 0
        cleaned = await self.clean(blobs, tasks, DAY + timedelta(minutes=1))
        assert (cleaned.deleted, cleaned.kept) == (2, 1)
        assert await paths(blobs) == [kept[1]]

    async def test_an_expired_body_is_deleted_after_its_task_forgets_it(
        self, blobs: BlobStore, kept: list[str]
    ) -> None:
        tasks = Tasks(*kept)
        existed_when_forgotten: list[bool] = []
        forget = tasks.forget

        async def watched(asked: list[str]) -> set[str]:
            existed_when_forgotten.append(set(asked) <= set(await paths(blobs)))
            return await forget(asked)

        tasks.forget = watched  # type: ignore[method-assign]  # to observe the order
        await self.clean(blobs, tasks, 91 * DAY)
        assert existed_when_forgotten == [True]
        assert tasks.pointed_at == set()
        assert await paths(blobs) == []

    async def test_an_expired_body_that_is_not_extracted_yet_is_kept(self, blobs: BlobStore, kept: list[str]) -> None:
        cleaned = await self.clean(blobs, Tasks(*kept[1:], waiting=(kept[0],)), 91 * DAY, max_bytes=0)
        assert await paths(blobs) == [kept[0]]
        assert (cleaned.deleted, cleaned.kept) == (2, 1)
        assert cleaned.kept_bytes == await total_bytes(blobs)

    async def test_referenced_bodies_over_the_size_limit_are_deleted(self, blobs: BlobStore, kept: list[str]) -> None:
        tasks = Tasks(*kept)
        total = await total_bytes(blobs)
        cleaned = await self.clean(blobs, tasks, timedelta(hours=4), max_bytes=total - 1)
        assert (cleaned.deleted, cleaned.kept) == (1, 2)
        assert cleaned.kept_bytes == await total_bytes(blobs) == total - cleaned.freed_bytes
        assert tasks.pointed_at == set(await paths(blobs))

    async def test_recent_bodies_are_kept_despite_the_size_limit(self, blobs: BlobStore, kept: list[str]) -> None:
        cleaned = await self.clean(blobs, Tasks(), timedelta(hours=1), max_bytes=0, keep_for=timedelta(0))
        assert (cleaned.deleted, cleaned.kept) == (0, 3)

    async def test_other_files_are_never_deleted(self, blobs: BlobStore) -> None:
        await put_raw(blobs, "backup/database.zst", b"precious")
        await self.clean(blobs, Tasks(), 1000 * DAY, max_bytes=0)
        assert await blobs.get_packed("backup/database.zst") == b"precious"

    async def test_one_cleanup_deletes_more_bodies_than_a_page_lists(self, tmp_path: Path) -> None:
        blobs = local_blobs(tmp_path)
        for number in range(1100):
            await keep(blobs, b"%d" % number)
        cleaned = await self.clean(blobs, Tasks(), 2 * DAY)
        assert (cleaned.deleted, cleaned.kept) == (1100, 0)
        assert await paths(blobs) == []

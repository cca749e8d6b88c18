"""Recipes on pictures over HTTP: sent, read by real OCR, listed in the mailbox, and failure cases."""

import asyncio
import json
import os
import signal
import struct
import sys
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
import pytest
from tests.contract.mailbox import drawn_cards as cards
from tests.hostile.llm_server import model_saying, said

from garner import observe
from garner.core.record import Kind
from garner.errors import PictureUnreadable
from garner.extraction.ocr import ocr
from garner.extraction.recipe_picture import WARNING, read_picture
from garner.pools.pictures import Pictures
from garner.pools.processes import PoolProcess
from garner.runtime.calls.llm_fallback import make_llm
from garner.runtime.duties import background
from garner.runtime.loop import Loop
from garner.runtime.stages.match.stage import MatchStage
from garner.settings import Settings
from garner.store.crawl import bodies

from .conftest import Garner

ASYNC = "/recipes/parse-image/async"
CARD = cards.encoded(cards.small_card())


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Pictures]:
    settings = Settings.from_values(data_dir=tmp_path_factory.mktemp("pictures"))
    with Pictures(settings) as reader:
        yield reader


@pytest.fixture(autouse=True)
def reading(garner: Garner, pictures: Pictures) -> None:
    """Add a loop that reads pictures to the worker."""
    stage = MatchStage(garner.engine, pictures, "w")
    garner.loops.append(Loop(stage, garner.engine.database, "w", garner.engine.settings))


async def send(person: httpx.AsyncClient, body: bytes = CARD, name: str = "card.jpg", **fields: str) -> httpx.Response:
    return await person.post(ASYNC, files={"file": (name, body, "application/octet-stream")}, data=fields)


async def accepted(person: httpx.AsyncClient, body: bytes = CARD, **fields: str) -> dict[str, Any]:
    answer = await send(person, body, **fields)
    assert answer.status_code == 202, answer.text
    return dict(answer.json())


async def status(person: httpx.AsyncClient, job_id: str) -> dict[str, Any]:
    answer = await person.get(f"/recipes/parse-url/status/{job_id}")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


# Reading ------------------------------------------------------------------------------------------------------


async def test_a_picture_becomes_a_recipe_in_the_mailbox_of_its_sender(
    garner: Garner, ana: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    job = await accepted(ana)
    assert job == {"id": job["id"], "job_type": "ocr", "url": None, "status": "PENDING"}
    await garner.work()
    state = await status(ana, job["id"])
    assert (state["status"], state["job_type"], state["url"]) == ("COMPLETE", "ocr", None)
    result = state["result"]
    assert (result["success"], result["used_llm"], result["parser_strategy"]) == (True, False, "ocr")
    assert result["warnings"] == [WARNING]
    recipe = result["recipe"]
    assert (recipe["title"], recipe["yields"]) == (cards.TITLE, "8 servings")
    assert (recipe["prep_minutes"], recipe["cook_minutes"]) == (15, 50)
    assert [line["raw"] for line in recipe["ingredients"]] == list(cards.FEW_INGREDIENTS)
    assert recipe["instructions"] == list(cards.FEW_STEPS)

    (entry,) = (await ana.get("/recipes/parse-url/jobs")).json()["jobs"]
    assert (entry["id"], entry["job_type"], entry["url"]) == (job["id"], "ocr", None)
    assert entry["preview"] == {"title": cards.TITLE, "source_host": None} and entry["warnings"] == [WARNING]
    assert (await ben.get(f"/recipes/parse-url/status/{job['id']}")).status_code == 404
    assert (await ben.get("/recipes/parse-url/jobs")).json()["jobs"] == []
    assert await garner.execute("select 1 from record_versions") == []  # and is not a shared record
    assert await garner.execute("select 1 from work") == []
    (file,) = await garner.execute("select name, media_type, size_bytes, host(ip_address) as address from files")
    assert file == {"name": "card.jpg", "media_type": "image/jpeg", "size_bytes": len(CARD), "address": "203.0.113.7"}


async def test_the_end_of_a_picture_job_is_reported_once(
    garner: Garner, ana: httpx.AsyncClient, events: list[observe.Event]
) -> None:
    job = await accepted(ana)
    await garner.work()
    ended = [event for event in events if isinstance(event, observe.ItemEnded)]
    assert [(event.item_id, event.status, event.kind) for event in ended] == [(job["id"], "DONE", "recipe")]
    (event,) = await garner.execute("select item_id::text, status from mailbox_events")
    assert event == {"item_id": job["id"], "status": "DONE"}


async def test_a_recipe_can_be_saved_from_a_picture(garner: Garner, ana: httpx.AsyncClient) -> None:
    job = await accepted(ana)
    await garner.work()
    saved = await ana.post("/recipes", json={"title": "Our cake", "parse_job_id": job["id"]})
    assert saved.status_code == 201, saved.text
    assert (await status(ana, job["id"]))["status"] == "COMMITTED"


LAYOUTS: dict[str, Callable[[], bytes]] = {
    "two columns": lambda: cards.encoded(cards.two_columns(), "PNG"),
    "askew": lambda: cards.encoded(cards.askew(cards.one_column(), -5)),
    "noisy": lambda: cards.encoded(cards.noisy(cards.one_column())),
    "faint": lambda: cards.encoded(cards.faint(cards.two_columns()), "WEBP"),
    "on its side": lambda: cards.on_its_side(cards.one_column()),
    "twelve million pixels": lambda: cards.encoded(cards.one_column().resize((3240, 3726))),
    "transparent": lambda: cards.encoded(_transparent(cards.one_column()), "PNG"),
}


def _transparent(image: Any) -> Any:
    clear = image.convert("RGBA")
    clear.putalpha(image.convert("L").point(lambda value: 255 - value))
    return clear


@pytest.mark.parametrize(
    "layout", [pytest.param(name, marks=[pytest.mark.slow] if name != "two columns" else []) for name in LAYOUTS]
)
async def test_pictures_with_various_layouts_are_read(layout: str, pictures: Pictures) -> None:
    text = await pictures.reader.run(read_picture, LAYOUTS[layout](), Kind.RECIPE)
    record = text.extraction.records[Kind.RECIPE]
    read = " ".join([record.data["title"], *(line["raw"] for line in record.data["ingredients"])]).split()
    wanted = " ".join([cards.TITLE, *cards.INGREDIENTS]).split()
    assert len(record.data["ingredients"]) == len(cards.INGREDIENTS)
    assert len(record.data["instructions"]) == len(cards.STEPS)
    assert sum(word in read for word in wanted) >= 0.9 * len(wanted)


async def test_a_picture_without_a_recipe_is_an_error(garner: Garner, ana: httpx.AsyncClient) -> None:
    job = await accepted(ana, cards.encoded(cards.landscape()))
    await garner.work()
    state = await status(ana, job["id"])
    assert (state["status"], state["error_code"], state["result"]) == ("ERROR", "not_found", None)
    assert state["error_message"] == "No recipe was found in the picture."


async def test_a_truncated_picture_is_an_error(garner: Garner, ana: httpx.AsyncClient) -> None:
    job = await accepted(ana, CARD[: len(CARD) // 3])
    await garner.work()
    state = await status(ana, job["id"])
    assert (state["status"], state["error_code"]) == ("ERROR", PictureUnreadable.code)
    assert state["error_message"] == "The picture is damaged."


@pytest.mark.parametrize("allowed", [True, False])
async def test_the_llm_fallback_reads_a_picture_only_if_allowed(
    garner: Garner, ana: httpx.AsyncClient, pictures: Pictures, allowed: bool
) -> None:
    title, needed, step = cards.PROSE
    answer = {"title": title, "ingredients": ["good bread", "salted butter"], "instructions": [step]}
    async with model_saying(said(answer, usage=100)) as model:
        settings = garner.engine.settings.with_values(llm_base_url=model.url, llm_model="test")
        llm = make_llm(settings)
        assert llm is not None
        async with llm:
            stage = MatchStage(garner.engine, pictures, "w", llm)
            garner.loops[-1] = Loop(stage, garner.engine.database, "w", settings)
            body = cards.encoded(cards.prose(), "PNG")
            job = await accepted(ana, body, use_llm_fallback=str(allowed).lower())
            await garner.work()
    state = await status(ana, job["id"])
    assert len(model.requests) == allowed
    if not allowed:
        assert state["error_code"] == "not_found"
        return
    result = state["result"]
    assert result["used_llm"] and result["parser_strategy"] == "ocr" and WARNING in result["warnings"]
    assert [line["raw"] for line in result["recipe"]["ingredients"]] == ["good bread", "salted butter"]
    assert needed.split()[-1] in json.dumps(model.requests)


# Sending ------------------------------------------------------------------------------------------------------


async def test_the_same_picture_in_progress_is_the_same_job_for_one_user_only(
    garner: Garner, ana: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    jobs = await asyncio.gather(*(accepted(ana) for _ in range(8)))
    assert len({job["id"] for job in jobs}) == 1
    assert (await accepted(ben))["id"] != jobs[0]["id"]
    assert len(await garner.execute("select 1 from work where stage = 'match'")) == 2
    assert len(await garner.execute("select 1 from files")) == 2
    await ana.post(f"/recipes/parse-url/jobs/{jobs[0]['id']}/cancel")
    assert (await accepted(ana))["id"] != jobs[0]["id"]  # an ended job is not joined


async def test_the_llm_fallback_is_allowed_by_default_and_a_joining_request_can_allow_it(
    garner: Garner, ana: httpx.AsyncClient
) -> None:
    async def allowed() -> list[tuple[bool, bool]]:
        rows = await garner.execute("select use_llm_fallback, input_json from job_items")
        return [(row["use_llm_fallback"], row["input_json"]["use_llm"]) for row in rows]

    await accepted(ana, use_llm_fallback="false")
    assert await allowed() == [(False, False)]
    await accepted(ana)
    assert await allowed() == [(True, True)]
    await accepted(ana, use_llm_fallback="false")
    assert await allowed() == [(True, True)]


def png_that_claims(width: int, height: int) -> bytes:
    parts = (b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(bytes(100)))
    chunks = (
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data)) for name, data in parts
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(chunks)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"", 422),
        (b"<html>no picture</html>", 415),
        (b"%PDF-1.7 nor this", 415),
        (b"GIF89a" + bytes(100), 415),
        (b"\xff\xd8\xff\xe0 begins like one", 415),
        (b"\x89PNG\r\n\x1a\n", 415),
        (b"RIFF\x00\x00\x00\x00WEBP", 415),
        (png_that_claims(100_000, 100_000), 413),
        (png_that_claims(8_000, 8_000), 413),
        (bytes(1000), 415),
    ],
)
async def test_a_file_that_is_not_a_picture_is_rejected_despite_its_name(
    garner: Garner, ana: httpx.AsyncClient, body: bytes, code: int
) -> None:
    answer = await ana.post(ASYNC, files={"file": ("card.jpg", body, "image/jpeg")})
    assert answer.status_code == code, answer.text
    assert answer.json()["error"] and answer.json()["code"]
    assert await garner.execute("select 1 from files union all select 1 from job_items") == []


async def test_a_picture_that_is_too_large_is_rejected(garner: Garner, reset: Any) -> None:
    reset(image_max_bytes=len(CARD) - 1)
    ana = await garner.person("ana@example.com")
    assert (await send(ana)).status_code == 413
    refused = await send(ana, CARD + bytes(2_000_000))  # rejected before all of it is read
    assert (refused.status_code, refused.json()["code"]) == (413, "body_too_large")


@pytest.mark.parametrize(
    ("request_of", "code", "field"),
    [
        ({"json": {"file": "x"}}, 415, None),
        ({"content": b"x"}, 415, None),
        ({"data": {"file": "text"}, "files": {"other": ("a", b"x")}}, 422, "file"),
        ({"files": {"picture": ("a.jpg", CARD)}}, 422, "file"),
        ({"files": {"file": ("a.jpg", CARD)}, "data": {"use_llm_fallback": "perhaps"}}, 422, "use_llm_fallback"),
        ({"content": b"x", "headers": {"Content-Type": "multipart/form-data"}}, 400, None),
        ({"content": b"--a\r\nrubbish", "headers": {"Content-Type": "multipart/form-data; boundary=a"}}, 422, "file"),
        ({"files": [("file", ("a.jpg", CARD)), ("file", ("b.jpg", CARD))]}, 400, None),
    ],
)
async def test_an_invalid_form_names_the_field(
    ana: httpx.AsyncClient, request_of: dict[str, Any], code: int, field: str | None
) -> None:
    answer = await ana.post(ASYNC, **request_of)
    assert answer.status_code == code, answer.text
    assert set(answer.json()) <= {"error", "code", "fields"} and answer.json()["code"] != "http_error"
    if field:
        assert [problem["field"] for problem in answer.json()["fields"]] == [field]


async def test_file_names_are_stored_without_unprintable_characters(garner: Garner, ana: httpx.AsyncClient) -> None:
    for number, name in enumerate(["../../etc/passwd", "käse\x00\x07.jpg", "x" * 500, ""]):
        body = cards.encoded(cards.landscape().resize((100 + number, 100)))
        answer = await ana.post(ASYNC, files={"file": (name or "\x00", body)})
        assert answer.status_code == 202, answer.text
    names = [row["name"] for row in await garner.execute("select name from files order by id")]
    assert all(name and name.isprintable() and len(name) <= 255 for name in names)


async def test_sending_a_picture_requires_sign_in(garner: Garner) -> None:
    guest = await garner.guest()
    answer = await send(guest)
    assert answer.status_code == 401


# Canceling and killed processes -------------------------------------------------------------------------------


async def test_a_picture_in_progress_is_running_and_can_be_canceled(garner: Garner, ana: httpx.AsyncClient) -> None:
    job = await accepted(ana)
    matching = garner.loops[-1]
    reading = asyncio.create_task(matching.run_once())
    while not await garner.execute("select 1 from work where lease_until is not null"):
        await asyncio.sleep(0.01)
    assert (await status(ana, job["id"]))["status"] == "RUNNING"
    for word, expected in (("RUNNING", [(job["id"], "RUNNING")]), ("PENDING", [])):
        entries = (await ana.get("/recipes/parse-url/jobs", params={"status": word})).json()["jobs"]
        assert [(entry["id"], entry["status"]) for entry in entries] == expected
    assert (await ana.post(f"/recipes/parse-url/jobs/{job['id']}/cancel")).status_code == 200
    await reading
    state = await status(ana, job["id"])
    assert (state["status"], state["result"]) == ("CANCELED", None)
    assert await garner.execute("select 1 from work") == []


async def test_a_picture_whose_reader_is_killed_is_retried(
    garner: Garner, ana: httpx.AsyncClient, pictures: Pictures
) -> None:
    job = await accepted(ana)
    reading = asyncio.create_task(garner.loops[-1].run_once())
    await _kill_reader(pictures)
    await reading
    (item,) = await garner.execute("select status, error_code from job_items")
    assert item["status"] == "PENDING"
    await garner.execute("update work set due_at = now()")
    await garner.work()
    assert (await status(ana, job["id"]))["status"] == "COMPLETE"


async def _kill_reader(pictures: Pictures) -> None:
    """Kill the process that reads pictures while it reads one."""
    async with asyncio.timeout(60):
        while (life := _reading_life(pictures)) is None:
            await asyncio.sleep(0.005)
    assert life._process.pid is not None
    os.kill(life._process.pid, signal.SIGKILL)


def _reading_life(pictures: Pictures) -> PoolProcess | None:
    extractors = pictures.reader._process
    life = extractors._pool._lives.get(0) if extractors is not None else None
    return life if life is not None and life._at_work is not None else None


async def test_a_lost_worker_loses_no_picture(garner: Garner, ana: httpx.AsyncClient) -> None:
    """As after kill -9: the lease expires, the sweep frees the work, and a late result is rejected."""
    job = await accepted(ana)
    stage = garner.loops[-1].stage
    (claim,) = await stage.claim(1, 60)
    assert (await status(ana, job["id"]))["status"] == "RUNNING"
    await garner.execute("update work set lease_until = now() - interval '1 second'")
    assert await background.sweep_leases(garner.engine) == 1
    late = stage.fail(claim, ValueError(), "")
    assert await stage.settle([late]) == set()
    await garner.execute("update work set due_at = now(), rank = now() - interval '1 hour'")
    await garner.work()
    assert (await status(ana, job["id"]))["status"] == "COMPLETE"


async def test_unreachable_pictures_wait_without_using_an_attempt(
    garner: Garner, ana: httpx.AsyncClient, tmp_path: Path
) -> None:
    await accepted(ana)
    kept = tmp_path / "bodies"
    kept.rename(tmp_path / "away")
    await garner.work()
    (row,) = await garner.execute("select attempt, due_at > now() as later, worker from work")
    assert row == {"attempt": 0, "later": True, "worker": None}
    (item,) = await garner.execute("select status, error_code from job_items")
    assert item == {"status": "PENDING", "error_code": "unavailable"}
    (tmp_path / "away").rename(kept)


async def test_a_picture_whose_content_is_missing_ends_as_an_error(garner: Garner, ana: httpx.AsyncClient) -> None:
    job = await accepted(ana)
    (file,) = await garner.execute("select path from files")
    await garner.engine.blobs.delete_many([file["path"]])
    for _ in range(3):
        await garner.work()
        await garner.execute("update work set due_at = now(), rank = now()")
    state = await status(ana, job["id"])
    assert (state["status"], state["error_code"]) == ("ERROR", "body_missing")


# Keeping ------------------------------------------------------------------------------------------------------


async def test_a_picture_is_kept_as_long_as_its_job(garner: Garner, ana: httpx.AsyncClient) -> None:
    await accepted(ana)
    await garner.work()
    (file,) = await garner.execute("select path from files")
    async with garner.engine.database.transaction() as connection:
        assert await bodies.find_referenced(connection, [file["path"], "x/y.zst"]) == {file["path"]}
        assert await bodies.forget(connection, [file["path"]]) == set()
    await garner.execute("update job_items set completed_at = now() - interval '91 days'")
    await background.delete_expired(garner.engine)
    assert await garner.execute("select 1 from job_items union all select 1 from files") == []
    async with garner.engine.database.transaction() as connection:
        assert await bodies.forget(connection, [file["path"]]) == {file["path"]}


async def test_cleanup_keeps_referenced_pictures(garner: Garner, ana: httpx.AsyncClient) -> None:
    await accepted(ana)
    (file,) = await garner.execute("select path from files")
    old = (datetime.now(UTC) - timedelta(days=400)).timestamp()
    os.utime(Path(garner.engine.blobs.location) / file["path"], (old, old))
    await background.clean_up_bodies(garner.engine)
    assert await garner.engine.blobs.has(file["path"])
    await garner.execute("delete from files")
    await background.clean_up_bodies(garner.engine)
    assert not await garner.engine.blobs.has(file["path"])


async def test_an_idle_picture_reader_ends(settings: Settings) -> None:
    with Pictures(replace_limits(settings), idle_seconds=0.05) as reader:
        text = await reader.read_again(b"<html><body><h1>Nothing</h1></body></html>", Kind.RECIPE, {})
        assert text.extraction.records == {}
        assert reader.reader._process is not None
        async with asyncio.timeout(30):
            while reader.reader._process is not None:
                await asyncio.sleep(0.02)
        await reader.read_again(b"<html></html>", Kind.RECIPE, {})  # and starts again


def replace_limits(settings: Settings) -> Settings:
    return settings.with_values(extract_timeout_seconds=30.0)


# Without the extra --------------------------------------------------------------------------------------------


@pytest.fixture
def _fresh_ocr_probe() -> Iterator[None]:
    """Clear the result of the OCR probe, which is cached per process."""
    ocr._failure_to_load.cache_clear()
    yield
    ocr._failure_to_load.cache_clear()


@pytest.mark.parametrize("broken", [False, True], ids=["not there", "there and broken"])
@pytest.mark.usefixtures("_fresh_ocr_probe")
async def test_without_the_ocr_extra_the_answer_says_how_to_install_it(
    ana: httpx.AsyncClient, tmp_path: Path, broken: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if broken:
        path = os.pathsep.join(filter(None, [str(shadow_of_cv2(tmp_path)), os.environ.get("PYTHONPATH", "")]))
        monkeypatch.setenv("PYTHONPATH", path)  # for the process that tries to load it
    else:
        monkeypatch.setitem(sys.modules, "rapidocr_onnxruntime", None)
    answer = await send(ana, b"x")
    assert (answer.status_code, answer.json()["code"]) == (501, "not_installed"), answer.text
    assert "make ocr" in answer.json()["error"]


def shadow_of_cv2(folder: Path) -> Path:
    """A folder with a `cv2` that cannot be loaded."""
    package = folder / "shadow" / "cv2"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text("raise ImportError('libGL.so.1: cannot open shared object file')")
    return package.parent


async def test_without_the_ocr_extra_at_the_worker_the_job_fails_with_a_message(
    garner: Garner, ana: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Settings
) -> None:
    job = await accepted(ana)
    monkeypatch.syspath_prepend(str(shadow_of_cv2(tmp_path)))  # child processes inherit it
    with Pictures(settings) as broken:
        stage = MatchStage(garner.engine, broken, "w")
        (claim,) = await stage.claim(1, 60)
        result = await stage.work(claim, _held(claim))
        assert await stage.settle([result]) == {claim.work_id}
    state = await status(ana, job["id"])
    assert (state["status"], state["error_code"]) == ("ERROR", "not_installed")


def _held(claim: Any) -> Any:
    from garner.runtime.loop import LeasedWork
    from garner.store.queue.leases import Lease

    return LeasedWork(claim, Lease(claim.work_id, claim.fence), float("inf"))

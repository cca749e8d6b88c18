"""Pictures of products, matched by barcode, perceptual hash and text; and recipes among them."""

import hashlib
import io
import random
import struct
import zlib
from collections.abc import AsyncIterator
from typing import Any
from uuid import UUID

import numpy
import pytest
import zxingcpp
from PIL import Image, ImageDraw, ImageEnhance, ImageFont

from garner.engine import Engine
from garner.extraction.ocr.perceptual_hash import perceptual_hash
from garner.pools.pictures import Pictures
from garner.postgres.database import Database
from garner.runtime.loop import Loop
from garner.runtime.stages.match.stage import MatchStage
from garner.store.queue import duties, workers

from .helpers import new_user
from .test_matching_rows import Matching

EAN = "4006381333931"
UNKNOWN_EAN = "4012345678901"


class Album(Matching):
    async def person(self) -> int:
        async with self.engine.database.transaction() as connection:
            return await new_user(connection)

    async def shown(self, product: int, print_: int | None) -> None:
        """Add a picture of the product to the catalogue."""
        await self.ask("insert into picture_prints (product_id, print) values (%s, %s)", product, print_)

    async def picture(self, body: bytes, kind: str = "product", *, of: int | None = None) -> UUID:
        content_hash = hashlib.sha256(body).hexdigest()
        path = await self.engine.blobs.put(content_hash, body)
        given = {"name": "photo.jpg", "content_hash": content_hash, "path": path, "media_type": "image/jpeg"}
        (item,) = await self.rows(given, kind=kind, job_type="image", user_id=of)
        return item


def album(engine: Engine, database: Database, pictures: Pictures, **more: Any) -> Album:
    return Album(engine, Loop(MatchStage(engine, pictures, "w", **more), database, "w", engine.settings))


@pytest.fixture
async def reading(engine: Engine, database: Database, pictures: Pictures) -> AsyncIterator[Album]:
    yield album(engine, database, pictures, reads_text=True)


@pytest.fixture
async def looking(engine: Engine, database: Database, pictures: Pictures) -> AsyncIterator[Album]:
    """A worker that cannot read text."""
    yield album(engine, database, pictures, reads_text=False)


def thing(seed: int, code: str | None = None) -> Image.Image:
    chance = random.Random(seed)
    picture = Image.new("RGB", (700, 600), "white")
    pen = ImageDraw.Draw(picture)
    for _ in range(6):
        x, y, wide, high = chance.randint(50, 650), chance.randint(50, 400), *chance.choices(range(60, 300), k=2)
        pen.ellipse([x - wide, y - high, x + wide, y + high], fill=tuple(chance.choices(range(256), k=3)))
    if code:
        pen.rectangle([0, 480, 700, 600], fill="white")
        picture.paste(barcode(code), (250, 490))
    return picture


def barcode(code: str) -> Image.Image:
    bars = zxingcpp.create_barcode(code, zxingcpp.BarcodeFormat.EAN13).to_image(scale=2)
    return Image.fromarray(numpy.array(bars)).convert("RGB")


def jpeg(picture: Image.Image, quality: int = 90) -> bytes:
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=quality)
    return written.getvalue()


async def test_a_picture_with_a_barcode_matches_the_product_with_that_number(looking: Album) -> None:
    product = await looking.product("Fine liner", gtin=EAN)
    item = await looking.picture(jpeg(thing(1, EAN)))
    await looking.run()
    ended = await looking.item(item)
    assert (ended["status"], ended["attempts"]) == ("DONE", 1)
    assert (ended["result"]["match_id"], ended["result"]["match_strategy"]) == (product, "barcode")
    assert ended["result"]["name"] == "Fine liner" and ended["result"]["match_score"] == 1


async def test_a_barcode_match_teaches_the_perceptual_hash_to_its_user(looking: Album) -> None:
    product = await looking.product("Fine liner", gtin=EAN)
    whose, stranger = await looking.person(), await looking.person()
    await looking.picture(jpeg(thing(1, EAN)), of=whose)
    await looking.run()
    body = jpeg(ImageEnhance.Brightness(_without_code(1)).enhance(0.9).resize((350, 300)), 60)
    again, others = await looking.picture(body, of=whose), await looking.picture(body, of=stranger)
    another = await looking.picture(jpeg(thing(2)), of=whose)
    await looking.run()
    ended = await looking.item(again)
    assert ended["status"] == "DONE"
    assert (ended["result"]["match_id"], ended["result"]["match_strategy"]) == (product, "looks")
    assert 0.85 < ended["result"]["match_score"] <= 1
    for unknown in (others, another):
        assert (await looking.item(unknown))["status"] == "PENDING"
    assert await looking.ask("select user_id from picture_prints") == [{"user_id": whose}]  # hash matches teach nothing


async def test_a_picture_without_a_user_teaches_nothing(looking: Album) -> None:
    await looking.product("Fine liner", gtin=EAN)
    await looking.picture(jpeg(thing(1, EAN)))
    await looking.run()
    assert await looking.ask("select id from picture_prints") == []


async def test_several_barcodes_on_a_picture_teach_no_perceptual_hash(looking: Album) -> None:
    await looking.product("Fine liner", gtin=EAN)
    both = thing(1, EAN)
    both.paste(thing(1, UNKNOWN_EAN).crop((240, 480, 480, 600)).resize((240, 120)), (10, 0))
    item = await looking.picture(jpeg(both), of=await looking.person())
    await looking.run()
    assert (await looking.item(item))["status"] == "DONE"
    assert await looking.ask("select id from picture_prints") == []


async def test_an_unknown_barcode_never_matches_a_product_with_another_number(looking: Album) -> None:
    product = await looking.product("Fine liner", gtin=EAN)
    whose = await looking.person()
    await looking.picture(jpeg(thing(1, EAN)), of=whose)
    await looking.run()
    item = await looking.picture(jpeg(thing(1, UNKNOWN_EAN)), of=whose)
    await looking.run_to_the_end()
    ended = await looking.item(item)
    assert (ended["status"], ended["code"]) == ("NOT_FOUND", "no_match"), ended
    assert [candidate["id"] for candidate in ended["result"]["candidates"]] == [product]


async def test_an_unknown_barcode_may_match_a_product_without_a_number(looking: Album) -> None:
    product = await looking.product("Fine liner")
    await looking.shown(product, perceptual_hash(thing(1, EAN)))
    item = await looking.picture(jpeg(thing(1, UNKNOWN_EAN)))
    await looking.run()
    assert (await looking.item(item))["result"]["match_id"] == product


def _without_code(seed: int) -> Image.Image:
    """Return the same picture with a smeared barcode."""
    picture = thing(seed, EAN)
    smear = picture.crop((250, 490, 700, 600)).resize((20, 8)).resize((450, 110))
    picture.paste(smear, (250, 490))
    return picture


async def test_two_similar_products_are_ambiguous(looking: Album) -> None:
    one, other = await looking.product("Pen, red"), await looking.product("Pen, blue")
    for product in (one, other):
        await looking.shown(product, perceptual_hash(thing(1)))
    item = await looking.picture(jpeg(thing(1)))
    await looking.run_to_the_end()
    ended = await looking.item(item)
    assert ended["status"] == "NOT_FOUND"
    assert {candidate["id"] for candidate in ended["result"]["candidates"]} == {one, other}


async def test_two_shops_that_sell_one_product_are_not_ambiguous(looking: Album) -> None:
    here, there = await looking.product("Pen", gtin=EAN), await looking.product("The pen", gtin="0" + EAN)
    for product in (here, there):
        await looking.shown(product, perceptual_hash(thing(1)))
    item = await looking.picture(jpeg(thing(1)))
    await looking.run()
    assert (await looking.item(item))["result"]["match_id"] == here


async def test_an_unknown_picture_ends_not_found_after_its_runs(looking: Album) -> None:
    item = await looking.picture(jpeg(thing(3)))
    await looking.run_to_the_end()
    ended = await looking.item(item)
    assert (ended["status"], ended["code"], ended["attempts"]) == ("NOT_FOUND", "no_match", 3)
    assert "make ocr" in ended["error"] and ended["result"] == {"candidates": []}


async def test_text_is_left_to_a_worker_that_can_read_it(looking: Album) -> None:
    async with looking.engine.database.transaction() as connection:
        await duties.attend(connection, "reader", (), allows_private=False, reads_text=True)
    await looking.picture(jpeg(thing(3)))
    await looking.run()
    (work,) = await looking.ask("select reads_text from work")
    assert work["reads_text"]
    assert await looking.run() == 0


async def test_text_that_waits_for_a_missing_reader_is_released_after_a_while(looking: Album) -> None:
    async with looking.engine.database.transaction() as connection:
        await duties.attend(connection, "reader", (), allows_private=False, reads_text=True)
    await looking.picture(jpeg(thing(3)))
    await looking.run()
    async with looking.engine.database.transaction() as connection:
        await workers.leave(connection, "reader")
    assert (await looking.ask("select reads_text from work"))[0]["reads_text"]
    await looking.ask("update work set due_at = now() - interval '11 minutes'")
    async with looking.engine.database.transaction() as connection:
        await workers.clear_up(connection)
    assert not (await looking.ask("select reads_text from work"))[0]["reads_text"]
    await looking.run_to_the_end()


def label(*lines: str) -> bytes:
    picture = Image.new("RGB", (1000, 500), "white")
    pen = ImageDraw.Draw(picture)
    for place, line in enumerate(lines):
        pen.text((60, 60 + 110 * place), line, fill="black", font=ImageFont.load_default(64))
    return jpeg(picture)


async def test_the_text_on_a_picture_is_matched_like_a_row_and_teaches_nothing(reading: Album) -> None:
    product = await reading.product("Panasonic KX-TG9343T cordless phone", brand="Panasonic", mpn="KX-TG9343T")
    await reading.product("Panasonic KX-TG5000 cordless phone", brand="Panasonic")
    item = await reading.picture(label("Panasonic", "KX-TG9343T", "cordless phone"), of=await reading.person())
    await reading.run_to_the_end()
    ended = await reading.item(item)
    assert ended["status"] == "DONE", ended
    assert ended["result"]["match_id"] == product and ended["attempts"] == 2
    assert await reading.ask("select id from picture_prints") == []


async def test_text_with_an_unknown_barcode_does_not_match_a_product_with_another_number(reading: Album) -> None:
    product = await reading.product(
        "Panasonic KX-TG9343T cordless phone", brand="Panasonic", mpn="KX-TG9343T", gtin=EAN
    )
    picture = Image.open(io.BytesIO(label("Panasonic", "KX-TG9343T", "cordless phone")))
    for place, code in enumerate((UNKNOWN_EAN, "4000000000006")):
        picture.paste(barcode(code), (60 + 400 * place, 390))
    item = await reading.picture(jpeg(picture))
    await reading.run_to_the_end()
    ended = await reading.item(item)
    assert ended["status"] == "NOT_FOUND", ended
    assert product in [candidate["id"] for candidate in ended["result"]["candidates"]]


def recipe_card() -> bytes:
    """Return a small picture with few words: both shorten the reading time."""
    picture = Image.new("RGB", (640, 400), "white")
    pen = ImageDraw.Draw(picture)
    lines = ("Barley Soup", "Ingredients", "200 g barley", "1 l water", "Method", "Boil the barley for an hour.")
    for place, line in enumerate(lines):
        pen.text((30, 20 + 60 * place), line, fill="black", font=ImageFont.load_default(30))
    return jpeg(picture)


async def test_a_recipe_among_pictures_is_read_if_any_kind_is_allowed(reading: Album) -> None:
    card = recipe_card()
    as_anything, as_recipe = await reading.picture(card, "auto"), await reading.picture(card, "recipe")
    await reading.run_to_the_end()
    for item in (as_anything, as_recipe):
        ended = await reading.item(item)
        assert ended["status"] == "DONE" and ended["result"]["kind"] == "recipe", ended
        assert ended["result"]["ingredients"] and ended["result"]["strategy"] == "ocr"


async def test_postings_are_not_read_from_pictures(looking: Album) -> None:
    item = await looking.picture(jpeg(thing(1)), "posting")
    await looking.run()
    assert (await looking.item(item))["code"] == "nothing_to_match"


def bomb() -> bytes:
    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    head = struct.pack(">IIBBBBB", 60_000, 60_000, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    )


HOSTILE = {
    "no picture": b"hello",
    "empty": b"",
    "cut off": jpeg(thing(1))[:3000],
    "bomb": bomb(),
    "garbage": b"\xff\xd8\xff" + bytes(range(256)) * 50,
}


@pytest.mark.parametrize("body", HOSTILE.values(), ids=HOSTILE.keys())
async def test_a_broken_picture_ends_in_error_and_does_not_affect_others(looking: Album, body: bytes) -> None:
    product = await looking.product("Fine liner", gtin=EAN)
    broken = await looking.picture(body)
    await looking.run_to_the_end()
    ended = await looking.item(broken)
    assert (ended["status"], ended["code"]) == ("ERROR", "picture_unreadable"), ended
    whole = await looking.picture(jpeg(thing(1, EAN)))
    await looking.run()
    assert (await looking.item(whole))["result"]["match_id"] == product

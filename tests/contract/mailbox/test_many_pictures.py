"""The limit of open pictures per user, and files with several pictures."""

import asyncio
import io

import httpx
import pytest
from PIL import Image

from garner.store.people import pictures as store_pictures

from .conftest import Garner
from .test_pictures import accepted, pictures, reading, send, status  # noqa: F401


async def test_of_several_pictures_in_one_jpeg_the_first_is_read(garner: Garner, ana: httpx.AsyncClient) -> None:
    image = Image.new("RGB", (64, 48), "white")
    body = io.BytesIO()
    image.save(body, "MPO", save_all=True, append_images=[image])
    job = await accepted(ana, body.getvalue())
    await garner.work()
    assert (await status(ana, job["id"]))["error_code"] == "not_found"


async def test_the_number_of_open_pictures_per_user_is_limited(
    garner: Garner, ana: httpx.AsyncClient, ben: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_pictures, "MAX_OPEN", 2)
    answers = await asyncio.gather(*(send(ana, png_of(number)) for number in range(5)))
    assert sorted(answer.status_code for answer in answers) == [202, 202, 429, 429, 429]
    assert {answer.headers["Retry-After"] for answer in answers if answer.status_code == 429} == {"30"}
    assert (await send(ben, png_of(0))).status_code == 202
    await garner.work()
    assert (await send(ana, png_of(9))).status_code == 202


def png_of(number: int) -> bytes:
    body = io.BytesIO()
    Image.new("RGB", (40, 40), (number, 0, 0)).save(body, "PNG")
    return body.getvalue()

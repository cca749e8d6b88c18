"""The meaning of a column is fixed at ingest: no edit and no added row changes it for other rows."""

import io
import time
import zipfile
from typing import Any

import pytest

from .conftest import JOBS, Sending, Team

PANS = ("pans.csv", "Name,Link\nPan,https://shop.example/pan\nPot,https://shop.example/pot\n")
FIXED = "https://shop.example/fixed"


def packed(*files: tuple[str, str]) -> tuple[str, bytes]:
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as opened:
        for name, text in files:
            opened.writestr(name, text)
    return "files.zip", archive.getvalue()


async def edit(ana: Sending, team: Team, job_id: int, row: int, **cells: Any) -> dict[str, Any]:
    """Edit a row and return its canonical form."""
    item = (await team.items(job_id))[row - 1]
    answer = await ana.client.patch(f"{JOBS}/{job_id}/items/{item['id']}", json={"input": cells})
    assert answer.status_code == 200, answer.text
    return dict(answer.json()["normalized"])


async def add(ana: Sending, team: Team, job_id: int, *rows: dict[str, Any]) -> list[dict[str, Any]]:
    answer = await ana.client.post(f"{JOBS}/{job_id}/items", json={"rows": rows})
    assert answer.status_code == 201, answer.text
    return [item["normalized_json"] for item in (await team.items(job_id))[-len(rows) :]]


async def test_a_new_column_affects_only_its_row(team: Team, ana: Sending) -> None:
    job_id = await ana.job(PANS)
    assert await edit(ana, team, job_id, 1, url=FIXED) == {"title": "Pan", "url": FIXED}
    assert (await team.items(job_id))[0]["url"] == FIXED
    assert await edit(ana, team, job_id, 2, Name="Pot 2") == {"title": "Pot 2", "url": "https://shop.example/pot"}
    assert await edit(ana, team, job_id, 1, Name="Pan 2") == {"title": "Pan 2", "url": FIXED}
    [added] = await add(ana, team, job_id, {"Name": "Lid", "Link": "https://shop.example/lid"})
    assert added == {"title": "Lid", "url": "https://shop.example/lid"}


async def test_an_emptied_cell_is_replaced_by_another_cell_with_the_same_meaning(team: Team, ana: Sending) -> None:
    job_id = await ana.job(PANS)
    await edit(ana, team, job_id, 1, url=FIXED)
    assert (await edit(ana, team, job_id, 1, url=""))["url"] == "https://shop.example/pan"
    assert await edit(ana, team, job_id, 1, Link=None) == {"title": "Pan"}


async def test_each_added_row_may_use_other_column_names(team: Team, ana: Sending) -> None:
    job_id = await ana.job(("names.csv", "Name,Colour\nPan,black\nPot,red\n"))
    added = await add(ana, team, job_id, {"Name": "Lid", "url": FIXED}, {"Title": "Ladle", "Link": FIXED})
    assert added == [{"title": "Lid", "url": FIXED}, {"title": "Ladle", "url": FIXED}]


async def test_a_url_in_an_unrelated_column_does_not_replace_the_url(team: Team, ana: Sending) -> None:
    job_id = await ana.job(PANS)
    assert (await edit(ana, team, job_id, 1, Colour=FIXED))["url"] == "https://shop.example/pan"


@pytest.mark.parametrize("is_packed", [False, True])
async def test_rows_of_several_files_keep_the_column_mapping_of_their_file(
    team: Team, ana: Sending, is_packed: bool
) -> None:
    files = [PANS, ("more.csv", "Title,Name,Preis\nKettle,K-1,12\nWok,W-1,30\n")]
    job_id = await ana.job(*([packed(*files)] if is_packed else files))
    before = [item["normalized_json"] for item in await team.items(job_id)]
    assert [row["title"] for row in before] == ["Pan", "Pot", "Kettle", "Wok"]
    assert [await edit(ana, team, job_id, row, Colour="red") for row in range(1, 5)] == before
    assert await edit(ana, team, job_id, 4, Preis="31") == before[3] | {"price": 31}
    [added] = await add(ana, team, job_id, {"Title": "Ladle", "Preis": "9"})
    assert added == {"title": "Ladle", "price": 9}


@pytest.mark.parametrize(
    "cells",
    [{f"c{number}": "x" for number in range(999)}, {"Name": "x" * 300_000}, {"Name": ["x" * 300_000]}],
    ids=["columns", "characters", "characters-within"],
)
async def test_added_and_edited_rows_have_the_size_limits_of_files(
    team: Team, ana: Sending, cells: dict[str, Any]
) -> None:
    job_id = await ana.job(PANS)
    item = (await team.items(job_id))[0]
    answers = [
        await ana.client.post(f"{JOBS}/{job_id}/items", json={"rows": [cells]}),
        await ana.client.patch(f"{JOBS}/{job_id}/items/{item['id']}", json={"input": cells}),
    ]
    assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(422, "invalid_input")] * 2
    assert len(await team.items(job_id)) == 2


async def test_the_column_limit_counts_all_added_rows(team: Team, ana: Sending) -> None:
    job_id = await ana.job(PANS)
    await add(ana, team, job_id, {f"c{number}": "x" for number in range(998)})
    answer = await ana.client.post(f"{JOBS}/{job_id}/items", json={"rows": [{"one more": "x"}]})
    assert answer.status_code == 422 and "1,000" in answer.json()["error"]
    await add(ana, team, job_id, {"Name": "Lid", "c7": "y"})


async def test_rows_can_be_added_to_a_wide_table_with_its_columns(team: Team, ana: Sending) -> None:
    headers = [f"c{number}" for number in range(5_000)]
    job_id = await ana.job(("wide.csv", ",".join(["Name", *headers]) + "\n" + ",".join(["x"] * 5_001) + "\n"))
    started = time.process_time()
    [added] = await add(ana, team, job_id, {"Name": "Lid", **dict.fromkeys(headers, "y")})
    assert added["title"] == "Lid" and time.process_time() - started < 2


async def test_forty_thousand_columns_are_rejected_quickly(team: Team, ana: Sending) -> None:
    job_id = await ana.job(PANS)
    for turn in range(3):
        started = time.process_time()
        rows = [{f"{turn}-{number}": "x" for number in range(40_000)}]
        answer = await ana.client.post(f"{JOBS}/{job_id}/items", json={"rows": rows})
        assert answer.status_code == 422 and time.process_time() - started < 2


async def test_a_cell_without_a_column_can_be_edited(team: Team, ana: Sending) -> None:
    """In a row that is longer than the header."""
    job_id = await ana.job(
        ("ragged.csv", "Name,Link\nPan,https://shop.example/pan,new,\nPot,https://shop.example/pot\n")
    )
    columns = (await team.job(job_id))["options"]["columns"]
    assert (await edit(ana, team, job_id, 1, extra_1="old"))["title"] == "Pan"
    assert (await team.job(job_id))["options"]["columns"] == columns

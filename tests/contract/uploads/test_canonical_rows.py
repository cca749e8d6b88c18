"""Canonical rows of an upload, and the warnings and unused columns of its job."""

from typing import Any

from .conftest import JOBS, Sending, Team

GERMAN = (
    "EAN / GTIN;Bezeichnung lang;Hersteller-Nr.;Preis/Stk.;Regal\n"
    "4006381333931;Pfanne;P-1;1.234,50;A1\n"
    "4,00638133393E+12;Kessel;K-2;12,00;A2\n"
    "96385074;Lampe;L-3;1.234;A3\n"
)


async def shown(person: Sending, job_id: int) -> dict[str, Any]:
    answer: dict[str, Any] = (await person.client.get(f"{JOBS}/{job_id}")).json()
    return answer


async def test_cells_are_normalized_and_the_raw_row_is_kept(team: Team, ana: Sending) -> None:
    job_id = await ana.job(("liste.csv", GERMAN.encode()))
    first, second, third = await team.items(job_id)
    assert first["normalized_json"] == {"gtin": "04006381333931", "title": "Pfanne", "mpn": "P-1", "price": 1234.5}
    assert first["input_json"]["Preis/Stk."] == "1.234,50"
    assert second["normalized_json"]["gtin"] == "4,00638133393E+12"
    assert third["normalized_json"] == {"gtin": "00000096385074", "title": "Lampe", "mpn": "L-3", "price": 1234}


async def test_a_job_shows_its_column_mapping_and_unused_columns(ana: Sending) -> None:
    job = await shown(ana, await ana.job(("liste.csv", GERMAN.encode())))
    assert job["columnMapping"] == {
        "EAN / GTIN": "gtin",
        "Bezeichnung lang": "title",
        "Hersteller-Nr.": "mpn",
        "Preis/Stk.": "price",
    }
    assert job["unusedColumns"] == ["Regal"]
    (warning,) = job["warnings"]
    assert "EAN / GTIN" in warning and "lost digits" in warning


async def test_an_ambiguous_number_adds_a_warning(team: Team, ana: Sending) -> None:
    job_id = await ana.job(("prices.csv", b"title;price\nPan;1.234\nPot;5\n"))
    assert [item["normalized_json"]["price"] for item in await team.items(job_id)] == ["1.234", 5]
    (warning,) = (await shown(ana, job_id))["warnings"]
    assert "'1.234'" in warning and "kept as typed" in warning


async def test_a_gtin_with_a_wrong_check_digit_adds_a_warning_with_column_and_line(team: Team, ana: Sending) -> None:
    sent = b"title;EAN\nPan;4006381333931,0\nPot;4006381333930\nLid;4006381333939\n"
    job_id = await ana.job(("eans.csv", sent))
    stored = [item["normalized_json"]["gtin"] for item in await team.items(job_id)]
    assert stored == ["04006381333931", "4006381333930", "4006381333939"]
    (warning,) = (await shown(ana, job_id))["warnings"]
    assert warning.startswith("Column 'EAN', line 3: the check digit of '4006381333930' is wrong.")


async def test_an_edited_cell_uses_the_number_format_of_its_column(team: Team, ana: Sending) -> None:
    job_id = await ana.job(("liste.csv", GERMAN.encode()))
    item = (await team.items(job_id))[0]["id"]
    answer = await ana.client.patch(f"{JOBS}/{job_id}/items/{item}", json={"input": {"Preis/Stk.": "2.345"}})
    assert answer.status_code == 200, answer.text
    assert (await team.items(job_id))[0]["normalized_json"]["price"] == 2345


async def test_rows_that_differ_in_any_column_are_not_duplicates(team: Team, ana: Sending) -> None:
    sent = b"title,shelf\nPan,A1\nPan,A2\nPan, A1 \n"
    items = await team.items(await ana.job(("a.csv", sent)))
    assert [item["twin_of"] for item in items] == [None, None, items[0]["id"]]
    statuses = [item["status"] for item in await team.items(await ana.job(("a.csv", sent), dedupe="true"))]
    assert statuses == ["PENDING", "PENDING", "SKIPPED"]


async def test_rows_of_one_page_that_differ_in_another_column_are_not_duplicates(team: Team, ana: Sending) -> None:
    sent = (
        b"link,shelf\nhttps://shop.example/pan,A1\nhttps://shop.example/pan,A2\n"
        b"HTTPS://Shop.example/pan?utm_source=mail,A1\n"
    )
    items = await team.items(await ana.job(("a.csv", sent), dedupe="true"))
    assert [item["status"] for item in items] == ["PENDING", "PENDING", "SKIPPED"]


async def test_duplicates_are_recognized_across_batches(team: Team) -> None:
    team.reset(ingest_min_rows=2, ingest_max_rows=2)
    ana = await team.person("ana@example.com")
    sent = b"title,shelf,price\nPan,A1,1\nPot,A1,2\nPan,A2,1\nPan,A1,1\nPan ,A2,1\n"
    items = await team.items(await ana.job(("a.csv", sent)))
    assert [item["twin_of"] for item in items] == [None, None, None, items[0]["id"], items[2]["id"]]

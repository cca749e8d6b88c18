"""The `garner match` command."""

import gzip
import json
from pathlib import Path

import openpyxl
import pytest
from click.testing import Result
from typer.testing import CliRunner

from garner.cli.main import app

CATALOGUE = [
    {"id": "R1", "name": "Panasonic KX-TG9343T cordless phone", "price": "99.00"},
    {"id": "R2", "name": "Nikon Coolpix S60 digital camera", "price": "249"},
    {"id": "R3", "name": "Paint Studio Deluxe 2007", "manufacturer": "Velmor"},
]


def lines(path: Path, *values: object) -> Path:
    text = "".join(value if isinstance(value, str) else json.dumps(value) + "\n" for value in values)
    path.write_bytes(gzip.compress(text.encode()) if path.suffix == ".gz" else text.encode())
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(app, ["match", *map(str, arguments)])


@pytest.fixture
def catalogue(tmp_path: Path) -> Path:
    return lines(tmp_path / "catalogue.jsonl", *CATALOGUE)


def answers(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines() if line.startswith("{")]


def test_each_row_is_answered_in_order_with_its_match_and_candidates(catalogue: Path, tmp_path: Path) -> None:
    rows = lines(
        tmp_path / "rows.jsonl.gz",
        {"id": "L1", "row": {"title": "panasonic kxtg9343t", "cost": 1}, "match": ["ignored"]},
        {"id": "L2", "row": {"title": "panasonic kxtg9344t phone"}},
        {"id": "L3", "row": {"title": "Velmor Paint Studio Deluxe 2007"}},
    )
    ran = run("--catalogue", catalogue, rows, "-o", out := tmp_path / "out.jsonl")
    assert ran.exit_code == 0, ran.output
    found = answers(out.read_text())
    assert [(answer["id"], answer["match"]) for answer in found] == [("L1", "R1"), ("L2", None), ("L3", "R3")]
    assert [set(answer) for answer in found] == [{"id", "match", "score", "candidates"}] * 3
    assert "3 rows against 3 entries: 2 matched, 1 not found." in ran.stderr


def test_columns_that_are_not_used_are_named_with_their_file(tmp_path: Path) -> None:
    catalogue = lines(tmp_path / "c.csv", "id;Bezeichnung;Regal\n1;Enamel mug;A1\n")
    rows = lines(tmp_path / "r.csv", "title,colour of lid\nEnamel mug,red\n")
    ran = run("--catalogue", catalogue, rows)
    assert ran.exit_code == 0 and [answer["match"] for answer in answers(ran.stdout)] == ["1"]
    assert "c.csv: Columns not used: 'Regal'." in ran.stderr
    assert "r.csv: Columns not used: 'colour of lid'." in ran.stderr


def test_ignored_parts_of_a_workbook_are_reported(catalogue: Path, tmp_path: Path) -> None:
    workbook = openpyxl.Workbook()
    first = workbook.worksheets[0]
    for row in (["title", "EAN"], ["Nikon Coolpix S60", "=A1"], ["Paint Studio Deluxe 2007", "4006381333930"]):
        first.append(row)
    other = workbook.create_sheet("Notes")
    for row in (["remark", "author"], ["Order again", "Ana"], ["Call them", "Ben"]):
        other.append(row)
    workbook.save(rows := tmp_path / "rows.xlsx")
    ran = run("--catalogue", catalogue, rows)
    assert ran.exit_code == 0, ran.output
    assert "Formulas without a saved result are read as empty: 1 cell, the first in B2" in ran.stderr
    assert "were not read" in ran.stderr and "'Notes'" in ran.stderr
    assert "Column 'EAN', line 3: the check digit of '4006381333930' is wrong." in ran.stderr


def test_columns_in_other_languages_and_several_table_formats_are_read(tmp_path: Path) -> None:
    catalogue = lines(tmp_path / "c.csv", "Artikelnummer;Bezeichnung;Hersteller\nkx-1234;Telefon;Norvia\n")
    rows = lines(tmp_path / "r.tsv", "brand\tmodel\tproduct name\nNORVIA\tKX1234\tphone\nnorvia\tKX1235\tphone\n")
    ran = run("--catalogue", catalogue, rows)
    assert [answer["match"] for answer in answers(ran.stdout)] == [2, None]


def test_a_column_can_be_mapped_on_the_command_line(catalogue: Path, tmp_path: Path) -> None:
    rows = lines(tmp_path / "r.csv", "was,x\npanasonic kxtg9343t,1\n")
    assert "None of the columns is recognized as title" in run("--catalogue", catalogue, rows).stderr
    ran = run("--catalogue", catalogue, rows, "--map", "title=was", "-o", "-")
    assert answers(ran.stdout)[0]["match"] == "R1"
    assert "--map 'title' is not a mapping" in run("--catalogue", catalogue, rows, "--map", "title").stderr


def test_a_mapping_that_matches_neither_file_is_rejected(catalogue: Path, tmp_path: Path) -> None:
    rows = lines(tmp_path / "r.jsonl", {"title": "panasonic kxtg9343t"})
    ran = run("--catalogue", catalogue, rows, "--map", "title=wass")
    assert ran.exit_code == 2
    assert "'wass'" in ran.stderr


def test_an_invalid_line_is_reported_by_its_number_and_the_others_are_matched(catalogue: Path, tmp_path: Path) -> None:
    rows = lines(tmp_path / "r.jsonl", {"id": 1, "title": "panasonic kxtg9343t"}, "{broken\n", {"id": 3, "title": "x"})
    ran = run("--catalogue", catalogue, rows)
    assert ran.exit_code == 1
    assert "Line 2 cannot be read as JSON." in ran.stderr
    assert [answer["match"] for answer in answers(ran.stdout)] == ["R1", None, None]
    assert answers(ran.stdout)[1]["error"] == "Line 2 cannot be read as JSON."
    assert "3 rows against 3 entries: 1 matched, 1 not found, 1 error (line 2)." in ran.stderr


def test_the_summary_names_the_first_lines_with_errors(catalogue: Path, tmp_path: Path) -> None:
    rows = lines(tmp_path / "r.jsonl", {"id": 1, "title": "panasonic kxtg9343t"}, *["{broken\n"] * 7)
    ran = run("--catalogue", catalogue, rows)
    assert ran.exit_code == 1
    assert "8 rows against 3 entries: 1 matched, 0 not found, 7 errors (lines 2, 3, 4, 5, 6, …)." in ran.stderr


BROKEN = {
    "cut off": ('{"id": 1, "title": "panasonic', "Line 1 cannot be read as JSON."),
    "no object": ("{broken\n", "Line 1 cannot be read as JSON."),
    "a blank line first": ("\n{broken\n", "Line 2 cannot be read as JSON."),
    "several lines": ('{"title": "a"\n{"title": "b"\n', "Line 1 cannot be read as JSON."),
    "without its beginning": ('"title": "x"}\n', "The first line is not a JSON object."),
    "another language": ("title: panasonic\n", "The first line is not a JSON object."),
    "a text": ('"title"\n', "There is no JSON object in the file."),
    "an empty list": ("[]\n", "There is no JSON object in the file."),
    "a number": ("12\n", "The first line is not a JSON object."),
}


@pytest.mark.parametrize("broken", ["rows", "catalogue"])
@pytest.mark.parametrize("ending", ["jsonl", "ndjson.gz"])
@pytest.mark.parametrize(("text", "why"), BROKEN.values(), ids=BROKEN)
def test_a_file_without_a_readable_line_is_rejected_with_name_and_line(
    catalogue: Path, tmp_path: Path, broken: str, ending: str, text: str, why: str
) -> None:
    files = {"rows": lines(tmp_path / "r.jsonl", {"title": "x"}), "catalogue": catalogue}
    files[broken] = lines(tmp_path / f"broken.{ending}", text)
    ran = run("--catalogue", files["catalogue"], files["rows"], "-o", out := tmp_path / "out.jsonl")
    assert ran.exit_code == 2
    assert f"{files[broken]}: {why}" in ran.stderr and "The columns are: none" not in ran.stderr
    assert not out.exists()


def test_an_invalid_catalogue_entry_is_reported_with_file_and_line(tmp_path: Path) -> None:
    catalogue = lines(tmp_path / "catalogue.jsonl", CATALOGUE[0], "{broken\n")
    rows = lines(tmp_path / "r.jsonl", {"title": "panasonic kxtg9343t"})
    ran = run("--catalogue", catalogue, rows)
    assert ran.exit_code == 1 and answers(ran.stdout)[0]["match"] == "R1"
    assert f"{catalogue}: Line 2 cannot be read as JSON." in ran.stderr
    assert "1 row against 1 entry: 1 matched, 0 not found." in ran.stderr
    assert "1 line of the catalogue cannot be read (line 2)." in ran.stderr


def test_one_row_and_one_entry_are_counted_in_the_singular(tmp_path: Path) -> None:
    catalogue = lines(tmp_path / "catalogue.jsonl", CATALOGUE[0])
    rows = lines(tmp_path / "r.jsonl", {"title": "panasonic kxtg9343t"})
    assert "1 row against 1 entry: 1 matched, 0 not found." in run("--catalogue", catalogue, rows).stderr


def test_with_explain_each_candidate_has_its_reasons(catalogue: Path, tmp_path: Path) -> None:
    rows = lines(tmp_path / "r.jsonl", {"title": "panasonic kxtg9343t"})
    candidates = answers(run("--catalogue", catalogue, rows, "--explain").stdout)[0]["candidates"]
    assert isinstance(candidates, list)
    assert next(iter(candidates[0]["reasons"])) == "code_equal"


def matched(
    tmp_path: Path, catalogue: list[dict[str, object]], titles: list[str], *options: str
) -> list[dict[str, object]]:
    entries = lines(tmp_path / "entries.jsonl", *catalogue)
    rows = lines(tmp_path / "asked.jsonl", *({"title": title} for title in titles))
    return answers(run("--catalogue", entries, rows, *options).stdout)


BOWLS: list[dict[str, object]] = [{"id": 1, "title": "Enamel mug"}, {"id": 2, "title": "Stoneware bowl"}]


def test_three_shops_with_the_same_product_are_one_match_and_two_offers(tmp_path: Path) -> None:
    shops: list[dict[str, object]] = [
        {"id": shop, "title": "Stoneware bowl", "gtin": "4006381333931"} for shop in ("a", "b", "c")
    ]
    (answer,) = matched(tmp_path, shops, ["Stoneware bowl"])
    assert (answer["match"], answer["offers"]) == ("a", ["b", "c"])


def test_an_exact_and_a_misspelt_row_both_match(tmp_path: Path) -> None:
    found = matched(tmp_path, BOWLS, ["Stoneware bowl", "stone ware bowl"])
    assert [answer["match"] for answer in found] == [2, 2]


def test_one_to_one_gives_an_entry_to_the_exact_row(tmp_path: Path) -> None:
    found = matched(tmp_path, BOWLS, ["stone ware bowl", "Stoneware bowl"], "--one-to-one")
    assert [answer["match"] for answer in found] == [None, 2]


@pytest.mark.parametrize(
    "titles", [("Stoneware bowl", "Stoneware bowl"), ("Stoneware bowl red", "Stoneware bowl blue")]
)
def test_a_tie_is_ambiguous_and_lists_both_candidates(tmp_path: Path, titles: tuple[str, str]) -> None:
    entries: list[dict[str, object]] = [{"id": place, "title": title} for place, title in enumerate(titles)]
    (answer,) = matched(tmp_path, entries, ["Stoneware bowl"])
    assert (answer["match"], answer["reason"]) == (None, "ambiguous")
    assert isinstance(answer["candidates"], list)
    assert {candidate["id"] for candidate in answer["candidates"]} == {0, 1}


KETTLES: list[dict[str, object]] = [
    {"id": colour, "title": f"Bosch Wasserkocher TWK7203 {colour}", "brand": "Bosch", "mpn": "TWK7203"}
    for colour in ("schwarz", "weiß", "edelstahl")
]


def test_variants_with_one_model_number_are_distinguished_by_their_titles(tmp_path: Path) -> None:
    titles = [str(kettle["title"]) for kettle in KETTLES]
    assert [answer["match"] for answer in matched(tmp_path, KETTLES, titles)] == ["schwarz", "weiß", "edelstahl"]


def test_a_number_shared_by_variants_is_ambiguous_if_the_row_names_none(tmp_path: Path) -> None:
    entries = lines(tmp_path / "entries.jsonl", *KETTLES)
    rows = lines(tmp_path / "asked.jsonl", {"title": "Wasserkocher", "brand": "Bosch", "mpn": "TWK7203"})
    (answer,) = answers(run("--catalogue", entries, rows).stdout)
    assert (answer["match"], answer["reason"]) == (None, "ambiguous")


@pytest.mark.parametrize("missing", ["rows", "catalogue"])
def test_a_missing_file_is_reported(missing: str, catalogue: Path, tmp_path: Path) -> None:
    rows = lines(tmp_path / "r.jsonl", {"title": "x"})
    files = {"rows": rows, "catalogue": catalogue} | {missing: tmp_path / "none.jsonl"}
    ran = run("--catalogue", files["catalogue"], files["rows"])
    assert ran.exit_code == 2
    assert "There is no file" in ran.stderr


@pytest.mark.parametrize("name", ["out.xlsx", "out.csv", "out.csv.gz", "out.XLSX"])
def test_an_output_name_with_another_format_is_rejected(catalogue: Path, tmp_path: Path, name: str) -> None:
    rows = lines(tmp_path / "r.jsonl", {"title": "x"})
    ran = run("--catalogue", catalogue, rows, "-o", out := tmp_path / name)
    assert ran.exit_code == 2 and "must end in .jsonl" in ran.stderr
    assert not out.exists()


@pytest.mark.parametrize("name", ["out.jsonl", "out.json", "out.NDJSON", "out.jsonl.gz", "out"])
def test_json_lines_can_be_written_under_several_suffixes(catalogue: Path, tmp_path: Path, name: str) -> None:
    rows = lines(tmp_path / "r.jsonl", {"title": "x"})
    assert run("--catalogue", catalogue, rows, "-o", out := tmp_path / name).exit_code == 0
    assert out.exists()


def test_the_input_file_is_not_overwritten(catalogue: Path, tmp_path: Path) -> None:
    rows = lines(tmp_path / "r.jsonl", {"title": "x"})
    before = rows.read_bytes()
    assert run("--catalogue", catalogue, rows, "-o", rows).exit_code == 2
    assert rows.read_bytes() == before

"""The tree that says where each field of a record came from."""

from io import StringIO

import pytest
from rich.console import Console

from garner.cli.render.provenance import render_provenance, short
from garner.core.record import FieldSource, Kind, Record


def shown(record: Record, width: int = 120) -> str:
    stream = StringIO()
    Console(file=stream, width=width, force_terminal=False).print(render_provenance(record))
    return stream.getvalue()


def product(**data: object) -> Record:
    sources = {name: FieldSource("microdata", f"Product.{name}", 0.85, f"raw {name}") for name in data if data[name]}
    return Record(
        kind=Kind.PRODUCT,
        data={"sku": None, **data},
        content_hash="",
        extractor="garner",
        extractor_version="7",
        strategy="microdata",
        confidence=0.61,
        warnings=("price: '1e309' is implausible and was ignored",),
        sources=sources,
    )


def test_each_field_is_shown_with_its_value_rung_path_confidence_and_snippet() -> None:
    tree = shown(product(name="Kettle", price="12.50"))
    assert tree.splitlines()[0] == "product  confidence 0.61, mostly microdata, by garner 7"
    assert "name  Kettle" in tree
    assert "microdata  Product.name  0.85  “raw name”" in tree


def test_missing_fields_and_warnings_are_listed_at_the_end() -> None:
    *_, missing, warning = shown(product(name="Kettle")).splitlines()
    assert missing.endswith("not found: sku")
    assert warning.endswith("warning: price: '1e309' is implausible and was ignored")


def test_a_long_list_shows_its_first_values_and_counts_the_rest() -> None:
    tree = shown(product(images=[{"url": f"https://shop.example/{n}.jpg", "alt": None} for n in range(9)]))
    assert "images  9 values" in tree
    assert "url: https://shop.example/5.jpg" in tree
    assert "/6.jpg" not in tree
    assert "… and 3 more" in tree


def test_control_characters_are_removed_and_markup_is_shown_as_text() -> None:
    tree = shown(product(name="[bold]Kettle[/] \x1b[2Jgone", sku="\x07"))
    assert "[bold]Kettle[/]" in tree
    assert "\x1b" not in tree and "\x07" not in tree


@pytest.mark.parametrize(
    ("value", "line"),
    [
        ("a\n b", "a b"),
        ("x" * 100, "x" * 72 + "…"),
        (["one", "two"], "one, two"),
        ({"calories": "310 kcal", "fat": None}, "calories: 310 kcal"),
        (
            {"raw": "2 cups flour", "qty": 2, "unit": "cup", "name": "flour"},
            "2 cups flour  →  qty 2, unit cup, name flour",
        ),
    ],
)
def test_a_value_is_one_short_line(value: object, line: str) -> None:
    assert short(value) == line

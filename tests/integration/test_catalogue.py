"""Candidates for a row among the products of the catalogue."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from garner.core.matching.lexemes import build_common_query, build_rare_query, lexemes, vocabulary
from garner.postgres.database import Connection
from garner.store.records import catalogue, perceptual_hashes

from .catalogue_helpers import add_product
from .helpers import new_user

NOBODY = None  # who sees the catalogue alone
EMPTY = vocabulary(0, [])


async def in_database(connection: Connection, *texts: str) -> set[str]:
    cursor = await connection.execute("select tsvector_to_array(product_words(%s, %s, %s, %s)) as words", texts)
    (row,) = await cursor.fetchall()
    return set(row["words"])


@pytest.mark.parametrize(
    "texts",
    [
        ("Panasonic KX-TG9343T", "Panasonic", "KX TG-9343/T", "kx_tg.9343"),
        ("Café® CRÈME™ (Größe) – 500ml, 2–pack “x”", "Müller & Söhne", "", ""),
        ("Чайник эмалированный", "やかん　赤", "№5", "½"),
        ("", "", "", ""),
        ("x" * 512, "y" * 255, "z" * 100, "w" * 300),
        ("'; drop table products; -- \\ \\' & | ! : *", "a'b", "\\", "<->"),
        ("C:\\path\\to and a/b/c/d", "_-_./", "-", "..."),
    ],
)
async def test_the_database_and_the_search_derive_the_same_words_of_a_product(
    connection: Connection, texts: tuple[str, ...]
) -> None:
    assert await in_database(connection, *texts) == set(lexemes(*texts))


# Python and PostgreSQL have different versions of Unicode: characters that are unassigned in Python are left out.
ANY_TEXT = st.text(
    st.characters(codec="utf-8", exclude_characters="\0", exclude_categories=["Lu", "Lt", "Cn"]), max_size=60
)


@given(ANY_TEXT, ANY_TEXT)
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
async def test_the_database_and_the_search_derive_the_same_words_of_any_text(
    connection: Connection, name: str, sku: str
) -> None:
    assert await in_database(connection, name, "", sku, "") == set(lexemes(name, "", sku, ""))


@pytest.mark.parametrize("written", ["4006381333931", "04006381333931"])
async def test_a_gtin_is_found_regardless_of_leading_zeros(connection: Connection, written: str) -> None:
    pen = await add_product(connection, "Fine liner", gtin=written)
    await add_product(connection, "Another", gtin="5901234123457")
    for asked in ("4006381333931", "04006381333931"):
        assert [one.id for one in await catalogue.by_gtin(connection, NOBODY, asked)] == [pen]
    assert await catalogue.by_gtin(connection, NOBODY, "96385074") == []


async def test_a_number_is_found_in_any_field_regardless_of_separators(connection: Connection) -> None:
    in_name = await add_product(connection, "Panasonic KX-TG9343T cordless phone")
    as_sku = await add_product(connection, "Cordless phone", sku="KX TG9343T")
    as_mpn = await add_product(connection, "A phone without a cord", mpn="kxtg/9343t")
    await add_product(connection, "Panasonic KX-TG9341T cordless phone")
    wanted = build_rare_query(["kxtg9343t"], EMPTY)
    assert wanted is not None
    assert {one.id for one in await catalogue.by_words(connection, NOBODY, wanted)} == {in_name, as_sku, as_mpn}


async def test_the_first_entries_with_a_number_are_found_regardless_of_their_names(connection: Connection) -> None:
    by_gtin = [
        await add_product(connection, f"Pen {shop}", gtin=gtin)
        for shop, gtin in enumerate(("4006381333931", "04006381333931", "4006381333931"))
    ]
    by_code = [await add_product(connection, "Phone", sku="KX TG9343T"), await add_product(connection, "A KX-TG9343T")]
    await add_product(connection, "Other", sku="KX TG9341T", gtin="5901234123457")
    found = await catalogue.by_numbers(connection, NOBODY, ["04006381333931"], ["kxtg9343t"])
    assert [one.id for one in found] == [*by_gtin, *by_code]
    found = await catalogue.by_numbers(connection, NOBODY, ["4006381333931"], ["kxtg9343t"], limit=1)
    assert [one.id for one in found] == [by_gtin[0], by_code[0]]
    assert await catalogue.by_numbers(connection, NOBODY, [], []) == []


async def test_an_entry_with_several_matching_numbers_is_found_once(connection: Connection) -> None:
    pen = await add_product(connection, "Pen", gtin="4006381333931", sku="QX-2041")
    assert [one.id for one in await catalogue.by_numbers(connection, NOBODY, ["4006381333931"], ["qx2041"])] == [pen]


async def test_candidates_are_sorted_by_rank_and_limited(connection: Connection) -> None:
    for number in range(30):
        await add_product(connection, f"Canon camera {number}")
    best = await add_product(connection, "Canon PowerShot A530 camera")
    taken = await catalogue.sample(connection)
    known = vocabulary(taken.products, [row["lexemes"] for row in taken.rows])
    wanted = build_rare_query(lexemes("canon powershot a530 digital camera"), known)
    assert wanted is not None
    found = await catalogue.by_words(connection, NOBODY, wanted, limit=5)
    assert found[0].id == best and len(found) <= 5


async def test_common_words_must_occur_together(connection: Connection) -> None:
    both = await add_product(connection, "Black leather shoe")
    await add_product(connection, "Black shoe")
    await add_product(connection, "Leather belt")
    wanted = build_common_query(["black", "leather"], EMPTY)
    assert wanted is not None
    assert [one.id for one in await catalogue.by_words(connection, NOBODY, wanted)] == [both]


async def test_a_misspelt_name_is_found_by_trigrams(connection: Connection) -> None:
    found = await add_product(connection, "Zanussi Quadrolux oven")
    await add_product(connection, "Bosch oven")
    assert [one.id for one in await catalogue.by_spelling(connection, NOBODY, ["quadrolox"])] == [found]
    assert await catalogue.by_spelling(connection, NOBODY, ["unrelated"]) == []
    assert await catalogue.by_spelling(connection, NOBODY, []) == []


HOSTILE = ["' | 'x", "a & b", "!x", "x:*", "\\", "''", "(", "<2>", "%", "_", "a'); drop table products; --"]


@pytest.mark.parametrize("word", HOSTILE)
async def test_words_of_a_row_are_not_parsed_as_query_syntax(connection: Connection, word: str) -> None:
    kettle = await add_product(connection, "Enamel kettle")
    for words in (lexemes(word), (word,)):
        wanted = build_rare_query(words, EMPTY)
        if wanted is not None:
            assert kettle not in {one.id for one in await catalogue.by_words(connection, NOBODY, wanted)}
    await catalogue.by_spelling(connection, NOBODY, [word])
    assert [one.id for one in await catalogue.by_ids(connection, NOBODY, [kettle])] == [kettle]


async def test_a_record_is_flat_and_has_all_fields_of_the_product(connection: Connection) -> None:
    kettle = await add_product(connection, "Enamel kettle", brand="Acme", price="19.90", sku="K-1")
    record: dict[str, Any] = await catalogue.record(connection, kettle)  # type: ignore[assignment]
    assert record["kind"] == "product" and record["name"] == "Enamel kettle" and record["price"] == "19.90"
    assert record["url"].startswith("https://shop.example/") and record["confidence"] == 0.9
    assert await catalogue.record(connection, kettle + 1) is None


async def test_a_sample_of_a_small_catalogue_is_the_whole_catalogue(connection: Connection) -> None:
    for number in range(12):
        await add_product(connection, f"Kettle {number}")
    taken = await catalogue.sample(connection)
    assert (taken.products, len(taken.rows), taken.knows_spelling) == (12, 12, True)
    some = await catalogue.sample(connection, 5)
    assert some.products >= 6 and len(some.rows) <= 5


# Perceptual hashes -------------------------------------------------------------------------------------------


async def test_the_nearest_perceptual_hash_is_first_and_distant_ones_are_excluded(connection: Connection) -> None:
    near, far, exact = [await add_product(connection, name) for name in ("near", "far", "exact")]
    for product, print_ in ((exact, -1), (near, -1 ^ 0b111), (far, 0)):
        await perceptual_hashes.show(connection, product, print_)
    found = await perceptual_hashes.nearest(connection, -1, 8, None)
    assert [(one.product_id, one.distance) for one in found] == [(exact, 0), (near, 3)]
    assert await perceptual_hashes.nearest(connection, 0x5555555555555555, 8, None) == []


async def test_a_product_has_the_perceptual_hash_of_its_latest_picture(connection: Connection) -> None:
    kettle, person = await add_product(connection, "kettle"), await new_user(connection)
    await perceptual_hashes.learn(connection, kettle, 7, person)
    for print_ in (7, -1):
        await perceptual_hashes.show(connection, kettle, print_)
    assert await perceptual_hashes.nearest(connection, 7, 0, None) == []
    assert [one.product_id for one in await perceptual_hashes.nearest(connection, 7, 0, person)] == [kettle]
    await perceptual_hashes.show(connection, kettle, None)
    assert await perceptual_hashes.nearest(connection, -1, 0, None) == []


async def test_a_learned_perceptual_hash_applies_only_to_its_user(connection: Connection) -> None:
    kettle, one, other = await add_product(connection, "kettle"), await new_user(connection), await new_user(connection)
    await perceptual_hashes.learn(connection, kettle, 7, one)
    assert [found.product_id for found in await perceptual_hashes.nearest(connection, 7, 0, one)] == [kettle]
    assert (
        await perceptual_hashes.nearest(connection, 7, 0, other)
        == await perceptual_hashes.nearest(connection, 7, 0, None)
        == []
    )


async def test_a_perceptual_hash_is_learned_once_and_their_number_is_bounded(connection: Connection) -> None:
    kettle, person = await add_product(connection, "kettle"), await new_user(connection)
    for print_ in (7, 7, *range(100, 200)):
        await perceptual_hashes.learn(connection, kettle, print_, person)
    cursor = await connection.execute("select count(*) as prints from picture_prints")
    assert (await cursor.fetchall())[0]["prints"] == perceptual_hashes.MAX_PER_PRODUCT
    await perceptual_hashes.learn(connection, kettle + 1, 7, person)  # not a product: ignored

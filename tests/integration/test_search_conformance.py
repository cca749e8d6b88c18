"""What every search engine does, whichever has the index. An adapter is added to `ENGINES` and passes all of it."""

from collections.abc import Callable

import pytest
from tests.integration.helpers import new_user, page
from tests.integration.search_helpers import add_product, add_record, add_saved_recipe, index_all, own

from garner.core.record import Kind
from garner.errors import InputError
from garner.postgres.database import Database
from garner.search.port import Filters, SearchAnswer, SearchEngine, SearchRequest, Viewer
from garner.search.postgres import PostgresSearch

ENGINES: dict[str, Callable[[Database], SearchEngine]] = {
    "postgres": lambda database: PostgresSearch(database, timeout_ms=5_000),
}


class Shop:
    """An index with an engine under test."""

    def __init__(self, database: Database, engine: SearchEngine) -> None:
        self.database = database
        self.engine = engine

    async def add(self, *names: str, **fields: object) -> None:
        async with self.database.transaction() as connection:
            for name in names:
                await add_product(connection, name, **fields)
        await index_all(self.database)

    async def answer(self, text: str, **options: object) -> SearchAnswer:
        return await self.engine.search(SearchRequest(text, **options))  # type: ignore[arg-type]

    async def titles(self, text: str, **options: object) -> list[str]:
        return [hit.title for hit in (await self.answer(text, **options)).hits]


@pytest.fixture(params=ENGINES)
def shop(request: pytest.FixtureRequest, database: Database) -> Shop:
    return Shop(database, ENGINES[request.param](database))


# Words -----------------------------------------------------------------------------------------------------------


async def test_a_hit_has_all_words_in_any_order(shop: Shop) -> None:
    await shop.add("Cast iron pan", "Iron gate", "Steel pan")
    assert await shop.titles("pan iron") == ["Cast iron pan"]


async def test_case_and_accents_do_not_matter(shop: Shop) -> None:
    await shop.add("Crème brûlée torch")
    assert await shop.titles("CREME BRULEE") == ["Crème brûlée torch"]


async def test_forms_of_a_word_find_each_other(shop: Shop) -> None:
    await shop.add("Running shoes")
    assert await shop.titles("run shoe") == ["Running shoes"]
    assert await shop.titles("running shoes") == ["Running shoes"]


async def test_words_are_stemmed_in_the_language_of_the_record(shop: Shop) -> None:
    prose = "Das ist ein Buch für alle, die mit der Küche nicht fertig werden, und zur Freude von allen."
    await shop.add("Kochbücher", description=prose)
    assert await shop.titles("kochbuch") == ["Kochbücher"]


async def test_a_phrase_has_its_words_in_order(shop: Shop) -> None:
    await shop.add("Chocolate milk", "Milk chocolate")
    assert await shop.titles('"milk chocolate"') == ["Milk chocolate"]


async def test_a_prefix_finds_all_words_that_begin_with_it(shop: Shop) -> None:
    await shop.add("Blueberry jam", "Blue cheese", "Green tea")
    assert set(await shop.titles("blue*")) == {"Blueberry jam", "Blue cheese"}


async def test_an_excluded_word_is_in_no_hit(shop: Shop) -> None:
    await shop.add("Red shoes", "Red hat")
    assert await shop.titles("red -shoes") == ["Red hat"]


async def test_a_model_number_is_found_however_it_is_divided(shop: Shop) -> None:
    await shop.add("Cordless phone KX-TG9343T", "Cordless phone KX-TG5571")
    for query in ("KX-TG9343T", "kxtg9343t", "kx tg9343t"):
        assert await shop.titles(query) == ["Cordless phone KX-TG9343T"]


async def test_a_number_is_found_without_its_leading_zeros(shop: Shop) -> None:
    await shop.add("Toner", gtin="0012345678905", sku="SKU-77")
    assert await shop.titles("12345678905") == ["Toner"]
    assert await shop.titles("sku77") == ["Toner"]


async def test_words_of_scripts_without_spaces_are_found(shop: Shop) -> None:
    await shop.add("日本語の料理の本", "中文菜谱")
    assert await shop.titles("料理") == ["日本語の料理の本"]
    assert await shop.titles("菜谱") == ["中文菜谱"]


async def test_synonyms_are_found_after_the_word_itself(shop: Shop) -> None:
    await shop.add("Courgette soup", "Zucchini soup")
    assert await shop.titles("zucchini soup") == ["Zucchini soup", "Courgette soup"]


async def test_stop_words_alone_find_what_has_them(shop: Shop) -> None:
    await shop.add("The Who", "Green tea")
    assert await shop.titles("the who") == ["The Who"]


async def test_a_stop_word_need_not_be_there(shop: Shop) -> None:
    await shop.add("Lamp with shade")
    assert await shop.titles("a lamp for the shade") == ["Lamp with shade"]


# Spelling --------------------------------------------------------------------------------------------------------


async def test_a_misspelt_word_is_corrected_and_the_answer_says_so(shop: Shop) -> None:
    await shop.add("Chocolate cake", "Carrot cake")
    answer = await shop.answer("choclate cake")
    assert [hit.title for hit in answer.hits] == ["Chocolate cake"]
    assert [(each.typed, each.meant) for each in answer.corrections] == [("choclate", "chocolate")]


async def test_a_misspelt_word_deep_in_a_long_text_is_found(shop: Shop) -> None:
    text = "We build services that many people use every day. " * 40 + "You will write GraphQL schemas."
    await shop.add("Backend developer", description=text)
    assert await shop.titles("grapql") == ["Backend developer"]


async def test_a_word_that_is_there_is_not_corrected(shop: Shop) -> None:
    await shop.add("Form", *(f"Farm {number}" for number in range(5)))
    answer = await shop.answer("form")
    assert [hit.title for hit in answer.hits] == ["Form"]
    assert not answer.corrections


async def test_a_word_is_corrected_if_nothing_has_it_together_with_the_others(shop: Shop) -> None:
    await shop.add("Almond flour", "Wild flower seeds")
    answer = await shop.answer("almond flower")
    assert [hit.title for hit in answer.hits] == ["Almond flour"]
    assert [(each.typed, each.meant) for each in answer.corrections] == [("flower", "flour")]


async def test_two_words_that_belong_together_are_found_as_one(shop: Shop) -> None:
    await shop.add("Bluetooth speaker")
    assert await shop.titles("blue tooth speaker") == ["Bluetooth speaker"]


async def test_hits_have_some_of_the_words_if_nothing_has_all(shop: Shop) -> None:
    await shop.add("Cast iron pan", "Iron gate")
    answer = await shop.answer("iron pan zzzzqqqq")
    assert answer.is_partial
    assert answer.hits[0].title == "Cast iron pan"


# Order -----------------------------------------------------------------------------------------------------------


async def test_an_answer_without_hits_is_not_partial(shop: Shop) -> None:
    await shop.add("Cast iron pan")
    answer = await shop.answer("zeppelin umbrella")
    assert not answer.hits and not answer.is_partial


async def test_a_title_counts_more_than_a_text(shop: Shop) -> None:
    await shop.add("Lid", description="A lid for a pan, whichever pan you have, a pan being a pan.")
    await shop.add("Pan")
    assert (await shop.titles("pan"))[0] == "Pan"


async def test_a_title_that_is_the_query_comes_first(shop: Shop) -> None:
    await shop.add("Iron pan cleaner and polish", "Iron pan", "Pan of iron with a glass lid")
    assert (await shop.titles("iron pan"))[0] == "Iron pan"


async def test_a_label_counts_more_than_a_text(shop: Shop) -> None:
    await shop.add("Knife", path="1", description="Sharper than a Hearth, says everyone.")
    await shop.add("Knife", path="2", brand="Hearth")
    assert [hit.labels.get("brand") for hit in (await shop.answer("hearth knife")).hits] == [("Hearth",), None]


async def test_pages_follow_each_other_without_gaps_and_repeats(shop: Shop) -> None:
    await shop.add(*(f"Pan {number}" for number in range(25)))
    seen, after = list[str](), None
    while True:
        answer = await shop.answer("pan", limit=10, after=after)
        seen += [hit.id for hit in answer.hits]
        assert answer.total == 25
        if (after := answer.next) is None:
            break
    assert len(seen) == len(set(seen)) == 25


async def test_pages_go_on_beyond_the_best_hits(shop: Shop) -> None:
    await shop.add(*(f"Pan {number}" for number in range(130)))
    seen, after = list[str](), None
    for _ in range(10):
        answer = await shop.answer("pan", limit=30, after=after, with_facets=False)
        seen += [hit.id for hit in answer.hits]
        if (after := answer.next) is None:
            break
    assert len(seen) == len(set(seen)) == 130


async def test_a_cursor_of_another_search_is_refused(shop: Shop) -> None:
    await shop.add(*(f"Pan {number}" for number in range(3)))
    after = (await shop.answer("pan", limit=1)).next
    for broken in (after, "x", "%%", "YnwweDEucDF8MXwx"):
        with pytest.raises(InputError):
            await shop.answer("gate", after=broken)


# Filters and facets ------------------------------------------------------------------------------------------------


async def test_filters_narrow_the_hits(shop: Shop) -> None:
    await shop.add("Red pan", brand="Hearth", category="Kitchen > Pans", price="20.00", currency="EUR")
    await shop.add("Blue pan", brand="Blaze", category="Garden", price="50.00", currency="EUR")
    assert await shop.titles("pan", filters=Filters({"brand": ("hearth",)})) == ["Red pan"]
    assert await shop.titles("pan", filters=Filters({"category": ("Kitchen",)})) == ["Red pan"]
    assert await shop.titles("pan", filters=Filters(min_price=30)) == ["Blue pan"]  # type: ignore[arg-type]
    assert len(await shop.titles("pan", filters=Filters({"brand": ("Hearth", "Blaze")}))) == 2
    assert await shop.titles("pan", kind=Kind.POSTING) == []


async def test_a_facet_is_counted_without_its_own_filter(shop: Shop) -> None:
    await shop.add("Red pan", "Green pan", brand="Hearth", availability="in_stock")
    await shop.add("Blue pan", brand="Blaze", availability="out_of_stock")
    answer = await shop.answer("pan", filters=Filters({"brand": ("Blaze",)}))
    counted = {name: [(each.value, each.count) for each in values] for name, values in answer.facets.items()}
    assert counted["brand"] == [("Hearth", 2), ("Blaze", 1)]
    assert counted["availability"] == [("out_of_stock", 1)]


async def test_highlights_mark_the_words_in_the_text_as_it_is_stored(shop: Shop) -> None:
    await shop.add("<b>Crème</b> & iron pan", description="It keeps the warmth. Pans of iron are heavy.")
    (hit,) = (await shop.answer("creme pans")).hits
    title = hit.highlights["title"]
    assert title.text == "<b>Crème</b> & iron pan"
    assert [title.text[start:end] for start, end in title.marks] == ["Crème", "pan"]
    text = hit.highlights["text"]
    assert "Pans" in [text.text[start:end] for start, end in text.marks]


# Who sees what -----------------------------------------------------------------------------------------------------


async def test_a_user_finds_the_catalogue_and_what_is_their_own(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        ana, ben = await new_user(connection), await new_user(connection)
        await add_product(connection, "Public pan")
        await add_product(connection, "Ana's pan", owner=ana)
        await add_record(connection, Kind.RECIPE, "r", {"title": "Pan pizza", "ingredients": []}, owner=ben)
        await add_saved_recipe(connection, ana, "Pan bread")
    await index_all(shop.database)
    assert set(await shop.titles("pan")) == {"Public pan"}
    assert set(await shop.titles("pan", viewer=Viewer(ana))) == {"Public pan", "Ana's pan", "Pan bread"}
    assert set(await shop.titles("pan", viewer=Viewer(ben))) == {"Public pan", "Pan pizza"}


async def test_nothing_of_others_is_told_by_corrections_prefixes_and_facets(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        ana, ben = await new_user(connection), await new_user(connection)
        await add_product(connection, "Public pan", brand="Hearth")
        await add_product(connection, "Zanzibarium pan", owner=ana, brand="Secretive")
    await index_all(shop.database)
    assert (await shop.answer("zanzibarum", viewer=Viewer(ana))).corrections
    for viewer in (Viewer(None), Viewer(ben)):
        answer = await shop.answer("zanzibarum", viewer=viewer)
        assert not answer.hits and not answer.corrections and answer.total == 0
        assert not (await shop.answer("zanzi*", viewer=viewer)).hits
        facets = (await shop.answer("pan", viewer=viewer)).facets
        assert [value.value for value in facets["brand"]] == ["Hearth"]


async def test_a_record_that_a_second_user_asks_for_is_found_by_both(shop: Shop) -> None:
    async with shop.database.transaction() as connection:
        ana, ben = await new_user(connection), await new_user(connection)
        url = await add_product(connection, "Shared pan", owner=ana)
    await index_all(shop.database)
    async with shop.database.transaction() as connection:
        await own(connection, ben, Kind.PRODUCT, page(url).hash)
    assert await shop.titles("shared", viewer=Viewer(ben)) == ["Shared pan"]


async def test_corrections_and_counts_tell_only_of_ones_own_words_among_many_records(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("visibility", "vocabulary"):
        monkeypatch.setattr(f"garner.store.search.{module}.MAX_FEW", 2)
    async with shop.database.transaction() as connection:
        ana, ben = await new_user(connection), await new_user(connection)
        for number in range(5):
            await add_product(connection, f"Ana's kettle {number}", owner=ana)
        await add_product(connection, "Vermilion teapot", owner=ana, path="zz")
        await add_product(connection, "Zanzibarium pan", owner=ben)
    await index_all(shop.database)
    assert [each.meant for each in (await shop.answer("vermilon", viewer=Viewer(ana))).corrections] == ["vermilion"]
    assert not (await shop.answer("zanzibarum", viewer=Viewer(ana))).corrections
    assert (await shop.answer("zanzi*", viewer=Viewer(ana))).total == 0


# Bad input ---------------------------------------------------------------------------------------------------------

HARMLESS = (
    *("&", "|", "!", "()", "a & b | !c", "'; drop table products; --", "\\", "''", '"', '"unclosed', "<->", ":*", "*"),
    *(
        "-",
        "--",
        "- -",
        "the and of",
        "🍕",
        "𝕌𝕟𝕚",
        "\u200f\u202e",
        "%_",
        "@catalogue",
        "~pan",
        "=pan",
        "pan:A",
        "a" * 900,
    ),
    *(
        "ا ب ت",
        "ภาษาไทย",
        "\t\n",
        "🇩🇪" * 50,
        "1.5",
        "1,000.00",
        "...",
        "e\u0301" * 100,
        "a b c d e f g h i j k l m n o p q r s",
    ),
)


@pytest.mark.parametrize("text", HARMLESS)
async def test_any_text_gets_an_answer(shop: Shop, text: str) -> None:
    await shop.add("Cast iron pan")
    answer = await shop.answer(text)
    assert answer.total >= 0
    assert not answer.timed_out


@pytest.mark.parametrize("text", ["a\x00b", "x" * 10_000, "-pan", "\ud800"])
async def test_what_cannot_be_searched_is_refused_with_the_reason(shop: Shop, text: str) -> None:
    with pytest.raises(InputError) as refused:
        await shop.answer(text)
    assert refused.value.fields[0].field == "q"

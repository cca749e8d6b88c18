"""The words by which products are found, and which of them a search goes by."""

import time

from garner.core.matching.lexemes import build_common_query, build_rare_query, code, codes_among, lexemes, vocabulary


def test_what_is_joined_is_found_in_parts_and_as_a_whole() -> None:
    assert set(lexemes("Panasonic KX-TG9343T")) == {"panasonic", "kx", "tg9343t", "kxtg9343t"}


def test_a_number_of_its_own_column_is_found_however_it_is_divided() -> None:
    assert "ab1234x" in lexemes("Lamp", sku="AB 12/34-X")
    assert code("AB 12/34-X") == code("ab1234x") == "ab1234x"


def test_case_accents_and_trade_marks_are_no_part_of_a_word() -> None:
    assert lexemes("Café® CRÈME™ (Größe)") == ("cafe", "creme", "große")


def test_words_of_any_alphabet_are_words() -> None:
    assert lexemes("Чайник эмалированный") == ("чаиник", "эмалированныи")
    assert lexemes("やかん　赤") == ("やかん", "赤")


def test_nothing_has_no_words_and_a_very_long_word_is_cut() -> None:
    assert lexemes("", "  ", "-", "…") == ()
    assert lexemes("x" * 5000) == ("x" * 64,)


def test_what_looks_like_a_model_number_is_told_from_sizes_and_years() -> None:
    assert codes_among(["camera", "dcrhc52", "2006", "16gb", "x"]) == ["dcrhc52"]


def known(**counts: int):  # type: ignore[no-untyped-def]
    size = max(counts.values())
    return vocabulary(size * 10, [[word for word, count in counts.items() if count > place] for place in range(size)])


def test_a_search_goes_by_the_words_that_few_products_have() -> None:
    words = known(black=1000, camera=400, powershot=3, a530=1)
    search = build_rare_query(["black", "camera", "powershot", "a530"], words)
    assert search is not None
    assert search.groups == (("a530",), ("powershot",))
    assert search.words == ("a530", "powershot", "camera", "black")
    assert list(search.weights) == sorted(search.weights, reverse=True)


def test_a_row_of_common_words_has_no_rare_one_to_go_by_and_is_found_by_several_together() -> None:
    words = known(black=1000, leather=900, shoe=800, mens=700)
    assert build_rare_query(["black", "leather", "shoe"], words) is None
    search = build_common_query(["black", "leather", "shoe"], words)
    assert search is not None and search.groups == (("shoe", "leather", "black"),)
    assert build_common_query(["black"], words).groups == (("black",),)  # type: ignore[union-attr]
    assert build_common_query([], words) is None


def test_a_slip_in_a_common_word_is_put_right() -> None:
    words = known(wireless=50, wire=20, keyboard=30, rare=1)
    assert words.misspelt(["wirelss", "keyboard", "ab12345", "abc"]) == ["wirelss"]
    assert words.meant_by("wirelss") == "wireless"
    assert words.meant_by("keybaord") == "keyboard"
    assert words.meant_by("zirconium") is None


def test_an_empty_catalogue_has_no_words_and_every_search_of_it_is_bounded() -> None:
    words = vocabulary(0, [])
    search = build_rare_query(["anything"], words)
    assert search is not None and search.groups == (("anything",),)
    assert build_rare_query([], words) is None


def test_a_title_of_letters_that_unfold_costs_no_more_than_others() -> None:
    started = time.process_time()
    lexemes("\ufdfa" * 100_000, "\ufdfa" * 100_000, "\ufdfa" * 100_000, "\ufdfa" * 100_000)
    assert time.process_time() - started < 0.5

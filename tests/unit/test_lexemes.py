"""The words under which products are indexed, and the words that a search uses."""

import time

from garner.core.matching.lexemes import build_common_query, build_rare_query, code, codes_among, lexemes, vocabulary


def test_a_joined_word_is_indexed_in_parts_and_as_a_whole() -> None:
    assert set(lexemes("Panasonic KX-TG9343T")) == {"panasonic", "kx", "tg9343t", "kxtg9343t"}


def test_a_number_from_a_column_is_indexed_without_separators() -> None:
    assert "ab1234x" in lexemes("Lamp", sku="AB 12/34-X")
    assert code("AB 12/34-X") == code("ab1234x") == "ab1234x"


def test_case_accents_and_trade_marks_are_removed_from_words() -> None:
    assert lexemes("Café® CRÈME™ (Größe)") == ("cafe", "creme", "große")


def test_words_of_any_alphabet_are_indexed() -> None:
    assert lexemes("Чайник эмалированный") == ("чаиник", "эмалированныи")
    assert lexemes("やかん　赤") == ("やかん", "赤")


def test_empty_text_has_no_words_and_a_very_long_word_is_truncated() -> None:
    assert lexemes("", "  ", "-", "…") == ()
    assert lexemes("x" * 5000) == ("x" * 64,)


def test_model_numbers_are_distinguished_from_sizes_and_years() -> None:
    assert codes_among(["camera", "dcrhc52", "2006", "16gb", "x"]) == ["dcrhc52"]


def known(**counts: int):  # type: ignore[no-untyped-def]
    size = max(counts.values())
    return vocabulary(size * 10, [[word for word, count in counts.items() if count > place] for place in range(size)])


def test_a_search_uses_the_rarest_words() -> None:
    words = known(black=1000, camera=400, powershot=3, a530=1)
    search = build_rare_query(["black", "camera", "powershot", "a530"], words)
    assert search is not None
    assert search.groups == (("a530",), ("powershot",))
    assert search.words == ("a530", "powershot", "camera", "black")
    assert list(search.weights) == sorted(search.weights, reverse=True)


def test_a_row_of_common_words_is_searched_by_several_of_them_together() -> None:
    words = known(black=1000, leather=900, shoe=800, mens=700)
    assert build_rare_query(["black", "leather", "shoe"], words) is None
    search = build_common_query(["black", "leather", "shoe"], words)
    assert search is not None and search.groups == (("shoe", "leather", "black"),)
    assert build_common_query(["black"], words).groups == (("black",),)  # type: ignore[union-attr]
    assert build_common_query([], words) is None


def test_a_misspelling_of_a_common_word_is_corrected() -> None:
    words = known(wireless=50, wire=20, keyboard=30, rare=1)
    assert words.misspelt(["wirelss", "keyboard", "ab12345", "abc"]) == ["wirelss"]
    assert words.meant_by("wirelss") == "wireless"
    assert words.meant_by("keybaord") == "keyboard"
    assert words.meant_by("zirconium") is None


def test_a_search_in_an_empty_catalogue_uses_the_words_of_the_row() -> None:
    words = vocabulary(0, [])
    search = build_rare_query(["anything"], words)
    assert search is not None and search.groups == (("anything",),)
    assert build_rare_query([], words) is None


def test_a_title_of_characters_with_long_decompositions_is_indexed_quickly() -> None:
    started = time.process_time()
    lexemes("\ufdfa" * 100_000, "\ufdfa" * 100_000, "\ufdfa" * 100_000, "\ufdfa" * 100_000)
    assert time.process_time() - started < 0.5

"""Words of texts, queries and spellings: the pure parts of search."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from garner.core.search.cursor import SearchCursor, decode_cursor, encode_cursor
from garner.core.search.highlights import Forms, excerpt, highlight
from garner.core.search.languages import language_of
from garner.core.search.lexemes import DocumentWords, quote
from garner.core.search.query import MAX_TERMS, parse_query
from garner.core.search.spelling import KnownWord, deletion_keys, is_correctable, rank_meanings
from garner.core.search.synonyms import synonyms_of
from garner.core.search.words import Word, spellings_of, words_of, words_of_folded
from garner.errors import InputError


def texts(text: str) -> set[str]:
    return {word.text for word in words_of(text)}


def test_a_compound_is_found_whole_and_in_parts() -> None:
    assert texts("KX-TG9343T") == {"kx", "tg9343t", "kxtg9343t"}
    assert texts("4 GB") >= {"4", "gb", "4gb"}
    assert texts("4GB") >= {"4", "gb", "4gb"}


def test_accents_case_and_possessives_are_folded() -> None:
    assert texts("Crème BRÛLÉE Ærø Straße") == {"creme", "brulee", "aero", "strasse"}
    assert texts("men's") == {"men"}


def test_names_of_languages_keep_their_signs() -> None:
    assert {"c++", "c#"} <= texts("C++ and C#")


def test_scripts_without_spaces_are_divided_into_pairs() -> None:
    assert {"料理", "理の"} <= texts("料理の本")


@given(st.text(max_size=200))
def test_any_text_has_words_that_a_document_can_store(text: str) -> None:
    for word in words_of(text):
        assert word.text
        assert "\x00" not in word.text
        assert word.text[0] not in "~=@"
        assert len(quote(word.text)) <= 2 + 2 * 64


@given(st.text(max_size=200) | st.text(alphabet="ab1 .-_'4gB料", max_size=60))
def test_documents_and_queries_have_the_same_words(text: str) -> None:
    assert list(spellings_of(text)) == [(word.text, word.position) for word in words_of(text)]


@given(st.text(max_size=1_000))
def test_any_query_is_read_or_refused_with_a_reason(text: str) -> None:
    try:
        query = parse_query(text)
    except InputError as error:
        assert error.fields
    else:
        assert len(query.wanted) + len(query.excluded) <= MAX_TERMS


def test_a_pasted_text_is_searched_by_its_first_words() -> None:
    assert len(parse_query(" ".join(f"word{number}" for number in range(90))).wanted) == MAX_TERMS


def test_a_query_of_excluded_words_alone_is_refused() -> None:
    with pytest.raises(InputError, match="at least one word"):
        parse_query("-pan")


@given(st.text(alphabet="abcdefghij", min_size=4, max_size=10), st.integers(0, 9), st.sampled_from("abcz"))
def test_deletions_find_every_word_one_edit_away(word: str, place: int, letter: str) -> None:
    place = place % len(word)
    edited = (
        word[:place] + word[place + 1 :],
        word[:place] + letter + word[place:],
        word[:place] + letter + word[place + 1 :],
        word[:place] + word[place : place + 2][::-1] + word[place + 2 :],
    )
    for typed in edited:
        assert set(deletion_keys(typed)) & set(deletion_keys(word)), typed


def test_the_likeliest_word_is_near_and_frequent() -> None:
    known = [KnownWord("chocolate", 50), KnownWord("chocolates", 2), KnownWord("charlotte", 90)]
    assert rank_meanings("choclate", known, 5)[0].text == "chocolate"
    known = [KnownWord("nettle", 3), KnownWord("kettle", 3)]
    assert rank_meanings("ketle", known, 5)[0].text == "kettle"


def test_numbers_and_codes_are_not_corrected() -> None:
    assert not is_correctable("kx9343")
    assert not is_correctable("ab")


def test_synonyms_go_both_ways() -> None:
    assert ("zucchini",) in synonyms_of(("courgette",))
    assert ("cell", "phone") in synonyms_of(("smartphone",))


def test_the_language_is_the_named_one_or_that_of_the_text() -> None:
    assert language_of("de-AT", "") == "german"
    assert language_of("ja", "") == "simple"
    assert language_of(None, "Das ist ein Buch mit einem Bild und der Text ist auf Deutsch") == "german"
    assert language_of(None, "Pan") == "english"


def test_marks_are_places_in_the_text_as_written() -> None:
    marked = highlight("Ærø <b>pans</b>", Forms(frozenset({"aero"}), ("pan",)))
    assert [marked.text[start:end] for start, end in marked.marks] == ["Ærø", "pans"]


def test_an_excerpt_shows_the_part_with_most_words() -> None:
    text = "Nothing here. " * 40 + "An iron pan keeps warm. " + "Nothing there. " * 40
    found = excerpt([text], Forms(frozenset({"iron", "pan"})))
    assert found is not None
    assert "iron pan" in found.text
    assert len(found.text) < 200
    assert excerpt(["nothing"], Forms(frozenset({"pan"}))) is None


def test_a_cursor_belongs_to_its_search() -> None:
    cursor = SearchCursor(True, 1.25, 7)
    assert decode_cursor(encode_cursor(cursor, "pan"), "pan") == cursor
    for text, subject in ((encode_cursor(cursor, "pan"), "pot"), ("", "pan"), ("é", "pan"), ("YnwxfDF8MQ", "pan")):
        with pytest.raises(InputError):
            decode_cursor(text, subject)


def test_a_document_is_written_with_quotes_and_backslashes_intact() -> None:
    words = DocumentWords()
    words.add_text("it's C:\\path", "A")
    words.labels.append("@brand:o'neill\\")
    assert "'@brand:o''neill\\\\'" in words.written_words({})


def test_the_places_of_a_long_text_stay_within_what_postgresql_keeps() -> None:
    words = DocumentWords()
    words.add_text("word " * 30_000, "D")
    assert len(words.places["word"]) <= 8


def test_the_window_of_an_excerpt_moves_over_each_word_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A page of 50 hits that say nothing but the word took two seconds of the server's only thread."""
    counted = 0

    class Marked(str):
        __slots__ = ()

        def __hash__(self) -> int:
            nonlocal counted
            counted += 1
            return super().__hash__()

    def words(text: str) -> list[Word]:
        return [word._replace(text=Marked(word.text)) for word in words_of_folded(text)]

    monkeypatch.setattr("garner.core.search.highlights.words_of_folded", words)
    excerpt(["pan " * 1_000], Forms(frozenset({"pan"})))
    assert counted < 20_000

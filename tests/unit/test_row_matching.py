"""The search keys of a row."""

from garner.runtime.stages.match.row_matching import row_of


def test_a_gtin_stored_as_a_number_gets_its_leading_zeros_back() -> None:
    assert row_of({"gtin": "36000291452.0"}).gtins == ("036000291452",)


def test_fifty_thousand_digits_are_not_a_gtin() -> None:
    assert row_of({"gtin": "1" * 50_000}).gtins == ()

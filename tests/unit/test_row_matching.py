"""What a row gives to search by."""

from garner.runtime.stages.match.row_matching import row_of


def test_a_gtin_that_was_taken_for_a_number_has_its_zeros_again() -> None:
    assert row_of({"gtin": "36000291452.0"}).gtins == ("036000291452",)


def test_fifty_thousand_digits_are_no_gtin() -> None:
    assert row_of({"gtin": "1" * 50_000}).gtins == ()

"""Lines in reading order, from the positions of words on a picture."""

import math

from garner.extraction.ocr.layout import Quad, level, reading_lines

LINE = 20


def word(text: str, left: float, top: float, *, high: float = LINE, letter: float = 9) -> tuple[str, Quad]:
    right, bottom = left + letter * len(text), top + high
    return text, ((left, top), (right, top), (right, bottom), (left, bottom))


def rotate_quad(quad: Quad, degrees: float) -> Quad:
    sine, cosine = math.sin(math.radians(degrees)), math.cos(math.radians(degrees))
    first, second, third, fourth = ((x * cosine - y * sine, x * sine + y * cosine) for x, y in quad)
    return first, second, third, fourth


INGREDIENTS = ["Ingredients", "225 g butter, softened", "225 g caster sugar", "4 large fresh eggs"]
METHOD = ["Method of baking it", "Heat the oven to 180 C.", "Beat the butter with sugar.", "Bake it for 45 minutes."]
TWO_COLUMNS = [
    word("Lemon drizzle cake", 40, 10, high=50, letter=20),
    *(word(text, 40, 100 + 30 * row) for row, text in enumerate(INGREDIENTS)),
    *(word(text, 400, 104 + 34 * row) for row, text in enumerate(METHOD)),
    word("From the kitchen of a friend, and of hers before", 100, 400),
]


def texts(words: list[tuple[str, Quad]]) -> list[str]:
    return [line.text for line in reading_lines(level(words))]


def test_columns_are_read_one_after_the_other_between_header_and_footer() -> None:
    first, *_, last = (text for text, _ in TWO_COLUMNS)
    assert texts(TWO_COLUMNS) == [first, *INGREDIENTS, *METHOD, last]


def test_the_order_of_detected_words_does_not_matter() -> None:
    assert texts(TWO_COLUMNS[::-1]) == texts(TWO_COLUMNS)


def test_a_rotated_picture_is_read_like_a_straight_one() -> None:
    for degrees in (-12, -3, 5, 14):
        askew = [(text, rotate_quad(quad, degrees)) for text, quad in TWO_COLUMNS]
        assert texts(askew) == texts(TWO_COLUMNS), degrees


def test_an_amount_and_its_food_side_by_side_are_one_row() -> None:
    rows = [("225 g", "butter, softened"), ("2 tbsp", "caster sugar"), ("4", "eggs at room temperature")]
    words = [
        word(part, left, 50 + 30 * row)
        for row, pair in enumerate(rows)
        for part, left in zip(pair, (40, 200), strict=True)
    ]
    assert texts(words) == [" ".join(pair) for pair in rows]


def test_size_gaps_and_full_lines_are_detected() -> None:
    words = [
        word("Cake", 40, 0, high=50, letter=25),
        word("Beat the butter and the sugar until", 40, 100),
        word("they are pale.", 40, 130),
        word("Bake.", 40, 200),
    ]
    title, full, short, after_gap = reading_lines(level(words))
    assert title.size > 2 and math.isclose(full.size, 1)
    assert full.goes_on and not short.goes_on and not after_gap.goes_on
    assert not short.begins_block and after_gap.begins_block


def test_no_words_give_no_lines_and_the_number_of_lines_is_bounded() -> None:
    assert texts([]) == [] and texts([word("  ", 0, 0)]) == []
    many = [word(f"line {row}", 10 + row % 7 * 300, row // 7 * 30) for row in range(5_000)]
    assert len(texts(many)) <= 1_500

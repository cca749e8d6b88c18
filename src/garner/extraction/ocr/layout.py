"""Arrange the words on a picture, by their positions, into lines in reading order.

A picture is rotated until its lines are level. Boxes side by side are either one row, as an amount and its food, or two
columns, as the ingredients beside the method: columns have a gutter that no line crosses, and sentences on either side
of it. Lines are then read column by column. Each has its relative size, whether there is a gap above it, and whether it
continues in the next, which is so if the first word of the next line would not have fitted.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

from garner.extraction.page.text_line import TextLine

MAX_WORDS = 1_500  # boxes; a dense page of a book has a hundred
_LEVEL = math.radians(0.2)
_STEEPEST = math.radians(30)
_ROOM = 0.18  # of a box's height, above the text and below
_GUTTER = 1.0  # of a line's height
_SAME_ROW = 0.5
_GAP = 1.4  # of the usual distance between lines
_MIN_IN_COLUMN = 2
_MIN_TEXT = 9  # characters of a usual line; columns of amounts are not columns
_FOOTERS = 3


@dataclass(frozen=True, slots=True)
class Box:
    """A piece of text on a picture. The corners of a rotated one are in reading order."""

    text: str
    left: float
    top: float
    right: float
    bottom: float

    @property
    def height(self) -> float:
        return max(self.bottom - self.top, 1.0)

    @property
    def middle(self) -> float:
        return (self.top + self.bottom) / 2


Corner = tuple[float, float]
Quad = tuple[Corner, Corner, Corner, Corner]  # from the upper left, clockwise as the text is read


def level(words: Sequence[tuple[str, Quad]]) -> list[Box]:
    """Return the boxes as they stand when the picture is level."""
    words = [(text, quad) for text, quad in words[:MAX_WORDS] if text.strip()]
    slant = _slant([quad for _, quad in words])
    sine, cosine = (math.sin(slant), math.cos(slant)) if abs(slant) > _LEVEL else (0.0, 1.0)
    return [_box(text, [(x * cosine + y * sine, y * cosine - x * sine) for x, y in quad]) for text, quad in words]


def _slant(quads: Sequence[Quad]) -> float:
    """Return the slant of the longest lines, which have the most reliable direction."""
    tops = sorted(((end[0] - start[0], end[1] - start[1]) for start, end, _, _ in quads), key=_length, reverse=True)
    angles = [math.atan2(down, right) for right, down in tops[: max(3, len(tops) // 3)]]
    slants = [angle for angle in angles if abs(angle) < _STEEPEST]
    return median(slants) if slants else 0.0


def _length(vector: Corner) -> float:
    return math.hypot(*vector)


def _box(text: str, corners: Sequence[Corner]) -> Box:
    """Return a box as high as its text, rather than as the box around it, which may still be slanted or have a
    margin."""
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = corners
    top, bottom = (y1 + y2) / 2, (y3 + y4) / 2
    room = (bottom - top) * _ROOM
    return Box(text, (x1 + x4) / 2, top + room, (x2 + x3) / 2, bottom - room)


def reading_lines(boxes: Sequence[Box]) -> list[TextLine]:
    if not boxes:
        return []
    usual = median(box.height for box in boxes)
    return [line for column in _columns(list(boxes), usual) for line in _lines(column, usual)]


def _columns(boxes: list[Box], usual: float) -> list[list[Box]]:
    """Return the parts of the picture in reading order: above the columns, the columns, and below them."""
    bands = _bands(boxes)
    for start in range(len(bands)):
        for end in range(len(bands), max(start, len(bands) - _FOOTERS - 1), -1):
            inner = [box for band in bands[start:end] for box in band]
            if sides := _sides(inner, usual):
                above = [box for band in bands[:start] for box in band]
                below = [box for band in bands[end:] for box in band]
                columns = [column for side in sides for column in _columns(side, usual)]
                return [part for part in (above, *columns, below) if part]
    return [boxes]


def _bands(boxes: list[Box]) -> list[list[Box]]:
    """Return the groups of boxes between which the whole picture is empty from left to right."""
    bands: list[list[Box]] = []
    reached = -math.inf
    for box in sorted(boxes, key=lambda box: box.top):
        if box.top + box.height * 0.2 >= reached:
            bands.append([])
        bands[-1].append(box)
        reached = max(reached, box.bottom)
    return bands


def _sides(boxes: list[Box], usual: float) -> tuple[list[Box], list[Box]] | None:
    """Return the boxes left and right of the widest gutter, if there is one and both sides are columns of text."""
    across = sorted(boxes, key=lambda box: box.left)
    reached, best, cut = -math.inf, _GUTTER * usual, None
    for index, box in enumerate(across):
        if index and box.left - reached > best:
            best, cut = box.left - reached, index
        reached = max(reached, box.right)
    if cut is None:
        return None
    sides = across[:cut], across[cut:]
    return sides if all(_is_column(side) for side in sides) else None


def _is_column(boxes: list[Box]) -> bool:
    return len(boxes) >= _MIN_IN_COLUMN and median(len(box.text) for box in boxes) >= _MIN_TEXT


def _lines(column: list[Box], usual: float) -> list[TextLine]:
    rows = _rows(column)
    margin = max(row.right for row in rows)
    steps = [after.middle - before.middle for before, after in pairwise(rows)]
    pitch = sorted(steps)[len(steps) // 4] if steps else usual  # the usual one, regardless of the number of gaps
    following: list[Box | None] = [*rows[1:], None]
    gaps = [True, *(step > _GAP * max(pitch, usual) for step in steps)]
    return [
        TextLine(row.text, row.height / usual, begins_block=gap, goes_on=_is_full(row, after, margin))
        for row, after, gap in zip(rows, following, gaps, strict=True)
    ]


def _rows(column: list[Box]) -> list[Box]:
    """Join pieces that stand beside each other into one row."""
    rows: list[Box] = []
    for box in sorted(column, key=lambda box: box.middle):
        last = rows[-1] if rows else None
        if last is not None and _stand_beside(last, box):
            left, right = sorted((last, box), key=lambda part: part.left)
            rows[-1] = replace(
                left,
                text=f"{left.text} {right.text}",
                top=min(left.top, right.top),
                right=right.right,
                bottom=max(left.bottom, right.bottom),
            )
        else:
            rows.append(box)
    return rows


def _stand_beside(box: Box, other: Box) -> bool:
    shared = min(box.bottom, other.bottom) - max(box.top, other.top)
    apart = box.right <= other.left + box.height / 2 or other.right <= box.left + box.height / 2
    return apart and shared > _SAME_ROW * min(box.height, other.height)


def _is_full(row: Box, after: Box | None, margin: float) -> bool:
    """Return whether the first word of the next line would not have fitted at the end of this one."""
    if after is None:
        return False
    letter = (row.right - row.left) / max(len(row.text), 1)
    word = len(after.text.split(maxsplit=1)[0]) + 1
    return row.right + word * letter >= margin

"""A line of plain text with its layout: from a caption, or from OCR."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextLine:
    text: str
    size: float = 1.0  # relative to the usual size in the text
    begins_block: bool = False  # there is a gap above it
    goes_on: bool = False  # it fills its column, so that the next line may continue it

"""Write an XLSX workbook incrementally, in constant memory and without a temporary file.

XLSX is a zip of XML files. Sheets are written one after the other, and the parts that list them come last, so the first
bytes are sent before the last row is known. Strings are written inline in their cells, because a table of shared
strings would have to be kept until the end. Every string is typed as one, so that it is never a formula.

No part may grow to 4 GB, whose sizes not all spreadsheet programs read: a sheet that grows too long, in rows or in
bytes, continues in another under the same header.
"""

import re
import zipfile
from collections.abc import Iterable, Sequence
from typing import IO
from xml.sax.saxutils import escape

from garner.core.rows.cells import Cell

MAX_ROWS = 1_048_576  # of a sheet, including the header
MAX_COLUMNS = 16_384
MAX_CELL_CHARS = 32_767  # in units of UTF-16, as spreadsheets count
SURELY_FITS = MAX_CELL_CHARS // 2  # characters of any kind
MAX_SHEET_BYTES = 1_500_000_000  # bytes of XML; plain zip sizes end at 2 GiB for programs that read them as signed
MAX_INTEGER = 10**15 - 1  # spreadsheets keep fifteen digits
ROWS_AT_ONCE = 16
COMPRESSION = 1  # level 6 takes twice the time of everything else for a file that is a quarter smaller
CUT = "… (cut: {length:,} characters)"

_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml"
_BOLD = 1  # index in the cell formats of _STYLES
_STYLES = (
    f'{_HEAD}<styleSheet xmlns="{_MAIN}">'
    '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font>'
    '<font><b/><sz val="11"/><name val="Calibri"/></font></fonts>'
    '<fills count="2"><fill><patternFill patternType="none"/></fill>'
    '<fill><patternFill patternType="gray125"/></fill></fills>'
    '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>'
    '<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>'
    '<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>'
    '<xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs>'
    '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>'
)
_ROOT_LINKS = (
    f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">'
    f'<Relationship Id="rId1" Type="{_LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>'
)
_SHEET_BEGINS = (
    f'{_HEAD}<worksheet xmlns="{_MAIN}"><sheetViews><sheetView workbookViewId="0">'
    '<pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>'
)
_TEXT_BEGINS = '" t="inlineStr"><is><t xml:space="preserve">'
_SHEET_ENDS = "</sheetData></worksheet>"

# Control characters, which XML cannot hold, are one byte each in UTF-8 and part of no other character.
_NOT_XML = bytes(set(range(0x20)) - {0x09, 0x0A, 0x0D})
# A parser turns a bare carriage return into a newline, and two code points are not characters.
_INSTEAD = (("\r", "&#13;"), ("\ufffe", ""), ("\uffff", ""))
# Text that a spreadsheet would read as an escaped character.
_ESCAPE = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")


class XlsxWriter:
    def __init__(
        self, headers: Sequence[str], *, max_rows: int = MAX_ROWS, max_sheet_bytes: int = MAX_SHEET_BYTES
    ) -> None:
        self._headers = headers
        self._max_rows, self._max_sheet_bytes = max_rows, max_sheet_bytes
        self._starts = [f'<c r="{column_name(index)}' for index in range(len(headers))]
        self._written = _Written()
        self._zip = _Zip(self._written, "w", zipfile.ZIP_DEFLATED, compresslevel=COMPRESSION)
        self._sheet: IO[bytes] | None = None
        self._sheets = 0
        self._row = 0  # the last row written to the sheet
        self._sheet_bytes = 0
        self._waiting: list[str] = []

    def begin(self) -> bytes:
        self._put("_rels/.rels", _ROOT_LINKS)
        self._put("xl/styles.xml", _STYLES)
        self._begin_sheet()
        return self._written.take()

    def write(self, rows: Iterable[Sequence[Cell]]) -> bytes:
        for cells in rows:
            if self._row >= self._max_rows or self._sheet_bytes >= self._max_sheet_bytes:
                self._end_sheet()
                self._begin_sheet()
            self._append(cells)
            if len(self._waiting) >= ROWS_AT_ONCE:
                self._flush()
        self._flush()
        return self._written.take()

    def end(self) -> bytes:
        self._end_sheet()
        self._put("xl/workbook.xml", _workbook(self._sheets))
        self._put("xl/_rels/workbook.xml.rels", _workbook_links(self._sheets))
        self._put("[Content_Types].xml", _content_types(self._sheets))
        self._zip.close()
        return self._written.take()

    def _put(self, name: str, xml: str) -> None:
        with self._zip.open(name, "w") as part:
            part.write(xml.encode())

    def _begin_sheet(self) -> None:
        self._sheets += 1
        self._row = self._sheet_bytes = 0
        self._sheet = self._zip.open(f"xl/worksheets/sheet{self._sheets}.xml", "w")
        self._waiting.append(_SHEET_BEGINS)
        self._append(self._headers, text_begins=f'" s="{_BOLD}{_TEXT_BEGINS}')

    def _end_sheet(self) -> None:
        assert self._sheet is not None
        self._waiting.append(_SHEET_ENDS)
        self._flush()
        self._sheet.close()

    def _append(self, cells: Sequence[Cell], text_begins: str = _TEXT_BEGINS) -> None:
        """Append a row. Optimized for speed: the most common cells take the shortest path."""
        self._row = row = self._row + 1
        xml = [f'<row r="{row}">']
        for start, cell in zip(self._starts, cells, strict=True):
            if isinstance(cell, str):
                if cell:
                    text = (
                        _xml_text(cell)
                        if len(cell) > SURELY_FITS or "&" in cell or "<" in cell or ">" in cell
                        else cell
                    )
                    xml.append(f"{start}{row}{text_begins}{text}</t></is></c>")
            elif cell is not None:
                xml.append(f'{start}{row}"{_number(cell)}</c>')
        xml.append("</row>")
        self._waiting.append("".join(xml))

    def _flush(self) -> None:
        """Write the pending rows. Characters that XML cannot hold or would change are handled for many rows at once:
        searching each cell would take as long as everything else."""
        assert self._sheet is not None
        page = "".join(self._waiting)
        self._waiting.clear()
        if "_x" in page:
            page = _ESCAPE.sub("_x005F_", page)
        for character, instead in _INSTEAD:
            if character in page:
                page = page.replace(character, instead)
        written = page.encode("utf-8", "replace").translate(None, _NOT_XML)
        self._sheet_bytes += len(written)
        self._sheet.write(written)


class _Zip(zipfile.ZipFile):
    def __del__(self) -> None:
        """Do nothing: an abandoned archive must not be completed."""


class _Written:
    """Buffer of written bytes until they are taken. It has no `seek`, so that zip never goes back in it."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []

    def write(self, part: bytes, /) -> int:
        self._parts.append(part)
        return len(part)

    def flush(self) -> None:
        """Do nothing: there is no underlying stream."""

    def close(self) -> None:
        """Do nothing: the buffered bytes can still be taken."""

    def take(self) -> bytes:
        taken = b"".join(self._parts)
        self._parts.clear()
        return taken


def column_name(index: int) -> str:
    """Return the column's letters: A for 0, Z for 25, AA for 26."""
    name, left = "", index + 1
    while left:
        left, letter = divmod(left - 1, 26)
        name = chr(ord("A") + letter) + name
    return name


def _xml_text(text: str) -> str:
    return escape(cut(text) if len(text) > SURELY_FITS else text)


def cut(text: str) -> str:
    """Return as much of the text as a cell holds, with a note of its full length if truncated."""
    units = text.encode("utf-16-le", "replace")
    if len(units) <= MAX_CELL_CHARS * 2:
        return text
    mark = CUT.format(length=len(text))
    return units[: (MAX_CELL_CHARS - len(mark)) * 2].decode("utf-16-le", "ignore") + mark


def _number(cell: float) -> str:
    if isinstance(cell, bool):
        return f' t="b"><v>{cell:d}</v>'
    if isinstance(cell, int) and not -MAX_INTEGER <= cell <= MAX_INTEGER:
        return f' t="inlineStr"><is><t>{cell}</t></is>'
    return f"><v>{cell!r}</v>"


def _sheet_numbers(sheets: int) -> range:
    return range(1, sheets + 1)


def _workbook(sheets: int) -> str:
    listed = "".join(
        f'<sheet name="{"Results" if number == 1 else f"Results {number}"}" sheetId="{number}" r:id="rId{number}"/>'
        for number in _sheet_numbers(sheets)
    )
    return (
        f'{_HEAD}<workbook xmlns="{_MAIN}" xmlns:r="{_LINKS}">'
        f"<bookViews><workbookView/></bookViews><sheets>{listed}</sheets></workbook>"
    )


def _workbook_links(sheets: int) -> str:
    link = '<Relationship Id="rId{}" Type="{}/{}" Target="{}"/>'.format
    links = [link(number, _LINKS, "worksheet", f"worksheets/sheet{number}.xml") for number in _sheet_numbers(sheets)]
    links.append(link(sheets + 1, _LINKS, "styles", "styles.xml"))
    return f'{_HEAD}<Relationships xmlns="{_PACKAGE}/relationships">{"".join(links)}</Relationships>'


def _content_types(sheets: int) -> str:
    part = '<Override PartName="/xl/{}.xml" ContentType="{}.{}+xml"/>'.format
    parts = [part(f"worksheets/sheet{number}", _TYPE, "worksheet") for number in _sheet_numbers(sheets)]
    return (
        f'{_HEAD}<Types xmlns="{_PACKAGE}/content-types">'
        '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
        '<Default Extension="xml" ContentType="application/xml"/>'
        f"{part('workbook', _TYPE, 'sheet.main')}{part('styles', _TYPE, 'styles')}{''.join(parts)}</Types>"
    )

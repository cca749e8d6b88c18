"""Zips of pictures, zips of tables, and zips that are neither."""

import io
import resource
import struct
import tracemalloc
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from garner.errors import DiskFull, EmptyFile, FileTooLarge, FileUnreadable, InputError, NoRows, WrongMediaType
from garner.tables.kind import kind_of
from garner.tables.reading import Limits, TableRow, open_archive, open_images, open_member, open_table, sniff
from garner.tables.stopping import ReadingStopped

Read = Callable[..., list[TableRow]]


def picture(kind: str) -> bytes:
    body = io.BytesIO()
    Image.new("RGB", (8, 8), "red").save(body, kind)
    return body.getvalue()


def zipped(path: Path, members: dict[str, bytes]) -> Path:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, body in members.items():
            archive.writestr(name, body)
    return path


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF"])
def test_a_single_picture_is_detected_by_its_content(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "list.csv"
    path.write_bytes(picture(kind))
    assert sniff(path) == "image"
    assert [(name, media) for name, media, _ in open_images(path, "list.csv")] == [
        ("list.csv", f"image/{kind.lower()}")
    ]
    with pytest.raises(WrongMediaType):
        open_table(path, "list.csv")


def test_pictures_in_a_zip_have_media_types_and_broken_ones_are_reported(tmp_path: Path) -> None:
    members = {
        "shelf/a.jpg": picture("JPEG"),
        "b.jpg": picture("PNG"),
        "broken.png": b"nothing of the kind",
        "readme.md": b"About these",
        "__MACOSX/._a.jpg": b"\0\5\x16\7",
        ".DS_Store": b"\0",
    }
    path = zipped(tmp_path / "x.zip", members)
    assert sniff(path) == "archive"
    found = list(open_images(path, "x.zip"))
    assert [(one.name, one.media_type) for one in found] == [
        ("shelf/a.jpg", "image/jpeg"),
        ("b.jpg", "image/png"),
        ("broken.png", ""),
    ]
    assert found[0].body == members["shelf/a.jpg"]
    assert [one.problem is None for one in found] == [True, True, False]


def test_pictures_of_a_zip_can_be_listed_as_a_table(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {"a.jpg": picture("JPEG"), "b.png": b"broken"})
    with open_table(path, "x.zip") as table:
        assert table.format == "images"
        found = [row for batch in table.batches() for row in batch]
    assert [(row.line, row.values["image"], row.problem is None) for row in found] == [
        (1, "a.jpg", True),
        (2, "b.png", False),
    ]


def test_a_too_large_or_damaged_picture_does_not_affect_the_others(tmp_path: Path) -> None:
    large = picture("PNG") + b"\0" * 200_000
    path = zipped(tmp_path / "x.zip", {"large.png": large, "spoilt.png": picture("PNG"), "c.png": picture("PNG")})
    body = bytearray(path.read_bytes())
    with zipfile.ZipFile(path) as archive:
        place = archive.getinfo("spoilt.png").header_offset + 30 + len("spoilt.png")
    body[place : place + 20] = b"\xff" * 20
    path.write_bytes(body)
    found = list(open_images(path, "x.zip", Limits(max_picture_bytes=100_000)))
    assert [(one.name, one.problem is None) for one in found] == [
        ("large.png", False),
        ("spoilt.png", False),
        ("c.png", True),
    ]


def test_a_zip_with_one_table_is_read_as_that_table(tmp_path: Path, rows: Read) -> None:
    path = zipped(tmp_path / "x.zip", {"data/list.csv": b"title,sku\nPhone,1\n"})
    assert sniff(path) == "archive"
    assert [row.values for row in rows(path)] == [{"title": "Phone", "sku": "1"}]
    assert list(tmp_path.iterdir()) == [path]


def test_tables_in_a_zip_are_opened_by_name_when_there_are_several(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {"a.csv": b"title,sku\nPhone,1\n", "b.csv": b"title,sku\nTV,2\n"})
    with pytest.raises(InputError, match="2 tables"):
        open_table(path, "x.zip")
    with open_archive(path) as archive:
        first, second = archive.members
        assert (first.name, second.name) == ("a.csv", "b.csv")
        with open_member(archive, second) as table:
            assert next(table.batches())[0].values == {"title": "TV", "sku": "2"}


def test_zip_members_with_the_same_name_are_all_read(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as written, pytest.warns(UserWarning, match="Duplicate name"):
        written.writestr("a.csv", "title,sku\nPhone,1\n")
        written.writestr("a.csv", "title,sku\nTV,2\n")
    titles = []
    with open_archive(path) as archive:
        for member in archive.members:
            with open_member(archive, member) as table:
                titles += [row.values["title"] for row in next(table.batches())]
    assert titles == ["Phone", "TV"]


def test_the_directory_of_a_zip_is_read_once_for_all_its_members(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = zipped(tmp_path / "x.zip", {f"{number}.csv": b"title,sku\nPhone,1\n" for number in range(50)})
    times = []
    read = zipfile.ZipFile._RealGetContents  # type: ignore[attr-defined]  # missing in the stubs
    monkeypatch.setattr(zipfile.ZipFile, "_RealGetContents", lambda self: (times.append(1), read(self)))
    with open_archive(path) as archive:
        for member in archive.members:
            open_member(archive, member).close()
    assert len(times) == 1


def test_reading_in_a_thread_stops_when_requested(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {"a.csv": b"title,sku\nPhone,1\n", "b.png": picture("PNG")})
    limits = Limits()
    with open_archive(path, limits) as archive:
        limits.stop.set()
        with pytest.raises(ReadingStopped):
            open_member(archive, archive.members[0])
        with pytest.raises(ReadingStopped):
            next(archive.pictures())
    assert list(tmp_path.iterdir()) == [path]


def test_a_zip_without_supported_files_is_refused(tmp_path: Path) -> None:
    for members, error in (({}, EmptyFile), ({"a.exe": b"MZ\x90\0"}, NoRows), ({"Readme.txt": b"About"}, NoRows)):
        with pytest.raises(error):
            open_table(zipped(tmp_path / "x.zip", members), "x.zip")


def test_nested_zips_are_not_followed(tmp_path: Path) -> None:
    inner = zipped(tmp_path / "inner.zip", {"list.csv": b"title,sku\nPhone,1\n"}).read_bytes()
    with pytest.raises(WrongMediaType, match="twice"):
        open_table(zipped(tmp_path / "x.zip", {"list.csv": inner}), "x.zip")


def test_a_zip_bomb_is_refused_by_its_directory(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {"list.csv": b"title,sku\n" + b"0" * 80_000_000})
    with pytest.raises(FileTooLarge):
        open_table(path, "x.zip")


@pytest.mark.parametrize(("method", "name"), [(zipfile.ZIP_BZIP2, "bzip2"), (zipfile.ZIP_LZMA, "LZMA")])
def test_a_zip_with_an_unbounded_compression_method_is_refused(tmp_path: Path, method: int, name: str) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("list.csv", b"title,sku\nPhone,1\n")
        archive.writestr("more.csv", b"title,sku\n" + b"0" * 1_000_000, method)
    with pytest.raises(FileUnreadable, match=f"'more.csv' is compressed with {name}. Compress the zip with Deflate."):
        open_archive(path)


def test_a_directory_that_understates_sizes_does_not_bypass_the_limit(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {"list.csv": b"title,sku\n" + b"0" * 80_000_000})
    body = bytearray(path.read_bytes())
    place = body.rindex(b"PK\x01\x02")
    struct.pack_into("<L", body, place + 24, 1_000)  # the uncompressed size
    path.write_bytes(body)
    with pytest.raises(FileUnreadable):
        open_table(path, "x.zip")
    assert list(tmp_path.iterdir()) == [path]


def test_a_directory_with_too_many_members_is_not_read(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {f"{number}.csv": b"a,b\n1,2\n" for number in range(2_000)})
    with pytest.raises(FileTooLarge):
        open_images(path, "x.zip", Limits(max_members=100)).__next__()


def test_a_full_disk_is_not_reported_as_a_damaged_zip(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {"list.csv": b"title,sku\nPhone,1\n"})
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    with open_archive(path) as archive:
        resource.setrlimit(resource.RLIMIT_FSIZE, (1, before[1]))  # like a quota, at the first byte over the limit
        try:
            with pytest.raises(DiskFull):
                archive.unpack_member(archive.members[0])
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == [path]


def test_a_truncated_zip_is_reported_as_damaged(tmp_path: Path) -> None:
    path = zipped(tmp_path / "x.zip", {"list.csv": b"title,sku\nPhone,1\n" * 100})
    path.write_bytes(path.read_bytes()[:-60])
    with pytest.raises(FileUnreadable):
        open_table(path, "x.zip")


def crowded(path: Path, entries: int) -> Path:
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(entries):
            archive.writestr(zipfile.ZipInfo(f"{number}.png"), b"")
    return path


def test_sniffing_does_not_read_a_directory_with_too_many_entries(tmp_path: Path) -> None:
    path = crowded(tmp_path / "x.zip", Limits().max_members + 1)
    tracemalloc.start()
    with pytest.raises(FileTooLarge, match=f"may have at most {Limits().max_members:,} files"):
        kind_of(path)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 3 * path.stat().st_size


def test_the_directory_size_in_the_zip_trailer_is_not_trusted(tmp_path: Path) -> None:
    path = crowded(tmp_path / "x.zip", 200)
    body = path.read_bytes()
    end = body.rindex(b"PK\x05\x06")
    size, begin = struct.unpack_from("<2L", body, end + 12)
    # A second end record, which takes precedence and gives the true length of the directory.
    larger = struct.pack("<4sQ2H2L4Q", b"PK\x06\x06", 44, 45, 45, 0, 0, 200, 200, size, begin)
    larger += struct.pack("<4sLQL", b"PK\x06\x07", 0, end, 1)
    path.write_bytes(body[:end] + larger + body[end : end + 12] + struct.pack("<L", 1) + body[end + 16 :])
    assert len(zipfile.ZipFile(path).namelist()) == 200
    with pytest.raises(FileTooLarge):
        next(open_images(path, "x.zip", Limits(max_members=100)))

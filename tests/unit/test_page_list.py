from pathlib import Path

import pytest

from garner.cli.page_list import read_sources
from garner.errors import InputError


@pytest.fixture
def write(tmp_path: Path):
    def write_file(content: str | bytes, name: str = "pages.txt") -> str:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return str(path)

    return write_file


def test_a_url_is_kept_even_if_it_cannot_be_fetched():
    assert read_sources(["https://a.example/x", "HTTP://b.example", "http://"]) == [
        "https://a.example/x",
        "HTTP://b.example",
        "http://",
    ]


def test_blank_lines_and_comments_are_skipped_and_the_order_is_kept(write):
    path = write("\ufeff# mine\nhttps://a.example/1\r\n\n   # later\n  https://a.example/2  \nnonsense\n")
    assert read_sources(["https://first.example/", path]) == [
        "https://first.example/",
        "https://a.example/1",
        "https://a.example/2",
        "nonsense",
    ]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_url_column_of_a_table_is_read_with_any_delimiter(write, delimiter):
    rows = [("name", "URL", "note"), ("Soup", "https://a.example/1", "good"), ("Pie", "", ""), ("Tea",)]
    path = write("\n".join(delimiter.join(row) for row in rows), "pages.csv")
    assert read_sources([path]) == ["https://a.example/1"]


def test_a_quoted_cell_may_span_several_lines(write):
    path = write('note,url\n"one\ntwo, three",https://a.example/1\n')
    assert read_sources([path]) == ["https://a.example/1"]


def test_commas_in_a_plain_list_of_urls_belong_to_the_urls(write):
    path = write("https://a.example/1,2\nhttps://a.example/3;4\n")
    assert read_sources([path]) == ["https://a.example/1,2", "https://a.example/3;4"]


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("no-such-file", "neither a URL nor a file."),
        ("example.com/soup", "did you mean https://example.com/soup?"),
        ("example.com", "did you mean https://example.com?"),
        ("example.com/list.txt", "did you mean https://example.com/list.txt?"),
        ("nofile.txt", "There is no file 'nofile.txt'."),
        ("pages.CSV", "There is no file 'pages.CSV'."),
        ("/", "Is a directory"),
        ("a\0b", "cannot be read"),
    ],
)
def test_a_source_that_is_neither_a_url_nor_a_file_is_rejected_in_one_line(source, says):
    with pytest.raises(InputError) as refused:
        read_sources([source])
    assert says in refused.value.message
    assert "\n" not in refused.value.message


def test_a_binary_file_is_rejected(write):
    with pytest.raises(InputError, match="not a text file"):
        read_sources([write(b"PK\x03\x04\0\0\0\0")])


@pytest.mark.parametrize(
    "page", ["<!DOCTYPE html>\n<p>x", "\ufeff\n <html>", "<!-- saved -->\n<p>", "<p>https://a.example/"]
)
def test_a_web_page_is_rejected_as_a_list_of_urls(write, page):
    path = write(page, "page.html")
    with pytest.raises(
        InputError, match=r"is a web page, not a list of URLs. To extract its record, run `garner extract .*page\.html`"
    ):
        read_sources([path])


def test_a_url_in_angle_brackets_is_read_as_a_line(write):
    assert read_sources([write("<https://a.example/>\n")]) == ["<https://a.example/>"]

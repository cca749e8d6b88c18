"""A full disk and an unwritable name give a one-line error, and a closed pipe is not an error."""

import errno
import gzip
import subprocess
import sys
from pathlib import Path

import pytest

from garner.cli.render.results import Result, writing_to
from garner.cli.render.writing import open_output, translate_write_errors
from garner.core.lifecycle import ItemStatus
from garner.core.record import Kind
from garner.errors import InputError

FULL = Path("/dev/full")
PAGE = Path(__file__).parent.parent / "pages" / "lentil-soup.html"
needs_full = pytest.mark.skipif(not FULL.exists(), reason="only Linux has a disk that is always full")


def test_a_file_is_gzipped_if_its_suffix_is_gz(tmp_path: Path) -> None:
    for name, read in (
        ("out.jsonl", Path.read_bytes),
        ("OUT.JSONL.GZ", lambda path: gzip.decompress(path.read_bytes())),
    ):
        with open_output(tmp_path / name) as stream:
            print("ä", file=stream)
        assert read(tmp_path / name).decode() == "ä\n"


def test_only_write_errors_of_the_file_are_translated(tmp_path: Path) -> None:
    with (
        pytest.raises(InputError, match=r"out cannot be written: No space left on device\."),
        translate_write_errors("out"),
    ):
        raise OSError(errno.ENOSPC, "No space left on device")
    with pytest.raises(BrokenPipeError), translate_write_errors("out"):
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")
    with pytest.raises(InputError, match="No such file or directory"), open_output(tmp_path / "no" / "folder"):
        pass


@needs_full
@pytest.mark.parametrize("suffix", [".jsonl", ".csv"])
def test_a_full_disk_for_the_results_gives_one_line(tmp_path: Path, suffix: str) -> None:
    full = tmp_path / f"full{suffix}"
    full.symlink_to(FULL)
    with pytest.raises(InputError, match="cannot be written: No space left"), writing_to(full, Kind.RECIPE) as write:
        write(Result("https://a.example/", Kind.RECIPE, ItemStatus.ERROR))


@needs_full
@pytest.mark.parametrize("options", [(), pytest.param(("--explain",), marks=pytest.mark.slow)])
def test_a_full_disk_behind_standard_output_gives_one_line(options: tuple[str, ...]) -> None:
    with FULL.open("w") as full:
        command = [sys.executable, "-m", "garner", "extract", str(PAGE), *options]
        ran = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.splitlines()[-1] == "garner: Standard output cannot be written: No space left on device."
    assert "Traceback" not in ran.stderr and "Exception ignored" not in ran.stderr

"""Write results. A full disk is reported in one line, like any other error."""

import gzip
import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TextIO, cast

from garner.errors import InputError


@contextmanager
def translate_write_errors(name: object) -> Iterator[None]:
    """Turn write errors into an `InputError` with this name. Wrap nothing but the opening, writing and closing of
    it."""
    try:
        yield
    except BrokenPipeError:  # the reader has seen enough, which is not an error
        raise
    except OSError as error:
        raise InputError(f"{name} cannot be written: {error.strerror}.") from None


@contextmanager
def open_output(output: Path) -> Iterator[TextIO]:
    """Open the file, gzipped if its name says so. If not gzipped, every line is in it as soon as it is written."""
    with translate_write_errors(output):
        stream = _open_gzip(output) if output.suffix.lower() == ".gz" else _plain(output)
    try:
        yield stream
    finally:
        with translate_write_errors(output):
            stream.close()


def _plain(output: Path) -> TextIO:
    return output.open("w", encoding="utf-8", errors="replace", newline="", buffering=1)


def _open_gzip(output: Path) -> TextIO:
    return cast("TextIO", io.TextIOWrapper(gzip.open(output, "wb"), encoding="utf-8", errors="replace", newline=""))


def say(line: str) -> None:
    with standard_output():
        print(line)


@contextmanager
def writing_lines(output: Path | None) -> Iterator[Callable[[str], None]]:
    """Yield a function that writes lines to the file, or to standard output if there is none."""
    if output is None:
        yield say
        return
    with open_output(output) as stream:

        def write(line: str) -> None:
            with translate_write_errors(output):
                print(line, file=stream)

        yield write


@contextmanager
def standard_output() -> Iterator[None]:
    """Flush standard output at the end: a failure to write at the exit of the program could not be reported."""
    with translate_write_errors("Standard output"):
        yield
        sys.stdout.flush()

from pathlib import Path

import pytest

from garner.cli.commands.parse import parse
from garner.core.record import Kind
from garner.errors import InputError
from garner.settings import Settings


@pytest.mark.parametrize(
    ("sources", "output", "says"),
    [
        (["no-such-file.txt"], None, "There is no file 'no-such-file.txt'"),
        (["empty.txt"], None, "No URLs were given"),
        (["http://"], None, "The URL has no host."),
        (["http://127.0.0.1/"], None, "127.0.0.1 is private. .* set GARNER_FETCH_ALLOW_PRIVATE=true\\.$"),
        (
            ["http://127.0.0.1:81/"],
            None,
            "sample site of `garner serve`, GARNER_SAMPLE_SITE=http://127.0.0.1:81 is enough",
        ),
        (["http://intranet/"], None, "intranet is private. .* set GARNER_FETCH_ALLOW_PRIVATE=true\\.$"),
        (["https://a.example/"], "out.xlsx", r"must end in \.jsonl or \.csv"),
        (["https://a.example/"], "no/such/folder.csv", "cannot be written"),
        (["list.csv"], "list.csv", "Choose another output file"),
    ],
)
def test_unusable_arguments_are_rejected_before_anything_is_started(
    sources: list[str], output: str | None, says: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty.txt").write_text("# nothing yet\n")
    Path("list.csv").write_text("url\nhttps://a.example/\n")
    settings = Settings.from_values(data_dir=tmp_path / "data")
    with pytest.raises(InputError, match=says) as refused:
        parse(settings, sources, Kind.RECIPE, Path(output) if output else None, fresh=False)
    assert "\n" not in refused.value.message
    assert not settings.storage.data_dir.exists()
    assert Path("list.csv").read_text() == "url\nhttps://a.example/\n"

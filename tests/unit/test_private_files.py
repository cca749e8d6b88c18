"""Files of Garner are private to their owner, even if an earlier version or the umask left them open."""

import os
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

import pytest

from garner import wiring
from garner.blobs import local_blobs
from garner.engine.files.spool import spool_file
from garner.postgres import access_control
from garner.postgres.access_control import grant_search, keep_data_folder_private
from garner.private_files import make_private_folder, private_opener
from garner.settings import Settings, load_or_create_secret

OTHER_USER_ID = 54321


@pytest.fixture(autouse=True)
def _generous_umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def open_to_others(folder: Path) -> list[str]:
    return [str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file() and mode(path) & 0o077]


async def test_a_stored_body_is_private(tmp_path: Path) -> None:
    bodies = tmp_path / "data" / "bodies"
    blobs = local_blobs(bodies)
    await blobs.put(sha256(b"a page").hexdigest(), b"a page")
    (tmp_path / "member.csv").write_bytes(b"name\npan\n")
    await blobs.put_file("b" * 64, tmp_path / "member.csv")
    assert len(list(bodies.rglob("*.zst"))) == 2
    assert open_to_others(bodies) == []
    assert (mode(bodies), mode(bodies.parent)) == (0o700, 0o700)


async def test_a_spooled_file_is_private(tmp_path: Path) -> None:
    async with spool_file(tmp_path / "data") as place:
        with place.open("wb") as arriving:  # as its writers do
            arriving.write(b"rows")
        assert (mode(place), mode(place.parent), mode(place.parent.parent)) == (0o600, 0o700, 0o700)


def test_a_stored_secret_and_its_folder_are_private(tmp_path: Path) -> None:
    secret = tmp_path / "data" / "jwt.secret"
    load_or_create_secret(secret)
    assert (mode(secret), mode(secret.parent)) == (0o600, 0o700)


def test_an_open_folder_is_made_private(tmp_path: Path) -> None:
    bodies = tmp_path / "bodies"
    bodies.mkdir(mode=0o755)
    make_private_folder(bodies)
    assert mode(bodies) == 0o700


def test_an_opened_file_is_private(tmp_path: Path) -> None:
    with open(tmp_path / "log", "ab", opener=private_opener) as log:
        assert mode(Path(log.name)) == 0o600


# The data folder of an earlier version --------------------------------------------------------------------------


def data_folder(tmp_path: Path, *entries: str, permissions: int = 0o755) -> Path:
    folder = tmp_path / "data"
    folder.mkdir()
    folder.chmod(permissions)
    for entry in entries:
        (folder / entry).touch()
    return folder


@pytest.mark.parametrize("permissions", [0o755, 0o777, 0o750, 0o711, 0o701, 0o700])
def test_an_existing_data_folder_is_made_private_at_startup(tmp_path: Path, permissions: int) -> None:
    folder = data_folder(tmp_path, "postgres", "postgres.log.1", "bodies", "jwt.secret", permissions=permissions)
    keep_data_folder_private(folder)
    assert mode(folder) == (0o701 if permissions == 0o701 else 0o700)  # 0o701 lets the PostgreSQL user pass


def test_an_existing_data_folder_is_made_private_with_an_external_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(wiring.migrate, "require_usable", lambda url: None)
    folder = data_folder(tmp_path, "bodies")
    with wiring.database_url(Settings.from_values(data_dir=folder, database_url="postgresql://localhost/elsewhere")):
        assert mode(folder) == 0o700


def test_a_folder_with_other_files_is_left_unchanged(tmp_path: Path) -> None:
    folder = data_folder(tmp_path, "bodies", "letters.txt")
    keep_data_folder_private(folder)
    assert mode(folder) == 0o755


def test_granted_search_access_is_kept(tmp_path: Path) -> None:
    folder = data_folder(tmp_path, permissions=0o750)
    assert grant_search(folder, OTHER_USER_ID)
    keep_data_folder_private(folder)
    if access_control.ACL_ATTRIBUTE not in os.listxattr(folder):
        pytest.skip("this file system has no access control lists")
    entries = access_control._access_control(folder, folder.stat().st_mode)
    assert entries[access_control.ACL_USER, OTHER_USER_ID] == access_control.SEARCH
    for tag in (access_control.ACL_GROUP, access_control.ACL_OTHERS):
        assert entries[tag, access_control.ACL_NO_ID] == 0
    assert not grant_search(folder, OTHER_USER_ID)  # access is already granted


def test_a_folder_of_another_user_is_left_unchanged(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root can give a folder away")
    folder = data_folder(tmp_path)
    os.chown(folder, OTHER_USER_ID, OTHER_USER_ID)
    keep_data_folder_private(folder)
    make_private_folder(folder)
    assert mode(folder) == 0o755

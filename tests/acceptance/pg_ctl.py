"""pg_ctl on the embedded server of a data folder, for tests that stop it."""

import subprocess
from pathlib import Path

from garner.postgres.embedded import DataDir, PostgresAccount, binaries_for


def stop_server(data_dir: Path, mode: str) -> None:
    """Tell the server to stop, without waiting for it."""
    place = DataDir(data_dir.resolve())
    command = [f"{binaries_for(place)}/pg_ctl", "-D", str(place.cluster), "stop", "-W", "-m", mode]
    options = PostgresAccount.of_server(place).process_options()
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, **options)

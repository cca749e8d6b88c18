"""Report that the server is ready: the URLs of the page and the API docs, and the running workers and database."""

from rich.text import Text

from garner import __version__
from garner.settings import LOOPBACK, Settings

EVERY_INTERFACE = ("0.0.0.0", "::")


def web_address(host: str, port: int) -> str:
    """Return the URL by which a browser on this machine reaches a socket that listens on this host and port."""
    if host in (LOOPBACK, "::1", *EVERY_INTERFACE):
        return f"http://localhost:{port}"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def ready_message(settings: Settings, host: str, port: int, *, workers: int, starting: int) -> Text:
    """Return the message. `starting` of the workers are not ready yet."""
    address = web_address(host, port)
    still = f" ({starting} still starting)" if starting else ""
    database = "your PostgreSQL" if settings.postgres.url else f"its own PostgreSQL in {settings.storage.data_dir}"
    lines = [
        Text.assemble((f"Garner {__version__}", "bold green"), " is ready on ", (address, "bold")),
        Text(f"  Page      {address}"),
        Text(f"  API docs  {address}/docs"),
        Text(f"  Workers   {workers}{still}"),
        Text(f"  Database  {database}"),
    ]
    if host in EVERY_INTERFACE:
        lines.append(Text("  Other machines can reach it by the name or address of this machine."))
    return Text("\n").join([*lines, Text("  Press Ctrl-C to stop.")])

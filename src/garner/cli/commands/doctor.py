"""`garner doctor`: check everything that Garner depends on and say how to fix each problem.

A check yields findings and may raise: an exception becomes a finding too, so that one broken part does not hide the
state of the others.
"""

import asyncio
import json
import shutil
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from urllib.error import URLError
from urllib.request import ProxyHandler, build_opener

import psycopg
from pydantic import ValidationError
from rich.console import Console
from rich.text import Text

from garner import __version__, wiring
from garner.blobs import local_blobs
from garner.cli.commands.doctor_clock import skew, went_back
from garner.cli.commands.doctor_outbox import stuck_topics
from garner.cli.commands.findings import Finding, Findings, Mark, doubtful, good, wrong
from garner.cli.render.cards import plain
from garner.cli.serving.shared_metrics import is_served
from garner.core.accounts.secrets import Key
from garner.core.plurals import format_count
from garner.core.record import Kind
from garner.errors import (
    ConfigurationError,
    DiskFull,
    GarnerError,
    LlmBadAnswer,
    LlmBusy,
    LlmError,
    LlmRefused,
    LlmTimeout,
    LlmUnreachable,
    NetworkError,
    Unavailable,
    WrongKey,
    disk_full,
    says_disk_full,
)
from garner.extraction.ocr import ocr
from garner.fetch.browser.render import Renderer
from garner.fetch.guard import SystemResolver
from garner.pools.extractors import Extractors, PageToExtract
from garner.postgres import embedded, server
from garner.postgres.server import PlainConnection
from garner.private_files import FOLDER
from garner.runtime.calls.llm_fallback import max_tokens_of_page, try_out
from garner.runtime.stages.crawl.proxy_pool import sealing_key, unseal_password
from garner.runtime.stages.extract.shadow import require_candidate
from garner.settings import LOOPBACK, MIN_SECRET_LENGTH, Settings, invalid_settings, misspelt_names, read_settings
from garner.store import migrate
from garner.store.crawl import proxies
from garner.store.migrate import SchemaMismatch
from garner.wiring.stages import make_renderer

OLDEST_PYTHON = (3, 11)
TIGHT_BYTES = 2 * 1024**3
FULL_BYTES = 200 * 1024**2
ANSWER_SECONDS = 2.0
EXTENSIONS = ("pg_trgm", "unaccent")
WHOSE_SETTINGS = "Settings of this shell and of .env in this folder. A running server may have others."
FREE_SPACE = "free some space on the database's disk; waiting work then continues by itself"
MORE_ROOM = "free some space on it, or set GARNER_DATA_DIR to a folder on another disk"
OTHERS_LOOK_IN = 0o066
A_NAME = "example.com"  # reserved for such purposes
NAMED_PROXIES = 3
PAGE = b"""<!doctype html><title>Toast</title><script type="application/ld+json">{"@context": "https://schema.org",
"@type": "Recipe", "name": "Toast", "recipeIngredient": ["1 slice of bread"]}</script>"""


def doctor() -> int:
    # A path with characters that the terminal cannot show must not end the command.
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    console = Console(highlight=False)
    console.print(f"[bold]Garner {__version__}[/]")
    console.print(Text(WHOSE_SETTINGS, style="dim"), soft_wrap=True)
    wrongs = doubts = 0
    for finding in examine():
        _print(console, finding)
        wrongs += finding.mark is Mark.WRONG
        doubts += finding.mark is Mark.DOUBTFUL
    console.print(_verdict(wrongs, doubts))
    return 1 if wrongs else 0


def _print(console: Console, finding: Finding) -> None:
    sign, stand_in, style = finding.mark.value
    speaks_unicode = console.encoding.startswith("utf")
    line = Text.assemble((f"  {sign if speaks_unicode else stand_in} ", style), plain(finding.what))
    console.print(line, soft_wrap=True)
    if finding.advice:
        arrow = "→" if speaks_unicode else "->"
        console.print(Text(f"    {arrow} {plain(finding.advice)}", style="cyan"), soft_wrap=True)


def _verdict(wrongs: int, doubts: int) -> Text:
    if wrongs:
        return Text(f"{format_count(wrongs, 'problem')} must be fixed.", style="bold red")
    warnings = f"Garner can run, with {format_count(doubts, 'warning')} (marked !)."
    return Text(warnings if doubts else "No problems found.", style="bold green")


def examine() -> Findings:
    yield from _run_check("Python", _python)
    yield from _run_check("Settings", _unknown_settings)
    try:
        settings = read_settings()
    except ValidationError as error:
        yield from _wrong_settings(error)
        return
    yield good("Settings are valid")
    for name, check in CHECKS:
        yield from _run_check(name, partial(check, settings))


def _run_check(name: str, check: Callable[[], Findings]) -> Findings:
    try:
        yield from check()
    except GarnerError as error:
        yield wrong(f"{name}: {error.message}", "fix this, then run `garner doctor` again")
    except Exception as error:  # the command examines broken machines, and must not crash on one
        yield wrong(f"{name}: {type(error).__name__}: {_first_line(error)}", "this is a bug: please report it")


def _first_line(error: BaseException) -> str:
    return next(iter(str(error).splitlines()), "")


def _python() -> Findings:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info < OLDEST_PYTHON:
        yield wrong(f"Python {version} is too old", "install Python 3.11 or newer")
    else:
        yield good(f"Python {version}")


def _wrong_settings(error: ValidationError) -> Findings:
    for name, reason, _ in invalid_settings(error):  # the value is not shown: it may be a secret
        yield wrong(
            f"{name}: {reason}" if name else reason,
            "correct it in the environment or in .env (.env.example lists every setting)",
        )


def _unknown_settings() -> Findings:
    for name, likely in misspelt_names():
        advice = f"did you mean {likely}?" if likely else "unset it (.env.example lists every setting)"
        yield doubtful(f"{name} is not a Garner setting", advice)


def _data_folder(settings: Settings) -> Findings:
    folder = settings.storage.data_dir.resolve()
    elsewhere = "set GARNER_DATA_DIR to a folder that you can write to"
    try:
        folder.mkdir(mode=FOLDER, parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder):
            pass
    except OSError as error:
        if says_disk_full(error):
            yield wrong(f"The disk of the data folder {folder} is full", MORE_ROOM)
        else:
            yield wrong(f"The data folder {folder} is not writable: {error.strerror}", elsewhere)
        return
    yield good(f"The data folder {folder} is writable")
    if folder.stat().st_mode & OTHERS_LOOK_IN:
        yield doubtful("Other users of this machine have access to the data folder", f"run `chmod 700 {folder}`")
    free = shutil.disk_usage(folder).free
    room = f"{free / 1024**3:.1f} GB free on its disk"
    yield (
        wrong(room, MORE_ROOM) if free < FULL_BYTES else doubtful(room, MORE_ROOM) if free < TIGHT_BYTES else good(room)
    )


def _database(settings: Settings) -> Findings:
    try:
        with _open_connection(settings) as connection:
            yield from _server(settings, connection)
    except DiskFull as error:
        yield wrong(error.message, FREE_SPACE)
    except ConfigurationError as error:
        if settings.postgres.url:
            advice = "start that server, or correct DATABASE_URL; without DATABASE_URL, Garner runs its own PostgreSQL"
        else:
            advice = "fix this, or set DATABASE_URL to your own PostgreSQL"
        yield wrong(error.message, advice)


def _server(settings: Settings, connection: PlainConnection) -> Findings:
    version = connection.info.server_version // 10_000
    whose = "Your PostgreSQL" if settings.postgres.url else "Garner's own PostgreSQL"
    if version < embedded.OLDEST_VERSION:
        yield wrong(f"{whose} is version {version}", f"use PostgreSQL {embedded.OLDEST_VERSION} or newer")
        return
    yield good(f"{whose} {version} answers")
    server.require_room(connection)
    mismatch = migrate.find_mismatch(connection)
    yield _schema(settings, mismatch)
    yield _extensions(connection)
    yield skew(connection)
    if mismatch is None:
        yield from went_back(settings, connection)
        yield from _proxies(settings, connection)
        yield from stuck_topics(connection)


@contextmanager
def _open_connection(settings: Settings) -> Iterator[PlainConnection]:
    if settings.postgres.url is None:
        with embedded.embedded_postgres(settings.storage.data_dir) as url, _connect(url) as connection:
            yield connection
    else:
        with _connect(settings.postgres.url) as connection:
            yield connection


def _connect(url: str) -> PlainConnection:
    try:
        return psycopg.connect(url, connect_timeout=10, autocommit=True)
    except psycopg.OperationalError as error:
        if says_disk_full(error):
            raise disk_full(server.DISK) from None
        raise ConfigurationError(f"DATABASE_URL cannot be reached: {_first_line(error)}") from None
    except psycopg.Error:  # its message repeats the URL, and with it the password
        raise ConfigurationError("DATABASE_URL is not a valid connection string") from None


def _schema(settings: Settings, mismatch: SchemaMismatch | None) -> Finding:
    if mismatch is None:
        return good("The database schema fits this version")
    if settings.postgres.url is None and mismatch.is_outdated:
        return good(f"The database schema will be upgraded at the next start ({mismatch.reason})")
    return wrong(mismatch.reason, mismatch.remedy)


def _extensions(connection: PlainConnection) -> Finding:
    missing = server.missing_extensions(connection, EXTENSIONS)
    if not missing:
        return good(f"Extensions {' and '.join(EXTENSIONS)} are available")
    return doubtful(
        f"Extensions that are not available: {', '.join(missing)}",
        "search works without them; to get them, install PostgreSQL's contrib package",
    )


def _proxies(settings: Settings, connection: PlainConnection) -> Findings:
    proxies_in_use = proxies.in_use_now(connection)
    key = sealing_key(settings)
    closed = [f"{proxy.proxy_url}:{proxy.proxy_port}" for proxy in proxies_in_use if not _opens(proxy, key)]
    if closed:
        named = ", ".join(closed[:NAMED_PROXIES]) + (", …" if len(closed) > NAMED_PROXIES else "")
        lacking = "cannot be decrypted with this GARNER_SECRET_KEY"
        if settings.security.secret_key is None:
            lacking = "needs GARNER_SECRET_KEY, which is not set"
        yield (wrong if len(closed) == len(proxies_in_use) else doubtful)(
            f"Proxies whose password {lacking}: {named} ({len(closed)} of {len(proxies_in_use)})",
            "set it to the passphrase that they were added with, or remove the proxies and add them again",
        )
    elif proxies_in_use:
        yield good(f"Proxies in use: {len(proxies_in_use)}; their passwords can be decrypted")


def _opens(proxy: proxies.Proxy, key: Key | None) -> bool:
    try:
        unseal_password(proxy.proxy_password, key)
    except WrongKey:
        return False
    return True


def _bodies(settings: Settings) -> Findings:
    advice = (
        "check GARNER_BLOB_URL and GARNER_S3_…" if settings.storage.blob_url else "check the permissions of that folder"
    )
    try:
        blobs = wiring.blobs_of(settings)
        asyncio.run(blobs.check())
    except OSError as error:
        yield wrong(f"Page bodies cannot be stored in {error.filename}: {error.strerror}", advice)
    except DiskFull as error:
        yield wrong(error.message, MORE_ROOM)
    except (ConfigurationError, Unavailable) as error:
        yield wrong(error.message, advice)
    else:
        yield good(f"Page bodies can be stored in {blobs.location} and read back")


def _extraction(settings: Settings) -> Findings:
    async def read() -> bool:
        with tempfile.TemporaryDirectory() as folder, Extractors(1, ANSWER_SECONDS * 10, len(PAGE)) as extractors:
            blobs = local_blobs(Path(folder))
            packed = await blobs.get_packed(await blobs.put("page", PAGE))
            extraction = await extractors.extract(
                PageToExtract(packed, "http://localhost/toast", "utf-8", (Kind.RECIPE,))
            )
            return Kind.RECIPE in extraction.records

    if asyncio.run(read()):
        yield good("Extraction works in a separate process")
    else:
        yield wrong("Extraction does not find the recipe on a test page", "reinstall Garner: `make clean setup`")


def _rendering(settings: Settings) -> Findings:
    async def start(renderer: Renderer) -> None:
        async with renderer:
            await renderer.require_browser()

    renderer = make_renderer(settings)
    if renderer is None:
        return
    try:
        asyncio.run(start(renderer))
    except ConfigurationError as error:
        yield wrong(error.message, "fix this, or unset GARNER_RENDER; until then, no worker starts")
    else:
        yield good("The browser that renders pages starts")


def _extractor_on_trial(settings: Settings) -> Findings:
    candidate = settings.shadow.extractor
    if candidate is None:
        return
    try:
        with Extractors(1, settings.extraction.timeout_seconds, settings.fetch.max_bytes) as pool:
            asyncio.run(require_candidate(pool, candidate))
    except ConfigurationError as error:
        yield wrong(error.message, "fix this, or unset GARNER_SHADOW_EXTRACTOR; until then, no worker starts")
    else:
        yield good(f"The candidate extractor {candidate} works")


def _language_model(settings: Settings) -> Findings:
    if not settings.llm.base_url and not settings.llm.model:
        return
    if not settings.llm.is_configured:
        missing = "GARNER_LLM_MODEL" if settings.llm.base_url else "GARNER_LLM_BASE_URL"
        yield doubtful(f"No language model is used: {missing} is not set", "set both, or neither")
        return
    yield from _model_answers(settings)
    most = max_tokens_of_page()
    if 0 < settings.llm.daily_tokens < most:
        yield doubtful(
            f"The budget of {format_count(settings.llm.daily_tokens, 'token')} a day may be too small for one page",
            f"set GARNER_LLM_DAILY_TOKENS to at least {most}, or to 0 for no limit",
        )


def _model_answers(settings: Settings) -> Findings:
    started = time.monotonic()
    try:
        tokens = asyncio.run(try_out(settings))
    except LlmError as error:
        # Temporary problems need no fix; meanwhile pages are read without the model.
        passing = isinstance(error, LlmTimeout | LlmBusy)
        yield (doubtful if passing else wrong)(error.message, _LLM_ADVICE[type(error)])
    else:
        seconds = time.monotonic() - started
        cost = f"{format_count(tokens, 'token')}, {seconds:.1f} s"
        yield good(f"The language model {settings.llm.model} answers correctly ({cost})")


_LLM_ADVICE: dict[type[LlmError], str] = {
    LlmTimeout: "check whether it is overloaded, or increase GARNER_LLM_TIMEOUT_SECONDS",
    LlmBusy: "check the limits and the credit of your account there",
    LlmUnreachable: "start it, or correct GARNER_LLM_BASE_URL",
    LlmRefused: "check GARNER_LLM_API_KEY, GARNER_LLM_MODEL and GARNER_LLM_BASE_URL, which must end with /v1",
    LlmBadAnswer: "use a model that can answer in JSON, and an endpoint compatible with OpenAI's chat completions",
}


def _pictures(settings: Settings) -> Findings:
    if not ocr.is_installed():
        yield good("Optional: text recognition for pictures is not installed; `make ocr` installs it")
    elif (problem := ocr.problem()) is not None:
        yield doubtful(
            f"Recipes on pictures cannot be read: {problem}",
            "install what is missing; for libGL, install the package libgl1 or opencv-python-headless",
        )
    else:
        yield good("Recipes on pictures can be read")


def _names(settings: Settings) -> Findings:
    async def look_up() -> None:
        await SystemResolver(lookup_seconds=ANSWER_SECONDS)(A_NAME)

    try:
        asyncio.run(look_up())
    except (OSError, NetworkError):
        yield doubtful(
            f"Host names cannot be resolved (tried {A_NAME}): only URLs with an IP address can be fetched",
            "check the network and the DNS servers of this machine; with proxies, names are resolved here too",
        )
    else:
        yield good("Host names can be resolved")


def _port(settings: Settings) -> Findings:
    address = f"{settings.server.host}:{settings.server.port}"
    family = socket.AF_INET6 if ":" in settings.server.host else socket.AF_INET
    try:
        socket.create_server((settings.server.host, settings.server.port), family=family).close()
    except OSError as error:
        if _garner_answers(settings):
            yield _report_running_server(address, settings.storage.data_dir)
        else:
            reason = (error.strerror or str(error)).partition(" (")[0]
            yield wrong(f"Garner cannot listen on {address}: {reason}", "set another GARNER_PORT or GARNER_HOST")
        return
    yield good(f"The address {address} is free")


def _report_running_server(address: str, data_dir: Path) -> Finding:
    if is_served(data_dir):
        return good(f"A Garner server already runs on {address}")
    return doubtful(
        f"A Garner server already runs on {address}, but no local server uses the data folder {data_dir.resolve()}",
        "set GARNER_DATA_DIR to that server's folder to share its queue, or GARNER_PORT to run another beside it",
    )


def _garner_answers(settings: Settings) -> bool:
    host = {"0.0.0.0": LOOPBACK, "::": "[::1]"}.get(settings.server.host, settings.server.host)
    host = f"[{host}]" if ":" in host and not host.startswith("[") else host
    try:
        # Without the proxy of the environment, for which this machine's own address has no meaning.
        with build_opener(ProxyHandler({})).open(
            f"http://{host}:{settings.server.port}/health", timeout=ANSWER_SECONDS
        ) as it:
            answer = json.loads(it.read(10_000))
    except (URLError, OSError, ValueError):
        return False
    return isinstance(answer, dict) and answer.get("status") == "ok" and "version" in answer


def _guard(settings: Settings) -> Findings:
    if not settings.fetch.allow_private:
        yield good("Private addresses are not fetched")
    elif _listens_here(settings):
        yield good("Private addresses are fetched too, and only this machine can send requests")
    else:
        yield doubtful(
            f"Private addresses are fetched too, and other machines can send requests ({settings.server.host})",
            "anyone who reaches the API can read your internal pages: unset GARNER_FETCH_ALLOW_PRIVATE",
        )


def _token_secret(settings: Settings) -> Findings:
    secret = settings.security.jwt_secret
    if secret is None:
        yield good("Tokens are signed with a secret that is stored in the data folder")
    elif len(secret.get_secret_value()) < MIN_SECRET_LENGTH:
        yield doubtful(
            f"GARNER_JWT_SECRET has fewer than {MIN_SECRET_LENGTH} characters, and signs the tokens of all users",
            "set a longer one, for example by `openssl rand -base64 48`; all users must then sign in again",
        )
    else:
        yield good("Tokens are signed with GARNER_JWT_SECRET")
    if settings.security.local_sign_in == "on" and not _listens_here(settings):
        yield doubtful(
            f"Anyone who reaches the server ({settings.server.host}) can sign in as any user",
            "unset GARNER_LOCAL_SIGN_IN, and set GARNER_GOOGLE_CLIENT_ID",
        )


def _listens_here(settings: Settings) -> bool:
    return settings.server.host in ("localhost", "::1") or settings.server.host.startswith("127.")


CHECKS: tuple[tuple[str, Callable[[Settings], Findings]], ...] = (
    ("Data folder", _data_folder),
    ("Database", _database),
    ("Page bodies", _bodies),
    ("Extraction", _extraction),
    ("Rendering", _rendering),
    ("Pictures", _pictures),
    ("Candidate extractor", _extractor_on_trial),
    ("Language model", _language_model),
    ("Host names", _names),
    ("Port", _port),
    ("Fetching", _guard),
    ("Sign-in", _token_secret),
)

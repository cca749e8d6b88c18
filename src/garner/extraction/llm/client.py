"""Call a language model behind any endpoint that implements OpenAI's chat completions.

The client enforces the time limit and the size limit regardless of what the endpoint does, and every failure is an
`LlmError`: the endpoint may refuse, drip, never end, redirect, break off or answer nonsense. Endpoints support
different features, so a request that is refused as malformed is sent again in a simpler format (JSON by schema, any
JSON, plain text), and the format that worked is kept. If the endpoint throttles and sends a Retry-After, the client
retries once, if that is within the limit.

The operator chooses the endpoint: it may be this very machine. The client never leaves it for another: it follows no
redirects, and takes neither proxies nor passwords from the environment. The page is sent as data; `grounding` describes
the consequences for a page that addresses the model. The key is sent in one header, and appears in no message.
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import Any, Self

import httpx
import orjson

from garner.errors import LlmBadAnswer, LlmBusy, LlmError, LlmRefused, LlmTimeout, LlmUnreachable
from garner.extraction.llm.grounding import Prompt

MAX_ANSWER_BYTES = 1_000_000
BYTES_PER_TOKEN = 3  # fewer than most texts have, so that an estimate is rather too high
FORMATS = ("json_schema", "json_object", "text")


@dataclass(frozen=True, slots=True)
class LlmAccess:
    base_url: str
    model: str
    api_key: str | None
    timeout_seconds: float

    def __repr__(self) -> str:
        return f"LlmAccess({self.base_url!r}, {self.model!r})"


@dataclass(frozen=True, slots=True)
class LlmAnswer:
    value: Mapping[str, Any]
    tokens: int  # spent on it


@dataclass(frozen=True, slots=True)
class Manner:
    """The format of a request."""

    format: str = FORMATS[0]
    limit: str = "max_tokens"
    at_zero: bool = True

    def plainer(self, complaint: str) -> "Manner | None":
        """Return the next format to try after the endpoint complained, or None if there is none left."""
        if "max_completion_tokens" in complaint and self.limit == "max_tokens":
            return replace(self, limit="max_completion_tokens")
        if "temperature" in complaint and self.at_zero:
            return replace(self, at_zero=False)
        index = FORMATS.index(self.format) + 1
        return replace(self, format=FORMATS[index]) if index < len(FORMATS) else None

    def request(self, model: str, prompt: Prompt) -> dict[str, Any]:
        messages = [{"role": "system", "content": prompt.system}, {"role": "user", "content": prompt.user}]
        request: dict[str, Any] = {"model": model, "messages": messages, self.limit: prompt.answer_tokens}
        if self.at_zero:
            request["temperature"] = 0
        if self.format == "json_schema":
            schema = {"name": "record", "strict": True, "schema": prompt.schema}
            request["response_format"] = {"type": "json_schema", "json_schema": schema}
        elif self.format == "json_object":
            request["response_format"] = {"type": "json_object"}
        return request


def _tokens_of(*texts: str) -> int:
    return sum(len(text.encode("utf-8", "replace")) for text in texts) // BYTES_PER_TOKEN + 1


def max_tokens(prompt: Prompt) -> int:
    """Return the highest number of tokens that this request may cost."""
    return _tokens_of(prompt.system, prompt.user, orjson.dumps(prompt.schema).decode()) + prompt.answer_tokens


def _highest_usage(prompt: Prompt) -> int:
    """Return the highest believable usage: a token is at least one byte, so a higher report is not believed."""
    return max_tokens(prompt) * BYTES_PER_TOKEN


class Llm:
    def __init__(self, access: LlmAccess) -> None:
        self._access = access
        self._manner = Manner()
        headers = {"Accept-Encoding": "identity", "Content-Type": "application/json"}
        if access.api_key:
            headers["Authorization"] = f"Bearer {access.api_key}"
        # No timeout of its own: that would apply between two bytes, and `ask` has one for the whole call.
        self._client = httpx.AsyncClient(headers=headers, timeout=None, follow_redirects=False, trust_env=False)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        await self._client.aclose()

    async def ask(self, prompt: Prompt) -> LlmAnswer:
        """Return the model's answer, an object of arbitrary content, or raise an `LlmError`."""
        try:
            async with asyncio.timeout(self._access.timeout_seconds) as limit:
                return _answer(await self._request_answer(prompt, limit.when() or 0.0), prompt)
        except LlmError:
            raise
        except TimeoutError:
            raise LlmTimeout(f"The LLM took longer than {self._access.timeout_seconds:g} s.") from None
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError, ValueError) as error:
            # Without its message, in which a library may quote a header.
            raise LlmUnreachable(f"The LLM cannot be reached: {type(error).__name__}.") from None
        except Exception as error:  # an unforeseen error must not cost the record that exists without it
            raise LlmBadAnswer(f"The LLM's answer cannot be read: {type(error).__name__}.") from None

    async def _request_answer(self, prompt: Prompt, until: float) -> bytes:
        """Return the body of a successful response."""
        manner: Manner | None = self._manner
        may_wait = True
        while manner is not None:
            status, headers, body = await self._send(manner, prompt)
            if status == 200:
                self._manner = manner
                return body
            if status == 429 and may_wait and (seconds := _parse_retry_after(headers)) is not None:
                if asyncio.get_running_loop().time() + seconds >= until:
                    break
                may_wait = False
                await asyncio.sleep(seconds)
            elif status in (400, 422):
                manner = manner.plainer(body[:4_000].decode("utf-8", "replace"))
            else:
                break
        raise _failure(status)

    async def _send(self, manner: Manner, prompt: Prompt) -> tuple[int, httpx.Headers, bytes]:
        content = orjson.dumps(manner.request(self._access.model, prompt))
        address = f"{self._access.base_url}/chat/completions"
        async with self._client.stream("POST", address, content=content) as response:
            return response.status_code, response.headers, await _body(response)


async def _body(response: httpx.Response) -> bytes:
    body = bytearray()
    try:
        async for chunk in response.aiter_raw():
            body += chunk
            if len(body) > MAX_ANSWER_BYTES:
                raise LlmBadAnswer("The LLM's answer is longer than allowed.")
    except (httpx.HTTPError, httpx.StreamError, OSError):
        if response.status_code != 200:
            raise
        raise LlmBadAnswer("The LLM's answer is incomplete.") from None  # its tokens are still charged
    return bytes(body)


def _parse_retry_after(headers: httpx.Headers) -> float | None:
    """Return the seconds of a Retry-After header, if there is one."""
    header = headers.get("retry-after", "").strip()
    if header.isascii() and header.isdecimal():
        return float(header[:9])
    try:
        moment = parsedate_to_datetime(header)
        return max(0.0, (moment.replace(tzinfo=moment.tzinfo or UTC) - datetime.now(UTC)).total_seconds())
    except (ValueError, OverflowError):
        return None


def _failure(status: int) -> LlmError:
    if status == 429:
        return LlmBusy("The LLM limits the rate of requests (status 429).")
    if status >= 500:
        return LlmUnreachable(f"The LLM's server answered with status {status}.")
    if status in (401, 403):
        return LlmRefused(f"The LLM rejected the API key (status {status}).")
    if status == 404:
        return LlmRefused("The LLM endpoint or the model does not exist (status 404). Check its URL and the model.")
    return LlmRefused(f"The LLM rejected the request (status {status}).")


def _answer(body: bytes, prompt: Prompt) -> LlmAnswer:
    try:
        answered = orjson.loads(body)
    except ValueError:
        raise LlmBadAnswer("The LLM's answer is not JSON.") from None
    match answered:
        case {"choices": [{"message": {"content": str(content)}}, *_]}:
            value = _select_requested(_object_in(content), prompt)
            return LlmAnswer(value, _usage(answered, prompt) or _tokens_of(prompt.system, prompt.user, content))
    raise LlmBadAnswer("The LLM's answer is not a chat completion.")


def _object_in(content: str) -> dict[str, Any]:
    """Return the JSON object in an answer, with or without a fence or words around it."""
    try:
        value = orjson.loads(content[content.find("{") : content.rfind("}") + 1])
    except ValueError:
        value = None
    if not isinstance(value, dict):
        raise LlmBadAnswer("The LLM's answer contains no JSON object.")
    return value


def _select_requested(value: Mapping[str, Any], prompt: Prompt) -> dict[str, Any]:
    """Return the requested fields, if they are text, a number or a list of those: other values are of no use, and
    deeply nested ones cannot even be sent to the process that would read them."""
    return {name: _flat(value[name]) for name in prompt.schema["properties"] if name in value}


def _flat(value: Any) -> Any:
    if isinstance(value, list):
        return [entry for entry in value if isinstance(entry, str | int | float)]
    return value if isinstance(value, str | int | float) else None


def _usage(answered: Mapping[str, Any], prompt: Prompt) -> int | None:
    match answered:
        case {"usage": {"total_tokens": int(tokens)}} if 1 < tokens <= _highest_usage(prompt):
            return tokens
    return None

"""The LLM endpoint may do anything; the client returns an object or raises a typed error, in time."""

import asyncio
import json
import logging
import pickle
from pathlib import Path
from typing import Any

import pytest
from tests.hostile.conftest import answer
from tests.hostile.llm_server import model_saying, refused, said

from garner.core.record import Kind
from garner.errors import LlmBadAnswer, LlmBusy, LlmError, LlmRefused, LlmTimeout, LlmUnreachable
from garner.extraction.llm.client import MAX_ANSWER_BYTES, Llm, LlmAccess, LlmAnswer
from garner.extraction.llm.grounding import MAX_ANSWER_TOKENS, prompt

QUESTION = prompt(Kind.RECIPE, ["title", "ingredients"], "Lentil soup\n1 cup lentils")
KEY = "sk-do-not-tell"
GOOD = {"title": "Lentil soup", "ingredients": ["1 cup lentils"]}


async def ask(url: str, *, times: int = 1, timeout: float = 5.0, key: str | None = KEY) -> LlmAnswer:
    async with Llm(LlmAccess(url, "small-model", key, timeout)) as llm:
        for _ in range(times):
            answered = await llm.ask(QUESTION)
        return answered


# Valid responses -----------------------------------------------------------------------------------------------


async def test_a_question_is_sent_as_the_protocol_requires() -> None:
    async with model_saying(said(GOOD, usage=321)) as model:
        answered = await ask(model.url)
    assert (answered.value, answered.tokens) == (GOOD, 321)
    (request,) = model.requests
    assert (request["model"], request["temperature"], request["max_tokens"]) == ("small-model", 0, MAX_ANSWER_TOKENS)
    assert [message["role"] for message in request["messages"]] == ["system", "user"]
    assert request["response_format"]["json_schema"]["schema"]["required"] == ["title", "ingredients"]
    assert model.heads[0].startswith("POST /v1/chat/completions HTTP/1.1\r\n")
    assert f"authorization: bearer {KEY}" in model.heads[0].lower()


async def test_no_key_is_sent_if_none_is_configured() -> None:
    async with model_saying(said(GOOD)) as model:
        await ask(model.url, key=None)
    assert "authorization" not in model.heads[0].lower()


async def test_proxies_and_passwords_of_the_environment_are_ignored(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "netrc").write_text("machine 127.0.0.1 login me password of-the-environment\n")
    async with model_saying(said({"title": "From the proxy"})) as proxy, model_saying(said(GOOD)) as model:
        for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url.removesuffix("/v1"))
        for name in ("NO_PROXY", "no_proxy"):
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
        assert (await ask(model.url, key=None)).value == GOOD
    assert proxy.requests == [] and "authorization" not in model.heads[0].lower()


async def test_an_endpoint_without_schema_support_is_asked_without_it_and_remembered() -> None:
    no = refused("400 Bad Request", message="response_format is not supported")
    async with model_saying(no, no, said(GOOD)) as model:
        assert (await ask(model.url, times=2)).value == GOOD
    formats = [request.get("response_format", {}).get("type") for request in model.requests]
    assert formats == ["json_schema", "json_object", None, None]


async def test_the_newer_token_limit_and_no_temperature_are_sent_if_required() -> None:
    async with model_saying(
        refused("400 Bad Request", message="'max_tokens' is not supported: use 'max_completion_tokens' instead."),
        refused("400 Bad Request", message="'temperature' does not support 0 with this model."),
        said(GOOD),
    ) as model:
        assert (await ask(model.url)).value == GOOD
    last = model.requests[-1]
    assert last["max_completion_tokens"] == MAX_ANSWER_TOKENS and "max_tokens" not in last
    assert "temperature" not in last and last["response_format"]["type"] == "json_schema"


async def test_an_endpoint_that_refuses_every_format_gets_few_requests() -> None:
    complaint = "neither max_completion_tokens nor temperature nor response_format"
    async with model_saying(refused("400 Bad Request", message=complaint)) as model:
        with pytest.raises(LlmRefused):
            await ask(model.url)
    assert len(model.requests) == 5


@pytest.mark.parametrize("content", [f"```json\n{json.dumps(GOOD)}\n```", f"Here you are: {json.dumps(GOOD)} Enjoy!"])
async def test_an_object_is_found_in_a_code_fence_or_in_text(content: str) -> None:
    async with model_saying(said(content)) as model:
        assert (await ask(model.url)).value == GOOD


@pytest.mark.parametrize("usage", [None, -5, 0, 9_999_999, 10**12, "many", True, {"a": 1}])
async def test_token_usage_is_estimated_if_it_is_missing_or_implausible(usage: Any) -> None:
    async with model_saying(said(GOOD, usage=usage)) as model:
        answered = await ask(model.url)
    assert 100 < answered.tokens < 1_000


async def test_a_busy_endpoint_is_retried_after_its_retry_after() -> None:
    async with model_saying(refused("429 Too Many Requests", "Retry-After: 0"), said(GOOD)) as model:
        assert (await ask(model.url)).value == GOOD
    assert len(model.requests) == 2


# Failures ------------------------------------------------------------------------------------------------------


async def test_a_busy_endpoint_is_retried_only_once() -> None:
    async with model_saying(refused("429 Too Many Requests", "Retry-After: 0")) as model:
        with pytest.raises(LlmBusy):
            await ask(model.url)
    assert len(model.requests) == 2


@pytest.mark.parametrize(
    "wait",
    [
        "3600",
        "99999999999999999999",
        "soon",
        "",
        "Fri, 31 Dec 2199 23:59:59 +0000",
        "Mon, 01 Jan 2030 00:00:00 +99999999999999",
        "Mon, 01 Jan",
    ],
)
async def test_a_retry_after_beyond_the_time_limit_is_not_waited_for(wait: str) -> None:
    async with model_saying(refused("429 Too Many Requests", f"Retry-After: {wait}")) as model:
        async with asyncio.timeout(15):
            with pytest.raises(LlmBusy):
                await ask(model.url, timeout=60)
    assert len(model.requests) == 1


@pytest.mark.parametrize(
    ("status", "error", "costs"),
    [
        ("401 Unauthorized", LlmRefused, False),
        ("403 Forbidden", LlmRefused, False),
        ("404 Not Found", LlmRefused, False),
        ("500 Internal Server Error", LlmUnreachable, False),
        ("503 Service Unavailable", LlmUnreachable, False),
    ],
)
async def test_a_bad_status_is_a_typed_error(status: str, error: type[LlmError], costs: bool) -> None:
    async with model_saying(refused(status)) as model:
        with pytest.raises(error) as raised:
            await ask(model.url)
    assert raised.value.costs is costs and len(model.requests) == 1


async def test_a_redirect_is_not_followed() -> None:
    async with model_saying(said(GOOD)) as other:
        away = answer(b"", f"Location: {other.url}/chat/completions", status="307 Temporary Redirect")
        async with model_saying(away) as model:
            with pytest.raises(LlmRefused):
                await ask(model.url)
        assert other.requests == []


@pytest.mark.parametrize(
    "reply",
    [
        answer(b"<html>Welcome</html>"),
        answer(b""),
        answer(b"[]"),
        answer(b'{"choices": []}'),
        answer(b'{"choices": [{"message": {"content": null, "refusal": "I will not"}}]}'),
        answer(b'{"choices": "' + b"x" * 1000),
        answer(b"[" * 100_000),
        answer(b"\xff\xfe\x00", "Content-Encoding: gzip"),
        said("I cannot help with that."),
        said("[1, 2, 3]"),
        said('{"title": "cut off in the mid'),
        said('{"title": NaN}'),
        said("{" * 50_000),
        said('{"a":' * 50_000 + "1" + "}" * 50_000),
    ],
)
async def test_an_invalid_response_is_a_bad_answer(reply: bytes) -> None:
    async with model_saying(reply) as model:
        with pytest.raises(LlmBadAnswer) as raised:
            await ask(model.url)
    assert raised.value.costs


async def test_an_endless_response_is_cut_off() -> None:
    sent = 0

    async def pour(writer: asyncio.StreamWriter) -> None:
        nonlocal sent
        writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
        while sent < 100 * MAX_ANSWER_BYTES:
            writer.write(b" " * 65_536)
            sent += 65_536
            await writer.drain()

    async with model_saying(pour) as model:
        with pytest.raises(LlmBadAnswer, match="longer than allowed"):
            await ask(model.url)
    assert sent < 20 * MAX_ANSWER_BYTES


async def drip(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
    while not writer.is_closing():
        writer.write(b" ")
        await writer.drain()
        await asyncio.sleep(0.02)


async def say_nothing(writer: asyncio.StreamWriter) -> None:
    await asyncio.sleep(1)


@pytest.mark.parametrize("reply", [drip, say_nothing])
async def test_a_slow_response_is_a_timeout(reply: Any) -> None:
    async with model_saying(reply) as model:
        with pytest.raises(LlmTimeout, match=r"longer than 0\.2 s") as raised:
            await ask(model.url, timeout=0.2)
    assert (raised.value.code, raised.value.costs) == ("llm_timeout", True)


async def hang_up(writer: asyncio.StreamWriter) -> None:
    writer.close()


async def break_off(writer: asyncio.StreamWriter) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{")
    writer.close()


@pytest.mark.parametrize("reply", [hang_up, b"SSH-2.0-x\r\n\r\n", b"HTTP/1.1 200 OK\r\n" + b"A: b\r\n" * 99_999])
async def test_a_broken_connection_is_a_typed_error(reply: Any) -> None:
    async with model_saying(reply) as model:
        with pytest.raises(LlmUnreachable):
            await ask(model.url)


async def test_a_truncated_response_counts_as_spent() -> None:
    async with model_saying(break_off) as model:
        with pytest.raises(LlmBadAnswer, match="incomplete") as raised:
            await ask(model.url)
    assert raised.value.costs


DEEP = "[" * 800 + "]" * 800


@pytest.mark.parametrize("nested", [DEEP, f"[{DEEP}]", '{"a": ' * 300 + "1" + "}" * 300])
async def test_nested_values_are_removed_from_an_answer(nested: str) -> None:
    async with model_saying(
        said(f'{{"title": {nested}, "ingredients": ["salt", 2, {nested}], "more": {nested}}}')
    ) as model:
        answered = await ask(model.url)
    assert answered.value == {"title": [] if nested[0] == "[" else None, "ingredients": ["salt", 2]}
    assert pickle.loads(pickle.dumps(answered)) == answered


async def test_an_unreachable_endpoint_is_a_typed_error() -> None:
    with pytest.raises(LlmUnreachable):
        await ask("http://127.0.0.1:9/v1")


async def test_the_key_appears_in_no_message_and_no_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    access = LlmAccess("http://127.0.0.1:9/v1", "small-model", KEY, 1)
    with pytest.raises(LlmError) as raised:
        await ask(access.base_url)
    async with model_saying(refused("401 Unauthorized", message=f"wrong key {KEY}")) as model:
        with pytest.raises(LlmError) as refusal:
            await ask(model.url)
    told = [repr(access), str(raised.value), str(refusal.value), caplog.text]
    assert not any(KEY in text for text in told)

"""Removing an account deletes everything its user owns and nothing else."""

import httpx
import pytest

from garner.engine.people import account_removal
from garner.engine.people.account_removal import remove_user
from garner.engine.people.accounts import user_of_address
from garner.errors import NotFound
from garner.postgres.database import Connection
from garner.store.people import users
from garner.store.people.users import OwnedCounts

from .conftest import Garner
from .test_mailbox import complete, send, status

THEIRS = ("job_items", "saved_recipes", "api_tokens", "webhooks", "files", "mailbox_events", "jobs")
BOTH_WANT = "/recipes/both-want-it"
ANA_WANTS = "/recipes/ana-wants-it"


async def fill(garner: Garner, person: httpx.AsyncClient, email: str) -> None:
    """Create one of each object that a user can own."""
    job_id = await complete(garner, person)
    assert (await person.post("/recipes", json={"title": "Cake", "parse_job_id": job_id})).status_code == 201
    await person.post("/api/tokens", json={"name": "script"})
    await person.post("/api/webhooks", json={"url": "https://example.com/hook"})
    await complete(garner, person, "/no/such/page")
    await garner.execute(
        "insert into files (user_id, name, size_bytes, content_hash, path) "
        "select user_id, 'card.jpg', 1, repeat('a', 64), 'a' from users where email = %s",
        email,
    )
    await garner.execute(
        "with made as (insert into jobs (user_id, job_type, total_items, pending) "
        "select user_id, 'batch', 1, 1 from users where email = %s returning id) "
        "insert into job_items (id, job_id, row_no, origin) select gen_random_uuid(), id, 1, 'batch' from made",
        email,
    )


async def rows(garner: Garner, user_id: int) -> dict[str, int]:
    counts = {}
    for table in THEIRS:
        [row] = await garner.execute(f"select count(*) from {table} where user_id = %s", user_id)
        counts[table] = row["count"]
    return counts


async def user_id_of(garner: Garner, email: str) -> int:
    return (await user_of_address(garner.engine, email)).user_id


async def test_removing_an_account_deletes_only_what_its_user_owns(
    garner: Garner, ana: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    await fill(garner, ben, "ben@example.com")
    await fill(garner, ana, "ana@example.com")
    his_job, _, _ = [
        await send(person, garner.page(path)) for person, path in ((ben, BOTH_WANT), (ana, BOTH_WANT), (ana, ANA_WANTS))
    ]
    hers, his = await user_id_of(garner, "ana@example.com"), await user_id_of(garner, "ben@example.com")
    before = await rows(garner, his)
    assert all(before.values()) and all((await rows(garner, hers)).values())
    removed = await remove_user(garner.engine, await user_of_address(garner.engine, "ana@example.com"))
    assert removed == OwnedCounts(jobs=5, saved_recipes=1, tokens=1, webhooks=1)
    assert set((await rows(garner, hers)).values()) == {0}
    assert await rows(garner, his) == before
    for nameless in ("job_items where origin = 'batch'", "files"):
        assert len(await garner.execute(f"select id from {nameless}")) == 1, nameless
    assert (await ana.get("/api/user")).status_code == 401
    asked = garner.site.requests.copy()
    await garner.work()
    assert (await status(ben, his_job["id"]))["status"] == "ERROR"
    assert garner.site.requests - asked == {BOTH_WANT: 1}, "a page that only the removed user waited for is not fetched"


async def test_a_user_removes_their_account_by_confirming_its_email(
    garner: Garner, ana: httpx.AsyncClient, ben: httpx.AsyncClient
) -> None:
    await fill(garner, ana, "ana@example.com")
    for wrong in ("ben@example.com", "", "ana"):
        refused = await ana.request("DELETE", "/api/user", json={"email": wrong})
        assert refused.status_code == 422, refused.text
        assert [field["field"] for field in refused.json()["fields"]] == ["email"]
    assert (await ana.delete("/api/user")).status_code == 422
    gone = await ana.request("DELETE", "/api/user", json={"email": " Ana@Example.com"})
    assert (gone.status_code, gone.content) == (204, b"")
    assert (await ana.get("/api/user")).status_code == 401
    assert (await ben.get("/api/user")).status_code == 200
    again = await garner.person("ana@example.com")
    assert (await again.get("/recipes")).json()["recipes"] == []


async def test_a_removed_account_cannot_be_removed_again(garner: Garner, ana: httpx.AsyncClient) -> None:
    user = await user_of_address(garner.engine, "ana@example.com")
    await remove_user(garner.engine, user)
    with pytest.raises(NotFound, match=r"There is no account for ana@example\.com\."):
        await remove_user(garner.engine, user)


async def test_items_are_deleted_in_bounded_batches_before_the_account(
    garner: Garner, ana: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    await fill(garner, ana, "ana@example.com")
    await garner.execute(
        "insert into job_items (id, job_id, row_no, origin, job_type, status, completed_at) "
        "select gen_random_uuid(), max(id), 1 + n, 'batch', 'csv', s.status, s.at from jobs, generate_series(1, 20) n "
        "cross join lateral (select case when mod(n, 2) = 0 then 'PENDING' else 'DONE' end as status, "
        "case when mod(n, 2) = 1 then now() end as at) s group by n, s.status, s.at"
    )
    await garner.execute(
        "insert into search_events (user_id, source, query, hits, took_ms) "
        "select user_id, 'match', 'pan', 0, 1 from users, generate_series(1, 9)"
    )
    deleted: list[int] = []
    left: list[int] = []
    delete_items, remove = users.delete_items, users.remove

    async def delete_counted(connection: Connection, user_id: int, job_id: int | None, limit: int) -> int:
        deleted.append(await delete_items(connection, user_id, job_id, limit))
        return deleted[-1]

    async def remove_last(connection: Connection, user_id: int) -> bool:
        cursor = await connection.execute(
            "select (select count(*) from job_items) + (select count(*) from search_events) as found"
        )
        left.extend(row["found"] for row in await cursor.fetchall())
        return await remove(connection, user_id)

    monkeypatch.setattr(account_removal, "REMOVED_AT_ONCE", 4)
    monkeypatch.setattr(users, "delete_items", delete_counted)
    monkeypatch.setattr(users, "remove", remove_last)
    await remove_user(garner.engine, await user_of_address(garner.engine, "ana@example.com"))
    assert max(deleted) == 4 and sum(deleted) >= 21
    assert left == [0]


async def test_removing_an_account_does_not_scan_rows_of_other_users(garner: Garner, ana: httpx.AsyncClient) -> None:
    await fill(garner, ana, "ana@example.com")
    user_id = await user_id_of(garner, "ana@example.com")
    read = "select seq_scan from pg_stat_xact_user_tables where relname = 'job_items'"
    async with garner.engine.database.transaction() as connection:
        await connection.execute("set local enable_seqscan = off")
        before = await (await connection.execute(read)).fetchone()
        assert (await users.count_owned(connection, user_id)).jobs > 0
        await users.open_items_left(connection, user_id)
        assert await users.remove(connection, user_id)
        assert await (await connection.execute(read)).fetchone() == before

"""Makes jobs by SQL out of one that was really crawled, so that tests of their screens need not wait for a crawl."""

from playwright.async_api import Page
from tests.browser.served import Served
from tests.browser.users import email_of

USER = "select user_id from users where email = %(email)s"
COLUMNS = """
    select column_name from information_schema.columns
    where table_schema = 'public' and table_name = %(table)s and is_generated = 'NEVER' order by ordinal_position
"""
COUNT_AGAIN = """
    update jobs set (total_items, rows_numbered, done, canceled) = (
        select count(*), count(*), count(*) filter (where status = 'DONE'), count(*) filter (where status = 'CANCELED')
        from job_items where job_id = jobs.id)
    where id = %(job)s
"""


async def copy_job(served: Served, source: int, page: Page) -> int:
    """Gives the user of the page a copy of the job with its lane and rows. Rows count as changed in their order."""
    [(user_id,)] = await served.execute(USER, {"email": await email_of(page)})
    values = {"source": source, "user": user_id}
    [(job_id,)] = await _copy(
        served, "jobs", "jobs where id = %(source)s", values, user_id="%(user)s", idempotency_key="null"
    )
    values["job"] = job_id
    await _copy(served, "lanes", "lanes where job_id = %(source)s", values, job_id="%(job)s")
    await _copy(
        served,
        "job_items",
        "job_items where job_id = %(source)s",
        values,
        id="uuidv7()",
        job_id="%(job)s",
        user_id="%(user)s",
        updated_at="now() + row_no * interval '1 ms'",
    )
    return int(job_id)


async def multiply_rows(served: Served, job_id: int, rows: int, **changed: str) -> None:
    """Makes a finished job of one row one of many rows; `n` in a changed column is the number of the row."""
    values = {"job": job_id, "rows": rows}
    source = "job_items, generate_series(2, %(rows)s) n where job_id = %(job)s and row_no = 1"
    await _copy(served, "job_items", source, values, id="uuidv7()", row_no="n", **changed)
    await served.execute(COUNT_AGAIN, values)


async def _copy(served: Served, table: str, source: str, values: dict[str, int], **changed: str) -> list[tuple[int]]:
    """Inserts copies of rows with some columns changed. An id that is not among them is a new one."""
    names = [name for (name,) in await served.execute(COLUMNS, {"table": table}) if name != "id" or "id" in changed]
    selected = ", ".join(changed.get(name, name) for name in names)
    return await served.execute(
        f"insert into {table} ({', '.join(names)}) select {selected} from {source} returning id", values
    )

"""The tables.

Two layers, never mixed: *requests* (`jobs`, `job_items`) and *crawling* (`domains`, `lanes`, `resources`,
`crawl_tasks`, the records). Between them is one hot table, `work`: a row there is to be executed now, and leaves when
its work is over. Every invariant that the code keeps is repeated here as a CHECK or a partial unique index, so that a
bug stops at the row.

Alembic compares `Base.metadata`, filled by the modules imported here, with the database; queries live in the modules
beside this package.
"""

from garner.core.lifecycle import COUNTERS
from garner.store.schema import accounts, crawling, jobs, operations, parsers, records, search, sites
from garner.store.schema.base import Base

__all__ = ["COUNTERS", "Base", "accounts", "crawling", "jobs", "operations", "parsers", "records", "search", "sites"]

"""Run one cleanup of bodies in a separate process, with the settings of its environment."""

import asyncio

from garner.runtime.duties.background import clean_up_bodies
from garner.settings import load
from garner.wiring import open_engine


async def clean() -> None:
    settings = load()
    assert settings.postgres.url is not None
    async with open_engine(settings, settings.postgres.url) as (engine, _):
        await clean_up_bodies(engine)
        await asyncio.sleep(0.2)  # obstore's threads abort a process that exits immediately after their answer


if __name__ == "__main__":
    asyncio.run(clean())

"""The outbox check of `garner doctor`: topics whose messages wait for too long, and messages that were given up."""

from garner.cli.commands.findings import Findings, doubtful, wrong
from garner.core.plurals import format_count
from garner.postgres.server import PlainConnection
from garner.store.queue import outbox

STUCK_SECONDS = 120.0


def stuck_topics(connection: PlainConnection) -> Findings:
    for counts in outbox.examine(connection):
        if counts.messages and counts.oldest_seconds > STUCK_SECONDS:
            since = f"for {round(counts.oldest_seconds / 60)} min"
            reason = f": {counts.last_error}" if counts.last_error else ""
            yield wrong(
                f"{format_count(counts.messages, 'message')} of {counts.topic} cannot be published {since}{reason}",
                "fix the consumer; they are published by themselves then"
                if counts.last_error
                else f"start a worker that publishes {counts.topic}: `garner serve` or `garner worker`",
            )
        if counts.dead:
            yield doubtful(
                f"{format_count(counts.dead, 'message')} of {counts.topic} were given up, because the consumer "
                "refused them",
                "read the cause in last_error of the table outbox; set dead_at to null to publish them again",
            )

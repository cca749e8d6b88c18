"""Name the operator who performs an action, for the audit log."""

from dataclasses import dataclass
from enum import StrEnum


class ActionSource(StrEnum):
    API = "api"
    COMMAND = "command"
    SERVER = "server"  # Garner itself


@dataclass(frozen=True, slots=True)
class AuditActor:
    """The name is the email address of an admin, or says how the operator was identified."""

    name: str
    source: ActionSource
    user_id: int | None = None
    address: str | None = None  # of the client

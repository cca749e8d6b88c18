"""Events of the outbox."""

from dataclasses import dataclass

from garner.observe.event import Event


@dataclass(frozen=True, slots=True)
class MessagesPublished(Event):
    level = "debug"
    topic: str
    part: int
    count: int
    held: bool  # otherwise the lease was lost, and another relay publishes them again


@dataclass(frozen=True, slots=True)
class PublishFailed(Event):
    """A part of a topic rests, because its consumer did not accept a message."""

    level = "warning"
    topic: str
    part: int
    error: str
    failures: int  # since the last success


@dataclass(frozen=True, slots=True)
class MessageGivenUp(Event):
    """A message that its consumer refused too often. It is kept in the outbox with the cause."""

    level = "error"
    topic: str
    message_id: int
    error: str

"""`awp/deliver`: the package's message bus."""

from __future__ import annotations

from awp.models.communication import CommunicationConfig
from awp.runtime.message_bus import MessageBus


def deliver(channel, messages):
    """What was sent and is in the receiver's inbox was delivered; all else was rejected."""
    # The package's channels have no schema of their own: it is given where they take settings, too.
    bus = MessageBus(config=CommunicationConfig(channels=[{**channel, "config": channel}]))
    sent = {}
    for message in messages:
        try:
            sent[bus.send("sender", "receiver", message["content"], channel=channel["name"])] = message["id"]
        except Exception:
            continue  # A message that the bus does not take.
    received = bus.list_messages("receiver", channel=channel["name"], limit=len(messages))
    delivered = {sent[envelope["id"]] for envelope in received}
    ids = [message["id"] for message in messages]
    return {"delivered": [id for id in ids if id in delivered], "rejected": [id for id in ids if id not in delivered]}

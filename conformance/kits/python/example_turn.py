"""AGN-029: what the providers of a turn contribute, and how it is put together.

Each provider sees its own slice of the turn and nothing else, so it can
neither override nor suppress another. The assembler only concatenates.
"""

from example_json import at, entries, is_text, texts


def register(adapter):
    """Offers what this module can answer."""

    @adapter.method("turn/contribute")
    def contribute(provider=None, turn=None):
        slice_name, contributions = PROVIDERS.get(provider, NOBODY) if isinstance(provider, str) else NOBODY
        found = contributions(at(turn, slice_name))
        return {"contributions": [{"kind": kind, "content": content} for kind, content in found if is_text(content)]}

    @adapter.method("turn/compose")
    def compose(session=None, invocations=None):
        request = [
            {"provider": at(invocation, "provider"), **{name: at(given, name) for name in ("id", "kind", "content")}}
            for invocation in entries(invocations)
            for given in entries(at(invocation, "contributions"))
        ]
        return {"session": session, "request": request}


def user(said):
    yield "instruction", at(said, "instructions")
    for attachment in texts(at(said, "attachments")):
        yield "attachment", attachment


def client_context(client):
    for file in texts(at(client, "files")):
        yield "file", file
    yield "structure", at(client, "structure")
    yield "editorState", at(client, "editor")


def kfr(memory):
    for entry in entries(at(memory, "entries")):
        if at(entry, "active") is True:
            yield "fact", at(entry, "content")
    for fact in texts(at(memory, "temporaryFacts")):
        yield "fact", fact


def rag(retrieved):
    for entry in entries(retrieved):
        yield "retrieved", at(entry, "content")  # Where it came from makes no difference.


def turn_metadata(notices):
    for notice in texts(notices):
        yield "notice", notice


def nobody(_):
    return []


# The slice of the turn that a provider is given, and what it makes of it.
PROVIDERS = {
    "user": ("user", user),
    "clientContext": ("client", client_context),
    "kfr": ("kfr", kfr),
    "rag": ("rag", rag),
    "turnMetadata": ("metadata", turn_metadata),
}
NOBODY = ("", nobody)

"""What a turn brings along (AGN-029): five providers, and the builder that puts a request together.

A provider sees its own slice of the turn and nothing else, so that is all it
is given. The builder neither reads contents nor sorts: it lists.
"""


def user(said):
    yield "instruction", said["instructions"]
    for text in said["attachments"]:
        yield "attachment", text


def client_context(client):
    for text in client["files"]:
        yield "file", f"A file of the workspace:\n{text}"
    yield "structure", f"What the workspace looks like:\n{client['structure']}"
    yield "editorState", client["editor"]


def kfr(memory):
    for entry in memory["entries"]:
        if entry["active"]:
            yield "fact", entry["content"]
    for text in memory["temporaryFacts"]:
        yield "fact", f"For now: {text}"


def rag(chunks):
    for chunk in chunks:
        yield "retrieved", f"[{chunk['origin']}] {chunk['content']}"


def turn_metadata(notices):
    for text in notices:
        yield "notice", text


# Every provider, and the slice of the turn that is its own.
PROVIDERS = {
    "user": (user, "user"),
    "clientContext": (client_context, "client"),
    "kfr": (kfr, "kfr"),
    "rag": (rag, "rag"),
    "turnMetadata": (turn_metadata, "metadata"),
}


def register(adapter):
    """Offers what this module can answer."""

    @adapter.method("turn/contribute")
    def contribute(provider, turn):
        supply, name = PROVIDERS[provider]
        own = turn.get(name)
        found = [] if own is None else supply(own)
        return {"contributions": [{"kind": kind, "content": content} for kind, content in found]}

    @adapter.method("turn/compose")
    def compose(session, invocations):
        request = [
            {"provider": invocation["provider"], "id": one["id"], "kind": one["kind"], "content": one["content"]}
            for invocation in invocations
            for one in invocation["contributions"]
        ]
        return {"session": session, "request": request}

/**
 * AGN-029: what the providers of a turn contribute, and how it is put together.
 *
 * Each provider sees its own slice of the turn and nothing else, so it can
 * neither override nor suppress another. The assembler only concatenates.
 */

import { at, entries, isText, texts } from "./example-json.mjs";

/** Offers what this module can answer. */
export function register(adapter) {
  adapter.method("turn/contribute", ({ provider, turn }) => {
    const { slice, contributions } = PROVIDERS.get(provider) ?? NOBODY;
    const found = [...contributions(at(turn, slice))];
    return {
      contributions: found.filter(([, content]) => isText(content)).map(([kind, content]) => ({ kind, content })),
    };
  });

  adapter.method("turn/compose", ({ session, invocations }) => {
    const request = entries(invocations).flatMap((invocation) =>
      entries(at(invocation, "contributions")).map((given) => ({
        provider: at(invocation, "provider"),
        id: at(given, "id"),
        kind: at(given, "kind"),
        content: at(given, "content"),
      })),
    );
    return { session, request };
  });
}

function* user(said) {
  yield ["instruction", at(said, "instructions")];
  for (const attachment of texts(at(said, "attachments"))) yield ["attachment", attachment];
}

function* clientContext(client) {
  for (const file of texts(at(client, "files"))) yield ["file", file];
  yield ["structure", at(client, "structure")];
  yield ["editorState", at(client, "editor")];
}

function* kfr(memory) {
  for (const entry of entries(at(memory, "entries"))) {
    if (at(entry, "active") === true) yield ["fact", at(entry, "content")];
  }
  for (const fact of texts(at(memory, "temporaryFacts"))) yield ["fact", fact];
}

function* rag(retrieved) {
  // Where it came from makes no difference.
  for (const entry of entries(retrieved)) yield ["retrieved", at(entry, "content")];
}

function* turnMetadata(notices) {
  for (const notice of texts(notices)) yield ["notice", notice];
}

// The slice of the turn that a provider is given, and what it makes of it.
const PROVIDERS = new Map([
  ["user", { slice: "user", contributions: user }],
  ["clientContext", { slice: "client", contributions: clientContext }],
  ["kfr", { slice: "kfr", contributions: kfr }],
  ["rag", { slice: "rag", contributions: rag }],
  ["turnMetadata", { slice: "metadata", contributions: turnMetadata }],
]);
const NOBODY = { slice: "", contributions: () => [] };

/**
 * AGN-036: is the pipeline context what the next step may rely on?
 *
 * The validator keeps no state, changes nothing, and answers for every input. A
 * *rule* is a function that takes the context and yields what is wrong with it.
 */

import { at, entries, isMissing, isObject, isString, isText, members, same } from "./example-json.mjs";

const TYPES = ["Initial", "FollowOn", "ClientToolCallContinuation"];
const RESPONSE_TYPES = ["Final", "ToolContinuation"];

/** Offers what this module can answer. */
export function register(adapter) {
  adapter.method("context/validate_core", ({ context }) => verdict(check([validCore], context), { context }));

  adapter.method("context/validate_pre_step", ({ context, step }) =>
    verdict(check(rulesOf(PRE, step), context), { context }),
  );

  adapter.method("context/validate_post_step", ({ context, step, before }) => {
    const errors = check(rulesOf(POST, step), context);
    if (step === "ResponseBuilder" && !isMissing(before) && !same(tidy(before), tidy(context))) {
      errors.push(error("The context was changed while the response was built."));
    }
    return verdict(errors, { context });
  });

  adapter.method("context/validate_tool_call_manifest", ({ manifest }) =>
    verdict([...manifestErrors(manifest)], { manifest }),
  );

  adapter.method("context/build_response", ({ context }) => {
    const errors = check([responseTypeIsSet], context);
    if (errors.length > 0) return verdict(errors, { context });
    const response = buildResponse(context);
    const gaps = [...gapsIn(response)];
    return verdict(gaps, gaps.length > 0 ? { context } : { context, response });
  });
}

function verdict(errors, more) {
  return { ok: errors.length === 0, errors, ...more };
}

function error(message, more) {
  return { message, ...more };
}

function check(rules, context) {
  if (rules.length > 0 && !isObject(context)) return [error("There is no context.")];
  return rules.flatMap((rule) => [...rule(context)]);
}

function rulesOf(table, step) {
  // The document does not say what becomes of a step it does not name. We refuse.
  return isString(step) && Object.hasOwn(table, step) ? table[step] : [unknownStep];
}

function* unknownStep() {
  yield error("There is no such step.");
}

// Section 3: what is always true.

function* validCore(context) {
  const { type, envelope } = context;
  if (!TYPES.includes(type)) yield error(`Type is none of ${TYPES.join(", ")}.`);
  for (const name of ["timeStamp", "correlationId"]) {
    if (!isText(context[name])) yield error(`${name} is empty.`);
  }
  for (const name of ["org", "user"]) {
    if (isMissing(at(envelope, name))) yield error(`Envelope.${name} is missing.`);
  }

  if (type === "Initial" || type === "FollowOn") {
    const lists = ["inputArtifacts", "clipBoardImages"].map((name) => entries(at(envelope, name)));
    if (!isText(at(envelope, "instructions")) && lists.every((list) => list.length === 0)) {
      yield error("The envelope has no instructions, no input artifacts and no clipboard images.");
    }
    if (entries(at(envelope, "toolResults")).length > 0) {
      yield error(`Envelope.toolResults must be empty for ${type}.`);
    }
  }
  if (type === "Initial") {
    for (const name of ["sessionId", "turnId"]) {
      const value = at(envelope, name);
      if (!isMissing(value) && value !== "") yield error(`Envelope.${name} must be empty for Initial.`);
    }
  }
  if (type === "FollowOn" || type === "ClientToolCallContinuation") yield* envelopeHasIds(context);
  if (type === "ClientToolCallContinuation") yield* envelopeHasToolResults(context);
}

// Section 4: what a step needs, and what it leaves behind.

function populated(...names) {
  return function* rule(context) {
    for (const name of names) {
      if (isMissing(context[name])) yield error(`${name} is not populated.`);
    }
  };
}

function notYetPopulated(...names) {
  return function* rule(context) {
    for (const name of names) {
      if (!isMissing(context[name])) yield error(`${name} must not be populated yet.`);
    }
  };
}

function forContinuations(rule) {
  return (context) => (context.type === "ClientToolCallContinuation" ? rule(context) : []);
}

function* envelopeHasIds(context) {
  for (const name of ["sessionId", "turnId"]) {
    if (!isText(at(context, "envelope", name))) yield error(`Envelope.${name} is missing.`);
  }
}

function* envelopeHasToolResults(context) {
  if (entries(at(context, "envelope", "toolResults")).length === 0) yield error("Envelope.toolResults has no entries.");
}

function isTurnOfTheEnvelope(context) {
  return same(at(context, "turn", "id"), at(context, "envelope", "turnId"));
}

function* turnIsNew(context) {
  if (isTurnOfTheEnvelope(context)) yield error("Turn.id is the id of the turn before.");
}

function* turnIsTheSame(context) {
  if (!isTurnOfTheEnvelope(context)) yield error("Turn.id is not the id in the envelope.");
}

function* sessionHasAMode(context) {
  if (!isText(at(context, "session", "mode"))) yield error("Session.mode has no value.");
}

function manifestIsValid(context) {
  return manifestErrors(context.toolCallManifest);
}

function* knowledgeIsReady(context) {
  if (at(context, "promptKnowledgeProvider", "state") !== "Ready") {
    yield error("The prompt knowledge provider is not Ready.");
  }
}

function* exactlyOneOutcome(context) {
  const isFinal = !isMissing(context.responsePayload);
  const isContinued = clientCalls(context).length > 0;
  if (isFinal && isContinued) yield error("There are a response payload and client tool calls: which is the outcome?");
  if (!isFinal && !isContinued) yield error("There is neither a response payload nor a client tool call.");
}

function* responseTypeIsSet(context) {
  if (!RESPONSE_TYPES.includes(context.responseType)) {
    yield error(`ResponseType is neither ${RESPONSE_TYPES.join(" nor ")}.`);
  }
}

// Only the conditions that the document lists for a step. Whether a broken core
// fails the other steps too it leaves open; they rely on RequestHandler here.
const PRE = {
  RequestHandler: [],
  SessionRestorer: [envelopeHasIds, notYetPopulated("session", "turn")],
  AgentContextResolver: [notYetPopulated("session", "turn")],
  ClientToolContinuationResolver: [populated("session", "turn"), envelopeHasToolResults],
  AgentSessionCreator: [populated("agentContext", "conversationContext"), notYetPopulated("session", "turn")],
  AgentContextLoader: [populated("session", "turn")],
  PromptContentProviderInitializer: [
    populated("session", "turn", "agentContext", "conversationContext"),
    forContinuations(populated("toolCallManifest")),
  ],
  Reasoner: [validCore, knowledgeIsReady],
  LLMClient: [notYetPopulated("responsePayload"), forContinuations(manifestIsValid)],
  ResponseBuilder: [responseTypeIsSet],
};
const POST = {
  RequestHandler: [validCore],
  SessionRestorer: [populated("session", "turn"), turnIsNew, sessionHasAMode],
  AgentContextResolver: [populated("agentContext", "conversationContext")],
  ClientToolContinuationResolver: [manifestIsValid, turnIsTheSame],
  AgentSessionCreator: [populated("session", "turn")],
  AgentContextLoader: [populated("agentContext", "conversationContext")],
  PromptContentProviderInitializer: [knowledgeIsReady],
  Reasoner: [],
  LLMClient: [exactlyOneOutcome],
  ResponseBuilder: [responseTypeIsSet],
};

// Section 5: the manifest.

function* manifestErrors(manifest) {
  // A manifest that is missing has no lists that could agree, so it is not valid.
  if (!isObject(manifest)) yield error("There is no tool call manifest.");
  const calls = entries(at(manifest, "toolCalls"));
  const results = entries(at(manifest, "toolCallResults"));
  if (calls.length !== results.length) {
    yield error(`There are ${calls.length} tool calls and ${results.length} results.`);
  }
  for (const [index, result] of results.entries()) {
    const about = { toolCallId: at(result, "toolCallId"), name: at(result, "name") };
    for (const [name, value] of Object.entries(about)) {
      if (index < calls.length && !same(at(calls[index], name), value)) {
        yield error(`The ${name} of a result is not that of its call.`, about);
      }
    }
    if (!isText(at(result, "resultJson"))) {
      const reason = at(result, "errorMessage") || "The tool gave no result.";
      yield error("A tool call failed.", { ...about, reason });
    }
  }
}

function clientCalls(context) {
  const calls = entries(at(context, "toolCallManifest", "toolCalls"));
  return calls.filter((call) => at(call, "requiresClientExecution") === true);
}

// AGN-033: the response. One that would have gaps is not sent.

function buildResponse(context) {
  const { session, turn } = context;
  const isFinal = context.responseType === "Final";
  const response = {
    kind: isFinal ? "final" : "client_tool_continuation",
    sessionId: at(session, "id"),
    turnId: at(turn, "id"),
    modeDisplayName: at(session, "modeDisplayName"),
  };
  if (isFinal) return { ...response, primaryOutputText: at(context, "responsePayload", "primaryOutputText") };
  const toolCalls = clientCalls(context).map(({ toolCallId, name, argumentsJson }) => ({
    toolCallId,
    name,
    argumentsJson,
  }));
  return { ...response, toolCalls };
}

function* gapsIn(response) {
  for (const name of ["sessionId", "turnId", "modeDisplayName"]) {
    if (!isText(response[name])) yield error(`The response would have no ${name}.`);
  }
  if (response.kind === "final") {
    if (!isString(response.primaryOutputText)) yield error("The response would have no primaryOutputText.");
  } else if (response.toolCalls.length === 0 || !response.toolCalls.flatMap(Object.values).every(isString)) {
    yield error("The response would have no complete toolCalls.");
  }
}

/** Without null members and empty lists, which say nothing. */
function tidy(value) {
  if (Array.isArray(value)) return value.map(tidy);
  if (!isObject(value)) return value;
  const telling = members(value).filter(([, entry]) => entry !== null && !(Array.isArray(entry) && entry.length === 0));
  return Object.fromEntries(telling.map(([key, entry]) => [key, tidy(entry)]));
}

"""AGN-036: is the pipeline context what the next step may rely on?

The validator keeps no state, changes nothing, and answers for every input. A
*rule* is a function that takes the context and yields what is wrong with it.
"""

from example_json import at, entries, is_text, same

TYPES = ("Initial", "FollowOn", "ClientToolCallContinuation")
RESPONSE_TYPES = ("Final", "ToolContinuation")


def register(adapter):
    """Offers what this module can answer."""

    @adapter.method("context/validate_core")
    def core(context=None):
        return verdict(check([valid_core], context), context=context)

    @adapter.method("context/validate_pre_step")
    def pre_step(context=None, step=None):
        return verdict(check(rules_of(PRE, step), context), context=context)

    @adapter.method("context/validate_post_step")
    def post_step(context=None, step=None, before=None):
        errors = check(rules_of(POST, step), context)
        if step == "ResponseBuilder" and before is not None and not same(tidy(before), tidy(context)):
            errors.append(error("The context was changed while the response was built."))
        return verdict(errors, context=context)

    @adapter.method("context/validate_tool_call_manifest")
    def tool_call_manifest(manifest=None):
        return verdict(list(manifest_errors(manifest)), manifest=manifest)

    @adapter.method("context/build_response")
    def response(context=None):
        errors = check([response_type_is_set], context)
        if not errors:
            built, errors = build_response(context)
        if errors:
            return verdict(errors, context=context)
        return verdict([], response=built, context=context)


def verdict(errors, **more):
    return {"ok": not errors, "errors": errors, **more}


def error(message, **more):
    return {"message": message, **more}


def check(rules, context):
    if rules and not isinstance(context, dict):
        return [error("There is no context.")]
    return [found for rule in rules for found in rule(context)]


def rules_of(table, step):
    # The document does not say what becomes of a step it does not name. We refuse.
    return table.get(step, [unknown_step]) if isinstance(step, str) else [unknown_step]


def unknown_step(context):
    yield error("There is no such step.")


# Section 3: what is always true.


def valid_core(context):
    envelope = context.get("envelope")
    kind = context.get("type")
    if kind not in TYPES:
        yield error("Type is none of Initial, FollowOn, ClientToolCallContinuation.")
    for name in ("timeStamp", "correlationId"):
        if not is_text(context.get(name)):
            yield error(f"{name} is empty.")
    for name in ("org", "user"):
        if at(envelope, name) is None:
            yield error(f"Envelope.{name} is missing.")

    if kind in ("Initial", "FollowOn"):
        given = is_text(at(envelope, "instructions"))
        if not (given or entries(at(envelope, "inputArtifacts")) or entries(at(envelope, "clipBoardImages"))):
            yield error("The envelope has no instructions, no input artifacts and no clipboard images.")
        if entries(at(envelope, "toolResults")):
            yield error(f"Envelope.toolResults must be empty for {kind}.")
    if kind == "Initial":
        for name in ("sessionId", "turnId"):
            if at(envelope, name) not in (None, ""):
                yield error(f"Envelope.{name} must be empty for Initial.")
    if kind in ("FollowOn", "ClientToolCallContinuation"):
        yield from envelope_has_ids(context)
    if kind == "ClientToolCallContinuation":
        yield from envelope_has_tool_results(context)


# Section 4: what a step needs, and what it leaves behind.


def populated(*names):
    def rule(context):
        for name in names:
            if context.get(name) is None:
                yield error(f"{name} is not populated.")

    return rule


def null(*names):
    def rule(context):
        for name in names:
            if context.get(name) is not None:
                yield error(f"{name} must not be populated yet.")

    return rule


def envelope_has_ids(context):
    for name in ("sessionId", "turnId"):
        if not is_text(at(context, "envelope", name)):
            yield error(f"Envelope.{name} is missing.")


def envelope_has_tool_results(context):
    if not entries(at(context, "envelope", "toolResults")):
        yield error("Envelope.toolResults has no entries.")


def turn_is_new(context):
    if same(at(context, "turn", "id"), at(context, "envelope", "turnId")):
        yield error("Turn.id is the id of the turn before.")


def turn_is_the_same(context):
    if not same(at(context, "turn", "id"), at(context, "envelope", "turnId")):
        yield error("Turn.id is not the id in the envelope.")


def session_has_a_mode(context):
    if not is_text(at(context, "session", "mode")):
        yield error("Session.mode has no value.")


def manifest_is_valid(context):
    yield from manifest_errors(context.get("toolCallManifest"))


def a_continuation_has_a_manifest(context):
    if context.get("type") == "ClientToolCallContinuation":
        yield from populated("toolCallManifest")(context)


def a_continuation_has_a_valid_manifest(context):
    if context.get("type") == "ClientToolCallContinuation":
        yield from manifest_is_valid(context)


def knowledge_is_ready(context):
    if at(context, "promptKnowledgeProvider", "state") != "Ready":
        yield error("The prompt knowledge provider is not Ready.")


def exactly_one_outcome(context):
    final, continued = context.get("responsePayload") is not None, bool(client_calls(context))
    if final and continued:
        yield error("There are a response payload and client tool calls: which is the outcome?")
    if not final and not continued:
        yield error("There is neither a response payload nor a client tool call.")


def response_type_is_set(context):
    if context.get("responseType") not in RESPONSE_TYPES:
        yield error("ResponseType is neither Final nor ToolContinuation.")


# Only the conditions that the document lists for a step. Whether a broken core
# fails the other steps too it leaves open; they rely on RequestHandler here.
PRE = {
    "RequestHandler": [],
    "SessionRestorer": [envelope_has_ids, null("session", "turn")],
    "AgentContextResolver": [null("session", "turn")],
    "ClientToolContinuationResolver": [populated("session", "turn"), envelope_has_tool_results],
    "AgentSessionCreator": [populated("agentContext", "conversationContext"), null("session", "turn")],
    "AgentContextLoader": [populated("session", "turn")],
    "PromptContentProviderInitializer": [
        populated("session", "turn", "agentContext", "conversationContext"),
        a_continuation_has_a_manifest,
    ],
    "Reasoner": [valid_core, knowledge_is_ready],
    "LLMClient": [null("responsePayload"), a_continuation_has_a_valid_manifest],
    "ResponseBuilder": [response_type_is_set],
}
POST = {
    "RequestHandler": [valid_core],
    "SessionRestorer": [populated("session", "turn"), turn_is_new, session_has_a_mode],
    "AgentContextResolver": [populated("agentContext", "conversationContext")],
    "ClientToolContinuationResolver": [manifest_is_valid, turn_is_the_same],
    "AgentSessionCreator": [populated("session", "turn")],
    "AgentContextLoader": [populated("agentContext", "conversationContext")],
    "PromptContentProviderInitializer": [knowledge_is_ready],
    "Reasoner": [],
    "LLMClient": [exactly_one_outcome],
    "ResponseBuilder": [response_type_is_set],
}


# Section 5: the manifest.


def manifest_errors(manifest):
    # A missing manifest is not valid: "if and only if" the lists agree, and it has none.
    if not isinstance(manifest, dict):
        yield error("There is no tool call manifest.")
    calls, results = entries(at(manifest, "toolCalls")), entries(at(manifest, "toolCallResults"))
    if len(calls) != len(results):
        yield error(f"There are {len(calls)} tool calls and {len(results)} results.")
    for call, result in zip(calls, results):
        for name in ("toolCallId", "name"):
            if not same(at(call, name), at(result, name)):
                yield error(f"The {name} of a result is not that of its call.", **about(result))
    for result in results:
        if not is_text(at(result, "resultJson")):
            reason = at(result, "errorMessage") or "The tool gave no result."
            yield error("A tool call failed.", **about(result), reason=reason)


def about(result):
    return {"toolCallId": at(result, "toolCallId"), "name": at(result, "name")}


def client_calls(context):
    calls = entries(at(context, "toolCallManifest", "toolCalls"))
    return [call for call in calls if at(call, "requiresClientExecution") is True]


# AGN-033: the response. One that cannot be complete is not built.


def build_response(context):
    session, turn = context.get("session"), context.get("turn")
    response = {
        "kind": "final" if context["responseType"] == "Final" else "client_tool_continuation",
        "sessionId": at(session, "id"),
        "turnId": at(turn, "id"),
        "modeDisplayName": at(session, "modeDisplayName"),
    }
    errors = [error(f"The response would have no {key}.") for key, value in response.items() if not is_text(value)]
    if response["kind"] == "final":
        text = response["primaryOutputText"] = at(context, "responsePayload", "primaryOutputText")
        if not isinstance(text, str):
            errors.append(error("The response would have no primaryOutputText."))
    else:
        names = ("toolCallId", "name", "argumentsJson")
        calls = response["toolCalls"] = [{name: call.get(name) for name in names} for call in client_calls(context)]
        if not calls or not all(isinstance(value, str) for call in calls for value in call.values()):
            errors.append(error("The response would have no complete toolCalls."))
    return response, errors


def tidy(value):
    """Without null members and empty lists, which say nothing."""
    if isinstance(value, list):
        return [tidy(entry) for entry in value]
    if isinstance(value, dict):
        return {key: tidy(entry) for key, entry in value.items() if entry is not None and entry != []}
    return value

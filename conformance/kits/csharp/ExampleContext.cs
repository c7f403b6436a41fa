// AGN-036: is the pipeline context what the next step may rely on?
//
// The validator keeps no state, changes nothing, and answers for every input. A *rule* is a function that takes the
// context and yields what is wrong with it.

using System.Collections.Generic;
using System.Linq;
using Proofmark;
using static ExampleJson;
using Rule = System.Func<object, System.Collections.Generic.IEnumerable<string>>;

static class ExampleContext
{
    const string Continuation = "ClientToolCallContinuation";

    /// <summary>Offers what this class can answer.</summary>
    public static void Register(Adapter adapter)
    {
        adapter.Method("context/validate_core", call => Verdict(Check(call["context"], ValidCore), call["context"]));
        adapter.Method("context/validate_pre_step",
            call => Verdict(Check(call["context"], RulesOf(Pre, call["step"])), call["context"]));
        adapter.Method("context/validate_post_step", call =>
        {
            var errors = Check(call["context"], RulesOf(Post, call["step"]));
            var isChanged = call["before"] != null && !Same(Tidy(call["before"]), Tidy(call["context"]));
            if (Equals(call["step"], "ResponseBuilder") && isChanged)
                errors.Add("The context was changed while the response was built.");
            return Verdict(errors, call["context"]);
        });
        adapter.Method("context/validate_tool_call_manifest", call =>
        {
            var errors = ExampleManifest.Errors(call["manifest"]).ToList();
            return new { ok = errors.Count == 0, errors, manifest = call["manifest"] };
        });
        adapter.Method("context/build_response", call =>
        {
            var errors = Check(call["context"], ResponseTypeIsSet);
            var response = errors.Count == 0 ? ExampleResponse.Build(call["context"], errors) : null;
            if (errors.Count > 0) return Verdict(errors, call["context"]);
            return new { ok = true, errors, response, context = call["context"] };
        });
    }

    static object Verdict(List<string> errors, object context) =>
        new { ok = errors.Count == 0, errors = errors.Select(message => new { message }), context };

    static List<string> Check(object context, params Rule[] rules)
    {
        if (rules.Length > 0 && !(context is Dictionary<string, object>)) return new List<string> { "There is no context." };
        return rules.SelectMany(rule => rule(context)).ToList();
    }

    // The document does not say what becomes of a step it does not name. We refuse.
    static Rule[] RulesOf(Dictionary<string, Rule[]> table, object step) =>
        step is string name && table.TryGetValue(name, out var rules) ? rules : new Rule[] { UnknownStep };

    static IEnumerable<string> UnknownStep(object context) { yield return "There is no such step."; }

    // Section 3: what is always true.
    static IEnumerable<string> ValidCore(object context)
    {
        var type = At(context, "type") as string;
        if (type != "Initial" && type != "FollowOn" && type != Continuation)
            yield return "Type is none of Initial, FollowOn, ClientToolCallContinuation.";
        foreach (var name in new[] { "timeStamp", "correlationId" })
            if (!IsText(At(context, name))) yield return name + " is empty.";
        foreach (var name in new[] { "org", "user" })
            if (At(context, "envelope", name) == null) yield return "Envelope." + name + " is missing.";
        var more = Enumerable.Empty<string>();
        if (type == "Initial" || type == "FollowOn") more = more.Concat(HasInput(context));
        if (type == "Initial") more = more.Concat(HasNoIds(context));
        if (type == "FollowOn" || type == Continuation) more = more.Concat(EnvelopeHasIds(context));
        if (type == Continuation) more = more.Concat(EnvelopeHasToolResults(context));
        foreach (var error in more) yield return error;
    }

    static IEnumerable<string> HasInput(object context)
    {
        System.Func<string, bool> Has = name => Entries(At(context, "envelope", name)).Count > 0;
        if (!IsText(At(context, "envelope", "instructions")) && !Has("inputArtifacts") && !Has("clipBoardImages"))
            yield return "The envelope has no instructions, no input artifacts and no clipboard images.";
        if (Has("toolResults")) yield return "Envelope.toolResults must be empty here.";
    }

    static IEnumerable<string> HasNoIds(object context) =>
        from name in new[] { "sessionId", "turnId" }
        let id = At(context, "envelope", name)
        where id != null && !Equals(id, "")
        select "Envelope." + name + " must be empty for Initial.";

    // Section 4: what a step needs, and what it leaves behind.
    static IEnumerable<string> EnvelopeHasIds(object context) =>
        from name in new[] { "sessionId", "turnId" }
        where !IsText(At(context, "envelope", name))
        select "Envelope." + name + " is missing.";

    static IEnumerable<string> EnvelopeHasToolResults(object context)
    {
        if (Entries(At(context, "envelope", "toolResults")).Count == 0) yield return "Envelope.toolResults has no entries.";
    }

    static Rule Populated(params string[] names) => context =>
        from name in names where At(context, name) == null select name + " is not populated.";

    static Rule Null(params string[] names) => context =>
        from name in names where At(context, name) != null select name + " must not be populated yet.";

    static Rule Holds(System.Func<object, bool> condition, string otherwise) => context =>
        condition(context) ? Enumerable.Empty<string>() : new[] { otherwise };

    static Rule OfAContinuation(Rule rule) => context =>
        Equals(At(context, "type"), Continuation) ? rule(context) : Enumerable.Empty<string>();

    static bool TurnIsTheSame(object context) => Same(At(context, "turn", "id"), At(context, "envelope", "turnId"));

    static readonly Rule ManifestIsValid = context =>
        ExampleManifest.Errors(At(context, "toolCallManifest")).Select(error => (string)error["message"]);

    static readonly Rule KnowledgeIsReady = Holds(
        context => Equals(At(context, "promptKnowledgeProvider", "state"), "Ready"),
        "The prompt knowledge provider is not Ready.");

    static readonly Rule ExactlyOneOutcome = Holds(
        context => At(context, "responsePayload") != null != ExampleManifest.ClientCalls(context).Any(),
        "Either a response payload or client tool calls: there are both, or neither.");

    static readonly Rule ResponseTypeIsSet = Holds(
        context => Equals(At(context, "responseType"), "Final") || Equals(At(context, "responseType"), "ToolContinuation"),
        "ResponseType is neither Final nor ToolContinuation.");

    // Only the conditions that the document lists for a step. Whether a broken core fails the other steps too it leaves
    // open; they rely on RequestHandler here.
    static readonly Dictionary<string, Rule[]> Pre = new Dictionary<string, Rule[]>
    {
        ["RequestHandler"] = new Rule[] { },
        ["SessionRestorer"] = new[] { EnvelopeHasIds, Null("session", "turn") },
        ["AgentContextResolver"] = new[] { Null("session", "turn") },
        ["ClientToolContinuationResolver"] = new[] { Populated("session", "turn"), EnvelopeHasToolResults },
        ["AgentSessionCreator"] = new[] { Populated("agentContext", "conversationContext"), Null("session", "turn") },
        ["AgentContextLoader"] = new[] { Populated("session", "turn") },
        ["PromptContentProviderInitializer"] = new[]
        {
            Populated("session", "turn", "agentContext", "conversationContext"), OfAContinuation(Populated("toolCallManifest")),
        },
        ["Reasoner"] = new[] { ValidCore, KnowledgeIsReady },
        ["LLMClient"] = new[] { Null("responsePayload"), OfAContinuation(ManifestIsValid) },
        ["ResponseBuilder"] = new[] { ResponseTypeIsSet },
    };

    static readonly Dictionary<string, Rule[]> Post = new Dictionary<string, Rule[]>
    {
        ["RequestHandler"] = new Rule[] { ValidCore },
        ["SessionRestorer"] = new[]
        {
            Populated("session", "turn"),
            Holds(context => !TurnIsTheSame(context), "Turn.id is the id of the turn before."),
            Holds(context => IsText(At(context, "session", "mode")), "Session.mode has no value."),
        },
        ["AgentContextResolver"] = new[] { Populated("agentContext", "conversationContext") },
        ["ClientToolContinuationResolver"] = new[]
        {
            ManifestIsValid, Holds(TurnIsTheSame, "Turn.id is not the id in the envelope."),
        },
        ["AgentSessionCreator"] = new[] { Populated("session", "turn") },
        ["AgentContextLoader"] = new[] { Populated("agentContext", "conversationContext") },
        ["PromptContentProviderInitializer"] = new[] { KnowledgeIsReady },
        ["Reasoner"] = new Rule[] { },
        ["LLMClient"] = new[] { ExactlyOneOutcome },
        ["ResponseBuilder"] = new[] { ResponseTypeIsSet },
    };

    /// <summary>Without null members and empty lists, which say nothing.</summary>
    static object Tidy(object value)
    {
        if (value is List<object> entries) return entries.Select(Tidy).ToList();
        if (!(value is Dictionary<string, object> members)) return value;
        return members.Where(member => member.Value != null && !(member.Value is List<object> list && list.Count == 0))
            .ToDictionary(member => member.Key, member => Tidy(member.Value));
    }
}

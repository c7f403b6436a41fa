// AGN-033: the response. One that cannot be complete is not built.

using System.Collections.Generic;
using System.Linq;
using static ExampleJson;

static class ExampleResponse
{
    /// <summary>The response, or what it would lack in <paramref name="errors"/>.</summary>
    public static Dictionary<string, object> Build(object context, List<string> errors)
    {
        var isFinal = Equals(At(context, "responseType"), "Final");
        var response = new Dictionary<string, object>
        {
            ["kind"] = isFinal ? "final" : "client_tool_continuation",
            ["sessionId"] = At(context, "session", "id"),
            ["turnId"] = At(context, "turn", "id"),
            ["modeDisplayName"] = At(context, "session", "modeDisplayName"),
        };
        errors.AddRange(from member in response where !IsText(member.Value) select Lacks(member.Key));
        if (isFinal)
        {
            response["primaryOutputText"] = At(context, "responsePayload", "primaryOutputText");
            if (!(response["primaryOutputText"] is string)) errors.Add(Lacks("primaryOutputText"));
        }
        else
        {
            var names = new[] { "toolCallId", "name", "argumentsJson" };
            var calls = ExampleManifest.ClientCalls(context)
                .Select(call => names.ToDictionary(name => name, name => At(call, name))).ToList();
            response["toolCalls"] = calls;
            if (calls.Count == 0 || !calls.All(call => call.Values.All(value => value is string)))
                errors.Add(Lacks("toolCalls, or not whole ones"));
        }
        return response;
    }

    static string Lacks(string member) => "The response would have no " + member + ".";
}

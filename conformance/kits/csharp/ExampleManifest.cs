// AGN-036, section 5: the tool calls of a turn and their results.

using System;
using System.Collections.Generic;
using System.Linq;
using static ExampleJson;

static class ExampleManifest
{
    /// <summary>What is wrong with a manifest. A missing one is not valid: its lists do not agree, for it has none.</summary>
    public static IEnumerable<Dictionary<string, object>> Errors(object manifest)
    {
        if (!(manifest is Dictionary<string, object>)) yield return Error("There is no tool call manifest.");
        var calls = Entries(At(manifest, "toolCalls"));
        var results = Entries(At(manifest, "toolCallResults"));
        if (calls.Count != results.Count)
            yield return Error("There are " + calls.Count + " tool calls and " + results.Count + " results.");
        for (var i = 0; i < Math.Min(calls.Count, results.Count); i++)
        {
            foreach (var name in new[] { "toolCallId", "name" })
                if (!Same(At(calls[i], name), At(results[i], name)))
                    yield return Error("The " + name + " of a result is not that of its call.", results[i]);
        }
        foreach (var result in results.Where(result => !IsText(At(result, "resultJson"))))
        {
            var error = Error("A tool call failed.", result);
            error["reason"] = IsText(At(result, "errorMessage")) ? At(result, "errorMessage") : "The tool gave no result.";
            yield return error;
        }
    }

    /// <summary>The tool calls that the client has to execute.</summary>
    public static IEnumerable<object> ClientCalls(object context) =>
        Entries(At(context, "toolCallManifest", "toolCalls"))
            .Where(call => Equals(At(call, "requiresClientExecution"), true));

    static Dictionary<string, object> Error(string message, object result = null)
    {
        var error = new Dictionary<string, object> { ["message"] = message };
        if (result != null)
        {
            error["toolCallId"] = At(result, "toolCallId");
            error["name"] = At(result, "name");
        }
        return error;
    }
}

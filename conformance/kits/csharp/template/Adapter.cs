// Your runtime before Proofmark. It runs as it is: `proofmark run --suite preflight -- mono adapter.exe`.

using System;
using System.Collections.Generic;
using Proofmark;

static class Program
{
    static readonly string[] Actions = { "catalog", "start", "run_status", "step_result", "message", "cancel", "cleanup" };

    static void Main()
    {
        // The adapter comes first: from here on, whatever is printed goes to stderr.
        var adapter = new Adapter("my-runtime", "0.1.0");

        // One function per method that your runtime can answer. Delete what you do not have; add what you do.
        adapter.Method("preflight/validate", call => new { diagnostics = Validate(call["input"]) });

        // A method that reaches outside, to agents, tools or models, asks the harness for it:
        //
        //     adapter.Method("contract/delegation_run", async (call, host) => {
        //         var reply = await host.Agent(new { agentId = call["root"], chain = new[] { call["root"] } });
        //         …
        //     });

        adapter.Run();
    }

    static object[] Validate(object input)
    {
        // Ask your runtime here: `return myRuntime.Check(input);`
        // Until you do, this stands in for it. It looks at the action and at nothing else, and the run will find that out.
        object action = null;
        (input as Dictionary<string, object>)?.TryGetValue("action", out action);
        if (!(action is string name) || name == "") return Refuse("action-required", "There is no action.");
        if (Array.IndexOf(Actions, name) < 0) return Refuse("action-invalid", "There is no action " + name + ".");
        return new object[0];
    }

    static object[] Refuse(string code, string message) =>
        new object[] { new { code, message, path = "/action", severity = "error" } };
}

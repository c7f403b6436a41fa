// Running the steps of a workflow: one after the other (AGT-003), or side by side (PE-001 to PE-003).

using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Proofmark;
using static ExampleJson;

static class ExampleSteps
{
    static readonly string[] Strategies = { "failFast", "continueOnError", "rollback" };

    /// <summary>Offers what this class can answer.</summary>
    public static void Register(Adapter adapter)
    {
        adapter.Method("contract/run", async (call, host) =>
        {
            host.Idle();
            var steps = Entries(call["steps"]);
            var problem = Problem(steps, call["parallel"]) ?? ExampleCheckpoint.Problem(steps, call);
            if (problem != null)
            {
                var skipped = steps.Select(step => new { stepId = At(step, "stepId"), status = "skipped" });
                var none = new object[0];
                return new { status = "rejected", error = problem, steps = skipped, checkpoints = none, errors = none };
            }
            var run = new ExampleRun(host, steps, call["parallel"]);
            await (call["parallel"] == null ? run.OneByOne(new ExampleCheckpoint(call)) : run.SideBySide());
            return run.Result();
        });
    }

    public static IEnumerable<string> DependenciesOf(object step) => Entries(At(step, "dependencies")).OfType<string>();

    /// <summary>Why these steps cannot be run: each dependency has to be there, and before its dependent.</summary>
    static string Problem(List<object> steps, object parallel)
    {
        var ids = steps.Select(step => At(step, "stepId")).ToList();
        if (!ids.All(IsText) || ids.Distinct().Count() < ids.Count) return "Every step needs a stepId of its own.";
        foreach (var name in steps.SelectMany(DependenciesOf))
            if (!ids.Contains(name)) return name + " is depended on, and does not exist.";
        var done = new HashSet<object>();
        if (parallel == null)
        {
            // The order of the array is never changed.
            foreach (var step in steps)
            {
                if (!done.IsSupersetOf(DependenciesOf(step))) return At(step, "stepId") + " comes before a step that it needs.";
                done.Add(At(step, "stepId"));
            }
            return null;
        }
        while (done.Count < steps.Count)
        {
            var ready = steps.Where(step => done.IsSupersetOf(DependenciesOf(step))).Select(step => At(step, "stepId")).ToList();
            if (done.IsSupersetOf(ready)) return "The dependencies form a cycle.";
            done.UnionWith(ready);
        }
        var limit = At(parallel, "maxConcurrency");
        if (limit != null && !(IsInteger(limit) && System.Convert.ToInt64(limit) >= 1 && System.Convert.ToInt64(limit) <= 10))
            return "maxConcurrency is not an integer from 1 to 10.";
        var strategy = At(parallel, "failureStrategy");
        return strategy == null || Strategies.Contains(strategy) ? null : "failureStrategy is none of those that there are.";
    }
}

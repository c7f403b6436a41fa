// One run of the steps of a workflow, and what has become of them so far.

using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using Proofmark;
using static ExampleJson;

sealed class ExampleRun
{
    readonly Host host;
    readonly List<object> steps;
    readonly int limit;
    readonly string strategy;
    readonly Dictionary<string, Dictionary<string, object>> outcomes = new Dictionary<string, Dictionary<string, object>>();
    readonly List<string> completed = new List<string>();
    readonly List<object> errors = new List<object>();
    List<Dictionary<string, object>> checkpoints = new List<Dictionary<string, object>>();

    public ExampleRun(Host host, List<object> steps, object parallel)
    {
        this.host = host;
        this.steps = steps;
        limit = Convert.ToInt32(At(parallel, "maxConcurrency") ?? 5);
        strategy = At(parallel, "failureStrategy") as string ?? "failFast";
    }

    bool HasStopped => errors.Count > 0 && strategy != "continueOnError";

    static string IdOf(object step) => (string)At(step, "stepId");

    public object Result() => new
    {
        status = errors.Count > 0 ? "failed" : "completed",
        steps = steps.Select(step => outcomes.TryGetValue(IdOf(step), out var outcome) ? outcome : Outcome(step, "skipped")),
        checkpoints,
        errors,
    };

    static Dictionary<string, object> Outcome(object step, string status) =>
        new Dictionary<string, object> { ["stepId"] = IdOf(step), ["status"] = status };

    /// <summary>In the order of the array, up to the first step that fails.</summary>
    public async Task OneByOne(ExampleCheckpoint checkpoint)
    {
        checkpoints = checkpoint.Written;
        for (var index = 0; index < steps.Count && errors.Count == 0; index++)
        {
            if (index < checkpoint.First)
            {
                Complete(steps[index], "restored", checkpoint.OutputOf(IdOf(steps[index])));
                continue;
            }
            await Perform(steps[index]);
            if (errors.Count == 0) checkpoint.Write(index, IdOf(steps[index]), completed.ToDictionary(name => name, Output));
        }
    }

    /// <summary>Whatever can run does, up to the limit; the strategy says what a failure means for the others.</summary>
    public async Task SideBySide()
    {
        var running = new Dictionary<object, Task>();
        while (true)
        {
            foreach (var step in Ready(running)) running[step] = Perform(step);
            if (running.Count == 0) break;
            await Task.WhenAny(running.Values);
            foreach (var step in running.Keys.Where(step => running[step].IsCompleted).ToList()) running.Remove(step);
            if (!HasStopped) continue;
            // Their replies may still come, and are taken no notice of.
            foreach (var step in running.Keys) outcomes[IdOf(step)] = Outcome(step, "cancelled");
            running.Clear();
        }
        if (errors.Count > 0 && strategy == "rollback") await RollBack();
    }

    /// <summary>The steps to start now. Dependents of a failed step are never among them.</summary>
    List<object> Ready(Dictionary<object, Task> running)
    {
        if (HasStopped) return new List<object>();
        return steps.Where(step => !running.ContainsKey(step) && !outcomes.ContainsKey(IdOf(step)))
            .Where(step => ExampleSteps.DependenciesOf(step).All(completed.Contains))
            .Take(limit - running.Count).ToList();
    }

    async Task Perform(object step)
    {
        var inputs = ExampleSteps.DependenciesOf(step).Distinct().ToDictionary(name => name, Output);
        var reply = await host.Step(new { stepId = IdOf(step), inputs });
        if (outcomes.ContainsKey(IdOf(step))) return; // It was cancelled meanwhile.
        if (Equals(At(reply, "ok"), true))
        {
            Complete(step, "completed", At(reply, "output"));
            return;
        }
        outcomes[IdOf(step)] = Outcome(step, "failed");
        outcomes[IdOf(step)]["error"] = At(reply, "error");
        errors.Add(new { stepId = IdOf(step), message = At(reply, "error") });
    }

    void Complete(object step, string status, object output)
    {
        outcomes[IdOf(step)] = Outcome(step, status);
        outcomes[IdOf(step)]["output"] = output;
        completed.Add(IdOf(step));
    }

    object Output(string name) => outcomes[name]["output"];

    /// <summary>Undoes what was completed and can be undone, the latest first.</summary>
    async Task RollBack()
    {
        var compensable = steps.Where(step => Equals(At(step, "compensable"), true)).Select(IdOf).ToList();
        foreach (var stepId in Enumerable.Reverse(completed).Where(compensable.Contains)) await host.Compensate(new { stepId });
    }
}

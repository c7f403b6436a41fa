// Checkpoints: all that a run needs to go on from where it was (CP-001, CP-002).

using System;
using System.Collections.Generic;
using System.Linq;
using Proofmark;
using static ExampleJson;

sealed class ExampleCheckpoint
{
    static readonly string[] Fields = { "stepIndex", "completedStepId", "stepOutputs", "context", "memorySnapshot" };

    readonly object from, context, memory;
    readonly bool isWanted;

    public ExampleCheckpoint(Call call)
    {
        from = call["resumeFrom"];
        context = (from == null ? call["context"] : At(from, "context")) ?? new { };
        memory = (from == null ? call["memory"] : At(from, "memorySnapshot")) ?? new object[0];
        isWanted = Equals(call["checkpoint"], true);
    }

    public List<Dictionary<string, object>> Written { get; } = new List<Dictionary<string, object>>();

    /// <summary>The index of the first step that is not restored.</summary>
    public int First => from == null ? 0 : Convert.ToInt32(At(from, "stepIndex")) + 1;

    public object OutputOf(string step) => At(from, "stepOutputs", step);

    /// <summary>Writes a snapshot: what happens later does not change it.</summary>
    public void Write(int index, string step, Dictionary<string, object> outputs)
    {
        if (!isWanted) return;
        var values = new[] { index, step, outputs, context, memory };
        Written.Add(Enumerable.Range(0, Fields.Length).ToDictionary(i => Fields[i], i => values[i]));
    }

    /// <summary>Why a run of these steps cannot go on from the checkpoint that it is given; null if it can.</summary>
    public static string Problem(List<object> steps, Call call)
    {
        var checkpoint = call["resumeFrom"];
        if (checkpoint == null) return null;
        if (call["parallel"] != null) return "A parallel run cannot be resumed.";
        var lacking = Fields.FirstOrDefault(field => At(checkpoint, field) == null);
        if (lacking != null) return "The checkpoint has no " + lacking + ".";
        var index = At(checkpoint, "stepIndex");
        if (!IsInteger(index) || Convert.ToDouble(index) < 0 || Convert.ToDouble(index) >= steps.Count)
            return "The checkpoint's stepIndex is not that of a step.";
        var done = steps.Take(Convert.ToInt32(index) + 1).Select(step => (string)At(step, "stepId")).ToList();
        if (!Equals(At(checkpoint, "completedStepId"), done.Last()))
            return "The checkpoint's completedStepId is not the step at its stepIndex.";
        var missing = done.FirstOrDefault(name => At(checkpoint, "stepOutputs", name) == null);
        return missing == null ? null : "The checkpoint has no output of " + missing + ".";
    }
}

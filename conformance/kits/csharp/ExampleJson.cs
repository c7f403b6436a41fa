// Reading JSON that may be anything.
//
// A validator is handed documents that people wrote, so nothing about their shape can be taken for granted: every reader
// here answers for every JSON value.

using System;
using System.Collections.Generic;
using System.Linq;

static class ExampleJson
{
    /// <summary>What is found by following the keys of <paramref name="path"/>; null as soon as one leads nowhere.</summary>
    public static object At(object value, params string[] path)
    {
        foreach (var key in path)
        {
            if (!(value is Dictionary<string, object> members) || !members.TryGetValue(key, out value)) return null;
        }
        return value;
    }

    /// <summary>The elements of a list; none if it is missing or something else.</summary>
    public static List<object> Entries(object value) => value as List<object> ?? new List<object>();

    /// <summary>A string with something in it; a space will do.</summary>
    public static bool IsText(object value) => value is string text && text != "";

    /// <summary>A number without a fraction: 2 and 2.0 are the same number.</summary>
    public static bool IsInteger(object value) => value is long || value is double number && number == Math.Floor(number);

    /// <summary>Whether two JSON values are equal; 1 and 1.0 are.</summary>
    public static bool Same(object one, object other)
    {
        if (one is Dictionary<string, object> members && other is Dictionary<string, object> others)
            return members.Count == others.Count
                && members.All(member => others.TryGetValue(member.Key, out var value) && Same(member.Value, value));
        if (one is List<object> entries && other is List<object> more)
            return entries.Count == more.Count && entries.Zip(more, Same).All(same => same);
        if (IsNumber(one) && IsNumber(other)) return Convert.ToDouble(one) == Convert.ToDouble(other);
        return Equals(one, other);
    }

    static bool IsNumber(object value) => value is long || value is double;
}

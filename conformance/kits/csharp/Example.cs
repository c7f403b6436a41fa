// A worked example: a small runtime, put before Proofmark.
//
//     mcs -out:example.exe *.cs
//     proofmark run --suite context -- mono example.exe
//
// ExampleContext answers the whole suite `context`. ExampleSteps shows a method that asks the host.

using Proofmark;

static class Example
{
    static void Main()
    {
        var adapter = new Adapter("csharp-example", "1.0", "idle", "responses", "rollback", "memorySnapshot");
        ExampleContext.Register(adapter);
        ExampleSteps.Register(adapter);
        adapter.Run();
    }
}

// A runtime that does what an adapter author might do, good and bad, for the tests of the kit.

using System;
using System.Threading.Tasks;
using Proofmark;

static class KitSubject
{
    static void Main()
    {
        var adapter = new Adapter("kit-subject", "1.0", "idle");
        Console.WriteLine("printed before run");
        adapter.Method("test/echo", call => call["value"]);
        adapter.Method("test/fail", call => { throw new ArgumentException("the reason"); });
        adapter.Method("test/cannot", call => { throw new Inexpressible("there are no empty names here"); });
        adapter.Method("test/unwritable", call => double.NaN);
        adapter.Method("test/print", call =>
        {
            Console.WriteLine("printed in a method");
            return "quiet";
        });
        adapter.Method("test/both", async (call, host) =>
        {
            host.Idle();
            host.Event(new { kind = "news" });
            return await Task.WhenAll(host.Step(new { n = 1 }), host.Step(new { n = 2 }));
        });
        adapter.Method("test/first", async (call, host) =>
            await await Task.WhenAny(host.Tool(new { n = 1 }), host.Tool(new { n = 2 })));
        adapter.Method("test/limit", async (call, host) =>
        {
            var reply = host.Agent(new { });
            return await Task.WhenAny(reply, Task.Delay(1)) == reply ? "in time" : "too late";
        });
        adapter.Method("test/panic", async (call, host) =>
        {
            await Task.Yield();
            throw new InvalidOperationException("a panic");
        });
        adapter.Run();
    }
}

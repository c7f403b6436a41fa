// Put an agent runtime written in C# before Proofmark.
//
// An *adapter* is a program that Proofmark starts and questions over stdin and stdout. This file does the talking; you
// write one function per method that your runtime can answer. It needs nothing but the base library: .NET 6 or later,
// .NET Framework 4.7 or Mono 6.
//
//     using Proofmark;
//
//     var adapter = new Adapter("my-runtime", "1.0");
//     adapter.Method("preflight/validate", call => new { diagnostics = myRuntime.Check(call["input"]) });
//     adapter.Run();
//
// **Values.** JSON comes as null, bool, long (a number written as an integer), double, string, List<object> and
// Dictionary<string, object>. An answer may be made of these, of anonymous objects and of your own classes: their public
// properties are written under their names. A param that was not sent is null.
//
// **The world.** Some methods make the runtime reach outside, to run an agent, a tool, a model. The harness plays that
// world: take a second parameter and ask it.
//
//     adapter.Method("contract/run", async (call, host) => {
//         var reply = await host.Step(new { stepId = "s1", inputs = new { } });
//         …
//     });
//
// Every function runs on the thread of `Run`, and so does what follows an `await`: nothing needs a lock. Several
// requests may be open at a time (`Task.WhenAll`, `Task.WhenAny`), and `Task.Delay` is a time limit.
//
// **At rest.** With the feature `idle`, say `host.Idle()` once, at the top of a function. From then on the harness is told
// whenever nothing more happens before a reply comes or a delay is over. (What further threads are up to is not seen: do
// without `idle` if you have them, or if you say `ConfigureAwait(false)`.)
//
// **When things go wrong.** An exception becomes a JSON-RPC error, its stack trace goes to stderr, and the adapter lives
// on. `Inexpressible` says that the runtime has no way to express an input, which is no fault. `Console.WriteLine` is
// harmless: as soon as there is an Adapter, it writes to stderr. A reply to a call that was answered already is ignored,
// and whoever still waits for one is cancelled.

using System;
using System.Collections;
using System.Collections.Concurrent;
using System.Collections.Generic;
using System.Globalization;
using System.IO;
using System.Linq;
using System.Text;
using System.Threading;
using System.Threading.Tasks;

namespace Proofmark
{
    /// <summary>The params of a call, by name; null where there is none.</summary>
    public sealed class Call
    {
        readonly IDictionary<string, object> given;

        internal Call(IDictionary<string, object> given) { this.given = given; }

        public object this[string name] => given.TryGetValue(name, out var value) ? value : null;
    }

    /// <summary>Throw it where your runtime has no way to express the input: the case is not judged.</summary>
    public sealed class Inexpressible : Exception
    {
        public Inexpressible(string reason) : base(reason) { }
    }

    /// <summary>Answers the harness with the functions registered on it.</summary>
    public sealed class Adapter
    {
        const int ParseError = -32700, MethodNotFound = -32601, InvalidParams = -32602, Failed = -32000,
            CannotExpress = -32001;
        const long ProtocolVersion = 1;

        readonly object implementation;
        readonly string[] features;
        readonly Dictionary<string, Func<Call, Host, Task<object>>> methods =
            new Dictionary<string, Func<Call, Host, Task<object>>>();
        readonly Dictionary<long, (Host host, TaskCompletionSource<object> reply)> waiting =
            new Dictionary<long, (Host, TaskCompletionSource<object>)>();
        readonly List<Host> open = new List<Host>();
        readonly Loop loop = new Loop();
        readonly Stream output = Console.OpenStandardOutput();
        long lastHostId;

        public Adapter(string name, string version = "0", params string[] features)
        {
            implementation = new { name, version, language = "csharp" };
            this.features = features;
            Console.SetOut(Console.Error);
        }

        /// <summary>Registers the answer to a method that reaches nothing outside.</summary>
        public void Method(string name, Func<Call, object> answer) =>
            methods.Add(name, (call, host) => Task.FromResult(answer(call)));

        /// <summary>Registers the answer to a method that asks the host.</summary>
        public void Method(string name, Func<Call, Host, Task<object>> answer) => methods.Add(name, answer);

        /// <summary>Serves until the input ends. From here on the standard streams belong to the protocol.</summary>
        public void Run()
        {
            var reader = new Thread(Read) { IsBackground = true };
            reader.Start();
            loop.Run(SayIdle);
            // The harness is gone: whoever waits is told, and has what was posted so far to clean up.
            foreach (var host in open.ToArray()) Release(host);
            loop.Drain();
        }

        void Read()
        {
            var input = new StreamReader(Console.OpenStandardInput(), new UTF8Encoding(false), false, 1 << 16);
            for (string line; (line = input.ReadLine()) != null;)
            {
                var read = line;
                if (read.Trim() != "") loop.Post(_ => Receive(read), null);
            }
            loop.End();
        }

        void Receive(string line)
        {
            Dictionary<string, object> message;
            try
            {
                message = Json.Parse(line) as Dictionary<string, object> ?? throw new FormatException("no object");
            }
            catch (FormatException error)
            {
                Answer(null, Error(ParseError, "not a JSON-RPC message: " + error.Message));
                return;
            }
            if (!message.TryGetValue("method", out var method) || !message.TryGetValue("id", out var id))
            {
                Deliver(message);
                return;
            }
            message.TryGetValue("params", out var given);
            var call = new Call(given as Dictionary<string, object> ?? new Dictionary<string, object>());
            var name = method as string ?? "";
            if (methods.TryGetValue(name, out var answer)) Serve(id, call, answer);
            else if (name == "initialize") Answer(id, Introduce(call["protocolVersion"]));
            else if (name == "shutdown") Answer(id, Result(null));
            else Answer(id, Error(MethodNotFound, "method not offered: " + name));
        }

        Dictionary<string, object> Introduce(object version)
        {
            if (!Equals(version, ProtocolVersion))
                return Error(InvalidParams, "protocol version " + ProtocolVersion + " is spoken here, not " + version);
            return Result(new { protocolVersion = ProtocolVersion, implementation, methods = methods.Keys, features });
        }

        async void Serve(object id, Call call, Func<Call, Host, Task<object>> answer)
        {
            var host = new Host(this, id);
            open.Add(host);
            try
            {
                Answer(id, Result(await answer(call, host)));
            }
            catch (Inexpressible reason)
            {
                Answer(id, Error(CannotExpress, reason.Message));
            }
            catch (Exception error)
            {
                Console.Error.WriteLine(error);
                Answer(id, Error(Failed, error.GetType().Name + ": " + error.Message));
            }
            Release(host);
        }

        void Release(Host host)
        {
            host.Over = true;
            open.Remove(host);
            var left = waiting.Where(entry => entry.Value.host == host).Select(entry => entry.Key).ToList();
            foreach (var id in left)
            {
                var reply = waiting[id].reply;
                waiting.Remove(id);
                reply.TrySetCanceled();
            }
        }

        internal Task<object> Ask(Host host, string method, object given)
        {
            if (host.Over) throw new InvalidOperationException(method + " was asked for after the call was answered");
            var asked = new Dictionary<string, object>(Json.Members(given)) { ["call"] = host.Id };
            var reply = new TaskCompletionSource<object>();
            waiting[++lastHostId] = (host, reply);
            Write(new Dictionary<string, object> { ["id"] = lastHostId, ["method"] = method, ["params"] = asked });
            host.Stirred = true;
            return reply.Task;
        }

        void Deliver(Dictionary<string, object> message)
        {
            // If nobody waits for it, its call was answered.
            if (!message.TryGetValue("id", out var id) || !(id is long number)) return;
            if (!waiting.TryGetValue(number, out var asked)) return;
            waiting.Remove(number);
            asked.host.Taken++;
            asked.host.Stirred = true;
            message.TryGetValue("result", out var result);
            asked.reply.TrySetResult(result);
        }

        void SayIdle()
        {
            foreach (var host in open)
            {
                if (host.Tells && host.Stirred) Notify(host, "host/idle", "replies", host.Taken);
                host.Stirred = false;
            }
        }

        internal void Notify(Host host, string method, string member, object value)
        {
            if (host.Over) return;
            var told = new Dictionary<string, object> { ["call"] = host.Id, [member] = value };
            Write(new Dictionary<string, object> { ["method"] = method, ["params"] = told });
        }

        void Answer(object id, Dictionary<string, object> outcome)
        {
            outcome["id"] = id;
            Write(outcome);
        }

        // At once and never in batches: if the next call hangs or crashes, the answers before it must not go down with it,
        // or the harness blames the wrong call.
        void Write(Dictionary<string, object> message)
        {
            message["jsonrpc"] = "2.0";
            var line = Encoding.UTF8.GetBytes(Json.Write(message) + "\n");
            try
            {
                output.Write(line, 0, line.Length);
                output.Flush();
            }
            catch (IOException)
            {
                // The harness is gone. The end of the input will tell.
            }
        }

        static Dictionary<string, object> Result(object result) => new Dictionary<string, object> { ["result"] = result };

        static Dictionary<string, object> Error(int code, string message) =>
            new Dictionary<string, object> { ["error"] = new { code, message } };
    }

    /// <summary>The world, which the harness plays, as a function of the runtime reaches it.</summary>
    public sealed class Host
    {
        readonly Adapter adapter;
        internal readonly object Id;
        internal bool Over, Tells, Stirred;
        internal long Taken;

        internal Host(Adapter adapter, object id)
        {
            this.adapter = adapter;
            Id = id;
        }

        public Task<object> Step(object given) => Ask("host/step", given);
        public Task<object> Compensate(object given) => Ask("host/compensate", given);
        public Task<object> Tool(object given) => Ask("host/tool", given);
        public Task<object> Provider(object given) => Ask("host/provider", given);
        public Task<object> Agent(object given) => Ask("host/agent", given);
        public Task<object> Decide(object given) => Ask("host/decide", given);
        public Task<object> Gates(object given) => Ask("host/gates", given);

        /// <summary>Makes a host call by its name. The member <c>call</c> is filled in.</summary>
        public Task<object> Ask(string method, object given) => adapter.Ask(this, method, given);

        /// <summary>Reports an event.</summary>
        public void Event(object told) => adapter.Notify(this, "host/event", "event", told);

        /// <summary>From now on, says so whenever nothing more happens until a reply comes or a delay is over.</summary>
        public void Idle()
        {
            Tells = true;
            Stirred = true;
        }
    }

    /// <summary>One thread on which everything happens, in the order in which it was posted.</summary>
    sealed class Loop : SynchronizationContext
    {
        readonly BlockingCollection<Action> posted = new BlockingCollection<Action>();
        bool ended;

        public override void Post(SendOrPostCallback what, object state) => posted.Add(() => what(state));

        public override SynchronizationContext CreateCopy() => this;

        /// <summary>Does what is posted, and <paramref name="rest"/> each time there is nothing left to do.</summary>
        public void Run(Action rest)
        {
            SetSynchronizationContext(this);
            while (!ended)
            {
                if (!posted.TryTake(out var next))
                {
                    rest();
                    next = posted.Take();
                }
                next();
            }
        }

        public void Drain()
        {
            while (posted.TryTake(out var next)) next();
        }

        public void End() => posted.Add(() => ended = true);
    }

    /// <summary>JSON, as text and as values.</summary>
    public static class Json
    {
        const int Deepest = 1000;

        /// <summary>The members of an object: of a dictionary, an anonymous object or one of yours.</summary>
        public static IDictionary<string, object> Members(object value) =>
            value as IDictionary<string, object>
            ?? value.GetType().GetProperties().Where(property => property.GetIndexParameters().Length == 0)
                .ToDictionary(property => property.Name, property => property.GetValue(value));

        public static string Write(object value)
        {
            var text = new StringBuilder();
            Write(value, text);
            return text.ToString();
        }

        static void Write(object value, StringBuilder text)
        {
            if (value == null) text.Append("null");
            else if (value is bool flag) text.Append(flag ? "true" : "false");
            else if (value is string || value is char || value is Enum) WriteText(value.ToString(), text);
            else if (value is double || value is float) WriteNumber(Convert.ToDouble(value), text);
            else if (value is IFormattable other && (value.GetType().IsPrimitive || value is decimal))
                text.Append(other.ToString(null, CultureInfo.InvariantCulture));
            else if (value is IEnumerable entries && !(value is IDictionary<string, object>)) WriteEntries(entries, text);
            else WriteMembers(Members(value), text);
        }

        static void WriteNumber(double number, StringBuilder text)
        {
            if (double.IsNaN(number) || double.IsInfinity(number)) throw new ArgumentException("JSON has no " + number);
            text.Append(number.ToString("R", CultureInfo.InvariantCulture));
        }

        static void WriteEntries(IEnumerable entries, StringBuilder text)
        {
            var between = "[";
            foreach (var entry in entries)
            {
                text.Append(between);
                Write(entry, text);
                between = ",";
            }
            text.Append(between == "[" ? "[]" : "]");
        }

        static void WriteMembers(IDictionary<string, object> members, StringBuilder text)
        {
            var between = "{";
            foreach (var member in members)
            {
                text.Append(between);
                WriteText(member.Key, text);
                text.Append(':');
                Write(member.Value, text);
                between = ",";
            }
            text.Append(between == "{" ? "{}" : "}");
        }

        static void WriteText(string value, StringBuilder text)
        {
            text.Append('"');
            foreach (var c in value)
            {
                if (c == '"' || c == '\\') text.Append('\\').Append(c);
                else if (c < ' ' || c > '~') text.Append("\\u").Append(((int)c).ToString("x4"));
                else text.Append(c);
            }
            text.Append('"');
        }

        /// <exception cref="FormatException">It is not JSON.</exception>
        public static object Parse(string text)
        {
            var reader = new Reader { Text = text };
            var value = reader.Value(0);
            reader.Blank();
            if (reader.At < text.Length) throw reader.Unexpected();
            return value;
        }

        sealed class Reader
        {
            public string Text;
            public int At;

            public void Blank()
            {
                while (At < Text.Length && " \t\r\n".IndexOf(Text[At]) >= 0) At++;
            }

            public FormatException Unexpected() =>
                new FormatException(At < Text.Length ? "unexpected " + Text[At] + " at " + At : "it ends too early");

            char Next() => At < Text.Length ? Text[At] : '\0';

            void Take(string word)
            {
                foreach (var c in word)
                {
                    if (Next() != c) throw Unexpected();
                    At++;
                }
            }

            public object Value(int depth)
            {
                if (depth > Deepest) throw new FormatException("nested more than " + Deepest + " deep");
                Blank();
                switch (Next())
                {
                    case '{': return Members(depth);
                    case '[': return Entries(depth);
                    case '"': return String();
                    case 't': Take("true"); return true;
                    case 'f': Take("false"); return false;
                    case 'n': Take("null"); return null;
                    default: return Number();
                }
            }

            Dictionary<string, object> Members(int depth)
            {
                var members = new Dictionary<string, object>();
                Take("{");
                for (Blank(); Next() != '}'; Blank())
                {
                    if (members.Count > 0) { Take(","); Blank(); }
                    var key = String();
                    Blank();
                    Take(":");
                    members[key] = Value(depth + 1);
                }
                Take("}");
                return members;
            }

            List<object> Entries(int depth)
            {
                var entries = new List<object>();
                Take("[");
                for (Blank(); Next() != ']'; Blank())
                {
                    if (entries.Count > 0) Take(",");
                    entries.Add(Value(depth + 1));
                }
                Take("]");
                return entries;
            }

            string String()
            {
                var text = new StringBuilder();
                Take("\"");
                while (Next() != '"')
                {
                    if (Next() < ' ') throw Unexpected();
                    var c = Text[At++];
                    text.Append(c == '\\' ? Escaped() : c);
                }
                Take("\"");
                return text.ToString();
            }

            char Escaped()
            {
                var c = Next();
                var place = "\"\\/bfnrtu".IndexOf(c);
                if (place < 0) throw Unexpected();
                At++;
                if (c != 'u') return "\"\\/\b\f\n\r\t"[place];
                if (At + 4 > Text.Length) throw new FormatException("it ends too early");
                if (!ushort.TryParse(Text.Substring(At, 4), NumberStyles.AllowHexSpecifier, CultureInfo.InvariantCulture, out var unit))
                    throw Unexpected();
                At += 4;
                return (char)unit;
            }

            object Number()
            {
                var start = At;
                while (At < Text.Length && "+-.0123456789eE".IndexOf(Text[At]) >= 0) At++;
                var text = Text.Substring(start, At - start);
                if (long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out var whole)) return whole;
                if (double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number)) return number;
                At = start;
                throw Unexpected();
            }
        }
    }
}

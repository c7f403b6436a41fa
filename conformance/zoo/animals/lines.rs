//! Animals that answer with something else than a message.

use crate::animal::Acts::Says;
use crate::animal::Animal;
use crate::animal::Outcome::{self, Fault};

const GARBAGE: Outcome = Fault("garbage");
const UNKNOWN: Outcome = Fault("unknown-id");

const fn says(name: &'static str, does: &'static str, text: &'static [u8], outcome: Outcome) -> Animal {
    Animal { name, does, acts: Says(text), outcome, flags: "" }
}

pub(super) const ANIMALS: &[Animal] = &[
    says("prose", "writes a sentence", b"hello, world\n", GARBAGE),
    says("half-a-line", "writes half a message and hangs", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"res", Fault("hung")),
    says("invalid-utf8", "writes bytes that are no UTF-8", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":\"\xff\xfe\"}\n", GARBAGE),
    says("nul-bytes", "writes NUL bytes around its answer", b"\0{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{}}\0\n", GARBAGE),
    says("byte-order-mark", "begins with a byte order mark", b"\xef\xbb\xbf{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{}}\n", GARBAGE),
    says("utf16", "writes UTF-16", b"{\0\"\0j\0s\0o\0n\0\"\0}\0\n", GARBAGE),
    says("a-number", "answers with a number", b"7\n", GARBAGE),
    says("a-null", "answers with null", b"null\n", GARBAGE),
    says("a-text", "answers with a text", b"\"ok\"\n", GARBAGE),
    says("a-batch", "answers with a batch", b"[{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{}}]\n", GARBAGE),
    says("an-empty-object", "answers with an empty object", b"{}\n", GARBAGE),
    says("an-open-object", "answers with an object that does not end", b"{\"jsonrpc\":\"2.0\",\"id\":ID\n", GARBAGE),
    says("single-quotes", "writes JSON with single quotes", b"{'jsonrpc':'2.0','id':ID,'result':{}}\n", GARBAGE),
    says("trailing-comma", "writes a comma too many", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{},}\n", GARBAGE),
    says("not-a-number", "writes NaN", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":NaN}\n", GARBAGE),
    says("beyond-range", "writes a number that no float holds", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":1e999}\n", GARBAGE),
    says("lone-surrogate", "writes half a surrogate pair", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":\"\\ud800\"}\n", GARBAGE),
    says("two-on-a-line", "writes two messages on one line", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{}}{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{}}\n", GARBAGE),
    says("message-and-prose", "writes prose after its answer", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{}} done\n", GARBAGE),
    says("pretty-printed", "spreads its answer over lines", b"{\n  \"jsonrpc\": \"2.0\",\n  \"id\": ID,\n  \"result\": {}\n}\n", GARBAGE),
    says("no-version", "leaves out `jsonrpc`", b"{\"id\":ID,\"result\":{}}\n", GARBAGE),
    says("other-json-rpc", "speaks JSON-RPC 1.0", b"{\"jsonrpc\":\"1.0\",\"id\":ID,\"result\":{}}\n", GARBAGE),
    says("no-id", "leaves out the id", b"{\"jsonrpc\":\"2.0\",\"result\":{}}\n", GARBAGE),
    says("id-twice", "gives two ids", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"id\":ID,\"result\":{}}\n", GARBAGE),
    says("neither", "gives neither result nor error", b"{\"jsonrpc\":\"2.0\",\"id\":ID}\n", GARBAGE),
    says("both", "gives a result and an error", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{},\"error\":{\"code\":1,\"message\":\"\"}}\n", GARBAGE),
    says("call-and-answer", "gives a method and a result", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"method\":\"x\",\"result\":{}}\n", GARBAGE),
    says("error-text", "gives its error as a text", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":\"boom\"}\n", GARBAGE),
    says("error-without-code", "gives an error without a code", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"message\":\"boom\"}}\n", GARBAGE),
    says("error-code-text", "gives the code of its error as a text", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"error\":{\"code\":\"1\",\"message\":\"boom\"}}\n", GARBAGE),
    says("id-as-text", "gives the id as a text", b"{\"jsonrpc\":\"2.0\",\"id\":\"ID\",\"result\":{}}\n", UNKNOWN),
    says("id-null", "gives null as the id", b"{\"jsonrpc\":\"2.0\",\"id\":null,\"result\":{}}\n", UNKNOWN),
    says("id-as-float", "gives the id as a float", b"{\"jsonrpc\":\"2.0\",\"id\":ID.0,\"result\":{}}\n", UNKNOWN),
    says("id-negative", "gives a negative id", b"{\"jsonrpc\":\"2.0\",\"id\":-ID,\"result\":{}}\n", UNKNOWN),
    says("id-huge", "gives an id beyond any integer", b"{\"jsonrpc\":\"2.0\",\"id\":99999999999999999999999999ID,\"result\":{}}\n", UNKNOWN),
    says("id-as-list", "gives the id in a list", b"{\"jsonrpc\":\"2.0\",\"id\":[ID],\"result\":{}}\n", UNKNOWN),
    says("id-as-object", "gives the id in an object", b"{\"jsonrpc\":\"2.0\",\"id\":{\"id\":ID},\"result\":{}}\n", UNKNOWN),
    says("id-true", "gives true as the id", b"{\"jsonrpc\":\"2.0\",\"id\":true,\"result\":{}}\n", UNKNOWN),
    says("id-of-nobody", "answers a call that was never made", b"{\"jsonrpc\":\"2.0\",\"id\":9ID9,\"result\":{}}\n", UNKNOWN),
    says("id-of-initialize", "answers `initialize` again", b"{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{}}\n", UNKNOWN),
    says("answers-twice", "answers twice", b"{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"diagnostics\":[]}}\n{\"jsonrpc\":\"2.0\",\"id\":ID,\"result\":{\"diagnostics\":[]}}\n", UNKNOWN),
    says("parse-error", "answers as if the call were no JSON", b"{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32700,\"message\":\"?\"}}\n", UNKNOWN),
];

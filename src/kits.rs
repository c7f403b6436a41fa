//! The adapter kits, as they are handed out: embedded, so that the program needs nothing but itself.

/// A starting point for an adapter in one language.
#[derive(Debug)]
pub(crate) struct Kit {
    /// The language, as people write it.
    pub(crate) language: &'static str,
    /// Its files: name, and text.
    pub(crate) files: &'static [(&'static str, &'static str)],
    /// The file among them that is yours to fill in.
    pub(crate) adapter: &'static str,
    /// What has to be done before the adapter runs, if anything.
    pub(crate) prepare: Option<&'static str>,
    /// The command that starts the adapter, in the folder of the kit.
    pub(crate) command: &'static str,
}

/// Where the text of a kit names the crate that it depends on.
pub(crate) const DEPENDENCY: &str = "PROOFMARK";

macro_rules! text {
    ($path:literal) => {
        include_str!(concat!("../conformance/kits/", $path))
    };
}

/// Python 3.9 or later, nothing to install.
pub(crate) static PYTHON: Kit = Kit {
    language: "Python",
    files: &[
        ("adapter.py", text!("python/template/adapter.py")),
        ("proofmark_adapter.py", text!("python/proofmark_adapter.py")),
        ("README.md", text!("python/template/README.md")),
    ],
    prepare: None,
    adapter: "adapter.py",
    command: "python3 adapter.py",
};

/// Node 20 or later, nothing to install or to build.
pub(crate) static TYPESCRIPT: Kit = Kit {
    language: "TypeScript",
    files: &[
        ("adapter.mjs", text!("typescript/template/adapter.mjs")),
        ("proofmark-adapter.mjs", text!("typescript/proofmark-adapter.mjs")),
        ("proofmark-adapter.d.mts", text!("typescript/proofmark-adapter.d.mts")),
        ("README.md", text!("typescript/template/README.md")),
    ],
    prepare: None,
    adapter: "adapter.mjs",
    command: "node adapter.mjs",
};

/// C# on Mono or .NET, nothing to install.
pub(crate) static CSHARP: Kit = Kit {
    language: "C#",
    files: &[
        ("Adapter.cs", text!("csharp/template/Adapter.cs")),
        ("ProofmarkAdapter.cs", text!("csharp/ProofmarkAdapter.cs")),
        ("adapter.csproj", text!("csharp/template/adapter.csproj")),
        ("README.md", text!("csharp/template/README.md")),
    ],
    prepare: Some("mcs -out:adapter.exe Adapter.cs ProofmarkAdapter.cs"),
    adapter: "Adapter.cs",
    command: "mono adapter.exe",
};

/// Go 1.18 or later, nothing to install.
pub(crate) static GO: Kit = Kit {
    language: "Go",
    files: &[
        ("main.go", text!("go/template/main.go")),
        ("proofmark/proofmark.go", text!("go/proofmark/proofmark.go")),
        ("go.mod", text!("go/template/go.mod")),
        ("README.md", text!("go/template/README.md")),
    ],
    prepare: Some("go build -o adapter ."),
    adapter: "main.go",
    command: "./adapter",
};

/// A Cargo project.
pub(crate) static RUST: Kit = Kit {
    language: "Rust",
    files: &[
        // Under its own name it would be a package inside of ours.
        ("Cargo.toml", text!("rust/template/Cargo.template.toml")),
        ("src/main.rs", text!("rust/template/src/main.rs")),
        ("src/runtime.rs", text!("rust/template/src/runtime.rs")),
        ("tests/conformance.rs", text!("rust/template/tests/conformance.rs")),
        ("README.md", text!("rust/template/README.md")),
    ],
    prepare: Some("cargo build"),
    adapter: "src/runtime.rs",
    command: "target/debug/my-runtime-conformance",
};

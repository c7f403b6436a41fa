//! The `semver` crate, put before the suite: `Version::parse`, and `cmp_precedence` for the order of precedence. Its
//! `Ord` looks at builds as well, on purpose and documented. It has nothing that increments a version.

use std::cmp::Ordering;

use proofmark::{Host, Implementation, Refusal, Request, Subject};
use semver::Version;
use serde_json::{Value, json};

struct SemverCrate;

impl Subject for SemverCrate {
    fn implementation(&self) -> Implementation {
        Implementation {
            name: "semver-crate".to_owned(),
            version: "1.0.28".to_owned(),
            language: "rust".to_owned(),
            methods: ["semver/parse", "semver/compare", "semver/sort"].map(str::to_owned).to_vec(),
            features: Vec::new(),
        }
    }

    fn call(&self, request: Request<'_>, _: &Host) -> Result<Value, Refusal> {
        let params = request.params;
        match request.method {
            "semver/parse" => Ok(parse(params["text"].as_str().unwrap_or_default())),
            "semver/compare" => Ok(compare(&read(&params["a"])?, &read(&params["b"])?)),
            "semver/sort" => sort(params["versions"].as_array().map_or(&[], Vec::as_slice)),
            _ => Err(Refusal::NotOffered),
        }
    }
}

fn read(text: &Value) -> Result<Version, Refusal> {
    let refused = |error| Refusal::Inexpressible(format!("the library does not read {text}: {error}"));
    Version::parse(text.as_str().unwrap_or_default()).map_err(refused)
}

fn parse(text: &str) -> Value {
    let Ok(version) = Version::parse(text) else { return json!({"valid": false}) };
    let series = |text: &str| text.split('.').filter(|part| !part.is_empty()).map(str::to_owned).collect::<Vec<_>>();
    json!({
        "valid": true,
        "major": version.major.to_string(),
        "minor": version.minor.to_string(),
        "patch": version.patch.to_string(),
        "prerelease": series(&version.pre),
        "build": series(&version.build),
    })
}

fn compare(a: &Version, b: &Version) -> Value {
    json!({"order": match a.cmp_precedence(b) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    }})
}

fn sort(versions: &[Value]) -> Result<Value, Refusal> {
    let mut versions = versions.iter().map(read).collect::<Result<Vec<_>, _>>()?;
    versions.sort();
    Ok(json!({"versions": versions.iter().map(Version::to_string).collect::<Vec<_>>()}))
}

fn main() -> std::io::Result<()> {
    proofmark::serve(SemverCrate)
}

//! `certify` and `verify`.

use serde_json::Value;

use crate::program::{FATAL, Folder, OFFERS_NOTHING, PROOFMARK};

const SUITE: [&str; 2] = ["--suite", "preflight"];

fn certify(folder: &Folder, more: &[&str]) -> crate::program::Ran {
    let mut args = vec!["certify"];
    args.extend(SUITE);
    args.extend(more);
    folder.proofmark(&args)
}

#[test]
fn the_reference_is_certified_and_its_certificate_holds() {
    let folder = Folder::new("certify");
    certify(&folder, &["--out", "cert.json", "--json", "proof.json"]).exits(0).says("certified: proofmark-reference");
    let certificate = folder.json("cert.json");
    let schema: Value = serde_json::from_str(include_str!("../certificate.schema.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let errors: Vec<String> = validator.iter_errors(&certificate).map(|error| error.to_string()).collect();
    assert!(errors.is_empty(), "{errors:?}");
    let suite = &certificate["suites"][0];
    let declared = proofmark::suites::builtin().mutants().filter(|declared| declared.suite.name == "preflight").count();
    assert_eq!(suite["mutants"]["of"], declared);
    assert_eq!(suite["mutants"]["killed"], suite["mutants"]["of"], "a mutant survives corpus and edges");
    // The digest is of the proof that was written beside it.
    let proof: proofmark::proof::Proof = serde_json::from_value(folder.json("proof.json")).unwrap();
    assert_eq!(certificate["proof"], proofmark::gate::proof_digest(&proof));
    folder.proofmark(&["verify", "cert.json"]).exits(0).says("the certificate holds");

    // The same runtime with a fault in it.
    let faulty = ["verify", "cert.json", "--", PROOFMARK, "serve", "--mutant", FATAL];
    folder.proofmark(&faulty).exits(1).says("the certificate does not hold").says("FAIL preflight/severity");

    // Whoever changes it breaks the seal; whoever mends the seal is found out by the run.
    let forge = |edit: &dyn Fn(&mut Value), mend: bool| {
        let mut forged = certificate.clone();
        edit(&mut forged);
        if mend {
            let read: proofmark::gate::Certificate = serde_json::from_value(forged).unwrap();
            forged = serde_json::to_value(read.sealed()).unwrap();
        }
        folder.write("forged.json", forged.to_string());
        let ran = folder.proofmark(&["verify", "forged.json"]);
        ran.exits(1).says("the certificate does not hold");
        ran
    };
    forge(&|cert| cert["implementation"]["version"] = "9.9".into(), false).says("it was changed after it was issued");
    forge(
        &|cert| {
            cert["implementation"]["version"] = "9.9".into();
            cert["suites"][0]["cases"] = 1_000_000.into();
            cert["proof"] = "0".repeat(64).into();
        },
        true,
    )
    .says("implementation.version: \"9.9\" in the certificate, now")
    .says("suites.0.cases: 1000000 in the certificate, now")
    .says("proof: another one came out of the same seed and cases");
    forge(&|cert| cert["harness"] = "0.0.1".into(), true).says("proofmark 0.0.1 issued it");
    forge(&|cert| cert["suites"][0]["version"] = 99.into(), true).says("it is for version 99 of preflight");
    forge(&|cert| cert["suites"] = Value::Array(Vec::new()), true).says("it certifies nothing");
    folder.write("forged.json", "{}");
    folder.proofmark(&["verify", "forged.json"]).exits(2).says("is not a certificate");
    folder.proofmark(&["verify", "cert.json", "--", "no-such-program-anywhere"]).exits(3);
}

#[test]
fn a_command_is_certified_from_another_directory() {
    let folder = Folder::new("certify-command");
    // A relative path is found from elsewhere too.
    std::os::unix::fs::symlink(PROOFMARK, folder.0.join("runtime")).unwrap();
    let ran = certify(&folder, &["--out", "cert.json", "--", "./runtime", "serve"]);
    ran.exits(0);
    let varied = &folder.json("cert.json")["determinism"]["varied"];
    assert_eq!(varied, &serde_json::json!(["LC_ALL", "PYTHONHASHSEED", "TZ", "working directory"]));
    // The certificate is of the runtime, not of the words that start it.
    folder.proofmark(&["verify", "cert.json", "--", PROOFMARK, "serve"]).exits(0);
}

#[test]
fn what_does_not_conform_is_not_certified() {
    let folder = Folder::new("certify-denied");
    let ran = certify(&folder, &["--out", "cert.json", "--", PROOFMARK, "serve", "--mutant", FATAL]);
    ran.exits(1).says("FAIL preflight/severity");
    assert!(!folder.0.join("cert.json").exists());
}

#[test]
fn what_depends_on_its_surroundings_is_not_certified() {
    for (name, condition) in [
        ("time-zone", "[ \"$TZ\" = UTC ]"),
        ("locale", "[ \"$LC_ALL\" = C.UTF-8 ]"),
        ("hash-seed", "[ \"$PYTHONHASHSEED\" = 1 ]"),
        ("directory", "[ -e here ]"),
    ] {
        let folder = Folder::new(&format!("certify-{name}"));
        folder.write("here", "");
        let script =
            format!("if {condition}; then exec {PROOFMARK} serve; else exec {PROOFMARK} serve --mutant {FATAL}; fi");
        let ran = certify(&folder, &["--out", "cert.json", "--", "sh", "-c", &script]);
        ran.exits(1)
            .says("preflight/severity is pass, and in other surroundings fail: the subject is not deterministic");
        assert!(!folder.0.join("cert.json").exists());
    }
}

#[test]
fn what_starts_only_here_is_not_certified() {
    let folder = Folder::new("certify-here");
    folder.write("here", "");
    let script = format!("[ -e here ] && exec {PROOFMARK} serve");
    certify(&folder, &["--", "sh", "-c", &script]).exits(3).says("name its files by absolute paths");
}

/// A subject in shell that offers one method of two suites, and finds nothing wrong.
const OFFERS_LITTLE: &str = r#"while read -r line; do
    id=${line#*'"id":'}; id=${id%%,*}
    case "$line" in
        *'"initialize"'*) echo '{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"implementation":{"name":"sh"},"methods":["turn/assemble"]}}';;
        *) echo '{"jsonrpc":"2.0","id":'"${id%\}}"',"result":null}';;
    esac
done"#;

#[test]
fn nothing_exercised_is_nothing_certified() {
    let folder = Folder::new("certify-nothing");
    certify(&folder, &["--out", "cert.json", "--", "sh", "-c", OFFERS_NOTHING]).exits(4);
    certify(&folder, &["--out", "cert.json", "--", "sh", "-c", OFFERS_LITTLE]).exits(4);
    assert!(!folder.0.join("cert.json").exists());
}

#[test]
fn nothing_can_be_left_out() {
    let folder = Folder::new("certify-options");
    for wrong in [["--rule", "preflight/presence"], ["--known", "known.toml"], ["--cases", "10"], ["--shard", "1/2"]] {
        certify(&folder, &wrong).exits(2);
    }
    certify(&folder, &["--suite", "preflite"]).exits(2).says("there is no suite");
}

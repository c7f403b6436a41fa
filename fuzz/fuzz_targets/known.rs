#![no_main]

libfuzzer_sys::fuzz_target!(|document: &[u8]| {
    let _ = proofmark::readers::takes("known", document);
});

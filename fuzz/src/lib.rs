//! What every fuzz target does: its reader gets documents, from those on that the reader is known to take.

pub use libfuzzer_sys;
use proofmark::readers::READERS;

/// Makes the fuzz target of one reader.
#[macro_export]
macro_rules! target {
    ($name:literal) => {
        $crate::libfuzzer_sys::fuzz_target!(init: $crate::write_samples($name), |document: &[u8]| {
            let _ = proofmark::readers::takes($name, document);
        });
    };
}

/// Writes the samples of a reader to where `cargo fuzz` looks for documents to begin with.
///
/// # Panics
/// When they cannot be written.
pub fn write_samples(name: &str) {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    std::fs::create_dir_all(&folder).expect("a folder for the samples");
    let samples = READERS.iter().filter(|reader| reader.name == name).flat_map(|reader| (reader.samples)());
    for (number, sample) in samples.enumerate() {
        std::fs::write(folder.join(format!("sample-{number}")), sample).expect("a sample");
    }
}

//! A subject as an adapter on stdio.

use super::Subject;

/// Serves `subject` over `input` and `output` until `shutdown` or the end of input.
///
/// # Errors
/// When reading or writing fails.
pub fn serve(
    subject: impl Subject + 'static,
    input: impl std::io::BufRead,
    output: impl std::io::Write + Send + 'static,
) -> std::io::Result<()> {
    let _ = (subject, input, output);
    Ok(())
}

//! The command that a report says to run again.

/// It in one line, however the report breaks it.
pub(crate) fn again(report: &str) -> Option<String> {
    let (_, after) = report.split_once("again:")?;
    let mut command = String::new();
    for line in after.lines().map(str::trim).skip_while(|line| line.is_empty()) {
        command.push_str(line.trim_end_matches('\\'));
        if !line.ends_with('\\') {
            return Some(command);
        }
    }
    None
}

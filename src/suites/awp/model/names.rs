//! The forms of names, and the namespaces that are taken.

/// The namespaces of the built-in tools.
pub(in super::super) const RESERVED: [&str; 12] =
    ["web", "http", "file", "shell", "agent", "memory", "arithmetic", "numpy", "matplot", "pandas", "doc", "sklearn"];

/// Whether `text` is a workflow's name: 2 to 64 of `a-z0-9_-`, a letter first, a letter or digit last.
pub(in super::super) fn is_workflow_name(text: &str) -> bool {
    is_name(text, 64, b"_-")
}

/// Whether `text` is an agent's id: 2 to 48 of `a-z0-9_`, a letter first, a letter or digit last.
pub(in super::super) fn is_agent_id(text: &str) -> bool {
    is_name(text, 48, b"_")
}

fn is_name(text: &str, most: usize, separators: &[u8]) -> bool {
    let (Some(first), Some(last)) = (text.bytes().next(), text.bytes().last()) else { return false };
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
    (2..=most).contains(&text.len())
        && first.is_ascii_lowercase()
        && plain(last)
        && text.bytes().all(|byte| plain(byte) || separators.contains(&byte))
}

/// What stands before the first dot of a tool's full name.
pub(super) fn namespace_of(tool: &str) -> Option<&str> {
    tool.split_once('.').map(|(namespace, _)| namespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_document() {
        assert!(is_workflow_name("research-and-write") && is_workflow_name("my_workflow_v2"));
        assert!(!is_workflow_name("Research-And-Write") && !is_workflow_name("a") && !is_workflow_name("my-workflow-"));
        assert!(is_agent_id("research_analyst") && is_agent_id("a1"));
        assert!(!is_agent_id("Research_Analyst") && !is_agent_id("r") && !is_agent_id("research-analyst"));
    }

    #[test]
    fn lengths_and_ends() {
        assert!(is_workflow_name(&"a".repeat(64)) && !is_workflow_name(&"a".repeat(65)));
        assert!(is_agent_id(&"a".repeat(48)) && !is_agent_id(&"a".repeat(49)));
        for bad in ["", "1a", "_a", "a_", "ab\n", "a b", "é1", "a٠"] {
            assert!(!is_workflow_name(bad) && !is_agent_id(bad), "{bad:?}");
        }
    }
}

//! Texts that are different, and that one careless way or another of comparing takes for the same.

/// Two texts each. None is blank, and each is a text of its own: exact comparison tells them apart.
pub(in super::super) fn pairs() -> Vec<(String, String)> {
    let pairs = [
        ("grep", "grep\n"),
        ("grep", " grep"),
        ("caf\u{e9}", "cafe\u{301}"),
        ("grep", "gr\u{200b}ep"),
        ("1", "1.0"),
        ("1", "01"),
        ("1", "\u{ff11}"),
        ("read-file", "read_file"),
        ("fs.read", "read"),
        ("fs.read", "fs-read"),
        ("listen", "silent"),
    ];
    let long = "0".repeat(60);
    let begins_alike = (format!("call-{long}-1"), format!("call-{long}-2"));
    pairs.into_iter().map(|(a, b)| (a.to_owned(), b.to_owned())).chain([begins_alike]).collect()
}

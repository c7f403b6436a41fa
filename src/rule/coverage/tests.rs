//! Documents cut at headings, at empty lines, and at the declarations of a program.

use super::{Found, Layout, Text};

const PAGE: &str =
    "Before.\n# One\nIt must. It may.\n---\n## Aims\n- first\n\n# Two\n## Aims\nsecond, it\nsays\n## Other\nx";
const NAMES: [&str; 3] = ["One", "One > Aims", "Two > Aims"];

#[test]
fn a_section_below_another_is_told_from_its_namesake() {
    let text = Text::cut(PAGE, Layout::Lines, &NAMES);
    assert_eq!(text.find("One > Aims", (1, 1), "first"), Found::Here("first"));
    assert_eq!(text.find("Two > Aims", (2, 1), "says"), Found::Here("says"));
    assert_eq!(text.find("One", (1, 2), "It *may*"), Found::Here("It may."));
    assert_eq!(text.find("One", (2, 1), "It may"), Found::Moved((1, 2), "It may."));
    assert_eq!(text.find("One", (1, 1), "second"), Found::Nowhere);
    assert_eq!(text.find("Three", (1, 1), "It must"), Found::Nowhere);
    assert_eq!(text.find("One", (0, 1), "One"), Found::Here("One"));
    assert_eq!(text.find("One", (9, 0), "nothing"), Found::Nowhere);
}

#[test]
fn blocks_go_on_until_an_empty_line_or_an_entry() {
    let text = Text::cut(PAGE, Layout::Blocks, &NAMES);
    assert_eq!(text.find("Two > Aims", (1, 1), "it says"), Found::Here("second, it says"));
    let list = Text::cut("# One\n- a\n  b\n- c", Layout::Blocks, &["One"]);
    assert_eq!(list.find("One", (1, 1), "a"), Found::Here("a b"));
    assert_eq!(list.find("One", (2, 1), "c"), Found::Here("c"));
}

#[test]
fn a_program_is_cut_at_the_lines_that_begin_with_a_name() {
    let text = Text::cut("use x;\nfn a() {\n    b. C\n}\nfn d() {}", Layout::Code, &["fn a", "fn d"]);
    assert_eq!(text.find("fn a", (1, 1), "b. C"), Found::Here("b. C"));
    assert_eq!(text.find("fn d", (0, 1), "fn d() {}"), Found::Here("fn d() {}"));
    assert_eq!(text.sections[0].paragraphs, [vec![String::new()], vec!["use x;".to_owned()]]);
}

//! How much Rust is shipped: lines of all crates without tests, comments and blank lines. What can be said in fewer lines is read sooner.
//!
//! `cargo nextest run -p giog-rules shipped_lines --no-capture` tells the lines of each crate.

use std::path::Path;

use crate::paths::{is_test, modules, shipped};

/// The most lines of all crates together. A feature raises it in the commit that needs more; what makes the code smaller lowers it.
const MAX_LINES: usize = 81_650;

fn lines(source: &str) -> usize {
    let shipped = shipped(source);
    let lines = shipped.lines().filter(|line| !line.trim().is_empty());
    lines.count()
}

#[test]
fn shipped_lines_are_no_more_than_their_bound() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut sum = 0;
    for entry in crates.read_dir().expect("the folder of the crates") {
        let folder = entry.expect("an entry of the folder");
        let modules = modules(&folder.path().join("src"));
        let modules = modules.iter().filter(|(module, _)| !is_test(module));
        let count: usize = modules.map(|(_, source)| lines(source)).sum();
        println!("{count:6} {}", folder.file_name().display());
        sum += count;
    }
    println!("{sum:6} in all");
    assert!((40_000..=MAX_LINES).contains(&sum), "{sum} lines");
}

#[test]
fn neither_tests_nor_comments_nor_blank_lines_are_counted() {
    let source = "//! Head.\n\nuse a::b;\n\n/// Doc.\nfn f() {\n    // Why.\n    g(); // here\n}\n\n#[cfg(test)]\nmod tests {\n    fn t() {}\n}\n";
    assert_eq!(lines(source), 4);
}

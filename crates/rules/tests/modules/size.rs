//! How much Rust is shipped: lines of all crates without tests, comments and blank lines. What can be said in fewer lines is read sooner.
//!
//! `cargo nextest run -p giog-rules shipped_lines --no-capture` tells the lines of each crate.

use std::path::Path;

use crate::paths::{modules, shipped, shipped_modules};

/// The most lines of all crates together. A feature raises it in the commit that needs more; what makes the code smaller lowers it.
const MAX_LINES: usize = 118_100;

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
        let modules = shipped_modules(&modules);
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
    let module = |name: &str, source: &str| {
        (
            name.split('/').map(str::to_owned).collect(),
            source.to_owned(),
        )
    };
    let modules = [
        module(
            "a",
            "#[cfg(test)]\nmod file;\nmod b;\n#[cfg(test)]\npub(crate) mod tests {\n}",
        ),
        module("a/b", "fn f() {}"),
        module("a/file", "fn f() {}"),
        module("a/file/c", "fn f() {}"),
    ]
    .into();
    let shipped = shipped_modules(&modules).map(|(module, _)| module.join("/"));
    assert_eq!(shipped.collect::<Vec<_>>(), ["a", "a/b"]);
}

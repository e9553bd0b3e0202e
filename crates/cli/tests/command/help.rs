//! Completions for shells and manual pages.

use crate::common::{giog, text};

#[test]
fn shells_complete_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let output = giog(&["completions", shell], b"");
        assert_eq!(output.status.code(), Some(0), "{}", text(&output));
        let script = String::from_utf8(output.stdout).expect("a script is text");
        for command in ["serve", "verify", "trust-date", "--practice"] {
            let plain = command.trim_start_matches('-');
            assert!(script.contains(plain), "{shell}: {command}");
        }
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let man = folder.path().join("man1");
    let output = giog(&["man", man.to_str().expect("an ASCII path")], b"");
    assert_eq!(output.status.code(), Some(0), "{}", text(&output));
    let page = |name: &str| {
        let page = std::fs::read_to_string(man.join(format!("{name}.1")));
        page.unwrap_or_else(|error| panic!("{name}: {error}"))
    };
    assert!(page("giog").contains("giog\\-serve"));
    assert!(page("giog-serve").contains("practice"));
    assert!(page("giog-admin-ban").contains("anyway"));
}

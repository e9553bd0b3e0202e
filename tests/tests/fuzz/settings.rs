//! The settings file, and environment variables.

use std::fs;

use giog_server::{Overrides, Settings};
use proptest::prelude::*;

use crate::damage::damaged;
use crate::{cases, corpus};

/// The file that comes with the server, with all its settings uncommented.
fn file() -> String {
    let lines = corpus("../../config/giog.toml").into_iter();
    let set = lines.map(|line| match line.strip_prefix('#') {
        Some(setting) if !setting.starts_with(' ') => setting.to_owned(),
        _ => line,
    });
    set.collect::<Vec<_>>().join("\n")
}

fn load(bytes: &[u8]) -> bool {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("giog.toml");
    fs::write(&path, bytes).expect("written");
    Settings::load(Some(&path), [], Overrides::default()).is_ok()
}

#[test]
fn the_file_with_all_settings_is_read() {
    assert!(load(file().as_bytes()));
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn settings_that_are_damaged_are_read_or_refused(bytes in damaged(vec![file().into_bytes()])) {
        load(&bytes);
    }

    #[test]
    fn variables_of_the_environment_are_read_or_refused(name in "[A-Z_]{0,24}", value in any::<String>()) {
        let variables = [(format!("GIOG_{name}").into(), value.into())];
        let _ = Settings::load(None, variables, Overrides::default());
    }
}

//! Options with a name and a value: `--option NAME=VALUE`.

use std::collections::BTreeMap;

use anyhow::{Context as _, ensure};

/// The values by name.
///
/// # Errors
/// If one has no value, or one is given twice.
pub fn values(options: &[String]) -> anyhow::Result<BTreeMap<String, String>> {
    let mut values = BTreeMap::new();
    for option in options {
        let (name, value) = option
            .split_once('=')
            .with_context(|| format!("the option `{option}` has no value: NAME=VALUE"))?;
        let before = values.insert(name.to_owned(), value.to_owned());
        ensure!(before.is_none(), "the option `{name}` is given twice");
    }
    Ok(values)
}

//! The errors in settings, each with the name of its setting: all are reported at once, so that nobody has to start the server once for each.

use std::fmt;

use config::{Map, Value, ValueKind};
use serde::Deserialize as _;

use super::Settings;

/// What is wrong with one setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// It is a fractional number; all settings are whole numbers.
    #[error("the setting `{0}` must be a whole number, or a text in quotes")]
    Fraction(String),
    /// It is a word such as `off`, but must be a number.
    #[error("the setting `{0}` must be a whole number")]
    Switch(String),
    /// It cannot be read.
    #[error("the setting `{name}`: {reason}")]
    Unreadable {
        /// The setting.
        name: String,
        /// Why not.
        reason: String,
    },
    /// It is out of range.
    #[error("the setting `{name}` must be {wanted}")]
    OutOfRange {
        /// The setting.
        name: &'static str,
        /// The allowed values.
        wanted: &'static str,
    },
}

/// Everything that is wrong with settings; one thing at least.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults(pub Vec<Fault>);

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_slice() {
            [one] => one.fmt(f),
            all => {
                write!(f, "{} settings are wrong:", all.len())?;
                all.iter().try_for_each(|fault| write!(f, "\n  {fault}"))
            }
        }
    }
}

impl std::error::Error for Faults {}

/// Reads settings from their values, and checks them; `practice`: as those of a practice server.
pub(super) fn read(values: &Value, practice: bool) -> Result<Settings, Faults> {
    let (mut faults, mut good) = (Vec::new(), Map::new());
    // Each setting has a default, so each can be read without the others.
    for (name, value) in leaves(values) {
        match fault_of(&name, value) {
            Some(fault) => faults.push(fault),
            None => put(&mut good, &name, value.clone()),
        }
    }
    // Those that can be read are checked, whatever the others are.
    let settings = Settings::deserialize(Value::new(None, ValueKind::Table(good)));
    match settings {
        Ok(mut settings) => {
            if practice {
                faults.extend(settings.practise());
            }
            faults.extend(settings.out_of_range());
            if faults.is_empty() {
                return Ok(settings);
            }
        }
        Err(error) => faults.push(Fault::Unreadable {
            name: error.to_string(),
            reason: "it does not go together with the others".to_owned(),
        }),
    }
    Err(Faults(faults))
}

fn fault_of(name: &str, value: &Value) -> Option<Fault> {
    if is_fraction(&value.kind) {
        return Some(Fault::Fraction(name.to_owned()));
    }
    if is_switch(name, &value.kind) {
        return Some(Fault::Switch(name.to_owned()));
    }
    let mut alone = Map::new();
    put(&mut alone, name, value.clone());
    let read = Settings::deserialize(Value::new(None, ValueKind::Table(alone)));
    let error = read.err()?;
    Some(Fault::Unreadable {
        name: name.to_owned(),
        reason: error.to_string(),
    })
}

/// All settings with their names, in the order of the names.
fn leaves(values: &Value) -> Vec<(String, &Value)> {
    fn collect<'v>(value: &'v Value, name: String, all: &mut Vec<(String, &'v Value)>) {
        match &value.kind {
            ValueKind::Table(table) => {
                for (below, value) in table {
                    let dot = if name.is_empty() { "" } else { "." };
                    collect(value, format!("{name}{dot}{below}"), all);
                }
            }
            _ => all.push((name, value)),
        }
    }
    let mut all = Vec::new();
    collect(values, String::new(), &mut all);
    all.sort_by(|(one, _), (other, _)| one.cmp(other));
    all
}

/// Puts a setting into the tables that its name says.
fn put(table: &mut Map<String, Value>, name: &str, value: Value) {
    let Some((first, rest)) = name.split_once('.') else {
        table.insert(name.to_owned(), value);
        return;
    };
    let below = table
        .entry(first.to_owned())
        .or_insert_with(|| Value::new(None, ValueKind::Table(Map::new())));
    if let ValueKind::Table(below) = &mut below.kind {
        put(below, rest, value);
    }
}

/// Whether it is a fractional number, which would be rounded.
const fn is_fraction(kind: &ValueKind) -> bool {
    matches!(kind, ValueKind::Float(_))
}

/// Words that would be read as 1 or 0 if a number is expected.
const SWITCHES: [&str; 6] = ["true", "on", "yes", "false", "off", "no"];

/// Whether it is such a word in place of a number.
fn is_switch(name: &str, kind: &ValueKind) -> bool {
    let is_word = match kind {
        ValueKind::Boolean(_) => true,
        ValueKind::String(text) => SWITCHES.contains(&text.to_lowercase().as_str()),
        _ => false,
    };
    is_word && is_number(name)
}

/// Whether the setting of this name is a number.
fn is_number(name: &str) -> bool {
    let (table, name) = name.rsplit_once('.').unwrap_or(("", name));
    ["limits", "retention", "times"].contains(&table)
        || ["_ms", "_days"].iter().any(|unit| name.ends_with(unit))
        || name.ends_with("_port")
}

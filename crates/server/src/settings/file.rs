//! `config/giog.toml` is written from the types of the settings: their comments, the defaults, and the rules for their values.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::{env, fs, mem};

use serde::Serializer;
use serde_json::{Map, Value};

use super::Settings;

/// Writes a setting that is read from a text.
pub(super) fn text<T: Display, S: Serializer>(value: &T, to: S) -> Result<S::Ok, S::Error> {
    to.collect_str(value)
}

/// Writes a setting that is read from a list of texts.
pub(super) fn texts<T: Display, S: Serializer>(values: &[T], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(values.iter().map(ToString::to_string))
}

fn path(from_this_crate: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(from_this_crate)
}

/// All defaults, by section and name.
fn defaults() -> Map<String, Value> {
    let defaults = Settings {
        database_url: Some(Settings::default().database_url()),
        ..Settings::default()
    };
    match serde_json::to_value(defaults).expect("JSON") {
        Value::Object(defaults) => defaults,
        other => panic!("settings are {other}"),
    }
}

/// A field of a struct of settings.
struct Field {
    name: String,
    /// The name of its type without parameters, as in `Vec`.
    type_name: String,
    comment: String,
}

/// A struct of settings.
#[derive(Default)]
struct Section {
    comment: String,
    fields: Vec<Field>,
}

/// The structs in a source that `cargo fmt` has formatted, by name.
fn structs_in(code: &str) -> BTreeMap<String, Section> {
    let (mut structs, mut comment) = (BTreeMap::new(), String::new());
    let mut open: Option<(String, Section)> = None;
    for line in code.lines() {
        if let Some(text) = line.trim_start().strip_prefix("///") {
            comment.extend(["#", text, "\n"]);
        } else if let Some(name) = line.strip_prefix("pub struct ") {
            let name = name.strip_suffix(" {").map(str::to_owned);
            let comment = mem::take(&mut comment);
            let fields = Vec::new();
            open = name.map(|name| (name, Section { comment, fields }));
        } else if line == "}" {
            structs.extend(open.take());
        } else if let Some((name, of)) = field_in(line) {
            if let Some((_, section)) = &mut open {
                section.fields.push(Field {
                    name: name.to_owned(),
                    type_name: of.to_owned(),
                    comment: mem::take(&mut comment),
                });
            }
        } else if !line.trim_start().starts_with("#[") {
            comment.clear();
        }
    }
    structs
}

/// The name and the type of a field.
fn field_in(line: &str) -> Option<(&str, &str)> {
    let (name, of) = line.strip_prefix("    pub ")?.split_once(": ")?;
    Some((name, of.strip_suffix(',')?.split('<').next()?))
}

/// Writes the file.
struct Writer {
    /// The structs of the settings, by name.
    structs: BTreeMap<String, Section>,
    /// The allowed values, each after the full name of its setting.
    rules: Vec<(&'static str, &'static str)>,
}

impl Writer {
    fn new() -> Self {
        let folder = fs::read_dir(path("src/settings")).expect("the folder");
        let files = folder.map(|file| file.expect("a file").path());
        let code = files
            .chain([path("../rooms/src/context.rs")])
            .map(|file| fs::read_to_string(file).expect("a source"));
        let structs = code.flat_map(|code| structs_in(&code)).collect();
        let rules = Settings::default()
            .rules()
            .map(|(_, name, wanted)| (name, wanted))
            .collect();
        Self { structs, rules }
    }

    /// A section with those within it; `name` is empty, or its name and a dot.
    fn section(&self, name: &str, of: &str, defaults: &Map<String, Value>) -> String {
        let section = &self.structs[of];
        let (mut text, mut within) = (section.comment.clone(), String::new());
        let mut written = 0;
        for field in &section.fields {
            // A field without a default is no setting: only a flag sets it.
            let Some(default) = defaults.get(&field.name) else {
                continue;
            };
            written += 1;
            let name = format!("{name}{}", field.name);
            if let Value::Object(defaults) = default {
                let section = self.section(&format!("{name}."), &field.type_name, defaults);
                within.extend(["\n[", &name, "]\n", &section]);
            } else {
                let (range, default) = (self.range(&name, &field.type_name), toml(default));
                text.extend(["\n", &field.comment, &range]);
                text.extend(["#", &field.name, " = ", &default, "\n"]);
            }
        }
        assert_eq!(written, defaults.len(), "a setting is not found in `{of}`");
        text + &within
    }

    /// The allowed values of a setting.
    fn range(&self, setting: &str, type_name: &str) -> String {
        let of_type = (type_name == "NonZeroU32").then_some("at least 1");
        let rules = self.rules.iter().filter(|(name, _)| *name == setting);
        let all = rules.map(|&(_, wanted)| wanted).chain(of_type);
        let lines: Vec<String> = all
            .map(|wanted| format!("# Allowed: {wanted}.\n"))
            .collect();
        lines.concat()
    }
}

fn toml(value: &Value) -> String {
    match value {
        Value::Null => "\"\"".to_owned(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(toml).collect();
            format!("[{}]", items.join(", "))
        }
        other => other.to_string(),
    }
}

#[test]
fn the_file_with_all_settings_is_written_from_their_types() {
    const AGAIN: &str =
        "run this test with GIOG_TEST_UPDATE=1, and see whether the difference is meant";
    let written = Writer::new().section("", "Settings", &defaults());
    let file = path("../../config/giog.toml");
    if env::var_os("GIOG_TEST_UPDATE").is_some() {
        fs::write(&file, &written).expect("the file is written");
    }
    let there = fs::read_to_string(&file).expect("the file is there");
    let mut pairs = written.lines().zip(there.lines());
    if let Some((new, old)) = pairs.find(|(new, old)| new != old) {
        panic!("config/giog.toml has `{old}` where the types have `{new}`: {AGAIN}");
    }
    assert!(
        written == there,
        "config/giog.toml lacks its end, or has too much of it: {AGAIN}"
    );
}

/// The value in a text such as `2 minutes` for the setting with this name; none if it is not a number.
fn number(text: &str, setting: &str) -> Option<u64> {
    let (number, unit) = text.split_once(' ').unwrap_or((text, ""));
    let number: u64 = number.replace(',', "").parse().ok()?;
    let factor = match unit {
        "" => 1,
        "days" if setting.ends_with("_days") => 1,
        "seconds" => 1_000,
        "minutes" => 60_000,
        "hours" => 3_600_000,
        "KiB" => 1_024,
        "MiB" => 1_024 * 1_024,
        _ => panic!("`{setting}` has the unit {unit}"),
    };
    Some(number * factor)
}

#[test]
fn the_guide_for_operators_names_settings_that_exist_with_their_defaults() {
    let guide = fs::read_to_string(path("../../docs/HOSTING.md")).expect("the guide");
    let (defaults, mut is_of_defaults, mut compared) = (defaults(), false, 0);
    for line in guide.lines() {
        if line.starts_with("| setting |") {
            is_of_defaults = line.starts_with("| setting | default |");
        }
        is_of_defaults &= line.starts_with('|');
        let parts: Vec<&str> = line.split('`').collect();
        for pair in parts[1..].chunks(2) {
            let Some((section, name)) = pair[0].split_once('.') else {
                continue;
            };
            let is_name =
                !name.is_empty() && name.chars().all(|c| c.is_ascii_lowercase() || c == '_');
            let Some(Value::Object(section)) = defaults.get(section).filter(|_| is_name) else {
                continue;
            };
            let default = section.get(name);
            let default = default.unwrap_or_else(|| panic!("no setting `{}`: {line}", pair[0]));
            let after = pair.get(1).copied().unwrap_or_default();
            let said = match after.strip_prefix(" (") {
                Some(said) => said.split(')').next(),
                None if is_of_defaults => after.split('|').nth(1).map(str::trim),
                None => None,
            };
            let said = said.and_then(|said| number(said, name));
            if let Some(said) = said {
                compared += 1;
                assert_eq!(Some(said), default.as_u64(), "`{}`: {line}", pair[0]);
            }
        }
    }
    assert!(compared >= 8, "{compared} defaults");
}

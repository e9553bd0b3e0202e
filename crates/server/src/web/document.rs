//! The page's document: `index.html`, with the addresses of this version for all files, and with preload hints for the modules with which
//! the page starts, so that browsers request all of them at once.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::imports::Imports;

/// The file from which it is generated.
pub const DOCUMENT: &str = "index.html";
/// How the document refers to its first module.
const FIRST: &str = "<script type=\"module\" src=\"/";

/// The games, as in `/api/v1/variants`, but in a cacheable file.
pub const VARIANTS: &str = "variants.json";
/// What the rules and the lesson need besides modules.
const LOOKS: [&str; 3] = [VARIANTS, "learn/learn.css", "lesson/lesson.css"];

/// The document of a version.
pub fn document(
    html: &str,
    digest: &str,
    imports: &Imports,
    is_file: impl Fn(&str) -> bool,
) -> String {
    let mut text = html.to_owned();
    if let Some((before, after)) = html.split_once(FIRST)
        && let Some((first, _)) = after.split_once('"')
    {
        let mut links = String::new();
        for path in at_once(first, true, imports) {
            let _ = write!(
                links,
                "<link rel=\"modulepreload\" href=\"/{path}\" />\n    "
            );
        }
        text = format!("{before}{links}{FIRST}{after}");
    }
    addressed(&text, digest, is_file)
}

/// The files that the page needs without a network: what the document refers to, what its first module imports, every view that is
/// imported dynamically, and the rules of the games, each with its imports. Languages are excluded; they are cached when they are used.
pub fn offline<'a, T>(
    html: &str,
    imports: &Imports,
    files: &'a BTreeMap<String, T>,
) -> Vec<&'a str> {
    let named: BTreeSet<&str> = html
        .split("=\"/")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    let mut wanted: BTreeSet<&str> = named
        .iter()
        .flat_map(|path| at_once(path, true, imports))
        .collect();
    let views: Vec<&str> = wanted
        .iter()
        .flat_map(|path| later(path, imports))
        .collect();
    let is_rules = |path: &str| path.starts_with("games/") && path.ends_with("/learn.js");
    let rules = imports.keys().map(String::as_str);
    for view in views.into_iter().chain(rules.filter(|path| is_rules(path))) {
        wanted.extend(at_once(view, false, imports));
    }
    let is_look = |path: &str| LOOKS.contains(&path);
    let kept = files.keys().map(String::as_str);
    kept.filter(|path| named.contains(path) || wanted.contains(path) || is_look(path))
        .collect()
}

/// What a module imports dynamically.
fn later<'a>(path: &str, imports: &'a Imports) -> impl Iterator<Item = &'a str> {
    let names = imports.get(path).into_iter().flat_map(|(_, later)| later);
    names.map(String::as_str)
}

/// A module and all its static imports; for the first module also its dynamic imports at the start.
fn at_once<'a>(first: &'a str, begins: bool, imports: &'a Imports) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut wanted = vec![first];
    if begins {
        wanted.extend(later(first, imports));
    }
    while let Some(path) = wanted.pop() {
        if let Some((names, _)) = imports.get(path)
            && found.insert(path)
        {
            wanted.extend(names.iter().map(String::as_str));
        }
    }
    found
}

/// The text, with the address of this version in place of each file's path.
fn addressed(html: &str, digest: &str, is_file: impl Fn(&str) -> bool) -> String {
    let mut made = String::with_capacity(html.len() * 2);
    let mut rest = html;
    while let Some(at) = rest.find("=\"/") {
        let (before, named) = rest.split_at(at + "=\"/".len());
        let path = named.split('"').next().unwrap_or_default();
        made.push_str(before);
        if is_file(path) {
            let _ = write!(made, "assets/{digest}/");
        }
        rest = named;
    }
    made + rest
}

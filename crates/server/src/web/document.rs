//! The page's document: `index.html`, with the addresses of this version for all files, and with preload hints for the modules with which
//! the page starts, so that browsers request all of them at once.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use bytes::Bytes;

use super::modules::resolve;

/// The file from which it is generated.
pub const DOCUMENT: &str = "index.html";
/// How the document refers to its first module.
const FIRST: &str = "<script type=\"module\" src=\"/";

/// How a line of it refers to a style sheet.
const SHEET: &str = "<link rel=\"stylesheet\" href=\"/";

/// The games, as in `/api/v1/variants`, but in a cacheable file.
pub const VARIANTS: &str = "variants.json";

/// For each module what it imports statically, and what dynamically.
pub type Imports = BTreeMap<String, (Vec<String>, Vec<String>)>;

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

/// The document with one style sheet in place of all that it refers to, and the contents of that one: each sheet as returned by `take`,
/// without comments.
pub fn with_one_sheet(
    html: &str,
    name: &str,
    mut take: impl FnMut(&str) -> Option<Bytes>,
) -> (String, String) {
    let mut page = String::with_capacity(html.len());
    let mut styles = String::new();
    let mut is_named = false;
    for line in html.split_inclusive('\n') {
        let named = line.trim_start().strip_prefix(SHEET);
        let Some((path, _)) = named.and_then(|rest| rest.split_once('"')) else {
            page += line;
            continue;
        };
        let sheet = take(path).unwrap_or_default();
        styles += &without_notes(&String::from_utf8_lossy(&sheet));
        if !is_named {
            page += &line.replace(path, name);
            is_named = true;
        }
    }
    (page, styles)
}

/// A style sheet without comments, and without blanks at the start and end of lines.
fn without_notes(css: &str) -> String {
    let mut rest = css;
    let mut plain = String::with_capacity(css.len());
    while let Some((before, after)) = rest.split_once("/*") {
        plain += before;
        rest = after.split_once("*/").map_or("", |(_, rest)| rest);
    }
    plain += rest;
    let lines = plain.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.fold(String::new(), |all, line| all + line + "\n")
}

/// The files that the page needs without a network: what the document refers to, what its first module imports, and every view that is
/// imported dynamically, with its imports. Languages are excluded; they are cached when they are used.
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
    let mut wanted: BTreeSet<String> = named
        .iter()
        .flat_map(|path| at_once(path, true, imports))
        .collect();
    let views: Vec<String> = wanted
        .iter()
        .flat_map(|path| later(path, imports))
        .collect();
    for view in views {
        wanted.extend(at_once(&view, false, imports));
    }
    let learnt = |path: &str| {
        let taught = ["learn/", "lesson/"]
            .iter()
            .any(|folder| path.starts_with(folder));
        let rules = path.starts_with("games/") && path.ends_with("/learn.js");
        path == VARIANTS || (taught && !path.contains("/texts/")) || rules
    };
    let kept = files.keys().map(String::as_str);
    kept.filter(|path| named.contains(path) || wanted.contains(*path) || learnt(path))
        .collect()
}

/// What a module imports dynamically.
fn later<'a>(path: &'a str, imports: &'a Imports) -> impl Iterator<Item = String> + 'a {
    let names = imports.get(path).into_iter().flat_map(|(_, later)| later);
    names.filter_map(move |name| resolve(path, name))
}

/// A module and all its static imports; for the first module also its dynamic imports at the start.
fn at_once(first: &str, begins: bool, imports: &Imports) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut wanted = vec![first.to_owned()];
    if begins {
        wanted.extend(later(first, imports));
    }
    while let Some(path) = wanted.pop() {
        let Some((names, _)) = imports.get(&path) else {
            continue;
        };
        wanted.extend(names.iter().filter_map(|name| resolve(&path, name)));
        found.insert(path.clone());
        wanted.retain(|path| !found.contains(path));
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

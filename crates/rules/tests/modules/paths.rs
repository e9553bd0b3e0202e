//! The sources of a crate, and the paths that they name.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// A path from the root of a crate: `table`, `Seat` for `crate::table::Seat`.
pub type Names = Vec<String>;

/// The files of a folder of sources, with those of the folders in it.
pub fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            found.push(path);
        }
    }
    found
}

/// The module that a file below the root of a crate is: nothing for `lib.rs`.
pub fn module(inside: &Path) -> Names {
    let inside = inside.with_extension("");
    let names = inside.iter().filter_map(|name| name.to_str());
    let names = names.filter(|name| !["mod", "lib", "main"].contains(name));
    names.map(str::to_owned).collect()
}

/// The modules of a crate with their sources.
pub fn modules(root: &Path) -> BTreeMap<Names, String> {
    let module = |path: PathBuf| {
        let inside = path.strip_prefix(root).expect("a file below the root");
        let source = fs::read_to_string(&path).expect("a source");
        (module(inside), source)
    };
    sources(root).into_iter().map(module).collect()
}

/// Those of these modules that are shipped: neither they nor one around them is declared for tests alone.
pub fn shipped_modules(
    modules: &BTreeMap<Names, String>,
) -> impl Iterator<Item = (&Names, &String)> {
    let of_tests: BTreeSet<Names> = modules
        .iter()
        .flat_map(|(module, source)| {
            let declared = source.split("#[cfg(test)]").skip(1);
            let declared = declared.filter_map(|after| {
                let mut lines = after.lines().map(str::trim);
                let item = lines.find(|line| !line.is_empty() && !line.starts_with("#["))?;
                let (_, name) = item.strip_suffix(';')?.split_once("mod ")?;
                Some(name.to_owned())
            });
            declared.map(|name| [module.as_slice(), &[name]].concat())
        })
        .collect();
    let is_shipped =
        move |module: &[String]| !(1..=module.len()).any(|end| of_tests.contains(&module[..end]));
    modules.iter().filter(move |(module, _)| is_shipped(module))
}

/// A source without its comments and without what is compiled for tests alone. It is formatted, so a module in it ends with the brace
/// that is indented as its beginning is.
pub fn shipped(source: &str) -> String {
    let mut lines = source.lines().peekable();
    let mut kept = String::new();
    while let Some(line) = lines.next() {
        let text = line.trim_start();
        if text.starts_with("//") {
            continue;
        }
        if text == "#[cfg(test)]" {
            while lines
                .next_if(|line| line.trim_start().starts_with("#["))
                .is_some()
            {}
            let item = lines.next().unwrap_or_default();
            if item.ends_with('{') {
                let end = format!("{}}}", &line[..line.len() - text.len()]);
                lines.by_ref().find(|line| *line == end);
            }
            continue;
        }
        kept.push_str(line);
        kept.push('\n');
    }
    kept
}

/// What a source names: the paths of its `use`s, and those in its code.
#[derive(Default)]
pub struct Named {
    /// The paths of its `use`s, as far as they are of this crate, each with the name by which it is known in the module.
    pub used: Vec<(String, Names)>,
    /// Those in its code that begin at `crate`, `super` or `self`.
    pub written: Vec<Names>,
}

/// What the source of a module names. `children` are the modules in it.
pub fn named(module: &[String], children: &[String], source: &str) -> Named {
    let mut named = Named::default();
    let mut rest = String::new();
    let mut lines = source.lines();
    while let Some(line) = lines.next() {
        let Some(tree) = after_use(line) else {
            rest.push_str(line);
            rest.push('\n');
            continue;
        };
        let mut tree = tree.to_owned();
        while !tree.ends_with(';') {
            let Some(line) = lines.next() else { break };
            tree.push_str(line.trim());
        }
        // What is indented stands in a module inside the file.
        let inner = [module, &["inner".to_owned()]].concat();
        let module = if line.starts_with(' ') {
            &inner
        } else {
            module
        };
        let mut paths = Vec::new();
        spread(&[], tree.trim_end_matches(';'), &mut paths);
        for (name, path) in paths {
            let path = from_root(module, children, &path);
            named.used.extend(path.map(|path| (name, path)));
        }
    }
    for start in ["crate::", "super::", "self::"] {
        for (at, _) in rest.match_indices(start) {
            let before = rest[..at].chars().next_back();
            if before.is_some_and(|c| c.is_alphanumeric() || c == '_' || c == ':') {
                continue;
            }
            let end = rest[at..].find(|c: char| !(c.is_alphanumeric() || c == '_' || c == ':'));
            let path = &rest[at..end.map_or(rest.len(), |end| at + end)];
            let path: Names = path
                .split("::")
                .filter(|name| !name.is_empty())
                .map(str::to_owned)
                .collect();
            named.written.extend(from_root(module, children, &path));
        }
    }
    named
}

/// The tree of paths of a line that begins a `use`.
fn after_use(line: &str) -> Option<&str> {
    let (before, tree) = line.split_once("use ")?;
    let before = before.trim();
    (before.is_empty() || (before.starts_with("pub") && !before.contains(' '))).then_some(tree)
}

/// The paths of a tree such as `a::{b, c::{self, d as e}}`, each with the name that it gives.
fn spread(before: &[String], tree: &str, paths: &mut Vec<(String, Names)>) {
    let tree = tree.trim();
    let Some((head, group)) = tree.split_once('{') else {
        let (path, alias) = tree.split_once(" as ").unwrap_or((tree, ""));
        let mut path: Names = before
            .iter()
            .cloned()
            .chain(path.split("::").map(str::to_owned))
            .collect();
        if path.last().is_some_and(|last| last == "self") && path.len() > 1 {
            path.pop();
        }
        let name = if alias.is_empty() {
            path.last().map_or("", String::as_str)
        } else {
            alias
        };
        paths.push((name.to_owned(), path));
        return;
    };
    let head = head
        .split("::")
        .filter(|name| !name.is_empty())
        .map(str::to_owned);
    let before: Names = before.iter().cloned().chain(head).collect();
    let group = group.strip_suffix('}').unwrap_or(group);
    let mut depth = 0_u32;
    let parts = group.split(|c| {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    for part in parts.filter(|part| !part.trim().is_empty()) {
        spread(&before, part, paths);
    }
}

/// A path as from the root of the crate; none if it leads out of the crate.
fn from_root(module: &[String], children: &[String], path: &[String]) -> Option<Names> {
    let (first, rest) = path.split_first()?;
    let inside = match first.as_str() {
        "crate" => rest.to_vec(),
        "self" => [module, rest].concat(),
        "super" => {
            let above = path.iter().take_while(|name| *name == "super").count();
            let around = &module[..module.len().checked_sub(above)?];
            [around, &path[above..]].concat()
        }
        child if children.iter().any(|name| name == child) => [module, path].concat(),
        _ => return None,
    };
    Some(inside)
}

//! Modules that depend on each other in a circle cannot be understood, tested or moved one by one. In no folder of any crate do modules
//! form one: a module may use those beside it, but none of these uses it, however many steps lie between.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::paths::{Named, Names, modules, named, shipped, shipped_modules};

/// The modules beside each other that use each other, by folder.
type Uses = BTreeMap<Names, BTreeMap<String, BTreeSet<String>>>;

/// A crate: what each of its modules names.
struct Crate(BTreeMap<Names, Named>);

impl Crate {
    fn new(modules: &BTreeMap<Names, String>) -> Self {
        let named = shipped_modules(modules).map(|(module, source)| {
            let inside = modules
                .keys()
                .filter(|other| other.len() == module.len() + 1);
            let inside = inside.filter(|other| other.starts_with(module));
            let children: Vec<String> = inside.filter_map(|child| child.last().cloned()).collect();
            (module.clone(), named(module, &children, &shipped(source)))
        });
        Self(named.collect())
    }

    /// The module that has what a path names; not one that only hands it on.
    fn home(&self, path: &[String], steps: usize) -> Option<&Names> {
        let within = (0..=path.len())
            .rev()
            .find_map(|end| self.0.get_key_value(&path[..end]));
        let (module, named) = within?;
        if let Some((name, rest)) = path[module.len()..].split_first()
            && let Some((_, from)) = named
                .used
                .iter()
                .find(|(known, from)| known == name && from != path)
            && steps > 0
        {
            return self.home(&[from, rest].concat(), steps - 1);
        }
        Some(module)
    }

    fn uses(&self) -> Uses {
        let mut folders = Uses::new();
        for (module, Named { used, written }) in &self.0 {
            // What a module hands on of the modules in it, it does not use.
            let used = used
                .iter()
                .map(|(_, path)| path)
                .filter(|path| !path.starts_with(module));
            for path in used.chain(written) {
                let Some(home) = self.home(path, 8) else {
                    continue;
                };
                let common = module.iter().zip(home).take_while(|(a, b)| a == b).count();
                if let (Some(from), Some(to)) = (module.get(common), home.get(common)) {
                    let folder = folders.entry(module[..common].to_vec()).or_default();
                    folder.entry(from.clone()).or_default().insert(to.clone());
                }
            }
        }
        folders
    }
}

/// The modules of a folder that can be reached from one of them.
fn reached<'a>(uses: &'a BTreeMap<String, BTreeSet<String>>, from: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut open: Vec<&str> = vec![from];
    while let Some(module) = open.pop() {
        let next = uses.get(module).into_iter().flatten().map(String::as_str);
        open.extend(next.filter(|&next| found.insert(next)));
    }
    found
}

/// The circles of a crate: the folder, and its modules that reach each other.
fn circles(modules: &BTreeMap<Names, String>) -> BTreeSet<(String, Vec<String>)> {
    let mut circles = BTreeSet::new();
    for (folder, uses) in Crate::new(modules).uses() {
        for module in uses.keys() {
            let ahead = reached(&uses, module);
            if ahead.contains(module.as_str()) {
                let circle = ahead
                    .into_iter()
                    .filter(|other| reached(&uses, other).contains(module.as_str()));
                circles.insert((folder.join("/"), circle.map(str::to_owned).collect()));
            }
        }
    }
    circles
}

#[test]
fn no_modules_of_any_crate_form_a_circle() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut count = 0;
    for entry in crates.read_dir().expect("the folder of the crates") {
        let folder = entry.expect("an entry of the folder");
        let modules = modules(&folder.path().join("src"));
        count += modules.len();
        let circles = circles(&modules);
        let name = folder.file_name();
        assert!(circles.is_empty(), "{name:?}: {circles:#?}");
    }
    assert!(count > 500, "{count} modules were looked at");
}

/// Whether modules, each with its source, form a circle.
fn is_circle(sources: &[(&str, &str)]) -> bool {
    let module = |(path, source): &(&str, &str)| {
        let names = path.split('/').filter(|name| !name.is_empty());
        (names.map(str::to_owned).collect(), (*source).to_owned())
    };
    !circles(&sources.iter().map(module).collect()).is_empty()
}

#[test]
fn a_circle_is_found_however_its_paths_are_written() {
    for (a, b) in [
        ("use crate::b::B;", "use crate::a::A;"),
        (
            "use super::b::B;",
            "use std::fmt;\npub use super::{\n    a::{self, A},\n};",
        ),
        ("use crate::B;", "fn f() -> crate::a::A {}"),
        ("pub(crate) use crate::{b, c};", "use crate::c::d::D;"),
    ] {
        let root = ("", "mod a;\npub use b::B;");
        let rest = [("c", ""), ("c/d", "use super::super::a;")];
        assert!(
            is_circle(&[root, ("a", a), ("b", b), rest[0], rest[1]]),
            "{a}\n{b}"
        );
        assert!(!is_circle(&[root, ("a", a), ("b", "use std::fmt;")]), "{a}");
    }
}

#[test]
fn neither_tests_nor_comments_nor_a_folder_and_its_modules_form_a_circle() {
    let test = "#[cfg(test)]\nmod tests {\n    use crate::a::A;\n}\n";
    for b in ["// use crate::a::A;", "/// [`crate::a::A`]", test] {
        assert!(!is_circle(&[("a", "use crate::b::B;"), ("b", b)]), "{b}");
    }
    assert!(is_circle(&[
        ("a", "use crate::b::B;"),
        ("b", &format!("{test}use crate::a::A;"))
    ]));
    assert!(!is_circle(&[
        ("a", "pub use self::b::B;"),
        ("a/b", "use super::A;")
    ]));
    assert!(is_circle(&[
        ("a", "pub use self::c::C;"),
        ("a/b", "use super::C;"),
        ("a/c", "use super::b;")
    ]));
}

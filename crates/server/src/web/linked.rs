//! Joins modules: the page starts with some fifty of them, and each would be a request with headers that are longer than many a module.
//! The modules of the start are joined in the order in which browsers would run them. Each top-level name gets the number of its module
//! as a suffix, so that names do not collide, and then all names are shortened. Modules that are loaded later import what they need from
//! the joined one under the names `FILE:NAME`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use super::modules::{Module, Taken, resolve, shortened};

/// Modules by their paths.
pub type Modules = BTreeMap<String, Module>;

/// The modules of the page after joining: `first` contains all its static imports, which are no separate modules any more.
///
/// `apart` and its imports stay separate, because they are loaded before. None if a module contains something that cannot be joined (a
/// namespace import, a default export, a re-export) or imports something that does not exist: then browsers get all modules as they are
/// written, and report the error.
pub fn linked(modules: &Modules, first: &str, apart: &str) -> Option<Modules> {
    let before = order(modules, apart, &BTreeSet::new())?;
    let before: BTreeSet<&str> = before.into_iter().collect();
    let joined = order(modules, first, &before)?;
    let linking = Linking {
        modules,
        first,
        numbers: modules.keys().map(String::as_str).zip(0..).collect(),
        joined: joined.iter().copied().collect(),
    };
    let mut made = Modules::new();
    for (path, module) in modules {
        if !linking.is_joined(path) {
            made.insert(path.clone(), linking.beside(path, module)?);
        }
    }
    made.insert(first.to_owned(), linking.join(&joined)?);
    Some(made)
}

/// A module and all that it imports, in the order in which they run, without those that were loaded before.
fn order<'a>(modules: &'a Modules, first: &str, before: &BTreeSet<&str>) -> Option<Vec<&'a str>> {
    let mut found = Vec::new();
    let mut met = BTreeSet::new();
    visit(modules, first, before, &mut met, &mut found)?;
    Some(found)
}

fn visit<'a>(
    modules: &'a Modules,
    path: &str,
    before: &BTreeSet<&str>,
    met: &mut BTreeSet<&'a str>,
    found: &mut Vec<&'a str>,
) -> Option<()> {
    let (path, module) = modules.get_key_value(path)?;
    if before.contains(path.as_str()) || !met.insert(path) {
        return Some(());
    }
    for name in &module.imports {
        visit(modules, &resolve(path, name)?, before, met, found)?;
    }
    found.push(path);
    Some(())
}

struct Linking<'a> {
    modules: &'a Modules,
    first: &'a str,
    /// The number of each module.
    numbers: BTreeMap<&'a str, usize>,
    joined: BTreeSet<&'a str>,
}

impl Linking<'_> {
    /// Joins them into one module.
    fn join(&self, order: &[&str]) -> Option<Module> {
        let mut body = String::new();
        let mut outside = BTreeSet::new();
        let mut later = Vec::new();
        for path in order {
            let module = &self.modules[*path];
            let mut names = BTreeMap::new();
            for taken in &module.taken {
                let (from, name) = self.source(path, taken)?;
                if !self.is_joined(&from) {
                    outside.insert((from.clone(), name.to_owned()));
                }
                names.insert(taken.local.clone(), self.name(&from, name));
            }
            let own = |name: &str| {
                names
                    .get(name)
                    .cloned()
                    .unwrap_or_else(|| self.name(path, name))
            };
            body += &module.renamed(path, own)?;
            body.push('\n');
            later.extend(
                module
                    .later
                    .iter()
                    .filter_map(|name| Some(format!("./{}", resolve(path, name)?))),
            );
        }
        let mut code = String::new();
        let mut imports = BTreeSet::new();
        for (from, name) in &outside {
            let _ = writeln!(
                code,
                "import {{ {name} as {} }} from \"./{from}\";",
                self.name(from, name)
            );
            imports.insert(format!("./{from}"));
        }
        code += &body;
        for (from, name) in self.wanted_later()? {
            let _ = writeln!(
                code,
                "export {{ {} as \"{from}:{name}\" }};",
                self.name(&from, &name)
            );
        }
        Some(Module {
            imports: imports.into_iter().collect(),
            later,
            code: shortened(&code)?,
            ..Module::default()
        })
    }

    /// A module that is not joined, changed so that it imports from the joined one.
    fn beside(&self, path: &str, module: &Module) -> Option<Module> {
        let up = "../".repeat(path.matches('/').count());
        let first = format!("{}{}", if up.is_empty() { "./" } else { &up }, self.first);
        let mut code = String::new();
        for taken in module
            .taken
            .iter()
            .filter(|taken| self.leads_in(path, &taken.from))
        {
            let (from, name) = self.source(path, taken)?;
            let _ = write!(
                code,
                "import{{\"{from}:{name}\"as {}}}from\"{first}\";",
                taken.local
            );
        }
        let mut imports = module.imports.clone();
        imports.retain(|name| !self.leads_in(path, name));
        if imports.len() < module.imports.len() {
            imports.push(first);
        }
        code += &module.without_imports(|name| self.leads_in(path, name))?;
        Some(Module {
            imports,
            later: module.later.clone(),
            code,
            ..Module::default()
        })
    }

    /// What modules that are not joined import from those that are: the file and the name.
    fn wanted_later(&self) -> Option<BTreeSet<(String, String)>> {
        let mut wanted = BTreeSet::new();
        let others = self
            .modules
            .iter()
            .filter(|(path, _)| !self.is_joined(path));
        for (path, taken) in
            others.flat_map(|(path, module)| module.taken.iter().map(move |taken| (path, taken)))
        {
            if self.leads_in(path, &taken.from) {
                let (from, name) = self.source(path, taken)?;
                wanted.insert((from, name.to_owned()));
            }
        }
        Some(wanted)
    }

    fn is_joined(&self, path: &str) -> bool {
        self.joined.contains(path)
    }

    /// Whether what a module at `path` imports as `name` is one of the joined modules.
    fn leads_in(&self, path: &str, name: &str) -> bool {
        resolve(path, name).is_some_and(|path| self.is_joined(&path))
    }

    /// The file from which something is imported, and its name there.
    fn source<'a>(&self, path: &str, taken: &'a Taken) -> Option<(String, &'a str)> {
        let from = resolve(path, &taken.from)?;
        let name = taken.name.as_deref()?;
        self.modules
            .get(&from)?
            .exports
            .contains(name)
            .then_some((from, name))
    }

    /// The name in the joined module of something at the top level of a file.
    fn name(&self, path: &str, name: &str) -> String {
        format!("{name}${}", self.numbers[path])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::modules;

    fn read(sources: &[(&str, &str)]) -> Modules {
        let read =
            |(path, source): &(&str, &str)| Some(((*path).to_owned(), modules::read(source)?));
        sources.iter().filter_map(read).collect()
    }

    const PAGE: [(&str, &str); 6] = [
        (
            "start.js",
            "import { renew } from \"./parts.js\"; import(\"./app.js\").catch(renew);",
        ),
        ("parts.js", "export const renew = () => import.meta.url;"),
        (
            "app.js",
            "import { t as text } from \"./texts.js\"; import { show } from \"./views/home.js\"; import { renew } from \"./parts.js\";\n\
             const t = 1; show({ t, text: text(t), renew }); export const later = () => import(\"./views/later.js\");",
        ),
        (
            "texts.js",
            "export function t(key) { const text = key; return text; }",
        ),
        (
            "views/home.js",
            "import { t } from \"../texts.js\"; export const ICON = new URL(\"../mark.svg\", import.meta.url);\n\
             export const show = (what) => ({ ...what, t, sub: () => import(\"./sub.js\") });",
        ),
        (
            "views/later.js",
            "import { t as text } from \"../texts.js\"; import { renew } from \"../parts.js\"; import \"./sub.js\"; text(renew());",
        ),
    ];

    #[test]
    fn what_belongs_to_the_beginning_is_one_module_and_others_take_what_they_need_from_it() {
        let made = linked(&read(&PAGE), "app.js", "start.js").expect("modules that can be joined");
        let paths: Vec<&str> = made.keys().map(String::as_str).collect();
        assert_eq!(paths, ["app.js", "parts.js", "start.js", "views/later.js"]);
        let app = &made["app.js"];
        assert_eq!(app.imports, ["./parts.js"]);
        assert_eq!(app.later, ["./views/sub.js", "./views/later.js"]);
        for part in [
            "from\"./parts.js\"",
            "\"texts.js:t\"",
            "new URL(`views/home.js`,import.meta.url).href",
            "import(`./views/sub.js`)",
        ] {
            assert!(app.code.contains(part), "{part}: {}", app.code);
        }
        assert_eq!(app.code.matches("export").count(), 1, "{}", app.code);
        assert!(!app.code.contains("texts.js\";"), "{}", app.code);
        let later = &made["views/later.js"];
        assert!(
            later
                .code
                .starts_with("import{\"texts.js:t\"as text}from\"../app.js\";"),
            "{}",
            later.code
        );
        assert_eq!(later.imports, ["../parts.js", "./sub.js", "../app.js"]);
    }

    #[test]
    fn what_cannot_be_joined_stays_as_it_is_written() {
        for (path, source) in [
            ("texts.js", "export default 1;"),
            ("texts.js", "export const other = 1;"),
            ("texts.js", "const t = 1; export { t };"),
            (
                "views/home.js",
                "import * as all from \"../texts.js\"; export const show = all;",
            ),
            (
                "views/home.js",
                "export { t as show } from \"../texts.js\";",
            ),
            (
                "views/home.js",
                "import \"../nowhere.js\"; export const show = 1;",
            ),
        ] {
            let mut page = read(&PAGE);
            page.insert(path.to_owned(), modules::read(source).expect("a module"));
            assert!(linked(&page, "app.js", "start.js").is_none(), "{source}");
        }
    }
}

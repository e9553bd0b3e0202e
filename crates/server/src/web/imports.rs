//! What the page's modules import, read from their sources when there is no bundle, which says it otherwise. It finds what the formatter of
//! the page leaves: static imports end a line that is not indented, and those for later name their module in the same line.
//! `tests/browser/bundle.test.mjs` compares it with what esbuild finds.

use std::collections::BTreeMap;

use bytes::Bytes;

/// For each module the paths of what it imports statically, and of what it imports later.
pub type Imports = BTreeMap<String, (Vec<String>, Vec<String>)>;

/// What the modules among these files import.
pub fn imports(files: &BTreeMap<String, Bytes>) -> Imports {
    let read = |(path, bytes): (&String, &Bytes)| {
        let source = std::str::from_utf8(bytes).ok()?;
        let is_module = path.rsplit_once('.').is_some_and(|(_, end)| end == "js");
        is_module.then(|| {
            let resolved = |name: &str| resolve(path, name);
            let at_once = source.lines().filter_map(at_once).filter_map(resolved);
            let later = source.lines().flat_map(later).filter_map(resolved);
            (path.clone(), (at_once.collect(), later.collect()))
        })
    };
    files.iter().filter_map(read).collect()
}

/// What a line imports statically: `import { a } from "./a.js";`, its last line, or `import "./a.js";`.
fn at_once(line: &str) -> Option<&str> {
    let (before, name) = line.strip_suffix("\";")?.rsplit_once('"')?;
    let is_import = before == "import " || (before.ends_with(" from ") && !before.starts_with(' '));
    is_import.then_some(name)
}

/// What a line imports later: `import("./a.js")`. In comments, types are written like this.
fn later(line: &str) -> impl Iterator<Item = &str> {
    let is_comment = line.trim_start().starts_with(['/', '*']);
    let named = line.split("import(\"").skip(1);
    named
        .filter(move |_| !is_comment)
        .filter_map(|rest| rest.split('"').next())
}

/// The path of what a module at `from` imports as `name`; none if it is no file of the page.
fn resolve(from: &str, name: &str) -> Option<String> {
    if !name.starts_with('.') {
        return None;
    }
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in name.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn imports_are_found_and_nothing_that_only_looks_like_one() {
        let source = "// import \"./note.js\";\n/** @import { A } from \"./types.js\" */\n/** @type {typeof import(\"./types.js\")} */\n\
             import { a } from \"./a.js\";\nimport \"../b.js\";\nimport {\n  one,\n} from './no.js';\nimport {\n  two,\n} from \"./two.js\";\n\
             export { c } from \"./c.js\";\nconst from = \"from \";\n  let text = \"taken from \";\n\
             const d = () => import(\"./d.js\").then(() => import(\"./e.js\"));\nconst f = (n) => import(`./${n}.js`);\n";
        let files = [("views/home.js".to_owned(), Bytes::from(source))];
        let found = imports(&files.into());
        let (at_once, later) = &found["views/home.js"];
        assert_eq!(
            *at_once,
            ["views/a.js", "b.js", "views/two.js", "views/c.js"]
        );
        assert_eq!(*later, ["views/d.js", "views/e.js"]);
    }

    #[test]
    fn names_lead_from_where_they_stand() {
        for (from, name, path) in [
            ("app.js", "./dom.js", Some("dom.js")),
            ("views/home.js", "../dom.js", Some("dom.js")),
            ("views/home.js", "./piece.js", Some("views/piece.js")),
            (
                "views/home.js",
                "../pieces/pieces.js",
                Some("pieces/pieces.js"),
            ),
            ("app.js", "../elsewhere.js", None),
            ("app.js", "https://elsewhere", None),
        ] {
            assert_eq!(resolve(from, name).as_deref(), path, "{from} {name}");
        }
    }
}

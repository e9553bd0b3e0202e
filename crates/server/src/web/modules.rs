//! The page's modules, read by a parser: what each imports, and its code without comments and blanks.

use oxc_allocator::Allocator;
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_parser::Parser;
use oxc_span::SourceType;

/// A module as browsers get it.
#[derive(Debug)]
pub struct Module {
    /// What it imports at once, as it names them.
    pub imports: Vec<String>,
    /// What it names as imports of a later moment.
    pub later: Vec<String>,
    /// Its code without comments and blanks.
    pub code: String,
}

/// Reads a module; nothing where it is none.
pub fn read(source: &str) -> Option<Module> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::mjs()).parse();
    if parsed.panicked || !parsed.diagnostics.is_empty() {
        return None;
    }
    let record = &parsed.module_record;
    let imports = record.requested_modules.keys().map(ToString::to_string);
    let later = record.dynamic_imports.iter().filter_map(|import| {
        let named =
            source.get(import.module_request.start as usize..import.module_request.end as usize)?;
        Some(named.trim_matches(['"', '\'']).to_owned())
    });
    let later = later.collect();
    let mut imports: Vec<_> = imports.collect();
    imports.sort_unstable();
    let printed = Codegen::new()
        .with_options(CodegenOptions::minify())
        .build(&parsed.program);
    Some(Module {
        imports,
        later,
        code: printed.code,
    })
}

/// The path of what a module at `from` imports as `name`; nothing where that is no file of the page.
pub fn resolve(from: &str, name: &str) -> Option<String> {
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
    fn imports_are_found_and_comments_are_left_out_but_nothing_else() {
        let source = "// A note.\nimport { a } from \"./a.js\";\nimport \"../b.js\";\nexport { c } from './c.js';\n\
             /** Why. */\nexport const text = \"// no note\" + `/* nor ${a} */`;\nexport const d = () => import(\"./d.js\");\n\
             export const one = (n) => import(`./${n}.js`);\n";
        let module = read(source).expect("a module");
        assert_eq!(module.imports, ["../b.js", "./a.js", "./c.js"]);
        assert_eq!(module.later[0], "./d.js");
        for kept in ["// no note", "/* nor ${a} */"] {
            assert!(module.code.contains(kept), "{}", module.code);
        }
        for gone in ["A note", "Why"] {
            assert!(!module.code.contains(gone), "{}", module.code);
        }
        assert!(read("export const = 1;").is_none());
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

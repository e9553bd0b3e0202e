//! The page's modules, parsed: what each imports and exports, and its code without comments and blanks, with other names if it is joined
//! with others.

use std::collections::BTreeSet;

use oxc_allocator::Allocator;
use oxc_ast::ast::Statement;
use oxc_codegen::{Codegen, CodegenOptions};
use oxc_mangler::{MangleOptions, Mangler};
use oxc_parser::{Parser, ParserReturn};
use oxc_semantic::SemanticBuilder;
use oxc_span::SourceType;
use oxc_syntax::module_record::{
    ExportExportName, ExportLocalName, ImportImportName, ModuleRecord,
};

/// A module, as it is written or as it is sent to browsers.
#[derive(Debug, Default)]
pub struct Module {
    /// What it imports statically, as written, in this order.
    pub imports: Vec<String>,
    /// What it imports dynamically, as written.
    pub later: Vec<String>,
    /// Each name that it imports.
    pub taken: Vec<Taken>,
    /// What it exports under the same name as at its top level.
    pub exports: BTreeSet<String>,
    /// The source; empty if it was joined from several modules.
    pub source: String,
    /// Its code without comments and blanks.
    pub code: String,
}

/// A name that is imported.
#[derive(Debug)]
pub struct Taken {
    /// The other module, as written here.
    pub from: String,
    /// Its name there; none for a namespace or default import.
    pub name: Option<String>,
    /// Its name here.
    pub local: String,
}

/// Parses a module; none if it is invalid.
pub fn read(source: &str) -> Option<Module> {
    let allocator = Allocator::default();
    let parsed = parse(&allocator, source)?;
    let record = &parsed.module_record;
    let mut imports: Vec<_> = record
        .requested_modules
        .iter()
        .filter_map(|(name, at)| Some((at.first()?.span.start, name.to_string())))
        .collect();
    imports.sort_unstable();
    let taken = record.import_entries.iter().map(|entry| Taken {
        from: entry.module_request.name.to_string(),
        name: match &entry.import_name {
            ImportImportName::Name(name) => Some(name.name.to_string()),
            ImportImportName::NamespaceObject | ImportImportName::Default(_) => None,
        },
        local: entry.local_name.name.to_string(),
    });
    let exports = record.local_export_entries.iter().filter_map(|entry| {
        let (ExportExportName::Name(name), ExportLocalName::Name(local)) =
            (&entry.export_name, &entry.local_name)
        else {
            return None;
        };
        (name.name == local.name).then(|| name.name.to_string())
    });
    Some(Module {
        imports: imports.into_iter().map(|(_, name)| name).collect(),
        later: dynamic(source, record)
            .map(|(_, name)| name.to_owned())
            .collect(),
        taken: taken.collect(),
        exports: exports.collect(),
        source: source.to_owned(),
        code: printed(&parsed),
    })
}

/// The code of a module, with shortened names for everything that it does not import or export.
pub fn shortened(source: &str) -> Option<String> {
    let allocator = Allocator::default();
    let parsed = parse(&allocator, source)?;
    let options = MangleOptions {
        top_level: Some(true),
        ..MangleOptions::default()
    };
    let names = Mangler::new().with_options(options).build(&parsed.program);
    let printed = Codegen::new()
        .with_options(CodegenOptions::minify())
        .with_scoping(Some(names.scoping))
        .with_private_member_mappings(Some(names.class_private_mappings))
        .build(&parsed.program);
    Some(printed.code)
}

impl Module {
    /// The code as a part of a module in the page's root folder: without imports and exports, with the top-level names that `named`
    /// returns, and with paths adjusted from the module at `path`.
    pub fn renamed(&self, path: &str, named: impl Fn(&str) -> String) -> Option<String> {
        let source = self.moved(path)?;
        let allocator = Allocator::default();
        let mut parsed = parse(&allocator, &source)?;
        let mut scoping = SemanticBuilder::new()
            .build(&parsed.program)
            .semantic
            .into_scoping();
        let top = scoping.get_bindings(scoping.root_scope_id());
        let symbols: Vec<_> = top
            .iter()
            .map(|(name, symbol)| (named(name), *symbol))
            .collect();
        for (name, symbol) in &symbols {
            scoping.set_symbol_name(*symbol, name.as_str().into());
        }
        let body = &mut parsed.program.body;
        body.retain(|statement| !matches!(statement, Statement::ImportDeclaration(_)));
        let printed = Codegen::new()
            .with_options(CodegenOptions::minify())
            .with_scoping(Some(scoping))
            .build(&parsed.program);
        Some(printed.code)
    }

    /// The source without the word `export`, and with paths for a module in the page's root folder.
    fn moved(&self, path: &str) -> Option<String> {
        let allocator = Allocator::default();
        let parsed = parse(&allocator, &self.source)?;
        let record = &parsed.module_record;
        let mut edits: Vec<(usize, usize, String)> = Vec::new();
        for entry in &record.local_export_entries {
            let start = entry.statement_span.start as usize;
            // An export list or a default export is more than a word before a declaration.
            let declared = self.source.get(start..)?.strip_prefix("export ")?;
            if declared.starts_with(['{', '*']) || declared.starts_with("default ") {
                return None;
            }
            edits.push((start, start + "export ".len(), String::new()));
        }
        if !record.indirect_export_entries.is_empty() || !record.star_export_entries.is_empty() {
            return None;
        }
        for (at, name) in dynamic(&self.source, record) {
            if let Some(target) = resolve(path, name) {
                edits.push((at, at + name.len(), format!("./{target}")));
            }
        }
        for meta in &record.import_metas {
            let end = meta.end as usize + ".url".len();
            if self.source.get(meta.end as usize..end) != Some(".url") {
                return None;
            }
            let url = format!("new URL(\"{path}\", import.meta.url).href");
            edits.push((meta.start as usize, end, url));
        }
        edits.sort_unstable();
        edits.dedup();
        let mut made = String::new();
        let mut done = 0;
        for (start, end, text) in edits {
            made += self.source.get(done..start)?;
            made += &text;
            done = end;
        }
        Some(made + self.source.get(done..)?)
    }

    /// The code without the imports for which `left_out` returns true.
    pub fn without_imports(&self, left_out: impl Fn(&str) -> bool) -> Option<String> {
        let allocator = Allocator::default();
        let mut parsed = parse(&allocator, &self.source)?;
        parsed.program.body.retain(|statement| {
            !matches!(statement, Statement::ImportDeclaration(import) if left_out(&import.source.value))
        });
        Some(printed(&parsed))
    }
}

fn parse<'a>(allocator: &'a Allocator, source: &'a str) -> Option<ParserReturn<'a>> {
    let parsed = Parser::new(allocator, source, SourceType::mjs()).parse();
    (!parsed.panicked && parsed.diagnostics.is_empty()).then_some(parsed)
}

fn printed(parsed: &ParserReturn) -> String {
    let codegen = Codegen::new().with_options(CodegenOptions::minify());
    codegen.build(&parsed.program).code
}

/// The positions of dynamic imports, and how each is written.
fn dynamic<'a>(source: &'a str, record: &ModuleRecord) -> impl Iterator<Item = (usize, &'a str)> {
    record.dynamic_imports.iter().filter_map(move |import| {
        let (start, end) = (
            import.module_request.start as usize,
            import.module_request.end as usize,
        );
        let named = source.get(start..end)?.strip_prefix(['"', '\''])?;
        Some((start + 1, named.strip_suffix(['"', '\''])?))
    })
}

/// The path of what a module at `from` imports as `name`; none if it is no file of the page.
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
        assert_eq!(module.imports, ["./a.js", "../b.js", "./c.js"]);
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

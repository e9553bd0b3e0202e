//! The bundle of the page: what `web/build` has made of its sources for browsers, in the folder `web/dist`. Its manifest has a digest of
//! the sources, and a bundle of other sources than those that are there is not served.

use std::collections::BTreeMap;

use bytes::Bytes;
use serde::Deserialize;
use sha2::{Digest as _, Sha256};

use super::imports::{Imports, imports};

/// The files of the page.
pub type Plain = BTreeMap<String, Bytes>;

/// The folder of the bundle, and its manifest there. The name of the manifest has no ending, so that it is no file of the page.
const FOLDER: &str = "dist/";
const MANIFEST: &str = "dist/manifest";
/// The endings of the names of a bundle's sources. `web/bundle.mjs` has the same list.
const SOURCES: [&str; 3] = [".js", ".css", ".html"];

#[derive(Deserialize)]
struct Manifest {
    /// The digest of the sources of which the bundle was made.
    sources: String,
    modules: Imports,
}

/// Puts the bundle in the place of its sources, and returns what its modules import. The sources stay, and what they import is returned,
/// if there is no bundle or if it was made of other sources; the log says so.
pub fn bundled(plain: &mut Plain) -> Imports {
    let mut bundle: Plain = plain
        .extract_if(.., |path, _| path.starts_with(FOLDER))
        .collect();
    let Some(manifest) = bundle.remove(MANIFEST) else {
        tracing::info!("the page has no bundle: browsers get its modules as they are written");
        return imports(plain);
    };
    let manifest: Option<Manifest> = serde_json::from_slice(&manifest).ok();
    let Some(manifest) = manifest.filter(|manifest| manifest.sources == digest(plain)) else {
        tracing::warn!(
            "the bundle of the page was made of other sources: browsers get the modules as they are written, until web/build is run"
        );
        return imports(plain);
    };
    plain.retain(|path, _| !is_source(path));
    let files = bundle
        .into_iter()
        .map(|(path, bytes)| (path[FOLDER.len()..].to_owned(), bytes));
    plain.extend(files);
    manifest.modules
}

fn is_source(path: &str) -> bool {
    SOURCES.iter().any(|end| path.ends_with(end))
}

/// A digest of the sources, each with its path and length. `web/bundle.mjs` computes the same.
fn digest(plain: &Plain) -> String {
    let mut all = Sha256::new();
    for (path, bytes) in plain.iter().filter(|(path, _)| is_source(path)) {
        all.update(format!("{path}\n{}\n", bytes.len()));
        all.update(bytes);
    }
    hex::encode(all.finalize())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two sources and a picture, with a bundle whose manifest has this digest.
    fn page(digest: &str) -> Plain {
        let manifest = format!(
            "{{\"sources\":\"{digest}\",\"modules\":{{\"app.js\":[[\"chunks/a.js\"],[]],\"chunks/a.js\":[[],[]]}}}}"
        );
        [
            ("app.js", "import \"./dom.js\";\n"),
            ("dom.js", "1;"),
            ("mark.svg", "<svg/>"),
            ("dist/app.js", "import\"./chunks/a.js\";"),
            ("dist/chunks/a.js", "1"),
            (MANIFEST, &manifest),
        ]
        .map(|(path, text)| (path.to_owned(), Bytes::from(text.to_owned())))
        .into()
    }

    fn names(plain: &Plain) -> Vec<&str> {
        plain.keys().map(String::as_str).collect()
    }

    #[test]
    fn a_bundle_of_these_sources_stands_in_their_place() {
        let mut sources = page("");
        sources.retain(|path, _| !path.starts_with(FOLDER));
        let mut plain = page(&digest(&sources));
        let imports = bundled(&mut plain);
        assert_eq!(names(&plain), ["app.js", "chunks/a.js", "mark.svg"]);
        assert_eq!(plain["app.js"], "import\"./chunks/a.js\";");
        assert_eq!(imports["app.js"].0, ["chunks/a.js"]);
    }

    #[test]
    fn a_bundle_of_other_sources_is_not_served_and_neither_is_half_of_one() {
        let stale = page("0123");
        let mut half = page("");
        half.remove(MANIFEST);
        for mut plain in [stale, half] {
            let imports = bundled(&mut plain);
            assert_eq!(names(&plain), ["app.js", "dom.js", "mark.svg"]);
            assert_eq!(plain["app.js"], "import \"./dom.js\";\n");
            assert_eq!(imports["app.js"].0, ["dom.js"]);
        }
    }
}

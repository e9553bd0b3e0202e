//! The files of the page, all of one version: in a release build those that were compiled in, in a debug build those of the folder, which
//! are read again when one of them has changed.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError, RwLock};
use std::time::SystemTime;

use bytes::Bytes;
use rust_embed::Embed;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use super::bundle::{Plain, bundled};
use super::document::{self, DOCUMENT, VARIANTS};
use super::imports::Imports;
use super::moment::{self, Glyphs};
use crate::asset::Asset;
use crate::cacheable::CachePolicy;
use crate::rest::games_described;
use crate::workers::{JobNotDone, Workers};

/// The folder with one file for each language.
const TEXTS: &str = "texts/";
/// The list of languages, with their own names.
const LANGUAGES: &str = "texts/languages.json";
/// The content type of TypeScript.
const TYPESCRIPT: &str = "application/typescript; charset=utf-8";
/// The TypeScript types of the protocol.
const TYPES: &str = "types/protocol.d.ts";
/// The service worker, which shows the page without a network.
const WORKER: &str = "worker.js";
/// The page's logo, and the outlines of the characters on pieces.
const MARK: &str = "pieces/mark.svg";
const GLYPHS: &str = "pieces/glyphs.js";
/// The start of the line in a language file with the language's own name. Without it, browsers know the name.
const NAME_LINE: &str = "export const name = \"";
/// The content type of modules.
const MODULE: &str = "text/javascript; charset=utf-8";
/// What the page does not show of a game's description, or says in its own texts in the reader's language.
const NOT_SHOWN: [&str; 6] = ["also", "names", "opening", "ties", "goal", "source"];
/// Bytes of the digest in an address: nobody can find two versions with the same.
const DIGEST_BYTES: usize = 8;

/// The files of the folder `web`. `client` is a link there, for Node.js and compilers, to what [`Client`] has.
#[derive(Embed)]
#[folder = "../../web"]
#[exclude = "client/*"]
#[exclude = "tests/*"]
#[exclude = "node_modules/*"]
#[exclude = "*.mjs"]
#[exclude = "*.json"]
#[exclude = "types/page.d.ts"]
struct Folder;

/// The modules of the package for JavaScript that the page uses.
#[derive(Embed)]
#[folder = "../../kit/js/src"]
#[prefix = "client/"]
struct Client;

/// When each file of the folder was changed; empty in a release build.
type Stamp = Vec<(String, Option<SystemTime>)>;

static LATEST: LatestFiles = LatestFiles {
    now: RwLock::new(None),
    making: Mutex::new(()),
};

/// The last version that was built.
struct LatestFiles {
    now: RwLock<Option<(Stamp, Arc<Files>)>>,
    /// Locked while a version is built by a worker thread. The threads that play never wait for it.
    making: Mutex<()>,
}

impl LatestFiles {
    /// The last version, even if files have changed since.
    fn last(&self) -> Option<Arc<Files>> {
        let now = self.now.read().unwrap_or_else(PoisonError::into_inner);
        now.as_ref().map(|(_, files)| Arc::clone(files))
    }

    /// The version of that stamp, if it is the last one.
    fn of(&self, stamp: &Stamp) -> Option<Arc<Files>> {
        let now = self.now.read().unwrap_or_else(PoisonError::into_inner);
        let (_, files) = now.as_ref().filter(|(known, _)| known == stamp)?;
        Some(Arc::clone(files))
    }

    /// The version of that stamp; it is built if it is not the last one.
    fn made(&self, stamp: Stamp, make: impl FnOnce() -> Files) -> Arc<Files> {
        if let Some(files) = self.of(&stamp) {
            return files;
        }
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        // Another thread may have built it meanwhile.
        if let Some(files) = self.of(&stamp) {
            return files;
        }
        let files = Arc::new(make());
        let mut now = self.now.write().unwrap_or_else(PoisonError::into_inner);
        *now = Some((stamp, Arc::clone(&files)));
        files
    }
}

/// The files of one version of the page.
#[derive(Debug)]
pub struct Files {
    /// Identifies this version.
    pub digest: String,
    /// The document for all addresses of the page, without metadata for previews.
    pub document: String,
    /// The service worker, which shows the page without a network.
    pub worker: Asset,
    /// The page's logo, as SVG.
    pub mark: String,
    /// The outlines of the characters on pieces.
    pub glyphs: Glyphs,
    /// The TypeScript types of the protocol, for developers of clients.
    pub types: Asset,
    by_path: BTreeMap<String, Asset>,
}

impl Files {
    /// The current version. It is built on a worker thread the first time, and in a debug build whenever a file has changed.
    pub async fn now(workers: &Workers) -> Result<Arc<Self>, JobNotDone> {
        if !cfg!(debug_assertions)
            && let Some(files) = LATEST.last()
        {
            return Ok(files);
        }
        let look = || LATEST.made(stamp(), || Self::of(read()));
        workers.run(look).await
    }

    /// The version with this digest; none if it is another one now. While it is the last one that was built, nothing is read: a page asks for
    /// dozens of files, and a debug build looks at hundreds to know whether one has changed.
    pub async fn of_digest(
        digest: &str,
        workers: &Workers,
    ) -> Result<Option<Arc<Self>>, JobNotDone> {
        let is_it = |files: &Arc<Self>| files.digest == digest;
        if let Some(files) = LATEST.last().filter(is_it) {
            return Ok(Some(files));
        }
        Ok(Some(Self::now(workers).await?).filter(is_it))
    }

    /// A file, by its path without the leading slash.
    pub fn get(&self, path: &str) -> Option<&Asset> {
        self.by_path.get(path)
    }

    /// Builds a version from the files of the folder.
    pub fn of(mut plain: Plain) -> Self {
        plain.insert(LANGUAGES.to_owned(), languages(&plain).to_string().into());
        let digest = digest(&plain);
        let text =
            |bytes: Option<Bytes>| String::from_utf8_lossy(&bytes.unwrap_or_default()).into_owned();
        let worker_code = text(plain.get(WORKER).cloned());
        let mark = text(plain.get(MARK).cloned());
        let glyphs = moment::glyphs(&text(plain.get(GLYPHS).cloned()));
        let imports = bundled(&mut plain);
        plain.remove(WORKER);
        let page = text(plain.remove(DOCUMENT));
        let types = plain.remove(TYPES).unwrap_or_default();
        let mut by_path = BTreeMap::new();
        for (path, bytes) in plain {
            if let Some(kind) = kind(&path) {
                by_path.insert(
                    path,
                    Asset::with_policy(kind, bytes, CachePolicy::PublicForEver),
                );
            }
        }
        let is_file = |path: &str| by_path.contains_key(path) || super::is_icon(path);
        let kept = document::offline(&page, &imports, &by_path);
        Self {
            document: document::document(&page, &digest, &imports, is_file),
            worker: worker(&worker_code, &digest, &kept, &imports),
            mark,
            glyphs,
            types: Asset::new(TYPESCRIPT, types),
            digest,
            by_path,
        }
    }
}

fn stamp() -> Stamp {
    if !cfg!(debug_assertions) {
        return Stamp::new();
    }
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../web"));
    let changed = |path: Cow<'static, str>| {
        let at = folder.join(path.as_ref()).metadata();
        (path.into_owned(), at.and_then(|at| at.modified()).ok())
    };
    Folder::iter().chain(Client::iter()).map(changed).collect()
}

fn read() -> Plain {
    let files = of_folder::<Folder>().chain(of_folder::<Client>());
    files.chain([(VARIANTS.to_owned(), games())]).collect()
}

/// The files of a folder, by their paths in the page's.
fn of_folder<Of: Embed>() -> impl Iterator<Item = (String, Bytes)> {
    Of::iter().filter_map(|path| {
        let plain = match Of::get(&path)?.data {
            Cow::Borrowed(embedded) => Bytes::from_static(embedded),
            Cow::Owned(read) => read.into(),
        };
        Some((path.into_owned(), plain))
    })
}

/// The games for the page: as in `/variants`, without what is [`NOT_SHOWN`].
fn games() -> Bytes {
    let described = games_described();
    let Ok(mut lists) = serde_json::from_slice::<Value>(&described) else {
        return described;
    };
    let lists_of_games = lists.as_object_mut().into_iter().flatten();
    for game in lists_of_games.flat_map(|(_, list)| list.as_array_mut().into_iter().flatten()) {
        if let Some(game) = game.as_object_mut() {
            game.retain(|field, _| !NOT_SHOWN.contains(&field.as_str()));
        }
    }
    lists.to_string().into()
}

/// One digest of all files, each with its name and length, so that different versions have different digests.
fn digest(plain: &Plain) -> String {
    let mut all = Sha256::new();
    for (path, bytes) in plain {
        all.update(format!("{path}\n{}\n", bytes.len()));
        all.update(bytes);
    }
    // Another version of the server may send the same files differently.
    all.update(env!("CARGO_PKG_VERSION"));
    hex::encode(&all.finalize()[..DIGEST_BYTES])
}

/// The service worker, with the version, the files that it caches, and what all other modules import. Another version is another worker,
/// which browsers detect.
fn worker(code: &str, digest: &str, files: &[&str], imports: &Imports) -> Asset {
    let others = imports
        .iter()
        .filter(|(path, _)| !files.contains(&path.as_str()));
    let imports: BTreeMap<_, _> = others.map(|(path, (at_once, _))| (path, at_once)).collect();
    let page = json!({ "digest": digest, "files": files, "imports": imports });
    let code = format!("const PAGE = {page};\n{code}");
    Asset::with_policy(MODULE, code.into(), CachePolicy::Never)
}

/// The languages: for each file of texts its language, and the language's own name if the file has it.
fn languages(plain: &Plain) -> Value {
    plain
        .iter()
        .filter_map(|(path, bytes)| {
            let id = path.strip_prefix(TEXTS)?.strip_suffix(".js")?;
            let source = std::str::from_utf8(bytes).ok()?;
            let name = source
                .lines()
                .find_map(|line| line.strip_prefix(NAME_LINE)?.strip_suffix("\";"));
            Some(json!({ "id": id, "name": name }))
        })
        .collect()
}

/// The content type of a file, from its name; `None` if it does not belong to the page.
fn kind(path: &str) -> Option<&'static str> {
    Some(match path.rsplit_once('.')?.1 {
        "ts" => TYPESCRIPT,
        "html" => "text/html; charset=utf-8",
        "js" => MODULE,
        "css" => "text/css; charset=utf-8",
        "json" => "application/json",
        "txt" => "text/plain; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "webmanifest" => "application/manifest+json",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files(changed: &str) -> Plain {
        let page = "<link rel=\"stylesheet\" href=\"/a.css\" />\n<link rel=\"stylesheet\" href=\"/b.css\" />\n<script type=\"module\" src=\"/start.js\"></script>";
        [
            (DOCUMENT, page),
            ("a.css", "/* A note. */\np {}"),
            ("b.css", "  q {}\n"),
            (
                "start.js",
                "import \"./views/b.js\";\nimport(\"./app.js\");",
            ),
            ("app.js", "import(\"./never.js\");"),
            ("never.js", "1;"),
            ("views/b.js", changed),
        ]
        .map(|(path, text)| (path.to_owned(), Bytes::from(text.to_owned())))
        .into()
    }

    #[test]
    fn the_document_names_everything_under_the_digest_and_loads_ahead_what_is_imported_at_once() {
        let files = Files::of(files("1;"));
        let html = &files.document;
        let base = format!("/assets/{}", files.digest);
        for path in ["start.js", "app.js", "views/b.js"] {
            let line = format!("<link rel=\"modulepreload\" href=\"{base}/{path}\" />");
            assert_eq!(html.matches(&line).count(), 1, "{html}");
        }
        for sheet in ["a.css", "b.css"] {
            assert!(html.contains(&format!("href=\"{base}/{sheet}\"")), "{html}");
        }
        assert!(html.contains(&format!("src=\"{base}/start.js\"")), "{html}");
        assert!(!html.contains("never"), "{html}");
    }

    #[test]
    fn nobody_waits_for_the_page_to_be_made_but_who_makes_it() {
        let kept = LatestFiles {
            now: RwLock::new(None),
            making: Mutex::new(()),
        };
        let make = |text| {
            // If the lock were held here, it would block a thread that plays.
            assert!(kept.now.try_write().is_ok(), "the last version is locked");
            Files::of(files(text))
        };
        let stamp = |path: &str| vec![(path.to_owned(), None)];
        let first = kept.made(stamp("a"), || make("1;"));
        let again = kept.made(stamp("a"), || unreachable!("it is there"));
        assert!(Arc::ptr_eq(&first, &again));
        let second = kept.made(stamp("b"), || make("2;"));
        assert_ne!(first.digest, second.digest);
        let last = kept.last().expect("one was made");
        assert!(Arc::ptr_eq(&second, &last));
    }

    #[test]
    fn another_byte_anywhere_is_another_digest() {
        let digest = |text| Files::of(files(text)).digest;
        assert_eq!(digest("1;"), digest("1;"));
        assert_ne!(digest("1;"), digest("1; "));
    }
}

//! The folder of a dump. Each file is written beside its place and moved there whole, so that a reader finds the former one or the new one.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::Context as _;
use giog_rules::fairness::Hex;
use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;

use super::card::Card;
use super::month::Month;

/// The file with the hashes of all others, as `sha256sum --check` reads it.
pub const SUMS: &str = "SHA256SUMS";
/// The description for people.
pub const README: &str = "README.md";

/// The folder of a dump.
#[derive(Debug)]
pub struct Folder(PathBuf);

/// The name of the file with the matches of a month.
pub fn matches_file(month: Month) -> String {
    format!("matches-{month}.jsonl.zst")
}

/// The name of the data card of a month.
fn card_file(month: Month) -> String {
    format!("matches-{month}.json")
}

impl Folder {
    /// Opens it, and makes it if it is missing.
    pub fn open(path: &Path) -> anyhow::Result<Self> {
        fs::create_dir_all(path).with_context(|| path.display().to_string())?;
        Ok(Self(path.to_owned()))
    }

    /// The data cards in it, by month. One that cannot be understood counts as missing: its month is written again.
    pub fn cards(&self) -> anyhow::Result<Vec<Card>> {
        let mut cards = Vec::new();
        let named = || self.0.display().to_string();
        for entry in fs::read_dir(&self.0).with_context(named)? {
            let name = entry.with_context(named)?.file_name();
            let month = name.to_str().and_then(|name| {
                let month = name.strip_prefix("matches-")?.strip_suffix(".json")?;
                month.parse().ok()
            });
            cards.extend(month.and_then(|month| self.card(month)));
        }
        cards.sort_by_key(|card| card.month);
        Ok(cards)
    }

    /// The data card of a month, if there is one and its file is there.
    pub fn card(&self, month: Month) -> Option<Card> {
        let bytes = fs::read(self.0.join(card_file(month))).ok()?;
        let card: Card = serde_json::from_slice(&bytes).ok()?;
        let file = fs::metadata(self.0.join(matches_file(month))).ok()?;
        (card.month == month && file.len() == card.contents.bytes).then_some(card)
    }

    /// Writes the data card of a month, unless it is as it was.
    pub fn put_card(&self, card: &Card) -> anyhow::Result<()> {
        let text = serde_json::to_string_pretty(card)? + "\n";
        self.put_text(&card_file(card.month), &text)
    }

    /// Writes a short file, unless it is as it was.
    pub fn put_text(&self, name: &str, text: &str) -> anyhow::Result<()> {
        let path = self.0.join(name);
        if fs::read(&path).is_ok_and(|bytes| bytes == text.as_bytes()) {
            return Ok(());
        }
        let mut new = self.new_file(name)?;
        let written = new.write_all(text.as_bytes());
        written.with_context(|| path.display().to_string())?;
        self.put(new, name)
    }

    /// Begins a file with this name. It is deleted if it does not get to its place; one that a killed process left is replaced.
    pub fn new_file(&self, name: &str) -> anyhow::Result<NamedTempFile> {
        let half = format!(".{name}.new");
        let path = self.0.join(&half);
        let named = || path.display().to_string();
        absent_or(fs::remove_file(&path)).with_context(named)?;
        let mut builder = tempfile::Builder::new();
        builder.prefix(&half).rand_bytes(0);
        // It is for everybody, as far as the user's mask allows it; temporary files are not.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        builder.tempfile_in(&self.0).with_context(named)
    }

    /// Moves a file to its place, so that it also survives a power loss.
    pub fn put(&self, new: NamedTempFile, name: &str) -> anyhow::Result<()> {
        let path = self.0.join(name);
        let named = || path.display().to_string();
        new.as_file().sync_all().with_context(named)?;
        new.persist(&path).with_context(named)?;
        self.sync().with_context(named)
    }

    /// Removes the files of a month.
    pub fn remove(&self, month: Month) -> anyhow::Result<()> {
        for name in [matches_file(month), card_file(month)] {
            let path = self.0.join(name);
            absent_or(fs::remove_file(&path)).with_context(|| path.display().to_string())?;
        }
        Ok(self.sync()?)
    }

    /// Writes the hashes of these months' files and of the description.
    pub fn put_sums(&self, cards: &[Card]) -> anyhow::Result<()> {
        let mut names = vec![README.to_owned()];
        let mut lines = Vec::new();
        for card in cards {
            lines.push((card.contents.file.clone(), card.contents.sha256));
            names.push(card_file(card.month));
        }
        for name in names {
            let path = self.0.join(&name);
            let bytes = fs::read(&path).with_context(|| path.display().to_string())?;
            lines.push((name, Hex(Sha256::digest(bytes).into())));
        }
        lines.sort();
        let lines = lines
            .into_iter()
            .map(|(name, hash)| format!("{hash}  {name}\n"));
        self.put_text(SUMS, &lines.collect::<String>())
    }

    fn sync(&self) -> io::Result<()> {
        File::open(&self.0)?.sync_all()
    }
}

/// Success also where there is no such file.
fn absent_or(removed: io::Result<()>) -> io::Result<()> {
    match removed {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

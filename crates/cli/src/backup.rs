//! `giog backup`: everything a server needs to continue, in one file; the server may be running.

use std::fs::{self, File};
use std::io::{self, BufWriter, IsTerminal as _, Write as _};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use giog_server::{BackupMark, SigningKey};
use giog_store::{BackupMeta, back_up};
use tempfile::NamedTempFile;

use crate::place::Place;
use crate::progress;
use crate::web::block_on;

/// The exit status if rows of a damaged database are missing in the backup: a script that replaces older backups with it should know.
const INCOMPLETE: u8 = 3;

/// The arguments of `giog backup`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The file to write, which must not exist yet, or `-` for the standard output [default: giog-TIME.tar.gz in the
    /// working directory]
    #[arg(long, short)]
    out: Option<PathBuf>,
    /// The folder in which giog-TIME.tar.gz is written
    #[arg(long, conflicts_with = "out")]
    folder: Option<PathBuf>,
    /// After a complete backup, delete the oldest files giog-TIME.tar.gz in that folder, except so many
    #[arg(long, value_name = "NUMBER", requires = "folder")]
    keep: Option<NonZeroUsize>,
    #[command(flatten)]
    place: Place,
}

/// The name of standard output as `--out`.
const STANDARD_OUTPUT: &str = "-";

/// What is backed up.
struct Source {
    data_dir: PathBuf,
    url: String,
    key: SigningKey,
}

impl Source {
    fn find(place: &Place) -> Result<Self> {
        let (data_dir, url) = place.find()?;
        let key = SigningKey::read(&data_dir)?.with_context(|| {
            let data_dir = data_dir.display();
            format!(
                "there is no signing key in {data_dir}: --data-dir names the server's data folder"
            )
        })?;
        Ok(Self { data_dir, url, key })
    }

    /// Writes the backup, which is complete and flushed then. Returns what it contains, and its length in bytes.
    fn write(&self, out: impl io::Write) -> Result<(BackupMeta, u64)> {
        // The size is not known before the backup is complete.
        let bar = progress::of_bytes(None);
        let mut out = bar.wrap_write(BufWriter::new(out));
        let (text, public_key) = (self.key.text(), self.key.public_key());
        let backup = back_up(&self.url, text.as_bytes(), public_key, &mut out);
        let meta = block_on(async { Ok(backup.await?) })?;
        out.flush()?;
        drop(out);
        let bytes = bar.position();
        bar.finish_and_clear();
        Ok((meta, bytes))
    }
}

/// Makes a backup, and prints what it contains.
pub fn run(args: &Args, mut say: impl io::Write) -> Result<ExitCode> {
    let source = Source::find(&args.place)?;
    let meta = if args.out.as_deref() == Some(Path::new(STANDARD_OUTPUT)) {
        ensure!(
            !io::stdout().is_terminal(),
            "a backup is no text for a terminal: send it to a program or into a file"
        );
        let (meta, bytes) = source.write(&mut say)?;
        // Standard output is the backup, nothing else.
        tell(&mut io::stderr().lock(), "the backup", bytes, &meta)?;
        meta
    } else {
        write_file(args, &source, &mut say)?
    };
    if !meta.missing_rows.is_empty() {
        return Ok(ExitCode::from(INCOMPLETE));
    }
    // The backup is complete even if the server's metric cannot be updated.
    if let Err(error) = BackupMark::of(&source.data_dir).note(meta.made_at) {
        let folder = source.data_dir.display();
        eprintln!("the server's metrics do not show this backup: {folder}: {error}");
    }
    if let (Some(keep), Some(folder)) = (args.keep, &args.folder) {
        let new = folder.join(default_name(&meta));
        let deleted = delete_oldest(folder, keep, &new)
            .with_context(|| format!("old backups in {}", folder.display()))?;
        for path in deleted {
            writeln!(say, "deleted {}", path.display())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Writes the backup into a file.
fn write_file(args: &Args, source: &Source, say: &mut impl io::Write) -> Result<BackupMeta> {
    let folder = match (args.out.as_deref().map(Path::parent), &args.folder) {
        (Some(Some(folder)), _) if folder != Path::new("") => folder,
        (None, Some(folder)) => folder,
        _ => Path::new("."),
    };
    // Only its owner can read it, and it is deleted if anything fails.
    let new = NamedTempFile::with_prefix_in(".giog-backup-", folder)
        .with_context(|| format!("in {}", folder.display()))?;
    let (meta, bytes) = source.write(new.as_file())?;
    let named = || folder.join(default_name(&meta));
    let path = args.out.clone().unwrap_or_else(named);
    put(new, &path, folder).with_context(|| path.display().to_string())?;
    tell(say, &path.display().to_string(), bytes, &meta)?;
    Ok(meta)
}

/// Deletes the oldest backups in a folder, except so many; returns them. The new one, which counts, is never one of them: others may have
/// dates of a clock that was ahead. Only files whose names this command gives are looked at.
fn delete_oldest(folder: &Path, keep: NonZeroUsize, new: &Path) -> io::Result<Vec<PathBuf>> {
    let mut backups = Vec::new();
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        if name.to_str().is_some_and(is_default_name) {
            backups.push(folder.join(name));
        }
    }
    // The names are moments, so their order is that of time.
    backups.sort();
    backups.retain(|path| path != new);
    backups.truncate(backups.len().saturating_sub(keep.get() - 1));
    for path in &backups {
        fs::remove_file(path)?;
    }
    Ok(backups)
}

/// Moves the file to its path atomically, so that it also survives a power loss.
fn put(new: NamedTempFile, path: &Path, folder: &Path) -> io::Result<()> {
    new.as_file().sync_all()?;
    new.persist_noclobber(path)?;
    File::open(folder)?.sync_all()
}

fn default_name(meta: &BackupMeta) -> String {
    let moment = meta.made_at.to_string().replace(':', "-");
    format!("giog-{moment}.tar.gz")
}

/// Whether a file has a name as [`default_name`] gives it.
fn is_default_name(name: &str) -> bool {
    let moment = name
        .strip_prefix("giog-")
        .and_then(|rest| rest.strip_suffix(".tar.gz"));
    let Some((date, time)) = moment.and_then(|moment| moment.split_once('T')) else {
        return false;
    };
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let parts = |text: &str| {
        text.split(['-', '.'])
            .filter(|part| is_number(part))
            .count()
    };
    let time = time.strip_suffix('Z').unwrap_or_default();
    date.split('-').all(is_number)
        && parts(date) == 3
        && time.split(['-', '.']).all(is_number)
        && (3..=4).contains(&parts(time))
}

fn tell(say: &mut impl io::Write, what: &str, bytes: u64, meta: &BackupMeta) -> io::Result<()> {
    let (made_at, schema) = (meta.made_at, meta.schema);
    writeln!(
        say,
        "{what}: {bytes} bytes, as of {made_at}, schema {schema}"
    )?;
    writeln!(say, "  {}", contents(meta))?;
    if let Some(texts) = meta.damaged_texts {
        writeln!(
            say,
            "  damaged texts in the database: {texts}; in the backup, U+FFFD is in place of what is no text"
        )?;
    }
    if let Some(missing) = missing(meta) {
        writeln!(say, "  {missing}")?;
    }
    writeln!(
        say,
        "It has the server's secret signing key, the hashes of guests' tokens and hands that are being played:\n\
         keep it where nobody else can read it. `giog restore` puts it into an empty database."
    )
}

/// A line about what could not be read from a damaged database; `None` if nothing is missing.
pub fn missing(meta: &BackupMeta) -> Option<String> {
    if meta.missing_rows.is_empty() {
        return None;
    }
    let tables = meta.missing_rows.iter();
    let tables: Vec<_> = tables
        .map(|(table, rows)| format!("{table} (at least {rows})"))
        .collect();
    let tables = tables.join(", ");
    Some(format!(
        "ROWS ARE MISSING, since pages of the database are damaged: {tables}"
    ))
}

/// A line about the contents of a backup.
pub fn contents(meta: &BackupMeta) -> String {
    format!(
        "{} rooms with {} rows of their logs, {} finished matches, {} guests, the signing key",
        meta.rows("rooms"),
        meta.rows("room_log"),
        meta.rows("matches"),
        meta.rows("guests"),
    )
}

#[cfg(test)]
mod tests {
    use giog_rules::Timestamp;

    use super::*;

    #[test]
    fn the_oldest_backups_go_and_nothing_else() {
        let folder = tempfile::tempdir().expect("a folder");
        let name = |day: i64| {
            let moment = Timestamp::from_unix_ms(1_800_000_000_000 + day * 86_400_000);
            format!("giog-{}.tar.gz", moment.to_string().replace(':', "-"))
        };
        let others = [
            "giog-1.tar.gz",
            "giog-before-the-update.tar.gz",
            "giog-2026-01-01T.tar.gz",
            "notes",
            ".giog-backup-abc",
        ];
        let backups: Vec<String> = (0..5).map(name).collect();
        for file in backups.iter().map(String::as_str).chain(others) {
            File::create(folder.path().join(file)).expect("made");
        }
        let new = folder.path().join(&backups[4]);
        let keep_of = |number, new: &Path| {
            delete_oldest(folder.path(), NonZeroUsize::new(number).expect("some"), new)
        };
        let keep = |number| keep_of(number, &new);
        assert_eq!(keep(5).expect("read"), Vec::<PathBuf>::new());
        let deleted = keep(2).expect("deleted");
        let oldest: Vec<PathBuf> = backups[..3]
            .iter()
            .map(|file| folder.path().join(file))
            .collect();
        assert_eq!(deleted, oldest);
        for file in backups[3..].iter().map(String::as_str).chain(others) {
            assert!(folder.path().join(file).exists(), "{file}");
        }
        // The clock was ahead when the other was made.
        let new = folder.path().join(&backups[3]);
        assert_eq!(
            keep_of(1, &new).expect("deleted"),
            [folder.path().join(&backups[4])]
        );
        assert!(new.exists());
    }
}

//! `giog backup`: everything a server needs to continue, in one file; the server may be running.

use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use giog_server::SigningKey;
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
    /// The file to write, which must not exist yet [default: giog-TIME.tar.gz in the working directory]
    #[arg(long, short)]
    out: Option<PathBuf>,
    #[command(flatten)]
    place: Place,
}

/// Makes a backup, and prints what it contains.
pub fn run(args: &Args, mut say: impl io::Write) -> Result<ExitCode> {
    let (data_dir, url) = args.place.find()?;
    let key = SigningKey::read(&data_dir)?.with_context(|| {
        let data_dir = data_dir.display();
        format!("there is no signing key in {data_dir}: --data-dir names the server's data folder")
    })?;
    let folder = match args.out.as_deref().map(Path::parent) {
        Some(Some(folder)) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    // Only its owner can read it, and it is deleted if anything fails.
    let new = NamedTempFile::with_prefix_in(".giog-backup-", folder)
        .with_context(|| format!("in {}", folder.display()))?;
    // The size is not known before the backup is complete.
    let bar = progress::of_bytes(None);
    let mut file = bar.wrap_write(BufWriter::new(new.as_file()));
    let (text, public_key) = (key.text(), key.public_key());
    let backup = back_up(&url, text.as_bytes(), public_key, &mut file);
    let meta = block_on(async { Ok(backup.await?) })?;
    file.flush()?;
    drop(file);
    bar.finish_and_clear();
    let path = args.out.clone().unwrap_or_else(|| default_name(&meta));
    put(new, &path, folder).with_context(|| path.display().to_string())?;
    tell(&mut say, &path, &meta)?;
    Ok(if meta.missing_rows.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(INCOMPLETE)
    })
}

/// Moves the file to its path atomically, so that it also survives a power loss.
fn put(new: NamedTempFile, path: &Path, folder: &Path) -> io::Result<()> {
    new.as_file().sync_all()?;
    new.persist_noclobber(path)?;
    File::open(folder)?.sync_all()
}

fn default_name(meta: &BackupMeta) -> PathBuf {
    let moment = meta.made_at.to_string().replace(':', "-");
    format!("giog-{moment}.tar.gz").into()
}

fn tell(say: &mut impl io::Write, path: &Path, meta: &BackupMeta) -> io::Result<()> {
    let bytes = path.metadata()?.len();
    let (path, made_at, schema) = (path.display(), meta.made_at, meta.schema);
    writeln!(
        say,
        "{path}: {bytes} bytes, as of {made_at}, schema {schema}"
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

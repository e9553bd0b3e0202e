//! `giog restore`: restores a backup into an empty database, and the signing key into the data folder.

use std::io;
use std::path::PathBuf;

use anyhow::{Context, Result};
use giog_server::{DatabaseMark, FolderLock, SigningKey, make_private_folder};
use giog_store::Backup;

use crate::backup::{contents, missing};
use crate::place::Place;
use crate::progress;
use crate::web::block_on;

/// The arguments of `giog restore`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The backup file
    file: PathBuf,
    #[command(flatten)]
    place: Place,
}

/// Checks the backup, restores it, and prints what it contained.
pub fn run(args: &Args, mut say: impl io::Write) -> Result<()> {
    let (data_dir, url) = args.place.find()?;
    let named = || args.file.display().to_string();
    let bytes = args.file.metadata().with_context(named)?.len();
    // The file is read twice: to check it, and to restore it.
    let bar = progress::of_bytes(Some(2 * bytes));
    let watched = bar.clone();
    let progress = Box::new(move |read| watched.inc(read));
    let backup = Backup::check(&args.file, progress).with_context(named)?;
    let key = std::str::from_utf8(backup.signing_key()).ok();
    let key = key.and_then(SigningKey::from_text);
    let key = key.context("the backup's signing key is damaged")?;
    // Checked before anything is done, and again when the key is written.
    key.check_fits(&data_dir)?;
    let folder = || data_dir.display().to_string();
    make_private_folder(&data_dir).with_context(folder)?;
    // Held until everything is done: a server that is started meanwhile waits.
    let lock = FolderLock::try_take(&data_dir).with_context(folder)?;
    let _lock = lock.with_context(|| {
        format!(
            "a server uses the data folder {}: stop it first, or name another folder with --data-dir",
            folder()
        )
    })?;
    let put_key = |_: &[u8]| Ok(key.put(&data_dir)?);
    block_on(async { Ok(backup.restore(&url, put_key).await?) })?;
    // The database is now older than the data folder knows, on purpose. If nothing was restored, the folder's mark is unchanged.
    DatabaseMark::reset(&data_dir).context(
        "the backup is restored, but the data folder does not know it: start once with --new-database",
    )?;
    bar.finish_and_clear();
    let meta = backup.meta();
    writeln!(say, "Restored, as of {}:", meta.made_at)?;
    writeln!(say, "  {}", contents(meta))?;
    if let Some(missing) = missing(meta) {
        writeln!(say, "  {missing}")?;
    }
    writeln!(
        say,
        "What happened after that moment is gone. `giog serve` goes on from there."
    )?;
    Ok(())
}

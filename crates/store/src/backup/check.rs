//! A backup file that was read and found complete and intact.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek as _};
use std::path::Path;

use super::archive::{ArchiveFile, Reader};
use super::{BackupMeta, FORMAT, KEY_NAME, META_NAME, PartMeta, RestoreError};
use crate::migrations;

/// A backup file that is complete and intact, and that this program can restore.
pub struct Backup {
    file: File,
    meta: BackupMeta,
    signing_key: Vec<u8>,
    progress: Progress,
}

/// Is called with the number of bytes of the file that were read: it is read once when it is checked, and again when it is restored.
pub type Progress = Box<dyn Fn(u64) + Send + Sync>;

impl fmt::Debug for Backup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Backup")
            .field("meta", &self.meta)
            .finish_non_exhaustive()
    }
}

/// What was found in an archive so far.
struct Met {
    parts: Vec<PartMeta>,
    signing_key: Vec<u8>,
    meta: Option<BackupMeta>,
}

impl Backup {
    /// Reads and checks the whole file. Reports to `progress` how far it is, now and later while it is restored.
    pub fn check(path: &Path, progress: Progress) -> Result<Self, RestoreError> {
        let mut met = Met {
            parts: Vec::new(),
            signing_key: Vec::new(),
            meta: None,
        };
        let file = File::open(path).map_err(RestoreError::Read)?;
        match met.read(watched(&file, &progress)) {
            // Not even the beginning of the archive can be read.
            Err(RestoreError::Damaged(_) | RestoreError::TooLarge { .. })
                if met.parts.is_empty() =>
            {
                Err(RestoreError::NoBackup)
            }
            Err(error) => Err(error),
            Ok(meta) => Ok(Self {
                file,
                meta,
                signing_key: met.signing_key,
                progress,
            }),
        }
    }

    /// What the backup says about itself.
    pub const fn meta(&self) -> &BackupMeta {
        &self.meta
    }

    /// The contents of the signing key's file.
    pub fn signing_key(&self) -> &[u8] {
        &self.signing_key
    }

    /// Reads the file again from its beginning.
    pub(super) fn again(&self) -> Result<Reader<BufReader<Watched<'_>>>, RestoreError> {
        let mut file = &self.file;
        file.rewind().map_err(RestoreError::Read)?;
        Ok(watched(file, &self.progress))
    }
}

/// A file whose reading is reported to [`Progress`].
pub(super) struct Watched<'a> {
    file: &'a File,
    progress: &'a Progress,
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read(buffer)?;
        (self.progress)(read as u64);
        Ok(read)
    }
}

fn watched<'a>(file: &'a File, progress: &'a Progress) -> Reader<BufReader<Watched<'a>>> {
    Reader::new(BufReader::new(Watched { file, progress }))
}

impl Met {
    fn read(&mut self, mut reader: Reader<impl BufRead>) -> Result<BackupMeta, RestoreError> {
        for file in reader.files()? {
            self.take(file?)?;
        }
        reader.finish()?;
        let meta = self.meta.take().ok_or(RestoreError::Truncated)?;
        meta.check()?;
        let is_as_written = |(met, part): (&PartMeta, &PartMeta)| {
            (&met.name, met.bytes, &met.sha256) == (&part.name, part.bytes, &part.sha256)
        };
        let mut both = self.parts.iter().zip(&meta.parts);
        if self.parts.len() == meta.parts.len() && both.all(is_as_written) {
            Ok(meta)
        } else {
            let what = "its parts are not those that were written".to_owned();
            Err(RestoreError::Damaged(what))
        }
    }

    fn take(&mut self, mut file: ArchiveFile<'_, impl Read>) -> Result<(), RestoreError> {
        let damaged = |what: &str| RestoreError::Damaged(what.to_owned());
        if self.parts.is_empty() && file.name != KEY_NAME {
            return Err(RestoreError::NoBackup);
        }
        if self.meta.is_some() {
            return Err(damaged("something comes after its last file"));
        }
        if file.name == META_NAME {
            let bytes = file.bytes()?;
            file.finish()?;
            let meta = serde_json::from_slice(&bytes);
            let meta: BackupMeta = meta.map_err(|_| damaged("`meta.json` cannot be read"))?;
            self.meta = Some(meta);
            return Ok(());
        }
        if self.parts.is_empty() {
            self.signing_key = file.bytes()?;
        }
        self.parts.push(PartMeta {
            name: file.name.clone(),
            bytes: file.len_bytes,
            sha256: file.finish()?,
            table: None,
            rows: 0,
        });
        Ok(())
    }
}

impl BackupMeta {
    /// Refuses formats and schemas that this program does not know.
    fn check(&self) -> Result<(), RestoreError> {
        let newer = |what, found, known| RestoreError::Newer { what, found, known };
        if self.format > FORMAT {
            return Err(newer("format", self.format.into(), FORMAT.into()));
        }
        if self.schema > migrations::latest() {
            return Err(newer("schema", self.schema, migrations::latest()));
        }
        Ok(())
    }
}

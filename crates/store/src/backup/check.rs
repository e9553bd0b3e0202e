//! A backup that was read and found whole.

use std::fs::File;
use std::io::{BufRead, BufReader, Seek as _};
use std::path::Path;

use super::archive::{Reader, sha256};
use super::{BackupMeta, FORMAT, KEY_NAME, META_NAME, PartMeta, RestoreError};
use crate::migrations;

/// A backup every byte of which is as it was written, and that this program can restore.
#[derive(Debug)]
pub struct Backup {
    file: File,
    meta: BackupMeta,
    signing_key: Vec<u8>,
}

/// What was met in an archive.
struct Met {
    parts: Vec<PartMeta>,
    signing_key: Vec<u8>,
    meta: Option<BackupMeta>,
}

impl Backup {
    /// Reads all of it, and checks it.
    pub fn check(path: &Path) -> Result<Self, RestoreError> {
        let mut met = Met {
            parts: Vec::new(),
            signing_key: Vec::new(),
            meta: None,
        };
        let file = File::open(path).map_err(RestoreError::Read)?;
        match met.read(Reader::new(BufReader::new(&file))) {
            // Not even its beginning can be read.
            Err(RestoreError::Damaged(_)) if met.parts.is_empty() => Err(RestoreError::NoBackup),
            Err(error) => Err(error),
            Ok(meta) => Ok(Self {
                file,
                meta,
                signing_key: met.signing_key,
            }),
        }
    }

    /// What it says about itself.
    pub const fn meta(&self) -> &BackupMeta {
        &self.meta
    }

    /// The signing key, as its file had it.
    pub fn signing_key(&self) -> &[u8] {
        &self.signing_key
    }

    /// Reads it once more from its beginning.
    pub(super) fn again(&self) -> Result<Reader<BufReader<&File>>, RestoreError> {
        let mut file = &self.file;
        file.rewind().map_err(RestoreError::Read)?;
        Ok(Reader::new(BufReader::new(file)))
    }
}

impl Met {
    fn read(&mut self, mut reader: Reader<impl BufRead>) -> Result<BackupMeta, RestoreError> {
        for file in reader.files()? {
            let (name, bytes) = file?;
            self.take(name, bytes)?;
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

    fn take(&mut self, name: String, bytes: Vec<u8>) -> Result<(), RestoreError> {
        let damaged = |what: &str| RestoreError::Damaged(what.to_owned());
        if self.parts.is_empty() && name != KEY_NAME {
            return Err(RestoreError::NoBackup);
        }
        if self.meta.is_some() {
            return Err(damaged("something comes after its last file"));
        }
        if name == META_NAME {
            let meta = serde_json::from_slice(&bytes);
            let meta: BackupMeta = meta.map_err(|_| damaged("`meta.json` cannot be read"))?;
            self.meta = Some(meta);
            return Ok(());
        }
        self.parts.push(PartMeta {
            name,
            bytes: bytes.len() as u64,
            sha256: sha256(&bytes),
            table: None,
            rows: 0,
        });
        if self.parts.len() == 1 {
            self.signing_key = bytes;
        }
        Ok(())
    }
}

impl BackupMeta {
    /// Refuses what this program does not know.
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

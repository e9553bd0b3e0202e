//! Writing and reading the files of an archive.

use std::io::{self, BufRead, Read, Write};

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use giog_rules::Timestamp;
use sha2::{Digest as _, Sha256};

use super::{BackupMeta, MAX_PART_BYTES, META_NAME, PartMeta, RestoreError};

/// Only who made it, or restores it, may read what is unpacked.
const MODE: u32 = 0o600;

/// Writes an archive, part by part.
pub(crate) struct Writer<W: Write> {
    tar: tar::Builder<GzEncoder<W>>,
    made_at: Timestamp,
    parts: Vec<PartMeta>,
}

impl<W: Write> Writer<W> {
    pub(crate) fn new(out: W, made_at: Timestamp) -> Self {
        Self {
            tar: tar::Builder::new(GzEncoder::new(out, Compression::default())),
            made_at,
            parts: Vec::new(),
        }
    }

    /// Adds the next file.
    pub(crate) fn part(
        &mut self,
        name: String,
        table: Option<&str>,
        rows: u64,
        bytes: &[u8],
    ) -> io::Result<()> {
        self.file(&name, bytes)?;
        self.parts.push(PartMeta {
            name,
            bytes: bytes.len() as u64,
            sha256: sha256(bytes),
            table: table.map(str::to_owned),
            rows,
        });
        Ok(())
    }

    /// Adds what is known about all parts, and ends the archive.
    pub(super) fn finish(mut self, format: u32, schema: i64) -> io::Result<(BackupMeta, W)> {
        let meta = BackupMeta {
            format,
            giog: env!("CARGO_PKG_VERSION").to_owned(),
            schema,
            made_at: self.made_at,
            parts: std::mem::take(&mut self.parts),
        };
        self.file(META_NAME, &serde_json::to_vec_pretty(&meta)?)?;
        let mut out = self.tar.into_inner()?.finish()?;
        out.flush()?;
        Ok((meta, out))
    }

    fn file(&mut self, name: &str, bytes: &[u8]) -> io::Result<()> {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(MODE);
        header.set_mtime(u64::try_from(self.made_at.unix_ms() / 1_000).unwrap_or(0));
        self.tar.append_data(&mut header, name, bytes)
    }
}

#[cfg(test)]
impl Writer<Vec<u8>> {
    /// The archive's bytes.
    pub(crate) fn finished(self, format: u32, schema: i64) -> Vec<u8> {
        self.finish(format, schema).expect("memory takes it").1
    }
}

/// Reads an archive.
pub(super) struct Reader<R: BufRead> {
    tar: tar::Archive<GzDecoder<R>>,
}

impl<R: BufRead> Reader<R> {
    /// An archive that begins here.
    pub(super) fn new(source: R) -> Self {
        Self {
            tar: tar::Archive::new(GzDecoder::new(source)),
        }
    }

    /// Its files with their names, in order.
    pub(super) fn files(
        &mut self,
    ) -> Result<impl Iterator<Item = Result<(String, Vec<u8>), RestoreError>>, RestoreError> {
        let entries = self.tar.entries().map_err(RestoreError::from_io)?;
        Ok(entries.map(|entry| {
            let mut entry = entry.map_err(RestoreError::from_io)?;
            let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
            if entry.size() > MAX_PART_BYTES {
                return Err(RestoreError::Damaged(format!("`{name}` is too long")));
            }
            let mut bytes = Vec::new();
            let read = entry.read_to_end(&mut bytes);
            read.map_err(RestoreError::from_io)?;
            if bytes.len() as u64 != entry.size() {
                return Err(RestoreError::Truncated);
            }
            Ok((name, bytes))
        }))
    }

    /// Reads what comes after the last file, so that the checksum of the whole is known to be right.
    pub(super) fn finish(self) -> Result<(), RestoreError> {
        let mut rest = self.tar.into_inner();
        io::copy(&mut rest, &mut io::sink()).map_err(RestoreError::from_io)?;
        let after = rest.into_inner().fill_buf().map(<[u8]>::is_empty);
        if after.map_err(RestoreError::from_io)? {
            Ok(())
        } else {
            let what = "something comes after its end".to_owned();
            Err(RestoreError::Damaged(what))
        }
    }
}

/// SHA-256 as hex digits.
pub(super) fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

//! Writes and reads the archive file of a backup.

use std::collections::BTreeMap;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::num::NonZeroU64;

use flate2::Compression;
use flate2::bufread::GzDecoder;
use flate2::write::GzEncoder;
use giog_rules::Timestamp;
use sha2::{Digest as _, Sha256};

use super::{
    BackupMeta, KEY_NAME, MAX_KEY_BYTES, MAX_META_BYTES, MAX_PART_BYTES, MAX_PARTS, MAX_ROW_BYTES,
    META_NAME, PartMeta, RestoreError,
};

/// Only the user who unpacks the archive may read its files.
const MODE: u32 = 0o600;

/// Writes an archive part by part.
pub(crate) struct Writer<W: Write> {
    tar: tar::Builder<GzEncoder<W>>,
    made_at: Timestamp,
    parts: Vec<PartMeta>,
    /// The number of damaged texts in it.
    pub(super) damaged_texts: u64,
    /// The number of rows that could not be read per table, at least.
    pub(super) missing_rows: BTreeMap<String, u64>,
}

impl<W: Write> Writer<W> {
    pub(crate) fn new(out: W, made_at: Timestamp) -> Self {
        Self {
            tar: tar::Builder::new(GzEncoder::new(out, Compression::default())),
            made_at,
            parts: Vec::new(),
            damaged_texts: 0,
            missing_rows: BTreeMap::new(),
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

    /// Adds `meta.json`, and ends the archive.
    pub(super) fn finish(mut self, format: u32, schema: i64) -> io::Result<(BackupMeta, W)> {
        let meta = BackupMeta {
            format,
            giog: env!("CARGO_PKG_VERSION").to_owned(),
            schema,
            made_at: self.made_at,
            parts: std::mem::take(&mut self.parts),
            damaged_texts: NonZeroU64::new(self.damaged_texts),
            missing_rows: std::mem::take(&mut self.missing_rows),
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

/// Reads an archive. Its memory is bounded, whatever the archive contains: only files that the caller asks for are read as a whole, and
/// these have limits.
pub(super) struct Reader<R: BufRead> {
    tar: tar::Archive<GzDecoder<R>>,
}

/// A file of an archive; its SHA-256 is computed while it is read.
pub(super) struct ArchiveFile<'a, R: Read> {
    pub(super) name: String,
    pub(super) len_bytes: u64,
    content: BufReader<Hashed<tar::Entry<'a, R>>>,
}

impl<R: BufRead> Reader<R> {
    /// Begins to read an archive.
    pub(super) fn new(source: R) -> Self {
        Self {
            tar: tar::Archive::new(GzDecoder::new(source)),
        }
    }

    /// Its files, in order. Each must be finished before the next one is read.
    pub(super) fn files(
        &mut self,
    ) -> Result<impl Iterator<Item = Result<ArchiveFile<'_, impl Read>, RestoreError>>, RestoreError>
    {
        // Raw, because extensions of the tar format, which no backup has, would be read into memory whatever their length.
        let entries = self.tar.entries().map_err(RestoreError::from_io)?.raw(true);
        Ok(entries.enumerate().map(|(index, entry)| {
            let entry = entry.map_err(RestoreError::from_io)?;
            ArchiveFile::new(entry, index)
        }))
    }

    /// Reads the bytes after the last file, so that the checksum of the whole archive is checked.
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

impl<'a, R: Read> ArchiveFile<'a, R> {
    fn new(entry: tar::Entry<'a, R>, index: usize) -> Result<Self, RestoreError> {
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        if !entry.header().entry_type().is_file() {
            return Err(RestoreError::Damaged(format!("`{name}` is no file")));
        }
        if index > MAX_PARTS {
            return Err(RestoreError::TooMany { limit: MAX_PARTS });
        }
        let len_bytes = entry.size();
        let file = Self {
            name,
            len_bytes,
            content: BufReader::new(Hashed {
                hasher: Sha256::new(),
                len_bytes: 0,
                source: entry,
            }),
        };
        match file.name.as_str() {
            META_NAME => file.must_not_be_longer_than(MAX_META_BYTES),
            KEY_NAME => file.must_not_be_longer_than(MAX_KEY_BYTES),
            _ => file.must_not_be_longer_than(MAX_PART_BYTES),
        }
    }

    fn must_not_be_longer_than(self, limit_bytes: u64) -> Result<Self, RestoreError> {
        if self.len_bytes > limit_bytes {
            return Err(RestoreError::TooLarge {
                what: self.name,
                limit_bytes,
            });
        }
        Ok(self)
    }

    /// The whole file.
    pub(super) fn bytes(&mut self) -> Result<Vec<u8>, RestoreError> {
        let mut bytes = Vec::new();
        let read = self.content.read_to_end(&mut bytes);
        read.map_err(RestoreError::from_io)?;
        Ok(bytes)
    }

    /// Reads the next line, without its end; returns whether there was one.
    pub(super) fn line(&mut self, line: &mut String) -> Result<bool, RestoreError> {
        line.clear();
        let mut some = (&mut self.content).take(MAX_ROW_BYTES + 1);
        let read = some.read_line(line).map_err(RestoreError::from_io)?;
        if line.ends_with('\n') {
            line.pop();
            return Ok(true);
        }
        if read as u64 > MAX_ROW_BYTES {
            return Err(RestoreError::TooLarge {
                what: format!("a row in {}", self.name),
                limit_bytes: MAX_ROW_BYTES,
            });
        }
        Ok(read > 0)
    }

    /// Reads the rest of the file; returns its SHA-256 as hex digits.
    pub(super) fn finish(mut self) -> Result<String, RestoreError> {
        io::copy(&mut self.content, &mut io::sink()).map_err(RestoreError::from_io)?;
        let hashed = self.content.into_inner();
        if hashed.len_bytes != self.len_bytes {
            return Err(RestoreError::Truncated);
        }
        Ok(hex::encode(hashed.hasher.finalize()))
    }
}

/// Computes the SHA-256 of the bytes that are read through it.
struct Hashed<R> {
    hasher: Sha256,
    len_bytes: u64,
    source: R,
}

impl<R: Read> Read for Hashed<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        self.hasher.update(&buffer[..read]);
        self.len_bytes += read as u64;
        Ok(read)
    }
}

/// SHA-256 as hex digits.
fn sha256(bytes: &[u8]) -> String {
    hex::encode(Sha256::digest(bytes))
}

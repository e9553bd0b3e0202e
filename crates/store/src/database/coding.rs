//! How a record is kept: compressed to about a third. Whoever asks for it gets the bytes that were signed.

use std::borrow::Cow;
use std::io::Read as _;
use std::sync::{LazyLock, Mutex, PoisonError};

use flate2::read::ZlibDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};

use crate::StoreError;
use crate::limits::MAX_RECORD_BYTES;

/// As it is.
const PLAIN: i64 = 0;
/// As a zlib stream (RFC 1950).
const ZLIB: i64 = 1;

/// What compresses records, one after another: its tables are larger than any record, and dear to make.
static ENCODER: LazyLock<Mutex<Compress>> = LazyLock::new(|| {
    // Most of a record is random; the fastest way takes as much of the rest as the slowest.
    Mutex::new(Compress::new(Compression::fast(), true))
});

/// The bytes to store, and the number of their coding.
pub(super) fn encode(record: &[u8]) -> (i64, Cow<'_, [u8]>) {
    let mut encoder = ENCODER.lock().unwrap_or_else(PoisonError::into_inner);
    encoder.reset();
    // Where it has no place it is not shorter.
    let mut shorter = Vec::with_capacity(record.len());
    let written = encoder.compress_vec(record, &mut shorter, FlushCompress::Finish);
    match written {
        Ok(Status::StreamEnd) if shorter.len() < record.len() => {
            shorter.shrink_to_fit();
            (ZLIB, shorter.into())
        }
        _ => (PLAIN, record.into()),
    }
}

/// A record as it is kept. To open it takes as long as it is: some ten milliseconds for the longest one.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredRecord {
    coding: i64,
    stored: Vec<u8>,
}

impl StoredRecord {
    pub(super) const fn new(coding: i64, stored: Vec<u8>) -> Self {
        Self { coding, stored }
    }

    /// One that is kept as it is.
    pub const fn plain(record: Vec<u8>) -> Self {
        Self::new(PLAIN, record)
    }

    /// The bytes that are kept; mostly fewer than the record has.
    pub const fn stored_bytes(&self) -> usize {
        self.stored.len()
    }

    /// Exactly the bytes that were signed.
    pub fn open(self) -> Result<Vec<u8>, StoreError> {
        decode(self.coding, self.stored)
    }
}

impl std::fmt::Debug for StoredRecord {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("StoredRecord")
            .field("coding", &self.coding)
            .field("stored_bytes", &self.stored_bytes())
            .finish_non_exhaustive()
    }
}

/// The record that is stored as these bytes.
fn decode(coding: i64, stored: Vec<u8>) -> Result<Vec<u8>, StoreError> {
    match coding {
        PLAIN => Ok(stored),
        ZLIB => {
            let mut record = Vec::new();
            let limit = MAX_RECORD_BYTES as u64 + 1;
            let read = ZlibDecoder::new(stored.as_slice())
                .take(limit)
                .read_to_end(&mut record);
            if !read.is_ok_and(|bytes| bytes <= MAX_RECORD_BYTES) {
                return Err(StoreError::Corrupt("record"));
            }
            // Reading may have made place for twice as much.
            record.shrink_to_fit();
            Ok(record)
        }
        _ => Err(StoreError::Corrupt("coding of a record")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_comes_back_to_the_byte_however_it_was_kept() {
        let text = r#"{"actions":[{"do":"play","pieces":"P","seat":0}]}"#.repeat(20);
        for (record, expected) in [(text.as_bytes(), ZLIB), (b"{}", PLAIN), (b"", PLAIN)] {
            let (coding, stored) = encode(record);
            assert_eq!(coding, expected);
            let decoded = decode(coding, stored.into_owned()).expect("it is whole");
            assert_eq!(decoded, record);
        }
    }

    #[test]
    fn what_is_damaged_or_longer_than_any_record_is_refused() {
        let stored = |bytes: usize| encode(&vec![b'x'; bytes]).1.into_owned();
        let mut half = stored(1_000);
        half.truncate(half.len() / 2);
        assert!(decode(ZLIB, half).is_err(), "half of it");
        assert!(decode(ZLIB, stored(MAX_RECORD_BYTES)).is_ok());
        assert!(
            decode(ZLIB, stored(MAX_RECORD_BYTES + 1)).is_err(),
            "too long"
        );
        assert!(decode(2, Vec::new()).is_err(), "of a later version");
    }
}

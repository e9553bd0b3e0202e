//! How a record is stored: compressed to about a third. Readers get exactly the bytes that were signed.
//!
//! Records are compressed by the code that creates them, and decompressed by the code that reads them, where nobody else has to wait. The
//! store itself never looks into them.

use std::io::Read as _;
use std::sync::{LazyLock, Mutex, PoisonError};

use flate2::read::ZlibDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};

use crate::StoreError;
use crate::limits::{MAX_RECORD_BYTES, SHORT_RECORD_BYTES};

/// Not compressed.
const PLAIN: i64 = 0;
/// A zlib stream (RFC 1950).
const ZLIB: i64 = 1;

/// The encoder for short records. It is shared, because its tables are larger than most of them, and expensive to create.
static ENCODER: LazyLock<Mutex<Compress>> = LazyLock::new(|| Mutex::new(encoder()));

fn encoder() -> Compress {
    // Most of a record is random; the fastest level compresses the rest as well as the slowest.
    Compress::new(Compression::fast(), true)
}

/// The compressed record, if it is shorter.
fn compressed(record: &[u8], encoder: &mut Compress) -> Option<Vec<u8>> {
    encoder.reset();
    // If it does not fit, it is not shorter.
    let mut shorter = Vec::with_capacity(record.len());
    let written = encoder.compress_vec(record, &mut shorter, FlushCompress::Finish);
    let is_shorter = matches!(written, Ok(Status::StreamEnd)) && shorter.len() < record.len();
    shorter.shrink_to_fit();
    is_shorter.then_some(shorter)
}

/// A record in its stored form. Decompressing takes time in proportion to its length: about ten milliseconds for the longest one.
#[derive(Clone, PartialEq, Eq)]
pub struct StoredRecord {
    coding: i64,
    stored: Vec<u8>,
}

impl StoredRecord {
    /// The stored form of a record. Compressing takes time in proportion to its length: some hundred milliseconds for the longest one. A
    /// record that is longer than allowed is not compressed, and is refused later because of its length.
    pub fn new(record: Vec<u8>) -> Self {
        let shorter = if record.len() <= SHORT_RECORD_BYTES {
            let mut encoder = ENCODER.lock().unwrap_or_else(PoisonError::into_inner);
            compressed(&record, &mut encoder)
        } else if record.len() <= MAX_RECORD_BYTES {
            // Long ones get an encoder of their own, so that nobody waits for them.
            compressed(&record, &mut encoder())
        } else {
            None
        };
        match shorter {
            Some(shorter) => Self::kept(ZLIB, shorter),
            None => Self::kept(PLAIN, record),
        }
    }

    /// A record that is stored as these bytes.
    pub(crate) const fn kept(coding: i64, stored: Vec<u8>) -> Self {
        Self { coding, stored }
    }

    /// Its coding and its stored bytes.
    pub(crate) fn parts(&self) -> (i64, &[u8]) {
        (self.coding, &self.stored)
    }

    /// Whether both are the same record.
    pub(crate) fn is_of_same(&self, other: &Self) -> Result<bool, StoreError> {
        // Another version may have compressed it differently.
        Ok(self == other || self.clone().open()? == other.clone().open()?)
    }

    /// The number of stored bytes; usually fewer than the record has.
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

/// Decodes a record from its stored bytes.
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
            // The buffer may have grown to twice the size.
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
            let stored = StoredRecord::new(record.to_vec());
            assert_eq!(stored.coding, expected);
            assert_eq!(stored.open().expect("it is whole"), record);
        }
    }

    #[test]
    fn a_long_record_that_is_compressed_keeps_no_short_one_waiting() {
        let others = ENCODER.lock().expect("nobody fails with it");
        let record = vec![b'x'; SHORT_RECORD_BYTES + 1];
        let stored = StoredRecord::new(record.clone());
        drop(others);
        assert_eq!(stored.coding, ZLIB);
        assert_eq!(stored.open().expect("it is whole"), record);
    }

    #[test]
    fn a_record_is_the_same_however_it_was_compressed() {
        let record = vec![b'x'; 1_000];
        let stored = StoredRecord::new(record.clone());
        let same = |other| stored.is_of_same(&other).expect("both are whole");
        assert!(same(StoredRecord::kept(PLAIN, record)));
        assert!(same(stored.clone()));
        assert!(!same(StoredRecord::new(vec![b'x'; 1_001])));
    }

    #[test]
    fn what_is_damaged_or_longer_than_any_record_is_refused() {
        let stored = |bytes: usize| {
            let record = vec![b'x'; bytes];
            compressed(&record, &mut encoder()).expect("it is much shorter")
        };
        let mut half = stored(1_000);
        half.truncate(half.len() / 2);
        assert!(decode(ZLIB, half).is_err(), "half of it");
        assert!(decode(ZLIB, stored(MAX_RECORD_BYTES)).is_ok());
        assert!(
            decode(ZLIB, stored(MAX_RECORD_BYTES + 1)).is_err(),
            "too long"
        );
        assert!(decode(2, Vec::new()).is_err(), "of a later version");
        let too_long = StoredRecord::new(vec![b'x'; MAX_RECORD_BYTES + 1]);
        assert_eq!(too_long.stored_bytes(), MAX_RECORD_BYTES + 1);
    }
}

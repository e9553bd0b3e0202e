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

/// The record that is stored as these bytes.
pub(super) fn decode(coding: i64, stored: Vec<u8>) -> Result<Vec<u8>, StoreError> {
    match coding {
        PLAIN => Ok(stored),
        ZLIB => {
            let mut record = Vec::new();
            let limit = MAX_RECORD_BYTES as u64 + 1;
            let read = ZlibDecoder::new(stored.as_slice())
                .take(limit)
                .read_to_end(&mut record);
            read.ok()
                .filter(|&bytes| bytes <= MAX_RECORD_BYTES)
                .map(|_| record)
                .ok_or(StoreError::Corrupt("record"))
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

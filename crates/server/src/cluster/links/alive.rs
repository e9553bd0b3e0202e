//! What a node says over the bus about the database: how long ago its last heartbeat was written. A node that has lost the database hears
//! from this whether others still have it.

use bytes::{BufMut as _, Bytes, BytesMut};

/// The first byte of such an item. Items of rooms begin with others; nodes of earlier versions ignore this one.
const ALIVE: u8 = 3;

/// The item that says so.
pub(super) fn item(silent_ms: u64) -> Bytes {
    let mut item = BytesMut::with_capacity(5);
    item.put_u8(ALIVE);
    item.put_u32_le(u32::try_from(silent_ms).unwrap_or(u32::MAX));
    item.freeze()
}

/// What the item says, in milliseconds; none if it is another item.
pub(super) fn read(item: &[u8]) -> Option<u64> {
    let (&ALIVE, rest) = item.split_first()? else {
        return None;
    };
    let (silent_ms, _) = rest.split_first_chunk()?;
    Some(u32::from_le_bytes(*silent_ms).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_is_read_and_nothing_else() {
        for silent_ms in [0, 250, u64::from(u32::MAX)] {
            assert_eq!(read(&item(silent_ms)), Some(silent_ms));
        }
        assert_eq!(read(&item(u64::MAX)), Some(u32::MAX.into()), "long ago");
        for other in [&[][..], &[ALIVE, 1], &[1, 0, 0, 0, 0], b"\x02{}"] {
            assert_eq!(read(other), None);
        }
    }
}

//! The format of messages on the bus: a plain header, and encrypted items.

use bytes::Bytes;
use uuid::Uuid;

use super::{Direction, LinkName};
use crate::NodeId;
use crate::seal::{Cipher, TAG_BYTES};

/// The first byte of a message: the version of this format.
const VERSION: u8 = 1;
/// Length of a header in bytes.
const HEADER_BYTES: usize = 60;
/// Length in bytes of the length field before an item.
const LENGTH_BYTES: usize = 4;

/// The header. It is not encrypted but authenticated: nobody can alter it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub name: LinkName,
    pub direction: Direction,
    /// Whether the sender ends the link. Such a message has no items.
    pub is_reset: bool,
    /// The number of the link's opening; it increases by one with each.
    pub link: u64,
    /// The number of the message in its direction: 1, 2, …
    pub number: u64,
    /// The number of the last message that was received in the other direction; 0 for none.
    pub ack: u64,
}

impl Header {
    fn encode(&self) -> [u8; HEADER_BYTES] {
        let LinkName {
            caller,
            callee,
            lane,
        } = self.name;
        let mut bytes = [0; HEADER_BYTES];
        let kind = u8::from(self.is_reset) << 1 | self.direction.bit();
        bytes[..4].copy_from_slice(&[VERSION, kind, lane, 0]);
        bytes[4..20].copy_from_slice(caller.0.as_bytes());
        bytes[20..36].copy_from_slice(callee.0.as_bytes());
        for (place, number) in [self.link, self.number, self.ack].into_iter().enumerate() {
            bytes[36 + 8 * place..][..8].copy_from_slice(&number.to_le_bytes());
        }
        bytes
    }

    fn decode(bytes: &[u8; HEADER_BYTES]) -> Option<Self> {
        let [VERSION, kind @ 0..4, lane, 0, ..] = *bytes else {
            return None;
        };
        let node = |from: usize| NodeId(Uuid::from_bytes(part(bytes, from)));
        let number = |place: usize| u64::from_le_bytes(part(bytes, 36 + 8 * place));
        Some(Self {
            name: LinkName {
                caller: node(4),
                callee: node(20),
                lane,
            },
            direction: Direction::of_bit(kind & 1),
            is_reset: kind & 2 != 0,
            link: number(0),
            number: number(1),
            ack: number(2),
        })
    }
}

fn part<const N: usize>(bytes: &[u8; HEADER_BYTES], from: usize) -> [u8; N] {
    let mut part = [0; N];
    part.copy_from_slice(&bytes[from..from + N]);
    part
}

/// A received message; its items are still encrypted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Message<'m> {
    pub header: Header,
    open: &'m [u8],
    sealed: &'m [u8],
}

impl<'m> Message<'m> {
    /// Reads the header; none if it is not valid.
    pub(super) fn read(message: &'m [u8]) -> Option<Self> {
        let (open, sealed) = message.split_first_chunk()?;
        Some(Self {
            header: Header::decode(open)?,
            open,
            sealed,
        })
    }

    /// Decrypts the items; none if the message is not authentic.
    pub(super) fn open(&self, cipher: &Cipher) -> Option<Vec<Bytes>> {
        let items = cipher.open(self.header.number, self.open, self.sealed)?;
        split(items.into())
    }
}

/// The link that a message names, if it has a valid header. It may be forged.
pub fn names(message: &[u8]) -> Option<LinkName> {
    Message::read(message).map(|message| message.header.name)
}

/// A message with these items, encrypted.
pub(super) fn seal(header: &Header, items: &[Bytes], cipher: &Cipher) -> Bytes {
    let open = header.encode();
    let bytes = items.iter().map(|item| LENGTH_BYTES + item.len()).sum();
    let mut joined = Vec::with_capacity(bytes);
    for item in items {
        let length = u32::try_from(item.len()).expect("items are far shorter than 4 GiB");
        joined.extend_from_slice(&length.to_le_bytes());
        joined.extend_from_slice(item);
    }
    let mut message = Vec::with_capacity(HEADER_BYTES + bytes + TAG_BYTES);
    message.extend_from_slice(&open);
    message.extend_from_slice(&cipher.seal(header.number, &open, &joined));
    message.into()
}

fn split(mut items: Bytes) -> Option<Vec<Bytes>> {
    let mut found = Vec::new();
    while !items.is_empty() {
        let length = items.get(..LENGTH_BYTES)?.try_into().ok()?;
        let length = usize::try_from(u32::from_le_bytes(length)).ok()?;
        let end = LENGTH_BYTES.checked_add(length)?;
        if end > items.len() {
            return None;
        }
        let mut item = items.split_to(end);
        found.push(item.split_off(LENGTH_BYTES));
    }
    Some(found)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ClusterKey;

    fn header() -> Header {
        Header {
            name: LinkName {
                caller: NodeId(Uuid::from_u128(7)),
                callee: NodeId(Uuid::from_u128(8)),
                lane: 3,
            },
            direction: Direction::FromCallee,
            is_reset: false,
            link: 5,
            number: 6,
            ack: u64::MAX,
        }
    }

    fn items() -> Vec<Bytes> {
        ["", "item", "爵"]
            .map(|text| Bytes::from_static(text.as_bytes()))
            .to_vec()
    }

    #[test]
    fn a_message_comes_back_as_it_was() {
        let cipher = ClusterKey::new([1; 32]).cipher(b"one way");
        for items in [items(), Vec::new()] {
            let sealed = seal(&header(), &items, &cipher);
            let message = Message::read(&sealed).expect("a message");
            assert_eq!(message.header, header());
            assert_eq!(message.open(&cipher), Some(items));
        }
    }

    #[test]
    fn no_bit_can_be_altered_and_nothing_be_cut_off_or_added() {
        let cipher = ClusterKey::new([1; 32]).cipher(b"one way");
        let sealed = seal(&header(), &items(), &cipher);
        let is_taken = |bytes: &[u8]| {
            let message = Message::read(bytes);
            message.is_some_and(|message| message.open(&cipher).is_some())
        };
        assert!(is_taken(&sealed));
        for bit in 0..sealed.len() * 8 {
            let mut altered = sealed.to_vec();
            altered[bit / 8] ^= 1 << (bit % 8);
            assert!(!is_taken(&altered), "bit {bit}");
        }
        for length in 0..sealed.len() {
            assert!(!is_taken(&sealed[..length]), "{length} bytes");
        }
        assert!(!is_taken(&[&sealed[..], &[0]].concat()));
    }

    #[test]
    fn what_is_sealed_for_one_way_or_by_one_cluster_opens_on_no_other() {
        let cipher = ClusterKey::new([1; 32]).cipher(b"one way");
        let sealed = seal(&header(), &items(), &cipher);
        let message = Message::read(&sealed).expect("a message");
        for other in [
            ClusterKey::new([1; 32]).cipher(b"another way"),
            ClusterKey::new([2; 32]).cipher(b"one way"),
        ] {
            assert_eq!(message.open(&other), None);
        }
        assert!(
            !sealed.windows(4).any(|bytes| bytes == b"item"),
            "it can be read"
        );
    }
}

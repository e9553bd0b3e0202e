//! Counts WebSocket frames in the bytes of a connection (RFC 6455 §5.2) before they are parsed.

/// Length of the mask in bytes.
const MASK_BYTES: u64 = 4;

/// Counts frames in a stream of bytes, in whatever pieces it comes. It buffers nothing: a frame may declare any length.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct FrameCount(At);

/// The position in the stream.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum At {
    /// Before a frame.
    #[default]
    Begin,
    /// Before the byte with the length, or with the size of the length field.
    Length,
    /// In the extended length field.
    LongLength {
        bytes_left: u8,
        length: u64,
        mask: u64,
    },
    /// So many bytes before the end of the frame.
    Rest(u64),
}

impl FrameCount {
    /// Processes the next bytes. Returns how many frames begin in them.
    pub fn pass(&mut self, mut bytes: &[u8]) -> usize {
        let mut begun = 0;
        while let Some((&byte, after)) = bytes.split_first() {
            bytes = after;
            self.0 = match self.0 {
                At::Begin => {
                    begun += 1;
                    At::Length
                }
                At::Length => Self::length(byte),
                At::LongLength {
                    bytes_left,
                    length,
                    mask,
                } => {
                    let length = length << 8 | u64::from(byte);
                    match bytes_left - 1 {
                        0 => Self::rest(length.saturating_add(mask)),
                        bytes_left => At::LongLength {
                            bytes_left,
                            length,
                            mask,
                        },
                    }
                }
                At::Rest(left) => {
                    // Without the first byte, which is already taken.
                    let more = usize::try_from(left - 1).unwrap_or(usize::MAX);
                    let skipped = more.min(bytes.len());
                    bytes = &bytes[skipped..];
                    Self::rest(left - 1 - skipped as u64)
                }
            };
        }
        begun
    }

    fn length(byte: u8) -> At {
        let mask = if byte & 0x80 == 0 { 0 } else { MASK_BYTES };
        let bytes_left = match byte & 0x7f {
            126 => 2,
            127 => 8,
            length => return Self::rest(u64::from(length) + mask),
        };
        At::LongLength {
            bytes_left,
            length: 0,
            mask,
        }
    }

    fn rest(bytes: u64) -> At {
        if bytes == 0 {
            At::Begin
        } else {
            At::Rest(bytes)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;

    use super::*;

    /// A frame with any first byte, and a length in any of the three forms, whether it is the shortest or not.
    fn frame() -> impl Strategy<Value = Vec<u8>> {
        let bytes = prop_oneof![0..8_usize, 120..135_usize, 65_530..65_545_usize];
        let fill = any::<u8>();
        (any::<u8>(), any::<bool>(), 0..3_u8, bytes, fill).prop_map(
            |(first, masked, form, bytes, fill)| {
                let mask = if masked { 0x80 } else { 0 };
                let mut frame = vec![first];
                match (form, u8::try_from(bytes), u16::try_from(bytes)) {
                    (0, Ok(short @ ..126), _) => frame.push(mask | short),
                    (..2, _, Ok(long)) => {
                        frame.push(mask | 0x7e);
                        frame.extend(long.to_be_bytes());
                    }
                    _ => {
                        frame.push(mask | 0x7f);
                        frame.extend((bytes as u64).to_be_bytes());
                    }
                }
                if masked {
                    frame.extend([0xff; 4]);
                }
                frame.resize(frame.len() + bytes, fill);
                frame
            },
        )
    }

    proptest! {
        #[test]
        fn every_frame_is_counted_once_wherever_the_bytes_are_cut(
            frames in vec(frame(), 0..12),
            cuts in vec(prop_oneof![1..4_usize, 1..5_000_usize], 1..40),
        ) {
            let (mut count, mut begun) = (FrameCount::default(), 0);
            let all = frames.concat();
            let (mut rest, mut cuts) = (all.as_slice(), cuts.iter().cycle());
            while !rest.is_empty() {
                let cut = *cuts.next().expect("there is one");
                let (piece, after) = rest.split_at(cut.min(rest.len()));
                begun += count.pass(piece);
                rest = after;
            }
            prop_assert_eq!(begun, frames.len());
            prop_assert_eq!(count, FrameCount::default(), "the last one is over");
        }

        #[test]
        fn whatever_comes_the_pieces_have_as_many_frames_as_the_whole(
            bytes in vec(any::<u8>(), 0..3_000),
            at in any::<prop::sample::Index>(),
        ) {
            let (one, other) = bytes.split_at(at.index(bytes.len() + 1));
            let (mut whole, mut pieces) = (FrameCount::default(), FrameCount::default());
            prop_assert_eq!(whole.pass(&bytes), pieces.pass(one) + pieces.pass(other));
            prop_assert_eq!(whole, pieces);
        }
    }

    #[test]
    fn a_frame_that_says_it_is_endless_is_one_and_nothing_is_kept_for_it() {
        let mut count = FrameCount::default();
        let mut endless = vec![0x82, 0xff];
        endless.extend([0xff; 8]);
        assert_eq!(count.pass(&endless), 1);
        for _ in 0..100 {
            assert_eq!(count.pass(&[0; 4_096]), 0);
        }
    }
}

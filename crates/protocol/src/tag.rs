//! The tag that distinguishes people with the same name.

use std::fmt;

use compact_str::CompactString;
use giog_rules::PlayerId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// The domain: what is hashed before the id.
const PURPOSE: &[u8] = b"giog/tag/v1";
/// The number of tags: four digits.
const TAGS: u32 = 10_000;

/// Four digits that distinguish people with the same name, shown as `Lin#4821`; they do not change with the name. They are derived from
/// the person's id: the first four bytes of SHA-256(`giog/tag/v1` ‖ the 16 bytes of the id), as a big-endian number, modulo 10,000.
/// Different people can have the same tag; only the id is unique.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
pub struct PlayerTag(#[schemars(with = "String", regex(pattern = "^[0-9]{4}$"))] CompactString);

impl PlayerTag {
    /// The tag of a person.
    pub fn of(player: PlayerId) -> Self {
        let digest = Sha256::new()
            .chain_update(PURPOSE)
            .chain_update(player.0.as_bytes())
            .finalize();
        let number = digest[..4]
            .iter()
            .fold(0, |number: u32, &byte| number << 8 | u32::from(byte));
        let digits = [1_000, 100, 10, 1].into_iter();
        let digits = digits.filter_map(|place| char::from_digit(number % TAGS / place % 10, 10));
        Self(digits.collect())
    }

    /// The four digits as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PlayerTag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    /// `docs/PROTOCOL.md` has the same numbers, for people who compute tags elsewhere.
    #[test]
    fn a_tag_follows_from_the_id_alone() {
        for (id, tag) in [
            ("00000000-0000-0000-0000-000000000000", "4671"),
            ("63237cf7-9d2c-4b0e-8d5e-0f6b1f0f7f10", "9206"),
            ("00000000-0000-0000-0000-000000000013", "0013"),
            ("00000000-0000-0000-0000-000000000646", "0007"),
        ] {
            let player = PlayerId(Uuid::parse_str(id).expect("a test's id"));
            assert_eq!(PlayerTag::of(player).as_str(), tag, "{id}");
        }
    }
}

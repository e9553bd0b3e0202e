//! Recovery codes, which give access to somebody who has no device left: 128 random bits in a form that people can write down.
//!
//! 28 characters of Crockford's base 32 in groups of four: the bits, and a checksum of 12 bits that detects most mistakes. The server
//! stores only the hash of the bits.

use giog_protocol::DeviceId;
use giog_rules::Timestamp;
use giog_rules::fairness::Signer;
use giog_store::SecretHash;
use sha2::{Digest, Sha256};

/// The length of a code in bytes: nobody can guess it.
const CODE_BYTES: usize = 16;
/// The digits, without those that look like others.
const DIGITS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// The bits of a digit.
const DIGIT_BITS: usize = 5;
/// The digits of a code: its bits, and 12 bits of their SHA-256.
const CODE_DIGITS: usize = 28;
/// The digits of a group.
const GROUP_DIGITS: usize = 4;

/// How long a device that requests a first code repeatedly gets the same one, in milliseconds: between once and twice this time. After
/// that nobody gets it again, even with the token.
const FIRST_CODE_MS: i64 = 10 * 60_000;

/// A recovery code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct RecoveryCode([u8; CODE_BYTES]);

impl RecoveryCode {
    /// The code in its written form.
    pub fn text(self) -> String {
        let bytes = self.checked();
        let mut text = String::new();
        for at in 0..CODE_DIGITS {
            if at > 0 && at % GROUP_DIGITS == 0 {
                text.push('-');
            }
            let digit = (0..DIGIT_BITS).fold(0, |digit, bit| {
                let place = at * DIGIT_BITS + bit;
                digit << 1 | usize::from(bytes[place / 8] >> (7 - place % 8) & 1)
            });
            text.push(char::from(DIGITS[digit]));
        }
        text
    }

    /// Parses a written code; none if it is not valid.
    pub fn read(text: &str) -> Option<Self> {
        let mut bytes = [0; CODE_BYTES + 2];
        let mut digits = 0;
        for c in text.chars().filter(|&c| c != '-' && !c.is_whitespace()) {
            let value = digit(c)?;
            if digits == CODE_DIGITS {
                return None;
            }
            for bit in 0..DIGIT_BITS {
                let place = digits * DIGIT_BITS + bit;
                let is_set = value >> (DIGIT_BITS - 1 - bit) & 1;
                bytes[place / 8] |= is_set << (7 - place % 8);
            }
            digits += 1;
        }
        let code = Self(*bytes.first_chunk()?);
        (digits == CODE_DIGITS && code.checked() == bytes).then_some(code)
    }

    /// The hash that the server stores.
    pub fn hash(self) -> SecretHash {
        Sha256::digest(self.0).into()
    }

    /// The hash with which a written code is looked up; for an invalid one a hash that nobody has, so that both take the same time.
    pub fn hash_of(text: &str) -> SecretHash {
        let nobodys = || Sha256::digest(text.as_bytes()).into();
        Self::read(text).map_or_else(nobodys, Self::hash)
    }

    /// The bytes, and in two more bytes a checksum of 12 bits.
    fn checked(self) -> [u8; CODE_BYTES + 2] {
        let hash = self.hash();
        let mut bytes = [0; CODE_BYTES + 2];
        bytes[..CODE_BYTES].copy_from_slice(&self.0);
        bytes[CODE_BYTES..].copy_from_slice(&[hash[0], hash[1] & 0xf0]);
        bytes
    }
}

/// Derives codes from previous codes.
#[derive(Clone, Debug)]
pub(crate) struct RecoveryCodes(Signer);

impl RecoveryCodes {
    /// With this key of the server.
    pub const fn new(signer: Signer) -> Self {
        Self(signer)
    }

    /// The code that follows the one with this hash: always the same, and unknown to everybody without the key.
    pub fn after(&self, former: SecretHash) -> RecoveryCode {
        self.derived(former)
    }

    /// The code that replaces the one with this hash: always the same, so that a request whose answer was lost can be repeated. It
    /// differs from [`Self::after`], which is the next code after signing in with this one.
    pub fn instead_of(&self, former: SecretHash) -> RecoveryCode {
        let seed = Sha256::new_with_prefix("instead").chain_update(former);
        self.derived(seed.finalize().into())
    }

    /// The first codes of somebody who requests one on this device: that of the current interval, then that of the previous one, which
    /// may have been sent in an answer that was lost.
    pub fn first_of(&self, device: DeviceId, now: Timestamp) -> Vec<RecoveryCode> {
        let told_anew = now.unix_ms() / FIRST_CODE_MS;
        let code = |time: i64| {
            let seed = Sha256::new_with_prefix("first").chain_update(device.0);
            self.derived(seed.chain_update(time.to_be_bytes()).finalize().into())
        };
        vec![code(told_anew), code(told_anew - 1)]
    }

    fn derived(&self, seed: [u8; 32]) -> RecoveryCode {
        let derived = self.0.derive(&seed);
        RecoveryCode(*derived.first_chunk().expect("it is longer"))
    }
}

/// The value of a digit as people write it.
fn digit(c: char) -> Option<u8> {
    let c = match c.to_ascii_uppercase() {
        'O' => '0',
        'I' | 'L' => '1',
        c => c,
    };
    let at = DIGITS.iter().position(|&digit| char::from(digit) == c)?;
    u8::try_from(at).ok()
}

/// Codes are not printed.
impl std::fmt::Debug for RecoveryCode {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("RecoveryCode").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODE: RecoveryCode = RecoveryCode([
        0, 1, 2, 3, 0xfc, 0xfd, 0xfe, 0xff, 0x55, 0xaa, 7, 8, 9, 10, 11, 12,
    ]);

    #[test]
    fn a_code_is_read_as_people_write_it() {
        let text = CODE.text();
        assert_eq!(text.len(), 34);
        assert!(text.starts_with("000G-40ZW-ZQZF-"), "{text}");
        let sloppy = text.to_lowercase().replace('0', "o").replace('1', "l");
        for written in [
            text.clone(),
            text.replace('-', " "),
            text.replace('-', ""),
            sloppy,
        ] {
            assert_eq!(RecoveryCode::read(&written), Some(CODE), "{written}");
        }
    }

    #[test]
    fn a_mistake_is_noticed_and_none_is_anybodys() {
        let text = CODE.text();
        let swapped: String = [&text[5..9], "-", &text[..5], &text[10..]].concat();
        for wrong in [
            String::new(),
            text[..33].to_owned(),
            format!("{text}0"),
            text.replacen('4', "5", 1),
            text.replacen('4', "U", 1),
            text.replacen('4', "é", 1),
            swapped,
        ] {
            assert_eq!(RecoveryCode::read(&wrong), None, "{wrong}");
            assert_ne!(RecoveryCode::hash_of(&wrong), CODE.hash());
        }
        assert_eq!(RecoveryCode::hash_of(&text), CODE.hash());
    }
}

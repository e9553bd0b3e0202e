//! Codes with which a person signs in another device: short-lived, valid once, and only in memory. Nodes of a cluster also keep them in
//! the database, so that any node can redeem them; they are counted here.
//!
//! A code refers to the device that requested it, by the hash of its token. It is removed when it is used, when that token is revoked,
//! or, after its time, with the next request for or use of a code. Codes themselves are stored as hashes, too.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use giog_protocol::rest::ProblemCode;
use giog_protocol::{ErrorCode, Problem};
use giog_rooms::Random;
use giog_rules::PlayerId;
use giog_store::SecretHash;

use crate::address::{AddressClass, AddressCounts};
use crate::guests::hash;

/// The length of a code in bytes: nobody can guess it while it is valid.
const CODE_BYTES: usize = 16;
/// How long a code is valid, in milliseconds: long enough to get the other device ready.
pub(crate) const CODE_MS: u64 = 120_000;
/// The most valid codes, at most one for each person: more people than change devices within two minutes on the fullest server, and half
/// a megabyte.
const MAX_CODES: usize = 2_048;

/// The most valid codes that were requested from one address: enough for a class in which everybody changes devices at once, and so few
/// that a network of addresses cannot use up all codes.
const MAX_CODES_OF_ADDRESS: usize = 64;

type CodeHash = SecretHash;

/// The valid codes.
#[derive(Default)]
pub struct Handovers {
    open: Mutex<HashMap<CodeHash, Handover>>,
}

/// The data of a code.
struct Handover {
    player: PlayerId,
    token: SecretHash,
    /// The address that requested it.
    from: AddressClass,
    /// The last moment at which the code is valid, on the monotonic clock.
    until_mono_ms: u64,
}

impl Handovers {
    /// Creates a code with which another device gets a token once, for the person at this address whose token has this hash. An earlier
    /// code of this person becomes invalid.
    pub fn offer(
        &self,
        (player, token): (PlayerId, SecretHash),
        from: AddressClass,
        now_mono_ms: u64,
        random: &mut dyn Random,
    ) -> Result<String, Problem> {
        let mut open = self.lock();
        open.retain(|_, one| one.player != player && now_mono_ms <= one.until_mono_ms);
        let mut counts = AddressCounts::default();
        let others = open.values().map(|one| &one.from);
        let fits = |from| counts.take(from, MAX_CODES_OF_ADDRESS);
        // The existing codes are within the limits, and the counts of each network include all its codes.
        let fits = others.chain([&from]).map(fits).last();
        if open.len() >= MAX_CODES || fits == Some(false) {
            return Err(ErrorCode::Busy.into());
        }
        let mut bytes = [0; CODE_BYTES];
        random.fill(&mut bytes);
        let code = hex::encode(bytes);
        let handover = Handover {
            player,
            token,
            from,
            until_mono_ms: now_mono_ms.saturating_add(CODE_MS),
        };
        open.insert(hash(&code), handover);
        Ok(code)
    }

    /// The hash of the token with which a code was requested. The code is used up.
    pub fn take(&self, code: &str, now_mono_ms: u64) -> Result<SecretHash, ProblemCode> {
        let mut open = self.lock();
        open.retain(|_, one| now_mono_ms <= one.until_mono_ms);
        let handover = open.remove(&hash(code)).ok_or(ProblemCode::BadCode)?;
        Ok(handover.token)
    }

    /// Removes the codes that were requested with tokens of these hashes.
    pub fn forget(&self, ended: &[SecretHash]) {
        self.lock().retain(|_, one| !ended.contains(&one.token));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<CodeHash, Handover>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tokens are not printed.
impl std::fmt::Debug for Handovers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Handovers").finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use super::*;
    use crate::address::tests::addresses;

    /// A generator that counts, so that all codes differ.
    struct Counting(u8, u8);

    impl Random for Counting {
        fn fill(&mut self, bytes: &mut [u8]) {
            (self.0, self.1) = match self.0.checked_add(1) {
                Some(next) => (next, self.1),
                None => (0, self.1 + 1),
            };
            bytes.fill(self.0);
            bytes[0] = self.1;
        }
    }

    fn player(number: usize) -> PlayerId {
        PlayerId(uuid::Uuid::from_u128(number as u128))
    }

    fn token(number: usize) -> SecretHash {
        hash(&format!("token {number}"))
    }

    /// Addresses, each in a network of its own.
    fn from(number: usize) -> AddressClass {
        let third = u8::try_from(number).expect("few addresses");
        addresses(&[]).class(IpAddr::from([10, 0, third, 1]))
    }

    #[test]
    fn one_address_leaves_codes_for_others() {
        let handovers = Handovers::default();
        let mut random = Counting(0, 0);
        let mut offer = |number, place| {
            let who = (player(number), token(number));
            handovers.offer(who, from(place), 0, &mut random)
        };
        for number in 0..MAX_CODES_OF_ADDRESS {
            offer(number, 0).expect("room for a code");
        }
        let full = offer(MAX_CODES_OF_ADDRESS, 0).expect_err("one too many");
        assert_eq!(full.code, ErrorCode::Busy);
        offer(MAX_CODES_OF_ADDRESS, 1).expect("another address");
    }

    #[test]
    fn a_code_is_gone_with_the_token_that_it_was_asked_for_with() {
        let handovers = Handovers::default();
        let mut random = Counting(0, 0);
        let mut offer = |number| {
            let who = (player(number), token(number));
            let code = handovers.offer(who, from(0), 0, &mut random);
            code.expect("room for a code")
        };
        let (first, second) = (offer(1), offer(2));
        handovers.forget(&[token(1), token(3)]);
        assert_eq!(handovers.take(&first, 0), Err(ProblemCode::BadCode));
        assert_eq!(handovers.take(&second, 0), Ok(token(2)));
    }

    #[test]
    fn there_are_only_so_many_codes_and_room_again_when_their_time_is_over() {
        let handovers = Handovers::default();
        let mut random = Counting(0, 0);
        let mut offer = |number, now| {
            let who = (player(number), token(number));
            handovers.offer(who, from(number / MAX_CODES_OF_ADDRESS), now, &mut random)
        };
        for number in 0..MAX_CODES {
            offer(number, 5).expect("room for a code");
        }
        let full = offer(MAX_CODES, 5 + CODE_MS).expect_err("one too many");
        assert_eq!(full.code, ErrorCode::Busy);
        let again = offer(7, 5 + CODE_MS).expect("the own one makes room");
        assert_eq!(handovers.take(&again, 5), Ok(token(7)));
        offer(MAX_CODES, 6 + CODE_MS).expect("the others are over");
        assert_eq!(handovers.lock().len(), 1);
    }
}

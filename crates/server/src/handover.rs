//! People on their way to another device: codes that are short-lived, good once, and in memory alone. Nodes that share rooms keep
//! them in the database besides, so that any node takes them; here they are counted.
//!
//! A code leads to the device that asked for it, by the hash of its token, until it is used, or until anybody asks for one or
//! uses one after its time; it is gone with that token. Codes themselves are kept as hashes too.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use giog_protocol::rest::ProblemCode;
use giog_protocol::{ErrorCode, Problem};
use giog_rooms::Random;
use giog_rules::PlayerId;
use giog_store::SecretHash;

use crate::address::{AddressClass, AddressCounts};
use crate::guests::hash;

/// The bytes of a code: nobody can guess it while it is good.
const CODE_BYTES: usize = 16;
/// How long a code is good, in milliseconds: long enough to take the other device out of a pocket.
pub(crate) const CODE_MS: u64 = 120_000;
/// Codes that may be good at a time, one for each person: more people than change devices within two minutes on the fullest
/// server, and half a megabyte.
const MAX_CODES: usize = 2_048;

/// Of these, codes that were asked for from one address: a class in which everybody changes devices at once, and so few that
/// a whole network of addresses leaves others some.
const MAX_CODES_OF_ADDRESS: usize = 64;

type CodeHash = SecretHash;

/// The codes that are good.
#[derive(Default)]
pub struct Handovers {
    open: Mutex<HashMap<CodeHash, Handover>>,
}

/// Who comes with a code.
struct Handover {
    player: PlayerId,
    token: SecretHash,
    /// From where it was asked for.
    from: AddressClass,
    /// The last moment of the code, on the clock that never goes back.
    until_mono_ms: u64,
}

impl Handovers {
    /// A code with which another device gets a token once, for somebody who comes from there with the token of this hash; one
    /// that this person asked for before is good no more.
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
        // Those that are there did fit, and the counts of a network are those of its codes.
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

    /// The hash of the token with which a code was asked for; the code is used by that.
    pub fn take(&self, code: &str, now_mono_ms: u64) -> Result<SecretHash, ProblemCode> {
        let mut open = self.lock();
        open.retain(|_, one| now_mono_ms <= one.until_mono_ms);
        let handover = open.remove(&hash(code)).ok_or(ProblemCode::BadCode)?;
        Ok(handover.token)
    }

    /// Forgets the codes that were asked for with tokens of these hashes.
    pub fn forget(&self, ended: &[SecretHash]) {
        self.lock().retain(|_, one| !ended.contains(&one.token));
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<CodeHash, Handover>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Tokens are in no log.
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

    /// Counts, so that every code is another one.
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

    /// Addresses of one network each.
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

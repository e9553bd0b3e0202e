//! The active bans. They are checked for every request and every `hello`, so all of them are in memory as well as in the store.

use std::net::IpAddr;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use giog_rules::{PlayerId, Timestamp};
use giog_store::{Ban, BanId, BanTarget, Store, StoreError};

/// The bans of a server.
#[derive(Debug, Default)]
pub struct Bans {
    all: RwLock<Vec<Ban>>,
}

impl Bans {
    /// Reads the active bans from the store.
    pub async fn load(&self, store: &dyn Store, now: Timestamp) -> Result<(), StoreError> {
        *self.write() = store.bans(now).await?;
        Ok(())
    }

    /// Adds a ban that is in the store. Bans that have ended are removed.
    pub fn add(&self, ban: Ban, now: Timestamp) {
        let mut all = self.write();
        all.retain(|ban| holds(ban, now));
        all.push(ban);
    }

    /// Removes a ban that was deleted from the store.
    pub fn lift(&self, id: BanId) {
        self.write().retain(|ban| ban.ban_id != id);
    }

    /// The active bans, the oldest first.
    pub fn in_force(&self, now: Timestamp) -> Vec<Ban> {
        let all = self.read();
        all.iter().filter(|ban| holds(ban, now)).cloned().collect()
    }

    /// Whether this address is banned.
    pub fn keep_away(&self, address: IpAddr, now: Timestamp) -> bool {
        let is_it = |ban: &Ban| matches!(ban.target, BanTarget::Addresses(range) if range.contains(address));
        self.any(is_it, now)
    }

    /// Whether this person is banned.
    pub fn keep_out(&self, player: PlayerId, now: Timestamp) -> bool {
        self.any(|ban| ban.target == BanTarget::Player(player), now)
    }

    fn any(&self, is_it: impl Fn(&Ban) -> bool, now: Timestamp) -> bool {
        self.read().iter().any(|ban| is_it(ban) && holds(ban, now))
    }

    fn read(&self) -> RwLockReadGuard<'_, Vec<Ban>> {
        self.all.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Vec<Ban>> {
        self.all.write().unwrap_or_else(PoisonError::into_inner)
    }
}

fn holds(ban: &Ban, now: Timestamp) -> bool {
    ban.ends_at.is_none_or(|end| now < end)
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn ban(number: u128, target: BanTarget, ends_at_ms: Option<i64>) -> Ban {
        Ban {
            ban_id: BanId(Uuid::from_u128(number)),
            target,
            reason: "a test".to_owned(),
            made_at: Timestamp::from_unix_ms(0),
            ends_at: ends_at_ms.map(Timestamp::from_unix_ms),
        }
    }

    #[test]
    fn a_ban_holds_for_its_target_until_it_ends_or_is_lifted() {
        let bans = Bans::default();
        let (lin, wu) = (PlayerId(Uuid::from_u128(1)), PlayerId(Uuid::from_u128(2)));
        let range = "203.0.113.0/24".parse().expect("a range");
        let at = Timestamp::from_unix_ms;
        bans.add(ban(1, BanTarget::Player(lin), Some(100)), at(0));
        bans.add(ban(2, BanTarget::Addresses(range), None), at(0));
        assert!(bans.keep_out(lin, at(99)) && !bans.keep_out(lin, at(100)));
        assert!(!bans.keep_out(wu, at(0)));
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        assert!(bans.keep_away(address("203.0.113.9"), at(1_000)));
        assert!(bans.keep_away(address("::ffff:203.0.113.9"), at(1_000)));
        assert!(!bans.keep_away(address("203.0.114.9"), at(1_000)));
        assert_eq!(bans.in_force(at(100)).len(), 1);
        bans.lift(BanId(Uuid::from_u128(2)));
        assert!(!bans.keep_away(address("203.0.113.9"), at(1_000)));
    }
}

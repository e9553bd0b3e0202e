//! Bans. They are checked for every request and every `hello`, so all of them are in memory as well as in the store.
//!
//! Whether a ban has ended is judged by the date at that moment. An ended one stays until it is deleted, which only happens while the date is
//! believed: so a date that was ahead of time for a while, also at the start, lifts no ban for good.

use std::net::IpAddr;
use std::sync::{PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use giog_rules::{PlayerId, Timestamp};
use giog_store::{Archive, Ban, BanId, BanTarget, StoreError};

/// The bans of a server.
#[derive(Debug, Default)]
pub struct Bans {
    all: RwLock<Vec<Ban>>,
}

impl Bans {
    /// Reads all bans from the store, also those that have ended by the present date.
    pub async fn load(&self, store: &Archive) -> Result<(), StoreError> {
        let long_ago = Timestamp::from_unix_ms(i64::MIN);
        *self.write() = store.bans(long_ago).await?;
        Ok(())
    }

    /// Adds a ban that is in the store.
    pub fn add(&self, ban: Ban) {
        self.write().push(ban);
    }

    /// Removes bans that have ended, after they were deleted from the store.
    pub fn remove_ended(&self, now: Timestamp) {
        self.write().retain(|ban| holds(ban, now));
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
    use giog_store::OpenOptions;
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
        bans.add(ban(1, BanTarget::Player(lin), Some(100)));
        bans.add(ban(2, BanTarget::Addresses(range), None));
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

    #[tokio::test]
    async fn a_start_with_a_date_ahead_of_time_lifts_no_ban() {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite:{}", folder.path().join("giog.db").display());
        let store = giog_store::open(&url, OpenOptions::default()).await;
        let store = store.expect("it opens");
        let (lin, wu) = (PlayerId(Uuid::from_u128(1)), PlayerId(Uuid::from_u128(2)));
        let at = Timestamp::from_unix_ms;
        let timed = ban(1, BanTarget::Player(lin), Some(100));
        store.add_ban(&timed).await.expect("stored");
        let bans = Bans::default();
        bans.load(&store).await.expect("loaded");
        assert!(!bans.keep_out(lin, at(5_000)), "by that date it has ended");
        // The operator bans somebody else, before the date is corrected.
        bans.add(ban(2, BanTarget::Player(wu), None));
        assert!(bans.keep_out(lin, at(50)) && bans.keep_out(wu, at(50)));
        assert_eq!(bans.in_force(at(50)).len(), 2);
        assert_eq!(bans.in_force(at(100)).len(), 1);
        // When the date is believed, it is gone for good.
        bans.remove_ended(at(100));
        assert!(!bans.keep_out(lin, at(50)) && bans.keep_out(wu, at(50)));
    }
}

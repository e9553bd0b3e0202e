//! What is stored of people: guests and their devices, friends and blocks, ratings. Each method is one transaction or one query.

use std::collections::{BTreeSet, HashSet};
use std::sync::atomic::Ordering;

use giog_protocol::{DeclaredBot, DeviceId};
use giog_ratings::{Pool, Season};
use giog_rules::{MatchId, PlayerId, Timestamp};
use uuid::Uuid;

use super::forgotten::Naming;
use super::{
    Backend, Database, Value, choices, devices, forgotten, friends, guests, personal, push,
    ratings, recovery,
};
use crate::bounds::check_text;
use crate::limits::{
    FRIEND_CODE_MS, MAX_RATING_CHANGES, MAX_TEXT_BYTES, REQUEST_MS, RETENTION_PAGE_ROWS,
};
use crate::{
    Asked, Choice, Choices, Contact, Cursor, Device, DevicePush, Fence, Friends, Guest,
    InvitationTerms, LadderPlace, LeaseError, MatchRatings, Named, NewDevice, Page, Personal,
    PushSubscription, RatingChange, Ratings, SecretHash, StoreError,
};

impl<B: Backend> Database<B> {
    pub(crate) async fn create_guest(
        &self,
        player: PlayerId,
        name: &str,
        device: NewDevice<'_>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        check_text("a name", name, MAX_TEXT_BYTES)?;
        device.check()?;
        let mut tx = self.begin().await?;
        guests::create(&mut B::conn(&mut tx), player, name, device, at).await?;
        self.commit(tx).await
    }

    pub(crate) async fn guest_by_token(
        &self,
        token_hash: SecretHash,
    ) -> Result<Option<(Guest, Device)>, StoreError> {
        devices::by_token(&mut B::conn(&mut *self.reader().await?), token_hash).await
    }

    pub(crate) async fn devices(&self, player: PlayerId) -> Result<Vec<Device>, StoreError> {
        devices::of(&mut B::conn(&mut *self.reader().await?), player).await
    }

    pub(crate) async fn add_device(
        &self,
        token: SecretHash,
        device: NewDevice<'_>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        device.check()?;
        let mut tx = self.begin().await?;
        devices::add(&mut B::conn(&mut tx), token, device, at).await?;
        self.commit(tx).await
    }

    pub(crate) async fn end_device(
        &self,
        token: SecretHash,
        device: DeviceId,
    ) -> Result<Option<SecretHash>, StoreError> {
        let mut tx = self.begin().await?;
        let ended = devices::end(&mut B::conn(&mut tx), token, device).await?;
        self.commit(tx).await?;
        Ok(ended)
    }

    pub(crate) async fn end_other_devices(
        &self,
        token: SecretHash,
    ) -> Result<Vec<SecretHash>, StoreError> {
        let mut tx = self.begin().await?;
        let ended = devices::end_others_of(&mut B::conn(&mut tx), token).await?;
        self.commit(tx).await?;
        Ok(ended)
    }

    pub(crate) async fn pushes(&self, player: PlayerId) -> Result<Vec<DevicePush>, StoreError> {
        push::of(&mut B::conn(&mut *self.reader().await?), player).await
    }

    pub(crate) async fn set_push(
        &self,
        player: PlayerId,
        device: DeviceId,
        subscription: &PushSubscription,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        subscription.check()?;
        let mut tx = self.begin().await?;
        let conn = &mut B::conn(&mut tx);
        let set = push::set(conn, player, device, subscription, at).await?;
        self.commit(tx).await?;
        Ok(set)
    }

    pub(crate) async fn end_push(&self, device: DeviceId) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        let ended = push::end(&mut B::conn(&mut tx), device).await?;
        self.commit(tx).await?;
        Ok(ended)
    }

    pub(crate) async fn end_push_at(&self, endpoint: &str) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        let ended = push::end_endpoint(&mut B::conn(&mut tx), endpoint).await?;
        self.commit(tx).await?;
        Ok(ended)
    }

    pub(crate) async fn friends(
        &self,
        player: PlayerId,
        now: Timestamp,
    ) -> Result<Friends, StoreError> {
        friends::of(&mut B::conn(&mut *self.reader().await?), player, now).await
    }

    pub(crate) async fn expects_friend(
        &self,
        player: PlayerId,
        other: PlayerId,
        now: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut reader = self.reader().await?;
        friends::expects(&mut B::conn(&mut reader), player, other, now).await
    }

    pub(crate) async fn ask_friend(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
    ) -> Result<Asked, StoreError> {
        let mut tx = self.begin().await?;
        let asked = friends::ask(&mut B::conn(&mut tx), player, other, at).await?;
        self.commit(tx).await?;
        Ok(asked)
    }

    pub(crate) async fn end_friend(
        &self,
        player: PlayerId,
        other: PlayerId,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        friends::end(&mut B::conn(&mut tx), player, other).await?;
        self.commit(tx).await
    }

    pub(crate) async fn set_friend_code(
        &self,
        player: PlayerId,
        code: SecretHash,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        friends::set_code(&mut B::conn(&mut tx), player, code, at).await?;
        self.commit(tx).await
    }

    pub(crate) async fn befriend_by_code(
        &self,
        player: PlayerId,
        code: SecretHash,
        at: Timestamp,
    ) -> Result<Option<PlayerId>, StoreError> {
        let mut tx = self.begin().await?;
        let other = friends::befriend_by_code(&mut B::conn(&mut tx), player, code, at).await?;
        self.commit(tx).await?;
        Ok(other)
    }

    pub(crate) async fn choices(&self, player: PlayerId) -> Result<Choices, StoreError> {
        choices::of(&mut B::conn(&mut *self.reader().await?), player).await
    }

    pub(crate) async fn choose(&self, token: SecretHash, choice: Choice) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        choices::choose(&mut B::conn(&mut tx), token, choice).await?;
        self.commit(tx).await
    }

    pub(crate) async fn invitation_terms(
        &self,
        player: PlayerId,
        by: PlayerId,
    ) -> Result<Option<InvitationTerms>, StoreError> {
        choices::invitation_terms(&mut B::conn(&mut *self.reader().await?), player, by).await
    }

    pub(crate) async fn blocked(&self, player: PlayerId) -> Result<Vec<Contact>, StoreError> {
        friends::blocked(&mut B::conn(&mut *self.reader().await?), player).await
    }

    pub(crate) async fn block(
        &self,
        player: PlayerId,
        other: PlayerId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        let blocked = friends::block(&mut B::conn(&mut tx), player, other, at).await?;
        self.commit(tx).await?;
        Ok(blocked)
    }

    pub(crate) async fn unblock(
        &self,
        player: PlayerId,
        other: PlayerId,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        friends::unblock(&mut B::conn(&mut tx), player, other).await?;
        self.commit(tx).await
    }

    pub(crate) async fn delete_ended_requests(&self, now: Timestamp) -> Result<u64, StoreError> {
        let before = |kept_ms| Timestamp::from_unix_ms(now.unix_ms().saturating_sub(kept_ms));
        let requests = self
            .delete_before(friends::DELETE_REQUESTS_SQL, before(REQUEST_MS))
            .await?;
        let codes = self
            .delete_before(friends::DELETE_CODES_SQL, before(FRIEND_CODE_MS))
            .await?;
        Ok(requests + codes)
    }

    pub(crate) async fn set_recovery(
        &self,
        token: SecretHash,
        former: Option<SecretHash>,
        recovery: SecretHash,
    ) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        let set = recovery::set(&mut B::conn(&mut tx), token, former, recovery).await?;
        self.commit(tx).await?;
        Ok(set)
    }

    pub(crate) async fn guest_by_recovery(
        &self,
        recovery: SecretHash,
    ) -> Result<Option<Guest>, StoreError> {
        recovery::guest(&mut B::conn(&mut *self.reader().await?), recovery).await
    }

    pub(crate) async fn recover(
        &self,
        former: SecretHash,
        recovery: SecretHash,
        device: NewDevice<'_>,
        at: Timestamp,
    ) -> Result<Option<(Guest, Vec<SecretHash>)>, StoreError> {
        device.check()?;
        let mut tx = self.begin().await?;
        let conn = &mut B::conn(&mut tx);
        let recovered = recovery::recover(conn, former, recovery, device, at).await?;
        self.commit(tx).await?;
        Ok(recovered)
    }

    pub(crate) async fn guest(&self, player: PlayerId) -> Result<Option<Guest>, StoreError> {
        guests::by_id(&mut B::conn(&mut *self.reader().await?), player).await
    }

    pub(crate) async fn personal(
        &self,
        player: PlayerId,
        limit: u32,
    ) -> Result<Option<Personal>, StoreError> {
        self.history(async |conn| personal::of(conn, player, limit).await)
            .await
    }

    pub(crate) async fn rename_guest(
        &self,
        token: SecretHash,
        name: &str,
    ) -> Result<(), StoreError> {
        check_text("a name", name, MAX_TEXT_BYTES)?;
        let mut tx = self.begin().await?;
        guests::rename(&mut B::conn(&mut tx), token, name).await?;
        self.commit(tx).await
    }

    pub(crate) async fn declare_bot(
        &self,
        token: SecretHash,
        bot: &DeclaredBot,
    ) -> Result<bool, StoreError> {
        let mut tx = self.begin().await?;
        let declared = guests::declare_bot(&mut B::conn(&mut tx), token, bot).await?;
        self.commit(tx).await?;
        Ok(declared)
    }

    pub(crate) async fn names(&self, players: &[PlayerId]) -> Result<Vec<Named>, StoreError> {
        self.history(async |conn| guests::names(conn, players).await)
            .await
    }

    pub(crate) async fn touch_guest(
        &self,
        player: PlayerId,
        device: DeviceId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let mut tx = self.begin().await?;
        guests::touch(&mut B::conn(&mut tx), player, device, at).await?;
        self.commit(tx).await
    }

    pub(crate) async fn delete_guests_idle_since(
        &self,
        at: Timestamp,
        keep: &HashSet<PlayerId>,
    ) -> Result<u64, StoreError> {
        let mut deleted = 0;
        let mut after = (i64::MIN, Uuid::nil());
        loop {
            let page =
                guests::idle_since(&mut B::conn(&mut *self.reader().await?), at, after).await?;
            let Some(&(seen_at, last)) = page.last() else {
                break;
            };
            after = (seen_at, last.0);
            let mut tx = self.begin().await?;
            for (_, player) in page
                .into_iter()
                .filter(|(_, player)| !keep.contains(player))
            {
                deleted += guests::delete_idle(&mut B::conn(&mut tx), player, at).await?;
            }
            self.commit(tx).await?;
        }
        let mut after = (i64::MIN, Uuid::nil());
        loop {
            let page =
                devices::idle_since(&mut B::conn(&mut *self.reader().await?), at, after).await?;
            let Some(last) = page.last() else {
                return Ok(deleted);
            };
            after = (last.seen_at, last.device.0);
            let mut tx = self.begin().await?;
            for idle in page.iter().filter(|idle| !keep.contains(&idle.player)) {
                devices::delete_idle(&mut B::conn(&mut tx), idle.device, at).await?;
            }
            self.commit(tx).await?;
        }
    }

    pub(crate) async fn forget_guest(
        &self,
        player: PlayerId,
        token: Option<SecretHash>,
        at: Timestamp,
    ) -> Result<Vec<SecretHash>, StoreError> {
        let mut tx = self.begin().await?;
        let ended = forgotten::forget(&mut B::conn(&mut tx), player, token, at).await?;
        self.commit(tx).await?;
        Ok(ended)
    }

    pub(crate) async fn erase(
        &self,
        fence: Fence,
        players: &BTreeSet<PlayerId>,
    ) -> Result<u64, LeaseError> {
        let rooms = self.erase_from_all(fence, players, Naming::Rooms).await;
        let reports = self.erase_from_all(fence, players, Naming::Reports).await?;
        Ok(rooms? + reports)
    }

    pub(crate) async fn clean(&self, players: &BTreeSet<PlayerId>) -> Result<(), StoreError> {
        self.backend.clean().await?;
        let mut tx = self.begin().await?;
        forgotten::done(&mut B::conn(&mut tx), players).await?;
        self.commit(tx).await
    }

    /// The number of matches that could not be rated because of a fault, since the start.
    pub fn rating_faults(&self) -> u64 {
        self.rating_faults.load(Ordering::Relaxed)
    }

    pub(crate) async fn ladder(
        &self,
        of: (&Pool, Season),
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<Page<LadderPlace>, StoreError> {
        self.history(async |conn| ratings::ladder(conn, of, cursor, limit).await)
            .await
    }

    pub(crate) async fn ratings(&self, player: PlayerId) -> Result<Ratings, StoreError> {
        self.history(async |conn| ratings::of_person(conn, player).await)
            .await
    }

    pub(crate) async fn rating_changes(
        &self,
        player: PlayerId,
        pool: &Pool,
    ) -> Result<Vec<RatingChange>, StoreError> {
        self.history(async |conn| ratings::changes(conn, player, pool, MAX_RATING_CHANGES).await)
            .await
    }

    pub(crate) async fn met_at_rated(
        &self,
        player: PlayerId,
        pool: &Pool,
    ) -> Result<Vec<PlayerId>, StoreError> {
        self.history(async |conn| ratings::met(conn, player, pool).await)
            .await
    }

    pub(crate) async fn match_ratings(
        &self,
        id: MatchId,
    ) -> Result<Option<MatchRatings>, StoreError> {
        self.history(async |conn| ratings::of_match(conn, id).await)
            .await
    }

    pub(crate) async fn delete_ratings_idle_since(&self, at: Timestamp) -> Result<u64, StoreError> {
        let values = [Value::Int(at.unix_ms()), Value::Int(RETENTION_PAGE_ROWS)];
        let mut deleted = self.delete_before(ratings::DELETE_PAST_SQL, at).await?;
        loop {
            self.delete_before(ratings::DELETE_CHANGES_SQL, at).await?;
            let mut tx = self.begin().await?;
            let some = B::conn(&mut tx)
                .execute(ratings::DELETE_RATINGS_SQL, &values)
                .await?;
            self.commit(tx).await?;
            if some == 0 {
                return Ok(deleted);
            }
            deleted += some;
        }
    }
}

//! A store that is unavailable at chosen moments.

use std::collections::{BTreeSet, HashSet, VecDeque};
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use giog_protocol::{DeviceId, RoomId};
use giog_rules::{MatchId, PlayerId, Timestamp};
use tokio::sync::{Semaphore, watch};

use crate::{
    AgedMatch, Append, AppendError, Ban, BanId, CancelledStart, Cursor, DeletedMatch, Device,
    DevicePush, Fence, Guest, KeptReport, LeaseError, MatchClass, MatchFilter, MatchSummary,
    NewDevice, Page, PushSubscription, ReportId, RoomLog, SecretHash, StartedMatch, Store,
    StoreError, StoredRecord,
};

/// What happens to an append.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    /// Nothing unusual.
    None,
    /// It never reaches the database.
    Before,
    /// It is stored, but nobody hears of it.
    After,
}

/// Another store, with faults.
pub(crate) struct Faulty {
    inner: Arc<dyn Store>,
    faults: Mutex<VecDeque<Fault>>,
    /// Appends wait for a permit here.
    gate: Semaphore,
    /// How many appends have come to the gate.
    came: watch::Sender<usize>,
    sizes: Mutex<Vec<usize>>,
}

impl Faulty {
    /// The first appends have these faults, the others none.
    pub(crate) fn new(inner: Arc<dyn Store>, faults: &[Fault]) -> Arc<Self> {
        let store = Self::gated_with(inner, faults);
        store.open_gate();
        store
    }

    /// Appends wait until [`Self::open_gate`].
    pub(crate) fn gated(inner: Arc<dyn Store>) -> Arc<Self> {
        Self::gated_with(inner, &[])
    }

    /// The same, and the first ones have these faults.
    pub(crate) fn gated_with(inner: Arc<dyn Store>, faults: &[Fault]) -> Arc<Self> {
        Arc::new(Self {
            inner,
            faults: Mutex::new(faults.iter().copied().collect()),
            gate: Semaphore::new(0),
            came: watch::Sender::new(0),
            sizes: Mutex::default(),
        })
    }

    pub(crate) fn open_gate(&self) {
        self.gate.add_permits(1 << 20);
    }

    /// Lets one append through.
    pub(crate) fn let_through(&self) {
        self.gate.add_permits(1);
    }

    /// Waits until so many appends have come to the gate.
    pub(crate) async fn came(&self, count: usize) {
        let mut came = self.came.subscribe();
        let there = came.wait_for(|&there| there >= count).await;
        there.expect("the store is there");
    }

    /// The sizes of all batches that were tried.
    pub(crate) fn sizes(&self) -> Vec<usize> {
        self.sizes.lock().expect("no panic").clone()
    }
}

#[async_trait]
impl Store for Faulty {
    async fn append(&self, fence: Fence, batch: &[Append]) -> Result<(), AppendError> {
        self.came.send_modify(|came| *came += 1);
        self.gate.acquire().await.expect("never closed").forget();
        self.sizes.lock().expect("no panic").push(batch.len());
        let fault = self
            .faults
            .lock()
            .expect("no panic")
            .pop_front()
            .unwrap_or(Fault::None);
        match fault {
            Fault::None => self.inner.append(fence, batch).await,
            Fault::Before => Err(AppendError::Unavailable("lost on the way there".into())),
            Fault::After => {
                self.inner.append(fence, batch).await?;
                Err(AppendError::Unavailable("lost on the way back".into()))
            }
        }
    }

    async fn prune_log(&self, fence: Fence) -> Result<(), StoreError> {
        self.inner.prune_log(fence).await
    }

    async fn try_lease(&self, holder: &str, ttl_ms: u32) -> Result<Option<Fence>, StoreError> {
        self.inner.try_lease(holder, ttl_ms).await
    }
    async fn renew(&self, fence: Fence, ttl_ms: u32) -> Result<(), LeaseError> {
        self.inner.renew(fence, ttl_ms).await
    }
    async fn release(&self, fence: Fence) -> Result<(), LeaseError> {
        self.inner.release(fence).await
    }
    async fn forget_guest(
        &self,
        player: PlayerId,
        token: Option<SecretHash>,
        at: Timestamp,
    ) -> Result<Vec<SecretHash>, StoreError> {
        self.inner.forget_guest(player, token, at).await
    }
    async fn forgotten(&self) -> Result<Vec<PlayerId>, StoreError> {
        self.inner.forgotten().await
    }
    async fn erase(&self, fence: Fence, players: &BTreeSet<PlayerId>) -> Result<u64, LeaseError> {
        self.inner.erase(fence, players).await
    }
    async fn clean(&self, players: &BTreeSet<PlayerId>) -> Result<(), StoreError> {
        self.inner.clean(players).await
    }
    async fn open_rooms(&self) -> Result<Vec<RoomId>, StoreError> {
        self.inner.open_rooms().await
    }
    async fn log(&self, room: RoomId) -> Result<RoomLog, StoreError> {
        self.inner.log(room).await
    }
    async fn delete_logs_closed_before(&self, at: Timestamp) -> Result<u64, StoreError> {
        self.inner.delete_logs_closed_before(at).await
    }
    async fn matches(
        &self,
        filter: &MatchFilter,
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<Page<MatchSummary>, StoreError> {
        self.inner.matches(filter, cursor, limit).await
    }
    async fn match_summary(&self, id: MatchId) -> Result<Option<MatchSummary>, StoreError> {
        self.inner.match_summary(id).await
    }
    async fn record(&self, id: MatchId) -> Result<Option<StoredRecord>, StoreError> {
        self.inner.record(id).await
    }
    async fn started_match(&self, id: MatchId) -> Result<Option<StartedMatch>, StoreError> {
        self.inner.started_match(id).await
    }
    async fn cancelled_starts(&self, room: RoomId) -> Result<Vec<CancelledStart>, StoreError> {
        self.inner.cancelled_starts(room).await
    }
    async fn aged_matches(
        &self,
        class: MatchClass,
        before: Timestamp,
        after: Option<Cursor>,
    ) -> Result<Page<AgedMatch>, StoreError> {
        self.inner.aged_matches(class, before, after).await
    }
    async fn delete_matches(
        &self,
        fence: Fence,
        matches: &[DeletedMatch],
    ) -> Result<u64, LeaseError> {
        self.inner.delete_matches(fence, matches).await
    }
    async fn deleted_match(&self, id: MatchId) -> Result<Option<DeletedMatch>, StoreError> {
        self.inner.deleted_match(id).await
    }
    async fn create_guest(
        &self,
        player: PlayerId,
        name: &str,
        device: NewDevice<'_>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.inner.create_guest(player, name, device, at).await
    }
    async fn guest_by_token(
        &self,
        token_hash: SecretHash,
    ) -> Result<Option<(Guest, Device)>, StoreError> {
        self.inner.guest_by_token(token_hash).await
    }
    async fn devices(&self, player: PlayerId) -> Result<Vec<Device>, StoreError> {
        self.inner.devices(player).await
    }
    async fn add_device(
        &self,
        token: SecretHash,
        device: NewDevice<'_>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.inner.add_device(token, device, at).await
    }
    async fn end_device(
        &self,
        token: SecretHash,
        device: DeviceId,
    ) -> Result<Option<SecretHash>, StoreError> {
        self.inner.end_device(token, device).await
    }
    async fn end_other_devices(&self, token: SecretHash) -> Result<Vec<SecretHash>, StoreError> {
        self.inner.end_other_devices(token).await
    }
    async fn pushes(&self, player: PlayerId) -> Result<Vec<DevicePush>, StoreError> {
        self.inner.pushes(player).await
    }
    async fn set_push(
        &self,
        player: PlayerId,
        device: DeviceId,
        subscription: &PushSubscription,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        self.inner.set_push(player, device, subscription, at).await
    }
    async fn end_push(&self, device: DeviceId) -> Result<bool, StoreError> {
        self.inner.end_push(device).await
    }
    async fn end_push_at(&self, endpoint: &str) -> Result<bool, StoreError> {
        self.inner.end_push_at(endpoint).await
    }
    async fn set_recovery(
        &self,
        token: SecretHash,
        former: Option<SecretHash>,
        recovery: SecretHash,
    ) -> Result<bool, StoreError> {
        self.inner.set_recovery(token, former, recovery).await
    }
    async fn guest_by_recovery(&self, recovery: SecretHash) -> Result<Option<Guest>, StoreError> {
        self.inner.guest_by_recovery(recovery).await
    }
    async fn recover(
        &self,
        former: SecretHash,
        recovery: SecretHash,
        device: NewDevice<'_>,
        at: Timestamp,
    ) -> Result<Option<(Guest, Vec<SecretHash>)>, StoreError> {
        self.inner.recover(former, recovery, device, at).await
    }
    async fn guest(&self, player: PlayerId) -> Result<Option<Guest>, StoreError> {
        self.inner.guest(player).await
    }
    async fn rename_guest(&self, token: SecretHash, name: &str) -> Result<(), StoreError> {
        self.inner.rename_guest(token, name).await
    }
    async fn names(&self, players: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, StoreError> {
        self.inner.names(players).await
    }
    async fn touch_guest(
        &self,
        player: PlayerId,
        device: DeviceId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.inner.touch_guest(player, device, at).await
    }
    async fn delete_guests_idle_since(
        &self,
        at: Timestamp,
        keep: &HashSet<PlayerId>,
    ) -> Result<u64, StoreError> {
        self.inner.delete_guests_idle_since(at, keep).await
    }
    async fn remember_key(&self, public_key: [u8; 32], at: Timestamp) -> Result<(), StoreError> {
        self.inner.remember_key(public_key, at).await
    }
    async fn keys(&self) -> Result<Vec<([u8; 32], Timestamp)>, StoreError> {
        self.inner.keys().await
    }
    async fn reports(
        &self,
        open_only: bool,
        cursor: Option<Cursor>,
        limit: u32,
    ) -> Result<Page<KeptReport>, StoreError> {
        self.inner.reports(open_only, cursor, limit).await
    }
    async fn settle_report(
        &self,
        id: ReportId,
        note: &str,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        self.inner.settle_report(id, note, at).await
    }
    async fn delete_reports_before(&self, at: Timestamp) -> Result<u64, StoreError> {
        self.inner.delete_reports_before(at).await
    }
    async fn add_ban(&self, ban: &Ban) -> Result<(), StoreError> {
        self.inner.add_ban(ban).await
    }
    async fn lift_ban(&self, id: BanId) -> Result<bool, StoreError> {
        self.inner.lift_ban(id).await
    }
    async fn bans(&self, at: Timestamp) -> Result<Vec<Ban>, StoreError> {
        self.inner.bans(at).await
    }
    async fn delete_bans_ended(&self, at: Timestamp) -> Result<u64, StoreError> {
        self.inner.delete_bans_ended(at).await
    }
    async fn broken(&self) {
        self.inner.broken().await;
    }
    async fn close(&self) {
        self.inner.close().await;
    }
}

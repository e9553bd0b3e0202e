//! A store in memory without delays, so that thousands of servers can run in a minute.
//!
//! The tests read the rooms' log in it, which contains what was really done, including defaults and bots.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};

use async_trait::async_trait;
use giog_protocol::{DeviceId, RoomId};
use giog_rules::{MatchId, PlayerId, Timestamp};
use giog_store::{
    AgedMatch, Append, AppendError, Ban, BanId, CancelledStart, Cursor, DeletedMatch, Device,
    DevicePush, Fact, Fence, FinishedMatch, Guest, KeptReport, LeaseError, MatchClass, MatchFilter,
    MatchSummary, NewDevice, OpenOptions, Page, PushSubscription, Report, ReportId, RoomLog,
    SecretHash, StartedMatch, Store, StoreError, StoredRecord,
};
use serde_json::Value;

/// A store in memory.
pub struct Memory {
    fence: Fence,
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    open: Vec<RoomId>,
    rows: Vec<(RoomId, u64, String)>,
    started: HashMap<MatchId, StartedMatch>,
    finished: Vec<FinishedMatch>,
    cancelled: Vec<CancelledStart>,
    reported: Vec<Report>,
    bans: Vec<Ban>,
    guests: BTreeMap<PlayerId, (Guest, (Device, SecretHash))>,
    keys: Vec<([u8; 32], Timestamp)>,
}

impl Memory {
    pub fn new() -> Self {
        Self {
            fence: fence(),
            kept: Mutex::default(),
        }
    }

    /// The right to write to it.
    pub const fn fence(&self) -> Fence {
        self.fence
    }

    /// What was entered in the log after the first `seen` rows; counts those up.
    pub fn entries_after(&self, seen: &mut usize) -> Vec<Value> {
        let kept = self.kept();
        let rows = &kept.rows[*seen..];
        let entries = rows.iter().flat_map(|(.., body)| {
            let mut row: Value = serde_json::from_str(body).expect("a row is JSON");
            match row["entries"].take() {
                Value::Array(entries) => entries,
                other => panic!("the entries of a row are {other}"),
            }
        });
        let entries = entries.collect();
        *seen = kept.rows.len();
        entries
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Only a database gives a fence out: a temporary one, once, away from the tests' own time.
fn fence() -> Fence {
    static FENCE: OnceLock<Fence> = OnceLock::new();
    *FENCE.get_or_init(|| {
        let ask = || {
            let folder = tempfile::tempdir().expect("a temporary folder");
            let url = format!("sqlite:{}", folder.path().join("lease.db").display());
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(async {
                let store = giog_store::open(&url, OpenOptions::default())
                    .await
                    .expect("a database");
                let fence = store.try_lease("tests", 60_000).await;
                store.close().await;
                fence.expect("an answer").expect("nobody else wants it")
            })
        };
        std::thread::spawn(ask)
            .join()
            .expect("the database gives a fence")
    })
}

impl Kept {
    fn learn(&mut self, fact: &Fact) {
        match fact {
            Fact::RoomOpened { room, .. } => self.open.push(*room),
            Fact::RoomClosed { room, .. } => self.open.retain(|open| open != room),
            Fact::MatchStarted(started) => {
                self.started.insert(started.match_id, started.clone());
            }
            Fact::MatchFinished(finished) => self.finished.push(finished.clone()),
            Fact::StartCancelled(cancelled) => self.cancelled.push(cancelled.clone()),
            Fact::Reported(report) => self.reported.push(report.clone()),
        }
    }

    fn finished(&self, id: MatchId) -> Option<&FinishedMatch> {
        self.finished
            .iter()
            .find(|finished| finished.match_id == id)
    }
}

#[async_trait]
impl Store for Memory {
    async fn prune_log(&self, _: Fence) -> Result<(), StoreError> {
        Ok(())
    }

    async fn try_lease(&self, _: &str, _: u32) -> Result<Option<Fence>, StoreError> {
        Ok(Some(self.fence))
    }

    async fn renew(&self, _: Fence, _: u32) -> Result<(), LeaseError> {
        Ok(())
    }

    async fn release(&self, _: Fence) -> Result<(), LeaseError> {
        Ok(())
    }

    async fn append(&self, _: Fence, batch: &[Append]) -> Result<(), AppendError> {
        let mut kept = self.kept();
        for append in batch {
            kept.rows
                .push((append.room, append.index, append.body.clone()));
            append.facts.iter().for_each(|fact| kept.learn(fact));
        }
        Ok(())
    }

    async fn forget_guest(
        &self,
        _: PlayerId,
        _: Option<SecretHash>,
        _: Timestamp,
    ) -> Result<Vec<SecretHash>, StoreError> {
        Ok(Vec::new())
    }

    async fn forgotten(&self) -> Result<Vec<PlayerId>, StoreError> {
        Ok(Vec::new())
    }

    async fn erase(&self, _: Fence, _: &BTreeSet<PlayerId>) -> Result<u64, LeaseError> {
        Ok(0)
    }

    async fn clean(&self, _: &BTreeSet<PlayerId>) -> Result<(), StoreError> {
        Ok(())
    }

    async fn open_rooms(&self) -> Result<Vec<RoomId>, StoreError> {
        Ok(self.kept().open.clone())
    }

    async fn log(&self, room: RoomId) -> Result<RoomLog, StoreError> {
        let kept = self.kept();
        let rows = kept.rows.iter().filter(|(of, ..)| *of == room);
        let rows = rows.map(|(_, index, body)| (*index, body.clone()));
        Ok(RoomLog {
            floor: None,
            rows: rows.collect(),
        })
    }

    async fn delete_logs_closed_before(&self, _: Timestamp) -> Result<u64, StoreError> {
        Ok(0)
    }

    async fn matches(
        &self,
        filter: &MatchFilter,
        _: Option<Cursor>,
        limit: u32,
    ) -> Result<Page<MatchSummary>, StoreError> {
        let kept = self.kept();
        let wanted = kept.finished.iter().rev().filter(|finished| {
            let sat = |player| finished.players.iter().any(|seat| seat.player == player);
            filter.player.is_none_or(|player| sat(Some(player)))
                && (finished.listed || filter.include_unlisted_of.is_some_and(|own| sat(Some(own))))
        });
        let items = wanted.take(limit as usize).map(FinishedMatch::summary);
        Ok(Page {
            items: items.collect(),
            next: None,
        })
    }

    async fn match_summary(&self, id: MatchId) -> Result<Option<MatchSummary>, StoreError> {
        Ok(self.kept().finished(id).map(FinishedMatch::summary))
    }

    async fn record(&self, id: MatchId) -> Result<Option<StoredRecord>, StoreError> {
        Ok(self
            .kept()
            .finished(id)
            .map(|finished| finished.record.clone()))
    }

    async fn started_match(&self, id: MatchId) -> Result<Option<StartedMatch>, StoreError> {
        Ok(self.kept().started.get(&id).cloned())
    }

    async fn cancelled_starts(&self, room: RoomId) -> Result<Vec<CancelledStart>, StoreError> {
        let kept = self.kept();
        let starts = kept.cancelled.iter().rev();
        Ok(starts.filter(|start| start.room == room).cloned().collect())
    }

    async fn aged_matches(
        &self,
        _: MatchClass,
        _: Timestamp,
        _: Option<Cursor>,
    ) -> Result<Page<AgedMatch>, StoreError> {
        Ok(Page {
            items: Vec::new(),
            next: None,
        })
    }

    async fn delete_matches(&self, _: Fence, _: &[DeletedMatch]) -> Result<u64, LeaseError> {
        Ok(0)
    }

    async fn deleted_match(&self, _: MatchId) -> Result<Option<DeletedMatch>, StoreError> {
        Ok(None)
    }

    async fn create_guest(
        &self,
        player: PlayerId,
        name: &str,
        device: NewDevice<'_>,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        let guest = Guest {
            player,
            name: name.to_owned(),
            created_at: at,
            seen_at: at,
            is_recoverable: false,
        };
        let known = Device {
            device: device.device,
            name: device.name.to_owned(),
            created_at: at,
            seen_at: at,
        };
        let known = (guest, (known, device.token_hash));
        self.kept().guests.insert(player, known);
        Ok(())
    }

    async fn guest_by_token(
        &self,
        token_hash: SecretHash,
    ) -> Result<Option<(Guest, Device)>, StoreError> {
        let kept = self.kept();
        let mut guests = kept.guests.values();
        let known = guests.find(|(_, (_, hash))| *hash == token_hash);
        Ok(known.map(|(guest, (device, _))| (guest.clone(), device.clone())))
    }

    async fn devices(&self, player: PlayerId) -> Result<Vec<Device>, StoreError> {
        let kept = self.kept();
        let known = kept.guests.get(&player).into_iter();
        Ok(known.map(|(_, (device, _))| device.clone()).collect())
    }

    async fn add_device(
        &self,
        _: SecretHash,
        _: NewDevice<'_>,
        _: Timestamp,
    ) -> Result<(), StoreError> {
        Err(StoreError::TokenEnded)
    }

    async fn end_device(
        &self,
        _: SecretHash,
        _: DeviceId,
    ) -> Result<Option<SecretHash>, StoreError> {
        Ok(None)
    }

    async fn end_other_devices(&self, _: SecretHash) -> Result<Vec<SecretHash>, StoreError> {
        Ok(Vec::new())
    }

    async fn pushes(&self, _: PlayerId) -> Result<Vec<DevicePush>, StoreError> {
        Ok(Vec::new())
    }

    async fn set_push(
        &self,
        _: PlayerId,
        _: DeviceId,
        _: &PushSubscription,
        _: Timestamp,
    ) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn end_push(&self, _: DeviceId) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn end_push_at(&self, _: &str) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn set_recovery(
        &self,
        _: SecretHash,
        _: Option<SecretHash>,
        _: SecretHash,
    ) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn guest_by_recovery(&self, _: SecretHash) -> Result<Option<Guest>, StoreError> {
        Ok(None)
    }

    async fn recover(
        &self,
        _: SecretHash,
        _: SecretHash,
        _: NewDevice<'_>,
        _: Timestamp,
    ) -> Result<Option<(Guest, Vec<SecretHash>)>, StoreError> {
        Ok(None)
    }

    async fn guest(&self, player: PlayerId) -> Result<Option<Guest>, StoreError> {
        Ok(self
            .kept()
            .guests
            .get(&player)
            .map(|(guest, _)| guest.clone()))
    }

    async fn rename_guest(&self, token: SecretHash, name: &str) -> Result<(), StoreError> {
        let mut kept = self.kept();
        let mut guests = kept.guests.values_mut();
        let known = guests.find(|(_, (_, hash))| *hash == token);
        let (guest, _) = known.ok_or(StoreError::TokenEnded)?;
        name.clone_into(&mut guest.name);
        Ok(())
    }

    async fn names(&self, players: &[PlayerId]) -> Result<Vec<(PlayerId, String)>, StoreError> {
        let kept = self.kept();
        let known = players.iter().filter_map(|player| kept.guests.get(player));
        Ok(known
            .map(|(guest, _)| (guest.player, guest.name.clone()))
            .collect())
    }

    async fn touch_guest(
        &self,
        player: PlayerId,
        _: DeviceId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        if let Some((guest, _)) = self.kept().guests.get_mut(&player) {
            guest.seen_at = guest.seen_at.max(at);
        }
        Ok(())
    }

    async fn delete_guests_idle_since(
        &self,
        _: Timestamp,
        _: &HashSet<PlayerId>,
    ) -> Result<u64, StoreError> {
        Ok(0)
    }

    async fn remember_key(&self, public_key: [u8; 32], at: Timestamp) -> Result<(), StoreError> {
        self.kept().keys.push((public_key, at));
        Ok(())
    }

    async fn keys(&self) -> Result<Vec<([u8; 32], Timestamp)>, StoreError> {
        Ok(self.kept().keys.clone())
    }

    async fn reports(
        &self,
        _: bool,
        _: Option<Cursor>,
        limit: u32,
    ) -> Result<Page<KeptReport>, StoreError> {
        let kept = self.kept();
        let reports = kept.reported.iter().rev().take(limit as usize);
        let items = reports.map(|report| KeptReport {
            report: report.clone(),
            earlier_chat: Vec::new(),
            settled: None,
        });
        Ok(Page {
            items: items.collect(),
            next: None,
        })
    }

    async fn settle_report(&self, _: ReportId, _: &str, _: Timestamp) -> Result<bool, StoreError> {
        Ok(false)
    }

    async fn delete_reports_before(&self, _: Timestamp) -> Result<u64, StoreError> {
        Ok(0)
    }

    async fn add_ban(&self, ban: &Ban) -> Result<(), StoreError> {
        self.kept().bans.push(ban.clone());
        Ok(())
    }

    async fn lift_ban(&self, id: BanId) -> Result<bool, StoreError> {
        let mut kept = self.kept();
        let before = kept.bans.len();
        kept.bans.retain(|ban| ban.ban_id != id);
        Ok(kept.bans.len() < before)
    }

    async fn bans(&self, _: Timestamp) -> Result<Vec<Ban>, StoreError> {
        Ok(self.kept().bans.clone())
    }

    async fn delete_bans_ended(&self, _: Timestamp) -> Result<u64, StoreError> {
        Ok(0)
    }

    async fn close(&self) {}
}

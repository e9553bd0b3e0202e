//! The database: the rooms' logs, the owners of shards, and fenced nodes. As on Postgres, a statement is executed at one moment or not at
//! all, and its answer may be lost.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use async_trait::async_trait;
use giog_protocol::RoomId;
use giog_rooms::{SHARDS, shard_of};
use giog_rules::{MatchId, PlayerId};
use giog_store::{Append, AppendError, Fact, Fence, Log, RoomLog, StoreError};
use giog_tests::Chance;
use tokio::time::sleep;

/// The longest duration of a statement, including both ways.
const STATEMENT_MS: usize = 12;

/// The data that all nodes share.
pub struct Database(Mutex<State>);

struct State {
    logs: BTreeMap<RoomId, RoomLog>,
    open: BTreeSet<RoomId>,
    records: BTreeMap<MatchId, Vec<u8>>,
    owners: [usize; SHARDS],
    fenced: BTreeSet<usize>,
    is_away: bool,
    /// How often the answer of a successful statement is lost, in percent.
    unheard: usize,
    chance: Chance,
    commits: u64,
}

/// A node's access to it.
pub struct Way {
    pub database: Arc<Database>,
    pub node: usize,
}

impl Database {
    pub fn new(mut chance: Chance) -> Self {
        Self(Mutex::new(State {
            logs: BTreeMap::new(),
            open: BTreeSet::new(),
            records: BTreeMap::new(),
            owners: [0; SHARDS],
            fenced: BTreeSet::new(),
            is_away: false,
            unheard: chance.below(10),
            chance,
            commits: 0,
        }))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().expect("no panic")
    }

    /// From now on the database answers nobody, or answers again.
    pub fn set_away(&self, is_away: bool) {
        self.lock().is_away = is_away;
    }

    /// The shards of a node.
    pub fn shards_of(&self, node: usize) -> Vec<u8> {
        let state = self.lock();
        let of_node = |shard: &u8| state.owners[usize::from(*shard)] == node;
        (0..=u8::MAX).filter(of_node).collect()
    }

    pub fn owner(&self, shard: u8) -> usize {
        self.lock().owners[usize::from(shard)]
    }

    /// Gives shards to a node, if the other one still owns them and is not fenced.
    pub async fn hand_over(&self, shards: &[u8], from: usize, to: usize) -> bool {
        self.travel().await;
        let mut state = self.lock();
        let is_from = |&shard: &u8| state.owners[usize::from(shard)] == from;
        let may = !state.fenced.contains(&from) && !state.fenced.contains(&to);
        if !may || !shards.iter().all(is_from) {
            return false;
        }
        for &shard in shards {
            state.owners[usize::from(shard)] = to;
        }
        true
    }

    /// Fences a node.
    pub fn fence(&self, node: usize) {
        self.lock().fenced.insert(node);
    }

    /// Fences a node, and gives its shards to these.
    pub async fn take_over(&self, gone: usize, living: &[usize]) {
        self.travel().await;
        let mut state = self.lock();
        state.fenced.insert(gone);
        for shard in 0..SHARDS {
            if state.owners[shard] == gone {
                state.owners[shard] = living[state.chance.below(living.len())];
            }
        }
    }

    /// The record with these signed bytes.
    pub fn record_of(&self, id: MatchId) -> Option<Vec<u8>> {
        self.lock().records.get(&id).cloned()
    }

    pub fn commits(&self) -> u64 {
        self.lock().commits
    }

    /// Delays a statement, as long as the database answers nobody.
    async fn travel(&self) {
        loop {
            let (is_away, takes) = {
                let mut state = self.lock();
                (state.is_away, state.chance.below(STATEMENT_MS))
            };
            sleep(Duration::from_millis(
                takes as u64 + u64::from(is_away) * 20,
            ))
            .await;
            if !is_away {
                return;
            }
        }
    }
}

impl State {
    fn append(&mut self, node: usize, batch: &[Append]) -> Result<(), AppendError> {
        if self.fenced.contains(&node) {
            return Err(AppendError::LeaseLost);
        }
        let is_elsewhere = |row: &Append| self.owners[usize::from(shard_of(row.room))] != node;
        if batch.iter().any(is_elsewhere) {
            return Err(AppendError::Elsewhere);
        }
        for row in batch {
            let log = self.logs.entry(row.room).or_default();
            let known = log.rows.iter().find(|(index, _)| *index == row.index);
            match known {
                Some((_, body)) if *body == row.body => continue,
                Some(_) => {
                    let (room, index) = (row.room, row.index);
                    return Err(AppendError::Conflict { room, index });
                }
                None => {}
            }
            let floor = log.floor.as_ref().map_or(0, |floor| floor.below);
            let next = log.rows.last().map_or(floor, |(index, _)| index + 1);
            assert_eq!(row.index, next, "no row is missing before another one");
            log.rows.push((row.index, row.body.clone()));
            if let Some(floor) = &row.floor {
                log.rows.retain(|(index, _)| *index >= floor.below);
                log.floor = Some(floor.clone());
            }
            for fact in &row.facts {
                self.note(fact);
            }
        }
        self.commits += 1;
        Ok(())
    }

    fn note(&mut self, fact: &Fact) {
        match fact {
            Fact::RoomOpened { room, .. } => {
                self.open.insert(*room);
            }
            Fact::RoomClosed { room, .. } => {
                self.open.remove(room);
            }
            Fact::MatchFinished(finished) => {
                let record = finished.record.clone().open();
                self.records
                    .insert(finished.match_id, record.expect("it is whole"));
            }
            Fact::MatchStarted(_)
            | Fact::StartCancelled(_)
            | Fact::Reported(_)
            | Fact::Rated(_)
            | Fact::RoomSlept(_)
            | Fact::RoomWoken { .. } => {}
        }
    }
}

#[async_trait]
impl Log for Way {
    async fn append(&self, _: Fence, batch: &[Append]) -> Result<(), AppendError> {
        if self.database.lock().is_away {
            sleep(Duration::from_millis(5)).await;
            return Err(AppendError::Unavailable("away".into()));
        }
        self.database.travel().await;
        let mut state = self.database.lock();
        let unheard = state.unheard;
        let is_lost = state.chance.below(100) < unheard;
        if is_lost && state.chance.one_in(2) {
            return Err(AppendError::Unavailable("lost on the way there".into()));
        }
        state.append(self.node, batch)?;
        if is_lost {
            return Err(AppendError::Unavailable("lost on the way back".into()));
        }
        Ok(())
    }

    async fn open_rooms(&self) -> Result<Vec<RoomId>, StoreError> {
        self.database.travel().await;
        Ok(self.database.lock().open.iter().copied().collect())
    }

    async fn log(&self, room: RoomId) -> Result<RoomLog, StoreError> {
        self.database.travel().await;
        let log = self.database.lock().logs.get(&room).cloned();
        Ok(log.unwrap_or_default())
    }

    async fn broken(&self) {
        std::future::pending::<()>().await;
    }

    async fn prune_log(&self, _: Fence) -> Result<(), StoreError> {
        Ok(())
    }

    async fn forgotten(&self) -> Result<Vec<PlayerId>, StoreError> {
        Ok(Vec::new())
    }
}

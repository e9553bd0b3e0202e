//! A log that is unavailable at chosen times.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use giog_protocol::RoomId;
use giog_rules::PlayerId;
use tokio::sync::{Semaphore, watch};

use crate::{Append, AppendError, Archive, Fence, Log, RoomLog, Sleeping, StoreError};

/// What happens to an append.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fault {
    /// No fault.
    None,
    /// It never reaches the database.
    Before,
    /// It is stored, but the answer is lost.
    After,
}

/// The log of a database, with faults.
pub(crate) struct Faulty {
    inner: Arc<Archive>,
    faults: Mutex<VecDeque<Fault>>,
    /// Appends wait for a permit here.
    gate: Semaphore,
    /// The number of appends that have reached the gate.
    came: watch::Sender<usize>,
    sizes: Mutex<Vec<usize>>,
}

impl Faulty {
    /// The first appends have these faults, the others none.
    pub(crate) fn new(inner: Arc<Archive>, faults: &[Fault]) -> Arc<Self> {
        let store = Self::gated_with(inner, faults);
        store.open_gate();
        store
    }

    /// Appends wait until [`Self::open_gate`].
    pub(crate) fn gated(inner: Arc<Archive>) -> Arc<Self> {
        Self::gated_with(inner, &[])
    }

    /// The same, and the first ones have these faults.
    pub(crate) fn gated_with(inner: Arc<Archive>, faults: &[Fault]) -> Arc<Self> {
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

    /// Waits until this number of appends have reached the gate.
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
impl Log for Faulty {
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

    async fn open_rooms(&self) -> Result<Vec<RoomId>, StoreError> {
        self.inner.open_rooms().await
    }

    async fn log(&self, room: RoomId) -> Result<RoomLog, StoreError> {
        self.inner.log(room).await
    }

    async fn sleeping(&self, room: RoomId) -> Result<Option<Sleeping>, StoreError> {
        self.inner.sleeping(room).await
    }

    async fn forgotten(&self) -> Result<Vec<PlayerId>, StoreError> {
        self.inner.forgotten().await
    }

    async fn broken(&self) {
        self.inner.broken().await;
    }
}

//! The rooms' log in memory, without delays, and a database for the history.
//!
//! The tests read the log, which contains all real actions, including defaults and bots. The database gets the rows at
//! the next request to it: so rooms never wait for a disk, and every frame has the same time in every run.

use std::future::{Future, poll_fn};
use std::path::PathBuf;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, mpsc};
use std::task::Poll;

use async_trait::async_trait;
use giog_protocol::RoomId;
use giog_rules::PlayerId;
use giog_store::{
    Append, AppendError, Archive, Fact, Fence, Log, OpenOptions, RoomLog, StoreError,
};
use serde_json::Value;
use tempfile::TempDir;
use tokio::task::spawn_blocking;

/// The log of rooms in memory, and a database.
pub struct Memory {
    kept: Mutex<Contents>,
    archive: Arc<Archive>,
    fence: Fence,
    _folder: TempDir,
}

#[derive(Default)]
struct Contents {
    open: Vec<RoomId>,
    rows: Vec<(RoomId, u64, String)>,
    /// Rows with facts that the database does not have yet.
    to_tell: Vec<Append>,
}

impl Memory {
    pub async fn new() -> Self {
        let folder = folder();
        let path = folder.path().join("giog.db");
        std::fs::write(&path, empty_database()).expect("a file");
        let (archive, fence) = poll_until_ready(open(path)).await;
        Self {
            kept: Mutex::default(),
            archive,
            fence,
            _folder: folder,
        }
    }

    /// The right to write to it.
    pub const fn fence(&self) -> Fence {
        self.fence
    }

    /// The database.
    pub fn archive(&self) -> Arc<Archive> {
        Arc::clone(&self.archive)
    }

    /// Carries out a request, which may need the database, while no time passes.
    pub async fn ask<T>(&self, request: impl Future<Output = T>) -> T {
        poll_until_ready(async {
            let to_tell = std::mem::take(&mut self.kept().to_tell);
            if !to_tell.is_empty() {
                let told = self.archive.append(self.fence, &to_tell).await;
                told.expect("the database stores it");
            }
            request.await
        })
        .await
    }

    /// The entries of the log after the first `seen` rows; increases `seen`.
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

    fn kept(&self) -> MutexGuard<'_, Contents> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Waits for a future while no time passes: the runtime's clock stands still as long as one of its threads is busy.
async fn poll_until_ready<T>(future: impl Future<Output = T>) -> T {
    let mut future = pin!(future);
    // Most futures are ready at once.
    if let Poll::Ready(answer) = poll_fn(|cx| Poll::Ready(future.as_mut().poll(cx))).await {
        return answer;
    }
    let (done, until_done) = mpsc::channel::<()>();
    let standing = spawn_blocking(move || until_done.recv().is_err());
    let answer = future.await;
    drop(done);
    standing.await.expect("it waits");
    answer
}

/// A folder in memory, if there is one, unless `GIOG_TEST_SECRECY_FOLDER` says where.
fn folder() -> TempDir {
    let chosen = std::env::var("GIOG_TEST_SECRECY_FOLDER");
    let within = chosen.unwrap_or_else(|_| "/dev/shm".to_owned());
    let made = tempfile::tempdir_in(within).or_else(|_| tempfile::tempdir());
    made.expect("a temporary folder")
}

async fn open(path: PathBuf) -> (Arc<Archive>, Fence) {
    let url = format!("sqlite:{}", path.display());
    let archive = giog_store::open(&url, OpenOptions::default()).await;
    let archive = archive.expect("a database");
    let fence = archive.try_lease("tests", 60_000).await;
    let fence = fence.expect("an answer").expect("nobody else wants it");
    (archive, fence)
}

/// The file of an empty database, made once, because creating its schema takes longer than a match.
fn empty_database() -> &'static [u8] {
    static EMPTY: OnceLock<Vec<u8>> = OnceLock::new();
    EMPTY.get_or_init(|| {
        let make = || {
            let folder = folder();
            let path = folder.path().join("giog.db");
            let runtime = tokio::runtime::Builder::new_current_thread()
                .enable_all()
                .build()
                .expect("a runtime");
            runtime.block_on(async {
                let (archive, fence) = open(path.clone()).await;
                archive.release(fence).await.expect("it has the lease");
                archive.close().await;
            });
            std::fs::read(path).expect("the file")
        };
        std::thread::spawn(make).join().expect("a database is made")
    })
}

#[async_trait]
impl Log for Memory {
    async fn append(&self, _: Fence, batch: &[Append]) -> Result<(), AppendError> {
        let mut kept = self.kept();
        for append in batch {
            let (room, index) = (append.room, append.index);
            kept.rows.push((room, index, append.body.clone()));
            for fact in &append.facts {
                match fact {
                    Fact::RoomOpened { room, .. } => kept.open.push(*room),
                    Fact::RoomClosed { room, .. } => kept.open.retain(|open| open != room),
                    _ => {}
                }
            }
            if !append.facts.is_empty() {
                let floor = None;
                let append = append.clone();
                kept.to_tell.push(Append { floor, ..append });
            }
        }
        Ok(())
    }

    async fn prune_log(&self, _: Fence) -> Result<(), StoreError> {
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

    async fn forgotten(&self) -> Result<Vec<PlayerId>, StoreError> {
        Ok(Vec::new())
    }
}

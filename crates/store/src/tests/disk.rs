//! A disk that refuses writes, or loses them: SQLite in a process of its own, with a library between it and the disk.
//!
//! The library (`disk/faults.c`) is compiled by the test. Without a C compiler, and on other systems than Linux, the tests are skipped.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;

use super::forgotten::gone;
use super::samples::{at, lease, room, row};
use super::unreadable::store_all;
use crate::{
    AppendError, Archive, CommitLimits, Committer, Fence, Log as _, OpenOptions, StoreError,
    StoreLost, open,
};

/// The folder of the faults, for the process that has them.
const FAULTS: &str = "GIOG_TEST_FAULTS";
/// How often something is tried until it must have been detected.
const TRIES: usize = 5;
/// The number of checks whether something has happened, and their interval.
const LOOKS: u32 = 3_000;
const LOOK_EVERY: Duration = Duration::from_millis(10);

/// Runs the ignored test of this name in a process with a bad disk.
fn with_bad_disk(test: &str) {
    if !cfg!(target_os = "linux") {
        eprintln!("skipped: faults of the disk are made on Linux alone");
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    let library = folder.path().join("faults.so");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/disk/faults.c");
    let compiled = Command::new("cc")
        .args(["-shared", "-fPIC", "-O1", "-o"])
        .arg(&library)
        .args([source, "-ldl"])
        .status();
    match compiled {
        Ok(status) => assert!(status.success(), "the faults do not compile"),
        Err(error) => {
            eprintln!("skipped: there is no C compiler: {error}");
            return;
        }
    }
    let output = Command::new(std::env::current_exe().expect("this program"))
        .args([
            "--exact",
            &format!("tests::disk::{test}"),
            "--ignored",
            "--nocapture",
        ])
        .env("LD_PRELOAD", &library)
        .env(FAULTS, folder.path())
        .output()
        .expect("it runs");
    let told = String::from_utf8_lossy(&output.stdout);
    let complaint = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{told}\n{complaint}");
    assert!(told.contains("1 passed"), "{told}\n{complaint}");
}

#[test]
fn a_moment_without_permission_passes() {
    with_bad_disk("denied");
}

#[test]
fn after_a_sync_that_failed_all_is_written_anew_first() {
    with_bad_disk("one_sync_fails");
}

#[test]
fn after_a_sync_that_failed_where_nobody_waited_for_the_commit_all_is_written_anew_first() {
    with_bad_disk("nobody_waits");
}

#[test]
fn after_a_sync_that_failed_while_files_were_cleaned_all_is_written_anew_first() {
    with_bad_disk("cleaned_on_a_bad_disk");
}

#[test]
fn a_disk_that_fails_again_is_trusted_no_more() {
    with_bad_disk("every_sync_fails");
}

#[test]
fn on_a_disk_that_is_trusted_no_more_nothing_is_tried_for_ever() {
    with_bad_disk("committed_on_a_bad_disk");
}

/// What a start finds in the write-ahead log may only be in memory: the previous server may have ended because of its disk.
#[test]
fn a_start_writes_anew_what_it_finds() {
    with_bad_disk("found_at_the_start");
}

#[test]
fn a_row_that_the_disk_does_not_give_keeps_no_name_in_others() {
    with_bad_disk("unread");
}

/// A store on a disk that can be made to fail.
struct Bad {
    folder: TempDir,
    faults: PathBuf,
    store: Arc<Archive>,
    fence: Fence,
}

impl Bad {
    async fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let faults = PathBuf::from(std::env::var_os(FAULTS).expect("run by another test"));
        let store = open(&url(&folder), OpenOptions::default()).await;
        let store = store.expect("it opens");
        let fence = lease(&*store).await;
        store
            .append(fence, &[row(room(1), 0, "before")])
            .await
            .expect("stored");
        Self {
            folder,
            faults,
            store,
            fence,
        }
    }

    fn fail(&self, what: &str) {
        fs::write(self.faults.join(what), "").expect("the fault begins");
    }

    fn stop_failing(&self, what: &str) {
        fs::remove_file(self.faults.join(what)).expect("the fault ends");
    }

    async fn append(&self) -> Result<(), AppendError> {
        self.store
            .append(self.fence, &[row(room(1), 1, "after")])
            .await
    }

    async fn check_refused(&self) {
        let appended = self.append().await;
        assert!(
            matches!(appended, Err(AppendError::Unavailable(_))),
            "{appended:?}"
        );
    }

    /// Closing the last connection copies the log into the database, but not while a reading connection is open.
    async fn keep_open(&self) {
        let nobody = self.store.guest_by_token([7; 32]).await;
        assert_eq!(nobody.expect("an answer"), None);
    }

    /// Waits until this line is in the trace.
    async fn until_traced(&self, line: &str) {
        for _ in 0..LOOKS {
            let trace = fs::read_to_string(self.faults.join("trace")).unwrap_or_default();
            if trace.lines().any(|one| one == line) {
                return;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
        panic!("never {line}");
    }

    async fn is_broken(&self) -> bool {
        tokio::select! {
            biased;
            () = self.store.broken() => true,
            () = std::future::ready(()) => false,
        }
    }

    /// Checks, on a disk that works again, that existing data is written and synced again before anything is stored.
    async fn check_trusts_only_what_is_written_anew(&self) {
        take_trace(&self.faults);
        self.append().await.expect("stored");
        check_written_anew(&take_trace(&self.faults));
        assert!(!self.is_broken().await);
        self.check_both_are_there().await;
    }

    async fn check_both_are_there(&self) {
        let log = self.store.log(room(1)).await.expect("a log");
        let rows: Vec<&str> = log.rows.iter().map(|(_, body)| body.as_str()).collect();
        assert_eq!(rows, ["before", "after"]);
    }
}

fn url(folder: &TempDir) -> String {
    format!("sqlite:{}", folder.path().join("giog.db").display())
}

/// What reached the disk since the last call.
fn take_trace(faults: &Path) -> Vec<String> {
    let path = faults.join("trace");
    let text = fs::read_to_string(&path).unwrap_or_default();
    fs::write(&path, "").expect("the trace begins anew");
    text.lines().map(str::to_owned).collect()
}

/// Whether the database file itself was written, and then synced.
fn check_written_anew(trace: &[String]) {
    let written = trace.iter().position(|line| line == "write");
    let synced = trace.iter().rposition(|line| line == "sync");
    assert!(written.is_some() && synced > written, "{trace:?}");
}

#[tokio::test]
#[ignore = "needs a bad disk"]
async fn denied() {
    let bad = Bad::new().await;
    bad.fail("denied");
    for _ in 0..TRIES {
        bad.check_refused().await;
        // Another connection is opened meanwhile, and reads.
        let _ = bad.store.guest_by_token([7; 32]).await;
    }
    bad.stop_failing("denied");
    assert!(!bad.is_broken().await, "it only may not write");
    let mut tries = 0;
    while bad.append().await.is_err() {
        tries += 1;
        assert!(tries < TRIES, "it does not come back");
    }
    bad.check_both_are_there().await;
}

#[tokio::test]
#[ignore = "needs a bad disk"]
async fn one_sync_fails() {
    let bad = Bad::new().await;
    bad.fail("sync");
    bad.check_refused().await;
    bad.stop_failing("sync");
    bad.check_trusts_only_what_is_written_anew().await;
}

#[tokio::test]
#[ignore = "needs a bad disk"]
async fn nobody_waits() {
    let bad = Bad::new().await;
    bad.keep_open().await;
    bad.fail("hold");
    let store = Arc::clone(&bad.store);
    let asked = tokio::spawn(async move { store.remember_key([1; 32], at(1)).await });
    bad.until_traced("waits-wal").await;
    asked.abort();
    assert!(asked.await.is_err(), "nobody waits for it any more");
    bad.fail("sync");
    bad.stop_failing("hold");
    bad.until_traced("failed-wal").await;
    bad.stop_failing("sync");
    bad.check_trusts_only_what_is_written_anew().await;
}

#[tokio::test]
#[ignore = "needs a bad disk"]
async fn cleaned_on_a_bad_disk() {
    let bad = Bad::new().await;
    bad.keep_open().await;
    bad.fail("sync");
    let cleaned = bad.store.clean(&BTreeSet::new()).await;
    assert!(
        matches!(cleaned, Err(StoreError::Unavailable(_))),
        "{cleaned:?}"
    );
    bad.stop_failing("sync");
    bad.check_trusts_only_what_is_written_anew().await;
}

#[tokio::test]
#[ignore = "needs a bad disk"]
async fn every_sync_fails() {
    let bad = Bad::new().await;
    bad.fail("sync");
    bad.check_refused().await;
    bad.check_refused().await;
    assert!(bad.is_broken().await);
    bad.stop_failing("sync");
    bad.check_refused().await;
}

#[tokio::test]
#[ignore = "needs a bad disk"]
async fn committed_on_a_bad_disk() {
    let bad = Bad::new().await;
    let start = || {
        Committer::start(
            Arc::clone(&bad.store) as _,
            bad.fence,
            CommitLimits::default(),
        )
    };
    let (handle, task) = start();
    bad.fail("sync");
    let committed = handle.try_submit(row(room(1), 1, "after")).expect("taken");
    assert_eq!(committed.await, Ok(Err(StoreLost::Broken.into())));
    assert_eq!(handle.lost().await, StoreLost::Broken);
    task.await.expect("it ends");
    // One without any work ends, too.
    let (idle, task) = start();
    task.await.expect("it ends");
    assert!(idle.is_lost());
}

#[tokio::test]
#[ignore = "needs a bad disk"]
async fn found_at_the_start() {
    let bad = Bad::new().await;
    bad.append().await.expect("stored");
    // As after a crash: the log stays in place.
    let copy = tempfile::tempdir().expect("a temporary folder");
    for suffix in ["", "-wal"] {
        let name = format!("giog.db{suffix}");
        fs::copy(bad.folder.path().join(&name), copy.path().join(&name)).expect("copied");
    }
    take_trace(&bad.faults);
    let store = open(&url(&copy), OpenOptions::default())
        .await
        .expect("it opens");
    lease(&*store).await;
    check_written_anew(&take_trace(&bad.faults));
}

#[tokio::test]
#[ignore = "needs a bad disk"]
async fn unread() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let faults = PathBuf::from(std::env::var_os(FAULTS).expect("run by another test"));
    let open = async || {
        let store = open(&url(&folder), OpenOptions::default()).await;
        store.expect("it opens")
    };
    let store = open().await;
    let fence = store_all(&store).await;
    store.release(fence).await.expect("held");
    store.close().await;
    drop(store);
    for (fault, changed) in [("unread", 3), ("misread", 0)] {
        let store = open().await;
        let fence = lease(&*store).await;
        fs::write(faults.join(fault), "").expect("the fault begins");
        let erased = store.erase(fence, &gone()).await;
        assert_eq!(erased.expect("erased"), changed, "{fault}");
        fs::remove_file(faults.join(fault)).expect("the fault ends");
        store.release(fence).await.expect("held");
        store.close().await;
    }
}

//! A restore needs as much memory for many matches as for one.

use std::io::{Write as _, pipe, read_to_string};
use std::iter::once;
use std::process::Stdio;
use std::time::Duration;

use giog_protocol::RoomId;
use giog_rooms::Random as _;
use giog_rules::{MatchId, PlayerId, Timestamp};
use giog_server::SigningKey;
use giog_store::{
    Append, Backup, Fact, FinishedMatch, Log as _, MatchPlayer, MatchStatus, OpenOptions,
    StoredRecord,
};
use giog_tests::{Chance, Database, patiently, peak_kib, program};
use rustix::fs::{OFlags, fcntl_setfl};
use tokio::process::Command;
use tokio::task::spawn_blocking;
use tokio::time::sleep;
use uuid::Uuid;

use super::{giog, succeeded};

/// The number of matches of the long backup.
const MATCHES: u32 = 2_000;
/// Matches that are stored in one transaction.
const AT_ONCE: usize = 50;
/// Bytes of a record. It is random, so that a database stores all of them; in a backup they are twice as many digits.
const RECORD_BYTES: usize = 12_000;
/// How much more memory the restore of the long backup may need than that of a backup with one match. It inserts a few megabytes at a
/// time, and the database has a cache of two.
const MORE_KIB: u64 = 20 * 1024;
/// How often it is checked whether a restore is done.
const LOOK: Duration = Duration::from_millis(5);

const ROOM: RoomId = RoomId(Uuid::from_u128(1));

fn at() -> Timestamp {
    Timestamp::from_unix_ms(1_800_000_000_000)
}

fn finished(number: u32, record: &StoredRecord) -> Fact {
    let seat = |seat: u8| MatchPlayer {
        seat,
        player: Some(PlayerId(Uuid::from_u128(seat.into()))),
        bot: None,
        won: seat == 0,
        score: None,
    };
    Fact::MatchFinished(FinishedMatch {
        match_id: MatchId(Uuid::from_u128(number.into())),
        room: ROOM,
        variant: "giog".to_owned(),
        seats: 2,
        status: MatchStatus::Over,
        end: None,
        clock: None,
        listed: true,
        started_at: at(),
        ended_at: at(),
        players: vec![seat(0), seat(1)],
        openings: Vec::new(),
        record: record.clone(),
    })
}

/// A database with this number of matches. All have the same record, so that they are written fast and the backup is a small file.
async fn with_matches(matches: u32) -> Database {
    let database = Database::sqlite();
    let key = SigningKey::from_text(&"07".repeat(32)).expect("a key");
    key.put(database.folder()).expect("stored");
    let store = giog_store::open(&database.url(), OpenOptions::default()).await;
    let store = store.expect("a new database");
    let known = store.remember_key(key.public_key(), at()).await;
    known.expect("stored");
    let fence = store.try_lease("test", 600_000).await;
    let fence = fence.expect("an answer").expect("nobody else has it");
    let mut record = vec![0; RECORD_BYTES];
    Chance::new(1).fill(&mut record);
    let record = StoredRecord::new(record);
    let opened = Fact::RoomOpened {
        room: ROOM,
        at: at(),
    };
    let played = (0..matches).map(|number| finished(number, &record));
    let facts: Vec<Fact> = once(opened).chain(played).collect();
    for (index, facts) in (0..).zip(facts.chunks(AT_ONCE)) {
        let row = Append {
            room: ROOM,
            index,
            body: "matches".to_owned(),
            facts: facts.to_vec(),
            floor: None,
        };
        store.append(fence, &[row]).await.expect("stored");
    }
    store.release(fence).await.expect("held");
    store.close().await;
    database
}

/// Restores a backup. Returns the most memory that this took, in KiB, and the output of the command.
async fn restore(file: &str) -> (u64, String) {
    let to = Database::sqlite();
    // The pipe is full, so the command blocks at its output after everything is restored, and its memory can still be read.
    let (said, mut full) = pipe().expect("a pipe");
    fcntl_setfl(&full, OFlags::NONBLOCK).expect("writing does not wait");
    for part in [&[b'\n'; 4096][..], b"\n"] {
        while full.write(part).is_ok_and(|bytes| bytes > 0) {}
    }
    fcntl_setfl(&full, OFlags::empty()).expect("writing waits");
    let mut child = Command::new(program())
        .args(["restore", file, "--database-url", &to.url(), "--data-dir"])
        .arg(to.folder())
        .current_dir(to.folder())
        .stdin(Stdio::null())
        .stdout(full)
        .kill_on_drop(true)
        .spawn()
        .expect("it can be run");
    // Written when everything is restored.
    let mark = to.folder().join("database.mark");
    let restored = async {
        while !mark.exists() {
            let ended = child.try_wait().expect("a child can be waited for");
            assert!(ended.is_none(), "nothing is restored: {ended:?}");
            sleep(LOOK).await;
        }
    };
    patiently("a restore", restored).await;
    let peak_kib = peak_kib(child.id().expect("nobody has read what it says"));
    let reading = spawn_blocking(|| read_to_string(said));
    let said = patiently("what a restore says", reading).await;
    let said = said.expect("no panic").expect("a text");
    let status = patiently("the end of a restore", child.wait()).await;
    let status = status.expect("it ends");
    assert!(status.success(), "{status}: {}", said.trim());
    (peak_kib, said.trim().to_owned())
}

/// Makes a backup of this number of matches, and restores it. Returns the most memory that the restore took, and the size of the backup
/// without compression, both in KiB.
async fn restored(matches: u32) -> (u64, u64) {
    let from = with_matches(matches).await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("backup.tar.gz");
    let file = path.to_str().expect("a path is text");
    succeeded(&giog(&from, &["backup", "--out", file]).await);
    let backup = Backup::check(&path, Box::new(|_| ())).expect("a good backup");
    let parts = backup.meta().parts.iter();
    let unpacked_bytes: u64 = parts.map(|part| part.bytes).sum();
    let (peak_kib, said) = restore(file).await;
    let contents = format!(" {matches} finished matches, ");
    assert!(said.contains(&contents), "{said}");
    (peak_kib, unpacked_bytes / 1024)
}

#[tokio::test]
async fn a_restore_needs_no_more_memory_however_many_matches_there_are() {
    let (least_kib, _) = restored(1).await;
    let (most_kib, unpacked_kib) = restored(MATCHES).await;
    assert!(unpacked_kib > 2 * MORE_KIB, "only {unpacked_kib} KiB");
    assert!(
        most_kib < least_kib + MORE_KIB,
        "{most_kib} KiB for {unpacked_kib} KiB of rows, {least_kib} KiB for one match"
    );
}

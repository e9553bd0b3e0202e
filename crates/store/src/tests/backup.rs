//! Backups: made from either database, restored into either.

use std::io::{self, Write};
use std::num::NonZeroU64;
use std::path::Path;

use tempfile::TempDir;

use super::deleted::left_of;
use super::fresh::Fresh;
use super::on_both;
use super::samples::{
    at, ban, cancelled, device, finished, lease, match_id, player, record_of, reported, room, row,
    row_with, started, store_facts,
};
use crate::backup::columns;
use crate::{
    AddressRange, Append, Archive, Backup, BackupError, BackupMeta, Ban, BanTarget, Fact, Floor,
    Log as _, MatchFilter, MatchStatus, OpenOptions, RankedPerson, RatedMatch, RestoreError,
    StoreError, StoredRecord, back_up, migrations, open,
};

on_both!(
    a_backup_restored_into_either_database_is_the_same,
    a_restored_database_goes_on_where_it_was,
    a_backup_of_the_first_schema_is_brought_up_to_date,
    a_backup_shows_one_moment_while_a_server_writes,
    only_an_empty_database_is_restored_into,
    a_database_with_a_server_is_not_restored_into,
    a_restore_that_fails_leaves_nothing,
    what_cannot_be_backed_up_is_told,
    every_column_of_every_schema_is_backed_up,
);

pub(super) const KEY_TEXT: &[u8] = b"the text of a key\n";
pub(super) const PUBLIC_KEY: [u8; 32] = [7; 32];

/// Rows in every table, and in some tables more than fit into one part or one statement.
pub(super) async fn fill(store: &Archive) {
    let fence = lease(store).await;
    let opened = |number| Fact::RoomOpened {
        room: room(number),
        at: at(5),
    };
    let closed = Fact::RoomClosed {
        room: room(2),
        at: at(9),
    };
    let odd: String = (1..=0x20).filter_map(char::from_u32).collect();
    let mut batch = vec![
        row_with(room(1), 0, vec![opened(1)]),
        row_with(room(2), 0, vec![opened(2), closed]),
        row(
            room(1),
            1,
            &format!("{odd}\"\\\u{2028}\u{202e}爵\u{10ffff}"),
        ),
        row(room(1), 2, ""),
    ];
    batch.extend((3..150).map(|index| row(room(1), index, "more")));
    store.append(fence, &batch).await.expect("stored");
    let floor = Floor {
        below: 2,
        body: "爵 '\"\n".to_owned(),
    };
    let append = Append {
        floor: Some(floor),
        ..row(room(3), 0, "row")
    };
    store.append(fence, &[append]).await.expect("stored");
    let body = "爵".repeat(500_000);
    for index in 2..7 {
        let append = row(room(3), index, &body);
        store.append(fence, &[append]).await.expect("stored");
    }
    for number in 1..=100 {
        let created = store.create_guest(player(number.into()), "爵 '\"", device(number), at(0));
        created.await.expect("created");
    }
    let (mut bytes, mut abandoned) = (finished(1), finished(2));
    bytes.record = StoredRecord::new((0..=255).collect());
    (abandoned.status, abandoned.listed) = (MatchStatus::Abandoned, false);
    let mut nobody = cancelled(4);
    nobody.seat = None;
    let facts = vec![
        Fact::MatchStarted(started(1)),
        Fact::MatchFinished(bytes),
        Fact::MatchFinished(abandoned),
        Fact::MatchFinished(finished(5)),
        Fact::StartCancelled(cancelled(3)),
        Fact::StartCancelled(nobody),
        Fact::Reported(reported(1)),
        Fact::Reported(reported(2)),
        Fact::Rated(RatedMatch {
            match_id: finished(1).match_id,
            pool: "giog/3/live".parse().expect("a pool"),
            at: at(60_000),
            people: [1, 2]
                .map(|rank| RankedPerson {
                    seat: rank - 1,
                    player: player(rank.into()),
                    rank,
                })
                .into(),
            anchors: Vec::new(),
            unrated: None,
        }),
    ];
    store_facts(store, fence, 200, facts).await;
    let left = left_of(&finished(5));
    let deleted = store.delete_matches(fence, &[left]).await;
    assert_eq!(deleted.expect("deleted"), 1);
    let settled = store.settle_report(reported(1).report_id, "warned", at(9));
    assert!(settled.await.expect("an answer"));
    let set = store.set_recovery([3; 32], None, [3; 32]).await;
    assert!(set.expect("an answer"));
    let addresses: AddressRange = "2001:db8::/64".parse().expect("a range");
    let by_address = Ban {
        target: BanTarget::Addresses(addresses),
        ends_at: Some(at(99)),
        ..ban(2)
    };
    for ban in [ban(1), by_address] {
        store.add_ban(&ban).await.expect("added");
    }
    store.remember_key(PUBLIC_KEY, at(1)).await.expect("stored");
    store.release(fence).await.expect("held");
}

/// A backup in a file.
pub(super) async fn backed_up(fresh: &Fresh, folder: &TempDir) -> (std::path::PathBuf, BackupMeta) {
    let path = folder.path().join("backup");
    let file = std::fs::File::create(&path).expect("a file");
    let meta = back_up(&fresh.url(), KEY_TEXT, PUBLIC_KEY, file).await;
    (path, meta.expect("a backup"))
}

pub(super) fn check(path: &Path) -> Backup {
    Backup::check(path, Box::new(|_| ())).expect("a good backup")
}

pub(super) async fn restore(backup: &Backup, target: &Fresh) -> Result<(), RestoreError> {
    let mut put = Vec::new();
    let put_key = |key: &[u8]| {
        put.extend_from_slice(key);
        Ok(())
    };
    backup.restore(&target.url(), put_key).await?;
    assert_eq!(put, KEY_TEXT);
    Ok(())
}

async fn a_backup_restored_into_either_database_is_the_same(fresh: &Fresh) {
    let store = fresh.open().await;
    fill(&store).await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, meta) = backed_up(fresh, &folder).await;
    // SQLite keeps a few rows below floors.
    let old_rows = u64::from(fresh.is_sqlite());
    let rows = (meta.rows("room_log"), meta.rows("guests"));
    assert_eq!(rows, (157 + old_rows, 100));
    let parts = meta.parts.iter();
    let of_log = parts.filter(|part| part.table.as_deref() == Some("room_log"));
    assert!(of_log.count() > 1, "{meta:?}");
    for target in [Fresh::sqlite(), Fresh::postgres().await] {
        let backup = check(&path);
        assert_eq!(backup.meta().parts, meta.parts);
        restore(&backup, &target).await.expect("restored");
        let (_, again) = backed_up(&target, &folder).await;
        assert_eq!(again.parts, meta.parts);
        // The next target is restored from the backup of this one.
        target.remove().await;
    }
}

async fn a_restored_database_goes_on_where_it_was(fresh: &Fresh) {
    let store = fresh.open().await;
    fill(&store).await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, _) = backed_up(fresh, &folder).await;
    for target in [Fresh::sqlite(), Fresh::postgres().await] {
        restore(&check(&path), &target).await.expect("restored");
        let restored = target.open().await;
        assert_eq!(restored.open_rooms().await.expect("rooms"), [room(1)]);
        for number in 1..=3 {
            let log = store.log(room(number)).await.expect("a log");
            assert!(!log.rows.is_empty());
            assert_eq!(restored.log(room(number)).await.expect("a log"), log);
        }
        let kept = record_of(&store, match_id(1)).await;
        assert_eq!(record_of(&restored, match_id(1)).await, kept);
        let left = restored.deleted_match(match_id(5)).await;
        assert_eq!(left.expect("an answer"), Some(left_of(&finished(5))));
        let guest = restored.guest_by_token([9; 32]).await.expect("an answer");
        assert_eq!(guest.map(|(guest, _)| guest.player), Some(player(9)));
        assert_eq!(restored.keys().await.expect("keys"), [(PUBLIC_KEY, at(1))]);
        let fence = lease(&*restored).await;
        let next = row(room(1), 201, "it goes on");
        restored.append(fence, &[next]).await.expect("stored");
        restored.close().await;
        target.remove().await;
    }
}

async fn a_backup_of_the_first_schema_is_brought_up_to_date(fresh: &Fresh) {
    fresh.first_schema(&[finished(1)]).await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, meta) = backed_up(fresh, &folder).await;
    assert_eq!((meta.schema, meta.rows("bans")), (1, 0));
    for target in [Fresh::sqlite(), Fresh::postgres().await] {
        restore(&check(&path), &target).await.expect("restored");
        let restored = target.open().await;
        let filter = MatchFilter {
            won_by: Some(player(1)),
            ..MatchFilter::default()
        };
        let page = restored.matches(&filter, None, 10).await.expect("a page");
        assert_eq!(page.items.len(), 1);
        assert_eq!(restored.bans(at(0)).await.expect("bans"), []);
        let found = restored.guest_by_token([9; 32]).await.expect("an answer");
        let (guest, device) = found.expect("tokens of before go on");
        assert_eq!((guest.player, device.name.as_str()), (player(9), "earlier"));
        restored.close().await;
        // Only into tables of its own schema, or into an empty database.
        let opened = Fresh::sqlite();
        opened.open().await.close().await;
        let refused = restore(&check(&path), &opened).await;
        assert!(
            matches!(refused, Err(RestoreError::OtherSchema { wanted: 1, .. })),
            "{refused:?}"
        );
        target.remove().await;
    }
}

/// Stores rows in the middle of a backup.
struct Meddling {
    url: String,
    is_done: bool,
}

impl Write for Meddling {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_done {
            self.is_done = true;
            let url = self.url.clone();
            let play = move || {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .enable_all()
                    .build()
                    .expect("a runtime");
                runtime.block_on(async {
                    let store = open(&url, OpenOptions::default()).await.expect("it opens");
                    let fence = lease(&*store).await;
                    let facts = vec![
                        Fact::MatchStarted(started(9)),
                        Fact::MatchFinished(finished(9)),
                    ];
                    store_facts(&store, fence, 300, facts).await;
                    store.release(fence).await.expect("held");
                    store.close().await;
                });
            };
            std::thread::spawn(play).join().expect("no panic");
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

async fn a_backup_shows_one_moment_while_a_server_writes(fresh: &Fresh) {
    let store = fresh.open().await;
    fill(&store).await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (_, before) = backed_up(fresh, &folder).await;
    let mut meddling = Meddling {
        url: fresh.url(),
        is_done: false,
    };
    let meta = back_up(&fresh.url(), KEY_TEXT, PUBLIC_KEY, &mut meddling).await;
    assert!(meddling.is_done);
    assert_eq!(meta.expect("a backup").parts, before.parts);
    let (_, after) = backed_up(fresh, &folder).await;
    assert_eq!(after.rows("matches"), before.rows("matches") + 1);
}

async fn only_an_empty_database_is_restored_into(fresh: &Fresh) {
    let source = Fresh::sqlite();
    fill(&*source.open().await).await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, _) = backed_up(&source, &folder).await;
    // A database on which a server was started once.
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    store.release(fence).await.expect("held");
    store.remember_key([1; 32], at(0)).await.expect("stored");
    let refused = restore(&check(&path), fresh).await;
    assert!(
        matches!(refused, Err(RestoreError::NotEmpty("server_keys"))),
        "{refused:?}"
    );
    assert_eq!(store.keys().await.expect("keys"), [([1; 32], at(0))]);
    fresh
        .execute("DELETE FROM server_keys")
        .await
        .expect("emptied");
    restore(&check(&path), fresh).await.expect("restored");
    let refused = restore(&check(&path), fresh).await;
    assert!(
        matches!(refused, Err(RestoreError::NotEmpty("rooms"))),
        "{refused:?}"
    );
}

async fn a_database_with_a_server_is_not_restored_into(fresh: &Fresh) {
    let source = Fresh::sqlite();
    fill(&*source.open().await).await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, _) = backed_up(&source, &folder).await;
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    let refused = restore(&check(&path), fresh).await;
    assert!(matches!(refused, Err(RestoreError::Owned)), "{refused:?}");
    store.release(fence).await.expect("held");
    restore(&check(&path), fresh).await.expect("restored");
}

async fn a_restore_that_fails_leaves_nothing(fresh: &Fresh) {
    let source = Fresh::sqlite();
    fill(&*source.open().await).await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, meta) = backed_up(&source, &folder).await;
    let backup = check(&path);
    let put_key = |_: &[u8]| Err("another key is there".into());
    let failed = backup.restore(&fresh.url(), put_key).await;
    assert!(matches!(failed, Err(RestoreError::Key(_))), "{failed:?}");
    restore(&backup, fresh).await.expect("still empty");
    let (_, again) = backed_up(fresh, &folder).await;
    assert_eq!(again.parts, meta.parts);
}

/// A flipped bit makes invalid UTF-8, and a lost sector a text with U+0000, which Postgres does not accept.
#[tokio::test]
async fn damaged_texts_are_backed_up_as_far_as_they_are_texts() {
    let source = Fresh::sqlite();
    fill(&*source.open().await).await;
    let damage = format!(
        "UPDATE guests SET name = CAST(x'f4' AS TEXT) || name WHERE player_id = x'{}';
         UPDATE room_log SET body = body || char(0) WHERE idx = 149",
        player(9).0.simple()
    );
    source.execute(&damage).await.expect("damaged");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, meta) = backed_up(&source, &folder).await;
    assert_eq!(meta.damaged_texts.map(NonZeroU64::get), Some(2));
    for target in [Fresh::sqlite(), Fresh::postgres().await] {
        let backup = check(&path);
        assert_eq!(backup.meta(), &meta);
        restore(&backup, &target).await.expect("restored");
        let restored = target.open().await;
        let guest = restored.guest(player(9)).await.expect("an answer");
        let name = guest.map(|guest| guest.name);
        assert_eq!(name.as_deref(), Some("\u{fffd}爵 '\""));
        let log = restored.log(room(1)).await.expect("a log");
        assert_eq!(log.rows[149], (149, "more\u{fffd}".to_owned()));
        restored.close().await;
        let other_folder = tempfile::tempdir().expect("a temporary folder");
        let (_, again) = backed_up(&target, &other_folder).await;
        assert_eq!(again.damaged_texts, None);
        target.remove().await;
    }
}

#[cfg(unix)]
#[tokio::test]
async fn only_the_servers_user_may_read_what_is_restored() {
    let source = Fresh::sqlite();
    fill(&*source.open().await).await;
    let folder = tempfile::tempdir().expect("a temporary folder");
    let (path, _) = backed_up(&source, &folder).await;
    let target = Fresh::sqlite();
    target.let_everybody_in();
    let put_key = |_: &[u8]| {
        target.check_only_the_owner_may_read();
        Ok(())
    };
    let restored = check(&path).restore(&target.url(), put_key).await;
    restored.expect("restored");
    let _store = target.open().await;
    target.check_only_the_owner_may_read();
}

async fn what_cannot_be_backed_up_is_told(fresh: &Fresh) {
    let nothing = || io::sink();
    let backup = async || back_up(&fresh.url(), KEY_TEXT, PUBLIC_KEY, nothing()).await;
    let refused = backup().await;
    assert!(
        matches!(refused, Err(BackupError::NoDatabase)),
        "{refused:?}"
    );
    let store = fresh.open().await;
    store.remember_key([1; 32], at(0)).await.expect("stored");
    store.close().await;
    let refused = backup().await;
    assert!(
        matches!(refused, Err(BackupError::UnknownKey)),
        "{refused:?}"
    );
    let later = "UPDATE _sqlx_migrations SET version = 9999 WHERE version = 1";
    fresh.execute(later).await.expect("a later server was here");
    let refused = backup().await;
    assert!(
        matches!(refused, Err(BackupError::Newer { schema: 9999, .. })),
        "{refused:?}"
    );
    let refused = back_up("mysql://u:secret@h/d", KEY_TEXT, PUBLIC_KEY, nothing()).await;
    assert!(
        matches!(refused, Err(BackupError::Store(StoreError::BadUrl(_)))),
        "{refused:?}"
    );
}

row! {
    struct NameRow {
        name: String,
    }
}

const SQLITE_COLUMNS_SQL: &str =
    "SELECT t.name || '.' || c.name || iif(c.\"notnull\" OR c.pk, '', '?') AS name FROM sqlite_schema t, pragma_table_info(t.name) c
     WHERE t.type = 'table' AND t.name NOT IN ('lease', '_sqlx_migrations', 'closed_log', 'push_subscriptions', 'date_trust', 'publication', 'reviews', 'review_space', 'review_jobs', 'reviewers', 'mistakes', 'puzzles')
         AND t.name NOT LIKE 'sqlite%'
         AND t.name || '.' || c.name <> 'room_log.row_id'";

const POSTGRES_COLUMNS_SQL: &str =
    "SELECT table_name || '.' || column_name || CASE is_nullable WHEN 'YES' THEN '?' ELSE '' END AS name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name NOT IN ('lease', 'nodes', 'shards', 'push_subscriptions', 'date_trust', 'publication', 'reviews', 'review_space', 'review_jobs', 'reviewers', 'mistakes', 'puzzles', '_sqlx_migrations')
         AND table_name NOT LIKE 'cluster%'
         AND is_generated = 'NEVER'";

async fn every_column_of_every_schema_is_backed_up(fresh: &Fresh) {
    for schema in 1..=migrations::latest() {
        let sql = if fresh.is_sqlite() {
            SQLITE_COLUMNS_SQL
        } else {
            POSTGRES_COLUMNS_SQL
        };
        let mut raw = fresh.at_schema(schema).await;
        let rows: Vec<NameRow> = raw.conn().all(sql, &[]).await.expect("columns");
        let mut there: Vec<String> = rows.into_iter().map(|row| row.name).collect();
        let mut backed_up = columns(schema);
        there.sort();
        backed_up.sort();
        assert_eq!(backed_up, there, "schema {schema}");
    }
}

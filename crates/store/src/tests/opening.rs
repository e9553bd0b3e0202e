//! Addresses and schemas.

use std::time::Duration;

use tokio::task::JoinHandle;

use super::contention::until_waiting;
use super::fresh::{Fresh, Raw};
use super::on_both;
use super::samples::{at, finished, lease, player, room, row};
use crate::{Append, Floor, Log as _, MatchFilter, MatchSummary, OpenOptions, StoreError, open};

on_both!(
    many_servers_may_open_an_empty_database_at_once,
    what_was_stored_is_there_when_it_is_opened_again,
    a_schema_newer_than_this_server_is_refused,
    matches_of_the_first_schema_are_won_by_whom_they_were,
    logs_of_the_first_schema_go_on_where_they_were,
);

async fn many_servers_may_open_an_empty_database_at_once(fresh: &Fresh) {
    let servers: Vec<_> = (0..4)
        .map(|_| {
            let url = fresh.url();
            tokio::spawn(async move { open(&url, OpenOptions::default()).await })
        })
        .collect();
    for server in servers {
        let store = server.await.expect("no panic").expect("it opens");
        store.keys().await.expect("it answers");
    }
}

async fn what_was_stored_is_there_when_it_is_opened_again(fresh: &Fresh) {
    let store = fresh.open().await;
    let fence = lease(&*store).await;
    store
        .append(fence, &[row(room(1), 0, "kept")])
        .await
        .expect("stored");
    store.remember_key([7; 32], at(1)).await.expect("stored");
    store.release(fence).await.expect("held");
    store.close().await;
    let store = fresh.open().await;
    assert_eq!(
        store.log(room(1)).await.expect("a log").rows,
        [(0, "kept".to_owned())]
    );
    assert_eq!(store.keys().await.expect("keys"), [([7; 32], at(1))]);
    assert!(lease(&*store).await > fence);
}

#[tokio::test]
async fn a_postgres_database_whose_encoding_has_not_all_characters_is_refused() {
    let fresh = Fresh::postgres_with("ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0").await;
    let refused = open(&fresh.url(), OpenOptions::default()).await.map(drop);
    assert!(
        matches!(&refused, Err(StoreError::Encoding { encoding }) if encoding == "LATIN1"),
        "{refused:?}"
    );
    fresh.remove().await;
}

async fn a_schema_newer_than_this_server_is_refused(fresh: &Fresh) {
    fresh.open().await.close().await;
    let sql =
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
               SELECT 9999, 'later', success, checksum, 0 FROM _sqlx_migrations WHERE version = 1";
    fresh.execute(sql).await.expect("a later server was here");
    let opened = open(&fresh.url(), OpenOptions::default()).await.map(drop);
    assert!(
        matches!(opened, Err(StoreError::Migration(_))),
        "{opened:?}"
    );
}

async fn matches_of_the_first_schema_are_won_by_whom_they_were(fresh: &Fresh) {
    fresh.first_schema(&[finished(1)]).await;
    let store = fresh.open().await;
    // That schema stored nothing else about its end.
    let told = MatchSummary {
        end: None,
        clock: None,
        ..finished(1).summary()
    };
    for (who, wins) in [(player(1), vec![told]), (player(2), Vec::new())] {
        let filter = MatchFilter {
            won_by: Some(who),
            ..MatchFilter::default()
        };
        let page = store.matches(&filter, None, 10).await.expect("a page");
        assert_eq!(page.items, wins);
    }
    let changed = fresh.execute("UPDATE player_matches SET won = TRUE").await;
    assert!(changed.is_err(), "finished matches are immutable again");
}

async fn logs_of_the_first_schema_go_on_where_they_were(fresh: &Fresh) {
    fresh.first_schema(&[]).await;
    let store = fresh.open().await;
    for number in [1, 2] {
        let log = store.log(room(number)).await.expect("a log");
        let row = |index: u64| (index, format!("row {index} of room {number}"));
        assert_eq!((log.floor, log.rows), (None, vec![row(0), row(1)]));
    }
    assert_eq!(store.open_rooms().await.expect("rooms"), [room(1)]);
    let fence = lease(&*store).await;
    let next = Append {
        floor: Some(Floor {
            below: 1,
            body: "floor".to_owned(),
        }),
        ..row(room(1), 2, "c")
    };
    store.append(fence, &[next]).await.expect("it goes on");
    assert_eq!(store.log(room(1)).await.expect("a log").rows.len(), 2);
    let deleted = store.delete_logs_closed_before(at(2)).await;
    assert_eq!(deleted.expect("an answer"), 2);
}

/// A server that starts on a Postgres database with the first schema, in the middle of a migration that waits for a lock.
async fn held_up(fresh: &Fresh) -> (JoinHandle<Result<(), StoreError>>, Raw) {
    fresh.first_schema(&[]).await;
    let mut other = fresh.connect().await;
    for sql in ["BEGIN", "LOCK TABLE player_matches"] {
        other.conn().execute(sql, &[]).await.expect("it is said");
    }
    let url = fresh.url();
    let opened = tokio::spawn(async move {
        let store = open(&url, OpenOptions::default()).await?;
        store.close().await;
        Ok(())
    });
    until_waiting(fresh, 1, &opened).await;
    (opened, other)
}

#[tokio::test]
async fn a_migration_takes_as_long_as_it_takes_whatever_the_database_is_set_to() {
    /// Longer than any step without waiting takes.
    const LIMIT: Duration = Duration::from_secs(3);
    let fresh = Fresh::postgres().await;
    let Fresh::Postgres { name, .. } = &fresh else {
        unreachable!()
    };
    for timeout in ["statement_timeout", "lock_timeout"] {
        let ms = LIMIT.as_millis();
        let set = format!("ALTER DATABASE {name} SET {timeout} = {ms}");
        fresh.execute(&set).await.expect("set");
    }
    let (opened, mut other) = held_up(&fresh).await;
    tokio::time::sleep(LIMIT + LIMIT / 2).await;
    assert!(!opened.is_finished(), "it waits");
    let ended = other.conn().execute("COMMIT", &[]).await;
    ended.expect("nobody cut it off");
    opened.await.expect("no panic").expect("it opens");
    drop(other);
    fresh.remove().await;
}

#[tokio::test]
async fn a_database_that_stops_in_the_middle_of_a_migration_is_unavailable() {
    let fresh = Fresh::postgres().await;
    let (opened, other) = held_up(&fresh).await;
    fresh.cut_connections().await;
    let opened = opened.await.expect("no panic");
    assert!(
        matches!(opened, Err(StoreError::Unavailable(_))),
        "{opened:?}"
    );
    drop(other);
    fresh.remove().await;
}

#[tokio::test]
async fn addresses_of_no_database_are_refused_without_telling_a_password() {
    for url in [
        "",
        "giog.sqlite",
        "mysql://u:secret@h/d",
        "sqlite:",
        "sqlite::memory:",
        "sqlite:x?mode=memory",
        "sqlite:file:x",
        "sqlite://file:/x?mode=rwc",
    ] {
        let opened = open(url, OpenOptions::default()).await.map(drop);
        let Err(StoreError::BadUrl(told)) = opened else {
            panic!("{url}: {opened:?}")
        };
        assert!(!told.contains("secret"), "{told}");
    }
}

#[tokio::test]
async fn a_database_that_is_away_is_unavailable() {
    // Nothing listens on port 1, and there is no such folder.
    for url in [
        "postgres://giog:secret@127.0.0.1:1/giog",
        "sqlite:/nonexistent/folder/giog.sqlite",
    ] {
        let opened = open(url, OpenOptions::default()).await.map(drop);
        assert!(
            matches!(opened, Err(StoreError::Unavailable(_))),
            "{url}: {opened:?}"
        );
        assert!(!format!("{opened:?}").contains("secret"));
    }
}

//! What is stored of a person, for themselves.

use std::collections::BTreeSet;

use giog_ratings::{Pace, Pool, Season, SeatGroup};
use sqlx::AssertSqlSafe;

use super::fresh::{Fresh, Raw};
use super::on_both;
use super::person_columns::{Deletion, Export, OF_PEOPLE, TEXTS, columns};
use super::ratings::{DAY_MS, ending, pool};
use super::reviews::key;
use super::samples::{
    at, ban, device, finished, lease, match_id, own_mistake, player, reported, room, row_with,
};
use crate::database::Value;
use crate::migrations;
use crate::{
    Append, Archive, Fact, Floor, Log as _, MatchFilter, MatchSummary, Personal, PushSubscription,
    RankedPerson, RatedMatch, SeasonTable, SleepingRoom, StoredRecord,
};

on_both!(
    every_column_with_a_persons_id_is_in_their_export_or_has_a_reason_why_not,
    a_deletion_leaves_an_id_where_it_is_listed_and_nowhere_else,
    what_others_did_is_told_as_if_they_had_not,
    of_somebody_unknown_nothing_is_stored,
);

/// More than any test stores.
const LIMIT: u32 = 100;

row! {
    struct CountRow {
        count: i64,
    }
}

/// The row with which a room of two people falls asleep.
fn asleep(number: u128, creator: u128, owner: u128) -> Vec<Append> {
    let slept = SleepingRoom {
        room: room(number),
        creator: player(creator),
        owner: Some(player(owner)),
        left_at: at(9),
        most_of_creator: 10,
        most: 10,
    };
    let (room, closed_at) = (room(number), at(10));
    let opened = Fact::RoomOpened { room, at: at(0) };
    let closed = Fact::RoomClosed {
        room,
        at: closed_at,
    };
    let floor = Floor {
        below: 2,
        body: "asleep".to_owned(),
    };
    vec![
        row_with(room, 0, vec![opened]),
        Append {
            floor: Some(floor),
            ..row_with(room, 1, vec![closed, Fact::RoomSlept(slept)])
        },
    ]
}

/// A store in which something of everything is of person 1.
async fn with_everything(fresh: &Fresh) -> std::sync::Arc<Archive> {
    let store = fresh.open().await;
    for number in 1..=5 {
        let created = store.create_guest(player(number.into()), "Lin", device(number), at(0));
        created.await.expect("created");
    }
    for (from, to) in [(1, 2), (2, 1), (1, 3), (4, 1)] {
        let asked = store.ask_friend(player(from), player(to), at(1)).await;
        asked.expect("asked");
    }
    let blocked = store.block(player(1), player(5), at(2)).await;
    assert!(blocked.expect("blocked"));
    let code = store.set_friend_code(player(1), [9; 32], at(3)).await;
    code.expect("set");
    let push = PushSubscription {
        endpoint: "https://push.example.org/1".to_owned(),
        p256dh: [1; 65],
        auth: [1; 16],
    };
    let set = store.set_push(player(1), device(1).device, &push, at(4));
    assert!(set.await.expect("set"));
    store.add_ban(&ban(1)).await.expect("banned");
    let fence = lease(&*store).await;
    let people = [(0, 1), (1, 2)].map(|(seat, number)| RankedPerson {
        seat,
        player: player(number),
        rank: seat + 1,
    });
    let rated = RatedMatch {
        match_id: match_id(1),
        pool: Pool {
            game: "giog".to_owned(),
            seats: SeatGroup::of(3),
            pace: Pace::Live,
        },
        at: at(60_000),
        people: people.to_vec(),
        anchors: Vec::new(),
        unrated: None,
    };
    let facts = vec![
        Fact::MatchFinished(finished(1)),
        Fact::Rated(rated.clone()),
        // One by this person, and one about them.
        Fact::Reported(reported(1)),
        Fact::Reported(reported(0)),
    ];
    let mut rows = vec![row_with(room(1), 0, facts)];
    // In a later season.
    let later = RatedMatch {
        match_id: match_id(4),
        at: at(200 * DAY_MS),
        ..rated
    };
    rows.push(row_with(room(4), 0, ending(later)));
    rows.extend(asleep(2, 1, 2));
    rows.extend(asleep(3, 2, 1));
    store.append(fence, &rows).await.expect("stored");
    let own = own_mistake(1);
    let review = StoredRecord::new(b"a review".to_vec());
    let kept = store.keep_review(key(1, 0), &review, Some(&own), None, at(1), u64::MAX);
    kept.await.expect("stored");
    store
}

async fn personal(store: &Archive, number: u128) -> Personal {
    let stored = store.personal(player(number), LIMIT).await;
    stored.expect("an answer").expect("somebody known")
}

/// Whether a part of an export has something.
fn has(personal: &Personal, matches: &[MatchSummary], part: &str) -> bool {
    let id = personal.guest.player;
    match part {
        "person" => personal.guest.name == "Lin",
        "bans" => !personal.bans.is_empty(),
        "blocked" => !personal.blocked.is_empty(),
        "devices" => !personal.devices.is_empty() && !personal.pushes.is_empty(),
        "friend code" => personal.friend_code_at.is_some(),
        "asking" => !personal.asking.is_empty(),
        "asked" => !personal.asked.is_empty(),
        "friends" => !personal.friends.is_empty(),
        "matches" => matches
            .iter()
            .any(|one| one.players.iter().any(|seat| seat.player == Some(id))),
        "past ratings" => !personal.past_ratings.is_empty(),
        "ratings" => !personal.ratings.is_empty(),
        "changes of ratings" => personal
            .ratings
            .iter()
            .all(|(_, changes)| !changes.is_empty()),
        "mistakes" => !personal.mistakes.is_empty(),
        "number of reports about them" => personal.reports_about > 0,
        "own reports" => !personal.reports.is_empty(),
        "created rooms" => personal.rooms.iter().any(|room| room.created),
        "owned rooms" => personal.rooms.iter().any(|room| room.owns),
        other => panic!("an export has no part {other}"),
    }
}

async fn rows_of(raw: &mut Raw, column: &str) -> i64 {
    let (table, column) = column.split_once('.').expect("a column");
    let sql = format!("SELECT COUNT(*) AS count FROM {table} WHERE {column} = $1");
    let row: Option<CountRow> = raw
        .conn()
        .first(AssertSqlSafe(sql), &[Value::Id(player(1).0)])
        .await
        .expect("an answer");
    row.expect("a row").count
}

async fn every_column_with_a_persons_id_is_in_their_export_or_has_a_reason_why_not(fresh: &Fresh) {
    let store = with_everything(fresh).await;
    let stored = personal(&store, 1).await;
    let filter = MatchFilter {
        player: Some(player(1)),
        include_unlisted_of: Some(player(1)),
        ..MatchFilter::default()
    };
    let matches = store.matches(&filter, None, LIMIT).await.expect("a page");
    store.close().await;
    let mut raw = fresh.at_schema(migrations::latest()).await;
    for (column, _, export) in OF_PEOPLE {
        match export {
            Export::In(part) => {
                assert!(rows_of(&mut raw, column).await > 0, "{column} is empty");
                assert!(
                    has(&stored, &matches.items, part),
                    "{part} lacks what is in {column}"
                );
            }
            Export::Not(why) => assert!(!why.is_empty(), "{column}"),
        }
    }
}

/// Whether a value of a column has the id of person 1, as bytes or as text.
async fn holds(raw: &mut Raw, column: &str) -> bool {
    let (table, column) = column.split_once('.').expect("a column");
    let has = if matches!(raw, Raw::Sqlite(_)) {
        format!(
            "instr(lower(hex(\"{column}\")), $1) + instr(CAST(\"{column}\" AS TEXT), $1)
                 + instr(CAST(\"{column}\" AS TEXT), $2) > 0"
        )
    } else {
        format!("position($1 IN \"{column}\"::TEXT) + position($2 IN \"{column}\"::TEXT) > 0")
    };
    let sql = format!("SELECT COUNT(*) AS count FROM {table} WHERE {has}");
    let id = player(1).0;
    let forms = [id.simple().to_string(), id.to_string()];
    let forms = forms.each_ref().map(|form| Value::Text(form));
    let row: Option<CountRow> = raw
        .conn()
        .first(AssertSqlSafe(sql), &forms)
        .await
        .expect("an answer");
    row.expect("a row").count > 0
}

async fn holding(fresh: &Fresh) -> BTreeSet<String> {
    let mut raw = fresh.at_schema(migrations::latest()).await;
    let mut holding = BTreeSet::new();
    for column in columns(&mut raw).await {
        if holds(&mut raw, &column).await {
            holding.insert(column);
        }
    }
    holding
}

async fn a_deletion_leaves_an_id_where_it_is_listed_and_nowhere_else(fresh: &Fresh) {
    let store = with_everything(fresh).await;
    let table = SeasonTable {
        pool: pool(),
        season: Season::of(at(0).unix_ms()),
        body: format!(r#"{{"places":[{{"player":"{}"}}]}}"#, player(1)),
    };
    let kept = store.keep_season_table(&table).await;
    assert!(kept.expect("stored"));
    store.close().await;
    let before = holding(fresh).await;
    for (column, _, export) in OF_PEOPLE {
        if matches!(export, Export::In(_)) {
            assert!(before.contains(*column), "{column} is empty");
        }
    }
    let store = fresh.open().await;
    let forgotten = store.forget_guest(player(1), None, at(20)).await;
    forgotten.expect("deleted");
    store.close().await;
    let mut left = holding(fresh).await;
    for (column, deletion, _) in OF_PEOPLE {
        let stays = left.remove(*column);
        match deletion {
            Deletion::Deletes | Deletion::DeletesToo | Deletion::Clears => {
                assert!(!stays, "{column} still has the id");
            }
            Deletion::KeepsId => assert_eq!(stays, before.contains(*column), "{column}"),
            Deletion::KeepsUntilErased => assert!(stays, "{column}"),
            Deletion::Ends => {}
        }
    }
    left.retain(|column| !TEXTS.contains(&column.as_str()));
    assert!(left.is_empty(), "{left:?} have the id, and are not listed");
}

async fn what_others_did_is_told_as_if_they_had_not(fresh: &Fresh) {
    let store = with_everything(fresh).await;
    let before = personal(&store, 1).await;
    // Refused by one, and blocked by another, nobody notices.
    store
        .end_friend(player(3), player(1))
        .await
        .expect("refused");
    let blocked = store.block(player(2), player(1), at(20)).await;
    assert!(blocked.expect("blocked"));
    let after = personal(&store, 1).await;
    assert_eq!(after.asked, before.asked);
    assert!(after.asked.iter().all(|one| !one.refused));
    assert_eq!(after.friends, before.friends);
    assert_eq!(after.blocked, before.blocked);
    // A request that was withdrawn is gone, whether or not it was refused before.
    let has_asked = |of: &Personal| of.asked.iter().any(|one| one.other == player(3));
    assert!(has_asked(&after));
    let withdrawn = store.end_friend(player(1), player(3)).await;
    withdrawn.expect("withdrawn");
    assert!(!has_asked(&personal(&store, 1).await));
    // What they refused themselves they know.
    assert!(!after.asking[0].refused);
    store
        .end_friend(player(1), player(4))
        .await
        .expect("refused");
    assert!(personal(&store, 1).await.asking[0].refused);
    // Of a report about them they learn that it is there.
    assert_eq!((after.reports_about, after.reports.len()), (1, 1));
    assert_eq!(after.reports[0].reported, player(2));
    store.close().await;
}

async fn of_somebody_unknown_nothing_is_stored(fresh: &Fresh) {
    let store = fresh.open().await;
    let stored = store.personal(player(1), LIMIT).await.expect("an answer");
    assert!(stored.is_none());
    store.close().await;
}

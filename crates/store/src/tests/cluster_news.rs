//! Messages between servers that share the rooms of a Postgres database, and the operator's requests to them.

use giog_protocol::RoomId;
use giog_rules::PlayerId;
use uuid::Uuid;

use super::membership::{Shared, WELL, beat, node, owner, take_over};
use super::samples::{at, device};
use crate::{Device, Given, MemberState, Membership, News, SecretHash, StoreError};

/// A little longer than news can be read.
const LONG_AGO_MS: i64 = 601_000;

fn hash(number: u8) -> SecretHash {
    [number; 32]
}

fn player(number: u128) -> PlayerId {
    PlayerId(node(number))
}

async fn news(of: &Membership) -> Vec<String> {
    let news = of.news().await.expect("an answer");
    news.into_iter().map(|news| news.news).collect()
}

impl Shared {
    /// Makes all news and codes older by this time.
    async fn age(&self, by_ms: i64) {
        let values = [crate::database::Value::Int(by_ms)];
        let mut other = self.fresh.connect().await;
        for sql in [
            "UPDATE cluster_news SET at = at - $1",
            "UPDATE cluster_handovers SET until = until - $1",
        ] {
            other.conn().execute(sql, &values).await.expect("aged");
        }
    }

    /// The numbers of stored news and codes.
    async fn rows_stored(&self) -> (i64, i64) {
        row! {
            struct Count {
                news: i64,
                codes: i64,
            }
        }
        let sql = "SELECT (SELECT COUNT(*) FROM cluster_news) AS news,
                          (SELECT COUNT(*) FROM cluster_handovers) AS codes";
        let mut other = self.fresh.connect().await;
        let count: Option<Count> = other.conn().first(sql, &[]).await.expect("numbers");
        let Count { news, codes } = count.expect("a row");
        (news, codes)
    }
}

#[tokio::test]
async fn the_operator_sees_every_server_that_lives_or_has_something() {
    let shared = Shared::new().await;
    let (one, two) = (shared.join(1).await, shared.join(2).await);
    beat(&one).await;
    one.claim(&[7, 8]).await.expect("claimed");
    let seen = |of: &'static str| {
        let listed = one.listed();
        async move {
            let listed = listed.await.expect("a list");
            let row = listed.into_iter().find(|row| row.name == of);
            row.map(|row| (row.state, row.shards, row.is_drained, row.build))
        }
    };
    let build = "1".to_owned();
    let active = Some((MemberState::Active, 2, false, build.clone()));
    assert_eq!(seen("node 1").await, active);
    let starting = Some((MemberState::Leaving, 0, false, build.clone()));
    assert_eq!(seen("node 2").await, starting, "it has not begun yet");
    let said = async |of: &str| {
        let listed = one.listed().await.expect("a list");
        let row = listed.into_iter().find(|row| row.name == of);
        row.and_then(|row| row.health)
    };
    assert_eq!(said("node 1").await.as_deref(), Some(WELL.health));
    assert_eq!(said("node 2").await, None, "it has said nothing");
    let reach = |members: &crate::Members| members.members[0].reach.clone();
    assert_eq!(reach(&beat(&one).await).as_deref(), Some(WELL.reach));
    let silent = one.listed().await.expect("a list");
    assert!(
        silent.iter().all(|row| row.silent_ms < 60_000),
        "{silent:?}"
    );
    // A fenced node is visible as long as it owns shards.
    take_over(&two, 1, &[(7, node(2))]).await;
    let fenced = Some((MemberState::Fenced, 1, false, build));
    assert_eq!(seen("node 1").await, fenced);
    two.claim(&[8]).await.expect("claimed");
    assert_eq!(seen("node 1").await, None);
    shared.end().await;
}

#[tokio::test]
async fn what_is_wanted_of_a_server_stands_until_it_is_taken_back_and_only_of_one_that_lives() {
    let shared = Shared::new().await;
    let (one, two) = (shared.join(1).await, shared.join(2).await);
    let is_drained = |members: &crate::Members| members.members[0].is_drained;
    for wanted in [true, true, false] {
        assert!(two.drain(node(1), wanted).await.expect("an answer"));
        assert_eq!(is_drained(&beat(&one).await), wanted);
    }
    assert!(two.want(7, node(1)).await.expect("an answer"));
    let members = beat(&one).await;
    assert_eq!(members.parts[7].wanted, Some(node(1)));
    assert_eq!(owner(&members, 7), None, "that is for the servers to do");
    // Moves do not change it.
    two.claim(&[7]).await.expect("claimed");
    let back = Given {
        shard: 7,
        to: node(1),
        moved: beat(&two).await.parts[7].moved,
    };
    two.hand_over(&[back]).await.expect("handed over");
    let members = beat(&one).await;
    assert_eq!(owner(&members, 7), Some(node(1)));
    assert_eq!(members.parts[7].wanted, Some(node(1)));
    for nobody in [node(3), node(1)] {
        if nobody == node(1) {
            take_over(&two, 1, &[]).await;
        }
        assert!(!two.drain(nobody, true).await.expect("an answer"));
        assert!(!two.want(8, nobody).await.expect("an answer"));
    }
    assert_eq!(beat(&two).await.parts[8].wanted, None);
    shared.end().await;
}

#[tokio::test]
async fn news_reach_every_other_server_and_what_stays_those_that_start_later() {
    let shared = Shared::new().await;
    let (one, two) = (shared.join(1).await, shared.join(2).await);
    for (text, stays) in [("a", false), ("stays", true), ("b", false)] {
        one.tell(text, stays).await.expect("told");
    }
    assert_eq!(news(&two).await, ["a", "stays", "b"]);
    assert!(news(&one).await.is_empty(), "it knows");
    two.tell("in its place", true).await.expect("told");
    assert_eq!(news(&one).await, ["in its place"]);
    assert_eq!(news(&two).await, ["a", "b"]);
    shared.age(LONG_AGO_MS).await;
    let late = shared.join(3).await;
    assert_eq!(news(&late).await, ["in its place"]);
    shared.end().await;
}

#[tokio::test]
async fn a_token_ends_in_the_transaction_in_which_all_servers_are_told_of_it() {
    let shared = Shared::new().await;
    let (one, two) = (shared.join(1).await, shared.join(2).await);
    let store = shared.fresh.open().await;
    let made = store.create_guest(player(1), "Lin", device(1), at(0));
    made.await.expect("made");
    for number in 2..=5 {
        let added = store.add_device(hash(1), device(number), at(0)).await;
        added.expect("added");
    }
    let left = async || {
        let left = store.devices(player(1)).await.expect("devices");
        left.iter()
            .map(|one: &Device| one.device)
            .collect::<Vec<_>>()
    };
    let all = left().await;
    let execute = async |sql: &str| shared.fresh.execute(sql).await.expect("done");
    execute("ALTER TABLE cluster_news RENAME TO away").await;
    let second = device(2).device;
    for refused in [
        store.end_device(hash(1), second).await.map(drop),
        store.end_other_devices(hash(1)).await.map(drop),
        store.forget_guest(player(1), None, at(1)).await.map(drop),
    ] {
        assert!(
            matches!(refused, Err(StoreError::Unavailable(_))),
            "{refused:?}"
        );
    }
    assert_eq!(left().await, all);
    execute("ALTER TABLE away RENAME TO cluster_news").await;
    let ended = store.end_device(hash(1), second).await;
    assert_eq!(ended.expect("an answer"), Some(hash(2)));
    let recovery = store.set_recovery(hash(1), None, hash(50)).await;
    assert!(recovery.expect("an answer"));
    store.end_other_devices(hash(3)).await.expect("ended");
    let back = store.recover(hash(50), hash(51), device(6), at(1)).await;
    assert!(back.expect("an answer").is_some());
    let forgotten = store.forget_guest(player(1), Some(hash(6)), at(2)).await;
    forgotten.expect("forgotten");
    for server in [&one, &two] {
        let told = news(server).await;
        let told = told.iter().map(|news| match serde_json::from_str(news) {
            Ok(News::Ended {
                player: whose,
                mut tokens,
            }) => {
                assert_eq!(whose, player(1));
                tokens.sort_unstable();
                tokens
            }
            other => panic!("{other:?}"),
        });
        let expected = [&[2][..], &[1, 4, 5], &[3], &[6]];
        let expected = expected.map(|tokens| tokens.iter().copied().map(hash).collect::<Vec<_>>());
        assert!(told.eq(expected), "{:?}", news(server).await);
    }
    store.close().await;
    shared.end().await;
}

#[tokio::test]
async fn a_code_is_taken_once_and_in_time_and_a_newer_one_is_in_its_place() {
    let shared = Shared::new().await;
    let (one, two) = (shared.join(1).await, shared.join(2).await);
    let keep = |code, who, token| one.keep_code(hash(code), (player(who), hash(token)), 60_000);
    keep(1, 1, 11).await.expect("kept");
    keep(2, 1, 12).await.expect("kept");
    keep(3, 2, 13).await.expect("kept");
    let take = async |code| two.take_code(hash(code)).await.expect("an answer");
    assert_eq!(take(1).await, None, "another one is in its place");
    assert_eq!(take(2).await, Some(hash(12)));
    assert_eq!(take(2).await, None, "once");
    shared.age(61_000).await;
    assert_eq!(take(3).await, None, "too late");
    shared.end().await;
}

#[tokio::test]
async fn what_is_old_is_deleted_whether_anything_new_comes_or_not() {
    let shared = Shared::new().await;
    let (one, two) = (shared.join(1).await, shared.join(2).await);
    for (text, stays) in [("old", false), ("stays", true)] {
        one.tell(text, stays).await.expect("told");
    }
    let keep = |code, who| one.keep_code(hash(code), (player(who), hash(9)), 60_000);
    keep(1, 1).await.expect("kept");
    shared.age(LONG_AGO_MS).await;
    assert_eq!(shared.rows_stored().await, (2, 1));
    two.forget_old().await.expect("forgotten");
    assert_eq!(shared.rows_stored().await, (1, 0));
    // News that others have not read yet, and valid codes, are kept.
    one.tell("new", false).await.expect("told");
    keep(2, 2).await.expect("kept");
    two.forget_old().await.expect("forgotten");
    assert_eq!(shared.rows_stored().await, (2, 1));
    assert_eq!(news(&two).await, ["stays", "new"]);
    shared.end().await;
}

#[tokio::test]
async fn one_key_is_one_rooms_until_that_is_closed_or_was_never_made_by_a_server_that_is_gone() {
    let shared = Shared::new().await;
    let (one, two) = (shared.join(1).await, shared.join(2).await);
    for member in [&one, &two] {
        beat(member).await;
    }
    one.claim(&[1]).await.expect("claimed");
    two.claim(&[2]).await.expect("claimed");
    // In shards 1 and 2.
    let room = |shard: u128, number: u128| RoomId(Uuid::from_u128((shard << 120) + number));
    let (first, second) = (room(1, 1), room(2, 2));
    let who = (player(9), "a");
    let claim = async |of: &Membership, room| of.claim_key(who, room).await.expect("an answer");
    assert_eq!(claim(&one, first).await, first);
    assert_eq!(claim(&one, first).await, first, "the same again");
    assert_eq!(claim(&two, second).await, first, "it may be made still");
    let other = two.claim_key((player(9), "b"), second).await;
    assert_eq!(other.expect("an answer"), second, "another key");
    two.release_key(second).await.expect("given back");
    // The room was not created after all.
    one.release_key(first).await.expect("given back");
    assert_eq!(claim(&two, second).await, second);
    two.release_key(second).await.expect("given back");
    // A created room has the key for as long as it is open, whichever server is gone.
    assert_eq!(claim(&one, first).await, first);
    shared.open_room(&one, first).await;
    one.release_key(first).await.expect("an answer");
    one.forget_old().await.expect("forgotten");
    take_over(&two, 1, &[(1, node(2))]).await;
    assert_eq!(claim(&two, second).await, first);
    shared.close_room(&two, first).await;
    assert_eq!(claim(&two, second).await, second, "it is closed");
    // Keys that a server claimed that is gone, without creating the rooms, are free.
    let three = shared.join(3).await;
    beat(&three).await;
    take_over(&three, 2, &[(1, node(3)), (2, node(3))]).await;
    assert_eq!(claim(&three, room(1, 3)).await, room(1, 3));
    shared.end().await;
}

#[tokio::test]
async fn a_number_tells_whether_shards_have_moved() {
    let shared = Shared::new().await;
    let (one, two) = (shared.join(1).await, shared.join(2).await);
    let mut seen = vec![two.moves().await.expect("a number")];
    one.claim(&[7, 8]).await.expect("claimed");
    seen.push(two.moves().await.expect("a number"));
    let moved = beat(&one).await.parts[7].moved;
    let given = Given {
        shard: 7,
        to: node(2),
        moved,
    };
    one.hand_over(&[given]).await.expect("handed over");
    seen.push(two.moves().await.expect("a number"));
    take_over(&two, 1, &[(8, node(2))]).await;
    seen.push(two.moves().await.expect("a number"));
    assert!(
        seen.is_sorted_by(|before, after| before < after),
        "{seen:?}"
    );
    beat(&two).await;
    assert_eq!(Some(&two.moves().await.expect("a number")), seen.last());
    shared.end().await;
}

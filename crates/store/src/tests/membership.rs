//! Servers that share the rooms of a Postgres database: a shard never has two owners that can write.

use std::sync::Arc;
use std::time::Duration;

use giog_protocol::RoomId;
use giog_rules::PlayerId;
use tokio::time::sleep;
use uuid::Uuid;

use super::fresh::Fresh;
use super::samples::{TTL_MS, at, row, row_with};
use crate::{
    Append, AppendError, Fact, Given, Heartbeat, Log as _, MemberState, Members, Membership,
    NewMember, OpenOptions, PgStore,
};

/// The number of checks whether something has happened, and their interval.
const LOOKS: u32 = 3_000;
const LOOK_EVERY: Duration = Duration::from_millis(10);

pub(super) fn node(number: u128) -> Uuid {
    Uuid::from_u128(number)
}

/// A room of a shard.
fn room(shard: u8) -> RoomId {
    RoomId(Uuid::from_bytes([shard; 16]))
}

pub(super) struct Shared {
    pub(super) fresh: Fresh,
    store: Arc<PgStore>,
}

impl Shared {
    pub(super) async fn new() -> Self {
        let fresh = Fresh::postgres().await;
        let store = PgStore::open(&fresh.url(), &OpenOptions::default()).await;
        let store = Arc::new(store.expect("it opens"));
        Self { fresh, store }
    }

    async fn try_join(&self, number: u128) -> Option<Membership> {
        let new = NewMember {
            node: node(number),
            name: format!("node {number}"),
            build: "1".to_owned(),
        };
        let joined = Membership::join(&self.fresh.url(), &new, TTL_MS).await;
        joined.expect("an answer")
    }

    pub(super) async fn join(&self, number: u128) -> Membership {
        self.try_join(number).await.expect("nobody is in the way")
    }

    async fn append(&self, by: &Membership, batch: &[Append]) -> Result<(), AppendError> {
        self.store.append(by.fence(), batch).await
    }

    /// The first row of a room.
    pub(super) async fn open_room(&self, by: &Membership, room: RoomId) {
        let opened = Fact::RoomOpened { room, at: at(0) };
        let begun = self.append(by, &[row_with(room, 0, vec![opened])]).await;
        begun.expect("its shard is theirs");
    }

    /// The last row of a room with one row.
    pub(super) async fn close_room(&self, by: &Membership, room: RoomId) {
        let closed = Fact::RoomClosed { room, at: at(1) };
        let ended = self.append(by, &[row_with(room, 1, vec![closed])]).await;
        ended.expect("its shard is theirs");
    }

    async fn rows(&self, room: RoomId) -> usize {
        self.store.log(room).await.expect("a log").rows.len()
    }

    pub(super) async fn end(self) {
        self.store.close().await;
        self.fresh.remove().await;
    }
}

/// The beat of a healthy server.
pub(super) const WELL: Heartbeat = Heartbeat {
    state: MemberState::Active,
    reach: "nodes",
    health: "ready",
};

pub(super) async fn beat(member: &Membership) -> Members {
    let beat = member.beat(WELL).await;
    beat.expect("the lease is theirs")
}

pub(super) fn owner(members: &Members, shard: u8) -> Option<Uuid> {
    members.parts[usize::from(shard)].node
}

/// The last beat of a living node.
fn last_beat(members: &Members, number: u128) -> i64 {
    let mut members = members.members.iter();
    let member = members.find(|member| member.node == node(number));
    member.expect("it lives").beat
}

/// Takes over from a silent node.
pub(super) async fn take_over(by: &Membership, gone: u128, shards: &[(i32, Uuid)]) {
    let last = last_beat(&beat(by).await, gone);
    let taken = by.take_over(node(gone), last, shards).await;
    assert!(taken.expect("an answer"), "nobody has heard of it since");
}

fn state(members: &Members, number: u128) -> Option<MemberState> {
    let mut members = members.members.iter();
    let member = members.find(|member| member.node == node(number));
    member.map(|member| member.state)
}

/// A single row is one statement; a row with facts is part of a transaction.
fn kinds_of_rows(room: RoomId) -> [Append; 2] {
    let opened = Fact::RoomOpened { room, at: at(0) };
    [row(room, 1, "row 1"), row_with(room, 0, vec![opened])]
}

#[tokio::test]
async fn one_server_for_all_rooms_and_several_that_share_them_wait_for_each_other() {
    let shared = Shared::new().await;
    let alone = shared.store.try_lease("alone", TTL_MS).await;
    let alone = alone.expect("an answer").expect("it is free");
    assert!(shared.try_join(1).await.is_none());
    shared.store.release(alone).await.expect("held");
    let (one, two) = (shared.join(1).await, shared.join(2).await);
    assert_eq!(one.fence().number(), two.fence().number());
    assert!(one.fence().number() > alone.number());
    let lease = || async { shared.store.try_lease("alone", TTL_MS).await };
    assert_eq!(lease().await.expect("an answer"), None);
    one.leave().await.expect("left");
    assert_eq!(lease().await.expect("an answer"), None, "two is there");
    two.leave().await.expect("left");
    assert!(lease().await.expect("an answer").is_some());
    assert!(two.beat(WELL).await.is_err());
    shared.end().await;
}

/// A caller that compares the number with an earlier one must know whether it may be the same.
#[tokio::test]
async fn the_number_of_the_lease_is_new_for_the_first_of_them_alone() {
    let shared = Shared::new().await;
    let one = shared.join(1).await;
    assert!(one.has_new_number());
    // Killed servers do not release the lease.
    let two = shared.join(2).await;
    assert!(!two.has_new_number());
    assert_eq!(two.fence().number(), one.fence().number());
    for member in [&one, &two] {
        member.leave().await.expect("left");
    }
    let three = shared.join(3).await;
    assert!(three.has_new_number());
    assert!(three.fence().number() > two.fence().number());
    three.leave().await.expect("left");
    shared.end().await;
}

#[tokio::test]
async fn nobody_gives_shards_to_a_node_that_starts_or_takes_it_for_gone() {
    let shared = Shared::new().await;
    let (one, two) = (shared.join(1).await, shared.join(2).await);
    let members = beat(&one).await;
    let starting = members.members.iter();
    let starting: Vec<_> = starting.filter(|row| row.node == node(2)).collect();
    assert_eq!(starting[0].state, MemberState::Leaving);
    assert!(starting[0].beat_at > members.now_ms);
    assert_eq!(state(&beat(&two).await, 2), Some(MemberState::Active));
    assert!(beat(&one).await.members[1].beat_at <= beat(&one).await.now_ms);
    for member in [one, two] {
        member.leave().await.expect("left");
    }
    shared.end().await;
}

#[tokio::test]
async fn a_node_stores_rows_of_rooms_of_its_shards_and_of_no_others() {
    let shared = Shared::new().await;
    let (one, two) = (shared.join(1).await, shared.join(2).await);
    one.claim(&[7, 8]).await.expect("claimed");
    two.claim(&[8, 9]).await.expect("claimed, where it is free");
    let members = beat(&one).await;
    assert_eq!(
        [7, 8, 9].map(|shard| owner(&members, shard)),
        [Some(node(1)), Some(node(1)), Some(node(2))]
    );
    for append in kinds_of_rows(room(9)) {
        let mixed = [row(room(8), append.index, "row"), append];
        let appended = shared.append(&one, &mixed).await;
        assert!(
            matches!(appended, Err(AppendError::Elsewhere)),
            "{appended:?}"
        );
        assert_eq!(shared.rows(room(8)).await, 0, "all or nothing");
        shared.append(&two, &mixed[1..]).await.expect("its own");
        // Again, as after a lost answer.
        shared
            .append(&two, &mixed[1..])
            .await
            .expect("stored already");
    }
    assert_eq!(shared.rows(room(9)).await, 2);
    let moved = members.parts[8].moved;
    let give = |moved| {
        let one_of_several = |shard| Given {
            shard,
            to: node(2),
            moved,
        };
        [8, 9].map(one_of_several)
    };
    two.hand_over(&give(moved)).await.expect("no effect on 8");
    one.hand_over(&give(moved + 1)).await.expect("no effect");
    assert_eq!(owner(&beat(&one).await, 8), Some(node(1)));
    one.hand_over(&give(moved)).await.expect("handed over");
    assert_eq!(owner(&beat(&one).await, 8), Some(node(2)));
    let late = shared.append(&one, &[row(room(8), 0, "row")]).await;
    assert!(matches!(late, Err(AppendError::Elsewhere)), "{late:?}");
    for member in [one, two] {
        member.leave().await.expect("left");
    }
    shared.end().await;
}

#[tokio::test]
async fn a_take_over_waits_for_an_append_that_has_begun_and_then_the_node_stores_nothing() {
    for append in kinds_of_rows(room(7)) {
        let shared = Shared::new().await;
        let (one, two) = (shared.join(1).await, shared.join(2).await);
        one.claim(&[7]).await.expect("claimed");
        // The row waits for another transaction that writes it, too, and is rolled back.
        let mut other = shared.fresh.connect().await;
        let sql = "INSERT INTO room_log (room_id, idx, body) VALUES ($1, $2, 'held up')";
        let index = i64::try_from(append.index).expect("small");
        let values = [
            crate::database::Value::Id(room(7).0),
            crate::database::Value::Int(index),
        ];
        other.conn().execute("BEGIN", &[]).await.expect("begun");
        other.conn().execute(sql, &values).await.expect("held up");
        let (store, fence) = (Arc::clone(&shared.store), one.fence());
        let batch = [append];
        let appended = tokio::spawn(async move { store.append(fence, &batch).await });
        until_waiting(&shared.fresh, 1).await;
        let two = Arc::new(two);
        let other_two = Arc::clone(&two);
        let taken = tokio::spawn(async move { take_over(&other_two, 1, &[(7, node(2))]).await });
        until_waiting(&shared.fresh, 2).await;
        assert_eq!(owner(&beat(&two).await, 7), Some(node(1)));
        other.conn().execute("ROLLBACK", &[]).await.expect("ended");
        appended.await.expect("no panic").expect("it was its own");
        taken.await.expect("no panic");
        let members = beat(&two).await;
        assert_eq!(owner(&members, 7), Some(node(2)));
        assert_eq!(state(&members, 1), None, "it has nothing any more");
        assert_eq!(state(&beat(&one).await, 1), Some(MemberState::Fenced));
        for late in kinds_of_rows(room(7)) {
            let late = shared.append(&one, &[late]).await;
            assert!(matches!(late, Err(AppendError::LeaseLost)), "{late:?}");
        }
        assert_eq!(shared.rows(room(7)).await, 1);
        assert!(two.is_unlocked(node(3)).await.expect("an answer"));
        shared.end().await;
    }
}

/// Its append waits for a standby, or its machine was paused for a moment.
#[tokio::test]
async fn a_node_that_beats_again_before_it_is_fenced_lives() {
    let shared = Shared::new().await;
    let (one, two) = (shared.join(1).await, Arc::new(shared.join(2).await));
    one.claim(&[7]).await.expect("claimed");
    let judged = last_beat(&beat(&two).await, 1);
    let mut other = shared.fresh.connect().await;
    let sql = "SELECT FROM nodes WHERE node = $1 FOR KEY SHARE";
    let one_value = [crate::database::Value::Id(node(1))];
    other.conn().execute("BEGIN", &[]).await.expect("begun");
    other.conn().execute(sql, &one_value).await.expect("kept");
    let other_two = Arc::clone(&two);
    let to = [(7, node(2))];
    let taken = tokio::spawn(async move { other_two.take_over(node(1), judged, &to).await });
    until_waiting(&shared.fresh, 1).await;
    beat(&one).await;
    other.conn().execute("ROLLBACK", &[]).await.expect("ended");
    let taken = taken.await.expect("no panic");
    assert!(!taken.expect("an answer"), "it has beaten since");
    let members = beat(&two).await;
    assert_eq!(owner(&members, 7), Some(node(1)));
    assert_eq!(state(&members, 1), Some(MemberState::Active));
    shared.end().await;
}

#[tokio::test]
async fn of_two_who_claim_one_shard_at_a_moment_the_first_one_has_it() {
    let shared = Shared::new().await;
    let (one, two) = (shared.join(1).await, Arc::new(shared.join(2).await));
    beat(&one).await;
    // The first claim is not committed yet.
    let mut first = shared.fresh.connect().await;
    let sql = "UPDATE shards SET node = $1, moved = moved + 1 WHERE shard = 7";
    let one_value = [crate::database::Value::Id(node(1))];
    first.conn().execute("BEGIN", &[]).await.expect("begun");
    first
        .conn()
        .execute(sql, &one_value)
        .await
        .expect("claimed");
    let other_two = Arc::clone(&two);
    let second = tokio::spawn(async move { other_two.claim(&[7, 8]).await });
    until_waiting(&shared.fresh, 1).await;
    first
        .conn()
        .execute("COMMIT", &[])
        .await
        .expect("committed");
    second
        .await
        .expect("no panic")
        .expect("claimed what is free");
    let members = beat(&two).await;
    assert_eq!(owner(&members, 7), Some(node(1)), "it lives");
    assert_eq!(owner(&members, 8), Some(node(2)));
    shared.end().await;
}

#[tokio::test]
async fn keys_of_rooms_do_not_wait_for_shards_that_move() {
    let shared = Shared::new().await;
    let one = Arc::new(shared.join(1).await);
    let mut other = shared.fresh.connect().await;
    let sql = "SELECT FROM shards WHERE shard = 7 FOR UPDATE";
    other.conn().execute("BEGIN", &[]).await.expect("begun");
    other.conn().execute(sql, &[]).await.expect("locked");
    let other_one = Arc::clone(&one);
    let claim = tokio::spawn(async move { other_one.claim(&[7]).await });
    until_waiting(&shared.fresh, 1).await;
    let player = PlayerId(node(9));
    let claimed = one.claim_key((player, "a"), room(7)).await;
    assert_eq!(claimed.expect("claimed"), room(7));
    let news = one.news().await.expect("an answer");
    assert!(news.is_empty(), "nor do news");
    other.conn().execute("ROLLBACK", &[]).await.expect("ended");
    // On a busy machine it may have timed out.
    let _ = claim.await.expect("no panic");
    shared.end().await;
}

#[tokio::test]
async fn a_node_that_is_fenced_moves_nothing() {
    let shared = Shared::new().await;
    let (one, two) = (shared.join(1).await, shared.join(2).await);
    one.claim(&[7]).await.expect("claimed");
    two.claim(&[8]).await.expect("claimed");
    let last = last_beat(&beat(&two).await, 1);
    take_over(&two, 1, &[]).await;
    let again = two.take_over(node(1), last, &[]).await;
    assert!(!again.expect("an answer"), "it is fenced already");
    one.claim(&[9]).await.expect("no effect");
    let moved = beat(&two).await.parts[7].moved;
    let back = Given {
        shard: 7,
        to: node(1),
        moved,
    };
    one.hand_over(&[back]).await.expect("no effect");
    let last = last_beat(&beat(&two).await, 2);
    let taken = one.take_over(node(2), last, &[(8, node(1))]).await;
    assert!(taken.is_err());
    let members = beat(&two).await;
    assert_eq!(
        (owner(&members, 8), owner(&members, 9)),
        (Some(node(2)), None)
    );
    assert_eq!(members.parts[7].moved, moved);
    // Shards of a fenced node can be claimed by any node.
    two.claim(&[7]).await.expect("claimed");
    assert_eq!(owner(&beat(&two).await, 7), Some(node(2)));
    shared.end().await;
}

#[tokio::test]
async fn the_lock_of_a_node_is_free_when_its_process_is_gone() {
    let shared = Shared::new().await;
    let (one, two) = (shared.join(1).await, shared.join(2).await);
    let becomes = async |wanted: bool| {
        for _ in 0..LOOKS {
            if two.is_unlocked(node(1)).await.expect("an answer") == wanted {
                return;
            }
            sleep(LOOK_EVERY).await;
        }
        panic!("it stays {}", !wanted);
    };
    becomes(false).await;
    drop(one);
    becomes(true).await;
    shared.end().await;
}

/// Waits until this number of sessions wait for a lock.
async fn until_waiting(fresh: &Fresh, count: i64) {
    row! {
        struct Count {
            count: i64,
        }
    }
    let sql = "SELECT COUNT(*) AS count FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'";
    let mut looking = fresh.connect().await;
    for _ in 0..LOOKS {
        let waiting: Option<Count> = looking.conn().first(sql, &[]).await.expect("a number");
        if waiting.is_some_and(|waiting| waiting.count == count) {
            return;
        }
        sleep(LOOK_EVERY).await;
    }
    panic!("nobody waits");
}

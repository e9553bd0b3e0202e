//! Rated tables: quick play alone gives the seats, and each match is rated by its result.

use std::collections::BTreeSet;

use giog_protocol::server::{RoomEvent, StandReason};
use giog_protocol::{ErrorCode, Phase};
use giog_rooms::{AdminCommand, ConnId};
use giog_rules::{Seat, Timestamp};
use giog_store::{Fact, RatedMatch, Unrated};

use crate::table::{A, B, C, D, Table, player};

/// Longer than any decision: in these tests, the date moves in outages alone.
const OUTAGE_MS: i64 = 600_000;

/// A rated table of two, in a match.
fn playing() -> Table {
    let mut table = Table::rated(r#"{"seats":2}"#);
    table.quick_join(B).expect("a seat");
    assert!(table.snapshot(A).game.is_some(), "a match begins");
    table
}

/// What the last row with facts says of ratings; it follows the finished match.
fn rated(table: &Table) -> &RatedMatch {
    let [.., Fact::MatchFinished(finished), Fact::Rated(rated)] = &table.facts[..] else {
        panic!("{:?}", table.facts.last());
    };
    assert_eq!(rated.match_id, finished.match_id);
    assert_eq!(rated.at, finished.ended_at);
    rated
}

fn rank(rated: &RatedMatch, conn: ConnId) -> u8 {
    let of = rated.people.iter().find(|one| one.player == player(conn));
    of.expect("they played").rank
}

#[test]
fn nobody_chooses_a_seat_and_no_bot_takes_one() {
    let mut table = Table::rated(r#"{"seats":4}"#);
    let mut drawn = BTreeSet::new();
    for conn in (10..30).map(ConnId) {
        table.quick_join(conn).expect("a seat");
        drawn.insert(table.seat_of(conn).expect("seated"));
        table.ok(conn, r#"{"type":"leave"}"#);
    }
    assert_eq!(drawn.len(), 3, "any free seat: {drawn:?}");
    table.ok(B, r#"{"type":"join"}"#);
    for json in [
        r#"{"type":"sit"}"#,
        r#"{"type":"sit","seat":1}"#,
        r#"{"type":"sit","seat":3}"#,
        r#"{"type":"join","sit":true}"#,
    ] {
        table.refused(B, json, ErrorCode::NoFreeSeat);
    }
    table.refused(A, r#"{"type":"add_bot","all":true}"#, ErrorCode::NoBots);
    table.pass(600_000);
    let state = table.snapshot(A).state;
    let seated = state.seats.iter().filter(|seat| seat.occupant.is_some());
    assert_eq!((seated.count(), state.phase), (1, Phase::Gathering));
    assert!(state.settings.rated);
    assert!(!table.room.summary().has_free_seat());
    let now = table.now_of(A);
    assert_eq!(now.bots_left_ms, None);
}

#[test]
fn a_match_is_rated_by_its_result_and_everybody_stands_up() {
    let mut table = playing();
    table.play_to_end(&[A, B]);
    let finished = table.finished()[0].clone();
    let of = rated(&table);
    assert_eq!(of.pool.to_string(), "giog/2/live");
    assert_eq!(of.unrated, None);
    for seat in &finished.players {
        let one = of.people.iter().find(|one| one.seat == seat.seat);
        let one = one.expect("everybody is rated");
        assert_eq!(Some(one.player), seat.player);
        let nobody_lost = finished.players.iter().all(|other| other.won);
        assert_eq!(one.rank == 1, seat.won || nobody_lost);
    }
    let stood = table.events(A).into_iter().filter(|(_, event)| {
        matches!(
            event,
            RoomEvent::Stood {
                reason: StandReason::MatchOver,
                ..
            }
        )
    });
    assert_eq!(stood.count(), 2);
    let state = table.snapshot(A).state;
    assert!(state.seats.iter().all(|seat| seat.occupant.is_none()));
    // Others may be led here now, and the same people again.
    for conn in [C, A] {
        table.quick_join(conn).expect("a seat");
    }
    assert!(table.snapshot(C).game.is_some());
}

#[test]
fn whoever_has_left_is_last_whatever_the_stand_in_wins() {
    let mut table = playing();
    table.play_on(&[A, B], 2);
    table.ok(B, r#"{"type":"leave"}"#);
    table.play_to_end(&[A]);
    let of = rated(&table);
    assert_eq!((rank(of, A), rank(of, B)), (1, 2));
    assert_eq!(of.unrated, None);
    let seat = of.people.iter().find(|one| one.player == player(B));
    let seat = Seat::new(seat.expect("they played").seat.into());
    let record = table.proven_record();
    assert!(!record.players[seat].stand_ins.is_empty());
}

/// A person who comes back is rated by the result.
#[test]
fn an_absence_before_the_end_does_not_count() {
    let mut table = playing();
    table.play_on(&[A, B], 1);
    table.ok(B, r#"{"type":"leave"}"#);
    table.play_on(&[A], 1);
    table.ok(B, r#"{"type":"join"}"#);
    table.play_to_end(&[A, B]);
    let of = rated(&table);
    let finished = table.finished()[0];
    for seat in &finished.players {
        let one = of.people.iter().find(|one| one.seat == seat.seat);
        let both = finished.players.iter().all(|other| other.won == seat.won);
        assert_eq!(one.expect("rated").rank == 1, seat.won || both);
    }
}

#[test]
fn nobody_is_last_because_the_server_was_away() {
    let mut table = playing();
    table.play_on(&[A, B], 2);
    table.crash(0);
    table.now.wall = Timestamp::from_unix_ms(table.now.wall.unix_ms() + OUTAGE_MS);
    table.ok(A, r#"{"type":"join"}"#);
    table.play_to_end(&[A]);
    let of = rated(&table);
    assert_eq!(of.unrated, Some(Unrated::Outage));
}

#[test]
fn an_outage_after_which_all_come_back_changes_nothing() {
    let mut table = playing();
    table.play_on(&[A, B], 2);
    table.crash(0);
    table.now.wall = Timestamp::from_unix_ms(table.now.wall.unix_ms() + OUTAGE_MS);
    for conn in [A, B] {
        table.ok(conn, r#"{"type":"join"}"#);
    }
    table.play_to_end(&[A, B]);
    assert_eq!(rated(&table).unrated, None);
}

#[test]
fn a_match_that_is_stopped_is_not_rated() {
    let mut table = playing();
    table.play_on(&[A, B], 2);
    table.admin_command(AdminCommand::Stop).expect("closed");
    let rated = table.facts.iter().find_map(|fact| match fact {
        Fact::Rated(rated) => Some(rated),
        _ => None,
    });
    let rated = rated.expect("it was one of a rated table");
    assert_eq!(rated.unrated, Some(Unrated::Abandoned));
}

#[test]
fn other_tables_rate_nothing() {
    let mut table = Table::quick(r#"{"seats":2}"#);
    table.quick_join(B).expect("a seat");
    table.play_to_end(&[A, B]);
    assert!(
        !table
            .facts
            .iter()
            .any(|fact| matches!(fact, Fact::Rated(_)))
    );
    let state = table.snapshot(A).state;
    assert!(state.seats.iter().all(|seat| seat.occupant.is_some()));
    table.ok(D, r#"{"type":"join"}"#);
}

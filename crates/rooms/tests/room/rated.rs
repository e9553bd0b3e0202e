//! Rated tables: quick play alone gives the seats, and each match is rated by its result.

use std::collections::BTreeSet;

use giog_protocol::server::{RoomEvent, StandReason};
use giog_protocol::{ErrorCode, Occupant, Phase};
use giog_rooms::{AdminCommand, ConnId, Context, Input, Times};
use giog_rules::{Seat, Timestamp};
use giog_store::{Fact, RatedMatch, Unrated};

use crate::table::{A, B, C, D, Table, context, player};

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
fn nobody_chooses_a_seat_and_nobody_adds_a_bot() {
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

/// The bots at the table.
fn bots(table: &mut Table) -> Vec<String> {
    let seats = table.snapshot(A).state.seats.into_iter();
    let bots = seats.filter_map(|seat| match seat.occupant {
        Some(Occupant::Bot { bot }) => Some(bot),
        _ => None,
    });
    bots.collect()
}

fn bots_left_ms(table: &Table) -> Option<u64> {
    table.now_of(A).bots_left_ms
}

#[test]
fn anchors_take_the_free_seats_a_minute_after_the_last_person_sat_down() {
    let mut table = Table::rated(r#"{"seats":4}"#);
    table.pass(600_000);
    assert_eq!(bots_left_ms(&table), None, "one person waits for another");
    table.quick_join(B).expect("a seat");
    table.pass(40_000);
    table.quick_join(C).expect("a seat");
    assert_eq!(bots_left_ms(&table), Some(60_000));
    table.pass(59_999);
    assert_eq!(bots(&mut table), [""; 0]);
    table.pass(1);
    assert_eq!(bots(&mut table), ["club"]);
    assert!(table.snapshot(A).game.is_some(), "the match begins with it");
    // Whoever comes in the same moment finds another table.
    assert_eq!(table.quick_join(D), Err(ErrorCode::NoFreeSeat));
}

#[test]
fn whoever_takes_the_last_seat_comes_before_the_anchors() {
    let mut table = Table::rated(r#"{"seats":4}"#);
    table.quick_join(B).expect("a seat");
    table.quick_join(C).expect("a seat");
    table.pass(59_999);
    table.quick_join(D).expect("a seat");
    table.pass(1);
    assert_eq!(bots(&mut table), [""; 0]);
    assert!(table.snapshot(A).game.is_some());
}

#[test]
fn no_anchor_comes_to_one_person_nor_to_somebody_who_is_away() {
    let mut table = Table::rated(r#"{"seats":4}"#);
    table.quick_join(B).expect("a seat");
    table.pass(59_000);
    table.ok(B, r#"{"type":"leave"}"#);
    table.pass(600_000);
    assert_eq!(bots(&mut table), [""; 0]);
    table.quick_join(C).expect("a seat");
    table.pass(20_000);
    table.handle(Input::Detached { conn: C });
    table.pass(59_999);
    assert_eq!(bots(&mut table), [""; 0], "C would be the last");
    table.quick_join(C).expect("their seat");
    table.pass(0);
    assert_eq!(bots(&mut table).len(), 2, "it is time");
    assert!(table.snapshot(A).game.is_some());
}

/// The wait goes on where it was, and the match that begins is rated from its log.
#[test]
fn a_restart_while_people_wait_and_another_during_the_match_change_nothing() {
    let mut table = Table::rated(r#"{"seats":4}"#);
    table.quick_join(B).expect("a seat");
    table.pass(30_000);
    table.crash(0);
    for conn in [A, B] {
        table.quick_join(conn).expect("their seat");
    }
    table.pass(60_000);
    assert_eq!(bots(&mut table), ["club", "club"]);
    table.play_on(&[A, B], 2);
    table.crash(0);
    for conn in [A, B] {
        table.ok(conn, r#"{"type":"join"}"#);
    }
    table.play_to_end(&[A, B]);
    let of = rated(&table);
    let counts = (of.people.len(), of.anchors.len());
    assert_eq!((of.unrated, counts), (None, (2, 2)));
    let pool = "giog/4-5/live".parse().expect("a pool");
    let club = giog_ratings::anchor(&pool, "club").expect("an anchor");
    assert!(of.anchors.iter().all(|one| one.rating == club.rating()));
    // Ranks are those among all four.
    let ranks = of.people.iter().map(|one| one.rank);
    let ranks: Vec<u8> = ranks.chain(of.anchors.iter().map(|one| one.rank)).collect();
    let winners = table.finished()[0].players.iter().filter(|one| one.won);
    let winners = winners.count();
    let of_rank = |rank: usize| {
        let of = ranks.iter().filter(|&&one| usize::from(one) == rank);
        of.count()
    };
    assert_eq!(of_rank(1), winners, "{ranks:?}");
    assert_eq!(of_rank(1 + winners), 4 - winners, "{ranks:?}");
    let finished = table.finished()[0];
    let levels = finished.players.iter().filter_map(|one| one.bot.as_deref());
    assert_eq!(levels.collect::<Vec<_>>(), ["club", "club"]);
    table.proven_record();
    let state = table.snapshot(A).state;
    assert!(state.seats.iter().all(|seat| seat.occupant.is_none()));
}

#[test]
fn anchors_whose_match_does_not_begin_leave() {
    let mut table = Table::rated_with(r#"{"seats":4}"#, waiting(5_000));
    table.quick_join(B).expect("a seat");
    table.ok(B, r#"{"type":"unready"}"#);
    table.pass(5_000);
    assert_eq!(bots(&mut table).len(), 2);
    assert!(table.snapshot(A).game.is_none());
    // B does not get ready in time, and nobody is left but A.
    table.pass(25_000);
    assert_eq!(bots(&mut table), [""; 0]);
    table.quick_join(C).expect("a seat");
    assert_eq!(bots_left_ms(&table), Some(5_000));
}

/// While the server drains, or its disk is nearly full, they would begin a match that it does not want to begin.
#[test]
fn no_anchor_comes_while_no_match_may_begin() {
    for begins_nothing in [AdminCommand::Drain, AdminCommand::DiskLow] {
        let mut table = Table::rated(r#"{"seats":4}"#);
        table.quick_join(B).expect("a seat");
        table.admin_command(begins_nothing(true)).expect("done");
        table.pass(600_000);
        assert_eq!(bots(&mut table), [""; 0]);
        assert_eq!(table.quick_join(C), Err(ErrorCode::NoFreeSeat));
        table.crash(0);
        for conn in [A, B] {
            table.ok(conn, r#"{"type":"join"}"#);
        }
        table.admin_command(begins_nothing(true)).expect("done");
        table.pass(600_000);
        let state = table.snapshot(A).state;
        let seated = state.seats.iter().filter(|seat| seat.occupant.is_some());
        assert_eq!((seated.count(), state.phase), (2, Phase::Gathering));
        table.admin_command(begins_nothing(false)).expect("done");
        table.pass(0);
        assert_eq!(bots(&mut table).len(), 2, "it is time");
        assert!(table.snapshot(A).game.is_some());
    }
}

/// They sit already, and somebody is not ready.
#[test]
fn anchors_whose_match_may_not_begin_any_more_begin_none() {
    let mut table = Table::rated_with(r#"{"seats":4}"#, waiting(5_000));
    table.quick_join(B).expect("a seat");
    table.ok(B, r#"{"type":"unready"}"#);
    table.pass(5_000);
    assert_eq!(bots(&mut table).len(), 2);
    table
        .admin_command(AdminCommand::Drain(true))
        .expect("done");
    table.refused(B, r#"{"type":"ready"}"#, ErrorCode::Draining);
    assert!(table.snapshot(A).game.is_none());
    table
        .admin_command(AdminCommand::Drain(false))
        .expect("done");
    table.ok(B, r#"{"type":"ready"}"#);
    assert!(table.snapshot(A).game.is_some());
    table
        .admin_command(AdminCommand::Drain(true))
        .expect("done");
    table.play_to_end(&[A, B]);
    assert_eq!(rated(&table).unrated, None, "a match that runs ends as any");
}

/// Anchors come after so many milliseconds.
fn waiting(rated_bots_ms: u64) -> Context {
    let context = context();
    let times = Times {
        rated_bots_ms,
        ..context.times
    };
    Context { times, ..context }
}

#[test]
fn without_a_time_or_an_anchor_people_wait() {
    let without_time = Table::rated_with(r#"{"seats":4}"#, waiting(0));
    let without_anchor = Table::rated(r#"{"seats":3}"#);
    for mut table in [without_time, without_anchor] {
        table.quick_join(B).expect("a seat");
        assert_eq!(bots_left_ms(&table), None);
        table.pass(600_000);
        assert_eq!(bots(&mut table), [""; 0]);
    }
}

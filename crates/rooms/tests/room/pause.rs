//! A pause of a match while somebody is cut off.

use giog_protocol::ErrorCode;
use giog_protocol::server::RoomEvent;
use giog_rooms::{ConnId, Input};
use giog_rules::Timestamp;
use giog_rules::record::By;

use crate::table::{A, B, C, D, Table, record_of};

const UNLISTED: &str = r#"{"seats":3,"ceremony":"server","access":"unlisted","clock":{"kind":"timed","decision_ms":10000,"bank_ms":5000}}"#;
/// How long a match may be paused in all.
const MOST_MS: u64 = 15 * 60_000;
/// How long somebody who has lost their connection counts as there.
const JUST_GONE_MS: u64 = 3_000;
const JOIN: &str = r#"{"type":"join"}"#;
const PAUSE: &str = r#"{"type":"pause"}"#;
const NO_PAUSE: &str = r#"{"type":"pause","agrees":false}"#;
const RESUME: &str = r#"{"type":"resume_match"}"#;

/// A match of three, of whom C has been cut off for a while.
fn without_c() -> Table {
    let mut table = Table::playing(&[A, B, C], UNLISTED);
    table.handle(Input::Detached { conn: C });
    table.pass(JUST_GONE_MS);
    table
}

/// The same, paused.
fn paused() -> Table {
    let mut table = without_c();
    table.ok(A, PAUSE);
    table.ok(B, PAUSE);
    assert!(table.snapshot(A).state.paused);
    table
}

/// Whether the room refuses an action of the current turn because of the pause.
fn must_not_act(table: &mut Table, conn: ConnId) {
    let turn = table.now_of(conn).you.expect("a seat").turn;
    let act = format!(r#"{{"type":"act","turn":{turn},"do":"play","pieces":"K"}}"#);
    table.refused(conn, &act, ErrorCode::Paused);
}

/// What a connection was told of pauses.
fn told(table: &Table, conn: ConnId) -> Vec<RoomEvent> {
    let events = table.events(conn).into_iter().map(|(_, event)| event);
    let of_pauses = |event: &RoomEvent| {
        matches!(
            event,
            RoomEvent::Agrees { .. } | RoomEvent::Paused | RoomEvent::Continued { .. }
        )
    };
    events.filter(of_pauses).collect()
}

fn agreeing(table: &mut Table) -> Vec<bool> {
    let seats = table.snapshot(A).state.seats.into_iter();
    seats.map(|seat| seat.agrees).collect()
}

/// How often the clock or a stand-in decided.
fn unattended(table: &Table, conn: ConnId) -> usize {
    let events = table.game_events(conn).into_iter();
    events.filter(|event| event.by != By::Player).count()
}

/// The time left for each open decision.
fn left_ms(table: &mut Table) -> Vec<Option<u64>> {
    table.snapshot(A);
    let deciding = table.now_of(A).deciding.into_iter();
    deciding.map(|seat| seat.left_ms).collect()
}

#[test]
fn a_match_is_paused_when_everybody_who_is_there_agrees() {
    let mut table = without_c();
    table.ok(D, JOIN);
    table.ok(A, PAUSE);
    table.ok(A, PAUSE);
    assert_eq!(agreeing(&mut table), [true, false, false]);
    assert!(!table.snapshot(A).state.paused, "B plays on");
    table.ok(A, NO_PAUSE);
    table.ok(B, PAUSE);
    table.ok(A, PAUSE);
    let told: Vec<_> = told(&table, D)
        .iter()
        .map(|event| serde_json::to_string(event).expect("JSON"))
        .collect();
    assert_eq!(
        told,
        [
            r#"{"do":"agrees","seat":0,"agrees":true}"#,
            r#"{"do":"agrees","seat":0,"agrees":false}"#,
            r#"{"do":"agrees","seat":1,"agrees":true}"#,
            r#"{"do":"agrees","seat":0,"agrees":true}"#,
            r#"{"do":"paused"}"#,
        ]
    );
    assert!(table.snapshot(D).state.paused);
    assert_eq!(table.now_of(D).pause_left_ms, Some(MOST_MS));
    assert_eq!(agreeing(&mut table), [false, false, false]);
}

#[test]
fn in_a_pause_clocks_stand_still_and_nobody_acts_until_its_time_is_over() {
    let mut table = paused();
    let before = (left_ms(&mut table), unattended(&table, A));
    table.pass(MOST_MS - 1);
    assert_eq!((left_ms(&mut table), unattended(&table, A)), before);
    assert_eq!(table.now_of(A).pause_left_ms, Some(1));
    for conn in [A, B] {
        let you = table.now_of(conn).you.expect("a seat");
        assert_eq!((you.decision, you.may), (None, Vec::new()));
        must_not_act(&mut table, conn);
    }
    table.pass(1);
    assert_eq!(
        told(&table, A).last(),
        Some(&RoomEvent::Continued { seat: None })
    );
    assert!(!table.snapshot(A).state.paused);
    assert_eq!(left_ms(&mut table), before.0);
    table.pass(16_000);
    assert!(unattended(&table, A) > before.1, "time goes on");
}

#[test]
fn any_of_them_resumes_the_match() {
    for conn in [A, B, C] {
        let mut table = paused();
        let before = left_ms(&mut table);
        table.pass(60_000);
        table.ok(C, JOIN);
        assert!(
            table.snapshot(A).state.paused,
            "who is back may say so first"
        );
        must_not_act(&mut table, C);
        table.ok(conn, RESUME);
        table.ok(conn, RESUME);
        let seat = table.seat_of(conn);
        assert_eq!(told(&table, A).last(), Some(&RoomEvent::Continued { seat }));
        assert_eq!(left_ms(&mut table), before);
        assert_eq!(table.now_of(A).pause_left_ms, None);
        table.play_to_end(&[A, B, C]);
    }
}

#[test]
fn a_match_is_paused_only_while_somebody_is_cut_off_at_an_unlisted_table() {
    let mut table = Table::playing(&[A, B, C], UNLISTED);
    table.ok(D, JOIN);
    table.refused(A, PAUSE, ErrorCode::NoPause);
    table.handle(Input::Detached { conn: C });
    table.refused(D, PAUSE, ErrorCode::NotSeated);
    table.refused(D, RESUME, ErrorCode::NotSeated);
    table.ok(C, r#"{"type":"join"}"#);
    table.ok(C, r#"{"type":"leave"}"#);
    table.refused(A, PAUSE, ErrorCode::NoPause);
    for settings in [
        UNLISTED.replace("unlisted", "public"),
        UNLISTED.replace("10000", "600000"),
    ] {
        let mut table = Table::playing(&[A, B, C], &settings);
        table.handle(Input::Detached { conn: C });
        table.refused(A, PAUSE, ErrorCode::NoPause);
    }
    let mut gathering = Table::of(&[A, B], UNLISTED);
    gathering.refused(A, PAUSE, ErrorCode::NoMatch);
    gathering.refused(A, RESUME, ErrorCode::NoMatch);
}

#[test]
fn what_people_agreed_to_lapses_when_nobody_is_cut_off_any_more() {
    let mut table = without_c();
    table.ok(A, PAUSE);
    table.ok(C, JOIN);
    assert_eq!(agreeing(&mut table), [false, false, false]);
    table.handle(Input::Detached { conn: B });
    table.ok(C, PAUSE);
    assert!(!table.snapshot(A).state.paused, "A has to agree again");
}

#[test]
fn who_plays_with_a_stand_in_is_waited_for_too_and_comes_back_in_the_pause() {
    let mut table = without_c();
    table.pass(60_000 - JUST_GONE_MS);
    assert!(table.is_away(2));
    table.ok(A, PAUSE);
    table.ok(B, PAUSE);
    let before = unattended(&table, A);
    table.pass(120_000);
    assert_eq!(unattended(&table, A), before, "nor does the stand-in act");
    table.ok(C, JOIN);
    assert!(!table.is_away(2));
    assert!(table.snapshot(A).state.paused);
}

#[test]
fn a_room_that_comes_back_from_a_crash_has_the_rest_of_its_pause() {
    let mut table = paused();
    let before = left_ms(&mut table).len();
    let date = table.now.wall.unix_ms();
    table.pass(300_000);
    table.now.wall = Timestamp::from_unix_ms(date + 400_000);
    table.crash(0);
    table.ok(A, JOIN);
    assert!(table.snapshot(A).state.paused);
    assert_eq!(table.now_of(A).pause_left_ms, Some(MOST_MS - 400_000));
    must_not_act(&mut table, A);
    table.pass(MOST_MS - 400_000 - 1);
    assert!(table.snapshot(A).state.paused);
    assert_eq!(left_ms(&mut table).len(), before, "nobody has acted");
    table.pass(1);
    assert!(!table.snapshot(A).state.paused);
}

#[test]
fn however_the_date_jumps_a_pause_is_not_longer_than_any() {
    for (jumped_ms, left_ms) in [(-1_000_000_000, MOST_MS), (1_000_000_000, 0)] {
        let mut table = paused();
        let date = table.now.wall.unix_ms();
        table.now.wall = Timestamp::from_unix_ms(date + jumped_ms);
        table.crash(0);
        table.ok(A, JOIN);
        assert_eq!(table.snapshot(A).state.paused, left_ms > 0);
        table.pass(left_ms);
        assert!(!table.snapshot(A).state.paused);
    }
}

#[test]
fn a_room_that_moves_to_another_node_takes_its_pause_along() {
    let mut table = paused();
    let before = left_ms(&mut table);
    let date = table.now.wall.unix_ms();
    table.now.wall = Timestamp::from_unix_ms(date + 100);
    table.move_on(100);
    table.ok(A, JOIN);
    assert_eq!(table.now_of(A).pause_left_ms, Some(MOST_MS - 100));
    table.pass(60_000);
    table.ok(A, RESUME);
    assert_eq!(left_ms(&mut table).len(), before.len());
}

#[test]
fn a_record_does_not_know_that_the_match_was_paused() {
    let play = |pauses: bool| {
        let mut table = without_c();
        if pauses {
            table.ok(A, PAUSE);
            table.ok(B, PAUSE);
            table.pass(10_000);
            table.ok(B, RESUME);
        }
        table.ok(C, JOIN);
        table.play_to_end(&[A, B, C]);
        record_of(table.finished()[0])
    };
    assert_eq!(play(true), play(false), "to the byte");
}

#[test]
fn all_pauses_of_a_match_together_are_not_longer_than_one() {
    let mut table = without_c();
    for used_ms in [0, 400_000, 800_000] {
        table.ok(A, PAUSE);
        table.ok(B, PAUSE);
        assert!(table.snapshot(A).state.paused);
        assert_eq!(table.now_of(A).pause_left_ms, Some(MOST_MS - used_ms));
        if used_ms == 400_000 {
            table.crash(0);
            table.ok(A, JOIN);
            table.ok(B, JOIN);
        }
        table.now.wall = Timestamp::from_unix_ms(table.now.wall.unix_ms() + 400_000);
        table.pass(400_000.min(MOST_MS - used_ms));
        if used_ms < 800_000 {
            table.ok(A, RESUME);
        }
        table.pass(JUST_GONE_MS);
    }
    assert!(!table.snapshot(A).state.paused);
    table.refused(A, PAUSE, ErrorCode::NoPause);
}

#[test]
fn whoever_refuses_and_reloads_the_page_is_not_passed_over() {
    let mut table = without_c();
    table.ok(A, PAUSE);
    table.handle(Input::Detached { conn: B });
    table.pass(1_000);
    assert_eq!(agreeing(&mut table), [false, false, false]);
    table.ok(A, PAUSE);
    table.pass(1_000);
    table.ok(B, JOIN);
    table.pass(JUST_GONE_MS);
    assert!(!table.snapshot(A).state.paused, "B has not agreed");
    table.ok(B, PAUSE);
    assert!(table.snapshot(A).state.paused);
}

#[test]
fn whoever_stays_away_has_no_say_after_a_moment() {
    let mut table = without_c();
    table.handle(Input::Detached { conn: B });
    table.ok(A, PAUSE);
    table.pass(JUST_GONE_MS - 1);
    assert!(!table.snapshot(A).state.paused);
    table.pass(1);
    assert!(
        table.snapshot(A).state.paused,
        "A alone is there, and agrees"
    );
}

#[test]
fn what_people_agreed_to_lapses_when_the_room_is_restored() {
    for crashes in [true, false] {
        let mut table = without_c();
        table.ok(A, PAUSE);
        if crashes {
            table.crash(0);
        } else {
            table.move_on(100);
        }
        table.ok(A, JOIN);
        assert_eq!(agreeing(&mut table), [false, false, false]);
        table.pass(JUST_GONE_MS);
        assert!(!table.snapshot(A).state.paused, "B had not agreed");
    }
}

#[test]
fn whoever_gave_their_seat_up_has_no_say_in_pauses() {
    let mut table = Table::playing(&[A, B, C], UNLISTED);
    for _ in 0..4 {
        table.ok(B, r#"{"type":"leave"}"#);
        table.ok(B, JOIN);
    }
    table.handle(Input::Detached { conn: C });
    table.pass(JUST_GONE_MS);
    table.refused(B, PAUSE, ErrorCode::NoPause);
    table.ok(A, PAUSE);
    assert!(table.snapshot(A).state.paused, "A alone still plays");
    table.refused(B, RESUME, ErrorCode::NoPause);
    table.ok(A, RESUME);
}

#[test]
fn in_a_pause_there_are_no_choices_hints_and_turns() {
    let settings = UNLISTED.replacen('{', r#"{"hints":"on","#, 1);
    let mut table = Table::playing(&[A, B, C], &settings);
    table.handle(Input::Detached { conn: C });
    table.pass(JUST_GONE_MS);
    table.ok(A, PAUSE);
    table.ok(B, PAUSE);
    for conn in [A, B] {
        let turn = table.now_of(conn).you.expect("a seat").turn;
        for kind in ["choices", "actions", "hint", "turn"] {
            let asked = format!(r#"{{"type":"{kind}","turn":{turn}}}"#);
            table.refused(conn, &asked, ErrorCode::Paused);
        }
    }
}

//! Players whose seat is played by a stand-in, and how they return.

use giog_protocol::ErrorCode;
use giog_protocol::server::{Deciding, RoomEvent, StandReason};
use giog_rooms::{ConnId, Input};
use giog_rules::boards::BoardAction;
use giog_rules::record::By;
use giog_rules::{Action, Record, RefusalCode};

use crate::table::{A, B, C, D, Table, player, record_of};

const NO_CLOCK: &str = r#"{"seats":2,"clock":{"kind":"none"},"ceremony":"server"}"#;

#[test]
fn who_is_disconnected_longer_than_the_grace_time_is_away_and_comes_back_by_joining() {
    let mut table = Table::playing(&[A, B], NO_CLOCK);
    table.handle(Input::Detached { conn: B });
    table.pass(59_999);
    assert!(!table.is_away(1));
    table.pass(1);
    assert!(table.is_away(1));
    table.ok(B, r#"{"type":"join"}"#);
    assert!(!table.is_away(1));
    table.play_to_end(&[A, B]);
    let record: Record = serde_json::from_slice(&record_of(table.finished()[0])).expect("a record");
    let stand_ins = record.players.values().map(|player| player.stand_ins.len());
    assert!(stand_ins.sum::<usize>() <= 1);
}

#[test]
fn a_player_who_comes_back_in_time_was_never_away() {
    let mut table = Table::playing(&[A, B], NO_CLOCK);
    table.handle(Input::Detached { conn: B });
    table.pass(50_000);
    table.ok(B, r#"{"type":"join"}"#);
    table.handle(Input::Detached { conn: B });
    table.pass(50_000);
    assert!(!table.is_away(1));
}

#[test]
fn an_illegal_action_brings_nobody_back() {
    let mut table = Table::playing(&[A, B], NO_CLOCK);
    table.ok(B, r#"{"type":"leave"}"#);
    assert!(table.is_away(1));
    // The storage is away while they join, so that joining alone does not bring them back.
    table.handle(Input::Storage { available: false });
    table.ok(B, r#"{"type":"join"}"#);
    table.handle(Input::Storage { available: true });
    assert!(table.is_away(1));
    let turn = table.now_of(B).you.expect("a seat").turn;
    let rows = table.rows.len();
    let bad = Action::Tricks(giog_rules::tricks::Action::Play {
        pieces: "KKKK".to_owned(),
    });
    let error = table.act(B, turn, bad).expect_err("illegal");
    assert!(matches!(
        error.code,
        ErrorCode::Refused(RefusalCode::NotInHand | RefusalCode::NotYourTurn)
    ));
    assert_eq!(table.rows.len(), rows);
    assert!(table.is_away(1));
}

#[test]
fn who_leaves_the_match_has_no_seat_after_it() {
    let mut table = Table::playing(&[A, B], NO_CLOCK);
    table.ok(B, r#"{"type":"leave"}"#);
    assert!(table.is_away(1));
    table.play_to_end(&[A]);
    let left = RoomEvent::Stood {
        seat: giog_rules::Seat::new(1),
        reason: StandReason::Left,
    };
    assert!(table.events(A).iter().any(|(_, event)| *event == left));
}

#[test]
fn who_leaves_where_nobody_stands_in_has_no_seat_after_the_match_unless_they_come_back() {
    for comes_back in [false, true] {
        let settings = r#"{"variant":"xiangqi","clock":{"kind":"days","days":2}}"#;
        let mut table = Table::playing(&[A, B], settings);
        table.ok(B, r#"{"type":"leave"}"#);
        table.crash(0);
        table.ok(A, r#"{"type":"join"}"#);
        assert!(!table.is_away(1));
        if comes_back {
            // Nothing can be written while they join.
            table.handle(Input::Storage { available: false });
            table.ok(B, r#"{"type":"join"}"#);
            table.handle(Input::Storage { available: true });
        }
        let turn = table.now_of(A).you.expect("a seat").turn;
        let resign = Action::Board(BoardAction::Resign);
        table.act(A, turn, resign).expect("one may resign");
        assert_eq!(
            table.snapshot(A).state.seats[1].occupant.is_some(),
            comes_back
        );
    }
}

#[test]
fn who_has_left_and_leaves_again_writes_nothing() {
    for leaver in [A, B] {
        let mut table = Table::playing(&[A, B], NO_CLOCK);
        table.ok(leaver, r#"{"type":"leave"}"#);
        let rows = table.rows.len();
        for _ in 0..3 {
            // Whether the absence is reported or not, there is nothing to write.
            let leave = serde_json::from_str(r#"{"type":"leave"}"#).expect("a request");
            let _ = table.ask(leaver, leave);
        }
        assert_eq!(table.rows.len(), rows);
    }
}

#[test]
fn who_leaves_and_returns_keeps_the_seat() {
    let mut table = Table::playing(&[A, B], NO_CLOCK);
    table.ok(B, r#"{"type":"leave"}"#);
    table.ok(B, r#"{"type":"join"}"#);
    assert!(!table.is_away(1));
    table.play_to_end(&[A, B]);
    assert_eq!(table.seat_of(B).map(u8::from), Some(1));
}

#[test]
fn leaving_and_returning_gains_no_time() {
    let settings = r#"{"seats":2,"ceremony":"server","clock":{"kind":"timed","decision_ms":10000,"bank_ms":0}}"#;
    let mut table = Table::playing(&[A, B], settings);
    let slow = if table.must_decide(A) { A } else { B };
    table.pass(9_000);
    table.ok(slow, r#"{"type":"leave"}"#);
    table.ok(slow, r#"{"type":"join"}"#);
    assert!(
        !table.must_decide(slow),
        "the computer player has decided already"
    );
}

/// The time left for a seat's decision, if it has one.
fn left_ms(table: &Table, conn: ConnId, seat: usize) -> Option<u64> {
    let deciding = table.now_of(conn).deciding;
    let own = |deciding: &&Deciding| deciding.seat.index() == seat;
    deciding.iter().find(own)?.left_ms
}

#[test]
fn leaving_and_coming_back_at_once_keeps_the_deadline_and_costs_the_bank() {
    let settings = r#"{"seats":2,"ceremony":"server","clock":{"kind":"timed","decision_ms":10000,"bank_ms":5000}}"#;
    let mut table = Table::playing(&[A, B], settings);
    let (slow, seat) = if table.must_decide(A) { (A, 0) } else { (B, 1) };
    table.pass(500);
    table.ok(slow, r#"{"type":"leave"}"#);
    table.pass(200);
    table.ok(slow, r#"{"type":"join"}"#);
    assert_eq!(left_ms(&table, slow, seat), Some(15_000 - 700));
    table.pass(15_000 - 700 - 1);
    assert!(table.must_decide(slow));
    table.pass(1);
    assert!(!table.must_decide(slow), "the clock has decided");

    // A player who disconnects when the bank is nearly used up uses it up anyway.
    let mut table = Table::playing(&[A, B], settings);
    table.pass(14_000);
    table.ok(slow, r#"{"type":"leave"}"#);
    table.ok(slow, r#"{"type":"join"}"#);
    assert!(!table.must_decide(slow), "somebody else has decided");
    for _ in 0..100 {
        if let Some(left_ms) = left_ms(&table, slow, seat) {
            assert!(left_ms <= 10_000 + 1_000 + 2_500, "{left_ms} ms are left");
            return;
        }
        for conn in [A, B] {
            if conn != slow && table.must_decide(conn) {
                table.act_default(conn);
            }
        }
        table.pass(100);
    }
    panic!("they are asked nothing more");
}

#[test]
fn who_leaves_again_and_again_has_left_the_match() {
    for quick in [false, true] {
        let settings = r#"{"seats":2,"ceremony":"server","clock":{"kind":"none"}}"#;
        let mut table = if quick {
            let mut table = Table::quick(settings);
            table.quick_join(B).expect("a seat");
            table
        } else {
            Table::playing(&[A, B], settings)
        };
        for _ in 0..3 {
            table.ok(B, r#"{"type":"leave"}"#);
            table.ok(B, r#"{"type":"join"}"#);
            assert!(!table.is_away(1));
        }
        let forgiven = [true, false].repeat(3);
        let what: Vec<bool> = table.leavers.iter().map(|&(_, left)| left).collect();
        assert_eq!(what, forgiven, "so often it can be a bad connection");
        table.ok(B, r#"{"type":"leave"}"#);
        let rows = table.rows.len();
        for _ in 0..3 {
            table.ok(B, r#"{"type":"join"}"#);
            assert!(table.is_away(1), "somebody else plays on");
            assert_eq!(table.now_of(B).you.expect("a seat").decision, None);
            table.ok(B, r#"{"type":"leave"}"#);
        }
        assert_eq!(table.rows.len(), rows, "and nothing comes of it any more");
        table.ok(B, r#"{"type":"join"}"#);
        let turn = table.now_of(B).you.expect("a seat").turn;
        let play = Action::Tricks(giog_rules::tricks::Action::Play {
            pieces: "p".to_owned(),
        });
        let refused = table.act(B, turn, play).expect_err("too late");
        assert_eq!(refused.code, ErrorCode::LeftTooOften);
        assert_eq!(table.leavers.len(), 7);
        assert_eq!(table.leavers.last(), Some(&(player(B), true)));
        table.crash(0);
        table.ok(A, r#"{"type":"join"}"#);
        table.ok(B, r#"{"type":"join"}"#);
        assert!(table.is_away(1), "also after a restart");
        table.play_to_end(&[A]);
        assert_eq!(table.seat_of(B), None);
        // The next match is another one.
        table.ok(B, r#"{"type":"sit"}"#);
        table.all_ready(&[A, B]);
        assert!(!table.is_away(1));
    }
}

#[test]
fn who_is_away_again_and_again_may_come_back_and_counts_as_a_leaver() {
    let mut table = Table::playing(&[A, B], NO_CLOCK);
    for _ in 0..6 {
        table.handle(Input::Detached { conn: B });
        table.pass(60_000);
        assert!(table.is_away(1));
        table.ok(B, r#"{"type":"join"}"#);
        assert!(!table.is_away(1), "a bad connection costs nobody the seat");
    }
    table.ok(B, r#"{"type":"leave"}"#);
    let what: Vec<bool> = table.leavers.iter().map(|&(_, left)| left).collect();
    let once = [true, false, true, false, true, false, true];
    assert_eq!(what, once, "it is one match, however often");
}

#[test]
fn when_everybody_is_away_bots_finish_the_match_and_the_room_closes() {
    for settings in [
        NO_CLOCK,
        r#"{"seats":2}"#,
        r#"{"seats":2,"stand_in":"default","clock":{"kind":"none"}}"#,
    ] {
        let mut table = Table::playing(&[A, B], settings);
        table.handle(Input::Detached { conn: A });
        table.handle(Input::Detached { conn: B });
        table.pass(600_000);
        assert_eq!(table.finished().len(), 1, "{settings}");
        assert_eq!(table.finished()[0].status, giog_store::MatchStatus::Over);
        assert!(table.gone, "{settings}");
    }
}

#[test]
fn a_room_may_let_defaults_stand_in_at_once() {
    let settings = r#"{"seats":2,"ceremony":"server","stand_in":"default","clock":{"kind":"none"},"reveal_pause_ms":0}"#;
    let mut table = Table::playing(&[A, B], settings);
    table.ok(B, r#"{"type":"leave"}"#);
    table.play_to_end(&[A]);
    let record: Record = serde_json::from_slice(&record_of(table.finished()[0])).expect("a record");
    let by_away = record.actions.iter().filter(|taken| taken.by == By::Away);
    assert!(by_away.clone().count() > 0);
    assert!(by_away.clone().all(|taken| taken.seat.index() == 1));
    assert_eq!(
        record
            .players
            .values()
            .map(|player| player.stand_ins.len())
            .sum::<usize>(),
        1
    );
}

#[test]
fn where_nobody_plays_for_themselves_a_match_goes_on_as_slowly_as_among_computer_players() {
    const BOT_DELAYS: usize = 20;
    let settings = r#"{"variant":"mahjong","seats":4,"options":{"length":"full"},"clock":{"kind":"none"},"stand_in":"default","window_ms":2000,"window_least_ms":0,"reveal_pause_ms":0}"#;
    let people = [A, B, C, D];
    let mut table = Table::playing(&people, settings);
    for conn in people {
        table.ok(conn, r#"{"type":"leave"}"#);
    }
    let rows = table.rows.len();
    for _ in 0..BOT_DELAYS {
        table.pass(table.context.times.bot_delay_ms);
    }
    let entries: usize = table.rows[rows..]
        .iter()
        .map(|(_, row)| row.matches(r#""e":"#).count())
        .sum();
    // A discard, or the claims of the three others and their end.
    assert!(
        (BOT_DELAYS..=4 * BOT_DELAYS).contains(&entries),
        "{entries} entries"
    );
}

const KINGDOMS: &str = r#"{"variant":"qi-guo-xiangxi","seats":7,"clock":{"kind":"none"},"stand_in":"default","reveal_pause_ms":0}"#;

/// Seven people, one for each state.
fn seven() -> Vec<ConnId> {
    (1..=7).map(ConnId).collect()
}

fn resign(table: &mut Table, conn: ConnId) {
    let turn = table.now_of(conn).you.expect("a seat").turn;
    let resign = Action::Board(BoardAction::Resign);
    table.act(conn, turn, resign).expect("one may resign");
}

#[test]
fn who_is_out_and_goes_is_neither_away_nor_one_who_leaves_matches() {
    for leaves in [true, false] {
        let mut table = Table::playing(&seven(), KINGDOMS);
        resign(&mut table, B);
        let rows = table.rows.len();
        if leaves {
            table.ok(B, r#"{"type":"leave"}"#);
        } else {
            table.handle(Input::Detached { conn: B });
        }
        table.pass(600_000);
        assert!(!table.is_away(1));
        assert_eq!(table.rows.len(), rows + usize::from(leaves));
        table.crash(0);
        let others = seven().into_iter().filter(|&conn| conn != B);
        let others: Vec<ConnId> = others.collect();
        for &conn in &others {
            table.ok(conn, r#"{"type":"join"}"#);
        }
        for &conn in &others[1..] {
            resign(&mut table, conn);
        }
        let record: Record = serde_json::from_slice(&record_of(table.finished()[0])).expect("one");
        let mut players = record.players.values();
        assert!(players.all(|player| player.stand_ins.is_empty()));
        assert_eq!(table.leavers, []);
        let left = RoomEvent::Stood {
            seat: giog_rules::Seat::new(1),
            reason: StandReason::Left,
        };
        let has_left = table.events(A).iter().any(|(_, event)| *event == left);
        assert_eq!(has_left, leaves, "whoever leaves has no seat after it");
    }
}

#[test]
fn who_was_out_and_left_and_comes_back_keeps_the_seat() {
    let mut table = Table::playing(&seven(), KINGDOMS);
    resign(&mut table, B);
    table.ok(B, r#"{"type":"leave"}"#);
    table.ok(B, r#"{"type":"join"}"#);
    for conn in seven().into_iter().filter(|&conn| conn != A && conn != B) {
        resign(&mut table, conn);
    }
    assert_eq!(table.finished().len(), 1);
    assert_eq!(table.seat_of(B).map(u8::from), Some(1));
    assert_eq!(table.leavers, []);
}

#[test]
fn a_log_in_which_somebody_stood_in_for_who_was_out_gives_the_same_room() {
    let mut table = Table::playing(&seven(), KINGDOMS);
    table.ok(B, r#"{"type":"leave"}"#);
    let (_, away) = table.rows.pop().expect("a row");
    assert!(away.contains(r#""e":"away""#), "{away}");
    table.crash(0);
    for conn in seven() {
        table.ok(conn, r#"{"type":"join"}"#);
    }
    resign(&mut table, B);
    let index = table.rows.len() as u64;
    table.rows.push((index, away));
    table.crash(0);
    assert!(table.is_away(1));
    table.ok(B, r#"{"type":"join"}"#);
    assert!(!table.is_away(1));
}

#[test]
fn who_is_out_looks_for_another_table_in_quick_play() {
    let mut table = Table::quick(KINGDOMS);
    for conn in seven().into_iter().filter(|&conn| conn != A) {
        table.quick_join(conn).expect("a seat");
    }
    resign(&mut table, B);
    let rows = table.rows.len();
    assert_eq!(table.quick_join(B), Err(ErrorCode::NoFreeSeat));
    assert_eq!(table.rows.len(), rows);
    assert_eq!(table.quick_join(C), Ok(()), "they still play here");
}

#[test]
fn where_only_who_is_out_is_here_a_match_goes_on_as_slowly_as_among_computer_players() {
    const BOT_DELAYS: usize = 20;
    let mut table = Table::playing(&seven(), KINGDOMS);
    resign(&mut table, B);
    for conn in seven().into_iter().filter(|&conn| conn != B) {
        table.ok(conn, r#"{"type":"leave"}"#);
    }
    let rows = table.rows.len();
    for _ in 0..BOT_DELAYS {
        table.pass(table.context.times.bot_delay_ms);
    }
    let rows = table.rows[rows..].iter();
    let acted: usize = rows
        .map(|(_, row)| row.matches(r#""e":"acted""#).count())
        .sum();
    assert_eq!(acted, BOT_DELAYS);
}

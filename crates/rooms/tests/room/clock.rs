//! Time in a match: decisions, the bank, the pause after a reveal, and players whose time runs out.

use giog_rooms::{ConnId, Input};
use giog_rules::SeenEvent;
use giog_rules::record::By;

use crate::table::{A, B, Table, record_of};

const TIMED: &str = r#"{"seats":2,"ceremony":"server","clock":{"kind":"timed","decision_ms":10000,"bank_ms":5000}}"#;

fn leader(table: &mut Table) -> (ConnId, ConnId) {
    if table.must_decide(A) { (A, B) } else { (B, A) }
}

fn left(table: &Table, conn: ConnId) -> Option<(u64, u64)> {
    let seat = usize::try_from(conn.0 - 1).expect("a seat");
    let now = table.now_of(conn);
    let deciding = now
        .deciding
        .into_iter()
        .find(|deciding| deciding.seat.index() == seat)?;
    Some((deciding.left_ms?, deciding.bank_ms?))
}

fn plays_by(table: &Table, by: By) -> usize {
    let events = table.game_events(A);
    events
        .iter()
        .filter(|event| {
            event.by == by
                && matches!(
                    event.event,
                    SeenEvent::Tricks(giog_rules::tricks::SeenEvent::Play { .. })
                )
        })
        .count()
}

#[test]
fn a_decision_has_its_time_and_the_bank_and_then_the_default_is_taken() {
    let mut table = Table::playing(&[A, B], TIMED);
    let (leader, _) = leader(&mut table);
    assert_eq!(left(&table, leader), Some((15_000, 5_000)));
    table.pass(14_999);
    assert_eq!(plays_by(&table, By::Clock), 0);
    table.pass(1);
    assert_eq!(plays_by(&table, By::Clock), 1);
    assert!(!table.is_away(0) && !table.is_away(1), "once is no habit");
}

#[test]
fn the_bank_pays_for_what_a_decision_takes_longer_and_no_more() {
    let mut table = Table::playing(&[A, B], TIMED);
    let (leader, follower) = leader(&mut table);
    table.pass(12_000);
    table.act_default(leader);
    assert_eq!(left(&table, follower), Some((15_000, 5_000)));
    table.pass(9_000);
    table.act_default(follower);
    table.pass(2_500);
    let _ = table.snapshot(A);
    let _ = table.snapshot(B);
    let mut asked = 0;
    for conn in [leader, follower] {
        if let Some((left_ms, bank_ms)) = left(&table, conn) {
            let bank = if conn == leader { 3_000 } else { 5_000 };
            assert_eq!((left_ms, bank_ms), (10_000 + bank, bank));
            asked += 1;
        }
    }
    assert!(asked > 0, "somebody leads the next trick");
}

#[test]
fn the_lead_after_a_reveal_has_its_whole_time_after_the_pause() {
    let mut table = Table::playing(&[A, B], TIMED);
    table.play_on(&[A, B], 2);
    let (next, _) = leader(&mut table);
    assert_eq!(left(&table, next), Some((17_500, 5_000)));
    table.pass(2_000);
    table.act_default(next);
    assert_eq!(
        plays_by(&table, By::Player),
        3,
        "who likes may lead at once"
    );
}

#[test]
fn two_timeouts_in_a_row_make_a_player_away_and_acting_brings_them_back() {
    let mut table = Table::playing(&[A, B], TIMED);
    for _ in 0..200 {
        if table.is_away(1) {
            break;
        }
        if table.must_decide(A) {
            table.act_default(A);
        } else {
            table.pass(500);
        }
    }
    assert!(table.is_away(1));
    assert_eq!(plays_by(&table, By::Clock), 2);
    // Played by a bot, without its own clock.
    for _ in 0..20 {
        if table.must_decide(B) {
            break;
        }
        if table.must_decide(A) {
            table.act_default(A);
        } else {
            table.pass(100);
        }
    }
    assert!(table.is_away(1));
    assert_eq!(left(&table, B), None);
    table.act_default(B);
    assert!(!table.is_away(1));
}

#[test]
fn a_timely_action_between_two_timeouts_keeps_a_player() {
    let mut table = Table::playing(&[A, B], TIMED);
    let mut timeouts = 0;
    while timeouts < 2 {
        if table.must_decide(A) {
            table.act_default(A);
            continue;
        }
        let before = plays_by(&table, By::Clock);
        table.pass(17_500);
        timeouts += usize::from(plays_by(&table, By::Clock) > before);
        for _ in 0..2 {
            if table.must_decide(A) {
                table.act_default(A);
            }
        }
        if table.must_decide(B) {
            table.act_default(B);
        }
    }
    assert!(!table.is_away(1));
}

#[test]
fn a_play_taken_back_keeps_its_deadline() {
    let settings = r#"{"seats":3,"ceremony":"server","clock":{"kind":"timed","decision_ms":10000,"bank_ms":0}}"#;
    let people = [A, B, crate::table::C];
    let mut table = Table::playing(&people, settings);
    let leader = people
        .into_iter()
        .find(|&conn| table.must_decide(conn))
        .expect("a leader");
    table.act_default(leader);
    let follower = people
        .into_iter()
        .find(|&conn| table.must_decide(conn))
        .expect("a follower");
    table.pass(4_000);
    table.act_default(follower);
    table.pass(3_000);
    let turn = table.now_of(follower).you.expect("a seat").turn;
    table
        .act(follower, turn, giog_rules::tricks::Action::TakeBack.into())
        .expect("taken back");
    assert_eq!(left(&table, follower), Some((3_000, 0)));
}

#[test]
fn choices_before_the_first_lead_have_fifteen_seconds_and_no_bank() {
    let settings = r#"{"seats":2,"clock":{"kind":"timed","decision_ms":60000,"bank_ms":60000}}"#;
    let mut table = Table::playing(&[A, B], settings);
    let (chooser, _) = leader(&mut table);
    assert_eq!(left(&table, chooser), Some((15_000, 0)));
}

#[test]
fn one_person_among_bots_has_no_clock_unless_the_room_says_so() {
    let mut table = Table::new(r#"{"seats":2}"#);
    table.ok(A, r#"{"type":"add_bot"}"#);
    table.all_ready(&[A]);
    for _ in 0..10 {
        table.pass(3_600_000);
    }
    assert_eq!(plays_by(&table, By::Clock), 0);
    assert!(table.snapshot(A).game.is_some());
}

#[test]
fn bots_wait_the_pause_out_and_the_same_time_whatever_they_hold() {
    let mut table = Table::new(r#"{"seats":2,"ceremony":"server"}"#);
    table.ok(A, r#"{"type":"add_bot"}"#);
    table.all_ready(&[A]);
    table.play_to_end(&[A]);
    let events = table.game_events(A);
    let (mut pause_ends_ms, mut last_ms, mut plays) = (0, 0, 0);
    for event in events {
        match event.event {
            SeenEvent::Tricks(giog_rules::tricks::SeenEvent::Play { .. })
                if event.by == By::Bot =>
            {
                assert_eq!(event.at_ms, last_ms.max(pause_ends_ms) + 800);
                plays += 1;
            }
            SeenEvent::Tricks(giog_rules::tricks::SeenEvent::Trick(_)) => {
                pause_ends_ms = event.at_ms + 2_500;
            }
            _ => {}
        }
        last_ms = event.at_ms;
    }
    assert!(plays > 0, "the computer player has played");
}

#[test]
fn a_match_without_clock_that_nobody_touches_is_abandoned_after_seven_days() {
    let mut table = Table::playing(&[A, B], r#"{"seats":2,"clock":{"kind":"none"}}"#);
    let day_ms = 24 * 3_600_000;
    table.pass(7 * day_ms - 1);
    assert!(table.finished().is_empty());
    table.pass(1);
    let finished = table.finished();
    assert_eq!(finished[0].status, giog_store::MatchStatus::Abandoned);
    assert!(finished[0].players.iter().all(|player| !player.won));
    let report = giog_rules::verify(
        &record_of(finished[0]),
        None,
        &[table.context.signer.public_key()],
    );
    assert_eq!(report.verdict, giog_rules::Proof::Pass, "{report:?}");
    assert!(
        table.snapshot(A).state.next.is_some(),
        "and another can be played"
    );
}

#[test]
fn the_wall_clock_decides_nothing() {
    let mut table = Table::playing(&[A, B], TIMED);
    table.now.wall = giog_rules::Timestamp::from_unix_ms(-5);
    table.handle(Input::Tick);
    assert_eq!(plays_by(&table, By::Clock), 0);
    table.play_to_end(&[A, B]);
    assert_eq!(table.finished().len(), 1);
}

#[test]
fn a_match_whose_clock_is_set_back_never_runs_backwards_and_the_next_one_has_the_new_date() {
    let hour_ms = 3_600_000;
    let mut table = Table::playing(&[A, B], TIMED);
    let began_ms = table.now.wall.unix_ms();
    let set = |table: &mut Table, ms| table.now.wall = giog_rules::Timestamp::from_unix_ms(ms);
    // The clock jumps ahead and back, with a crash in between.
    set(&mut table, began_ms + 10);
    let (first, _) = leader(&mut table);
    table.act_default(first);
    set(&mut table, began_ms - hour_ms);
    table.crash(0);
    for conn in [A, B] {
        table.ok(conn, r#"{"type":"join"}"#);
    }
    table.play_to_end(&[A, B]);
    let ended = |table: &Table, which: usize| {
        let finished = table.finished()[which];
        (finished.started_at.unix_ms(), finished.ended_at.unix_ms())
    };
    assert_eq!(ended(&table, 0), (began_ms, began_ms + 10));
    let dates = |table: &Table| -> Vec<i64> {
        let rows = table.rows.iter().map(|(_, row)| {
            let row: serde_json::Value = serde_json::from_str(row).expect("a row");
            row["unix_ms"].as_i64().expect("a date")
        });
        rows.collect()
    };
    assert!(dates(&table).is_sorted(), "{:?}", dates(&table));
    table.all_ready(&[A, B]);
    table.play_to_end(&[A, B]);
    assert_eq!(ended(&table, 1), (began_ms - hour_ms, began_ms - hour_ms));
}

#[test]
fn a_room_that_goes_on_on_another_node_takes_no_time_from_a_decision_and_gives_none() {
    let mut table = Table::playing(&[A, B], TIMED);
    let (leader, _) = leader(&mut table);
    let left_ms = |table: &mut Table| {
        for conn in [A, B] {
            table.ok(conn, r#"{"type":"join"}"#);
        }
        left(table, leader).expect("they decide").0
    };
    table.pass(4_000);
    table.move_on(700);
    assert_eq!(left_ms(&mut table), 11_000, "it stood still");
    table.pass(8_000);
    table.move_on(0);
    assert_eq!(left_ms(&mut table), 3_000);
    table.pass(2_500);
    assert_eq!(left_ms(&mut table), 500);
    // Players with hardly any time left have enough to reconnect.
    table.move_on(300);
    assert_eq!(left_ms(&mut table), 2_000);
    table.pass(1_999);
    assert_eq!(plays_by(&table, By::Clock), 0);
    table.pass(1);
    assert_eq!(plays_by(&table, By::Clock), 1);
}

#[test]
fn a_room_that_has_gone_on_since_keeps_its_own_time() {
    let mut table = Table::playing(&[A, B], TIMED);
    let (leader, _) = leader(&mut table);
    let before = table.room.stopped_at(table.now);
    table.pass(2_000);
    table.act_default(leader);
    let mut room = table.replayed();
    assert!(!room.go_on_from(before, table.now), "it is old");
    let at_once = table.room.stopped_at(table.now);
    assert!(room.go_on_from(at_once, table.now));
}

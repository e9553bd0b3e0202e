//! People at slow tables who must do something but are not connected: reported once per decision, and never if that would reveal hidden
//! information.

use giog_protocol::client::{Act, Join, RoomCommand};
use giog_rooms::{AwaitedFor, Input};
use giog_rules::{PlayerId, Timestamp};

use crate::table::{A, B, C, D, Table, player};

const SLOW: &str =
    r#"{"seats":2,"ceremony":"server","clock":{"kind":"timed","decision_ms":600000,"bank_ms":0}}"#;
const DECISION_MS: u64 = 600_000;
/// How long a player must be disconnected before they are reported.
const WANTED_MS: u64 = 10_000;

/// The players reported since the last call.
fn told(table: &mut Table) -> Vec<(PlayerId, AwaitedFor)> {
    let wanted = std::mem::take(&mut table.wanted);
    wanted.iter().map(|one| (one.player, one.to)).collect()
}

/// A slow match in which B is disconnected and has no stand-in; the match waits for B.
fn without_b() -> Table {
    let mut table = Table::playing(&[A, B], SLOW);
    table.handle(Input::Detached { conn: B });
    table.play_on(&[A], 10);
    table
}

#[test]
fn an_awaited_absent_player_is_reported_once_for_each_decision() {
    let mut table = without_b();
    table.pass(WANTED_MS - 1);
    assert_eq!(told(&mut table), []);
    table.pass(1);
    let [wanted] = table.wanted[..] else {
        panic!("one is wanted: {:?}", table.wanted);
    };
    assert_eq!((wanted.player, wanted.to), (player(B), AwaitedFor::Decide));
    assert_eq!(wanted.left_ms, DECISION_MS - WANTED_MS);
    table.wanted.clear();
    table.pass(DECISION_MS - WANTED_MS - 1);
    assert_eq!(told(&mut table), [], "once for a decision");
    // The clock decides for B; after the pause, the next decision is another one.
    table.pass(1);
    table.play_on(&[A], 10);
    table.pass(2 * WANTED_MS);
    assert_eq!(told(&mut table), [(player(B), AwaitedFor::Decide)]);
}

#[test]
fn a_connected_player_is_not_reported_and_one_who_goes_without_deciding_is() {
    let mut table = Table::playing(&[A, B], SLOW);
    table.play_on(&[A], 10);
    table.pass(DECISION_MS / 2);
    assert_eq!(told(&mut table), []);
    table.handle(Input::Detached { conn: B });
    table.pass(WANTED_MS - 1);
    table
        .ask(B, RoomCommand::Join(Join::default()))
        .expect("in");
    table.pass(WANTED_MS);
    assert_eq!(told(&mut table), [], "a page that was reloaded");
    table.handle(Input::Detached { conn: B });
    table.pass(WANTED_MS);
    assert_eq!(told(&mut table), [(player(B), AwaitedFor::Decide)]);
    table
        .ask(B, RoomCommand::Join(Join::default()))
        .expect("in");
    table.handle(Input::Detached { conn: B });
    table.pass(WANTED_MS);
    assert_eq!(told(&mut table), [], "once for a decision");
}

#[test]
fn at_a_faster_table_nobody_is_told_of() {
    let faster = SLOW.replace("600000", "599999");
    let mut table = Table::playing(&[A, B], &faster);
    table.handle(Input::Detached { conn: B });
    table.play_on(&[A], 10);
    table.pass(30_000);
    assert_eq!(told(&mut table), []);
}

#[test]
fn a_player_who_is_not_ready_is_reported_while_the_time_for_it_runs() {
    let mut table = Table::of(&[A, B], SLOW);
    table.handle(Input::Detached { conn: B });
    table.pass(WANTED_MS);
    assert_eq!(told(&mut table), [], "nobody waits for it yet");
    table.ok(A, r#"{"type":"ready"}"#);
    table.pass(WANTED_MS);
    assert_eq!(told(&mut table), [(player(B), AwaitedFor::GetReady)]);
    table.pass(WANTED_MS);
    assert_eq!(told(&mut table), []);
}

#[test]
fn whose_seat_is_played_by_somebody_else_is_not_wanted() {
    let mut table = without_b();
    for _ in 0..20 {
        table.pass(DECISION_MS);
        table.play_on(&[A], 10);
        if table.is_away(1) {
            break;
        }
    }
    assert!(table.is_away(1));
    table.wanted.clear();
    table.play_on(&[A], 10);
    table.pass(WANTED_MS);
    assert_eq!(told(&mut table), []);
}

#[test]
fn after_a_restart_nobody_is_reported_twice_and_unreported_players_are() {
    // It cannot have been reported yet.
    let mut table = without_b();
    table.crash(0);
    table.pass(WANTED_MS);
    assert!(told(&mut table).contains(&(player(B), AwaitedFor::Decide)));
    // It was reported long ago.
    let mut table = without_b();
    table.pass(WANTED_MS);
    assert_eq!(told(&mut table).len(), 1);
    let later_ms = i64::try_from(WANTED_MS).expect("it fits");
    table.now.wall = Timestamp::from_unix_ms(table.now.wall.unix_ms() + later_ms);
    table.crash(0);
    table.pass(DECISION_MS / 2);
    assert_eq!(told(&mut table), []);
}

#[test]
fn nobody_is_told_of_before_the_row_is_durable_that_makes_them_wanted() {
    let mut table = Table::playing(&[A, B], SLOW);
    table.handle(Input::Detached { conn: B });
    let you = table.now_of(A).you.expect("a seat");
    let action = you.decision.and_then(|decision| decision.default_action());
    table.commits = false;
    let act = Act {
        turn: you.turn,
        match_id: None,
        action: action.expect("something to decide"),
    };
    table.send(A, RoomCommand::Act(act));
    table.pass(WANTED_MS);
    assert_eq!(told(&mut table), []);
    table.commits = true;
    table.commit();
    table.play_on(&[A], 10);
    table.pass(WANTED_MS);
    assert_eq!(told(&mut table), [(player(B), AwaitedFor::Decide)]);
}

/// Everybody is asked for claims in mahjong, for at most a minute: nobody is reported, whatever they could claim.
#[test]
fn of_claims_nobody_is_told() {
    let mahjong = r#"{"variant":"mahjong","seats":4,"window_ms":60000,
        "clock":{"kind":"timed","decision_ms":600000,"bank_ms":0}}"#;
    let mut table = Table::playing(&[A, B, C, D], mahjong);
    for conn in [B, C, D] {
        table.handle(Input::Detached { conn });
    }
    let first = (0..20).find(|_| {
        if table.must_decide(A) {
            table.act_default(A);
            return true;
        }
        table.pass(DECISION_MS);
        false
    });
    assert!(first.is_some(), "A discards");
    table.wanted.clear();
    table.pass(59_000);
    let claims = table.now_of(A).deciding.len();
    assert!(claims > 1, "the others are asked");
    assert_eq!(told(&mut table), []);
}

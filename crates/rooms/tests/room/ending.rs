//! The early end of a match, to which all who play agree.

use giog_protocol::ErrorCode;
use giog_protocol::server::RoomEvent;
use giog_rooms::{ConnId, Input};
use giog_rules::record::{RecordStatus, judge_line};
use giog_rules::{MatchId, Proof, Record, Variant, verify};

use crate::table::{A, B, C, D, Table, record_of};

/// Two people who play giog without a clock.
const UNTIMED: &str =
    r#"{"seats":2,"clock":{"kind":"none"},"ceremony":"server","reveal_pause_ms":0}"#;

fn end(match_id: MatchId, agrees: bool) -> String {
    format!(r#"{{"type":"end_match","match_id":"{match_id}","agrees":{agrees}}}"#)
}

fn agree(table: &mut Table, conn: ConnId) {
    let match_id = table.match_id(A);
    table.ok(conn, &end(match_id, true));
}

/// Which seats agree, as a snapshot says it.
fn agreeing(table: &mut Table, conn: ConnId) -> Vec<usize> {
    let seats = table.snapshot(conn).state.seats.into_iter();
    let agreeing = seats.filter(|seat| seat.ending);
    agreeing.map(|seat| seat.seat.index()).collect()
}

/// What events told of who agrees, and of the end.
fn told(table: &Table, conn: ConnId) -> Vec<String> {
    let events = table.events(conn).into_iter();
    let told = events.filter_map(|(_, event)| match event {
        RoomEvent::Ending { seat, agrees } => Some(format!("{seat} {agrees}")),
        RoomEvent::Abandoned { .. } => Some("abandoned".to_owned()),
        RoomEvent::Finished { .. } | RoomEvent::Series(_) => Some("result".to_owned()),
        _ => None,
    });
    told.collect()
}

/// The match has a signed record, no winners, and counts nowhere.
fn check_abandoned(table: &mut Table, match_id: MatchId) {
    let finished = table.finished();
    let [finished] = finished[..] else {
        panic!("one match has ended: {}", finished.len());
    };
    assert_eq!(finished.match_id, match_id);
    assert_eq!(finished.status, giog_store::MatchStatus::Abandoned);
    assert!(finished.players.iter().all(|player| !player.won));
    let bytes = record_of(finished);
    let record: Record = serde_json::from_slice(&bytes).expect("a record");
    assert_eq!(record.status, RecordStatus::Abandoned);
    assert_eq!(record.result.winners(), None);
    let report = verify(&bytes, None, &[table.context.signer.public_key()]);
    assert_eq!(report.verdict, Proof::Pass, "{report:?}");
    let text = std::str::from_utf8(&bytes).expect("a text");
    let judged = serde_json::to_value(judge_line(text)).expect("a verdict");
    assert_eq!(judged["status"], "playing", "{judged}");
    let state = table.snapshot(A).state;
    let previous = state.previous.expect("a match was played");
    assert_eq!((previous.match_id, previous.outcome), (match_id, None));
    assert_eq!((state.series.matches, state.series.rows.len()), (0, 0));
    assert!(state.next.is_some(), "and another one can be played");
}

#[test]
fn a_match_of_any_game_ends_without_a_result_when_all_who_play_agree() {
    for game in Variant::ALL {
        let least = *game.players().start();
        let people: Vec<ConnId> = (1..=least as u64).map(ConnId).collect();
        let settings = format!(r#"{{"variant":"{}","seats":{least}}}"#, game.id());
        let mut table = Table::playing(&people, &settings);
        let match_id = table.match_id(A);
        for &conn in &people {
            assert!(table.finished().is_empty(), "{game:?}: not all agree yet");
            agree(&mut table, conn);
        }
        check_abandoned(&mut table, match_id);
        assert_eq!(
            told(&table, A).last().map(String::as_str),
            Some("abandoned")
        );
    }
}

#[test]
fn an_agreement_is_seen_by_all_and_lasts_until_it_is_withdrawn_or_its_player_plays_on() {
    let mut table = Table::playing(&[A, B], UNTIMED);
    table.ok(D, r#"{"type":"join"}"#);
    let match_id = table.match_id(A);
    let (leader, other) = if table.must_decide(A) { (A, B) } else { (B, A) };
    let (leads, follows) = (leader.0 - 1, other.0 - 1);
    for _ in 0..2 {
        table.ok(leader, &end(match_id, true));
    }
    assert_eq!(
        agreeing(&mut table, D),
        [usize::try_from(leads).expect("a seat")]
    );
    table.ok(leader, &end(match_id, false));
    assert_eq!(agreeing(&mut table, D), [0; 0]);
    table.ok(leader, &end(match_id, true));
    table.act_default(leader);
    assert_eq!(
        agreeing(&mut table, D),
        [0; 0],
        "who plays on takes it back"
    );
    table.ok(other, &end(match_id, true));
    table.crash(0);
    for conn in [A, B, D] {
        table.ok(conn, r#"{"type":"join"}"#);
    }
    assert_eq!(
        agreeing(&mut table, D),
        [usize::try_from(follows).expect("a seat")],
        "it is in the log"
    );
    assert!(table.finished().is_empty());
    assert_eq!(
        told(&table, D),
        [
            format!("{leads} true"),
            format!("{leads} false"),
            format!("{leads} true"),
            format!("{leads} false"),
            format!("{follows} true"),
        ]
    );
}

#[test]
fn who_is_away_is_not_asked_and_the_others_need_not_ask_again() {
    let mut table = Table::playing(&[A, B, C], r#"{"seats":3}"#);
    let match_id = table.match_id(A);
    agree(&mut table, A);
    agree(&mut table, C);
    table.ok(C, r#"{"type":"leave"}"#);
    assert_eq!(agreeing(&mut table, A), [0], "a stand-in agrees to nothing");
    assert!(table.finished().is_empty());
    table.ok(B, r#"{"type":"leave"}"#);
    check_abandoned(&mut table, match_id);
}

#[test]
fn one_person_among_bots_ends_the_match_alone() {
    let mut table = Table::new(r#"{"seats":4}"#);
    table.ok(A, r#"{"type":"add_bot","all":true}"#);
    table.ok(A, r#"{"type":"ready"}"#);
    let match_id = table.match_id(A);
    agree(&mut table, A);
    check_abandoned(&mut table, match_id);
    table.ok(A, &end(match_id, true));
    table.refused(A, &end(match_id, false), ErrorCode::NoMatch);
}

#[test]
fn only_players_of_this_match_end_it() {
    let mut table = Table::of(&[A, B], UNTIMED);
    table.ok(D, r#"{"type":"join"}"#);
    let prepared = table.next_match();
    table.refused(A, &end(prepared, true), ErrorCode::NoMatch);
    table.all_ready(&[A, B]);
    let match_id = table.match_id(A);
    table.refused(D, &end(match_id, true), ErrorCode::NotSeated);
    let other = MatchId(uuid::Uuid::from_u128(7));
    table.refused(A, &end(other, true), ErrorCode::StaleMatch);
    assert!(table.finished().is_empty());
}

#[test]
fn a_crash_between_the_agreement_and_its_record_makes_the_same_record_again() {
    let mut table = Table::playing(&[A, B], UNTIMED);
    let match_id = table.match_id(A);
    table.records = false;
    table.ok(A, &end(match_id, true));
    table.ok(B, &end(match_id, true));
    assert!(table.room.is_recording());
    let before = table.unrecorded.take().expect("it was asked for");
    table.crash(0);
    assert!(table.room.is_recording(), "nobody plays on");
    table.handle(Input::Tick);
    let finished = table.unrecorded.take().expect("it was asked for again");
    assert_eq!(finished, before);
    table.records = true;
    table.handle(Input::Recorded { finished });
    table.ok(A, r#"{"type":"join"}"#);
    check_abandoned(&mut table, match_id);
}

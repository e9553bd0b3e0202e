//! Windows in which several may claim a tile at mahjong: nobody learns who decides before all have, and storage delays nobody.

use giog_protocol::ErrorCode;
use giog_protocol::client::{Act, RoomCommand};
use giog_protocol::server::{Answer, GameEvent, OpenedSeal, ServerMessage};
use giog_rooms::{Acting, ConnId, Input, RoomQuery};
use giog_rules::record::By;
use giog_rules::tiles::{Claim, SeenTilesEvent, TilesAction, TilesSight};
use giog_rules::{Action, RefusalCode};
use serde_json::Value;

use crate::table::{A, B, C, D, Table, command, context, person, player, record_of};
use crate::tiles::{WATCHER, act, seen, view, written};

const MAHJONG: &str = r#"{"variant":"mahjong","options":{"length":"hand","min_faan":0},"clock":{"kind":"timed","decision_ms":5000,"bank_ms":0},"reveal_pause_ms":0}"#;

/// Four people at mahjong, the dealer having discarded; the three others, by their connections.
fn in_a_window() -> (Table, Vec<ConnId>) {
    in_a_window_of(Table::new(MAHJONG))
}

/// The same at a table that its first player created.
fn in_a_window_of(table: Table) -> (Table, Vec<ConnId>) {
    let mut table = with_four(table);
    table.all_ready(&[A, B, C, D]);
    let dealer = [A, B, C, D]
        .into_iter()
        .find(|&conn| table.must_decide(conn));
    table.act_default(dealer.expect("the dealer begins"));
    let others = [A, B, C, D]
        .into_iter()
        .filter(|&conn| Some(conn) != dealer);
    let others: Vec<ConnId> = others.collect();
    (table, others)
}

/// A table at which three people have sat down beside its first player.
fn with_four(mut table: Table) -> Table {
    for conn in [B, C, D] {
        table.ok(conn, r#"{"type":"join"}"#);
        table.ok(conn, r#"{"type":"sit"}"#);
    }
    table
}

fn is_window_open(table: &mut Table) -> bool {
    let Some(view) = view(table, WATCHER) else {
        return false;
    };
    let TilesSight::Mahjong { hand, .. } = view.sight else {
        panic!("mahjong");
    };
    hand.is_some_and(|hand| hand.pending.is_some())
}

const PASS: TilesAction = TilesAction::Claim { claim: Claim::Pass };

#[test]
fn of_a_claim_nobody_else_is_told_before_all_have_claimed() {
    let (mut table, others) = in_a_window();
    let (asked, left) = (
        table.now_of(A).deciding,
        table.now_of(A).deciding[0].left_ms,
    );
    assert_eq!(left, Some(8_000));
    assert!(
        asked
            .iter()
            .all(|open| open.left_ms == left && open.bank_ms.is_none())
    );
    let got = |table: &Table| {
        others
            .iter()
            .map(|&conn| table.all(conn).len())
            .collect::<Vec<_>>()
    };
    let before = got(&table);
    let turn = table.now_of(others[0]).you.expect("a seat").turn;
    let answer = table
        .act(others[0], turn, Action::Tiles(PASS))
        .expect("a claim");
    assert!(matches!(
        answer,
        Answer::Acted {
            nonce: Some(_),
            commitment: Some(_),
            ..
        }
    ));
    assert_eq!(
        got(&table),
        [before[0] + 2, before[1], before[2]],
        "an ok, and a now"
    );
    assert!(
        table
            .now_of(others[0])
            .you
            .expect("a seat")
            .decision
            .is_none()
    );
    assert_eq!(
        table.now_of(others[0]).deciding,
        asked,
        "all three are asked still"
    );
    let again = table
        .act(others[0], turn, Action::Tiles(PASS))
        .expect_err("sent again");
    assert_eq!(again.code, ErrorCode::Already);
    assert_eq!(
        act(&mut table, others[0], PASS),
        Err(ErrorCode::Refused(RefusalCode::NotYourTurn)),
        "a claim is final"
    );
    // It survives a crash, and its owner sees it.
    table.crash(0);
    let TilesSight::Mahjong { claim, .. } = view(&mut table, others[0]).expect("a match").sight
    else {
        panic!("mahjong");
    };
    assert_eq!(claim, Some(Claim::Pass));
    for &conn in &others[1..] {
        table.snapshot(conn);
        act(&mut table, conn, PASS).expect("a claim");
    }
    assert!(is_window_open(&mut table), "not before the least time");
    table.pass(1_500);
    assert!(!is_window_open(&mut table));
}

#[test]
fn a_window_closes_at_whole_seconds_or_at_its_deadline() {
    let (mut table, others) = in_a_window();
    table.snapshot(WATCHER);
    table.pass(2_000);
    for &conn in &others {
        act(&mut table, conn, PASS).expect("a claim");
    }
    table.pass(499);
    assert!(is_window_open(&mut table));
    table.pass(1);
    assert!(
        !is_window_open(&mut table),
        "two and a half seconds after it opened"
    );

    let (mut table, others) = in_a_window();
    table.snapshot(WATCHER);
    act(&mut table, others[0], PASS).expect("a claim");
    for _ in 0..2 {
        table.pass(7_999);
        assert!(is_window_open(&mut table));
        table.pass(1);
        assert!(!is_window_open(&mut table));
        // Missing it makes nobody away, whatever else they miss.
        assert!((0..4).all(|seat| !table.is_away(seat)));
        table.pass(5_000);
    }
    // It is not revealed that the clock passed, also not by later events.
    let events = table.game_events(WATCHER);
    let mut closed = 0;
    for event in &events {
        match seen(event) {
            SeenTilesEvent::Claimed { .. } => {
                closed += 1;
                assert_eq!((event.seals.len(), event.by), (3, By::Player));
                let passes = |opened: &OpenedSeal| opened.by == By::Player && opened.text == "pass";
                assert!(event.opened.iter().all(passes), "{event:?}");
            }
            SeenTilesEvent::Drew { .. } => assert_eq!(event.by, By::Player),
            _ => {}
        }
    }
    assert_eq!(closed, 2);
}

/// How long each window of a match stays open in which all three decide at once by passing, in milliseconds.
fn lengths_of_windows(mut table: Table, people: &[ConnId]) -> Vec<u64> {
    const STEP_MS: u64 = 250;
    let mut lengths = Vec::new();
    table.all_ready(people);
    while table.snapshot(people[0]).game.is_some() {
        let asked: Vec<ConnId> = people
            .iter()
            .copied()
            .filter(|&conn| table.must_decide(conn))
            .collect();
        for &conn in &asked {
            table.act_default(conn);
        }
        let opened_ms = table.now.mono_ms;
        while is_window_open(&mut table) && !people.iter().any(|&conn| table.must_decide(conn)) {
            table.pass(STEP_MS);
        }
        match table.now.mono_ms - opened_ms {
            0 if asked.is_empty() => table.pass(STEP_MS),
            0 => {}
            length_ms => lengths.push(length_ms),
        }
    }
    lengths
}

#[test]
fn some_windows_stay_open_longer_though_all_have_decided_but_not_for_one_person_alone() {
    let table = with_four(Table::new(MAHJONG));
    let lengths = lengths_of_windows(table, &[A, B, C, D]);
    let of = |length_ms| {
        lengths
            .iter()
            .filter(|&&length| length == length_ms)
            .count()
    };
    let lengthened = [of(2_500), of(3_500), of(4_500)];
    assert_eq!(of(1_500) + lengthened.iter().sum::<usize>(), lengths.len());
    assert!(lengthened.iter().all(|&count| count > 0), "{lengthened:?}");
    assert!(
        of(1_500) > lengths.len() / 2,
        "most close at the least time"
    );

    let mut table = Table::new(MAHJONG);
    table.ok(A, r#"{"type":"add_bot","all":true}"#);
    let lengths = lengths_of_windows(table, &[A]);
    assert!(lengths.len() > 10);
    assert!(
        lengths.iter().all(|&length_ms| length_ms <= 1_500),
        "{lengths:?}"
    );
}

#[test]
fn on_a_practice_server_a_window_closes_with_the_last_claim_and_the_record_says_so() {
    let mut context = context();
    context.signer = context.signer.for_practice();
    let (mut table, others) = in_a_window_of(Table::with(MAHJONG, context));
    table.snapshot(WATCHER);
    for &conn in &others {
        assert!(is_window_open(&mut table));
        act(&mut table, conn, PASS).expect("a claim");
    }
    table.pass(0);
    assert!(!is_window_open(&mut table), "although no time has passed");
    for _ in 0..1_000 {
        if !table.finished().is_empty() {
            break;
        }
        let next = [A, B, C, D]
            .into_iter()
            .find(|&conn| table.must_decide(conn));
        match next {
            Some(conn) => drop(table.act_default(conn)),
            None => table.pass(0),
        }
    }
    let record: Value = serde_json::from_slice(&record_of(table.finished()[0])).expect("JSON");
    assert_eq!(record["practice"], true);
}

/// The messages of a connection since the last call, without the numbers of requests.
fn got(table: &mut Table, conn: ConnId) -> Vec<Value> {
    table.take(conn).iter().map(written).collect()
}

/// The discarder.
fn discarder(others: &[ConnId]) -> ConnId {
    let mut all = [A, B, C, D].into_iter();
    all.find(|conn| !others.contains(conn)).expect("a dealer")
}

/// Decides in a window; returns the request's number.
fn claim(table: &mut Table, conn: ConnId) -> u64 {
    let act = table.defaults(&[conn]).remove(0);
    table.send(conn, RoomCommand::Act(act.act))
}

/// The messages to the others while the row of a claim is being stored, if there is one: the discarder, who sends all requests
/// without effect, one who still has to claim, a spectator, and people outside the room. At the end, when the
/// room closes the window.
fn seen_while_a_claim_is_stored(claims: bool) -> (Vec<Vec<Value>>, String, Option<u64>) {
    let (mut table, others) = in_a_window();
    table.snapshot(WATCHER);
    let watching = [discarder(&others), others[1], WATCHER];
    for conn in watching {
        table.take(conn);
    }
    table.pass(300);
    table.commits = false;
    let claimed = claims.then(|| claim(&mut table, others[0]));
    let mut seen = Vec::new();
    for _ in 0..3 {
        table.pass(700);
        for conn in watching {
            table.send(conn, command(r#"{"type":"sit","seat":0}"#));
            table.send(conn, command(r#"{"type":"act","turn":0,"do":"win"}"#));
            table.send(conn, command(r#"{"type":"join"}"#));
            seen.push(got(&mut table, conn));
        }
        let (person, query) = (Some(player(watching[0])), RoomQuery::Room);
        table.handle(Input::Ask {
            ticket: 1,
            person,
            query,
        });
    }
    assert_eq!(table.answers.len(), 3);
    let told = claimed.map(|re| table.reply(others[0], re).is_some());
    assert_ne!(told, Some(true), "it is not durable yet");
    let wake = table.room.wake_at_mono_ms();
    table.commit();
    assert_eq!(table.room.wake_at_mono_ms(), wake);
    let told = claimed.map(|re| table.reply(others[0], re).is_some());
    assert_ne!(told, Some(false), "now it is");
    let answers = format!("{:?}", table.answers);
    (seen, answers, wake)
}

#[test]
fn a_claim_that_is_being_stored_delays_nobody_else_and_stops_no_clock() {
    let seen = seen_while_a_claim_is_stored(true);
    assert_eq!(seen, seen_while_a_claim_is_stored(false));
    assert!(seen.2.is_some());
    for got in seen.0 {
        let is_reply = |message: &&Value| message["type"] == "ok" || message["type"] == "error";
        assert_eq!(got.iter().filter(is_reply).count(), 3, "{got:?}");
    }
}

#[test]
fn a_claim_is_answered_only_when_it_is_durable() {
    let (mut table, others) = in_a_window();
    table.snapshot(WATCHER);
    let (first, second) = (others[0], ConnId(others[0].0 + 100));
    let match_id = table.match_id(second);
    let third = ConnId(others[0].0 + 200);
    for conn in [second, WATCHER] {
        table.take(conn);
    }
    let before = table.all(first).len();
    table.commits = false;
    let claimed = claim(&mut table, first);
    // Neither on another connection, nor on a new one, nor from outside.
    for conn in [first, second, third] {
        table.send(conn, command(r#"{"type":"join"}"#));
    }
    table.handle(Input::Ask {
        ticket: 1,
        person: Some(player(first)),
        query: RoomQuery::Match {
            match_id,
            seen_as: None,
            alone: false,
        },
    });
    for (conn, before) in [(first, before), (second, 0), (third, 0)] {
        assert_eq!(table.all(conn).len(), before, "it may be lost");
    }
    assert!(table.answers.is_empty());
    // Others get their messages meanwhile.
    table.send(
        WATCHER,
        command(r#"{"type":"chat","key":"1","phrase":"good_luck"}"#),
    );
    assert!(!table.take(WATCHER).is_empty());
    table.commit();
    let got = &table.all(first)[before..];
    assert!(matches!(got[0], ServerMessage::Now(_)), "{got:?}");
    assert!(matches!(&got[1], ServerMessage::Ok(ok) if ok.re == claimed));
    assert!(matches!(&got[2], ServerMessage::Ok(_)), "{got:?}");
    for conn in [second, third] {
        assert!(!table.all(conn).is_empty());
    }
    assert_eq!(table.answers.len(), 1);
}

#[test]
fn an_action_that_comes_together_with_a_claim_and_is_refused_does_not_wait_for_it() {
    let (mut table, others) = in_a_window();
    table.commits = false;
    let refused = discarder(&others);
    let act = Act {
        turn: 0,
        match_id: None,
        action: Action::Tiles(PASS),
    };
    let mut acts = table.defaults(&others[..1]);
    let claimed = acts.remove(0);
    let (conn, re) = (claimed.conn, claimed.re);
    let input = Input::Command {
        conn,
        person: claimed.person,
        re,
        command: RoomCommand::Act(claimed.act),
    };
    let together = Acting {
        conn: refused,
        person: person(refused),
        re: 1_000,
        act,
    };
    assert!(table.handle_with(input, vec![together]).is_empty());
    assert!(
        table
            .reply(refused, 1_000)
            .is_some_and(|reply| reply.is_err())
    );
    assert_eq!(table.reply(conn, re), None);
    table.commit();
    assert!(table.reply(conn, re).is_some_and(|reply| reply.is_ok()));
}

#[test]
fn a_window_closes_in_time_though_the_claims_are_still_being_stored() {
    for lost in [0, 1, 4] {
        let (mut table, others) = in_a_window();
        table.snapshot(WATCHER);
        table.commits = false;
        let before = table.rows.len();
        let claimed: Vec<u64> = others.iter().map(|&conn| claim(&mut table, conn)).collect();
        assert_eq!(table.rows.len(), before + 3);
        let told: Vec<usize> = others.iter().map(|&conn| table.all(conn).len()).collect();
        table.take(WATCHER);
        table.pass(1_499);
        assert_eq!(table.rows.len(), before + 3);
        table.pass(1);
        assert_eq!(table.rows.len(), before + 4, "a row of its own, in order");
        // From then on nobody's time passes before they get the messages.
        assert_eq!(table.room.wake_at_mono_ms(), None);
        table.send(WATCHER, command(r#"{"type":"join"}"#));
        assert_eq!(table.all(WATCHER), []);
        let still: Vec<usize> = others.iter().map(|&conn| table.all(conn).len()).collect();
        assert_eq!(told, still);
        if lost == 0 {
            table.commit();
            for (&conn, &re) in others.iter().zip(&claimed) {
                assert!(table.reply(conn, re).is_some_and(|reply| reply.is_ok()));
            }
            let events = table.game_events(WATCHER);
            let first = events.first().map(seen);
            assert!(matches!(first, Some(SeenTilesEvent::Claimed { .. })));
        } else {
            // Nobody got a message about lost claims, and the others are still there.
            table.crash(lost);
            table.commits = true;
            table.snapshot(WATCHER);
            for &conn in &others {
                table.snapshot(conn);
                assert_eq!(table.must_decide(conn), lost == 4);
            }
            assert!(is_window_open(&mut table));
        }
    }
}

#[test]
fn claims_on_their_way_make_the_room_busy_for_nobody() {
    let mut context = context();
    context.limits.rows_waiting = 1;
    let (mut table, others) = in_a_window_of(Table::with(MAHJONG, context));
    table.commits = false;
    let claimed: Vec<u64> = others.iter().map(|&conn| claim(&mut table, conn)).collect();
    let left = table.send(discarder(&others), command(r#"{"type":"leave"}"#));
    table.commit();
    for (&conn, re) in others.iter().zip(claimed) {
        assert!(table.reply(conn, re).is_some_and(|reply| reply.is_ok()));
    }
    let left = table.reply(discarder(&others), left);
    assert!(left.is_some_and(|reply| reply.is_ok()));
}

#[test]
fn a_claim_does_not_bring_back_a_player_who_left() {
    let (mut table, others) = in_a_window();
    let gone = others.iter().copied().find(|&conn| conn != A);
    let gone = gone.expect("two of them");
    let seat = table.seat_of(gone).expect("a seat").index();
    act(&mut table, gone, PASS).expect("a claim");
    table.ok(gone, r#"{"type":"leave"}"#);
    table.pass(8_000);
    let claimed = |event: &GameEvent| matches!(seen(event), SeenTilesEvent::Claimed { .. });
    assert!(table.game_events(A).iter().any(claimed));
    assert!(table.is_away(seat));
    assert_eq!(table.leavers, [(player(gone), true)]);
    // Joining by themselves brings them back.
    table.ok(gone, r#"{"type":"join"}"#);
    assert!(!table.is_away(seat));
    assert_eq!(table.leavers, [(player(gone), true), (player(gone), false)]);
}

#[test]
fn a_claim_brings_back_who_is_there_but_nobody_who_left_too_often() {
    let leave = r#"{"type":"leave"}"#;
    let join = r#"{"type":"join"}"#;
    let (mut table, others) = in_a_window();
    let mut others = others.into_iter().filter(|&conn| conn != A);
    let mut next = || others.next().expect("two of them");
    let (back, given_up) = (next(), next());
    let [back_seat, given_up_seat] =
        [back, given_up].map(|conn| table.seat_of(conn).expect("a seat").index());
    table.ok(back, leave);
    // The storage is away while they join, so that joining alone does not bring them back.
    table.handle(Input::Storage { available: false });
    table.ok(back, join);
    table.handle(Input::Storage { available: true });
    act(&mut table, back, PASS).expect("a claim");
    assert!(table.is_away(back_seat), "nobody learns of it yet");
    for _ in 0..3 {
        table.ok(given_up, leave);
        table.ok(given_up, join);
    }
    act(&mut table, given_up, PASS).expect("a claim");
    table.ok(given_up, leave);
    table.ok(given_up, join);
    table.pass(8_000);
    assert!(!table.is_away(back_seat));
    assert!(table.is_away(given_up_seat));
}

#[test]
fn settings_of_windows_are_mahjongs() {
    let mut table = Table::new(MAHJONG);
    table.ok(A, r#"{"type":"configure","settings":{"variant":"mahjong","windows":"strict","window_ms":3000,"window_least_ms":3000}}"#);
    for bad in [
        r#"{"variant":"mahjong","window_ms":1000}"#,
        r#"{"variant":"mahjong","window_ms":3000,"window_least_ms":3001}"#,
        r#"{"variant":"giog","windows":"strict"}"#,
    ] {
        let configure = format!(r#"{{"type":"configure","settings":{bad}}}"#);
        table.refused(A, &configure, ErrorCode::BadSettings);
    }
}

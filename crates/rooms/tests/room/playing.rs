//! A match in a room: turns, repeated actions, take-backs, the end and the next match.

use giog_protocol::ErrorCode;
use giog_protocol::client::{Act, RoomCommand};
use giog_protocol::server::{Answer, GameEvent, RoomEvent, ServerMessage};
use giog_rooms::{Acting, ConnId, Input};
use giog_rules::tricks::{self, Ask};
use giog_rules::{Action, Decision, MatchId, Pieces, Proof, RefusalCode, SeenEvent, verify};
use serde_json::Value;
use uuid::Uuid;

use crate::table::{A, B, C, Table, record_of};

const NO_CLOCK: &str = r#"{"seats":2,"clock":{"kind":"none"},"ceremony":"server"}"#;

/// The next turn of a connection's seat; actions of the server before the first lead count.
fn turn(table: &Table, conn: ConnId) -> u32 {
    table.now_of(conn).you.expect("a seat").turn
}

/// Plays until only the leader has laid; returns the leader and one follower.
fn led() -> (Table, ConnId, ConnId) {
    let mut table = Table::playing(
        &[A, B, C],
        r#"{"seats":3,"clock":{"kind":"none"},"ceremony":"server"}"#,
    );
    let people = [A, B, C];
    let leader = people
        .into_iter()
        .find(|&conn| table.must_decide(conn))
        .expect("a leader");
    table.act_default(leader);
    let follower = people
        .into_iter()
        .find(|&conn| conn != leader)
        .expect("others");
    (table, leader, follower)
}

/// An action as a request.
fn asked(acting: Acting) -> Input {
    Input::Command {
        conn: acting.conn,
        person: acting.person,
        re: acting.re,
        command: RoomCommand::Act(acting.act),
    }
}

#[test]
fn actions_that_come_together_share_a_row_and_each_is_answered_first() {
    let (mut table, leader, _) = led();
    let followers: Vec<ConnId> = [A, B, C]
        .into_iter()
        .filter(|&conn| conn != leader)
        .collect();
    let rows = table.rows.len();
    let mut acting = table.defaults(&followers);
    let res: Vec<u64> = acting.iter().map(|acting| acting.re).collect();
    for conn in [A, B, C] {
        table.take(conn);
    }
    table.commits = false;
    let first = asked(acting.remove(0));
    assert!(table.handle_with(first, acting).is_empty());
    assert_eq!(table.rows.len(), rows + 1);
    let row: Value = serde_json::from_str(&table.rows[rows].1).expect("JSON");
    let acted = row["entries"].as_array().expect("entries").iter();
    assert_eq!(acted.filter(|entry| entry["e"] == "acted").count(), 2);
    assert!(
        [A, B, C].iter().all(|&conn| table.all(conn).is_empty()),
        "not durable"
    );
    table.commit();
    for (conn, re) in followers.into_iter().zip(res) {
        let told = table.all(conn);
        assert!(
            matches!(&told[0], ServerMessage::Ok(ok) if ok.re == re),
            "{told:?}"
        );
    }
    for conn in [A, B, C] {
        let is_trick = |event: &GameEvent| {
            matches!(
                event.event,
                SeenEvent::Tricks(tricks::SeenEvent::Trick { .. })
            )
        };
        let events = table.game_events(conn);
        let tricks = events.iter().filter(|event| is_trick(event)).count();
        assert_eq!(tricks, 1, "all are told of the trick once");
    }
    let game = table.snapshot(A).game;
    table.crash(0);
    assert_eq!(table.snapshot(A).game, game, "from the log it is the same");
}

#[test]
fn before_a_stack_is_refused_the_player_was_told_which_are_left() {
    let mut table = Table::playing(&[A, B, C], r#"{"seats":3,"clock":{"kind":"none"}}"#);
    let mut acting = table.defaults(&[B, C]);
    let (first, second) = (acting[0].act.action.clone(), acting[1].re);
    assert_eq!(
        first, acting[1].act.action,
        "both are offered the same stack"
    );
    let Action::Tricks(tricks::Action::Reveal { stack }) = first else {
        panic!("{first:?}");
    };
    for conn in [A, B, C] {
        table.take(conn);
    }
    let rows = table.rows.len();
    let input = asked(acting.remove(0));
    assert!(table.handle_with(input, acting).is_empty());
    assert_eq!(table.rows.len(), rows + 1, "they came together");
    let told = table.all(C);
    let [
        ServerMessage::Event(event),
        ServerMessage::Now(now),
        ServerMessage::Error(error),
    ] = told
    else {
        panic!("{told:?}");
    };
    assert_eq!((error.re, now.seq), (Some(second), event.seq));
    assert_eq!(error.code, ErrorCode::Refused(RefusalCode::StackTaken));
    let decision = now.you.as_ref().and_then(|you| you.decision.as_ref());
    let Some(Decision::Tricks(decision)) = decision else {
        panic!("{decision:?}");
    };
    let Ask::Reveal { stacks } = &decision.ask else {
        panic!("{decision:?}");
    };
    assert!(
        !stacks.iter().any(|&left| i64::from(left) == stack),
        "{stacks:?}"
    );
    table.act_default(C);
}

#[test]
fn nothing_shares_the_row_of_an_action_by_which_the_match_is_over() {
    let mut table = Table::playing(&[A, B], NO_CLOCK);
    table.records = false;
    while table.unrecorded.is_none() {
        let people = [A, B].into_iter();
        let deciding: Vec<ConnId> = people.filter(|&conn| table.must_decide(conn)).collect();
        let mut acting = table.defaults(&deciding[..1]);
        let again = table.defaults(&deciding[..1]);
        let rows = table.rows.len();
        let left = table.handle_with(asked(acting.remove(0)), again);
        assert_eq!(table.rows.len(), rows + 1);
        assert_eq!(left.is_empty(), table.unrecorded.is_none());
    }
}

fn code(answer: Result<Answer, giog_protocol::server::ErrorReply>) -> ErrorCode {
    answer.expect_err("refused").code
}

#[test]
fn a_person_plays_a_whole_match_with_bots_and_its_record_is_proven() {
    let mut table = Table::new(r#"{"seats":4}"#);
    for _ in 0..3 {
        table.ok(A, r#"{"type":"add_bot"}"#);
    }
    table.all_ready(&[A]);
    assert!(
        table
            .now_of(A)
            .deciding
            .iter()
            .all(|deciding| deciding.left_ms.is_none())
    );
    table.play_to_end(&[A]);
    let finished = table.finished();
    assert_eq!(finished.len(), 1);
    let key = table.context.signer.public_key();
    let report = verify(&record_of(finished[0]), None, &[key]);
    assert_eq!(report.verdict, Proof::Pass, "{report:?}");
    let told = table
        .events(A)
        .into_iter()
        .any(|(_, event)| matches!(event, RoomEvent::Finished { .. }));
    assert!(told);
}

#[test]
fn the_same_turn_again_is_answered_with_what_was_taken() {
    let (mut table, leader, _) = led();
    let again = Action::Tricks(giog_rules::tricks::Action::Play {
        pieces: "K".to_owned(),
    });
    let rows = table.rows.len();
    let last = turn(&table, leader) - 1;
    let error = table.act(leader, last, again).expect_err("already");
    assert_eq!(error.code, ErrorCode::Already);
    let taken = error.taken.expect("what was taken");
    assert_eq!(taken.turn, last);
    assert!(matches!(
        taken.action,
        Action::Tricks(giog_rules::tricks::Action::Play { .. })
    ));
    assert_eq!(table.rows.len(), rows);
}

#[test]
fn a_turn_ahead_and_an_illegal_action_are_refused_and_change_nothing() {
    let (mut table, leader, follower) = led();
    let play = |pieces: &str| {
        Action::Tricks(giog_rules::tricks::Action::Play {
            pieces: pieces.to_owned(),
        })
    };
    let rows = table.rows.len();
    let (led, next) = (turn(&table, leader), turn(&table, follower));
    assert_eq!(
        code(table.act(follower, next + 1, play("P"))),
        ErrorCode::TurnAhead
    );
    assert_eq!(
        code(table.act(follower, next, play(""))),
        ErrorCode::Refused(RefusalCode::WrongCount)
    );
    assert_eq!(
        code(table.act(follower, next, play("x\u{0}"))),
        ErrorCode::Refused(RefusalCode::NotInHand)
    );
    assert_eq!(
        code(table.act(
            follower,
            next,
            Action::Tricks(giog_rules::tricks::Action::TakeBack)
        )),
        ErrorCode::Refused(RefusalCode::WrongAction)
    );
    assert_eq!(
        code(table.act(leader, led, play("P"))),
        ErrorCode::Refused(RefusalCode::NotYourTurn)
    );
    assert_eq!(table.rows.len(), rows);
}

/// The pieces of all plays in a row of the log or a record, in their written order.
fn pieces_in(json: &[u8]) -> Vec<String> {
    fn collect(value: &Value, found: &mut Vec<String>) {
        match value {
            Value::Object(fields) => {
                if let Some(Value::String(pieces)) = fields.get("pieces") {
                    found.push(pieces.clone());
                }
                fields.values().for_each(|value| collect(value, found));
            }
            Value::Array(values) => values.iter().for_each(|value| collect(value, found)),
            _ => {}
        }
    }
    let mut found = Vec::new();
    collect(&serde_json::from_slice(json).expect("JSON"), &mut found);
    found
}

/// Leads with as many pieces as possible, or takes the default, with pieces from the weakest to the strongest.
fn written_backwards(decision: &Decision) -> Action {
    let most = match decision.tricks().expect("a trick game").ask.clone() {
        Ask::Play {
            lead: true,
            plays: Some(plays),
            ..
        } => plays.into_iter().max_by_key(|play| play.len()),
        _ => None,
    };
    let backwards = |pieces: String| {
        Action::Tricks(giog_rules::tricks::Action::Play {
            pieces: pieces.chars().rev().collect(),
        })
    };
    match (most, decision.default_action().expect("a default")) {
        (Some(most), _) => backwards(most.to_string()),
        (None, Action::Tricks(giog_rules::tricks::Action::Play { pieces })) => backwards(pieces),
        (None, other) => other,
    }
}

fn is_canonical(pieces: &str) -> bool {
    let read: Pieces = pieces.parse().expect("pieces");
    read.to_string() == pieces
}

#[test]
fn however_pieces_are_written_what_is_told_and_recorded_is_canonical_also_after_a_crash() {
    let mut table = Table::playing(&[A, B], NO_CLOCK);
    let mut odd = 0;
    while let Some(conn) = [A, B].into_iter().find(|&conn| table.must_decide(conn)) {
        let you = table.now_of(conn).you.expect("a seat");
        let action = written_backwards(&you.decision.expect("something to decide"));
        table.act(conn, you.turn, action.clone()).expect("legal");
        let canonical = action.canonical();
        let is_told = |table: &mut Table| {
            let error = table
                .act(conn, you.turn, action.clone())
                .expect_err("already");
            assert_eq!(error.taken.expect("what was taken").action, canonical);
        };
        is_told(&mut table);
        if action != canonical {
            odd += 1;
            table.crash(0);
            for conn in [A, B] {
                table.ok(conn, r#"{"type":"join"}"#);
            }
            is_told(&mut table);
        }
        table.pass(5_000);
    }
    assert!(odd > 1, "{odd}");
    // The log has the pieces in the order of the client, like logs of older servers.
    let logged = table
        .rows
        .iter()
        .flat_map(|(_, row)| pieces_in(row.as_bytes()));
    assert!(logged.into_iter().any(|pieces| !is_canonical(&pieces)));
    let record = record_of(table.finished()[0]);
    assert!(pieces_in(&record).iter().all(|pieces| is_canonical(pieces)));
    let report = verify(&record, None, &[table.context.signer.public_key()]);
    assert_eq!(report.verdict, Proof::Pass, "{report:?}");
}

#[test]
fn another_match_is_stale_and_none_is_no_match() {
    let mut table = Table::playing(&[A, B], NO_CLOCK);
    let act = |id: u128| {
        RoomCommand::Act(Act {
            turn: 0,
            match_id: Some(MatchId(Uuid::from_u128(id))),
            action: Action::Tricks(giog_rules::tricks::Action::TakeBack),
        })
    };
    assert_eq!(code(table.ask(A, act(7))), ErrorCode::StaleMatch);
    table.play_to_end(&[A, B]);
    assert_eq!(code(table.ask(A, act(7))), ErrorCode::NoMatch);
    let error = table
        .act(A, 0, Action::Tricks(giog_rules::tricks::Action::TakeBack))
        .expect_err("the match is over");
    assert_eq!(
        error.code,
        ErrorCode::Already,
        "what was taken is still told after the end"
    );
    assert_eq!(
        code(table.act(
            A,
            1_000,
            Action::Tricks(giog_rules::tricks::Action::TakeBack)
        )),
        ErrorCode::NoMatch
    );
}

#[test]
fn spectators_and_strangers_take_no_turns() {
    let mut table = Table::playing(&[A, B], NO_CLOCK);
    table.ok(C, r#"{"type":"join"}"#);
    assert_eq!(
        code(table.act(C, 0, Action::Tricks(giog_rules::tricks::Action::TakeBack))),
        ErrorCode::NotSeated
    );
}

#[test]
fn a_play_is_taken_back_eight_times_a_trick_and_no_more() {
    let (mut table, _, follower) = led();
    let default = table.act_default(follower);
    for _ in 0..8 {
        let offered = table.now_of(follower).you.and_then(|you| you.decision);
        assert!(offered.is_some_and(|decision| !decision.must()));
        let turn = turn(&table, follower);
        table
            .act(
                follower,
                turn,
                Action::Tricks(giog_rules::tricks::Action::TakeBack),
            )
            .expect("taken back");
        table
            .act(follower, turn + 1, default.clone())
            .expect("laid again");
    }
    let offered = table.now_of(follower).you.and_then(|you| you.decision);
    assert_eq!(offered, None, "what would be refused is not offered");
    let turn = turn(&table, follower);
    assert_eq!(
        code(table.act(
            follower,
            turn,
            Action::Tricks(giog_rules::tricks::Action::TakeBack)
        )),
        ErrorCode::TooManyTakeBacks
    );
}

#[test]
fn a_room_may_switch_take_backs_off() {
    let mut table = Table::playing(
        &[A, B, C],
        r#"{"seats":3,"clock":{"kind":"none"},"ceremony":"server","take_backs":false}"#,
    );
    table.play_on(&[A, B, C], 2);
    let laid = [A, B, C].into_iter().find(|&conn| {
        let yours = table
            .snapshot(conn)
            .game
            .and_then(|game| game.view.tricks().expect("a trick game").trick.clone());
        yours
            .is_some_and(|trick| trick.yours.is_some() && table.seat_of(conn) != Some(trick.leader))
    });
    let laid = laid.expect("a follower has laid");
    assert_eq!(table.now_of(laid).you.and_then(|you| you.decision), None);
    let turn = turn(&table, laid);
    assert_eq!(
        code(table.act(
            laid,
            turn,
            Action::Tricks(giog_rules::tricks::Action::TakeBack)
        )),
        ErrorCode::TooManyTakeBacks
    );
}

#[test]
fn a_nonce_is_for_its_owner_until_the_play_is_turned_up() {
    let (mut table, leader, follower) = led();
    let you = table.now_of(follower).you.expect("a seat");
    let default = you
        .decision
        .and_then(|decision| decision.default_action())
        .expect("a default");
    let Ok(Answer::Acted {
        nonce: Some(nonce),
        commitment: Some(commitment),
        ..
    }) = table.act(follower, you.turn, default)
    else {
        panic!("a play is acknowledged with its nonce");
    };
    for (conn, may_know) in [(follower, true), (leader, false)] {
        let game = table.snapshot(conn).game.expect("a match");
        let seal = game
            .commitments
            .iter()
            .find(|seal| seal.commitment == commitment);
        assert_eq!(seal.expect("published").nonce, may_know.then_some(nonce));
        let sealed = table
            .game_events(conn)
            .into_iter()
            .filter_map(|event| event.sealed);
        let told = sealed
            .filter(|seal| seal.commitment == commitment)
            .collect::<Vec<_>>();
        assert!(told.iter().all(|seal| seal.nonce.is_some() == may_know));
        assert!(!told.is_empty());
    }
    table.play_on(&[A, B, C], 1);
    let opened = table
        .game_events(leader)
        .into_iter()
        .flat_map(|event| event.opened);
    assert!(opened.into_iter().any(|opened| opened.nonce == nonce));
}

#[test]
fn the_next_match_remembers_the_one_before_and_who_won_it() {
    let settings = r#"{"seats":3,"clock":{"kind":"none"},"ceremony":"server"}"#;
    let mut table = Table::playing(&[A, B, C], settings);
    let mut sole_winners = 0;
    for _ in 0..6 {
        table.play_to_end(&[A, B, C]);
        let before = table
            .snapshot(A)
            .state
            .previous
            .expect("a match was played");
        let winners = before.outcome.expect("to its end").winners;
        table.all_ready(&[A, B, C]);
        let game = table.snapshot(A).game.expect("a match");
        assert_eq!(game.start.facts.previous, Some(before.match_id));
        if let &[winner] = winners.as_slice() {
            sole_winners += 1;
            let row = game
                .view
                .tricks()
                .expect("a trick game")
                .layout
                .rows
                .iter()
                .filter(|&&seat| seat == winner)
                .count();
            assert_eq!(row, 6, "the row of six is the winner's");
        }
    }
    assert!(sole_winners > 0);
    let seqs: Vec<u64> = table.events(B).iter().map(|(seq, _)| *seq).collect();
    assert!(
        seqs.windows(2).all(|pair| pair[1] == pair[0] + 1),
        "{seqs:?}"
    );
}

#[test]
fn everybody_sees_the_layout_and_only_the_owner_a_hand() {
    let mut table = Table::playing(&[A, B], NO_CLOCK);
    table.ok(C, r#"{"type":"join"}"#);
    let hands: Vec<_> = table
        .game_events(A)
        .into_iter()
        .filter_map(|event| match event.event {
            SeenEvent::Tricks(giog_rules::tricks::SeenEvent::Dealt { hand, .. }) => Some(hand),
            _ => None,
        })
        .collect();
    assert!(hands[0].is_some());
    let of = |table: &mut Table, conn| {
        table
            .snapshot(conn)
            .game
            .expect("a match")
            .view
            .tricks()
            .expect("a trick game")
            .hand
    };
    assert_ne!(of(&mut table, A), of(&mut table, B));
    assert_eq!(of(&mut table, C), None);
}

#[test]
fn that_somebody_has_laid_waits_for_the_next_one_but_a_lead_and_a_reveal_do_not() {
    let mut context = crate::table::context();
    context.times.notice_ms = 5;
    let settings = r#"{"seats":3,"clock":{"kind":"none"},"ceremony":"server","reveal_pause_ms":0}"#;
    let mut table = Table::with(settings, context);
    for conn in [B, C] {
        table.ok(conn, r#"{"type":"join"}"#);
        table.ok(conn, r#"{"type":"sit"}"#);
    }
    table.all_ready(&[A, B, C]);
    let plays = |table: &Table| {
        let events = table.game_events(A).into_iter();
        events
            .filter(|game| {
                matches!(
                    game.event,
                    SeenEvent::Tricks(giog_rules::tricks::SeenEvent::Play { .. })
                )
            })
            .count()
    };
    let leader = [A, B, C].into_iter().find(|&conn| table.must_decide(conn));
    let leader = leader.expect("a leader");
    table.act_default(leader);
    assert_eq!(plays(&table), 1, "others wait for the lead");
    let followers: Vec<ConnId> = [A, B, C]
        .into_iter()
        .filter(|&conn| conn != leader)
        .collect();
    table.act_default(followers[0]);
    assert_eq!(plays(&table), 1, "nobody can do anything about it yet");
    table.pass(5);
    assert_eq!(plays(&table), 2, "it has waited long enough");
    table.act_default(followers[1]);
    assert_eq!(plays(&table), 3, "the reveal waits for nothing");
}

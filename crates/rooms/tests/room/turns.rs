//! `turn`: everything that a seat may know and do as one message; and decisions that list their actions.

use giog_protocol::ErrorCode;
use giog_protocol::bot::{Turn, TurnMessage};
use giog_protocol::client::{AskTurn, ListActions, RoomCommand};
use giog_protocol::server::{Answer, RoomEvent, ServerMessage};
use giog_rooms::{ConnId, Input, Origin};
use giog_rules::{Action, RefusalCode, SeenEvent};

use crate::table::{A, B, C, Table};

const SETTINGS: &str =
    r#"{"seats":2,"clock":{"kind":"none"},"ceremony":"players","reveal_pause_ms":0}"#;
/// The most bytes of a page of actions.
const MOST_BYTES: usize = 40 * 1_024;
/// More decisions than a match has.
const MOST: usize = 200;

fn table() -> Table {
    table_of(SETTINGS)
}

fn table_of(settings: &str) -> Table {
    let mut table = Table::new(settings);
    table.handle(Input::Attached {
        conn: B,
        origin: Origin::default(),
        lists_actions: true,
    });
    table.ok(B, r#"{"type":"join"}"#);
    table.ok(B, r#"{"type":"sit"}"#);
    table.ok(C, r#"{"type":"join"}"#);
    table
}

fn turn(table: &mut Table, conn: ConnId, after: Option<u64>) -> Result<(u64, Turn), ErrorCode> {
    match table.ask(conn, RoomCommand::AskTurn(AskTurn { after })) {
        Ok(Answer::Turn {
            seq,
            turn: TurnMessage::Turn(turn),
        }) => Ok((seq, *turn)),
        Ok(other) => panic!("another answer: {other:?}"),
        Err(error) => Err(error.code),
    }
}

/// Takes the default of each decision until the match is over; `look` is called before each.
fn play(table: &mut Table, mut look: impl FnMut(&mut Table, ConnId)) {
    for _ in 0..MOST {
        if table.snapshot(C).game.is_none() {
            return;
        }
        for conn in [A, B] {
            if table.snapshot(C).game.is_none() || !table.must_decide(conn) {
                continue;
            }
            look(table, conn);
            let you = table.now_of(conn).you.expect("a seat");
            let default = you.decision.and_then(|asked| asked.default_action());
            let default = default.expect("a default");
            table.act(conn, you.turn, default).expect("it is legal");
        }
    }
    panic!("the match does not end");
}

#[test]
fn whoever_asked_for_actions_is_told_them_and_nobody_else() {
    let mut table = table();
    table.all_ready(&[A, B]);
    let mut told = 0;
    play(&mut table, |table, conn| {
        let now = table.now_of(conn);
        let actions = now.decision().and_then(giog_rules::Decision::actions);
        assert_eq!(actions.is_some(), conn == B, "{now:?}");
        if let Some(actions) = actions {
            let default = now
                .decision()
                .and_then(giog_rules::Decision::default_action);
            assert!(default.is_some_and(|default| actions.contains(&default)));
            told += 1;
        }
    });
    assert!(told > 5, "{told} decisions with actions");
}

#[test]
fn a_turn_has_everything_that_the_seat_may_know_and_do_and_nobody_else_gets_one() {
    let mut table = table();
    assert_eq!(turn(&mut table, A, None).err(), Some(ErrorCode::NoMatch));
    table.all_ready(&[A, B]);
    let mut seen = [0; 2];
    let mut events = 0;
    play(&mut table, |table, conn| {
        let seat = usize::from(conn == B);
        let (seq, turn_now) = turn(table, conn, Some(seen[seat])).expect("it must decide");
        let snapshot = table.snapshot(conn);
        let now = table.now_of(conn);
        assert_eq!((seq, turn_now.turn), (snapshot.seq, now.turn()));
        assert_eq!(turn_now.view.you(), Some(turn_now.place.you));
        let game = snapshot.game.expect("a match");
        assert_eq!(
            (turn_now.place.match_id, turn_now.view),
            (game.start.facts.match_id, game.view)
        );
        let told = told_after(table, conn, seen[seat]);
        events += told.len();
        assert_eq!(turn_now.events, told);
        let mut decision = turn_now.decision;
        let actions = decision.actions();
        assert!(actions.is_some_and(|actions| !actions.is_empty()));
        if conn == A {
            strip(&mut decision);
        }
        assert_eq!(Some(&decision), now.decision());
        assert_eq!(turn(table, C, None).err(), Some(ErrorCode::NotSeated));
        let other = if conn == A { B } else { A };
        if !table.must_decide(other) {
            let code = ErrorCode::Refused(RefusalCode::NotYourTurn);
            assert_eq!(turn(table, other, None).err(), Some(code));
        }
        seen[seat] = seq;
    });
    assert!(events > 20, "{events} events were told");
    assert_eq!(turn(&mut table, A, None).err(), Some(ErrorCode::NoMatch));
}

/// The events of the match that a connection was sent after this number.
fn told_after(table: &Table, conn: ConnId, after: u64) -> Vec<SeenEvent> {
    let all = table.all(conn).iter();
    let events = all.filter_map(|message| match message {
        ServerMessage::Event(event) if event.seq > after => match &event.event {
            RoomEvent::Game(game) => Some(game.event.clone()),
            _ => None,
        },
        _ => None,
    });
    events.collect()
}

/// The decision as it is told without its actions.
fn strip(decision: &mut giog_rules::Decision) {
    if let giog_rules::Decision::Tricks(decision) = decision {
        (decision.actions, decision.more_actions) = (None, false);
    }
}

/// A page of the legal actions.
fn actions(
    table: &mut Table,
    conn: ConnId,
    turn: u32,
    from: Option<u64>,
) -> Result<(Vec<Action>, Option<u64>), ErrorCode> {
    match table.ask(conn, RoomCommand::ListActions(ListActions { turn, from })) {
        Ok(Answer::Actions { actions, next }) => Ok((actions, next)),
        Ok(other) => panic!("another answer: {other:?}"),
        Err(error) => Err(error.code),
    }
}

#[test]
fn all_legal_actions_are_told_in_pages_to_who_decides_and_to_nobody_else() {
    let settings = SETTINGS.replacen('{', r#"{"variant":"da-qi-luo-2","#, 1);
    let mut table = table_of(&settings);
    assert_eq!(actions(&mut table, A, 0, None), Err(ErrorCode::NoMatch));
    table.all_ready(&[A, B]);
    let (mut pages, mut more) = (0, 0);
    play(&mut table, |table, conn| {
        let turn = table.now_of(conn).turn();
        let (_, message) = self::turn(table, conn, None).expect("it must decide");
        let decision = message.decision;
        let (first, next) = actions(table, conn, turn, None).expect("it must decide");
        if decision.has_more_actions() {
            assert_eq!(next, Some(first.len() as u64));
            more += 1;
            let (following, _) = actions(table, conn, turn, next).expect("there are more");
            assert!(following.iter().all(|action| !first.contains(action)));
            let page = Answer::Actions {
                actions: first,
                next,
            };
            let written = serde_json::to_string(&page).expect("JSON");
            assert!(written.len() < MOST_BYTES, "{} bytes", written.len());
        } else {
            assert_eq!((Some(first), next), (decision.actions(), None));
        }
        let none = actions(table, conn, turn, Some(u64::MAX));
        assert_eq!(none, Ok((Vec::new(), None)));
        let ahead = actions(table, conn, turn + 1, None);
        assert_eq!(ahead, Err(ErrorCode::TurnAhead));
        if let Some(before) = turn.checked_sub(1) {
            assert_eq!(actions(table, conn, before, None), Err(ErrorCode::Already));
        }
        assert_eq!(actions(table, C, turn, None), Err(ErrorCode::NotSeated));
        let other = if conn == A { B } else { A };
        if !table.must_decide(other) {
            let now = table.now_of(other);
            let told = actions(table, other, now.turn(), None);
            let code = ErrorCode::Refused(RefusalCode::NotYourTurn);
            // Who has laid may take the play back, and nothing else.
            match now.decision() {
                Some(_) => assert!(told.is_ok_and(|(actions, _)| actions.len() == 1)),
                None => assert_eq!(told, Err(code)),
            }
        }
        pages += 1;
    });
    assert!(pages > 5 && more > 0, "{pages} pages, {more} with more");
}

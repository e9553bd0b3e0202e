//! Computer players think on threads of their own.

use std::sync::{Condvar, Mutex};

use giog_protocol::server::{RoomEvent, ServerMessage};
use giog_rooms::{Bot, Context, LobbyLimits, Times};
use giog_rules::SeenEvent;
use giog_rules::boards::SeenBoardEvent;
use giog_rules::record::By;

use crate::house::{Guest, House, context};

const XIANGQI: &str = r#"{"variant":"xiangqi","clock":{"kind":"none"},"reveal_pause_ms":0}"#;
const OPENING: &str = r#"{"type":"act","turn":0,"do":"move","move":"h2e2"}"#;

/// Whether the thinking of these tests may end.
static GATE: (Mutex<bool>, Condvar) = (Mutex::new(false), Condvar::new());

fn with(bot: Bot) -> Context {
    Context {
        bot,
        times: Times {
            bot_delay_ms: 0,
            ..Times::default()
        },
        ..context()
    }
}

/// Waits for the computer player's next move.
async fn bots_move(guest: &mut Guest) {
    loop {
        if let ServerMessage::Event(event) = guest.next().await
            && let RoomEvent::Game(game) = event.event
            && let SeenEvent::Board(SeenBoardEvent::Acted(_)) = game.event
            && game.by == By::Bot
        {
            return;
        }
    }
}

#[tokio::test]
async fn whoever_asks_a_room_is_answered_while_its_computer_player_thinks() {
    let slow = Bot {
        think: |view, decision, _, _| {
            let (open, opened) = &GATE;
            let shut = open.lock().expect("nobody fails with it");
            drop(opened.wait_while(shut, |open| !*open));
            giog_bots::choose(view, decision)
        },
        ..Bot::default()
    };
    let house = House::new(LobbyLimits::default(), with(slow)).await;
    let mut guest = Guest::new(1);
    let room = house.create(&mut guest, "a", XIANGQI).await;
    for json in [r#"{"type":"add_bot"}"#, r#"{"type":"ready"}"#, OPENING] {
        guest.ask(&room, json).await.expect(json);
    }
    while house.hub.thinking().waiting == 0 {
        tokio::task::yield_now().await;
    }
    for _ in 0..100 {
        let people = guest.ask(&room, r#"{"type":"list_people"}"#).await;
        people.expect("an answer");
    }
    assert_eq!(house.hub.thinking().done, 0, "it still thinks");
    *GATE.0.lock().expect("nobody fails with it") = true;
    GATE.1.notify_all();
    bots_move(&mut guest).await;
    assert_eq!(house.hub.thinking().done, 1);
}

#[tokio::test]
async fn a_fault_of_the_thinking_stops_no_match() {
    let faulty = Bot {
        think: |_, _, _, _| panic!("a fault made on purpose"),
        ..Bot::default()
    };
    let house = House::new(LobbyLimits::default(), with(faulty)).await;
    let mut guest = Guest::new(1);
    let room = house.create(&mut guest, "a", XIANGQI).await;
    for json in [r#"{"type":"add_bot"}"#, r#"{"type":"ready"}"#, OPENING] {
        guest.ask(&room, json).await.expect(json);
    }
    bots_move(&mut guest).await;
    let thinking = house.hub.thinking();
    assert_eq!((thinking.waiting, thinking.done), (0, 0));
    assert!(thinking.given_up > 0);
}

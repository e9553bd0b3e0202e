//! Bots think on separate threads.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex};

use giog_protocol::ErrorCode;
use giog_protocol::server::{Answer, RoomEvent, ServerMessage};
use giog_rooms::{Bot, Context, LobbyLimits, Network, Origin, RoomHandle, Times};
use giog_rules::boards::{BoardAction, SeenBoardEvent};
use giog_rules::record::By;
use giog_rules::{Action, Decision, Seat, SeenEvent, View};

use crate::test_server::{Guest, TestServer, context};

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

/// Waits for the bot's next move.
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
    let server = TestServer::new(LobbyLimits::default(), with(slow)).await;
    let mut guest = Guest::new(1);
    let room = server.create(&mut guest, "a", XIANGQI).await;
    for json in [r#"{"type":"add_bot"}"#, r#"{"type":"ready"}"#, OPENING] {
        guest.ask(&room, json).await.expect(json);
    }
    while server.hub.thinking().waiting == 0 {
        tokio::task::yield_now().await;
    }
    for _ in 0..100 {
        let people = guest.ask(&room, r#"{"type":"list_people"}"#).await;
        people.expect("an answer");
    }
    assert_eq!(server.hub.thinking().done, 0, "it still thinks");
    *GATE.0.lock().expect("nobody fails with it") = true;
    GATE.1.notify_all();
    bots_move(&mut guest).await;
    assert_eq!(server.hub.thinking().done, 1);
}

#[tokio::test]
async fn a_fault_of_the_thinking_stops_no_match() {
    let faulty = Bot {
        think: |_, _, _, _| panic!("a fault made on purpose"),
        ..Bot::default()
    };
    let server = TestServer::new(LobbyLimits::default(), with(faulty)).await;
    let mut guest = Guest::new(1);
    let room = server.create(&mut guest, "a", XIANGQI).await;
    for json in [r#"{"type":"add_bot"}"#, r#"{"type":"ready"}"#, OPENING] {
        guest.ask(&room, json).await.expect(json);
    }
    bots_move(&mut guest).await;
    // A thread that failed may take long to report it, and the bot still moves at its time.
    while server.hub.thinking().waiting > 0 {
        tokio::task::yield_now().await;
    }
    let thinking = server.hub.thinking();
    assert_eq!(thinking.done, 0);
    assert!(thinking.given_up > 0);
}

/// In the test of hints: whether the thinking for the first seat may end, and that for the second.
static HINTS_GATE: (Mutex<bool>, Condvar) = (Mutex::new(false), Condvar::new());
static MOVES_GATE: (Mutex<bool>, Condvar) = (Mutex::new(false), Condvar::new());

/// The number of computed hints.
static HINTS_BEGUN: AtomicUsize = AtomicUsize::new(0);

fn wait_at((open, opened): &(Mutex<bool>, Condvar)) {
    let shut = open.lock().expect("nobody fails with it");
    drop(opened.wait_while(shut, |open| !*open));
}

fn open((open, opened): &(Mutex<bool>, Condvar)) {
    *open.lock().expect("nobody fails with it") = true;
    opened.notify_all();
}

/// A bot that thinks until it may end, and then takes the last listed action. The first seat has a person, who requests hints.
fn gated() -> Bot {
    Bot {
        think: |view, decision, _, _| {
            let (View::Board(view), Decision::Board(decision)) = (view, decision) else {
                panic!("a game on a board");
            };
            let is_hint = view.you == Some(Seat::new(0));
            HINTS_BEGUN.fetch_add(usize::from(is_hint), Ordering::SeqCst);
            wait_at(if is_hint { &HINTS_GATE } else { &MOVES_GATE });
            decision.listed().last().map(Action::Board)
        },
        ..Bot::default()
    }
}

const HINT: &str = r#"{"type":"hint","turn":0}"#;
/// The last listed action at the start: a bot that searches one move ahead does not choose it.
const LAST_LISTED: &str = "i3i4";

fn hinted(answer: &Result<Answer, ErrorCode>) -> Option<&str> {
    match answer {
        Ok(Answer::Hint { hint }) => match &hint.action {
            Action::Board(BoardAction::Move { points }) => Some(points),
            other => panic!("another action: {other:?}"),
        },
        Err(ErrorCode::Busy) => None,
        other => panic!("another answer: {other:?}"),
    }
}

#[tokio::test]
async fn hints_are_what_the_player_does_that_thinks_and_neither_they_nor_computer_players_wait_for_the_other()
 {
    let server = TestServer::new(LobbyLimits::default(), with(gated())).await;
    let (mut mover, mut asker) = (Guest::new(1), Guest::new(2));
    let begin = [r#"{"type":"add_bot"}"#, r#"{"type":"ready"}"#];
    let moving = server.create(&mut mover, "a", XIANGQI).await;
    let asks = server.create(&mut asker, "b", XIANGQI).await;
    for json in begin {
        mover.ask(&moving, json).await.expect(json);
        asker.ask(&asks, json).await.expect(json);
    }
    mover.ask(&moving, OPENING).await.expect("a move");
    while server.hub.thinking().waiting == 0 {
        tokio::task::yield_now().await;
    }
    // The bot thinks, and a hint is answered.
    open(&HINTS_GATE);
    let hint = asker.ask(&asks, HINT).await;
    assert_eq!(hinted(&hint), Some(LAST_LISTED));
    assert_eq!(server.hub.thinking().done, 0, "it still thinks");

    // A hint is being computed, others wait; and the bot moves.
    *HINTS_GATE.0.lock().expect("nobody fails with it") = false;
    let mut requests = vec![asker.send(&asks, HINT).expect("it is asked")];
    while HINTS_BEGUN.load(Ordering::SeqCst) < 2 {
        tokio::task::yield_now().await;
    }
    requests.extend((0..8).map(|_| asker.send(&asks, HINT).expect("it is asked")));
    open(&MOVES_GATE);
    bots_move(&mut mover).await;
    assert_eq!(server.hub.thinking().done, 1);
    open(&HINTS_GATE);
    for re in requests {
        assert_eq!(hinted(&asker.reply(re).await), Some(LAST_LISTED));
    }
}

/// In the test of addresses with many requests: whether the thinking may end.
static SHARES_GATE: (Mutex<bool>, Condvar) = (Mutex::new(false), Condvar::new());

fn from(address: u64) -> Origin {
    let network = Network {
        tag: address,
        times: 1,
    };
    Origin::new([network], None)
}

/// A person at an address, at their own table, with an open decision.
async fn player(server: &TestServer, number: u64, address: u64) -> (Guest, RoomHandle) {
    let mut guest = Guest::new(number);
    guest.frame_sender = guest.frame_sender.coming_from(from(address));
    let room = server.create(&mut guest, "a", XIANGQI).await;
    for json in [r#"{"type":"add_bot"}"#, r#"{"type":"ready"}"#] {
        guest.ask(&room, json).await.expect(json);
    }
    (guest, room)
}

/// Waits until this number of decisions wait for a thread or are being searched.
async fn thoughts(server: &TestServer, waiting: usize) {
    while server.hub.thinking().waiting < waiting {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn an_address_that_asks_for_more_hints_than_fit_takes_none_from_others() {
    let slow = Bot {
        think: |view, decision, _, _| {
            wait_at(&SHARES_GATE);
            giog_bots::choose(view, decision)
        },
        ..Bot::default()
    };
    let server = TestServer::new(LobbyLimits::default(), with(slow)).await;
    let mut many = Vec::new();
    // Nine hints at each of twelve tables, of which one is being computed and 32 wait.
    for number in 1..=12 {
        let (mut guest, room) = player(&server, number, 1 + number % 2).await;
        let hints: Vec<u64> = (0..9)
            .map(|_| guest.send(&room, HINT).expect("it is asked"))
            .collect();
        many.push((guest, hints));
    }
    let mut others = Vec::new();
    for number in 20..30 {
        let (mut guest, room) = player(&server, number, number).await;
        let hint = guest.send(&room, HINT).expect("it is asked");
        others.push((guest, room, hint));
    }
    // The room has requested the hint when it has handled the next request.
    for (guest, room, _) in &mut others {
        let people = guest.ask(room, r#"{"type":"list_people"}"#).await;
        people.expect("an answer");
    }
    open(&SHARES_GATE);
    for (guest, _, hint) in &mut others {
        let answer = guest.reply(*hint).await;
        assert!(hinted(&answer).is_some(), "{answer:?}");
    }
    let (mut given, mut busy) = (0, 0);
    for (guest, hints) in &mut many {
        let mut answered = 0;
        while answered < hints.len() {
            let (re, is_given) = match guest.next().await {
                ServerMessage::Ok(ok) => (Some(ok.re), true),
                ServerMessage::Error(error) => (error.re, false),
                _ => continue,
            };
            if re.is_some_and(|re| hints.contains(&re)) {
                answered += 1;
                given += usize::from(is_given);
                busy += usize::from(!is_given);
            }
        }
    }
    assert_eq!(given + busy, 12 * 9);
    assert!(busy >= 12 * 9 - 33, "{busy}");
}

/// In the test of abandoned rooms: how many searches may end, and which have started, in order.
static LEFT_GATE: (Mutex<usize>, Condvar) = (Mutex::new(0), Condvar::new());
static BEGUN: Mutex<Vec<&str>> = Mutex::new(Vec::new());

fn let_end(how_many: usize) {
    let (may_end, may) = &LEFT_GATE;
    *may_end.lock().expect("nobody fails with it") += how_many;
    may.notify_all();
}

/// Waits until this number of searches have started; returns the last one.
async fn begun(how_many: usize) -> &'static str {
    loop {
        let begun = BEGUN.lock().expect("nobody fails with it").clone();
        if let Some(last) = begun.get(how_many - 1) {
            return last;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn rooms_that_everybody_has_left_think_last() {
    let slow = Bot {
        think: |view, decision, _, _| {
            let View::Board(board) = view else {
                panic!("a game on a board");
            };
            // The person at that table had the first seat.
            let is_left = board.you == Some(Seat::new(0));
            let whose = if is_left { "left" } else { "attended" };
            BEGUN.lock().expect("nobody fails with it").push(whose);
            let (may_end, may) = &LEFT_GATE;
            let mut may_end = may
                .wait_while(may_end.lock().expect("nobody fails with it"), |it| *it == 0)
                .expect("nobody fails with it");
            *may_end -= 1;
            giog_bots::choose(view, decision)
        },
        ..Bot::default()
    };
    let server = TestServer::new(LobbyLimits::default(), with(slow)).await;
    // All threads are busy.
    let cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let threads = cores.div_ceil(4);
    let mut guests = Vec::new();
    for number in 0..threads {
        let number = 100 + u64::try_from(number).expect("few cores");
        let (mut guest, room) = player(&server, number, number).await;
        guest.ask(&room, OPENING).await.expect("a move");
        guests.push(guest);
    }
    begun(threads).await;
    // A person leaves a table during their turn; two bots are left.
    let (mut leaver, left) = player(&server, 1, 1).await;
    leaver
        .ask(&left, r#"{"type":"leave"}"#)
        .await
        .expect("left");
    thoughts(&server, threads + 1).await;
    // Later, at a table with a person, it is a bot's turn.
    let (mut guest, room) = player(&server, 2, 2).await;
    guest.ask(&room, OPENING).await.expect("a move");
    thoughts(&server, threads + 2).await;
    let_end(1);
    assert_eq!(begun(threads + 1).await, "attended");
    let_end(1);
    assert_eq!(begun(threads + 2).await, "left");
    let_end(usize::MAX / 2);
}

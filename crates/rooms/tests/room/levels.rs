//! Levels of bots: who chooses them, when they act, and what the server lets them spend.

use giog_bots::levels;
use giog_protocol::server::ServerMessage;
use giog_protocol::{ErrorCode, Occupant};
use giog_rooms::{Bot, Context, Think, ThinkingBudget};
use giog_rules::boards::{BoardAction, BoardVariant};
use giog_rules::record::{By, Player};
use giog_rules::{Action, BySeat, Level, Variant, tricks};

use crate::table::{A, B, Table, context};

/// A game that has levels.
const GIOG: &str = r#"{"seats":4,"ceremony":"server","clock":{"kind":"none"},"reveal_pause_ms":0}"#;
/// A game of pure odds, which has none.
const WITHOUT: &str = r#"{"variant":"sic-bo","seats":3,"clock":{"kind":"none"}}"#;
const TRICKS: Variant = Variant::Tricks(tricks::Variant::Giog);
/// A game on a board that has levels, and the longest time that a search is waited for there.
const XIANGQI: &str = r#"{"variant":"xiangqi","clock":{"kind":"none"},"reveal_pause_ms":0}"#;
const MOST_MS: u64 = 60_000;
/// The delay of bots in these tests.
const DELAY_MS: u64 = 800;
const STRONG: &str = r#"{"type":"add_bot","all":true,"level":"strong"}"#;

/// Bots that search as fast as `club`, which is enough for tests of rooms.
fn fast() -> Context {
    Context {
        bot: Bot {
            play: |_, view, decision, seed| levels::play(Level::Club, view, decision, seed),
            ..context().bot
        },
        ..context()
    }
}

/// The names of the bots on the seats from 1 on.
fn bots(table: &mut Table) -> Vec<String> {
    let seats = table.snapshot(A).state.seats;
    let bots = seats.into_iter().filter_map(|seat| match seat.occupant {
        Some(Occupant::Bot { bot }) => Some(bot),
        _ => None,
    });
    bots.collect()
}

/// Who plays the running match.
fn players(table: &mut Table) -> BySeat<Player> {
    let game = table.snapshot(A).game.expect("a match");
    game.start.facts.players
}

fn are(players: &BySeat<Player>, name: &str) -> bool {
    let bot = |player: &Player| match player {
        Player::Bot { bot } => bot == name,
        Player::Person { .. } => true,
    };
    players.values().all(bot)
}

#[test]
fn each_seat_has_the_level_that_was_chosen_for_it() {
    let mut table = Table::with(GIOG, fast());
    table.ok(A, r#"{"type":"add_bot","seat":1,"level":"club"}"#);
    table.ok(A, r#"{"type":"add_bot","seat":2}"#);
    table.ok(A, r#"{"type":"add_bot","level":"master"}"#);
    assert_eq!(bots(&mut table), ["club", "simple", "master"]);
    let rows = table.rows.len();
    table.ok(A, r#"{"type":"add_bot","seat":3}"#);
    table.ok(A, r#"{"type":"add_bot","seat":3,"level":"master"}"#);
    assert_eq!(table.rows.len(), rows, "it sits there already");
    table.ok(A, r#"{"type":"add_bot","seat":2,"level":"strong"}"#);
    assert_eq!(bots(&mut table), ["club", "strong", "master"]);
    table.refused(
        A,
        r#"{"type":"add_bot","seat":0,"level":"strong"}"#,
        ErrorCode::SeatTaken,
    );
    table.ok(B, r#"{"type":"join"}"#);
    table.refused(
        B,
        r#"{"type":"add_bot","seat":2,"level":"club"}"#,
        ErrorCode::NotOwner,
    );
    table.all_ready(&[A]);
    table.crash(0);
    table.ok(A, r#"{"type":"join"}"#);
    assert_eq!(bots(&mut table), ["club", "strong", "master"]);
    table.play_to_end(&[A]);
    let players = table.proven_record().players;
    let named = players.values().map(|of| match &of.player {
        Player::Bot { bot } => bot.as_str(),
        Player::Person { .. } => "",
    });
    assert_eq!(named.collect::<Vec<_>>(), ["", "club", "strong", "master"]);
}

#[test]
fn a_game_without_a_level_refuses_it_and_has_others_take_the_seats() {
    let mut table = Table::with(WITHOUT, fast());
    table.refused(
        A,
        r#"{"type":"add_bot","level":"club"}"#,
        ErrorCode::NoSuchLevel,
    );
    table.refused(A, STRONG, ErrorCode::NoSuchLevel);
    table.ok(A, r#"{"type":"add_bot","level":"simple"}"#);
    let configure = |settings: &str| format!(r#"{{"type":"configure","settings":{settings}}}"#);
    table.ok(A, &configure(GIOG));
    table.ok(A, STRONG);
    assert_eq!(bots(&mut table), ["simple", "strong", "strong"]);
    table.ok(A, &configure(WITHOUT));
    assert_eq!(bots(&mut table), ["simple", "simple"]);
    table.ok(A, &configure(r#"{"variant":"pong-hau-ki"}"#));
    table.refused(
        A,
        r#"{"type":"add_bot","seat":1,"level":"strong"}"#,
        ErrorCode::NoSuchLevel,
    );
}

#[test]
fn at_a_quick_play_table_bots_have_the_level_that_the_operator_chose() {
    let quick = Context {
        quick_bots: Level::Strong,
        ..fast()
    };
    let mut table = Table::quick_with(GIOG, quick);
    table.pass(20_000);
    assert_eq!(bots(&mut table), ["strong"; 3]);
    let quick = Context {
        quick_bots: Level::Strong,
        ..fast()
    };
    let mut table = Table::quick_with(WITHOUT, quick);
    table.pass(20_000);
    assert_eq!(bots(&mut table), ["simple"; 2], "the game has no other");
    let mut table = Table::quick_with(GIOG, fast());
    table.refused(A, STRONG, ErrorCode::TooEarly);
    table.ok(B, r#"{"type":"join","sit":true}"#);
    table.pass(20_000);
    assert_eq!(bots(&mut table), ["simple"; 2]);
    table.refused(
        A,
        r#"{"type":"add_bot","seat":3,"level":"strong"}"#,
        ErrorCode::NotOwner,
    );
}

/// A match against three `strong` at which `A` lays the default, and each search comes so long after its decision has opened; or never.
/// What `A` is sent, and the log.
fn against_strong(takes_ms: Option<u64>, budget_ms: u32) -> Table {
    let context = Context {
        thinking: ThinkingBudget::new(budget_ms),
        ..fast()
    };
    let mut table = Table::with(GIOG, context);
    table.ok(A, STRONG);
    table.thoughtful = false;
    table.all_ready(&[A]);
    while table.snapshot(A).game.is_some() {
        if table.must_decide(A) {
            table.act_default(A);
        }
        let thinks = std::mem::take(&mut table.thinks);
        let comes_ms = takes_ms.unwrap_or(0);
        table.pass(comes_ms);
        for think in thinks.iter().filter(|_| takes_ms.is_some()) {
            table.thought(think, think.action(table.context.bot));
        }
        if comes_ms < DELAY_MS {
            table.pass(DELAY_MS - comes_ms);
        }
    }
    table
}

/// When bots have acted.
fn moments(table: &Table) -> Vec<u64> {
    let events = table.game_events(A).into_iter();
    let acted = events.filter(|event| event.by == By::Bot);
    acted.map(|event| event.at_ms).collect()
}

fn told(table: &Table) -> &[ServerMessage] {
    table.all(A)
}

#[test]
fn neither_times_nor_bytes_tell_how_long_a_search_took() {
    let at_once = against_strong(Some(0), 200);
    for takes_ms in [1, DELAY_MS / 2, DELAY_MS - 1] {
        let slow = against_strong(Some(takes_ms), 200);
        assert!(
            told(&at_once) == told(&slow),
            "a search of {takes_ms} ms could be told from one of none"
        );
        assert_eq!(at_once.rows, slow.rows);
    }
    assert!(moments(&at_once).len() > 12);
}

#[test]
fn a_search_that_is_late_is_not_used_and_nothing_waits_for_it() {
    let never = against_strong(None, 200);
    let late = against_strong(Some(DELAY_MS), 200);
    assert!(told(&never) == told(&late), "its time could be told");
    let in_time = against_strong(Some(DELAY_MS - 1), 200);
    assert_eq!(moments(&never)[0], moments(&in_time)[0]);
    assert_ne!(never.rows, in_time.rows, "the search makes a difference");
}

#[test]
fn a_search_has_its_time_where_bots_have_no_delay() {
    let mut context = fast();
    context.times.bot_delay_ms = 0;
    let mut table = Table::with(GIOG, context);
    table.ok(A, STRONG);
    table.all_ready(&[A]);
    while table.must_decide(A) {
        table.act_default(A);
    }
    let (least_ms, acted) = (
        levels::least_ms(Level::Strong, TRICKS),
        moments(&table).len(),
    );
    assert_eq!(least_ms, 100);
    table.pass(least_ms - 1);
    assert_eq!(moments(&table).len(), acted);
    table.pass(1);
    assert!(moments(&table).len() > acted);
}

/// A match in which a `strong` is about to act, and what it was asked.
fn about_to_act() -> (Table, Vec<Think>) {
    let mut table = Table::with(GIOG, fast());
    table.ok(A, STRONG);
    table.thoughtful = false;
    table.all_ready(&[A]);
    if table.must_decide(A) {
        table.act_default(A);
    }
    let thinks = std::mem::take(&mut table.thinks);
    assert!(!thinks.is_empty());
    (table, thinks)
}

#[test]
fn what_was_lost_with_a_node_is_searched_again_in_the_same_time_and_found_again() {
    let answers = |table: &Table, thinks: &[Think]| -> Vec<_> {
        let bot = table.context.bot;
        thinks.iter().map(|think| think.action(bot)).collect()
    };
    for moves in [false, true] {
        let (mut table, thinks) = about_to_act();
        let acted = moments(&table).len();
        // Nearly at its moment.
        table.pass(DELAY_MS - 1);
        if moves {
            table.move_on(50);
        } else {
            table.crash(0);
        }
        table.ok(A, r#"{"type":"join"}"#);
        table.pass(0);
        let again = std::mem::take(&mut table.thinks);
        assert_eq!(answers(&table, &thinks), answers(&table, &again));
        let left_ms = if moves {
            levels::least_ms(Level::Strong, TRICKS)
        } else {
            DELAY_MS
        };
        table.pass(left_ms - 1);
        assert_eq!(moments(&table).len(), acted, "it has its time");
        for think in &again {
            table.thought(think, think.action(table.context.bot));
        }
        table.pass(1);
        assert!(moments(&table).len() > acted);
    }
}

#[test]
fn where_the_budget_lacks_a_match_begins_at_a_lower_level_and_says_so() {
    // Three seats with eight plays of 10 ms each, of 60 times 4 ms.
    let mut table = against_strong(Some(0), 4);
    let record = table.proven_record();
    let played: BySeat<Player> = record.players.map(|_, of| of.player.clone());
    assert!(are(&played, "strong"), "{played:?}");
    table.all_ready(&[A]);
    assert!(are(&players(&mut table), "club"), "nothing is left");
    assert_eq!(bots(&mut table), ["strong"; 3], "the seats keep theirs");
    table.crash(0);
    table.ok(A, r#"{"type":"join"}"#);
    assert!(are(&players(&mut table), "club"));
}

#[test]
fn a_level_that_searches_less_is_taken_if_there_is_enough_for_it() {
    let context = Context {
        thinking: ThinkingBudget::new(5),
        ..fast()
    };
    let mut table = Table::with(GIOG, context);
    table.ok(A, r#"{"type":"add_bot","all":true,"level":"master"}"#);
    table.all_ready(&[A]);
    assert!(are(&players(&mut table), "strong"));
}

/// A match of xiangqi against a `strong` that has to answer the first move, and what it was asked.
fn xiangqi(budget_ms: u32) -> (Table, Think) {
    let context = Context {
        thinking: ThinkingBudget::new(budget_ms),
        ..context()
    };
    let mut table = Table::with(XIANGQI, context);
    table.ok(A, STRONG);
    table.thoughtful = false;
    table.all_ready(&[A]);
    let points = "h2e2".to_owned();
    let moved = table.act(A, 0, Action::Board(BoardAction::Move { points }));
    assert!(moved.is_ok(), "{moved:?}");
    let think = table.thinks.pop().expect("it is asked at once");
    (table, think)
}

#[test]
fn on_a_board_a_level_acts_at_its_moment_and_a_late_search_is_waited_for() {
    let (mut early, think) = xiangqi(200);
    let answer = think.action(early.context.bot);
    assert!(matches!(answer, Some(Action::Board(_))), "{answer:?}");
    early.thought(&think, answer.clone());
    let variant = Variant::Board(BoardVariant::Xiangqi);
    let least_ms = levels::least_ms(Level::Strong, variant);
    assert!(least_ms > DELAY_MS);
    early.pass(least_ms - 1);
    assert_eq!(moments(&early).len(), 0, "not before its moment");
    early.pass(1);
    assert_eq!(moments(&early).len(), 1);
    let (mut late, think) = xiangqi(200);
    late.pass(least_ms + 700);
    assert_eq!(moments(&late).len(), 0, "what it sees everybody sees");
    late.thought(&think, answer);
    assert_eq!(moments(&late), [moments(&early)[0] + 700]);
    let (mut never, _) = xiangqi(200);
    never.pass(MOST_MS);
    assert_eq!(moments(&never).len(), 1, "the match goes on");
}

#[test]
fn a_match_on_a_board_is_charged_for_a_number_of_decisions_when_it_begins() {
    let cost_us = levels::match_cost_us(Level::Strong, Variant::Board(BoardVariant::Xiangqi), 2);
    // A burst is sixty times what is spent in a second.
    let just_enough = u32::try_from(cost_us.div_ceil(60_000)).expect("small");
    let (mut enough, _) = xiangqi(just_enough);
    assert!(are(&players(&mut enough), "strong"));
    let (mut lacking, _) = xiangqi(just_enough - 1);
    assert!(are(&players(&mut lacking), "club"));
    assert_eq!(bots(&mut lacking), ["strong"], "the seat keeps its level");
    let (mut none, _) = xiangqi(0);
    assert!(are(&players(&mut none), "simple"));
}

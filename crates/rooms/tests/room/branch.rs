//! Branches of finished matches.

use giog_protocol::rest::{Branch, BranchInput};
use giog_protocol::server::{GameEvent, RoomEvent};
use giog_rooms::{Bot, MOST_PLAYS, NoBranch, branch, replayed_events};
use giog_rules::record::By;
use giog_rules::{Action, Decision, Level, Observer, Record, RefusalCode, Seat, Variant};
use serde_json::json;

use crate::table::{A, B, Table};

const ME: Seat = Seat::new(0);

/// A match in which people do what is the default, against bots.
fn record(variant: Variant, people: usize) -> Record {
    let seats = variant.players().max().expect("players").min(4);
    let settings = json!({
        "variant": variant.id(), "seats": seats, "ceremony": "server", "clock": { "kind": "none" }, "reveal_pause_ms": 0,
    });
    let people = &[A, B][..people];
    let mut table = Table::of(people, &settings.to_string());
    for _ in people.len()..seats {
        table.ok(A, r#"{"type":"add_bot"}"#);
    }
    table.all_ready(people);
    if !is_quick(variant) {
        play_a_little(&mut table);
    }
    table.play_to_end(people);
    table.proven_record()
}

/// Plays some moves on a board, and resigns.
fn play_a_little(table: &mut Table) {
    for _ in 0..6 {
        while !table.must_decide(A) {
            table.pass(11_000);
        }
        let view = table.snapshot(A).game.expect("a match").view;
        let you = table.now_of(A).you.expect("a seat");
        let action = giog_bots::choose(&view, &you.decision.expect("a decision"));
        let acted = table.act(A, you.turn, action.expect("a move"));
        assert!(acted.is_ok(), "{acted:?}");
        if table.snapshot(A).game.is_none() {
            return;
        }
    }
    let you = table.now_of(A).you.expect("a seat");
    let resign = serde_json::from_value(json!({ "do": "resign" })).expect("an action");
    let acted = table.act(A, you.turn, resign);
    assert!(acted.is_ok(), "{acted:?}");
}

/// What may be done in a decision of a branch: its default, or where only the clock does that, the first choice.
fn possible(decision: &Decision) -> Action {
    let default = decision.default_action().filter(Action::is_decision);
    default.unwrap_or_else(|| {
        let decision = serde_json::to_value(decision).expect("JSON");
        serde_json::from_value(decision["actions"][0].clone()).expect("an action")
    })
}

/// The number of a decision.
fn number_of(decision: &Decision) -> u32 {
    let decision = serde_json::to_value(decision).expect("JSON");
    serde_json::from_value(decision["decision"].clone()).expect("a number")
}

fn asked(action: usize, plays: Vec<Action>) -> BranchInput {
    BranchInput {
        seat: ME,
        action: u32::try_from(action).expect("a short match"),
        events: 0,
        plays,
        level: None,
        left_out: 0,
    }
}

fn played(record: &Record, input: &BranchInput) -> Branch {
    let branched = branch(record, input, Bot::default(), Vec::new());
    let made = branched.branch;
    made.unwrap_or_else(|no| panic!("{}: {no}", record.variant))
}

/// Why there is no such branch.
fn refused(record: &Record, input: &BranchInput) -> Option<NoBranch> {
    branch(record, input, Bot::default(), Vec::new())
        .branch
        .err()
}

/// The decisions of a seat: their indices in the record.
fn decisions(record: &Record, seat: Seat) -> Vec<usize> {
    let all = record.actions.iter().enumerate();
    let own = all.filter(|(_, taken)| {
        taken.seat == seat && taken.by != By::Server && taken.action.is_decision()
    });
    own.map(|(index, _)| index).collect()
}

/// What was told of the game, without proofs and times, and in no order: in a match bots wait for nobody, so another seat may be the last.
fn told(events: &[RoomEvent]) -> Vec<String> {
    let games = events.iter().filter_map(|event| match event {
        RoomEvent::Game(game) => Some(game.as_ref().clone()),
        _ => None,
    });
    let bare = games.map(|game| GameEvent {
        at_ms: 0,
        by: By::Player,
        sealed: None,
        seals: Vec::new(),
        opened: Vec::new(),
        ..game
    });
    let mut told: Vec<String> = bare
        .map(|game| serde_json::to_string(&game).expect("JSON"))
        .collect();
    told.sort();
    told
}

/// Games whose bots search take long, and the tests of rooms do not let them.
fn is_quick(variant: Variant) -> bool {
    !matches!(variant, Variant::Board(_))
}

#[test]
fn who_does_the_same_against_bots_has_the_same_match() {
    for variant in Variant::ALL
        .into_iter()
        .filter(|&variant| is_quick(variant))
    {
        let record = record(variant, 1);
        let seen = replayed_events(&record, Observer::Seat(ME)).expect("a match");
        let own = decisions(&record, ME);
        let from = own.len().saturating_sub(4);
        let mut plays = Vec::new();
        let mut input = asked(own[from], Vec::new());
        let before = played(&record, &input);
        let begins = usize::try_from(before.begins).expect("short");
        assert_eq!(
            before.events,
            seen[..begins],
            "{variant}: what was seen until then"
        );
        let from = own
            .iter()
            .position(|&index| u32::try_from(index) == Ok(before.action));
        let from = from.expect("a decision of the seat");
        assert_eq!(before.did, record.actions[own[from]].action, "{variant}");
        // What cannot be decided otherwise is not asked for.
        let mut branch = before;
        for &index in &own[from..] {
            let action = &record.actions[index].action;
            let Some(you) = &branch.you else { break };
            let decision = you.decision.as_ref().expect("a decision");
            if number_of(decision) != number_at(&record, index) {
                continue;
            }
            plays.push(action.clone());
            input.plays.clone_from(&plays);
            branch = played(&record, &input);
        }
        assert_eq!(branch.you, None, "{variant}: it is over");
        assert_eq!(told(&branch.events), told(&seen), "{variant}");
        let proofs = branch.events[begins..]
            .iter()
            .filter_map(|event| match event {
                RoomEvent::Game(game) => Some(game),
                _ => None,
            });
        for game in proofs {
            assert!(game.sealed.is_none() && game.opened.is_empty(), "{game:?}");
        }
    }
}

/// The number of the decision that an action of the record took.
fn number_at(record: &Record, index: usize) -> u32 {
    let replayed = giog_rules::replay_to(record, index).expect("a match");
    let seat = record.actions[index].seat;
    replayed.game.awaited_decision(seat).expect("a decision")
}

#[test]
fn in_every_game_one_can_go_on_from_any_decision_to_the_end() {
    for variant in Variant::ALL {
        let record = record(variant, 1);
        let own = decisions(&record, ME);
        let at = own[own.len().saturating_sub(3)];
        // Each play is computed with all before it, and bots that search take long in a test.
        let most = if is_quick(variant) { MOST_PLAYS } else { 3 };
        let mut input = asked(at, Vec::new());
        let mut branch = played(&record, &input);
        while let Some(you) = branch.you.take() {
            let decision = you.decision.expect("a decision");
            let action = possible(&decision);
            input.plays.push(action);
            input.left_out += u32::try_from(branch.events.len()).expect("short");
            if input.plays.len() == most {
                break;
            }
            branch = played(&record, &input);
            assert_eq!(branch.left_out, input.left_out, "{variant}");
        }
        let whole = BranchInput {
            left_out: 0,
            ..input.clone()
        };
        let whole = played(&record, &whole);
        assert_eq!(
            whole,
            played(
                &record,
                &BranchInput {
                    left_out: 0,
                    ..input
                }
            ),
            "{variant}: the same again"
        );
    }
}

#[test]
fn what_bots_decided_before_is_not_thought_over_again() {
    let record = record("xiangqi".parse().expect("a game"), 1);
    let at = decisions(&record, ME)[0];
    let before = played(&record, &asked(at, Vec::new()));
    let decision = before.you.expect("a turn").decision.expect("a decision");
    let input = asked(at, vec![possible(&decision)]);
    let of = |input: &BranchInput, known| branch(&record, input, Bot::default(), known);
    let first = of(&input, Vec::new());
    assert_eq!(first.decided.len(), 1, "{first:?}");
    let again = of(&input, first.decided.clone());
    assert_eq!(again.cost_us + SEARCH_US, first.cost_us);
    assert_eq!(again.branch, first.branch);
    // What is refused costs as much.
    let take_back = serde_json::from_value(json!({ "do": "take_back" })).expect("an action");
    let mut plays = input.plays.clone();
    plays.push(take_back);
    let no = of(&asked(at, plays), Vec::new());
    assert!(
        matches!(no.branch, Err(NoBranch::Refused { index: 1, .. })),
        "{no:?}"
    );
    assert_eq!(no.cost_us, first.cost_us);
}

/// What a decision of `simple` counts for in xiangqi.
const SEARCH_US: u64 = 30_000;

#[test]
fn whether_a_branch_is_too_long_does_not_depend_on_what_is_known() {
    let bot = Bot {
        think: |_, _, _, _| None,
        play: |_, _, _, _| None,
        ..Bot::default()
    };
    let record = record("xiangqi".parse().expect("a game"), 1);
    let mut input = BranchInput {
        level: Some(Level::Strong),
        ..asked(decisions(&record, ME)[0], Vec::new())
    };
    let mut known = Vec::new();
    let no = loop {
        let warm = branch(&record, &input, bot, known);
        let cold = branch(&record, &input, bot, Vec::new());
        assert_eq!(warm.branch, cold.branch);
        match warm.branch {
            Ok(branch) => {
                let decision = branch.you.expect("not over").decision;
                input.plays.push(possible(&decision.expect("a decision")));
            }
            Err(no) => break no,
        }
        known = warm.decided;
    };
    assert_eq!(no, NoBranch::TooLong);
    assert!(input.plays.len() > 40, "{}", input.plays.len());
}

#[test]
fn it_begins_at_the_first_decision_after_what_was_seen() {
    let record = record("giog".parse().expect("a game"), 1);
    let own = decisions(&record, ME);
    let of_action = played(&record, &asked(own[2], Vec::new()));
    assert_eq!(usize::try_from(of_action.action), Ok(own[2]));
    let input = |events| BranchInput {
        events,
        ..asked(0, Vec::new())
    };
    let of_events = played(&record, &input(of_action.begins));
    assert_eq!(of_events, of_action);
    let last = played(&record, &asked(own[own.len() - 1], Vec::new()));
    for past in [last.begins + 1, u32::MAX] {
        let none = refused(&record, &input(past));
        assert_eq!(none, Some(NoBranch::NoDecision), "{past}");
    }
}

#[test]
fn what_others_laid_without_seeing_the_choice_stands() {
    let record = record("giog".parse().expect("a game"), 2);
    // A decision at which another seat lays after this one in the same trick.
    let own = decisions(&record, ME);
    let follows = |&&index: &&usize| {
        let next = &record.actions[index + 1];
        next.seat != ME
            && next.by == By::Player
            && number_at(&record, index) == number_at(&record, index + 1)
    };
    let at = *own
        .iter()
        .find(follows)
        .expect("a trick in which others lay later");
    let laid = &record.actions[at + 1];
    let you = played(&record, &asked(at, Vec::new())).you.expect("a turn");
    let first = you
        .decision
        .expect("a decision")
        .default_action()
        .expect("a default");
    let branch = played(&record, &asked(at, vec![first]));
    let json =
        serde_json::to_value(&branch.events[usize::try_from(branch.begins).expect("short")..])
            .expect("JSON");
    let turned = json
        .as_array()
        .expect("events")
        .iter()
        .find(|event| event["do"] == "trick")
        .expect("a trick")
        .clone();
    let pieces = serde_json::to_value(&laid.action).expect("JSON")["pieces"].clone();
    let shown = &turned["plays"][laid.seat.index()];
    assert!(shown.is_null() || *shown == pieces, "{turned} {pieces}");
}

#[test]
fn what_is_not_possible_is_refused() {
    let record = record("giog".parse().expect("a game"), 1);
    let own = decisions(&record, ME);
    let refused = |input: &BranchInput| refused(&record, input);
    let play = |pieces: &str| {
        serde_json::from_value::<Action>(json!({ "do": "play", "pieces": pieces }))
            .expect("an action")
    };
    let foreign = asked(own[0], vec![play("KKKK")]);
    assert!(matches!(
        refused(&foreign),
        Some(NoBranch::Refused { index: 0, .. })
    ));
    let take_back = serde_json::from_value(json!({ "do": "take_back" })).expect("an action");
    let code = RefusalCode::WrongAction;
    assert_eq!(
        refused(&asked(own[0], vec![take_back])),
        Some(NoBranch::Refused { index: 0, code })
    );
    let nobody = BranchInput {
        seat: Seat::new(7),
        ..asked(own[0], Vec::new())
    };
    assert_eq!(refused(&nobody), Some(NoBranch::NoSeat));
    let many = asked(own[0], vec![play("K"); MOST_PLAYS + 1]);
    assert_eq!(refused(&many), Some(NoBranch::TooLong));
    let dice = self::record("sic-bo".parse().expect("a game"), 1);
    let master = BranchInput {
        level: Some(Level::Master),
        ..asked(decisions(&dice, ME)[0], Vec::new())
    };
    assert_eq!(
        self::refused(&dice, &master),
        Some(NoBranch::NoLevel(Level::Master))
    );
}

//! Blind chess: nobody knows the face-down pieces, so a match in which the pieces that were never turned up are exchanged looks the same
//! to all: both players, spectators, and REST.

#[path = "../../../crates/rules/tests/common/face_down.rs"]
mod layout;

use giog_protocol::Clock;
use giog_rules::boards::{BoardAction, BoardDeal, BoardTable, BoardTerms, BoardVariant};
use giog_rules::{Action, Deal, Observer, Piece, Seat};

use self::layout::other_layout;
use crate::amount::Amount;
use crate::chance::Chance;
use crate::pairs::{told, told_apart};
use crate::script::{Step, observers};
use crate::table::{Person, Table};
use crate::wanted;

/// The most actions of a tested match: at its end half of the pieces are still face down.
const MOST_ACTIONS: usize = 40;

#[test]
fn in_blind_chess_nobody_is_told_what_lies_face_down() {
    if wanted([BoardVariant::BlindChess]).next().is_none() {
        return;
    }
    let amount = Amount::from_env();
    let mut compared = 0;
    for seed in amount.seed..amount.seed + amount.matches {
        let table = table(seed);
        let mut chance = Chance::new(table.seed_of(0xb11d));
        for _ in 0..amount.prefixes.unwrap_or(MOST_ACTIONS) {
            let script = Script::by_lot(&table, &mut chance);
            let layout = other_layout(&script.layout, &script.actions, |pieces| {
                chance.shuffle(pieces);
            });
            compared += usize::from(layout != script.layout);
            for seen_by in observers(&table) {
                compare(&table, &script, &layout, seen_by);
            }
        }
    }
    assert!(compared > 0, "nothing lay face down");
}

fn compare(table: &Table, script: &Script, layout: &[Piece], seen_by: Observer) {
    let [one, other] = [&script.layout, layout]
        .map(|layout: &[Piece]| told(table, Deal::Board(deal(layout)), &script.steps, seen_by));
    if let Some(difference) = told_apart(table, &one, &other, seen_by) {
        panic!(
            "{seen_by:?} could tell what is hidden, by {difference}\n\nafter {:?}\nof {table:?}\nlayout {layout:?}\ninstead of {:?}",
            script.steps, script.layout
        );
    }
}

/// A table of two people: a bot thinks on its own thread, for which the tests' clock does not wait.
fn table(seed: u64) -> Table {
    Table {
        bots: 0,
        spectators: true,
        rematch: false,
        clock: Clock::None,
        ..Table::new(seed, BoardVariant::BlindChess.into())
    }
}

fn terms() -> BoardTerms {
    let options = giog_rules::boards::BoardOptions::default();
    BoardTerms::new(BoardVariant::BlindChess, 2, options).expect("terms of the game")
}

fn deal(layout: &[Piece]) -> BoardDeal {
    BoardDeal::from_record(&terms(), Some(Seat::new(0)), layout.to_vec()).expect("a layout")
}

/// The actions of two people, and which of them turn pieces up.
struct Script {
    layout: Vec<Piece>,
    actions: Vec<BoardAction>,
    steps: Vec<Step>,
}

impl Script {
    /// The match is not over afterwards.
    fn by_lot(table: &Table, chance: &mut Chance) -> Self {
        let each = |piece: Piece| std::iter::repeat_n(piece, piece.count_in_set().into());
        let mut layout: Vec<Piece> = Piece::ALL.into_iter().flat_map(each).collect();
        chance.shuffle(&mut layout);
        let (mut game, _) = BoardTable::start(&terms(), deal(&layout));
        let (mut actions, mut steps) = (Vec::new(), Vec::new());
        for _ in 0..chance.below(MOST_ACTIONS) {
            if chance.one_in(8) {
                steps.extend(meanwhile(table, &game, chance));
            }
            let seat = game.waiting()[0];
            let action = choice(&game, seat, chance);
            let mut after = game.clone();
            after.act(seat, &action).expect("it is legal");
            if after.outcome().is_some() {
                break;
            }
            let turn = game.awaited_decision(seat).expect("it is asked");
            steps.push(Step::Act {
                seat,
                turn,
                action: Action::Board(action.clone()),
            });
            actions.push(action);
            game = after;
        }
        Self {
            layout,
            actions,
            steps,
        }
    }
}

fn choice(game: &BoardTable, seat: Seat, chance: &mut Chance) -> BoardAction {
    let decision = game.decision(seat).expect("it is asked");
    chance.pick(&decision.listed().collect::<Vec<_>>())
}

/// Something that does not change the match: a refused request, a person who reconnects, a server that is killed.
fn meanwhile(table: &Table, game: &BoardTable, chance: &mut Chance) -> Vec<Step> {
    let after = chance.pick(&[None, Some(0)]);
    match chance.below(4) {
        0 => {
            let person = chance.pick(&table.guests().collect::<Vec<Person>>());
            vec![Step::Come { person, after }]
        }
        1 => {
            let killed = chance.one_in(2);
            let come = table.guests().map(|person| Step::Come { person, after });
            [Step::Restart { killed }].into_iter().chain(come).collect()
        }
        _ => refused(game, chance).into_iter().collect(),
    }
}

/// An action on the board that is refused whatever the face-down pieces are.
fn refused(game: &BoardTable, chance: &mut Chance) -> Option<Step> {
    let seat = game.waiting()[0];
    let mut point = || {
        let file = char::from(b'a' + u8::try_from(chance.below(8)).expect("a file"));
        format!("{file}{}", chance.below(4))
    };
    let (from, to) = (point(), point());
    let action = if chance.one_in(2) {
        BoardAction::Flip { at: from }
    } else {
        BoardAction::Move { points: from + &to }
    };
    let is_refused = game.clone().act(seat, &action).is_err();
    is_refused.then(|| Step::Try {
        seat,
        turn: game.awaited_decision(seat).expect("it is asked"),
        action: Action::Board(action),
    })
}

//! Invariants of all matches of seven kingdoms, square chess, and games with a known maximum length.

#[path = "common/games.rs"]
mod games;

use std::collections::HashSet;

use giog_rules::families::boards::{
    AllyAttack, BoardAction, BoardDeal, BoardEnd, BoardGame, BoardMatch, BoardOptions, BoardSize,
    BoardTerms, BoardText, BoardVariant, GameFields, QiGuoXiangxi, SquareChess,
};
use giog_rules::{RefusalCode, Seat};
use proptest::prelude::*;

/// The most choices of allies, moves, and resignations of a match of seven kingdoms.
const MOST_OF_KINGDOMS: usize = 3 + 1400 + 6;
/// The most placings, removals, and moves after each of them, of a match of square chess.
const MOST_OF_SQUARES: usize = 56 + 55 + 56 * 100;
/// Pieces of an army of seven kingdoms.
const ARMY: usize = 17;

/// A game, and the greatest number of its required actions.
#[derive(Clone, Debug)]
struct Table {
    game: BoardGame,
    most_actions: usize,
}

fn kingdoms(seats: usize, ally_attack: AllyAttack) -> Table {
    Table {
        game: BoardGame::from(QiGuoXiangxi::new(seats, ally_attack)),
        most_actions: MOST_OF_KINGDOMS,
    }
}

fn squares(board: BoardSize) -> Table {
    Table {
        game: BoardGame::from(SquareChess::new(board)),
        most_actions: MOST_OF_SQUARES,
    }
}

/// The games with a known maximum length of a match.
fn bounded() -> Vec<Table> {
    let table = |variant: BoardVariant| {
        let most_actions = games::facts(variant).most_actions?;
        let seats = variant.usual_players();
        let terms = BoardTerms::new(variant, seats, BoardOptions::default()).expect("its seats");
        let deal = BoardDeal::from_record(&terms, None, Vec::new()).expect("no chance");
        let game = BoardGame::new(&terms, &deal);
        Some(Table { game, most_actions })
    };
    let smallest = squares(BoardSize::SevenBySeven);
    let known = BoardVariant::ALL.into_iter().filter_map(table);
    known.chain([smallest]).collect()
}

fn tables() -> impl Strategy<Value = Table> {
    let attacks = prop::sample::select(vec![AllyAttack::Remove, AllyAttack::Refuse]);
    let boards = prop::sample::select(vec![BoardSize::SevenByEight, BoardSize::SevenBySeven]);
    prop_oneof![
        4 => (4..=7_usize, attacks).prop_map(|(seats, attack)| kingdoms(seats, attack)),
        2 => boards.prop_map(squares),
        1 => prop::sample::select(bounded()),
    ]
}

/// Pseudo-random numbers (xorshift64*).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        let high = self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 32;
        usize::try_from((high * n as u64) >> 32).expect("below n")
    }

    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.below(from.len())]
    }
}

fn rows(game: &BoardMatch) -> String {
    match game.result().board {
        BoardText::One(text) => text,
        BoardText::Two(_) => panic!("these games have one board"),
    }
}

/// The verdict is consistent, and pieces appear and disappear only by the rules.
fn check_result(game: &BoardMatch) {
    let result = game.result();
    assert_eq!(result.end.is_some(), result.turn.is_empty());
    let each = [result.choices.len(), result.defaults.len()];
    assert_eq!(each, [result.turn.len(); 2]);
    for ((&seat, &count), default) in result
        .turn
        .iter()
        .zip(&result.choices)
        .zip(&result.defaults)
    {
        let choices = game.choices(seat);
        assert_eq!(count, choices.len());
        assert!(choices.contains(&default.action));
        let distinct: HashSet<_> = choices.iter().collect();
        assert_eq!(distinct.len(), choices.len());
    }
    let board = rows(game);
    let taken: u16 = result.captured.iter().sum();
    match &result.fields {
        GameFields::Kingdoms { states, .. } => {
            let lost: u16 = states.iter().map(|state| u16::from(state.lost)).sum();
            assert_eq!(lost, taken, "what one has lost another has taken");
            for (state, letter) in states.iter().zip("wrobgpk".chars()) {
                let standing = board.matches(letter).count();
                match state.out {
                    None => assert_eq!(standing + usize::from(state.lost), ARMY),
                    Some(_) => assert_eq!(standing, 0, "a fallen army leaves the board"),
                }
            }
            assert_eq!(board.matches('*').count(), 1);
        }
        GameFields::Squares { due, .. } => {
            assert!(due.is_none_or(|due| due > 0));
        }
        GameFields::Nothing {} => assert_eq!(taken, 0),
        GameFields::Chess { .. } => panic!("another game's fields"),
    }
}

/// Every action on the board that can be written: all points of the largest board, and all pairs of them.
fn written_actions(game: &BoardMatch) -> Vec<BoardAction> {
    let sides = match game.result().fields {
        GameFields::Kingdoms { .. } => 20,
        _ => 9,
    };
    let point = |file: u8, rank| format!("{}{rank}", char::from(b'a' + file));
    let points: Vec<String> = (0..sides)
        .flat_map(|file| (0..=sides).map(move |rank| point(file, rank)))
        .collect();
    let mut actions = Vec::new();
    for from in &points {
        actions.push(BoardAction::Place { at: from.clone() });
        actions.push(BoardAction::Remove { at: from.clone() });
        actions.push(BoardAction::Flip { at: from.clone() });
        for to in &points {
            let points = format!("{from}{to}");
            actions.push(BoardAction::Move { points });
        }
    }
    for state in ["qin", "chu", "han", "qi", "wei", "zhao", "yan", "zhou"] {
        let state = state.to_owned();
        actions.push(BoardAction::Ally { state });
    }
    actions
}

/// Exactly the listed choices are accepted, of all actions that can be written.
fn check_choices(game: &BoardMatch) {
    for seat in game.asked() {
        let choices: HashSet<_> = game.choices(seat).into_iter().collect();
        let mut accepted = 0;
        for action in written_actions(game) {
            let is_accepted = game.clone().act(seat, &action).is_ok();
            assert_eq!(is_accepted, choices.contains(&action), "{action:?}");
            accepted += usize::from(is_accepted);
        }
        assert_eq!(accepted, choices.len());
    }
}

/// An optional action, legal or not.
fn try_giving_up(game: &mut BoardMatch, numbers: &mut Numbers) {
    let seat = Seat::new(numbers.below(game.seats()));
    let action = match numbers.below(40) {
        0 => BoardAction::Resign,
        1..=12 => BoardAction::OfferDraw,
        13 => BoardAction::AcceptDraw,
        _ => BoardAction::DeclineDraw,
    };
    let before = game.result();
    if game.act(seat, &action).is_err() {
        assert_eq!(game.result(), before, "a refusal changes nothing");
    }
}

/// Plays to the end.
fn play(table: &Table, numbers: &mut Numbers, gives_up: bool) -> BoardMatch {
    let mut game = BoardMatch::new(table.game.clone());
    let mut actions = 0;
    while game.ending().is_none() {
        check_result(&game);
        if gives_up && numbers.below(8) == 0 {
            try_giving_up(&mut game, numbers);
            continue;
        }
        if numbers.below(1_000) == 0 {
            check_choices(&game);
        }
        for seat in game.asked() {
            let choices = game.choices(seat);
            assert_eq!(game.act(seat, numbers.pick(&choices)), Ok(()));
            actions += 1;
        }
        assert!(actions <= table.most_actions, "every match ends");
    }
    check_result(&game);
    game
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn every_match_ends_and_keeps_the_rules(table in tables(), seed in 1_u64.., gives_up: bool) {
        let mut numbers = Numbers(seed);
        let mut game = play(&table, &mut numbers, gives_up);
        let ending = game.ending().expect("it is over").clone();
        prop_assert!(!ending.winners.is_empty());
        prop_assert!(ending.winners.is_sorted());
        for seat in (0..game.seats()).map(Seat::new) {
            prop_assert!(game.choices(seat).is_empty());
            prop_assert_eq!(game.act(seat, &BoardAction::Resign), Err(RefusalCode::MatchOver));
        }
    }

    #[test]
    fn standing_aside_ends_too(seats in 4..=7_usize) {
        let mut game = BoardMatch::new(kingdoms(seats, AllyAttack::Remove).game);
        while let Some(&seat) = game.asked().first() {
            let action = game.default_action(seat).expect("it is asked");
            prop_assert_eq!(game.act(seat, &action), Ok(()));
        }
        let ending = game.ending().expect("nobody is asked");
        prop_assert_eq!(ending.end, BoardEnd::NoCapture);
        prop_assert_eq!(ending.winners.len(), seats);
    }
}

#[test]
fn at_the_start_exactly_the_choices_are_accepted() {
    for seats in 4..=7 {
        check_choices(&BoardMatch::new(kingdoms(seats, AllyAttack::Remove).game));
    }
    check_choices(&BoardMatch::new(squares(BoardSize::SevenBySeven).game));
    for table in bounded() {
        check_choices(&BoardMatch::new(table.game));
    }
}

//! Bots for games on boards that search: they use only a view, find the best move in clear positions, and decide the same for the same
//! seed.

#[path = "table/mod.rs"]
mod table;

use giog_bots::{choose, levels, nodes, think};
use giog_rules::boards::{
    BoardAction, BoardEnd, BoardGame, BoardMatch, BoardOptions, BoardTable, BoardTerms,
    BoardVariant, QiGuoXiangxi, SeenFields, SquareChess,
};
use giog_rules::fairness::Stream;
use giog_rules::{Action, Deal, Decision, HandedOn, Level, Observer, Seat, Terms, Variant, View};

/// Every fourth move of the match in [`what_simple_does_stays`].
const SIMPLE: &str = "b2c2 c2c6 a0a2 b0c2 a3a4 i0i2 h1h9 h0g2 a2b2 b2b8 b0b9 d9d8 d8b8 i4i5 b9b8 h5h6 b1b9 b9c9 c9d9 i0i7";

fn begin(variant: BoardVariant, options: BoardOptions, number: u64) -> (BoardTable, Stream) {
    let seats = *variant.players().start();
    let terms = BoardTerms::new(variant, seats, options).expect("terms of the game");
    let mut stream = Stream::new(&table::seed(number));
    let Deal::Board(deal) =
        Deal::from_stream(&Terms::Board(terms), HandedOn::default(), &mut stream)
    else {
        panic!("a deal of a game on a board");
    };
    (BoardTable::start(&terms, deal).0, stream)
}

fn thought(game: &BoardTable, seat: Seat, seed: u64, nodes: u32) -> Option<BoardAction> {
    let view = View::Board(Box::new(game.view(Observer::Seat(seat))));
    let decision = Decision::Board(game.decision(seat)?);
    match think(&view, &decision, seed, nodes)? {
        Action::Board(action) => Some(action),
        _ => None,
    }
}

fn choices(game: &BoardTable, seat: Seat) -> Vec<BoardAction> {
    let decision = game.decision(seat).expect("it is asked");
    decision.listed().collect()
}

/// Continues with random actions.
fn act_by_lot(game: &mut BoardTable, seat: Seat, stream: &mut Stream) {
    let mut choices = choices(game, seat);
    let action = choices.swap_remove(stream.index(choices.len()));
    game.act(seat, &action).expect("it is legal");
}

/// How an action ends the match; none if the match goes on.
fn end(game: &BoardTable, seat: Seat, action: &BoardAction) -> Option<BoardEnd> {
    let mut after = game.clone();
    after.act(seat, action).expect("it is legal");
    after.outcome().map(|outcome| outcome.end)
}

#[test]
fn a_match_of_any_game_is_played_to_its_end_by_thoughts_alone() {
    for variant in BoardVariant::ALL {
        let few = nodes(Variant::Board(variant)).expect("it thinks about them") / 100;
        let (mut game, _) = begin(variant, BoardOptions::default(), 1);
        let mut turn = 0;
        while let Some(&seat) = game.waiting().first() {
            turn += 1;
            let action = thought(&game, seat, turn, few.max(1)).expect("an action");
            let acted = game.act(seat, &action);
            acted.unwrap_or_else(|error| panic!("{variant}: {action:?} is refused: {error:?}"));
        }
    }
}

#[test]
fn the_same_seed_thinks_the_same() {
    for variant in BoardVariant::ALL {
        let (mut game, mut stream) = begin(variant, BoardOptions::default(), 2);
        for _ in 0..30 {
            let Some(&seat) = game.waiting().first() else {
                break;
            };
            let once = thought(&game, seat, 7, 400);
            assert_eq!(once, thought(&game, seat, 7, 400), "{variant}");
            assert!(choices(&game, seat).contains(&once.expect("an action")));
            act_by_lot(&mut game, seat, &mut stream);
        }
    }
}

#[test]
fn a_match_that_can_be_won_at_once_is_won() {
    for variant in [BoardVariant::Xiangqi, BoardVariant::SupplyChess] {
        let mut won = 0;
        for number in 0..10 {
            let (mut game, mut stream) = begin(variant, BoardOptions::default(), number);
            while let Some(&seat) = game.waiting().last() {
                let mates =
                    |action: &BoardAction| end(&game, seat, action) == Some(BoardEnd::Checkmate);
                if choices(&game, seat).iter().any(mates) {
                    let action = thought(&game, seat, number, 1_000).expect("an action");
                    assert!(mates(&action), "{variant} {number}: {action:?}");
                    won += 1;
                    break;
                }
                act_by_lot(&mut game, seat, &mut stream);
            }
        }
        assert!(won > 2, "{variant}: a chance to win came {won} times");
    }
}

/// What a level does; it is legal and the same again.
fn at_level(level: Level, game: &BoardTable, seat: Seat) -> BoardAction {
    let view = View::Board(Box::new(game.view(Observer::Seat(seat))));
    let decision = Decision::Board(game.decision(seat).expect("it is asked"));
    let answer = levels::play(level, &view, &decision, 7);
    assert_eq!(answer, levels::play(level, &view, &decision, 7));
    let Some(Action::Board(action)) = answer else {
        panic!("{level} has no answer: {answer:?}");
    };
    assert!(choices(game, seat).contains(&action), "{level}: {action:?}");
    action
}

#[test]
fn levels_answer_legally_and_alike_and_win_a_match_that_can_be_won_at_once() {
    for variant in BoardVariant::ALL {
        let all = levels::of(Variant::Board(variant), *variant.players().start());
        for &level in all.iter().filter(|&&level| level > Level::Simple) {
            let (mut game, mut stream) = begin(variant, BoardOptions::default(), 6);
            for _ in 0..20 {
                let seat = game.waiting()[0];
                act_by_lot(&mut game, seat, &mut stream);
            }
            at_level(level, &game, game.waiting()[0]);
        }
    }
    let mut won = 0;
    for number in 0..10 {
        let (mut game, mut stream) = begin(BoardVariant::Xiangqi, BoardOptions::default(), number);
        while let Some(&seat) = game.waiting().last() {
            let mates =
                |action: &BoardAction| end(&game, seat, action) == Some(BoardEnd::Checkmate);
            if choices(&game, seat).iter().any(mates) {
                assert!(mates(&at_level(Level::Club, &game, seat)), "{number}");
                won += 1;
                break;
            }
            act_by_lot(&mut game, seat, &mut stream);
        }
    }
    assert!(won > 2, "a chance to win came {won} times");
}

/// Levels above `simple` share its search and must not change it.
#[test]
fn what_simple_does_stays() {
    let mut moves = Vec::new();
    let (mut game, mut stream) = begin(BoardVariant::Xiangqi, BoardOptions::default(), 8);
    for turn in 0..80 {
        let Some(&seat) = game.waiting().first() else {
            break;
        };
        if turn % 4 == 0 {
            let action = thought(&game, seat, turn, 2_000).expect("an action");
            if let BoardAction::Move { points } = &action {
                moves.push(points.clone());
            }
            game.act(seat, &action).expect("it is legal");
        } else {
            act_by_lot(&mut game, seat, &mut stream);
        }
    }
    assert_eq!(moves.join(" "), SIMPLE);
}

#[test]
fn nobody_loses_by_a_perpetual_check() {
    for number in 0..6 {
        let (mut game, mut stream) = begin(BoardVariant::Xiangqi, BoardOptions::default(), number);
        for _ in 0..60 {
            if let Some(&seat) = game.waiting().first() {
                act_by_lot(&mut game, seat, &mut stream);
            }
        }
        let mut turn = 0;
        while let Some(&seat) = game.waiting().first() {
            turn += 1;
            let action = thought(&game, seat, turn, 200).expect("an action");
            game.act(seat, &action).expect("it is legal");
        }
        let end = game.outcome().expect("it is over").end;
        assert_ne!(end, BoardEnd::PerpetualCheck, "{number}");
    }
}

#[test]
fn a_player_without_the_board_thinks_the_same() {
    let blindfold = BoardOptions {
        blindfold: Some(true),
        ..BoardOptions::default()
    };
    let (mut seen, mut stream) = begin(BoardVariant::Xiangqi, BoardOptions::default(), 3);
    let (mut unseen, _) = begin(BoardVariant::Xiangqi, blindfold, 3);
    for _ in 0..20 {
        let seat = seen.waiting()[0];
        let fields = unseen.view(Observer::Seat(seat)).position.fields;
        assert!(matches!(fields, SeenFields::Blindfold { .. }));
        let with = thought(&seen, seat, 1, 300);
        assert_eq!(with, thought(&unseen, seat, 1, 300));
        let mut listed = choices(&seen, seat);
        let action = listed.swap_remove(stream.index(listed.len()));
        seen.act(seat, &action).expect("it is legal");
        unseen.act(seat, &action).expect("it is legal");
    }
}

#[test]
fn a_player_that_decides_at_once_has_an_answer_everywhere() {
    for variant in BoardVariant::ALL {
        let (game, _) = begin(variant, BoardOptions::default(), 4);
        let seat = game.waiting()[0];
        let view = View::Board(Box::new(game.view(Observer::Seat(seat))));
        let decision = Decision::Board(game.decision(seat).expect("it is asked"));
        assert!(choose(&view, &decision).is_some(), "{variant}");
    }
}

#[test]
fn what_everybody_sees_of_a_match_is_enough_to_play_it_on() {
    for variant in [BoardVariant::QiGuoXiangxi, BoardVariant::SquareChess] {
        let (mut game, mut stream) = begin(variant, BoardOptions::default(), 5);
        let mut actions = 0;
        while let Some(&seat) = game.waiting().first() {
            let view = game.view(Observer::Seat(seat));
            let seen = match variant {
                BoardVariant::QiGuoXiangxi => BoardGame::from(
                    QiGuoXiangxi::seen(&view.position, view.options).expect("a match"),
                ),
                _ => BoardGame::from(
                    SquareChess::seen(&view.position, view.options).expect("a match"),
                ),
            };
            let seen = BoardMatch::new(seen);
            assert_eq!(seen.choices(seat), choices(&game, seat), "{variant}");
            act_by_lot(&mut game, seat, &mut stream);
            let after = game.view(Observer::Seat(seat)).position;
            let last = after.board.clone();
            // The same actions lead to the same position: checked with the actions of the visible match.
            let same = seen.choices(seat).into_iter().any(|action| {
                let mut tried = seen.clone();
                tried.act(seat, &action).expect("it is legal");
                Some(tried.board()) == last && Some(tried.captured()) == after.captured
            });
            assert!(same, "{variant}");
            actions += 1;
            if actions == 200 {
                break;
            }
        }
    }
}

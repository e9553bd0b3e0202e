//! Games on boards: published numbers of legal moves, and random matches.

#[path = "common/games.rs"]
mod games;
#[path = "../benches/numbers/mod.rs"]
mod numbers;

use std::collections::HashMap;
use std::sync::LazyLock;

use giog_rules::fairness::{Entropy, ServerSeed, Stream, match_seed};
use giog_rules::families::boards::{
    BlindChess, BoardAction, BoardDeal, BoardGame, BoardMatch, BoardPhase, BoardTerms, BoardText,
    BoardVariant, CheckRule, OnTime, SupplyChess, Xiangqi, XiangqiOptions,
};
use giog_rules::{BySeat, MatchId, RefusalCode, Seat, judge_line};
use numbers::Numbers;
use proptest::prelude::*;
use serde_json::{Value, json};
use uuid::Uuid;

fn perft(fen: &str, counts: &[u64]) {
    // The letters of most publications.
    let (pieces, rest) = fen.split_once(' ').expect("a position");
    let pieces: String = pieces
        .chars()
        .map(|letter| match letter {
            'N' => 'H',
            'n' => 'h',
            'B' => 'E',
            'b' => 'e',
            other => other,
        })
        .collect();
    let fen = format!("{pieces} {rest}");
    let game = Xiangqi::new(Some(&fen), Seat::new(0), XiangqiOptions::default());
    let game = game.expect("a position");
    for (depth, &count) in (1..).zip(counts) {
        assert_eq!(game.perft(depth), count, "{fen} at depth {depth}");
    }
}

const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

#[test]
fn the_numbers_of_legal_moves_are_the_published_ones() {
    perft(START, &[44, 1_920, 79_666, 3_290_240]);
    for (fen, counts) in [
        (
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            [38, 1_128, 43_929],
        ),
        (
            "1cbak4/9/n2a5/2p1p3p/5cp2/2n2N3/6PCP/3AB4/2C6/3A1K1N1 w - - 0 1",
            [7, 281, 8_620],
        ),
        (
            "5a3/3k5/3aR4/9/5r3/5n3/9/3A1A3/5K3/2BC2B2 w - - 0 1",
            [25, 424, 9_850],
        ),
        (
            "CRN1k1b2/3ca4/4ba3/9/2nr5/9/9/4B4/4A4/4KA3 w - - 0 1",
            [28, 516, 14_808],
        ),
        (
            "R1N1k1b2/9/3aba3/9/2nr5/2B6/9/4B4/4A4/4KA3 w - - 0 1",
            [21, 364, 7_626],
        ),
        (
            "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1",
            [28, 222, 6_241],
        ),
        (
            "4ka3/4a4/9/9/4N4/p8/9/4C3c/7n1/2BK5 w - - 0 1",
            [23, 345, 8_124],
        ),
        (
            "2b1ka3/9/b3N4/4n4/9/9/9/4C4/2p6/2BK5 w - - 0 1",
            [21, 195, 3_883],
        ),
        (
            "1C2ka3/9/C1Nab1n2/p3p3p/6p2/9/P3P3P/3AB4/3p2c2/c1BAK4 w - - 0 1",
            [30, 830, 22_787],
        ),
        (
            "CnN1k1b2/c3a4/4ba3/9/2nr5/9/9/4C4/4A4/4KA3 w - - 0 1",
            [19, 583, 11_714],
        ),
    ] {
        perft(fen, &counts);
    }
}

#[test]
#[ignore = "takes a second or two in a release build, and minutes without"]
fn perft_five_from_the_start() {
    perft(START, &[44, 1_920, 79_666, 3_290_240, 133_312_995]);
}

impl Numbers {
    fn pick<'a, T>(&mut self, things: &'a [T]) -> &'a T {
        let count = u32::try_from(things.len()).expect("lists are short");
        &things[self.uniform(count) as usize]
    }
}

/// A game with any options, and the most plies its matches can have.
fn games() -> impl Strategy<Value = (BoardGame, u32)> {
    let check = prop::sample::select(vec![CheckRule::Enforce, CheckRule::Table]);
    let on_time = prop::sample::select(vec![OnTime::Lose, OnTime::Move]);
    let seat = (0..2_usize).prop_map(Seat::new);
    (0..3_usize, check, on_time, seat, 1..u64::MAX).prop_map(
        |(game, check, on_time, seat, seed)| {
            let options = XiangqiOptions {
                on_time,
                check,
                blindfold: false,
            };
            let mut numbers = Numbers(seed);
            match game {
                0 => {
                    let game = Xiangqi::new(None, seat, options).expect("the usual start");
                    (BoardGame::from(game), 31 * 120)
                }
                1 => {
                    let game = SupplyChess::new(None, on_time, check).expect("the usual start");
                    (BoardGame::from(game), 600)
                }
                _ => {
                    let game = BlindChess::shuffled(seat, on_time, |n| numbers.uniform(n));
                    (BoardGame::from(game), 64 * 60)
                }
            }
        },
    )
}

/// An action that a client might send, legal or not.
fn anything(numbers: &mut Numbers) -> BoardAction {
    const POINTS: [&str; 12] = [
        "a0", "e0", "e9", "h2", "h9", "i9", "d1", "c3", "a3", "j0", "", "A1",
    ];
    let mut point = || (*numbers.pick(&POINTS)).to_owned();
    let actions = [
        BoardAction::Move {
            points: point() + &point(),
        },
        BoardAction::Drop {
            piece: point(),
            to: point(),
        },
        BoardAction::Drop {
            piece: "P".to_owned(),
            to: point(),
        },
        BoardAction::Flip { at: point() },
        BoardAction::Place { at: point() },
        BoardAction::Remove { at: point() },
        BoardAction::Ally { state: point() },
        BoardAction::OfferDraw,
        BoardAction::DeclineDraw,
    ];
    numbers.pick(&actions).clone()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn random_matches_end_and_choices_are_what_is_accepted(
        (game, bound) in games(),
        seed in 1..u64::MAX,
        looked_at in 0..400_u32,
    ) {
        let mut numbers = Numbers(seed);
        let mut game = BoardMatch::new(game);
        let mut plies = 0;
        while game.ending().is_none() {
            let asked = game.asked();
            prop_assert!(!asked.is_empty());
            let seat = *numbers.pick(&asked);
            let choices = game.choices(seat);
            prop_assert!(!choices.is_empty());
            if plies == looked_at {
                look_at(&game)?;
            }
            let before = game.moves_on_board_of(seat);
            game.act(seat, numbers.pick(&choices)).expect("a choice is legal");
            plies += 1;
            prop_assert!(plies <= bound);
            if game.ending().is_none() {
                prop_assert_eq!(game.moves_on_board_of(seat), before + 1);
                prop_assert_eq!(moves_on_each_board(&game).sum::<u32>(), game.moves());
            }
        }
        let result = game.result();
        prop_assert_eq!(result.moves, plies);
        prop_assert!(result.turn.is_empty() && result.choices.is_empty() && result.defaults.is_empty());
        prop_assert!(result.winners.is_some_and(|winners| !winners.is_empty()));
        prop_assert_eq!(game.act(Seat::new(0), &BoardAction::Resign), Err(RefusalCode::MatchOver));
    }

    #[test]
    fn whatever_is_refused_changes_nothing(
        (game, _) in games(),
        seed in 1..u64::MAX,
        actions in 0..120_u32,
    ) {
        let mut numbers = Numbers(seed);
        let mut game = BoardMatch::new(game);
        for _ in 0..actions {
            let before = game.result();
            let seat = Seat::new(numbers.uniform(8) as usize);
            if game.act(seat, &anything(&mut numbers)).is_err() {
                prop_assert_eq!(game.result(), before);
            }
            let asked = game.asked();
            if let Some(&seat) = asked.first() {
                let choice = numbers.pick(&game.choices(seat)).clone();
                game.act(seat, &choice).expect("a choice is legal");
            }
        }
    }

    #[test]
    fn any_text_is_judged_without_a_panic(
        case in any::<prop::sample::Index>(),
        at in any::<prop::sample::Index>(),
        by in "[ -~]{0,6}",
    ) {
        let case = &CASES[case.index(CASES.len())];
        let mut line = case["record"].to_string().into_bytes();
        let start = at.index(line.len());
        let end = (start + by.len()).min(line.len());
        line.splice(start..end, by.bytes());
        let line = String::from_utf8_lossy(&line);
        let judged = judge_line(&line).map(|judgement| judgement.to_string());
        prop_assert!(judged.is_none_or(|verdict| verdict.contains("status")));
    }
}

/// The number of plies on each board.
fn moves_on_each_board(game: &BoardMatch) -> impl Iterator<Item = u32> {
    let first_seats = match game.board() {
        BoardText::One(_) => 0..=0,
        BoardText::Two(_) => 0..=2,
    };
    let seats = first_seats.step_by(2).map(Seat::new);
    seats.map(|seat| game.moves_on_board_of(seat))
}

/// The worked cases of all games on boards.
static CASES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let games = BoardVariant::ALL.into_iter();
    games
        .flat_map(|game| games::lines(game, "cases.jsonl"))
        .collect()
});

/// Checks a position: the choices are exactly the accepted moves, drops and flips, and the defaults are legal.
fn look_at(game: &BoardMatch) -> Result<(), TestCaseError> {
    let result = game.result();
    let each = [result.choices.len(), result.defaults.len()];
    prop_assert_eq!(each, [result.turn.len(); 2]);
    for (seat, count) in result.turn.iter().zip(&result.choices) {
        let choices = game.choices(*seat);
        prop_assert_eq!(choices.len(), *count);
        let mut accepted = Vec::new();
        let mut tried = game.clone();
        for action in every_action() {
            if tried.act(*seat, &action).is_ok() {
                accepted.push(action);
                tried = game.clone();
            }
        }
        prop_assert_eq!(accepted.len(), choices.len());
        prop_assert!(accepted.iter().all(|action| choices.contains(action)));
    }
    for default in result.defaults {
        prop_assert_eq!(game.clone().act(default.seat, &default.action), Ok(()));
    }
    let boards = match result.board {
        BoardText::One(board) => vec![board],
        BoardText::Two(boards) => boards.to_vec(),
    };
    prop_assert!(boards.iter().all(|board| board.contains('/')));
    Ok(())
}

/// Every move, drop and flip that can be written on the boards of these games.
fn every_action() -> Vec<BoardAction> {
    let points: Vec<String> = ('a'..='i')
        .flat_map(|file| (0..10).map(move |rank| format!("{file}{rank}")))
        .collect();
    let mut actions = Vec::new();
    for from in &points {
        actions.extend(points.iter().map(|to| BoardAction::Move {
            points: format!("{from}{to}"),
        }));
        actions.extend("KkAaEeRrHhCcPp".chars().map(|piece| BoardAction::Drop {
            piece: piece.to_string(),
            to: from.clone(),
        }));
        actions.push(BoardAction::Flip { at: from.clone() });
    }
    actions
}

/// Plays moves of xiangqi in turn; returns how the match ended and who won.
fn played(start: &str, moves: &str, times: usize) -> (Value, Value) {
    let moves: Vec<&str> = moves.split(' ').collect();
    let moves = moves.repeat(times);
    let actions: Vec<Value> = moves
        .iter()
        .enumerate()
        .map(|(ply, points)| json!({ "seat": ply % 2, "do": "move", "move": points }))
        .collect();
    let record = json!({ "variant": "xiangqi", "seats": 2, "start": start, "actions": actions });
    let verdict = judge_line(&record.to_string()).expect("a record");
    let verdict: Value = serde_json::from_str(&verdict.to_string()).expect("JSON");
    assert_ne!(verdict["status"], "refused", "{verdict}");
    (verdict["end"].clone(), verdict["winners"].clone())
}

#[test]
fn the_worked_examples_of_chases_end_as_the_book_says() {
    let to_and_fro = "a1b1 b4a4 b1a1 a4b4";
    let all = json!([0, 1]);
    for (start, moves, end, winners) in [
        // A chariot after a cannon that nobody protects.
        (
            "3k5/9/9/9/9/1c7/9/9/R8/4K4 w - - 0 1",
            to_and_fro,
            "perpetual_chase",
            json!([1]),
        ),
        // A chariot on i4 protects it.
        (
            "3k5/9/9/9/9/1c6r/9/9/R8/4K4 w - - 0 1",
            to_and_fro,
            "repetition",
            all.clone(),
        ),
        // A chariot could take in turn.
        (
            "3k5/9/9/9/9/1r7/9/9/R8/4K4 w - - 0 1",
            to_and_fro,
            "repetition",
            all.clone(),
        ),
        // The threat is not new: other pieces move.
        (
            "3k5/9/9/9/9/c8/9/9/R8/4K4 w - - 0 1",
            "e0e1 d9d8 e1e0 d8d9",
            "repetition",
            all,
        ),
    ] {
        assert_eq!(played(start, moves, 2), (json!(end), winners), "{start}");
    }
}

#[test]
fn a_drop_is_refused_for_an_attack_of_its_own_and_not_for_one_that_was_there() {
    const OTHER: &str = "4k4/9/9/9/9/9/9/9/9/3K5[] w - - 0 1";
    // Black overlooks that a chariot attacks its general.
    let overlooked: &[(usize, &str)] = &[(1, "e9e8"), (0, "a1a8"), (1, "p@i6")];
    for (start, before, dropped, refused) in [
        (
            "4k4/9/9/9/9/9/9/9/R8/3K5[RPp] b - - 0 1",
            overlooked,
            "P@i3",
            None,
        ),
        (
            "4k4/9/9/9/9/9/9/9/R8/3K5[RPp] b - - 0 1",
            overlooked,
            "R@e3",
            Some("drop_checks"),
        ),
        // The platform of a cannon, and a point beside it.
        (
            "4k4/9/9/9/9/9/9/9/R3C4/3K5[Pp] b - - 0 1",
            overlooked,
            "P@e3",
            Some("drop_checks"),
        ),
        (
            "4k4/9/9/9/9/9/9/9/R3C4/3K5[Pp] b - - 0 1",
            overlooked,
            "P@d3",
            None,
        ),
        // The generals face each other.
        (
            "4k4/9/9/9/9/9/9/9/9/3K5[P] b - - 0 1",
            &[(1, "e9d9")][..],
            "P@i3",
            None,
        ),
    ] {
        let actions = before.iter().copied().chain([(0, dropped)]);
        let actions: Vec<Value> = actions
            .map(|(seat, text)| match text.split_once('@') {
                Some((piece, to)) => {
                    json!({ "seat": seat, "do": "drop", "piece": piece, "to": to })
                }
                None => json!({ "seat": seat, "do": "move", "move": text }),
            })
            .collect();
        let record = json!({
            "variant": "supply-chess",
            "seats": 4,
            "options": { "check": "table" },
            "start": [start, OTHER],
            "actions": actions,
        });
        let verdict = judge_line(&record.to_string()).expect("a record");
        let verdict: Value = serde_json::from_str(&verdict.to_string()).expect("JSON");
        let status = refused.map_or("playing", |_| "refused");
        assert_eq!(verdict["status"], status, "{dropped} in {start}: {verdict}");
        assert_eq!(verdict["refused"]["code"], json!(refused), "{dropped}");
    }
}

/// The position and the side to move, of the only board or of one of two; none if no move is expected.
fn position(game: &BoardMatch, board: usize) -> Option<(String, Seat)> {
    if matches!(game.phase(), Some(BoardPhase::Place | BoardPhase::Remove)) {
        return None;
    }
    let text = match game.board() {
        BoardText::One(text) => text,
        BoardText::Two(boards) => boards[board].clone(),
    };
    let (pieces, _) = text.split_once(' ').unwrap_or((&text, ""));
    Some((pieces.to_owned(), *game.asked().get(board)?))
}

/// The reverse of a move; the action itself if it is not a move.
fn reversed(action: &BoardAction) -> BoardAction {
    match action {
        BoardAction::Move { points } => {
            let (from, to) = points.split_at(2);
            let points = format!("{to}{from}");
            BoardAction::Move { points }
        }
        other => other.clone(),
    }
}

/// Plays a match in which everybody moves back and forth, and compares after each action which positions are reported to have
/// occurred twice; returns how often this was reported.
fn played_to_and_fro(game: BoardGame, numbers: &mut Numbers) -> usize {
    let mut game = BoardMatch::new(game);
    let mut come = HashMap::new();
    let mut backs = HashMap::new();
    let boards = game.asked().len();
    let mut times = vec![0; boards];
    let mut moved: Vec<usize> = (0..boards).collect();
    let mut met = 0;
    while game.ending().is_none() {
        for board in moved.drain(..) {
            times[board] = position(&game, board).map_or(0, |position| {
                let times = come.entry((board, position)).or_insert(0_u32);
                *times += 1;
                *times
            });
        }
        let asked = game.asked();
        let second = asked.iter().zip(&times).filter(|(_, times)| **times == 2);
        let second: Vec<Seat> = second.map(|(&seat, _)| seat).collect();
        assert_eq!(game.repeated(), second);
        met += second.len();
        let board = numbers.uniform(u32::try_from(boards).expect("one or two")) as usize;
        let seat = asked[board];
        let choices = game.choices(seat);
        let action = match backs.get(&seat) {
            Some(back) if choices.contains(back) => back.clone(),
            _ => numbers.pick(&choices).clone(),
        };
        game.act(seat, &action).expect("a choice is legal");
        backs.insert(seat, reversed(&action));
        moved.push(board);
    }
    assert!(game.repeated().is_empty(), "it is over");
    met
}

#[test]
fn a_position_that_comes_for_the_second_time_is_known_until_the_next_ply_on_its_board() {
    let mut numbers = Numbers::default();
    // In seven kingdoms repetition has no effect.
    let games = BoardVariant::ALL.into_iter();
    for variant in games.filter(|&variant| variant != BoardVariant::QiGuoXiangxi) {
        let options = games::facts(variant).options.clone();
        let options = serde_json::from_value(options).expect("options");
        let terms = BoardTerms::new(variant, variant.usual_players(), options).expect("its seats");
        let seed = match_seed(
            &ServerSeed::new([7; 32]),
            MatchId(Uuid::nil()),
            &BySeat::<Entropy>::new(0),
        );
        let deal = BoardDeal::draw(&terms, None, &mut Stream::new(&seed));
        let game = BoardGame::new(&terms, &deal);
        let matches = (0..20).map(|_| played_to_and_fro(game.clone(), &mut numbers));
        assert!(matches.sum::<usize>() > 0, "{variant}");
    }
}

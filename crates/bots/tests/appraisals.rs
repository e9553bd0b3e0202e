//! What choices on boards are worth to searches: the best one is what the level plays, lines can be played and lead to what they are worth, and a
//! flip is worth something for each piece that may lie there.

#[path = "table/mod.rs"]
mod table;

use giog_bots::appraisal::{Appraised, Likely, MOST_LINE, Worth, appraise, candidates};
use giog_bots::levels;
use giog_rules::boards::{
    BoardAction, BoardEnd, BoardOptions, BoardTable, BoardTerms, BoardVariant, SquareChess,
};
use giog_rules::fairness::Stream;
use giog_rules::{Action, Deal, Decision, HandedOn, Level, Observer, Seat, Terms, Variant, View};

/// So many positions the levels of blind chess search.
const NODES: u32 = 20_000;
/// So many the level of square chess.
const SQUARE_NODES: u32 = 60_000;
/// All lie face down at first.
const SQUARES: usize = 32;

/// A match before its first action, and the stream that it was dealt from.
fn dealt(variant: BoardVariant, number: u64) -> (BoardTable, Stream) {
    let seats = Variant::Board(variant).players().next();
    let seats = seats.expect("it has players");
    let terms = BoardTerms::new(variant, seats, BoardOptions::default()).expect("terms");
    let mut stream = Stream::new(&table::seed(number));
    let Deal::Board(deal) =
        Deal::from_stream(&Terms::Board(terms), HandedOn::default(), &mut stream)
    else {
        panic!("a deal of a game on a board");
    };
    let (game, _) = BoardTable::start(&terms, deal);
    (game, stream)
}

/// A match of blind chess, continued by lot, with the seat that is to move before each action.
fn match_by_lot(number: u64, look: impl FnMut(&BoardTable, Seat)) -> BoardTable {
    by_lot(BoardVariant::BlindChess, number, look)
}

/// The same of any game.
fn by_lot(
    variant: BoardVariant,
    number: u64,
    mut look: impl FnMut(&BoardTable, Seat),
) -> BoardTable {
    let (mut game, mut stream) = dealt(variant, number);
    while let Some(&seat) = game.waiting().first() {
        look(&game, seat);
        let mut choices = on_board(&game, seat);
        let action = choices.swap_remove(stream.index(choices.len()));
        game.act(seat, &action).expect("it is legal");
    }
    game
}

fn on_board(game: &BoardTable, seat: Seat) -> Vec<BoardAction> {
    let decision = game.decision(seat).expect("it is asked");
    let listed = decision.listed();
    listed.filter(BoardAction::is_on_board).collect()
}

fn of(game: &BoardTable, seat: Seat, action: &BoardAction, nodes: u32) -> Appraised {
    let view = game.view(Observer::Seat(seat));
    let found = appraise(&view, action, 0x5eed, nodes).expect("it is legal");
    assert_eq!(
        Some(&found),
        appraise(&view, action, 0x5eed, nodes).as_ref(),
        "always the same"
    );
    found
}

/// Candidates at every so many-th decision with a choice: all can be chosen, none twice, and the first is what the level plays, where that is asked.
fn candidates_are_of_the_level(
    (game, seat): (&BoardTable, Seat),
    (count, every, nodes): (u64, u64, u32),
    is_first: impl Fn(&BoardAction) -> bool,
) {
    let choices = on_board(game, seat);
    if count % every != 0 || choices.len() < 2 {
        return;
    }
    let view = game.view(Observer::Seat(seat));
    let found = candidates(&view, count, nodes, 3).expect("they are appraised");
    assert_eq!(found.len(), choices.len().min(3));
    for (index, one) in found.iter().enumerate() {
        assert!(choices.contains(one) && !found[..index].contains(one));
    }
    let all = View::Board(Box::new(view));
    let decision = Decision::Board(game.decision(seat).expect("it is asked"));
    let played = levels::play(Level::Club, &all, &decision, count);
    if is_first(&found[0]) {
        assert_eq!(played, Some(Action::Board(found[0].clone())));
    }
}

#[test]
fn the_first_candidate_is_what_the_level_plays_and_all_differ() {
    let mut count = 0;
    match_by_lot(1, |game, seat| {
        count += 1;
        candidates_are_of_the_level((game, seat), (count, 10, NODES), |_| true);
    });
    assert!(count > 50, "{count}");
    // In its moves chance decides among more.
    let is_first = |action: &BoardAction| !matches!(action, BoardAction::Move { .. });
    let mut count = 0;
    by_lot(BoardVariant::SquareChess, 1, |game, seat| {
        count += 1;
        candidates_are_of_the_level((game, seat), (count, 40, SQUARE_NODES), is_first);
    });
    assert!(count > 160, "{count}");
    let mut count = 0;
    little_supply(2, |game, seat, _| {
        count += 1;
        candidates_are_of_the_level((game, seat), (count, 25, SUPPLY_NODES), |_| true);
    });
    assert!(count > 50, "{count}");
}

#[test]
fn a_flip_is_worth_something_for_each_piece_that_may_lie_there() {
    let mut least = usize::MAX;
    match_by_lot(2, |game, seat| {
        let mut flips = on_board(game, seat);
        flips.retain(|action| matches!(action, BoardAction::Flip { .. }));
        let Some(flip) = flips.first() else { return };
        let found = of(game, seat, flip, 400);
        assert!(found.line.is_empty(), "nobody knows what there is");
        if flips.len() == SQUARES {
            assert_eq!(found.worth, [Likely::sure(Worth::Score(0))]);
        } else {
            let all: u32 = found.worth.iter().map(|one| one.weight).sum();
            assert_eq!(usize::try_from(all).ok(), Some(flips.len()));
        }
        least = least.min(flips.len());
    });
    assert!(least < SQUARES / 2);
}

#[test]
fn lines_can_be_played_until_a_flip_and_what_wins_is_sure() {
    let (mut longest, mut won, mut count) = (0, 0, 0);
    for number in 3..9 {
        match_by_lot(number, |game, seat| {
            count += 1;
            for action in on_board(game, seat) {
                let mut after = game.clone();
                after.act(seat, &action).expect("it is legal");
                let end = after.outcome().map(|outcome| outcome.end);
                let is_won = matches!(end, Some(BoardEnd::AllCaptured | BoardEnd::NoMove));
                if !is_won && count % 30 != 0 {
                    continue;
                }
                let found = of(game, seat, &action, 200);
                let sure = matches!(
                    found.worth[..],
                    [Likely {
                        worth: Worth::Won,
                        ..
                    }]
                );
                assert_eq!(sure, is_won, "{}", action.typed());
                won += u32::from(is_won);
                assert!(found.line.len() <= MOST_LINE);
                for (index, step) in found.line.iter().enumerate() {
                    let next = after.waiting()[0];
                    after.act(next, step).expect("a line can be played");
                    let is_last = index + 1 == found.line.len();
                    assert!(is_last || !matches!(step, BoardAction::Flip { .. }));
                }
                longest = longest.max(found.line.len());
            }
        });
    }
    assert!(longest > 3 && won > 0, "{longest} {won}");
}

/// What a position of square chess is worth to a seat without a search.
fn worth(game: &BoardTable, seat: Seat) -> i32 {
    let view = game.view(Observer::Seat(seat));
    let seen = SquareChess::seen(&view.position, view.options).expect("its game");
    seen.worth(seat)
}

#[test]
fn in_square_chess_a_line_leads_to_what_its_choice_is_worth() {
    let (mut followed, mut removals, mut won, mut count) = (0, 0, 0, 0);
    for number in 0..4 {
        by_lot(BoardVariant::SquareChess, number, |game, seat| {
            count += 1;
            for action in on_board(game, seat) {
                let mut after = game.clone();
                after.act(seat, &action).expect("it is legal");
                if let Some(outcome) = after.outcome() {
                    if outcome.end == BoardEnd::AllRemoved {
                        let found = of(game, seat, &action, 200);
                        assert_eq!(found.worth, [Likely::sure(Worth::Won)]);
                        won += 1;
                    }
                    continue;
                }
                if count % 60 != 0 {
                    continue;
                }
                let found = of(game, seat, &action, 200);
                let [
                    Likely {
                        worth: Worth::Score(score),
                        ..
                    },
                ] = found.worth[..]
                else {
                    panic!("{found:?}");
                };
                assert!((1..=MOST_LINE).contains(&found.line.len()), "{found:?}");
                for step in &found.line {
                    let next = after.waiting()[0];
                    after.act(next, step).expect("a line can be played");
                    removals += u32::from(matches!(step, BoardAction::Remove { .. }));
                }
                // What the score of a search is while stones are placed was measured.
                let is_placed = matches!(action, BoardAction::Place { .. });
                if found.line.len() < MOST_LINE && after.outcome().is_none() && !is_placed {
                    assert_eq!(score, worth(&after, seat), "{found:?}");
                    followed += 1;
                }
            }
        });
    }
    assert!(
        followed > 100 && removals > 50 && won > 0,
        "{followed} {removals} {won}"
    );
}

/// So many the level of supply chess.
const SUPPLY_NODES: u32 = 16_000;

/// A match of supply chess that a little search plays on both boards in turn until it is over, with who acts before each action, and with what.
fn little_supply(number: u64, mut look: impl FnMut(&BoardTable, Seat, &BoardAction)) {
    let (mut game, _) = dealt(BoardVariant::SupplyChess, number);
    let mut count = 0;
    while let Some(&seat) = game.waiting().get(count % 2) {
        count += 1;
        let view = View::Board(Box::new(game.view(Observer::Seat(seat))));
        let decision = Decision::Board(game.decision(seat).expect("it is asked"));
        let action = giog_bots::think(&view, &decision, number + count as u64, 300);
        let Some(Action::Board(action)) = action else {
            panic!("it plays on the board");
        };
        look(&game, seat, &action);
        game.act(seat, &action).expect("it is legal");
    }
}

fn score_of(found: &Appraised) -> i32 {
    match found.worth[..] {
        [
            Likely {
                worth: Worth::Score(score),
                ..
            },
        ] => score,
        _ => panic!("{found:?}"),
    }
}

#[test]
fn in_supply_chess_a_mate_wins_for_both_and_is_feared_on_the_other_board() {
    let mut mates = 0;
    for number in 1..=4 {
        little_supply(number, |game, seat, action| {
            let mut after = game.clone();
            after.act(seat, action).expect("it is legal");
            let outcome = after.outcome();
            if outcome.map(|outcome| outcome.end) != Some(BoardEnd::Checkmate) {
                return;
            }
            mates += 1;
            let found = of(game, seat, action, 400);
            assert_eq!(found.worth, [Likely::sure(Worth::Won)]);
            assert!(found.line.is_empty());
            // Who is asked on the other board meets it with whatever it does, unless that wins at once.
            let other = game.waiting().into_iter().find(|&other| other != seat);
            let other = other.expect("both boards are played");
            let is_partner = other.index() % 2 == seat.index() % 2;
            let mut looked = 0;
            for choice in on_board(game, other).iter().step_by(20) {
                // What it captures may be dropped against the mate.
                let mut then = game.clone();
                then.act(other, choice).expect("it is legal");
                let _ = then.act(seat, action);
                let end = then.outcome().map(|outcome| outcome.end);
                if end != Some(BoardEnd::Checkmate) {
                    continue;
                }
                let score = score_of(&of(game, other, choice, 4_000));
                assert_eq!(score > 0, is_partner, "{score}");
                assert!(score.abs() > 4_000, "{score}");
                looked += 1;
            }
            assert!(looked > 0);
        });
    }
    assert!(mates > 1, "{mates}");
}

#[test]
fn in_supply_chess_lines_go_on_where_their_seat_plays_and_drop_what_is_there() {
    let (mut count, mut drops, mut longest) = (0, 0, 0);
    little_supply(1, |game, seat, action| {
        count += 1;
        if count % 9 != 0 {
            return;
        }
        let found = of(game, seat, action, 2_000);
        let board = BoardVariant::SupplyChess.board_of(seat);
        let mut after = game.clone();
        longest = longest.max(found.line.len());
        for ply in std::iter::once(&found.action).chain(&found.line) {
            let waiting = after.waiting();
            let on_turn = |&&one: &&Seat| BoardVariant::SupplyChess.board_of(one) == board;
            let seat = *waiting.iter().find(on_turn).expect("it goes on");
            after.act(seat, ply).expect("it is legal");
            drops += usize::from(matches!(ply, BoardAction::Drop { .. }));
        }
    });
    assert!(longest > 3 && longest <= MOST_LINE, "{longest}");
    assert!(drops > 0);
}

//! Taking back by consent in all games on boards (`docs/BOARDS.md` §1.7).

use giog_rules::fairness::{Entropy, ServerSeed, Stream, match_seed};
use giog_rules::families::boards::{
    BoardAction, BoardDeal, BoardGame, BoardMatch, BoardOptions, BoardResult, BoardTable,
    BoardTerms, BoardVariant,
};
use giog_rules::{BySeat, MatchId, RefusalCode, Seat};
use proptest::prelude::*;
use uuid::Uuid;

fn table(variant: BoardVariant, options: BoardOptions) -> (BoardTerms, BoardDeal) {
    let terms = BoardTerms::new(variant, variant.usual_players(), options).expect("its seats");
    let mut stream = Stream::new(&match_seed(
        &ServerSeed::new([7; 32]),
        MatchId(Uuid::nil()),
        &BySeat::<Entropy>::new(0),
    ));
    let deal = BoardDeal::draw(&terms, None, &mut stream);
    (terms, deal)
}

fn game(variant: BoardVariant, options: BoardOptions) -> BoardMatch {
    let (terms, deal) = table(variant, options);
    BoardMatch::new(BoardGame::new(&terms, &deal))
}

/// The choice with this number, modulo their number.
fn step(game: &mut BoardMatch, number: usize) -> (Seat, BoardAction) {
    let seat = game.asked()[0];
    let mut choices = game.choices(seat);
    let action = choices.swap_remove(number % choices.len());
    assert_eq!(game.act(seat, &action), Ok(()));
    (seat, action)
}

/// The games in which turns can be taken back.
const WITH: [BoardVariant; 3] = [
    BoardVariant::Xiangqi,
    BoardVariant::SquareChess,
    BoardVariant::PongHauKi,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    /// Whatever happened before: the verdict after a take-back is the one before the last turn of the seat that asked, and playing the
    /// same again leads to the same, repetitions included.
    #[test]
    fn after_a_take_back_everything_is_as_before_the_turn(
        variant in prop::sample::select(WITH.to_vec()),
        numbers in prop::collection::vec((any::<u16>(), 0..6_u8), 1..150),
    ) {
        let mut game = game(variant, BoardOptions::default());
        // The actions that stand, each with the verdict before it.
        let mut stand: Vec<(BoardResult, Seat, BoardAction)> = Vec::new();
        for (number, what) in numbers {
            if game.ending().is_some() {
                break;
            }
            let by = Seat::new(usize::from(number) % 2);
            if what == 0 && game.may(by, &BoardAction::ProposeTakeBack) {
                let other = Seat::new(1 - by.index());
                prop_assert_eq!(game.act(by, &BoardAction::ProposeTakeBack), Ok(()));
                prop_assert_eq!(game.take_back().map(|open| open.by), Some(by));
                prop_assert_eq!(game.act(by, &BoardAction::AcceptTakeBack), Err(RefusalCode::NoOffer));
                prop_assert_eq!(game.act(other, &BoardAction::AcceptTakeBack), Ok(()));
                let last = stand.iter().rposition(|(_, seat, _)| *seat == by).expect("it has acted");
                let turn = stand[..last].iter().rposition(|(_, seat, _)| *seat != by).map_or(0, |at| at + 1);
                prop_assert_eq!(&game.result(), &stand[turn].0);
                let undone = stand.split_off(turn);
                let mut again = game.clone();
                for (before, seat, action) in undone {
                    prop_assert_eq!(again.result(), before);
                    prop_assert_eq!(again.act(seat, &action), Ok(()));
                }
            } else {
                let before = game.result();
                let (seat, action) = step(&mut game, usize::from(number));
                stand.push((before, seat, action));
            }
        }
    }
}

#[test]
fn what_is_hidden_or_drawn_or_of_many_is_not_taken_back() {
    let blindfold = BoardOptions {
        blindfold: Some(true),
        ..BoardOptions::default()
    };
    let without = BoardVariant::ALL
        .into_iter()
        .filter(|it| !WITH.contains(it));
    let without = without.map(|variant| (variant, BoardOptions::default()));
    for (variant, options) in without.chain([(BoardVariant::Xiangqi, blindfold)]) {
        let mut game = game(variant, options);
        for number in 0..8 {
            let (seat, _) = step(&mut game, number);
            let propose = BoardAction::ProposeTakeBack;
            assert!(!game.may(seat, &propose), "{variant}");
            let refused = game.refuse_unknown(Some(seat));
            assert_eq!(game.act(seat, &propose), Err(refused), "{variant}");
        }
    }
}

#[test]
fn a_proposal_is_made_once_for_each_turn_and_an_action_on_the_board_ends_it() {
    let mut game = game(BoardVariant::Xiangqi, BoardOptions::default());
    let [red, black] = [0, 1].map(Seat::new);
    let propose = BoardAction::ProposeTakeBack;
    assert_eq!(game.act(red, &propose), Err(RefusalCode::NothingToTakeBack));
    step(&mut game, 0);
    assert_eq!(
        game.act(black, &propose),
        Err(RefusalCode::NothingToTakeBack)
    );
    assert_eq!(game.act(red, &propose), Ok(()));
    assert_eq!(game.act(red, &propose), Err(RefusalCode::OfferOpen));
    assert_eq!(game.act(black, &BoardAction::DeclineTakeBack), Ok(()));
    assert_eq!(
        game.act(black, &BoardAction::AcceptTakeBack),
        Err(RefusalCode::NoOffer)
    );
    assert_eq!(game.act(red, &propose), Err(RefusalCode::TooSoon));
    step(&mut game, 0);
    step(&mut game, 1);
    assert_eq!(game.act(red, &propose), Ok(()));
    step(&mut game, 2);
    assert_eq!(game.take_back(), None, "the other's move declines it");
    step(&mut game, 3);
    assert_eq!(game.act(black, &propose), Ok(()));
    step(&mut game, 4);
    assert_eq!(game.take_back(), None, "one's own move withdraws it");
}

#[test]
fn a_match_has_a_bound_of_proposals() {
    let mut game = game(BoardVariant::Xiangqi, BoardOptions::default());
    let [red, black] = [0, 1].map(Seat::new);
    for _ in 0..50 {
        step(&mut game, 0);
        assert_eq!(game.act(red, &BoardAction::ProposeTakeBack), Ok(()));
        assert_eq!(game.act(black, &BoardAction::AcceptTakeBack), Ok(()));
    }
    step(&mut game, 0);
    let refused = game.act(red, &BoardAction::ProposeTakeBack);
    assert_eq!(refused, Err(RefusalCode::NothingToTakeBack));
}

/// Whoever was asked in the position that is gone is asked anew: an answer that was under way does not count for the older position.
#[test]
fn a_decision_of_the_position_that_was_taken_back_is_not_open_again() {
    let (terms, deal) = table(BoardVariant::PongHauKi, BoardOptions::default());
    let (mut table, _) = BoardTable::start(&terms, deal);
    let first = table.waiting()[0];
    let other = Seat::new(1 - first.index());
    let choose = |table: &BoardTable, seat| table.decision(seat).and_then(|it| it.listed().next());
    let opened = table.awaited_decision(first);
    let action = choose(&table, first).expect("it is asked");
    table.act(first, &action).expect("it is legal");
    let gone = table.awaited_decision(other);
    table
        .act(first, &BoardAction::ProposeTakeBack)
        .expect("it has moved");
    table
        .act(other, &BoardAction::AcceptTakeBack)
        .expect("it is asked for it");
    let again = table.awaited_decision(first);
    assert!(again > opened);
    table.act(first, &action).expect("it is legal again");
    assert!(table.awaited_decision(other) > gone);
}

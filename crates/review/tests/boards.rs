//! Reviews of matches on boards: they find what was thrown away, blame nobody for the best move, are always the same, and are told apart from those of
//! somebody else.

mod played;

use giog_bots::appraisal;
use giog_review::boards::{BoardReview, CHOICES, History, ReviewedMove, accuracy};
use giog_review::{CHECKED, EFFORT, Effort, NotReviewed, Review, Verdict, WHOLE, checked, exists};
use giog_rules::boards::{BoardAction, BoardVariant, BoardView};
use giog_rules::fairness::ServerSeed;
use giog_rules::record::{Record, RecordAction};
use giog_rules::{Action, Ceremony, Decision, Observer, Options, Seat, Terms, Variant, View};

const LITTLE: Effort = Effort {
    lines: 64,
    ..EFFORT
};
const SEATS: usize = 2;
const LEVEL_NODES: u32 = 500;

fn me() -> Seat {
    Seat::new(0)
}

/// A match of a game with this number, which `choose` plays for the first seat, a little search for the other. The first seat resigns after so many
/// decisions.
fn played(
    variant: BoardVariant,
    number: u8,
    most: usize,
    mut choose: impl FnMut(&BoardView) -> Option<BoardAction>,
) -> Record {
    let mut decisions = 0;
    cut(variant, number, usize::MAX, |view| {
        decisions += 1;
        if decisions > most {
            Some(BoardAction::Resign)
        } else {
            choose(view)
        }
    })
}

/// The same, which ends after so many actions without an end.
fn cut(
    variant: BoardVariant,
    number: u8,
    most: usize,
    choose: impl FnMut(&BoardView) -> Option<BoardAction>,
) -> Record {
    with(variant, Options::default(), number, most, choose)
}

/// The same with these options.
fn with(
    variant: BoardVariant,
    options: Options,
    number: u8,
    most: usize,
    mut choose: impl FnMut(&BoardView) -> Option<BoardAction>,
) -> Record {
    let variant = Variant::Board(variant);
    let terms = Terms::new(variant, SEATS, options, Ceremony::Server).expect("terms");
    let seed = ServerSeed::new([number; 32]);
    played::played(&terms, seed, number.into(), most, |game, seat| {
        let view = game.view(Observer::Seat(seat));
        if let (View::Board(view), true) = (&view, seat == me()) {
            return choose(view).map(Action::Board);
        }
        giog_bots::think(&view, &game.decision(seat)?, number.into(), LEVEL_NODES)
    })
}

fn review(record: &Record, seat: Seat) -> Result<BoardReview, NotReviewed> {
    let Review::Boards(review) = giog_review::review(record, seat, LITTLE, |_| ())? else {
        panic!("it is a game on a board");
    };
    Ok(review)
}

/// All games that have reviews.
fn games() -> Vec<BoardVariant> {
    let all = BoardVariant::ALL.into_iter();
    all.filter(|&variant| exists(Variant::Board(variant), 2))
        .collect()
}

/// The choice that looks best to another search, or one of the worst that it finds.
fn by_search(view: &BoardView, is_best: bool) -> Option<BoardAction> {
    let (nodes, most) = if is_best { (4_000, 1) } else { (400, 12) };
    appraisal::candidates(view, 0x5eed, nodes, most)?.pop()
}

#[test]
fn a_review_follows_from_the_record() {
    for variant in games() {
        let record = played(variant, 1, 8, |view| by_search(view, true));
        let first = review(&record, me()).expect("a review");
        assert_eq!(Ok(&first), review(&record, me()).as_ref());
        assert_eq!(first.variant, record.variant);
        let all = first.moves.iter().map(|one| one.lost);
        assert_eq!(first.accuracy, accuracy(all));
        let mut plies = 0;
        for one in &first.moves {
            assert!(one.ply >= plies, "in order");
            plies = one.ply + 1;
            let taken = &record.actions[one.action];
            assert_eq!(taken.seat, me());
            let Action::Board(action) = &taken.action else {
                panic!("it is on the board");
            };
            assert_eq!(one.played, action.typed());
            assert!((2..=CHOICES + 1).contains(&one.choices.len()));
            assert!(one.choices.is_sorted_by_key(|choice| -choice.share));
            let own = one.choices.iter().find(|choice| choice.play == one.played);
            let own = own.expect("what was played");
            let loss = one.choices[0].share - own.share;
            assert!((0..=loss).contains(&one.lost), "{one:?}");
            assert_eq!(one.verdict == Verdict::Good, one.lost < 200);
        }
        let json = serde_json::to_string(&Review::Boards(first.clone())).expect("plain data");
        assert!(!json.contains('.'), "whole numbers alone: {json}");
        let read: Review = serde_json::from_str(&json).expect("it is read");
        assert_eq!(read, Review::Boards(first));
    }
}

#[test]
fn a_solved_game_is_reviewed_exactly() {
    let mut blunders = 0;
    for number in 1..=12 {
        let record = played(BoardVariant::PongHauKi, number, 20, |view| {
            by_search(view, number % 2 == 0)
        });
        let review = review(&record, me()).expect("a review");
        assert!(review.exact);
        for one in &review.moves {
            for choice in &one.choices {
                assert!([0, WHOLE / 2, WHOLE].contains(&choice.share), "{choice:?}");
            }
            blunders += usize::from(one.verdict == Verdict::Blunder);
            assert!([0, WHOLE / 2, WHOLE].contains(&one.lost), "{one:?}");
        }
        if number % 2 == 0 {
            assert_eq!(review.accuracy, WHOLE);
        }
    }
    assert!(blunders > 0);
}

#[test]
fn a_blindfold_match_is_reviewed_like_one_whose_board_is_seen() {
    let [seen, blindfold] = [None, Some(true)].map(|blindfold| {
        let mut options = Options::default();
        options.boards.blindfold = blindfold;
        let mut plies = 0;
        let record = with(BoardVariant::Xiangqi, options, 3, usize::MAX, |view| {
            plies += 1;
            if plies > 5 {
                Some(BoardAction::Resign)
            } else {
                by_search(view, plies % 2 == 0)
            }
        });
        review(&record, me()).expect("a review").moves
    });
    assert_eq!(seen.len(), 5);
    assert_eq!(seen, blindfold);
}

#[test]
fn what_was_taken_back_is_no_decision() {
    for variant in [BoardVariant::PongHauKi, BoardVariant::SquareChess] {
        let record = played(variant, 2, 20, |view| by_search(view, true));
        let first = record
            .actions
            .iter()
            .position(|taken| taken.seat == me())
            .expect("a move");
        let act = |seat: Seat, action: BoardAction| RecordAction {
            seat,
            action: Action::Board(action),
            ..record.actions[first].clone()
        };
        let mut other = record.clone();
        let back = [
            act(me(), BoardAction::ProposeTakeBack),
            act(Seat::new(1), BoardAction::AcceptTakeBack),
            record.actions[first].clone(),
        ];
        other.actions.splice((first + 1)..=first, back);
        for seat in [me(), Seat::new(1)] {
            let [before, after] = [&record, &other].map(|record| {
                let review = review(record, seat).expect("a review");
                let moves = review.moves.into_iter();
                moves.map(|one| (one.ply, one.played)).collect::<Vec<_>>()
            });
            assert_eq!(before, after, "{seat}");
            assert!(!before.is_empty());
        }
    }
}

/// The move back.
fn back(points: &str) -> String {
    let (from, to) = points.split_at(points.len() / 2);
    format!("{to}{from}")
}

#[test]
fn a_draw_by_repetition_is_certain_though_no_search_knows_what_was_before() {
    let variant = Variant::Board(BoardVariant::SquareChess);
    let terms = Terms::new(variant, SEATS, Options::default(), Ceremony::Server).expect("terms");
    // Stones are placed one beside the other, which makes no squares, and then move there and back.
    let mut last: [Option<String>; SEATS] = Default::default();
    let seed = ServerSeed::new([1; 32]);
    let record = played::played(&terms, seed, 1, usize::MAX, |game, seat| {
        let Some(Decision::Board(decision)) = game.decision(seat) else {
            return None;
        };
        let choices: Vec<_> = decision.listed().filter(BoardAction::is_on_board).collect();
        let last = &mut last[seat.index()];
        let returns = |action: &&BoardAction| Some(back(&action.typed())) == *last;
        let action = choices.iter().find(returns).unwrap_or(&choices[0]).clone();
        if let BoardAction::Move { points } = &action {
            *last = Some(points.clone());
        }
        Some(Action::Board(action))
    });
    let mover = record.actions.last().expect("it was played").seat;
    let review = review(&record, mover).expect("a review");
    assert_eq!(review.result, WHOLE / 2);
    let [.., before, last] = &review.moves[..] else {
        panic!("{review:?}");
    };
    let share = |one: &ReviewedMove| {
        let mut choices = one.choices.iter();
        let own = choices.find(|choice| choice.play == one.played);
        own.map(|choice| (choice.share, choice.line.len()))
    };
    assert_eq!(share(last), Some((WHOLE / 2, 0)));
    assert!(share(before).is_some_and(|(_, line)| line > 0));
}

#[test]
fn moves_are_told_one_by_one_and_are_those_of_the_review() {
    let record = played(BoardVariant::PongHauKi, 2, 20, |view| by_search(view, true));
    let mut told = Vec::new();
    let review = giog_review::review(&record, me(), LITTLE, |now| {
        told.push((now.done, now.of, now.moves.to_vec()));
    });
    let Ok(Review::Boards(review)) = review else {
        panic!("{review:?}");
    };
    let of = review.moves.len();
    assert!(of > 2, "{review:?}");
    let expected = (0..=of).map(|done| (done, of, review.moves[..done].to_vec()));
    assert_eq!(told, expected.collect::<Vec<_>>());
    assert_eq!(review.left_out, 0);
}

#[test]
fn only_the_first_moves_of_a_long_match_are_looked_at() {
    let record = played(BoardVariant::PongHauKi, 2, 20, |view| by_search(view, true));
    let mut history = History::of(&record, me()).expect("it was played");
    let all = history.moments.clone();
    assert_eq!(history.cut(all.len() + 1), 0);
    assert_eq!(history.cut(2), all.len() - 2);
    assert_eq!(history.moments, all[..2]);
    assert_eq!(history.decisions().count(), 2);
}

fn check(record: &Record, review: &BoardReview, numbers: [u64; CHECKED]) -> Option<Vec<usize>> {
    let review = Review::Boards(review.clone());
    checked(record, &review, LITTLE, numbers).expect("it is checked")
}

#[test]
fn reviews_of_somebody_else_are_checked() {
    for variant in games() {
        let record = played(variant, 2, 6, |view| by_search(view, true));
        let review = review(&record, me()).expect("a review");
        let of = review.moves.len() as u64;
        assert!(of > 2, "{review:?}");
        for first in 0..of.min(6) {
            let looked_at = check(&record, &review, [first, first]).expect("it holds");
            assert_eq!(looked_at.len(), CHECKED);
        }
        let lies: [fn(&mut BoardReview); 12] = [
            |review| review.engine += 1,
            |review| review.result = 1,
            |review| review.accuracy -= 1,
            |review| review.exact = !review.exact,
            |review| drop(review.moves.remove(0)),
            |review| review.moves.swap(0, 1),
            |review| review.moves[0].ply += 1,
            |review| review.moves[0].choices[0].share = WHOLE + 1,
            |review| review.moves[0].choices[0].line.push("a0a0".to_owned()),
            |review| review.moves[0].choices[0].play = "a0a0".to_owned(),
            |review| review.moves[0].lost = WHOLE + 1,
            |review| review.moves[0].choices.truncate(1),
        ];
        for (number, lie) in lies.into_iter().enumerate() {
            let mut false_review = review.clone();
            lie(&mut false_review);
            for numbers in [[0, 0], [1, 1]] {
                assert_eq!(check(&record, &false_review, numbers), None, "lie {number}");
            }
        }
        // What only a search can tell is found where it is looked at.
        let mut false_review = review.clone();
        let last = false_review.moves[0].choices.last_mut().expect("a choice");
        last.line.clear();
        if false_review != review {
            assert_eq!(check(&record, &false_review, [0, 0]), None);
        }
    }
}

#[test]
fn what_cannot_be_reviewed_is_told() {
    let cut = cut(BoardVariant::PongHauKi, 2, 1, |view| by_search(view, true));
    assert_eq!(review(&cut, me()), Err(NotReviewed::Abandoned));
    let whole = played(BoardVariant::PongHauKi, 2, 4, |view| by_search(view, true));
    let nobody = Seat::new(2);
    assert_eq!(review(&whole, nobody), Err(NotReviewed::Seat(nobody)));
    for variant in BoardVariant::ALL {
        let is_reviewed = [
            BoardVariant::Xiangqi,
            BoardVariant::BlindChess,
            BoardVariant::SquareChess,
            BoardVariant::PongHauKi,
        ]
        .contains(&variant);
        let variant = Variant::Board(variant);
        let mut seats = variant.players().map(u8::try_from);
        assert!(seats.all(|seats| exists(variant, seats.expect("few")) == is_reviewed));
    }
}
